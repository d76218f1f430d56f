package asyncruntimerefcounting

import (
	"github.com/inflight-compiler/inflight/pass"
)

// Automatic is async-runtime-ref-counting.
var Automatic = pass.Register(&pass.Pass{
	Name:    "async-runtime-ref-counting",
	Title:   "AsyncRuntimeRefCountingPass",
	Summary: "Automatic reference counting for Async runtime operations",
	Doc: `Adds and drops references to tokens, values and groups so that each is freed after its last use on every path, and
not before. Each value owns one reference from its definition. Calls, returns, branches and yields take it along; if the
value is needed afterwards, they get another. A path on which it is not used drops it, on a block of its own where
necessary. The pass works on what async-to-async-runtime makes; in a coroutine, the results of the ramp belong to its caller.`,
	Before: `func.func private @g(!async.token)
func.func @f(%t: !async.token) {
  call @g(%t) : (!async.token) -> ()
  async.runtime.await %t : !async.token
  return
}
`,
	After: `module {
  func.func private @g(!async.token)
  func.func @f(%arg0: !async.token) {
    async.runtime.add_ref %arg0 {count = 1 : i64} : !async.token
    call @g(%arg0) : (!async.token) -> ()
    async.runtime.await %arg0 : !async.token
    async.runtime.drop_ref %arg0 {count = 1 : i64} : !async.token
    return
  }
}
`,
	Run: func(r *pass.Run) error {
		countAll(r.Op)
		return nil
	},
})

// Optimize is async-runtime-ref-counting-opt.
var Optimize = pass.Register(&pass.Pass{
	Name:  "async-runtime-ref-counting-opt",
	Title: "AsyncRuntimeRefCountingOptPass",
	Summary: "Optimize automatic reference counting operations for the Async runtime by removing redundant " +
		"operations",
	Doc: `Removes an async.runtime.add_ref and the async.runtime.drop_ref behind it, in one block and of as many references, when
only calls use the value in between: a call then takes the reference that would be dropped.`,
	Before: `func.func private @g(!async.token)
func.func @f(%t: !async.token) {
  async.runtime.add_ref %t {count = 1 : i64} : !async.token
  call @g(%t) : (!async.token) -> ()
  async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  return
}
`,
	After: `module {
  func.func private @g(!async.token)
  func.func @f(%arg0: !async.token) {
    call @g(%arg0) : (!async.token) -> ()
    return
  }
}
`,
	Run: func(r *pass.Run) error {
		n := cancelAll(r.Op)
		r.Count("pairs removed", n)
		if n == 0 {
			r.Unchanged()
		}
		return nil
	},
})

// Policy is async-runtime-policy-based-ref-counting.
var Policy = pass.Register(&pass.Pass{
	Name:    "async-runtime-policy-based-ref-counting",
	Title:   "AsyncRuntimePolicyBasedRefCountingPass",
	Summary: "Policy based reference counting for Async runtime operations",
	Doc: `For programs in which each token is awaited, or added to a group, once, and each value and group awaited once. References
are dropped behind async.runtime.add_to_group for tokens, behind async.runtime.is_error for tokens and groups, and behind
async.runtime.load for values; none is added. In other programs this frees too early, or never:
async-runtime-ref-counting is right for all.`,
	Before: `func.func @f(%v: !async.value<f32>) -> f32 {
  async.runtime.await %v : !async.value<f32>
  %0 = async.runtime.load %v : <f32>
  return %0 : f32
}
`,
	After: `module {
  func.func @f(%arg0: !async.value<f32>) -> f32 {
    async.runtime.await %arg0 : !async.value<f32>
    %0 = async.runtime.load %arg0 : <f32>
    async.runtime.drop_ref %arg0 {count = 1 : i64} : !async.value<f32>
    return %0 : f32
  }
}
`,
	Run: func(r *pass.Run) error {
		applyPolicy(r.Op)
		return nil
	},
})
