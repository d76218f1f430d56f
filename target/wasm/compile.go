package wasm

import (
	"context"

	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/loop/optimizeloops"
)

// Compile returns the WebAssembly of a module, which is not changed. If the options name exported functions,
// it has only the functions that these reach.
func Compile(ctx context.Context, module *ir.Op, o Options) (_ *Module, err error) {
	defer interrupt.Catch(&err)
	module = module.Clone(nil)
	defer module.EndWith(ctx)()
	if o.Code.FastMath {
		optimizeloops.AllowFastMath(module)
	}
	var first pass.Steps
	if o.Exports != nil {
		hide(module, o.Exports)
		first = pass.Steps{pass.Do("symbol-dce")}
	}
	o.Exports = makeRoom(module, o.Exports)
	if err := Lower(ctx, module, o.Tasks, first...); err != nil {
		return nil, err
	}
	code, diags := Write(module, o)
	return code, diags.Err()
}
