package main

import (
	"context"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/analysis/chains"
	"github.com/inflight-compiler/inflight/bef"
	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	executor "github.com/inflight-compiler/inflight/exec/tfrt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// befTarget is the value of --to for BEF files.
const befTarget = "bef"

// isTFRT reports whether a program is one of TFRT: a function of it ends with tfrt.return.
func isTFRT(m *inflight.Module) bool {
	for op := range m.Op().Body().Ops() {
		if chains.IsTFRT(op) {
			return true
		}
	}
	return false
}

var codeUnordered = diag.Register("tfrt-unordered", "nothing orders the effects of two kernels of TFRT",
	"Chains order effects, and nothing else does: give the second kernel the chain of the first one, or one "+
		"that tfrt.merge.chains makes of its results. The blocks of a parallel loop have no order at all.")

// writeJudged writes a verdict. Functions of TFRT have no memory in common, so that theirs is on the order of
// their effects; the pairs without an order are returned as warnings.
func (a *app) writeJudged(report *check.Report, m *ir.Op) (warnings diag.List, err error) {
	judge := chains.New(m)
	for i, f := range report.Functions {
		if i > 0 {
			fmt.Fprintln(a.out)
		}
		diag.Fprintf(a.out, "@%s\n\n", f.Name)
		if !chains.IsTFRT(f.Op) {
			err = f.WriteText(a.out)
		} else {
			o := judge.Function(f.Op)
			_, err = fmt.Fprintf(a.out, "verdict: %s\n", orderText(o))
			for _, p := range o.Unordered {
				warnings.Add(unordered(p))
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return warnings, nil
}

// orderText says in which order effects are.
func orderText(o chains.Order) string {
	const noMemory = "its kernels share no memory"
	switch {
	case o.Effects == 0:
		return "nothing to judge: " + noMemory + ", and none has an effect"
	case len(o.Unordered) > 0:
		return fmt.Sprintf("nothing orders %d of its %d effects behind the one before; "+noMemory,
			len(o.Unordered), o.Effects)
	case o.Effects == 1:
		return "its one effect needs no order; " + noMemory
	}
	return fmt.Sprintf("its %d effects are ordered; "+noMemory, o.Effects)
}

func unordered(p chains.Pair) *diag.Diagnostic {
	if p.First == p.Second {
		return diag.Warningf(codeUnordered, p.Second.Span(),
			"nothing orders the effects of the blocks of this loop")
	}
	return diag.Warningf(codeUnordered, p.Second.Span(),
		"nothing orders the effect of '%s' behind the one before",
		p.Second.Name()).Note(p.First.Span(), "the one before is here")
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
