package main

import (
	"errors"
	"strings"
	"testing"
)

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// Output that cannot be written is an error in every command.
func TestFullOutput(t *testing.T) {
	for _, args := range []string{"explain native-clang", "--version", "opt ../../examples/gemm/small.mlir",
		"check ../../examples/gemm/small.mlir"} {
		var said strings.Builder
		if status := run(strings.Fields(args), strings.NewReader(""), full{}, &said); status != exitError ||
			!strings.Contains(said.String(), "no space left") {
			t.Errorf("inflight %s: status %d, %q", args, status, said.String())
		}
	}
}
