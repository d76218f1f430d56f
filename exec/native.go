package exec

import (
	"context"

	"github.com/inflight-compiler/inflight/exec/native"
	"github.com/inflight-compiler/inflight/ir"
)

// machine is the engine that compiles a program for the processor of this computer.
type machine struct{}

func (machine) Name() string { return "native" }

func (machine) Describe() Description { return Description{TimesPrograms: true} }

// Compile implements Engine.
func (machine) Compile(ctx context.Context, module *ir.Op, entry string, c Code) (Program, error) {
	return compiled(native.Compile(ctx, module, entry, c))
}
