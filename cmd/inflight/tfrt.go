package main

import (
	"context"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/bef"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/tfrt"
	executor "github.com/inflight-compiler/inflight/exec/tfrt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// befTarget is the value of --to for BEF files.
const befTarget = "bef"

// isTFRT reports whether a program is one of TFRT: a function of it ends with tfrt.return.
func isTFRT(m *inflight.Module) bool {
	for op := range m.Op().Body().Ops() {
		if op.Is(function.Func) && !op.Region(0).Empty() {
			if end := op.Region(0).Entry().Last(); end != nil && end.Is(tfrt.Return) {
				return true
			}
		}
	}
	return false
}

// disassembled returns the text of a BEF file, and other files as they are.
func disassembled(file *diag.File) (*diag.File, error) {
	if !bef.IsBEF(file.Content) {
		return file, nil
	}
	f, err := bef.Read(file.Name, file.Content)
	if err != nil {
		return nil, err
	}
	c := all.NewContext()
	c.AllowUnregistered = true
	m, err := f.Module(c)
	if err != nil {
		return nil, err
	}
	if errs := ir.Verify(m); len(errs) > 0 {
		return nil, diag.List(errs).Err()
	}
	out := diag.NewFile(file.Name, []byte(text.String(m, text.PrintOptions{})))
	out.ReadAs("mlir")
	return out, nil
}

// runTFRT executes a program of TFRT: what is in a file, or a module that becomes one in memory.
func (a *app) runTFRT(c *cobra.Command, file *bef.File, flags runFlags) error {
	for _, name := range []string{"arg", "dim", "out", "print", "compare", "trace", "measure", "json",
		"seed"} {
		if c.Flags().Changed(name) {
			return usagef("--%s: programs of TFRT are executed as they are, and print what they return", name)
		}
	}
	p, err := executor.New(file)
	if err != nil {
		return err
	}
	config, err := flags.config()
	if err != nil {
		return err
	}
	failed := false
	workers := int(flags.limits.threads)
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	err = p.Run(c.Context(), executor.Config{
		Workers: workers, Output: a.out, Entry: flags.inputs.entry, Engine: flags.engine,
		Code: config.Code, Run: config.Options,
		Report: func(d *diag.Diagnostic) { failed = true; a.render(d) },
	})
	if err == nil && failed {
		return exitStatus(exitError)
	}
	return err
}

// runBEF executes a BEF file.
func (a *app) runBEF(c *cobra.Command, file *diag.File, flags runFlags) error {
	f, err := bef.Read(file.Name, file.Content)
	if err != nil {
		return err
	}
	return a.runTFRT(c, f, flags)
}

// runModule executes a module of TFRT by way of a BEF file in memory.
func (a *app) runModule(c *cobra.Command, m *inflight.Module, flags runFlags) error {
	f, err := bef.Encode(m.Op(), bef.Options{})
	if err != nil {
		return err
	}
	return a.runTFRT(c, f, flags)
}

// translateBEF writes a program as a BEF file.
func (a *app) translateBEF(ctx context.Context, m *inflight.Module, output string) error {
	f, err := bef.Encode(m.Op(), bef.Options{})
	if err != nil {
		return err
	}
	return a.writeText(ctx, output, f.Bytes())
}
