package check_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	_ "github.com/inflight-compiler/inflight/transform/all"
)

// parallelLoops are bodies of functions with two memrefs of 48 x 8 numbers, a row and a size as parameters.
var parallelLoops = map[string]struct {
	body  string
	wrong bool
}{
	"elementwise": {body: `scf.parallel (%i, %j) = (%c0, %c0) to (%c48, %c8) step (%c1, %c1) {
    %v = memref.load %a[%i, %j] : memref<48x8xf32>
    memref.store %v, %b[%i, %j] : memref<48x8xf32>
  }`},
	"one dimension": {body: `scf.parallel (%i) = (%c0) to (%c48) step (%c1) {
    memref.store %x, %r[%i] : memref<48xf32>
  }`},
	"a stride": {body: `scf.parallel (%i) = (%c1) to (%c48) step (%c3) {
    memref.store %x, %r[%i] : memref<48xf32>
    %k = arith.subi %i, %c1 : index
    memref.store %x, %r[%k] : memref<48xf32>
  }`},
	"a stencil on two arrays": {body: `scf.parallel (%i, %j) = (%c1, %c0) to (%c47, %c8) step (%c1, %c1) {
    %p = arith.addi %i, %c1 : index
    %u = memref.load %a[%p, %j] : memref<48x8xf32>
    memref.store %u, %b[%i, %j] : memref<48x8xf32>
  }`},
	"a loop in it": {body: `scf.parallel (%i) = (%c0) to (%c48) step (%c1) {
    scf.for %j = %c0 to %c8 step %c1 {
      %v = memref.load %b[%i, %j] : memref<48x8xf32>
      memref.store %v, %b[%i, %c0] : memref<48x8xf32>
    }
  }`},
	"blocks of rows": {body: `scf.parallel (%i) = (%c0) to (%c16) step (%c1) {
    %l = arith.muli %i, %c3 : index
    %u = arith.addi %l, %c3 : index
    scf.for %k = %l to %u step %c1 {
      memref.store %x, %r[%k] : memref<48xf32>
    }
  }`},
	"quotients and remainders": {body: `scf.parallel (%i) = (%c0) to (%c48) step (%c1) {
    %q = arith.divsi %i, %c8 : index
    %m = arith.remsi %i, %c8 : index
    memref.store %x, %b[%q, %m] : memref<48x8xf32>
  }`},
	"a neighbour": {body: `scf.parallel (%i) = (%c0) to (%c47) step (%c1) {
    %p = arith.addi %i, %c1 : index
    %v = memref.load %r[%p] : memref<48xf32>
    memref.store %v, %r[%i] : memref<48xf32>
  }`, wrong: true},
	"one place": {body: `scf.parallel (%i) = (%c0) to (%c48) step (%c1) {
    %number = arith.index_cast %i : index to i32
    %y = arith.sitofp %number : i32 to f32
    memref.store %y, %r[%c3] : memref<48xf32>
  }`, wrong: true},
	"one row": {body: `scf.parallel (%i, %j) = (%c0, %c0) to (%c48, %c8) step (%c1, %c1) {
    %number = arith.index_cast %i : index to i32
    %y = arith.sitofp %number : i32 to f32
    memref.store %y, %b[%c0, %j] : memref<48x8xf32>
  }`, wrong: true},
	"remainders that repeat": {body: `scf.parallel (%i) = (%c0) to (%c48) step (%c1) {
    %number = arith.index_cast %i : index to i32
    %y = arith.sitofp %number : i32 to f32
    %m = arith.remsi %i, %c16 : index
    memref.store %y, %r[%m] : memref<48xf32>
  }`, wrong: true},
	"rows that overlap": {body: `scf.parallel (%i) = (%c0) to (%c15) step (%c1) {
    %number = arith.index_cast %i : index to i32
    %y = arith.sitofp %number : i32 to f32
    %l = arith.muli %i, %c3 : index
    %u = arith.addi %l, %c8 : index
    %e = arith.minsi %u, %c48 : index
    scf.for %k = %l to %e step %c1 {
      memref.store %y, %r[%k] : memref<48xf32>
    }
  }`, wrong: true},
	"transposed in place": {body: `scf.parallel (%i, %j) = (%c0, %c0) to (%c8, %c8) step (%c1, %c1) {
    %v = memref.load %b[%i, %j] : memref<48x8xf32>
    memref.store %v, %b[%j, %i] : memref<48x8xf32>
  }`, wrong: true},
}

// parallelLoop returns a function around a body.
func parallelLoop(body string) string {
	text := "func.func @main(%a: memref<48x8xf32>, %b: memref<48x8xf32>, %r: memref<48xf32>, %n: index, " +
		"%x: f32) {\n"
	for _, n := range []int{0, 1, 3, 8, 15, 16, 47, 48} {
		text += fmt.Sprintf("  %%c%d = arith.constant %d : index\n", n, n)
	}
	return text + "  " + body + "\n  return\n}"
}

// A loop that async-parallel-for has divided into tasks has the verdict of the loop, for every way of
// dividing it and every small number of iterations per task. The wrong loops are wrong for every division
// into tasks of a few iterations.
func TestParallelLoopsAsTasks(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(parallelLoops)) {
		c := parallelLoops[name]
		m := passtest.Parse(t, parallelLoop(c.body))
		t.Run(name, func(t *testing.T) { wantVerdict(t, m, c.wrong) })
		for _, options := range []string{
			"async-dispatch=false num-workers=2 min-task-size=1",
			"async-dispatch=false num-workers=3 min-task-size=5", "num-workers=2 min-task-size=1",
			"num-workers=5 min-task-size=3",
		} {
			t.Run(name+" "+options, func(t *testing.T) {
				wantVerdict(t, passtest.Transform(t, m, "builtin.module(async-parallel-for{"+options+"})"),
					c.wrong)
			})
		}
	}
}

func wantVerdict(t *testing.T, m *ir.Op, wrong bool) {
	t.Helper()
	r, err := check.Module(t.Context(), m, check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if (hazards(r) > 0) != wrong || !wrong && !r.Complete {
		t.Errorf("wrong: %t, but %d hazards, complete: %t\n%s\n%s", wrong, hazards(r), r.Complete, r.Text(),
			passtest.Print(m))
	}
}

// A wait that only sizes beyond the limit reach is not called redundant.
func TestWaitBeyondTheLimitIsNotJudged(t *testing.T) {
	m := passtest.Parse(t, parallelLoop(`scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %r[%i] : memref<48xf32>
  }`))
	r, err := check.Module(t.Context(),
		passtest.Transform(t, m, "builtin.module(async-parallel-for{num-workers=2 min-task-size=5000})"),
		check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Complete || len(r.Functions[0].Waits) != 1 || r.Functions[0].Waits[0].Verdict != check.Unjudged {
		t.Errorf("complete: %t\n%s", r.Complete, r.Text())
	}
}
