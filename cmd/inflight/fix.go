package main

import (
	"bytes"
	"cmp"
	"context"
	"io"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/accepted"
	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/language"
	"github.com/inflight-compiler/inflight/ptx/judge"
	ptxrepair "github.com/inflight-compiler/inflight/ptx/repair"
	"github.com/inflight-compiler/inflight/repair"
)

var codeFixLanguage = diag.Register("fix-language", "check --fix was given a program that it cannot rewrite",
	"Repairs are written into MLIR text. Translate the program first: inflight translate FILE --to=mlir -o "+
		"FILE.mlir.")

var codeFixThreads = diag.Register("fix-threads",
	"check --fix was given loops over threads that exchange data",
	"Such loops are judged as the kernels that they become, with barriers that the text does not have, so "+
		"that a repair has no place in the text. Make kernels of them first.")

// fixProgram repairs a program without pipelining it, and prints the difference. If write is set, it rewrites
// the file.
func (a *app) fixProgram(ctx context.Context, file *diag.File, name string, write bool) error {
	m, err := inflight.ParseContext(ctx, a.format, file)
	if err != nil {
		return err
	}
	if m.Language() != language.MLIR {
		return diag.Errorf(codeFixLanguage, file.Span(0, 0), "only MLIR text is repaired").
			Suggest("translate it first: inflight translate %s --to=mlir -o fixed.mlir", name)
	}
	core, err := m.Core(ctx)
	if err != nil {
		return err
	}
	if threads, err := core.Threads(ctx); err != nil || threads != core {
		return cmp.Or(err,
			error(diag.Errorf(codeFixThreads, file.Span(0, 0),
				"threads exchange data in loops that are bound to them, and these loops are not repaired").
				Suggest(
					"write the kernel: inflight opt %s --convert-thread-loops-to-gpu --place-gpu-barriers",
					name)))
	}
	result, err := repair.Program(ctx, file, a.parseForRepair(ctx), check.Options{})
	if err != nil {
		return err
	}
	if err := a.showFix(ctx, file, name, result.Source, write); err != nil {
		return err
	}
	return a.reportCheck(result.Report, nil, false)
}

// fixPTX is fixProgram for the kernels of a file, in the launches that the flags describe.
func (a *app) fixPTX(ctx context.Context, file *diag.File, name string, launch launchFlags, entry string,
	args []string, write bool) error {
	of := map[*judge.Report]*judge.Study{}
	result, err := ptxrepair.Text(ctx, file,
		func(ctx context.Context, file *diag.File) ([]*judge.Report, error) {
			studies, err := a.judgePTX(ctx, file, launch, entry, args)
			accepts := accepted.New(file, nil)
			var reports []*judge.Report
			for _, s := range studies {
				acceptPTX(accepts, s.Report)
				s.Settle()
				of[s.Report] = s
				reports = append(reports, s.Report)
			}
			return reports, err
		})
	if err != nil {
		return err
	}
	if err := a.showFix(ctx, file, name, result.Source, write); err != nil {
		return err
	}
	var studies []*judge.Study
	for _, r := range result.Reports {
		studies = append(studies, of[r])
	}
	return a.reportPTX(toldStudies(studies, false, launch.quiet))
}

// showFix prints how a repaired text differs from a file, and rewrites the file if write is set.
func (a *app) showFix(ctx context.Context, file *diag.File, name string, source []byte, write bool) error {
	if err := a.writeSource(
		diff.Diff(diag.Printable(name), file.Content, diag.Printable(name)+" (fixed)", source)); err != nil {
		return err
	}
	if !write || bytes.Equal(source, file.Content) {
		return nil
	}
	return rewrite(ctx, name, source)
}

func (a *app) parseForRepair(ctx context.Context) func(file *diag.File) (*ir.Op, error) {
	return func(file *diag.File) (*ir.Op, error) {
		m, err := inflight.ParseContext(ctx, a.format, file)
		if err == nil {
			m, err = m.Core(ctx)
		}
		if err != nil {
			return nil, err
		}
		return m.Op(), nil
	}
}

// rewrite replaces the content of a file.
func rewrite(ctx context.Context, name string, content []byte) error {
	return writeFile(ctx, name, func(w io.Writer) error { _, err := w.Write(content); return err })
}
