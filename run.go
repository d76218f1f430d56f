package inflight

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/printed"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/target/llvm"
	"github.com/inflight-compiler/inflight/timeline"
	"github.com/inflight-compiler/inflight/transform/loop/optimizeloops"
	"github.com/inflight-compiler/inflight/value"
)

// RunConfig says what Run runs and on what.
type RunConfig struct {
	Entry string // "" for the only public function, or of several @main
	// Engine is the name of an engine, "" for wasm or, for programs that it cannot compile, the simulator.
	Engine string
	// BoundsChecks has the engine native check every access to memory; the others always do.
	BoundsChecks bool
	// DeviceGraphs has the engines native and cuda give the device graphs of its operations, in place of
	// streams and events.
	DeviceGraphs bool
	// FastMath lets the engine wasm compute sums and products of floats in another order, so that they become
	// vectors.
	FastMath bool
	exec.Inputs
	// Limits bound what the program may use on the engine.
	Limits exec.Limits
	// Compare says when the program is simulated beside its run.
	Compare Compare
	// Measure is how long the program as written and the pipelined one may run in turn on the engine, to
	// compare their times; 0 for not at all. MeasureTurns is how often they do at most, 0 for 15 times.
	Measure      time.Duration
	MeasureTurns int
	// Trace asks for a timeline of what really ran.
	Trace bool
	// Output is where the program prints, once, while it runs on the engine; nil drops what it prints.
	Output *printed.Output
	// Progress, if not nil, is told what is being done and how far it is.
	Progress func(phase string, steps int64)
}

// Compare says when Run has the simulator run the program as well: as written and in order, to compare the
// results, and in time, for the timeline.
type Compare uint8

// The choices.
const (
	// if that is a matter of a fraction of a second, and always if the simulator is the engine
	CompareAuto   Compare = iota
	CompareAlways         // however long it takes
	CompareNever
)

// compareSteps is how many steps of the simulator are a fraction of a second.
const compareSteps = 10_000_000

// RunReport is what Run found and made.
type RunReport struct {
	File      string // as diagnostics call it
	Entry     string
	Engine    string
	About     exec.Description // of the engine
	Arguments []exec.Argument  // with their contents after the run
	Returns   []value.Value
	Check     *check.Report
	// CompileTime and RunTime are what the engine took to prepare the function, and the function to run. The
	// simulator prepares nothing.
	CompileTime, RunTime time.Duration
	// Device is what ran on a device, nil if nothing did.
	Device *exec.DeviceUsage
	// Operations and Bytes are the floating-point operations of the function, and the sizes of the buffers
	// that it reads and writes, as package opcount counts them; nil if they are not known.
	Operations, Bytes *int64
	// Equality says how the results compare with those of the program as written.
	Equality Equality
	// OnEngine says that they were compared with those of the program as written on the same engine, in place
	// of the simulator's.
	OnEngine bool
	// Rounding is the largest difference of two floats, as a multiple of the largest magnitude in the same
	// buffer.
	Rounding float64
	// SequentialTicks and PipelinedTicks are the lengths of the program in the timed mode of the abstract
	// machine, as written and pipelined.
	SequentialTicks, PipelinedTicks int64
	// InTurn is what running the program as written and the pipelined one in turn has shown, nil if that was
	// not done.
	InTurn *InTurn
	// TooLong is the time that was not enough for it, 0 if it was, or nothing is asynchronous.
	TooLong time.Duration
	// Measured is the timeline of what ran, in microseconds, if it was asked for and the engine measures it;
	// nil otherwise.
	Measured *timeline.Timeline
	// Timeline is that of the abstract machine, nil if the program was not simulated in time.
	Timeline *timeline.Timeline
	// Truncated says that the timeline ends before the run does.
	Truncated bool
	// Difference says where the results differ from those of the sequential program, "" if they do not.
	Difference string
	// Warnings are the warnings and remarks of pipelining, of the choice of the engine, and of the simulator.
	Warnings diag.List

	written *Module
	before  []exec.Argument // as they were before the run
	tried   bool            // to simulate the program as written
}

// Equality says how two results compare.
type Equality uint8

// The ways in which results are equal, or not known to be.
const (
	NotCompared Equality = iota
	EqualBits
	// but for the rounding of functions of mathematics, which engines compute in different ways, or of sums
	// with FastMath
	EqualRounded
)

var codeNotCompared = diag.Register("run-not-compared",
	"the result of a run is not compared with that of the program as written",
	"The simulator would run the program in order, and cannot execute the operation at the place. The "+
		"engine "+
		"that was chosen can, and its result stands without a second one. --compare always makes an error "+
		"of "+
		"it, and --compare never does not try.")

var codeDiffers = diag.Register("run-differs",
	"the pipelined program does not compute what the program as written does",
	"This is a mistake in Inflight, or a race in the program as written. Please report it with the program.")

// Run pipelines the program, judges it, runs it on an engine, and compares the results with those of the
// program as written, run in order. A program whose synchronization is not proven is not run.
func (m *Module) Run(ctx context.Context, c RunConfig) (*RunReport, error) {
	r := &runner{ctx: ctx, config: c}
	if err := r.prepare(m); err != nil {
		return nil, err
	}
	for _, step := range []func() error{r.judge, r.compile, r.runOracle, r.runEngine, r.compare, r.time,
		r.measure} {
		if err := step(); err != nil {
			return r.report, err
		}
	}
	return r.report, nil
}

// runner is one Run in progress.
type runner struct {
	ctx    context.Context
	config RunConfig
	*proof
	entry         *ir.Op
	program       exec.Program
	report        *RunReport
	compared      bool            // the oracle has run
	oracle        []exec.Argument // after its run
	oracleReturns []value.Value
	inputs        []exec.Argument
}

func (r *runner) prepare(m *Module) (err error) {
	if err := ready(r.ctx, r.config.Engine); err != nil {
		return err
	}
	if m, err = m.onBuffers(r.ctx); err != nil {
		return err
	}
	if r.entry, err = exec.Entry(m.op, r.config.Entry); err != nil {
		return err
	}
	r.config.Memory = r.config.Limits.Memory
	if r.inputs, err = r.config.ArgumentsContext(r.ctx, r.entry); err != nil {
		return err
	}
	r.report = &RunReport{File: r.entry.Span().Place().Filename, Entry: r.entry.SymbolName(),
		Engine: r.config.Engine, written: m}
	if r.proof, err = newProof(r.ctx, m, PipelineOptions{}); err != nil {
		return err
	}
	r.report.Warnings = r.warnings
	r.report.count(r)
	return nil
}

// judge checks the pipelined program. Hazards are errors.
func (r *runner) judge() error {
	r.phase("checking", 0)
	err := r.proof.judge(r.ctx)
	r.report.Check, r.report.Warnings = r.verdict, r.warnings
	return err
}

// compile prepares the pipelined program, on an engine that suits it if none was named.
func (r *runner) compile() error {
	r.phase("compiling", 0)
	start := time.Now()
	if r.config.FastMath {
		r.piped.op.SetAttr(optimizeloops.FastMath, r.piped.op.Context().Unit)
	}
	engine, program, remark, err := prepare(r.ctx, r.piped.op, r.report.Entry, r.config.Engine,
		llvm.Config{BoundsChecks: r.config.BoundsChecks, Graphs: r.config.DeviceGraphs})
	if err != nil {
		return err
	}
	if remark != nil {
		r.report.Warnings.Add(remark)
	}
	r.report.Warnings.Add(exec.Remarks(engine, r.piped.op)...)
	r.program, r.report.CompileTime = program, time.Since(start)
	r.report.Engine, r.report.About = engine.Name(), engine.Describe()
	return nil
}

// simulates reports whether the engine is the simulator.
func (r *runner) simulates() bool { return r.report.About.Simulates }

// bounded reports whether the simulator must not take long.
func (r *runner) bounded() bool { return r.config.Compare == CompareAuto && !r.simulates() }

// runOracle runs the program as written, in order, unless that takes too long. What it prints is dropped,
// unless it fails.
func (r *runner) runOracle() error {
	if r.config.Compare == CompareNever {
		return nil
	}
	r.report.tried = true
	if r.bounded() && r.report.Operations != nil && *r.report.Operations > 4*compareSteps {
		return nil // no need to try
	}
	oracle := exec.Clone(r.inputs)
	var text, notes bytes.Buffer
	output := printed.NewOutput(&text, &notes)
	result, err := r.simulate(r.written, sim.Config{Mode: sim.Sequential, Hazards: true, Output: output},
		oracle, "running in order")
	if err != nil && r.config.Output != nil { // the engine will not print it
		_, _ = r.config.Output.Write(text.Bytes())
		r.config.Output.Note(notes.Bytes())
	}
	if result == nil {
		return err
	}
	r.compared, r.oracle, r.oracleReturns = true, oracle, result.Returns
	r.remark(result.Remarks())
	return exec.HazardErrors(result.Hazards)
}

// runEngine runs the pipelined program.
func (r *runner) runEngine() (err error) {
	r.phase("running on "+r.report.Engine, 0)
	r.report.before, r.report.Arguments = r.inputs, exec.Clone(r.inputs)
	o := exec.Options{
		Seed: r.config.Seed, Limits: r.config.Limits,
		Progress:     func(steps int64) { r.phase("running on "+r.report.Engine, steps) },
		Ran:          func(d time.Duration) { r.report.RunTime = d },
		Device:       func(u *exec.DeviceUsage) { r.report.Device = u },
		DeviceGraphs: r.config.DeviceGraphs,
		Output:       r.config.Output,
	}
	if r.config.Trace {
		o.Trace = &timeline.Timeline{}
	}
	start := time.Now()
	r.report.Returns, err = r.program.Run(r.ctx, exec.Values(r.report.Arguments), o)
	if r.report.RunTime == 0 {
		r.report.RunTime = time.Since(start)
	}
	if o.Trace != nil && len(o.Trace.Events) > 0 {
		r.report.Measured = o.Trace
	}
	return err
}

// time measures both programs in the timed mode of the abstract machine, if the oracle has shown that this
// does not take too long, and if it was asked for by name or anything is asynchronous. Where the pipelined
// program has not run on the simulator, its hazards are found here.
func (r *runner) time() error {
	if !r.compared || !r.simulates() && !isAsynchronous(r.piped.op) {
		return nil
	}
	written, err := r.simulate(r.written, sim.Config{Mode: sim.Timed}, exec.Clone(r.inputs), "timing")
	if written == nil {
		return err
	}
	piped, err := r.simulate(r.piped, sim.Config{Mode: sim.Timed, Trace: true, Hazards: !r.simulates()},
		exec.Clone(r.inputs), "timing")
	if piped == nil {
		return err
	}
	r.report.SequentialTicks, r.report.PipelinedTicks = written.Ticks, piped.Ticks
	r.report.Timeline, r.report.Truncated = Timeline(piped), piped.Truncated
	r.remark(piped.Remarks())
	return exec.HazardErrors(piped.Hazards)
}

// remark adds remarks of the simulator, of which those at one place are one.
func (r *runner) remark(list diag.List) {
	for _, d := range list {
		if !slices.ContainsFunc(r.report.Warnings, func(w *diag.Diagnostic) bool {
			return w.Code == d.Code && w.Span == d.Span
		}) {
			r.report.Warnings.Add(d)
		}
	}
}

func isAsynchronous(module *ir.Op) bool {
	for op := range module.Walk() {
		if async := op.Def().Async; async != nil && async(op) {
			return true
		}
	}
	return false
}

// simulate runs a program on the simulator. Without a result and an error it would take too long.
func (r *runner) simulate(m *Module, c sim.Config, args []exec.Argument, phase string) (*sim.Result, error) {
	program, err := sim.Compile(m.op, r.report.Entry)
	if d, ok := errors.AsType[*diag.Diagnostic](err); r.bounded() && ok && sim.IsUnsupported(d) {
		r.report.tried = false
		r.report.Warnings.Add(
			diag.Remarkf(codeNotCompared, d.Span, "%s: the result is not compared", d.Message).
				Suggest("--compare never does not try"))
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if r.bounded() {
		c.Limits.Steps = compareSteps
	}
	c.Progress = func(steps int64) { r.phase(phase, steps) }
	result, err := exec.Simulate(r.ctx, program, c, exec.Values(args), r.config.Limits)
	if d, ok := errors.AsType[*diag.Diagnostic](err); r.bounded() && ok &&
		slices.Contains(simulationLimits, d.Code) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return result, nil
}

// simulationLimits are the errors of simulations that have come to a limit.
var simulationLimits = []diag.Code{"sim-limit-steps", "sim-limit-memory", exec.CodeTime}

func (r *runner) phase(name string, steps int64) {
	if r.config.Progress != nil {
		r.config.Progress(name, steps)
	}
}

// Timeline returns the events of a timed run for drawing.
func Timeline(result *sim.Result) *timeline.Timeline {
	kinds := map[sim.EventKind]timeline.Kind{sim.Compute: timeline.Compute, sim.Async: timeline.Async,
		sim.Waiting: timeline.Wait}
	tl := &timeline.Timeline{}
	for _, e := range result.Events {
		tl.Add(timeline.Event{
			Lane: e.Lane, Label: e.Label, Iteration: int(e.Iteration), Start: e.Start, End: e.End,
			Kind: kinds[e.Kind],
		})
	}
	return tl
}
