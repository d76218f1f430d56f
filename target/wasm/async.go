package wasm

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
)

// Tasks are functions of their own that the host calls (task.go), or are executed where they are issued,
// which is always a legal execution. Then a token is complete wherever it is asked for, and a value is its
// payload.

func init() {
	leave := func(f *function, op *ir.Op) { f.exit(op) }
	createGroup := either((*function).createGroup, func(f *function, op *ir.Op) { f.complete(op.Result(0)) })
	registerStatements(map[string]func(*function, *ir.Op){
		"async.execute":      either((*function).issueExecute, compileExecute),
		"async.call":         either((*function).issueCall, compileCall),
		"async.await":        either((*function).await, compileAwait),
		"async.create_group": createGroup, "async.runtime.create_group": createGroup,
		"async.add_to_group": either((*function).addToGroup, compileAddToGroup),
		"async.await_all":    either((*function).awaitAll, func(*function, *ir.Op) {}),
		"async.yield":        leave, "async.return": leave,

		"async.runtime.await": either((*function).settled, func(*function, *ir.Op) {}),
		"async.runtime.is_error": either((*function).isError, func(f *function, op *ir.Op) {
			f.complete(op.Result(0))
		}),
		"async.runtime.num_worker_threads": either((*function).countWorkers, oneWorker),
		"async.runtime.load":               either((*function).loadPayload, compileAwait),
	})
}

// either compiles an operation in one of two ways: with tasks on their own, or in order.
func either(tasks, inOrder func(*function, *ir.Op)) func(*function, *ir.Op) {
	return func(f *function, op *ir.Op) {
		if f.tasks {
			tasks(f, op)
		} else {
			inOrder(f, op)
		}
	}
}

// isAsync reports whether a type is that of tokens, values or groups.
func isAsync(t ir.Type) bool { return async.IsToken(t) || async.IsValue(t) || async.IsGroup(t) }

// asyncScalar returns the type of an asynchronous value in order: that of its payload. Tokens and groups have
// nothing to say.
func asyncScalar(t ir.Type) (valType, bool) {
	if payload := async.Payload(t); payload != nil {
		return scalarOf(payload)
	}
	return i32, async.IsToken(t) || async.IsGroup(t)
}

// complete gives a token, a group, or whether it is an error, the only value that it can have.
func (f *function) complete(v *ir.Value) {
	p := f.place(v)
	f.i32Const(0)
	f.setAll(p)
}

// compileExecute compiles the body of a task.
func compileExecute(f *function, op *ir.Op) {
	args := op.Body().Args()
	for i, v := range async.Unwrapped(op) {
		f.make(args[i], borrowed)
		f.assign(args[i:i+1], []*ir.Value{v})
	}
	f.complete(op.Result(0))
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

// countWorkers compiles the number of tasks that run at once, which is the host's to say.
func (f *function) countWorkers(op *ir.Op) {
	p := f.place(op.Result(0))
	f.callFunction(f.host("workers"))
	f.setAll(p)
}

// oneWorker is countWorkers where tasks are executed as they are issued.
func oneWorker(f *function, op *ir.Op) {
	p := f.place(op.Result(0))
	f.i64Const(1)
	f.setAll(p)
}
