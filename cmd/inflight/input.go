package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/language"
)

// open reads a file; - is standard input.
func (a *app) open(name string) (*diag.File, error) {
	if name != "-" {
		return inflight.OpenFile(name)
	}
	content, err := io.ReadAll(a.in)
	return diag.NewFile("<stdin>", content), err
}

// read reads, parses and verifies a file, and writes the warnings; - is standard input.
func (a *app) read(ctx context.Context, name string) (*inflight.Module, error) {
	return a.readFor(ctx, name, false)
}

// readFor is read for a program. passes says whether passes will make the program larger.
func (a *app) readFor(ctx context.Context, name string, passes bool) (*inflight.Module, error) {
	if namesPTX(name) {
		return nil, onlyJudged(name)
	}
	file, err := a.open(name)
	if err != nil {
		return nil, err
	}
	return a.parse(ctx, file, passes)
}

// parse parses and verifies a file for readFor.
func (a *app) parse(ctx context.Context, file *diag.File, passes bool) (*inflight.Module, error) {
	file, err := disassembled(file)
	if err != nil {
		return nil, err
	}
	postponeGC(len(file.Content), passes)
	m, err := inflight.ParseContext(ctx, a.format, file)
	if err != nil {
		return nil, err
	}
	a.warn(m.Warnings())
	return m, nil
}

// pipeline pipelines a program and writes the warnings.
func (a *app) pipeline(ctx context.Context, m *inflight.Module) (*inflight.Module, error) {
	piped, err := m.Pipeline(ctx)
	if err != nil {
		return nil, err
	}
	a.warn(piped.Warnings())
	return piped, nil
}

// warn writes warnings and remarks, if there are any.
func (a *app) warn(l diag.List) {
	if len(l) > 0 {
		a.render(l)
	}
}

// inputFormat adds the flag for the language of the input.
func (a *app) inputFormat(c *cobra.Command) {
	c.Flags().Var(&a.format, "input-format",
		"FILE's `lang`uage, mlir or tvmscript (default: by\nits name, .mlir or .py, else by its text)")
	completeLanguage(c, "input-format")
	c.ValidArgsFunction = completePrograms
}

// completeLanguage is oneOf for a flag that accepts a language or one of the other words.
func completeLanguage(c *cobra.Command, flag string, others ...string) {
	oneOf(c, flag, false, append([]string{language.MLIR.String(), language.TVMScript.String()}, others...)...)
}

// completePrograms lets shells complete names of files that hold programs.
func completePrograms(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return language.Extensions, cobra.ShellCompDirectiveFilterFileExt
}
