package main

import (
	"io"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/diag"
)

// open reads a file; - is standard input.
func (a *app) open(name string) (*diag.File, error) {
	if name != "-" {
		return inflight.OpenFile(name)
	}
	content, err := io.ReadAll(a.in)
	return diag.NewFile("<stdin>", content), err
}

// read reads, parses and verifies a file; - is standard input.
func (a *app) read(name string) (*inflight.Module, error) {
	file, err := a.open(name)
	if err != nil {
		return nil, err
	}
	return inflight.Parse(file)
}
