package exec

import (
	"context"

	"github.com/inflight-compiler/inflight/exec/cuda"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

// gpu is the engine that runs the kernels of a program on an NVIDIA GPU, and the rest of it on the simulator.
type gpu struct{}

func (gpu) Name() string { return "cuda" }

func (gpu) Describe() Description {
	return Description{
		Traces:       "operations of the device with tokens",
		GivesTraced:  "gpu-async-region gives them some",
		SumsMatrices: true,
	}
}

func (g gpu) Run(ctx context.Context, module *ir.Op, entry string, args []value.Value,
	o Options) ([]value.Value, error) {
	p, err := g.Compile(ctx, module, entry)
	if err != nil {
		return nil, err
	}
	return p.Run(ctx, args, o)
}

// Compile implements Compiler.
func (gpu) Compile(ctx context.Context, module *ir.Op, entry string) (Program, error) {
	p, err := cuda.Prepare(ctx, module, entry)
	if err != nil {
		return nil, err
	}
	return onDevice{p}, nil
}

// onDevice is a program of the engine cuda.
type onDevice struct{ *cuda.Program }

func (p onDevice) Run(ctx context.Context, args []value.Value, o Options) ([]value.Value, error) {
	return p.Program.Run(ctx, args,
		cuda.RunOptions{Time: o.Time, Memory: o.Memory, Output: o.Output, Progress: o.Progress, Ran: o.Ran,
			Trace: o.Trace, Used: o.Device, Graphs: o.DeviceGraphs})
}
