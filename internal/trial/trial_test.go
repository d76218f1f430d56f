package trial_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/trial"
	"github.com/inflight-compiler/inflight/ir"
)

const racing = `func.func @main(%A: memref<4xi32>, %x: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  scf.for %i = %c0 to %n step %c1 {
    %t = async.execute {
      memref.store %x, %A[%c0] : memref<4xi32>
      async.yield
    }
  }
  %u = async.execute {
    memref.store %x, %A[%c1] : memref<4xi32>
    async.yield
  }
  async.await %u : !async.token
  %v = memref.load %A[%c1] : memref<4xi32>
  return
}
`

// A program with races is wrong, and right with a wait in the loop; without the wait that it had it is wrong
// again.
func TestRight(t *testing.T) {
	m := passtest.Parse(t, racing)
	found, err := trial.Hazards(m, trial.Extents)
	if err != nil || len(found) == 0 {
		t.Fatal(found, err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	if ok, err := trial.Right(r, m); !ok || err != nil {
		t.Fatalf("%v\n%s", err, passtest.Print(m))
	}
	tight, err := trial.Tight(m, 40)
	if err != nil || strings.Count(passtest.Print(tight), "async.await") != 2 {
		t.Errorf("%v\n%s", err, passtest.Print(tight))
	}
	dropped := 0
	for _, f := range trial.Faults(r, tight, 20) {
		if f.Kind != "no wait" {
			continue
		}
		if found, err := trial.Hazards(f.Module, trial.Extents); err != nil || len(found) == 0 {
			t.Errorf("without one of its waits, it is right: %v\n%s", err, passtest.Print(f.Module))
		}
		dropped++
	}
	if dropped != 2 {
		t.Errorf("%d waits were dropped", dropped)
	}
}

// What is left of a program with races are those that race.
func TestReduce(t *testing.T) {
	small := trial.Reduce(passtest.Parse(t, racing), 100, func(m *ir.Op) bool {
		found, err := trial.Hazards(m, []int64{3})
		return err == nil &&
			slices.ContainsFunc(operations(m), func(op *ir.Op) bool { return op.Name() == "scf.for" }) &&
			len(found) > 0
	})
	if n := strings.Count(passtest.Print(small), "async.execute"); n != 1 {
		t.Errorf("%d tasks are left:\n%s", n, passtest.Print(small))
	}
}

func operations(m *ir.Op) []*ir.Op {
	var list []*ir.Op
	for op := range m.Walk() {
		list = append(list, op)
	}
	return list
}
