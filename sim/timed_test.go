package sim_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/inflight-compiler/inflight/sim"
)

// An event belongs to the iteration in which its statement began or its operation was issued, even if it ends
// while another function runs.
func TestTimedEventsAcrossCalls(t *testing.T) {
	const source = `
func.func private @commit(%A: memref<4xi32>, %i: index) {
  pipeline.async_commit_stage 0
  pipeline.block {
    %v = memref.load %A[%i] : memref<4xi32>
    pipeline.async_wait_stage 0, 0
  }
  return
}
func.func @main(%A: memref<4xi32>, %B: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c2 step %c1 {
      pipeline.block {
        %v = memref.load %A[%j] : memref<4xi32>
        pipeline.async_scope {
          memref.store %v, %B[%j] : memref<4xi32>
        }
        func.call @commit(%A, %i) : (memref<4xi32>, index) -> ()
      }
    }
  }
  return
}
`
	p := compile(t, source, "main")
	res, err := p.Run(context.Background(), sim.Config{Mode: sim.Timed, Trace: true},
		makeArgs(t, p, []string{"iota", "zero"}))
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, e := range res.Events[:8] {
		got += fmt.Sprintln(e.Lane, e.Op.Name(), e.Iteration)
	}
	const want = `main pipeline.block 0
main pipeline.block -1
queue 0 pipeline.async_scope 0
main pipeline.block 0
main pipeline.block 1
main pipeline.block -1
queue 0 pipeline.async_scope 1
main pipeline.block 1
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
