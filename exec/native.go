package exec

import (
	"context"

	"github.com/inflight-compiler/inflight/exec/native"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/target/llvm"
	"github.com/inflight-compiler/inflight/value"
)

// machine is the engine that compiles a program for the processor of this computer.
type machine struct{ config llvm.Config }

func (machine) Name() string { return "native" }

func (machine) Describe() Description { return Description{TimesPrograms: true} }

func (m machine) Run(ctx context.Context, module *ir.Op, entry string, args []value.Value,
	o Options) ([]value.Value, error) {
	p, err := m.Compile(ctx, module, entry)
	if err != nil {
		return nil, err
	}
	return p.Run(ctx, args, o)
}

// Compile implements Compiler.
func (m machine) Compile(ctx context.Context, module *ir.Op, entry string) (Program, error) {
	p, err := native.Compile(ctx, module, entry, m.config)
	if err != nil {
		return nil, err
	}
	return machineCode{p}, nil
}

// Native returns the engine native with a configuration. It returns any other engine unchanged.
func Native(e Engine, c llvm.Config) Engine {
	if _, ok := e.(machine); ok {
		return machine{c}
	}
	return e
}

// machineCode is a program of the engine native.
type machineCode struct{ *native.Program }

func (c machineCode) Run(ctx context.Context, args []value.Value, o Options) ([]value.Value, error) {
	return c.Program.Run(ctx, args,
		native.Options{Time: o.Time, Memory: o.Memory, Threads: o.Threads, Output: o.Output})
}
