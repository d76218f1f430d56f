package main

import (
	"context"
	"errors"
	"io/fs"
	"strings"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/frontend/hlo/assignment"
	"github.com/inflight-compiler/inflight/frontend/hlo/judge"
	"github.com/inflight-compiler/inflight/language"
	"github.com/inflight-compiler/inflight/opt"
)

// isHLO reports whether a file holds HLO, as text or as a protocol buffer, which readHLO refuses. It returns
// false if --input-format names a language, which is given.
func isHLO(given language.Language, file *diag.File) bool {
	return given == language.Unknown && (hlo.IsHLO(file.Content) || hlo.IsBinary(file.Content))
}

// readHLO parses and verifies a module of HLO, and writes its warnings.
func (a *app) readHLO(ctx context.Context, file *diag.File) (*hlo.Module, error) {
	m, errs := hlo.Parse(ctx, file)
	if len(errs) > 0 {
		return nil, errs.Err()
	}
	found := hlo.Verify(m)
	if err := found.Err(); err != nil {
		return nil, err
	}
	a.warn(found)
	return m, nil
}

// optHLO reads a module of HLO and prints it, in a better order if the flag for that is there.
func (a *app) optHLO(ctx context.Context, file *diag.File, config opt.Config, order *string) error {
	const instead = "is not for HLO: opt verifies it, gives it an order with --" + latencyHiding +
		", and prints it"
	switch {
	case len(config.Passes) > 0:
		return usagef("--%s %s", config.Passes[0].Name, instead)
	case config.Pipeline != "":
		return usagef("--pass-pipeline %s", instead)
	case config.Emit != language.Unknown:
		return usagef("--emit: HLO is printed as HLO")
	}
	m, err := a.readHLO(ctx, file)
	if err != nil {
		return err
	}
	if order == nil {
		return a.writeText(ctx, config.Output, m.Append(nil))
	}
	return a.scheduleHLO(ctx, m, *order, config.Output)
}

// checkHLO judges a module of HLO and reports what it found.
func (a *app) checkHLO(ctx context.Context, file *diag.File, f *checkFlags) error {
	switch {
	case f.fix || f.showFix:
		return usagef("--fix and --diff are not for HLO: the messages say what to move")
	case f.asIs || f.kernel != "" || len(f.args) > 0:
		return usagef("--as-is, --entry and --arg are not for HLO: a module is judged as it is scheduled")
	}
	if err := f.launch.onlyPTX(); err != nil {
		return err
	}
	m, err := a.readHLO(ctx, file)
	if err != nil {
		return badInput(err)
	}
	if len(f.buffers) > 1 {
		return usagef("--buffers: one module has one buffer assignment")
	}
	buffers, err := buffersOf(file, strings.Join(f.buffers, ""))
	if err != nil {
		return badInput(err)
	}
	report, err := judge.Check(ctx, m, judge.Options{Buffers: buffers, Open: sourceOf(file.Name)})
	if err != nil {
		return badInput(err)
	}
	accepts, err := a.accepts(file)
	if err != nil {
		return err
	}
	if a.acceptance.write != "" {
		return a.writeBaseline(ctx, file, report.Findings)
	}
	report.Accept(func(d *diag.Diagnostic) bool { return accepts.Accepts(d) })
	a.warn(accepts.Complaints(nil))
	return a.tellAccepted(accepts, a.reportHLO(report))
}

// buffersOf returns the buffer assignment that the command line names, or the one beside a dump of XLA, nil
// if there is none.
func buffersOf(module *diag.File, name string) (*assignment.Assignment, error) {
	given := name != ""
	if !given {
		if name = assignment.Beside(module.Name); name == "" {
			return nil, nil
		}
	}
	file, err := inflight.OpenFile(name)
	if !given && errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return assignment.Read(file)
}

// reportHLO writes a report and its findings. If there are errors, it returns the exit status.
func (a *app) reportHLO(r *judge.Report) (err error) {
	switch {
	case a.findings.isWhole():
	case a.json:
		err = writeJSON(a.out, hloJSON(r))
	default:
		err = r.WriteText(a.out)
	}
	if err != nil {
		return err
	}
	a.warn(r.Findings)
	switch {
	case !r.OK():
		return exitStatus(exitError)
	case r.Partial:
		return exitStatus(exitUndecided)
	}
	return nil
}

// hloReportJSON is the report on a module of HLO as JSON.
type hloReportJSON struct {
	Module    string `json:"module"`
	Scheduled bool   `json:"scheduled"`
	// Buffers is the file with the buffer assignment, null without one.
	Buffers    *string            `json:"buffers"`
	Operations []hloOperationJSON `json:"operations"`
	InFlight   int                `json:"in_flight"` // at once, at most
	Hazards    int                `json:"hazards"`
	Warnings   int                `json:"warnings"` // what is wrong only if an instruction works in place
	OK         bool               `json:"ok"`       // nothing is wrong
	Complete   bool               `json:"complete"` // everything was judged
	Verdict    string             `json:"verdict"`
}

// hloOperationJSON is an asynchronous operation of a module.
type hloOperationJSON struct {
	Name   string `json:"name"` // of the start
	Line   int    `json:"line"`
	Kind   string `json:"kind"`
	Stream string `json:"stream"` // "" for the usual one
	// Done is the line of the done, null if the judge has not found it.
	Done        *int  `json:"done"`
	Synchronous bool  `json:"synchronous"`
	Beside      int64 `json:"beside"` // instructions with accesses while it is in flight, at most
	Hazards     int   `json:"hazards"`
}

func hloJSON(r *judge.Report) hloReportJSON {
	j := hloReportJSON{Module: r.Module.Name, Scheduled: r.Scheduled, Operations: []hloOperationJSON{},
		InFlight: r.InFlight, Hazards: r.Hazards, Warnings: r.Warnings, OK: r.OK(), Complete: !r.Partial,
		Verdict: r.Verdict()}
	if r.Buffers != nil {
		j.Buffers = &r.Buffers.File.Name
	}
	for _, o := range r.Operations {
		told := hloOperationJSON{Name: o.Start.Name, Line: o.Start.Span().Place().Line, Kind: o.Kind,
			Stream: o.Thread, Synchronous: o.Synchronous, Beside: o.Beside, Hazards: o.Hazards}
		if o.Done != nil {
			line := o.Done.Span().Place().Line
			told.Done = &line
		}
		j.Operations = append(j.Operations, told)
	}
	return j
}
