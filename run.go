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
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/timeline"
	"github.com/inflight-compiler/inflight/value"
)

// RunConfig configures Run.
type RunConfig struct {
	Entry string // "" for the only public function, or of several @main
	// Engine is the name of an engine, "" for wasm or, for programs that it cannot compile, the simulator.
	Engine string
	// Code says how the engine compiles the program.
	exec.Code
	exec.Inputs
	// Options are those of the run on the engine. The program's other runs have the same limits; they print
	// nothing and tell nothing.
	Options exec.Options
	// Compare says when Run also simulates the program.
	Compare Compare
	// Measure is the time for which the program as written and the pipelined program may run alternately on
	// the engine, to compare their times; with 0 they do not. MeasureTurns is how many times each runs at
	// most; 0 stands for 15.
	Measure      time.Duration
	MeasureTurns int
	// Progress, if not nil, is called with the name of the current phase and the number of steps in it so
	// far.
	Progress func(phase string, steps int64)
}

// Compare says when Run also runs the program on the simulator: the program as written in order, to compare
// the results, and both programs in the timed mode, for the timeline.
type Compare uint8

// The choices for Compare.
const (
	// if the simulator is the engine, or if the simulation takes a fraction of a second
	CompareAuto   Compare = iota
	CompareAlways         // however long it takes
	CompareNever
)

// compareSteps is the number of steps that the simulator does in a fraction of a second.
const compareSteps = 10_000_000

// RunReport is the result of Run.
type RunReport struct {
	File      string // the name of the file in diagnostics
	Entry     string
	Engine    string
	About     exec.Description // of the engine
	Arguments []exec.Argument  // with the contents after the run
	Returns   []value.Value
	Check     *check.Report
	// CompileTime is the time in which the engine compiled the function, and RunTime the time of the run. The
	// simulator compiles nothing.
	CompileTime, RunTime time.Duration
	// Device describes the work that ran on a device, nil if none did.
	Device *exec.DeviceUsage
	// Operations is the number of floating-point operations of the function, and Bytes the size of the
	// buffers that it reads and writes, as package opcount counts them. They are nil if they are not known.
	Operations, Bytes *int64
	// Equality says whether the results are equal to those of the program as written.
	Equality Equality
	// OnEngine says that the program as written ran on the same engine for this comparison, and not on the
	// simulator.
	OnEngine bool
	// Rounding is the largest difference between two floats, as a multiple of the largest magnitude in their
	// buffer.
	Rounding float64
	// SequentialTicks and PipelinedTicks are the times of the program as written and of the pipelined program
	// in the timed mode of the abstract machine, in ticks.
	SequentialTicks, PipelinedTicks int64
	// InTurn holds the times of the two programs when they ran alternately, nil if they did not.
	InTurn *InTurn
	// TooLong is the time limit that was too short to measure InTurn. It is 0 if the limit was long enough,
	// or if the program has no asynchronous operation.
	TooLong time.Duration
	// Measured is Options.Trace of the configuration if the engine has recorded events, and else nil.
	Measured *timeline.Timeline
	// Timeline is the timeline of the abstract machine, nil if the program was not simulated in the timed
	// mode.
	Timeline *timeline.Timeline
	// Truncated says that the timeline ends before the run does.
	Truncated bool
	// Difference says where the results differ from those of the sequential program, "" if they do not.
	Difference string
	// Warnings are the warnings and remarks of pipelining, of the choice of the engine, and of the simulator.
	Warnings diag.List

	written *Module
	before  []exec.Argument // with the contents before the run
	tried   bool            // whether Run tried to simulate the program as written
}

// Equality says whether two results are equal.
type Equality uint8

// The results of a comparison.
const (
	NotCompared Equality = iota
	EqualBits
	// equal but for rounding: of math functions, which engines compute differently, of sums on tensor cores,
	// or of sums and products with FastMath
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
// program as written, which runs in order. Run refuses a program with a hazard.
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

// runner is the state of one call of Run.
type runner struct {
	ctx    context.Context
	config RunConfig
	*proof
	entry         *ir.Op
	program       exec.Program
	report        *RunReport
	compared      bool            // whether the oracle has run
	oracle        []exec.Argument // the arguments after the oracle's run
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
	r.config.Memory = r.config.Options.Memory
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

// compile compiles the pipelined program for the named engine. If the configuration names none, compile
// chooses an engine that can run the program.
func (r *runner) compile() error {
	r.phase("compiling", 0)
	start := time.Now()
	engine, program, remark, err := prepare(r.ctx, r.piped.op, r.report.Entry, r.config.Engine,
		r.config.Code)
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

// bounded reports whether the simulator must stop after compareSteps steps.
func (r *runner) bounded() bool { return r.config.Compare == CompareAuto && !r.simulates() }

// runOracle runs the program as written in order on the simulator, unless that takes too long. It discards
// the text that the program prints, unless the run fails.
func (r *runner) runOracle() error {
	if r.config.Compare == CompareNever {
		return nil
	}
	r.report.tried = true
	if r.bounded() && r.report.Operations != nil && *r.report.Operations > 4*compareSteps {
		return nil // the simulation would take too long
	}
	oracle := exec.Clone(r.inputs)
	var text, notes bytes.Buffer
	output := exec.NewOutput(&text, &notes)
	result, err := r.simulate(r.written, sim.Config{Mode: sim.Sequential, Hazards: true}, oracle, output,
		"running in order")
	if own := r.config.Options.Output; err != nil && own != nil {
		// the engine will not run, so that it cannot print the text
		_, _ = own.Write(text.Bytes())
		own.Note(notes.Bytes())
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
	o := r.config.Options
	o.Progress = both(o.Progress, func(steps int64) { r.phase("running on "+r.report.Engine, steps) })
	o.Ran = both(o.Ran, func(d time.Duration) { r.report.RunTime = d })
	o.Device = both(o.Device, func(u *exec.DeviceUsage) { r.report.Device = u })
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

// both returns a function that calls the function of the caller, if there is one, and one of this package.
func both[T any](callers, own func(T)) func(T) {
	if callers == nil {
		return own
	}
	return func(t T) {
		callers(t)
		own(t)
	}
}

// time measures both programs in the timed mode of the abstract machine. It does so only if the oracle's run
// has shown that the simulation does not take too long, and if the simulator is the engine or the program has
// asynchronous operations. If the pipelined program has not run on the simulator, this run also finds its
// hazards.
func (r *runner) time() error {
	if !r.compared || !r.simulates() && !isAsynchronous(r.piped.op) {
		return nil
	}
	written, err := r.simulate(r.written, sim.Config{Mode: sim.Timed}, exec.Clone(r.inputs), nil, "timing")
	if written == nil {
		return err
	}
	piped, err := r.simulate(r.piped, sim.Config{Mode: sim.Timed, Trace: true, Hazards: !r.simulates()},
		exec.Clone(r.inputs), nil, "timing")
	if piped == nil {
		return err
	}
	r.report.SequentialTicks, r.report.PipelinedTicks = written.Ticks, piped.Ticks
	r.report.Timeline, r.report.Truncated = Timeline(piped), piped.Truncated
	r.remark(piped.Remarks())
	return exec.HazardErrors(piped.Hazards)
}

// remark adds remarks of the simulator to the report. Of remarks with the same code and place it keeps the
// first.
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

// simulate runs a program on the simulator. It returns neither a result nor an error if the simulation would
// take too long, or if the simulator does not support an operation and need not run.
func (r *runner) simulate(m *Module, c sim.Config, args []exec.Argument, output *exec.Output,
	phase string) (*sim.Result, error) {
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
	result, err := exec.Simulate(r.ctx, program, c, exec.Values(args), exec.Options{
		Limits: r.config.Options.Limits, Output: output,
		Progress: func(steps int64) { r.phase(phase, steps) }})
	if d, ok := errors.AsType[*diag.Diagnostic](err); r.bounded() && ok &&
		slices.Contains(simulationLimits, d.Code) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return result, nil
}

// simulationLimits lists the codes of errors of simulations that have reached a limit.
var simulationLimits = []diag.Code{"sim-limit-steps", "sim-limit-memory", exec.CodeTime}

func (r *runner) phase(name string, steps int64) {
	if r.config.Progress != nil {
		r.config.Progress(name, steps)
	}
}

// Timeline converts the events of a run in the timed mode for drawing.
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
