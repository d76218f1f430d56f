package exec

import (
	"context"

	"github.com/inflight-compiler/inflight/exec/wasm"
	"github.com/inflight-compiler/inflight/ir"
)

// sandbox is the engine that compiles a program to WebAssembly and runs it within the process.
type sandbox struct{}

func (sandbox) Name() string { return "wasm" }

func (sandbox) Describe() Description {
	return Description{TimesPrograms: true, Traces: "calls of the entry and tasks"}
}

// Compile implements Engine.
func (sandbox) Compile(ctx context.Context, module *ir.Op, entry string, c Code) (Program, error) {
	return compiled(wasm.Compile(ctx, module, entry, c))
}
