package finddeadlocks

import (
	"github.com/inflight-compiler/inflight/analysis/stall"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is find-deadlocks.
var Pass = pass.Register(&pass.Pass{
	Name:    "find-deadlocks",
	Summary: "Report waits that cannot end",
	Doc: `Reports, as errors, waits that end in no execution that gets to them: circles of tokens and promises, queues that are full of what
waits for those who issue, and tasks that wait for a resource which they hold. Resources that are taken in different orders are
a warning: whether that is a deadlock, the schedule decides. What conditions, loops and other functions do is not followed, so that no
error is a false alarm, and some deadlocks are found at run time only.`,
	Anchor: "func.func",
	Before: example,
	After:  "module {\n" + indented + "}\n",
	Run:    run,
})

const example = `func.func @f(%x: f32, %m: memref<f32>) {
  %p = task.promise : !async.value<f32>
  task.fulfill %p : !async.value<f32> with %x : f32
  %y = async.await %p : !async.value<f32>
  memref.store %y, %m[] : memref<f32>
  return
}
`

const indented = `  func.func @f(%arg0: f32, %arg1: memref<f32>) {
    %0 = task.promise : !async.value<f32>
    task.fulfill %0 : !async.value<f32> with %arg0 : f32
    %1 = async.await %0 : !async.value<f32>
    memref.store %1, %arg1[] : memref<f32>
    return
  }
`

func run(r *pass.Run) error {
	var errs diag.List
	for _, d := range stall.Find(r.Op) {
		if d.Severity == diag.Error {
			errs.Add(d)
		} else {
			r.Report(d)
		}
	}
	return errs.Err()
}
