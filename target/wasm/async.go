package wasm

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
)

// A task is a function of its own that the host calls (task.go), or it is executed where it is issued, which
// is always a legal execution. In the second case a token is complete wherever it is used, and a value is its
// payload.

func init() {
	leave := func(f *function, op *ir.Op) { f.exit(op) }
	createGroup := suspending((*function).countedGroup,
		either((*function).createGroup, func(f *function, op *ir.Op) { f.complete(op.Result(0)) }))
	registerStatements(map[string]func(*function, *ir.Op){
		"async.execute":      either((*function).issueExecute, compileExecute),
		"async.call":         either((*function).issueCall, compileAsyncCall),
		"async.await":        either((*function).await, compileAwait),
		"async.create_group": createGroup, "async.runtime.create_group": createGroup,
		"async.add_to_group": either((*function).addToGroup, compileAddToGroup),
		"async.await_all":    either((*function).awaitAll, func(*function, *ir.Op) {}),
		"async.yield":        leave, "async.return": leave,

		"async.runtime.await": suspending((*function).wait,
			either((*function).settled, func(*function, *ir.Op) {})),
		"async.runtime.is_error": suspending((*function).hasFailed,
			either((*function).isError, func(f *function, op *ir.Op) { f.complete(op.Result(0)) })),
		"async.runtime.num_worker_threads": either((*function).countWorkers, oneWorker),
		"async.runtime.load": suspending((*function).takeOut,
			either((*function).loadPayload, compileAwait)),
	})
}

// suspending compiles an operation in one way if the tasks of the module are coroutines, else in another one.
func suspending(coroutines, others func(*function, *ir.Op)) func(*function, *ir.Op) {
	return func(f *function, op *ir.Op) {
		if f.coroutines {
			coroutines(f, op)
		} else {
			others(f, op)
		}
	}
}

// either compiles an operation by tasks if the host calls tasks, and by inOrder if they are executed in
// order.
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

// asyncScalar returns the type of an asynchronous value if tasks are executed in order: the type of its
// payload. Tokens and groups have no content.
func asyncScalar(t ir.Type) (valType, bool) {
	if payload := async.Payload(t); payload != nil {
		return scalarOf(payload)
	}
	return i32, async.IsToken(t) || async.IsGroup(t)
}

// complete gives v its only possible value. v is a token, a group, or the question whether one of these is an
// error.
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

// compileAsyncCall compiles the call of an async.func that is executed here. A lazy function may not be: its
// effects would come too early, or come although nothing needs them.
func compileAsyncCall(f *function, op *ir.Op) {
	if d := f.byName[op.Def().Callee(op).Root]; d != nil && async.IsLazy(d.op) {
		f.diags.Add(op.Errorf(codeOp,
			"calls a lazy function, and the host of this module executes tasks where they are issued").
			Suggest("let --lazy-to-eager make it eager where that makes no difference"))
		return
	}
	compileCall(f, op)
}

// compileAwait compiles the wait for a task that has already ended.
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

// countWorkers compiles the number of tasks that run at the same time. The host decides it.
func (f *function) countWorkers(op *ir.Op) {
	p := f.place(op.Result(0))
	f.callFunction(f.host("workers"))
	f.setAll(p)
}

// oneWorker is countWorkers for tasks that are executed where they are issued.
func oneWorker(f *function, op *ir.Op) {
	p := f.place(op.Result(0))
	f.i64Const(1)
	f.setAll(p)
}
