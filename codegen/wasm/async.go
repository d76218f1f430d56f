package wasm

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
)

// Tasks are executed where they are issued, which is always a legal execution. So a token is complete wherever it is asked for,
// and a value is its payload.

func init() {
	leave := func(f *function, op *ir.Op) { f.exit(op) }
	registerStatements(map[string]func(*function, *ir.Op){
		"async.execute": compileExecute, "async.await": compileAwait, "async.add_to_group": compileAddToGroup,
		"async.await_all": func(*function, *ir.Op) {}, "async.call": compileCall, "async.yield": leave, "async.return": leave,
	})
	constants["async.create_group"] = func(f *function, _ *ir.Op) { f.i32Const(0) }
}

// asyncScalar returns the type of an asynchronous value: that of its payload. Tokens and groups have nothing to say.
func asyncScalar(t ir.Type) (valType, bool) {
	if payload := async.Payload(t); payload != nil {
		return scalarOf(payload)
	}
	return i32, async.IsToken(t) || async.IsGroup(t)
}

// compileExecute compiles the body of a task.
func compileExecute(f *function, op *ir.Op) {
	args := op.Body().Args()
	for i, v := range async.Unwrapped(op) {
		f.make(args[i], borrowed)
		f.assign(args[i:i+1], []*ir.Value{v})
	}
	token := f.place(op.Result(0))
	f.i32Const(0)
	f.setAll(token)
	f.regionTo(op.Region(0), op.Results()[1:])
}

// compileAwait compiles the wait for a task, which has ended.
func compileAwait(f *function, op *ir.Op) {
	if op.NumResults() > 0 {
		f.assign(op.Results(), op.Operands())
	}
}

func compileAddToGroup(f *function, op *ir.Op) {
	if op.Result(0).HasUses() {
		f.fail(op, codeOp, "has a number that is used, which cannot be compiled to WebAssembly")
	}
}
