package exec_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/target/llvm"
)

// parallelPrograms have loops that are worth tasks, and the number of functions that are made of them.
var parallelPrograms = map[string]struct {
	source    string
	functions int
}{
	"each kind of loop": {functions: 6, // blocks of whole rows, or of any number of iterations
		source: `func.func @f(%m: memref<300x200xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c200 = arith.constant 200 : index
  %c300 = arith.constant 300 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c300, %c200) step (%c1, %c1) {
    %x = memref.load %m[%i, %j] : memref<300x200xi32>
    %y = arith.muli %x, %x : i32
    memref.store %y, %m[%i, %j] : memref<300x200xi32>
  }
  scf.forall (%i, %j) = (1, 0) to (300, 200) step (1, 1) {
    %k = arith.index_cast %i : index to i32
    %x = memref.load %m[%i, %j] : memref<300x200xi32>
    %y = arith.addi %x, %k : i32
    memref.store %y, %m[%i, %j] : memref<300x200xi32>
  }
  affine.parallel (%i, %j) = (0, 0) to (300, 200) {
    %x = affine.load %m[%i, %j] : memref<300x200xi32>
    %k = arith.index_cast %j : index to i32
    %y = arith.xori %x, %k : i32
    affine.store %y, %m[%i, %j] : memref<300x200xi32>
  }
  return
}`},
	"reductions of integers, and of floats in order": {functions: 1,
		source: `func.func @f(%m: memref<120000xi32>, %x: memref<120000xf32>, %z: i32, %w: f32) -> (i32, i32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 120000 : index
  %s:2 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%z, %z) -> (i32, i32) {
    %v = memref.load %m[%i] : memref<120000xi32>
    scf.reduce(%v, %v : i32, i32) {
    ^bb0(%a: i32, %b: i32):
      %r = arith.addi %a, %b : i32
      scf.reduce.return %r : i32
    }, {
    ^bb0(%a: i32, %b: i32):
      %r = arith.minsi %a, %b : i32
      scf.reduce.return %r : i32
    }
  }
  %t = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%w) -> f32 {
    %v = memref.load %x[%i] : memref<120000xf32>
    scf.reduce(%v : f32) {
    ^bb0(%a: f32, %b: f32):
      %r = arith.addf %a, %b : f32
      scf.reduce.return %r : f32
    }
  }
  return %s#0, %s#1, %t : i32, i32, f32
}`},
	"in functions that tasks call, in loops, in tasks": {functions: 2,
		source: `func.func private @scale(%m: memref<80000xi32>, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 80000 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %x = memref.load %m[%i] : memref<80000xi32>
    %y = arith.muli %x, %k : i32
    memref.store %y, %m[%i] : memref<80000xi32>
  }
  return
}
func.func @f(%m: memref<80000xi32>, %o: memref<80000xi32>, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = arith.constant 80000 : index
  scf.for %turn = %c0 to %c3 step %c1 {
    %t = async.execute {
      func.call @scale(%m, %k) : (memref<80000xi32>, i32) -> ()
      async.yield
    }
    %u = async.execute {
      scf.parallel (%i) = (%c0) to (%n) step (%c1) {
        %x = memref.load %o[%i] : memref<80000xi32>
        %y = arith.addi %x, %k : i32
        memref.store %y, %o[%i] : memref<80000xi32>
      }
      async.yield
    }
    async.await %t : !async.token
    async.await %u : !async.token
    func.call @scale(%m, %k) : (memref<80000xi32>, i32) -> ()
  }
  return
}`},
	"a loop in a loop": {functions: 1, source: `func.func @f(%m: memref<100x1000xi32>, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %c1000 = arith.constant 1000 : index
  scf.parallel (%i) = (%c0) to (%c100) step (%c1) {
    scf.parallel (%j) = (%c0) to (%c1000) step (%c1) {
      %a = arith.addi %i, %j : index
      %b = arith.muli %a, %k : index
      %v = arith.index_cast %b : index to i32
      memref.store %v, %m[%i, %j] : memref<100x1000xi32>
    }
  }
  return
}`},
}

// compareThreads runs a program on an engine with 1, 2 and 8 threads, and compares with the simulator.
func compareThreads(t *testing.T, engine string, m *ir.Op) {
	t.Helper()
	wantArgs := inputsOf(t, m, exec.Inputs{Seed: 3})
	gotArgs := map[int][]exec.Argument{}
	for _, threads := range []int{1, 2, 8} {
		gotArgs[threads] = exec.Clone(wantArgs)
	}
	want, err := runOn(t, "sim", m, wantArgs, exec.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for threads, args := range gotArgs {
		got, err := runOn(t, engine, m, args,
			exec.Options{Limits: exec.Limits{Time: time.Minute, Threads: threads}})
		if err != nil {
			t.Fatal(err)
		}
		compare(t, wantArgs, args, want, got)
	}
}

// Parallel loops run as tasks, and compute the same results as on the simulator in order, with any number of
// threads.
func TestNativeParallelLoops(t *testing.T) {
	tools.Require(t, "clang")
	for name, p := range parallelPrograms {
		t.Run(name, func(t *testing.T) {
			m := parseModule(t, p.source)
			compareThreads(t, "native", m)
			fn, err := exec.Entry(m, "")
			if err != nil {
				t.Fatal(err)
			}
			if n := dispatchFunctions(t, m, fn.SymbolName()); n != p.functions {
				t.Errorf("there are %d functions that make tasks, want %d", n, p.functions)
			}
		})
	}
}

// dispatchFunctions counts the functions of a compiled program that make the tasks of loops.
func dispatchFunctions(t *testing.T, m *ir.Op, entry string) int {
	t.Helper()
	code, err := llvm.Text(t.Context(), m, entry, exec.Code{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(code)) {
		if strings.HasPrefix(line, "define") && strings.Contains(line, "@async_dispatch_fn") &&
			!strings.Contains(line, "_async(") {
			n++
		}
	}
	return n
}

// An iteration that fails gives the same error as in order, on whichever thread it runs.
func TestNativeParallelFailure(t *testing.T) {
	tools.Require(t, "clang")
	m := parseModule(t, failingLoop)
	for _, at := range []int{0, 70_000, 199_999} {
		for _, threads := range []int{1, 2, 8} {
			args := inputsOf(t, m,
				exec.Inputs{Dims: map[string]int64{"m": 200_000},
					Args: map[string]string{"n": "200000", "bad": fmt.Sprint(at)}})
			_, err := runOn(t, "native", m, args,
				exec.Options{Limits: exec.Limits{Time: time.Minute, Threads: threads}})
			d, ok := errors.AsType[*diag.Diagnostic](err)
			if !ok || d.Code != "native-assert" || !strings.Contains(d.Message, "never the bad one") ||
				d.Span.Place().Line != 6 {
				t.Errorf("iteration %d, %d threads: got %v", at, threads, err)
			}
		}
	}
}

const failingLoop = `func.func @f(%n: index, %bad: index, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %ok = arith.cmpi ne, %i, %bad : index
    cf.assert %ok, "never the bad one"
    %v = arith.index_cast %i : index to i32
    memref.store %v, %m[%i] : memref<?xi32>
  }
  return
}`
