package exec

import (
	"context"

	"github.com/inflight-compiler/inflight/exec/wasm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

// sandbox is the engine that compiles a program to WebAssembly and runs it within the process.
type sandbox struct{}

func (sandbox) Name() string { return "wasm" }

func (sandbox) Describe() Description {
	return Description{TimesPrograms: true, Traces: "calls of the entry and tasks"}
}

func (s sandbox) Run(ctx context.Context, module *ir.Op, entry string, args []value.Value,
	o Options) ([]value.Value, error) {
	p, err := s.Compile(ctx, module, entry)
	if err != nil {
		return nil, err
	}
	return p.Run(ctx, args, o)
}

// Compile implements Compiler.
func (sandbox) Compile(ctx context.Context, module *ir.Op, entry string) (Program, error) {
	p, err := wasm.Compile(ctx, module, entry)
	if err != nil {
		return nil, err
	}
	return sandboxed{p}, nil
}

// sandboxed is a program of the engine wasm.
type sandboxed struct{ *wasm.Program }

func (s sandboxed) Run(ctx context.Context, args []value.Value, o Options) ([]value.Value, error) {
	return s.Program.Run(ctx, args, wasm.Options{
		Time: o.Time, Memory: o.Memory, Threads: o.Threads, Output: o.Output, Ran: o.Ran, Trace: o.Trace,
		TraceEvents: o.TraceEvents,
	})
}
