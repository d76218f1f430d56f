package asynctoasyncruntime

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Functions is async-func-to-async-runtime.
var Functions = pass.Register(&pass.Pass{
	Name:    "async-func-to-async-runtime",
	Title:   "AsyncFuncToAsyncRuntimePass",
	Summary: "Lower async.func operations to the explicit async.runtime and async.coro operations",
	Doc: `An async.func becomes a func.func that is a coroutine: it runs on the caller's thread up to the first wait, which
suspends it; a call returns the token and the values at once. An async.call becomes a func.call. A failed
assertion, or a wait for something that ended in an error, resolves the token and all values of the function
to an error. Loops and conditions of scf that hold such a point become branches.`,
	Anchor:  "builtin.module",
	Options: []pass.Option{errorCauses},
	Before:  functionsBefore,
	After:   functionsAfter,
	Run:     func(r *pass.Run) error { return lowerFunctions(r.Op, r.Bool(errorCauses.Name)) },
})

// Tasks is async-to-async-runtime.
var Tasks = pass.Register(&pass.Pass{
	Name:    "async-to-async-runtime",
	Title:   "AsyncToAsyncRuntimePass",
	Summary: "Lower all high level async operations to the explicit async.runtime and async.coro operations",
	Doc: `The body of each async.execute becomes a function that is a coroutine. It starts on a thread of the runtime, waits for
what the task depends on, and is suspended at each wait. Parameters are the tokens and values that the task depends on, then
what it uses from outside; constants are copied. Waits outside of tasks block their thread, and assert that what they waited
for is no error. Waits in an async.func are left to async-func-to-async-runtime.`,
	Anchor: "builtin.module",
	Options: []pass.Option{errorCauses, {
		Name: "values-in-groups", Type: pass.Enum, Default: "direct", Cases: []string{"direct", "task"},
		Help: "Add a value to a group as it is, or the token of a task that waits for it: MLIR's runtime " +
			"takes tokens only",
	}},
	Before: tasksBefore,
	After:  tasksAfter,
	Run:    lowerTasks,
})

// errorCauses is an option of both passes.
var errorCauses = pass.Option{
	Name: "error-causes", Type: pass.Bool, Default: "false",
	Help: "Mark the errors of assertions with their message, for Inflight's runtime to keep",
}

func lowerTasks(r *pass.Run) error {
	if r.String("values-in-groups") == "task" {
		groupTokens(r.Op)
	}
	o := newOutliner(r.Context(), &ir.Arena{})
	units := ir.Units(r.Op)
	made := make([][]*ir.Op, len(units))
	for i, unit := range units {
		made[i] = o.outline(unit)
	}
	if err := lowerAll(made, r.Bool(errorCauses.Name)); err != nil {
		return err
	}
	lowerCalls(r.Op, o.b.Arena)
	return nil
}

// lowerAll makes coroutines of functions in parallel: those that the tasks of each unit have become. The
// error has the first of each unit.
func lowerAll(made [][]*ir.Op, causes bool) error {
	list := slices.Concat(made...)
	errs := make([]error, len(list))
	ir.ForEachWith(len(list), func() *ir.Arena { return &ir.Arena{} }, func(arena *ir.Arena, i int) {
		errs[i] = lowerOutlined(list[i], causes, arena)
	})
	var all diag.List
	for _, functions := range made {
		for _, err := range errs[:len(functions)] {
			if err != nil {
				all.Add(diag.FromError(err)...)
				break
			}
		}
		errs = errs[len(functions):]
	}
	return all.Err()
}
