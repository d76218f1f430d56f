package timed_test

import (
	"strings"
	"testing"
)

const lazyProgram = `
async.func @work(%m: memref<64xf32>) -> !async.token attributes {lazy} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %x = memref.load %m[%i] : memref<64xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %m[%i] : memref<64xf32>
  }
  return
}
func.func @main(%a: memref<64xf32>, %b: memref<64xf32>) {
  %t = async.call @work(%a) : (memref<64xf32>) -> !async.token
  %u = async.call @work(%b) : (memref<64xf32>) -> !async.token
  %v = async.call @work(%b) : (memref<64xf32>) -> !async.token
  async.await %u : !async.token
  async.await %t : !async.token
  async.await %u : !async.token
  return
}`

// An estimate issues a lazy task at the first wait for it: the two that are awaited run one after the other,
// and the third not at all.
func TestLazyTasks(t *testing.T) {
	g := estimated(t, lazyProgram, "main", builtin(t, "h100"))
	r := run(t, g)
	var tasks []int
	for i := range g.Ops {
		if strings.HasPrefix(g.Ops[i].Label, "call ") {
			tasks = append(tasks, i)
		}
	}
	if len(tasks) != 2 {
		t.Fatalf("%d tasks run, want 2", len(tasks))
	}
	if start, end := r.Start[tasks[1]], r.End[tasks[0]]; start < end {
		t.Errorf("the second task starts at %v, and the first ends at %v", start, end)
	}
}
