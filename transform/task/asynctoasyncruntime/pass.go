package asynctoasyncruntime

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/names"
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
		Help: "Add a value to a group as it is, or the token of a task that waits for it: MLIR's runtime takes tokens only",
	}},
	Before: tasksBefore,
	After:  tasksAfter,
	Run:    lowerTasks,
	Apart:  apart,
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
	o.fresh = names.New()
	if err := lowerAll(o.outline(r.Op), r.Bool(errorCauses.Name)); err != nil {
		return err
	}
	lowerCalls(r.Op, o.b.Arena)
	return nil
}

// apart returns async-to-async-runtime in parts.
func apart(r *pass.Run) *pass.Parts {
	tokens, causes := r.String("values-in-groups") == "task", r.Bool(errorCauses.Name)
	return &pass.Parts{
		Begin: func(a *ir.Arena) func(*pass.Unit) error {
			o := newOutliner(r.Context(), a)
			return func(u *pass.Unit) error {
				if u.Same = !u.Op.HasDialect("async"); u.Same {
					return nil
				}
				if tokens {
					groupTokens(u.Op)
				}
				o.unit = u
				o.outline(u.Op)
				lowerCalls(u.Op, a)
				return nil
			}
		},
		Complete: func(a *ir.Arena) func(*ir.Op) error {
			return func(fn *ir.Op) error {
				if err := lowerOutlined(fn, causes, a); err != nil {
					return err
				}
				lowerCalls(fn, a)
				return nil
			}
		},
		End: func(units []*pass.Unit) error {
			fresh := names.New()
			for _, u := range units {
				u.Name(func(base string) string { return fresh.Unique(r.Op, base) })
			}
			return nil
		},
	}
}

// lowerAll makes coroutines of functions in parallel, and returns the first error in their order.
func lowerAll(list []*ir.Op, causes bool) error {
	errs := make([]error, len(list))
	ir.ForEachWith(len(list), func() *ir.Arena { return &ir.Arena{} }, func(arena *ir.Arena, i int) {
		errs[i] = lowerOutlined(list[i], causes, arena)
	})
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
