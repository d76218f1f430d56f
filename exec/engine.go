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
	// Name is the engine's name on the command line. The differences between engines are in their
	// Descriptions: no other package compares names of engines.
	Name() string
	// Describe returns the description of the engine. It does not depend on the program.
	Describe() Description
	// Run executes the function entry on the arguments. Buffers are changed in place; results are returned.
	Run(ctx context.Context, module *ir.Op, entry string, args []value.Value, o Options) ([]value.Value,
		error)
}

// Compiler is implemented by engines that prepare a program once and then run it many times, also from
// several goroutines at the same time.
type Compiler interface {
	Engine
	// Compile prepares the function entry of a module. The module is not changed.
	Compile(ctx context.Context, module *ir.Op, entry string) (Program, error)
}

// Program is a function that an engine has prepared.
type Program interface {
	// Run executes the function as Engine.Run does.
	Run(ctx context.Context, args []value.Value, o Options) ([]value.Value, error)
}

// Compile prepares a function on any engine. If the engine is no Compiler, each run does all the work.
func Compile(ctx context.Context, e Engine, module *ir.Op, entry string) (Program, error) {
	if c, ok := e.(Compiler); ok {
		return c.Compile(ctx, module, entry)
	}
	return unprepared{e, module, entry}, nil
}

// unprepared is a function of an engine that is no Compiler.
type unprepared struct {
	engine Engine
	module *ir.Op
	entry  string
}

func (u unprepared) Run(ctx context.Context, args []value.Value, o Options) ([]value.Value, error) {
	return u.engine.Run(ctx, u.module, u.entry, args, o)
}

// Options are the options that every engine has.
type Options struct {
	// Seed selects the schedule of engines that choose one.
	Seed uint64
	Limits
	// Output receives the text that the program prints; with nil the text is dropped.
	Output *printed.Output
	// Progress, if not nil, is called from time to time with the number of steps executed so far.
	Progress func(steps int64)
	// Trace, if not nil, gets the events of the run from engines that measure them.
	Trace *timeline.Timeline
	// TraceEvents limits the number of events in the trace; 0 means no limit.
	TraceEvents int
	// Ran, if not nil, receives the time that the function ran, from engines that can separate it from the
	// work before and after the function.
	Ran func(time.Duration)
	// DeviceGraphs makes an engine give a device graphs of its operations instead of streams and events, if
	// the engine decides that at run time.
	DeviceGraphs bool
	// Device, if not nil, receives the use of a device, from engines that use one.
	Device func(*DeviceUsage)
}

// DeviceUsage describes the use of a device by a run: the times of kernels.
type DeviceUsage = cuda.Usage

// DeviceQueues counts the streams, waits and events for the device operations with tokens.
type DeviceQueues = cuda.Queues

// KernelTime describes the time that a kernel took on the device.
type KernelTime = cuda.KernelTime

// Limits limits the resources of a run.
type Limits struct {
	// Time limits the time that the program may run; 0 means no limit.
	Time time.Duration
	// Memory limits the bytes that the program may allocate; 0 means the engine's default.
	Memory int64
	// Threads is the number of threads that run asynchronous operations; 0 means the engine's default. The
	// simulator has no such threads.
	Threads int
}

var engines = []Engine{simulator{}, machine{}, sandbox{}, gpu{}}

var codeEngine = diag.Register("run-engine", "no engine has that name",
	"`inflight run --help` lists the engines; sim, the abstract machine, is always there.")

// Lookup returns the engine with a name.
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

// simulator is the abstract machine as an engine. Asynchronous operations run as late as the waits allow, and
// a hazard is an error.
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

// Simulate runs a program on the simulator within limits. It uses the time and the memory of the limits.
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

// CodeTime is the code of the error about a simulation that has exceeded its time.
var CodeTime = diag.Register("sim-limit-time", "the simulated program has used up its time",
	"The program did not end within the time that --time-limit allows; raise the limit if it needs more, "+
		"or use a faster engine.")

// HazardErrors returns the hazards of a run as errors, one for each cause. It returns nil if there are none.
func HazardErrors(hazards []sim.Hazard) error {
	return sim.Folded(hazards).Err()
}
