package wasm

import (
	"context"

	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Compile returns the WebAssembly of a module, which is not changed: of what the exported functions reach, if
// the options name any.
func Compile(ctx context.Context, module *ir.Op, o Options) (*Module, error) {
	module = module.Clone(nil)
	var first pass.Steps
	if o.Exports != nil {
		hide(module, o.Exports)
		first = pass.Steps{pass.Do("symbol-dce")}
	}
	o.Exports = makeRoom(module, o.Exports)
	if err := Lower(ctx, module, o.Tasks, first...); err != nil {
		return nil, err
	}
	// The module is nobody else's.
	return interrupt.Await(ctx, func() (*Module, error) {
		code, diags := Write(module, o)
		return code, diags.Err()
	}, nil)
}
