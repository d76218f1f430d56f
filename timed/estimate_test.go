package timed_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/machine"
	"github.com/inflight-compiler/inflight/timed"
)

func builtin(t testing.TB, name string) *machine.Machine {
	t.Helper()
	m, err := machine.Builtin(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// function returns the function with a name.
func function(t testing.TB, module *ir.Op, name string) *ir.Op {
	t.Helper()
	fn := ir.NewSymbolTables().Lookup(module, name)
	if fn == nil {
		t.Fatalf("there is no @%s", name)
	}
	return fn
}

func estimated(t testing.TB, source, name string, m *machine.Machine) *timed.Graph {
	t.Helper()
	g, err := timed.Of(function(t, passtest.Parse(t, source), name), m)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// The products of the example overlap with the copies on a machine with a GPU.
func TestTwoMatmuls(t *testing.T) {
	source, err := os.ReadFile("../examples/gpu/two_matmuls.mlir")
	if err != nil {
		t.Fatal(err)
	}
	g := estimated(t, string(source), "main", builtin(t, "h100"))
	r := run(t, g)
	find := func(label string) []int {
		var list []int
		for i := range g.Ops {
			if g.Ops[i].Label == label {
				list = append(list, i)
			}
		}
		return list
	}
	products, sum := find("matmul"), find("add")
	if len(products) != 2 || len(sum) != 1 {
		t.Fatalf("there are %d products and %d sums", len(products), len(sum))
	}
	for _, p := range products {
		if r.Start[sum[0]] < r.End[p] {
			t.Error("the sum starts before a product has ended")
		}
	}
	// A0, B0, A1, B1 of 1 KiB and C0, C1 of 4 KiB
	if r.Peak[1] != 4*1024+2*4096 {
		t.Errorf("%d bytes of the device are in use", r.Peak[1])
	}
	if second := find("memcpy a1"); len(second) != 1 || r.Start[second[0]] >= r.End[products[0]] {
		t.Errorf("the copies of the second product %v do not overlap with the first one", second)
	}
}

const tasks = `func.func @f(%a: memref<1000xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    %t = async.execute {
      affine.for %j = 0 to 1000 { affine.store %x, %a[%j] : memref<1000xf32> }
      async.yield
    }
    async.await %t : !async.token
  }
  return
}`

// Loops that issue operations are unrolled; in other loops the work is multiplied.
func TestLoops(t *testing.T) {
	m := builtin(t, "laptop")
	waiting := run(t, estimated(t, tasks, "f", m))
	issued := strings.Replace(tasks, "    async.await %t : !async.token\n", "", 1)
	g := estimated(t, issued, "f", m)
	free := run(t, g)
	n := 0
	for i := range g.Ops {
		if strings.HasPrefix(g.Ops[i].Label, "execute") {
			n++
		}
	}
	if n != 4 {
		t.Errorf("%d tasks are issued", n)
	}
	if ratio := float64(waiting.Makespan) / float64(free.Makespan); ratio < 1.5 || ratio > 3 {
		t.Errorf("tasks on two cores are %.2f times as fast as in order", ratio)
	}
}

// A loop that issues too much is an error with a place.
func TestTooLarge(t *testing.T) {
	source := strings.Replace(tasks, "0 to 4", "0 to 10000000", 1)
	_, err := timed.Of(function(t, passtest.Parse(t, source), "f"), builtin(t, "laptop"))
	if err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("no error: %v", err)
	}
}

// Memory is in use from its allocation to its deallocation, in the memory space of the buffer.
func TestMemoryOfFunction(t *testing.T) {
	g := estimated(t, `func.func @f(%a: memref<10xf32>) {
  %b = memref.alloc() : memref<100xf64>
  memref.dealloc %b : memref<100xf64>
  %c = memref.alloc() : memref<50xf64>
  %d = memref.alloc() : memref<40xf64>
  memref.dealloc %c : memref<50xf64>
  memref.dealloc %d : memref<40xf64>
  return
}`, "f", builtin(t, "laptop"))
	if r := run(t, g); g.Memories[0].Held != 40 || r.Peak[0] != 840 {
		t.Errorf("peak %v, arguments %d", r.Peak, g.Memories[0].Held)
	}
}

// Waits for counts wait for groups of queues: copies into a scratchpad overlap with the work on the copy
// before.
func TestQueuesOfThreads(t *testing.T) {
	source := `func.func @f(%a: memref<100xi8>, %b: memref<100xi8, 1>, %d: memref<100xi8, 1>) {
  affine.for %i = 0 to 8 {
    pipeline.commit_queue 0 { pipeline.async_scope { memref.copy %a, %b : memref<100xi8> to memref<100xi8, 1> } }
    pipeline.wait_queue 0, N {
      affine.for %j = 0 to 60 {
        %x = affine.load %d[%j] : memref<100xi8, 1>
        affine.store %x, %d[%j] : memref<100xi8, 1>
      }
    }
  }
  return
}`
	m := parsed(t, `{"name": "d", "executes": ["pipeline.async_scope"]}`, "")
	var makespan [2]timed.Time
	for n := range 2 {
		g := estimated(t, strings.Replace(source, "0, N", fmt.Sprintf("0, %d", n), 1), "f", m)
		r := run(t, g)
		if copies := spans(g, r, "async_scope"); len(copies) != 8 || copies[0][1]-copies[0][0] != 110_000 {
			t.Fatalf("copies %v", copies)
		}
		makespan[n] = r.Makespan
	}
	if ratio := float64(makespan[0]) / float64(makespan[1]); ratio < 1.7 || ratio > 2 {
		t.Errorf("copies that overlap with work are %.2f times as fast", ratio)
	}
}

// A loop whose called function issues nothing is not unrolled, for any trip count.
func TestLongLoop(t *testing.T) {
	g := estimated(t, `func.func @f(%x: f32) {
  affine.for %i = 0 to 1000000000 { func.call @g(%x) : (f32) -> () }
  return
}
func.func @g(%x: f32) {
  %s = arith.addf %x, %x : f32
  return
}`, "f", builtin(t, "laptop"))
	if r := run(t, g); len(g.Ops) != 1 || r.Makespan < 300_000_000_000 {
		t.Errorf("%d operations take %v", len(g.Ops), r.Makespan)
	}
}
