package inflight

import (
	"context"
	"fmt"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/timeline"
)

// RunConfig says what Run runs and on what.
type RunConfig struct {
	Entry  string // "" for the only public function
	Engine string // "" for the simulator
	exec.Inputs
	// Limits bound what the program may use on the engine.
	Limits exec.Limits
	// Progress, if not nil, is told what is being done and how far it is.
	Progress func(phase string, steps int64)
}

// RunReport is what Run found and made.
type RunReport struct {
	File      string // as diagnostics call it
	Entry     string
	Engine    string
	Arguments []exec.Argument // with their contents after the run
	Returns   []sim.Value
	Check     *check.Report
	// SequentialTicks and PipelinedTicks are the lengths of the program in the
	// timed mode of the abstract machine, as written and pipelined.
	SequentialTicks, PipelinedTicks int64
	Timeline                        *timeline.Timeline
	// Truncated says that the timeline ends before the run does.
	Truncated bool
	// Difference says where the results differ from those of the sequential
	// program, "" if they are equal bit by bit.
	Difference string
	// Warnings are the warnings and remarks of pipelining.
	Warnings diag.List

	written *Module
}

var codeDiffers = diag.Register("run-differs", "the pipelined program does not compute what the program as written does",
	"This is a mistake in Inflight, or a race in the program as written. Please report it with the program.")

// Run pipelines the program, judges it, runs it on an engine, and compares the
// results with those of the program as written, run in order. A program whose
// synchronization is not proven is not run.
func (m *Module) Run(ctx context.Context, c RunConfig) (*RunReport, error) {
	r := &runner{ctx: ctx, config: c}
	if err := r.prepare(m); err != nil {
		return nil, err
	}
	for _, step := range []func() error{r.judge, r.runOracle, r.runEngine, r.time, r.compare} {
		if err := step(); err != nil {
			return r.report, err
		}
	}
	return r.report, nil
}

// runner is one Run in progress.
type runner struct {
	ctx           context.Context
	config        RunConfig
	written       *Module
	piped         *Module
	engine        exec.Engine
	report        *RunReport
	oracle        []exec.Argument
	oracleReturns []sim.Value
	inputs        []exec.Argument
}

func (r *runner) prepare(m *Module) (err error) {
	name := r.config.Engine
	if name == "" {
		name = "sim"
	}
	if r.engine, err = exec.Lookup(name); err != nil {
		return err
	}
	fn, err := exec.Entry(m.op, r.config.Entry)
	if err != nil {
		return err
	}
	if r.inputs, err = r.config.Arguments(fn); err != nil {
		return err
	}
	r.report = &RunReport{File: fn.Span().Place().Filename, Entry: fn.SymbolName(), Engine: name, written: m}
	r.written = m
	if r.piped, err = m.Pipeline(); err != nil {
		return err
	}
	r.report.Warnings = r.piped.Warnings()
	return nil
}

// judge checks the pipelined program. Hazards are errors.
func (r *runner) judge() (err error) {
	r.phase("checking", 0)
	if r.report.Check, err = r.piped.Check(check.Options{}); err != nil {
		return err
	}
	var errs diag.List
	for _, f := range r.report.Check.Functions {
		for _, h := range f.Hazards {
			errs.Add(h.Diagnostic())
		}
	}
	return errs.Err()
}

// runOracle runs the program as written, in order.
func (r *runner) runOracle() error {
	r.oracle = exec.Clone(r.inputs)
	result, err := r.simulate(r.written, sim.Config{Mode: sim.Sequential, Hazards: true}, r.oracle, "running in order")
	if err != nil {
		return err
	}
	r.oracleReturns = result.Returns
	return exec.HazardErrors(result.Hazards)
}

// runEngine runs the pipelined program.
func (r *runner) runEngine() (err error) {
	r.report.Arguments = exec.Clone(r.inputs)
	o := exec.Options{Seed: r.config.Seed, Limits: r.config.Limits, Progress: func(steps int64) { r.phase("running on "+r.engine.Name(), steps) }}
	r.report.Returns, err = r.engine.Run(r.ctx, r.piped.op, r.report.Entry, exec.Values(r.report.Arguments), o)
	return err
}

// time measures both programs in the timed mode of the abstract machine.
func (r *runner) time() error {
	written, err := r.simulate(r.written, sim.Config{Mode: sim.Timed}, exec.Clone(r.inputs), "timing")
	if err != nil {
		return err
	}
	piped, err := r.simulate(r.piped, sim.Config{Mode: sim.Timed, Trace: true}, exec.Clone(r.inputs), "timing")
	if err != nil {
		return err
	}
	r.report.SequentialTicks, r.report.PipelinedTicks = written.Ticks, piped.Ticks
	r.report.Timeline, r.report.Truncated = Timeline(piped), piped.Truncated
	return nil
}

func (r *runner) simulate(m *Module, c sim.Config, args []exec.Argument, phase string) (*sim.Result, error) {
	program, err := sim.Compile(m.op, r.report.Entry)
	if err != nil {
		return nil, err
	}
	c.Progress = func(steps int64) { r.phase(phase, steps) }
	return program.Run(r.ctx, c, exec.Values(args))
}

func (r *runner) phase(name string, steps int64) {
	if r.config.Progress != nil {
		r.config.Progress(name, steps)
	}
}

// compare looks for the first difference between the results.
func (r *runner) compare() error {
	r.report.Difference = difference(r.oracle, r.report.Arguments)
	for i, v := range r.oracleReturns {
		if r.report.Difference == "" && !v.Equal(r.report.Returns[i]) {
			r.report.Difference = fmt.Sprintf("result %d differs", i)
		}
	}
	if r.report.Difference != "" {
		return diag.Errorf(codeDiffers, entrySpan(r.written, r.report.Entry), "%s", r.report.Difference)
	}
	return nil
}

func entrySpan(m *Module, entry string) diag.Span {
	return ir.NewSymbolTables().Lookup(m.op, entry).Span()
}

// difference names the first argument whose contents differ, and the element.
func difference(want, got []exec.Argument) string {
	for i := range want {
		w, g := want[i].Value.Buffer, got[i].Value.Buffer
		if w == nil || w.Equal(g) {
			continue
		}
		for at := range w.Data {
			if w.Data[at] != g.Data[at] {
				element := int64(at) / sim.ElementSize(w.Type.Elem)
				return fmt.Sprintf("argument '%s' differs from the sequential result at element %d", want[i].Name, element)
			}
		}
	}
	return ""
}

// Timeline returns the events of a timed run for drawing.
func Timeline(result *sim.Result) *timeline.Timeline {
	kinds := map[sim.EventKind]timeline.Kind{sim.Compute: timeline.Compute, sim.Async: timeline.Async, sim.Waiting: timeline.Wait}
	tl := &timeline.Timeline{}
	for _, e := range result.Events {
		tl.Add(timeline.Event{
			Lane: e.Lane, Label: e.Label, Iteration: int(e.Iteration), Start: e.Start, End: e.End, Kind: kinds[e.Kind],
		})
	}
	return tl
}
