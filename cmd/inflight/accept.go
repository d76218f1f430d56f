package main

import (
	"context"
	"errors"
	"io/fs"
	"slices"

	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/accepted"
	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/judge"
)

// acceptance holds the flags about findings that somebody has accepted.
type acceptance struct {
	baseline, write, reason string
}

// acceptFlags adds the flags of check about baseline files.
func (a *app) acceptFlags(c *cobra.Command) {
	c.Flags().StringVar(&a.acceptance.baseline, "baseline", "",
		"accept the findings that `FILE` lists")
	c.Flags().StringVar(&a.acceptance.write, "write-baseline", "",
		"list the findings in `FILE`, for --baseline")
	c.Flags().StringVar(&a.acceptance.reason, "reason", "",
		"the `reason` that --write-baseline writes")
}

// acceptedInRuns adds the flag of run about a baseline file.
func (a *app) acceptedInRuns(c *cobra.Command) {
	c.Flags().StringVar(&a.acceptance.baseline, "baseline", "",
		"accept the findings in PTX that `FILE` lists")
}

// check returns an error for flags that contradict each other.
func (f *acceptance) check() error {
	switch {
	case f.baseline != "" && f.write != "":
		return usagef("--write-baseline lists all findings anew, and keeps the reasons that its file has: " +
			"leave --baseline out")
	case f.reason != "" && f.write == "":
		return usagef("--reason is for --write-baseline")
	}
	return nil
}

// accepts returns what is accepted of the findings in a file.
func (a *app) accepts(file *diag.File) (*accepted.Set, error) {
	if a.acceptance.baseline == "" {
		return accepted.New(file, nil), nil
	}
	baseline, err := readBaseline(a.acceptance.baseline)
	return accepted.New(file, baseline), err
}

func readBaseline(name string) (*accepted.Baseline, error) {
	file, err := inflight.OpenFile(name)
	if err != nil {
		return nil, err
	}
	return accepted.ReadBaseline(file)
}

// writeBaseline lists findings of a file in the baseline file, which keeps its findings of other files.
func (a *app) writeBaseline(ctx context.Context, file *diag.File, findings diag.List) error {
	old, err := readBaseline(a.acceptance.write)
	if errors.Is(err, fs.ErrNotExist) {
		old, err = &accepted.Baseline{}, nil
	}
	if err != nil {
		return err
	}
	next := old.With(file.Name, findings, a.acceptance.reason)
	if err := writeFile(ctx, a.acceptance.write, next.Write); err != nil {
		return err
	}
	_, err = diag.Fprintf(a.out, "wrote %s with %s of %s\n", a.acceptance.write,
		diag.Count(next.Of(file.Name), "finding"), file.Name)
	return err
}

// tellAccepted keeps what was accepted for the formats that have it and, in text, counts it. It returns err.
func (a *app) tellAccepted(s *accepted.Set, err error) error {
	a.findings.suppressed = s.Suppressed
	if n := len(s.Suppressed); n > 0 && !a.json && !a.findings.isWhole() {
		if _, failed := diag.Fprintf(a.out, "accepted: %s\n", diag.Count(n, "finding")); failed != nil {
			return failed
		}
	}
	return err
}

// acceptPTX takes what is accepted out of a report. Comments count in the PTX and in its source.
func acceptPTX(s *accepted.Set, r *judge.Report) {
	sources := judge.NewSources(r.Kernel.Module(), sourceOf(r.Kernel.Module().File.Name))
	r.Accept(func(d *diag.Diagnostic) bool { return s.Accepts(d, sources.Lead(diag.List{d})[0].Span) })
}

// acceptProgram takes what is accepted out of a report.
func acceptProgram(s *accepted.Set, r *check.Report) {
	r.Accept(func(d *diag.Diagnostic) bool { return s.Accepts(d) })
}

// leadToSource gives findings in PTX the places of their source. Their fingerprints stay those of the PTX.
func (a *app) leadToSource(r *judge.Report, findings diag.List) diag.List {
	module := r.Kernel.Module()
	led := judge.NewSources(module, sourceOf(module.File.Name)).Lead(findings)
	for i, d := range led {
		a.findings.origins[d] = findings[i]
	}
	return led
}

// ptxFindings returns all findings of reports, not one for each cause.
func ptxFindings(reports []*judge.Report) diag.List {
	var all diag.List
	for _, r := range reports {
		all.Add(r.AllDiagnostics()...)
	}
	return all
}

// isJudged reports whether the findings in a function of a text were looked for: all kernels were judged, or
// this one.
func isJudged(reports []*judge.Report, function string) bool {
	kernels := reports[0].Kernel.Module().Kernels()
	return len(reports) == len(kernels) || slices.ContainsFunc(reports, func(r *judge.Report) bool {
		return r.Kernel.Name == function
	})
}
