package exec

import (
	"context"
	"strings"
	"time"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec/cuda"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/printed"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/timeline"
	"github.com/inflight-compiler/inflight/value"
)

// Engine executes functions of a module. All engines give the same results.
type Engine interface {
	// Name is what the command line calls the engine. What an engine does differently from others stands in
	// its Description: nobody asks for that by its name.
	Name() string
	// Describe returns what the engine does with a program, whatever the program is.
	Describe() Description
	// Run executes the function entry on the arguments. Buffers are changed in
	// place; results are returned.
	Run(ctx context.Context, module *ir.Op, entry string, args []value.Value, o Options) ([]value.Value,
		error)
}

// Compiler is implemented by engines that can prepare a program once and run it often, from several
// goroutines at once.
type Compiler interface {
	Engine
	// Compile prepares the function entry of a module, which is not changed.
	Compile(ctx context.Context, module *ir.Op, entry string) (Program, error)
}

// Program is a function that an engine has prepared.
type Program interface {
	// Run executes it as Engine.Run does.
	Run(ctx context.Context, args []value.Value, o Options) ([]value.Value, error)
}

// Compile prepares a function on any engine; one that is no Compiler prepares nothing.
func Compile(ctx context.Context, e Engine, module *ir.Op, entry string) (Program, error) {
	if c, ok := e.(Compiler); ok {
		return c.Compile(ctx, module, entry)
	}
	return unprepared{e, module, entry}, nil
}

// unprepared is a function whose engine does everything when it runs.
type unprepared struct {
	engine Engine
	module *ir.Op
	entry  string
}

func (u unprepared) Run(ctx context.Context, args []value.Value, o Options) ([]value.Value, error) {
	return u.engine.Run(ctx, u.module, u.entry, args, o)
}

// Options are what every engine understands.
type Options struct {
	// Seed varies the schedule of engines that choose one.
	Seed uint64
	Limits
	// Output is where the program prints; nil drops what it prints.
	Output *printed.Output
	// Progress, if not nil, is called now and then with the steps executed.
	Progress func(steps int64)
	// Trace, if not nil, is filled with what ran when, by engines that measure it.
	Trace *timeline.Timeline
	// TraceEvents is how many events the trace has at most, 0 for all.
	TraceEvents int
	// Ran, if not nil, is told how long the function ran, by engines that can tell it from what they do
	// before and after it.
	Ran func(time.Duration)
	// DeviceGraphs gives a device graphs of its operations, in place of streams and events, by engines that
	// decide that as they run.
	DeviceGraphs bool
	// Device, if not nil, is told what ran on a device, by engines that use one.
	Device func(*DeviceUsage)
}

// DeviceUsage is what a run did on a device: the times of kernels.
type DeviceUsage = cuda.Usage

// DeviceQueues counts what its operations with tokens took.
type DeviceQueues = cuda.Queues

// Limits bound what a run may use.
type Limits struct {
	// Time is how long the program may run, 0 for as long as it likes.
	Time time.Duration
	// Memory is how many bytes the program may allocate, 0 for the engine's default.
	Memory int64
	// Threads is how many threads run asynchronous operations, 0 for the engine's default. The simulator has
	// none.
	Threads int
}

var engines = []Engine{simulator{}, machine{}, sandbox{}, gpu{}}

var codeEngine = diag.Register("run-engine", "no engine has that name",
	"`inflight run --help` lists the engines; sim, the abstract machine, is always there.")

// Lookup returns the engine of that name.
func Lookup(name string) (Engine, error) {
	for _, e := range engines {
		if e.Name() == name {
			return e, nil
		}
	}
	return nil, diag.Errorf(codeEngine, diag.Span{}, "there is no engine '%s'", name).
		Suggest("use one of: %s", strings.Join(Names(), ", "))
}

// Names returns the names of all engines.
func Names() []string {
	var names []string
	for _, e := range engines {
		names = append(names, e.Name())
	}
	return names
}

// simulator is the abstract machine as an engine: asynchronous operations run
// as late as the waits allow, and a hazard is an error.
type simulator struct{}

func (simulator) Name() string { return "sim" }

func (simulator) Describe() Description { return Description{Simulates: true} }

func (simulator) Run(ctx context.Context, module *ir.Op, entry string, args []value.Value,
	o Options) ([]value.Value, error) {
	program, err := sim.Compile(module, entry)
	if err != nil {
		return nil, err
	}
	result, err := Simulate(ctx, program,
		sim.Config{Mode: sim.Late, Seed: o.Seed, Hazards: true, Progress: o.Progress, Output: o.Output}, args,
		o.Limits)
	if err != nil {
		return nil, err
	}
	return result.Returns, HazardErrors(result.Hazards)
}

// Simulate runs a program on the simulator within limits, of which it knows the time and the memory.
func Simulate(ctx context.Context, p *sim.Program, c sim.Config, args []value.Value, l Limits) (*sim.Result,
	error) {
	c.Limits.Memory = l.Memory
	limited := ctx
	if l.Time > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, l.Time)
		defer cancel()
	}
	result, err := p.Run(limited, c, args)
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		return nil, diag.Errorf(CodeTime, p.Span(), "the program has not ended within %v",
			l.Time).Because(err)
	}
	return result, err
}

// CodeTime is the code of a simulation that has not ended in time.
var CodeTime = diag.Register("sim-limit-time", "the simulated program has used up its time",
	"The program did not end within the time that --time-limit allows; raise the limit if it needs more, "+
		"or use a faster engine.")

// HazardErrors returns the hazards of a run as errors, one for each cause, nil if there are none.
func HazardErrors(hazards []sim.Hazard) error {
	return sim.Folded(hazards).Err()
}
