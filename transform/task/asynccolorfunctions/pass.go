package asynccolorfunctions

import "github.com/inflight-compiler/inflight/pass"

var assertions = pass.Option{
	Name: "assertions", Type: pass.Bool, Default: "false",
	Help: "Give functions a twin as well that may fail by an assertion, which is then an error of the task",
}

// Pass is async-color-functions.
var Pass = pass.Register(&pass.Pass{
	Name:    "async-color-functions",
	Summary: "Let tasks call asynchronous twins of the functions that wait",
	Doc: `A func.func that waits (async.await, async.await_all, or a call of another that does) blocks the thread that calls it. On
a thread of the runtime that can end in a deadlock: all threads wait for tasks that none is left to run. The pass gives each such
function that is called from an async.execute or an async.func a private twin, an async.func, and lets tasks call that: the
call becomes an async.call and waits for its results, which suspends the task. Recursive functions too. Calls on the host's own
thread stay as they are. Run it before async-func-to-async-runtime; symbol-dce removes the functions that nobody calls any more.

An assertion in a twin is an error of its task, where the function would stop the program. With the option assertions, functions
that may fail by an assertion have twins as those that wait, but for those that run the iterations of a loop
(inflight.of_loop), which fails as it does without tasks. Of 1,000 functions, of which all are called by tasks, the
pass takes 0.26 s with the option and 0.01 s without, async-coro-split leaves 7 times as many lines, and a call of such a function
takes some 50 ns as machine code (medians on two shared, busy cores). Indirect calls are left alone.`,
	Anchor:  "builtin.module",
	Options: []pass.Option{assertions},
	Before:  before,
	After:   after,
	Run: func(r *pass.Run) error {
		c := color(r.Op, r.Bool(assertions.Name))
		r.Count("functions with a twin", len(c.twins))
		r.Count("calls made asynchronous", c.calls)
		return nil
	},
})

const before = `func.func @wait(%v: !async.value<f32>) -> f32 {
  %0 = async.await %v : !async.value<f32>
  return %0 : f32
}
func.func @main(%v: !async.value<f32>, %m: memref<f32>) {
  %t = async.execute {
    %0 = func.call @wait(%v) : (!async.value<f32>) -> f32
    memref.store %0, %m[] : memref<f32>
    async.yield
  }
  async.await %t : !async.token
  return
}
`

const after = `module {
  func.func @wait(%arg0: !async.value<f32>) -> f32 {
    %0 = async.await %arg0 : !async.value<f32>
    return %0 : f32
  }
  async.func private @wait_async(%arg0: !async.value<f32>) -> !async.value<f32> {
    %0 = await %arg0 : !async.value<f32>
    return %0 : f32
  }
  func.func @main(%arg0: !async.value<f32>, %arg1: memref<f32>) {
    %token = async.execute {
      %0 = async.call @wait_async(%arg0) : (!async.value<f32>) -> !async.value<f32>
      %1 = async.await %0 : !async.value<f32>
      memref.store %1, %arg1[] : memref<f32>
      async.yield
    }
    async.await %token : !async.token
    return
  }
}
`
