package exec

import (
	"context"

	"github.com/inflight-compiler/inflight/exec/cuda"
	"github.com/inflight-compiler/inflight/ir"
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

// Compile implements Engine.
func (gpu) Compile(ctx context.Context, module *ir.Op, entry string, c Code) (Program, error) {
	return compiled(cuda.Prepare(ctx, module, entry, c))
}
