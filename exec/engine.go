package exec

import (
	"context"
	"strings"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// Engine executes functions of a module. All engines give the same results.
type Engine interface {
	// Name is the engine's name on the command line. The differences between engines are in their
	// Descriptions: no other package compares names of engines.
	Name() string
	// Describe returns the description of the engine. It does not depend on the program.
	Describe() Description
	// Compile prepares the function entry of a module, which is not changed.
	Compile(ctx context.Context, module *ir.Op, entry string, c Code) (Program, error)
}

// Program is a function that an engine has prepared. It runs often, from several goroutines at once.
type Program interface {
	// Run executes the function on the arguments. Buffers are changed in place; results are returned.
	Run(ctx context.Context, args []value.Value, o Options) ([]value.Value, error)
}

// compiled returns what an engine has prepared, and no program with an error.
func compiled[P Program](p P, err error) (Program, error) {
	if err != nil {
		return nil, err
	}
	return p, nil
}

// The configuration of every engine. Package config has it, and lists what each field does.
type (
	// Code says how a program is compiled.
	Code = config.Code
	// Options are the options of a run.
	Options = config.Run
	// Limits bound what a run may use.
	Limits = config.Limits
	// DeviceUsage is what a run did on a device: the times of kernels.
	DeviceUsage = config.DeviceUsage
	// DeviceQueues counts what the operations of a device with tokens took.
	DeviceQueues = config.Queues
	// KernelTime says how long a kernel took on the device.
	KernelTime = config.KernelTime
)

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

// Compile implements Engine. It leaves everything to the run.
func (simulator) Compile(_ context.Context, module *ir.Op, entry string, _ Code) (Program, error) {
	return simulated{module, entry}, nil
}

// simulated is a program of the simulator.
type simulated struct {
	module *ir.Op
	entry  string
}

func (s simulated) Run(ctx context.Context, args []value.Value, o Options) ([]value.Value, error) {
	program, err := sim.Compile(s.module, s.entry)
	if err != nil {
		return nil, err
	}
	result, err := Simulate(ctx, program, sim.Config{Mode: sim.Late, Hazards: true}, args, o)
	if err != nil {
		return nil, err
	}
	return result.Returns, HazardErrors(result.Hazards)
}

// Simulate runs a program on the simulator. The options of the run replace what c says of the same things
// (see sim.Config.With).
func Simulate(ctx context.Context, p *sim.Program, c sim.Config, args []value.Value, o Options) (*sim.Result,
	error) {
	limited := ctx
	if o.Time > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, o.Time)
		defer cancel()
	}
	result, err := p.Run(limited, c.With(o), args)
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		return nil, diag.Errorf(CodeTime, p.Span(), "the program has not ended within %v",
			o.Time).Because(err)
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
