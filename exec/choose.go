package exec

import (
	"context"
	"errors"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec/wasm"
	"github.com/inflight-compiler/inflight/ir"
)

var codeFallback = diag.Register("run-on-sim",
	"a program runs on the simulator, because it cannot be compiled to WebAssembly",
	"No engine was named, and the first choice is wasm. The place is that of an operation that it cannot "+
		"compile, and the result "+
		"is the same. --engine sim runs on the simulator without saying so; --engine wasm makes an error "+
		"of it.")

// Choose prepares a function on an engine, for a user who has named none. The engine is wasm or, if wasm
// cannot compile the program, the simulator. In that case the diagnostic is a remark with the reason.
func Choose(ctx context.Context, module *ir.Op, entry string, c Code) (Engine, Program, *diag.Diagnostic,
	error) {
	program, err := sandbox{}.Compile(ctx, module, entry, c)
	if err == nil {
		return sandbox{}, program, nil, nil
	}
	why, ok := errors.AsType[*diag.Diagnostic](err)
	if !ok || !unsupported(err) {
		return nil, nil, nil, err
	}
	remark := diag.Remarkf(codeFallback, why.Span, "%s: the program runs on the simulator", why.Message).
		Suggest("choose it with --engine sim, or change the operation")
	program, err = simulator{}.Compile(ctx, module, entry, c)
	return simulator{}, program, remark, err
}

// unsupported reports whether an error only says that the program cannot be compiled, and not that it is
// wrong.
func unsupported(err error) bool {
	if list, ok := errors.AsType[diag.List](err); ok {
		return !slices.ContainsFunc(list, func(d *diag.Diagnostic) bool {
			return d.Severity == diag.Error && !wasm.IsUnsupported(d)
		})
	}
	d, ok := errors.AsType[*diag.Diagnostic](err)
	return ok && wasm.IsUnsupported(d)
}
