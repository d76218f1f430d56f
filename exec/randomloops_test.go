package exec_test

import (
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randloop"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/transform/pipeline/injectsoftwarepipeline"
	"github.com/inflight-compiler/inflight/value"
)

// Random loops with random annotations, pipelined and compiled, compute the same results as the program as
// written, in order.
func TestRandomLoops(t *testing.T) {
	for _, engine := range compilers {
		t.Run(engine, func(t *testing.T) {
			require(t, engine)
			randomLoops(t, engine)
		})
	}
}

func randomLoops(t *testing.T, engine string) {
	ran, programs := 0, map[string]int{"native": 5, "wasm": 20}[engine]
	for seed := uint64(0); ran < passtest.Programs(programs); seed++ {
		p := randloop.New(rand.New(rand.NewPCG(seed, 6)))
		written := parseModule(t, p.Text())
		piped := written.Clone(nil)
		if injectsoftwarepipeline.Apply(piped) != nil {
			continue // the annotation breaks a dependence
		}
		ran++
		for _, extent := range p.Extents() {
			want := scalars(inputsOf(t, written, exec.Inputs{Seed: seed}), extent)
			got := exec.Clone(want)
			returns, err := runOn(t, "sim", written, want, exec.Options{})
			if err != nil {
				t.Fatal(err)
			}
			values, err := runOn(t, engine, piped, got, exec.Options{Limits: exec.Limits{Time: time.Minute}})
			if err != nil {
				t.Fatalf("seed %d, extent %d: %v\n%s", seed, extent, err, passtest.Print(piped))
			}
			compare(t, want, got, returns, values)
			if t.Failed() {
				t.Fatalf("seed %d, extent %d\n%s\nbecame\n%s", seed, extent, p.Text(), passtest.Print(piped))
			}
		}
	}
}

// Random loops whose control flow is branches between blocks compute the same results as structured ones.
func TestWasmBranches(t *testing.T) {
	for seed := range uint64(passtest.Programs(15)) {
		p := randloop.New(rand.New(rand.NewPCG(seed, 7)))
		written := parseModule(t, p.Text())
		branches := passtest.Transform(t, written.Clone(nil),
			"builtin.module(pipeline-to-async,lower-affine,convert-scf-to-cf)")
		for _, extent := range p.Extents() {
			want := scalars(inputsOf(t, written, exec.Inputs{Seed: seed}), extent)
			got := exec.Clone(want)
			returns, err := runOn(t, "sim", written, want, exec.Options{})
			if err != nil {
				t.Fatal(err)
			}
			values, err := runOn(t, "wasm", branches, got,
				exec.Options{Limits: exec.Limits{Time: time.Minute}})
			if err != nil {
				t.Fatalf("seed %d, extent %d: %v\n%s", seed, extent, err, passtest.Print(branches))
			}
			compare(t, want, got, returns, values)
		}
	}
}

// scalars gives every argument that is a number the same one.
func scalars(args []exec.Argument, n int64) []exec.Argument {
	for i, a := range args {
		if a.Value.Buffer == nil {
			args[i].Value = value.Int(a.Value.Type, n)
		}
	}
	return args
}

// meetProgram is a program that the judge would reject. In each iteration the asynchronous operation and the
// thread that issued it wait for each other, through memory accesses that nothing orders. It ends only if the
// two run at the same time.
const meetProgram = `func.func @f(%flags: memref<2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  memref.store %zero, %flags[%c0] : memref<2xi32>
  memref.store %zero, %flags[%c1] : memref<2xi32>
  scf.for %i = %c0 to %c20 step %c1 {
    %round = arith.index_cast %i : index to i32
    pipeline.commit_queue 0 {
      pipeline.async_scope {
        %a = memref.atomic_rmw addi %one, %flags[%c0] : (i32, memref<2xi32>) -> i32
        scf.while : () -> () {
          %v = memref.atomic_rmw addi %zero, %flags[%c1] : (i32, memref<2xi32>) -> i32
          %wait = arith.cmpi sle, %v, %round : i32
          scf.condition(%wait)
        } do {
          scf.yield
        }
      }
    }
    %b = memref.atomic_rmw addi %one, %flags[%c1] : (i32, memref<2xi32>) -> i32
    scf.while : () -> () {
      %v = memref.atomic_rmw addi %zero, %flags[%c0] : (i32, memref<2xi32>) -> i32
      %wait = arith.cmpi sle, %v, %round : i32
      scf.condition(%wait)
    } do {
      scf.yield
    }
    pipeline.wait_queue 0, 0 {
    }
  }
  return
}
`

// An asynchronous operation runs at the same time as the thread that issued it, on a second core.
func TestNativeOverlaps(t *testing.T) {
	tools.Require(t, "clang")
	if runtime.NumCPU() < 2 {
		t.Skip("skipped: there is one processor")
	}
	m := parseModule(t, meetProgram)
	args := inputsOf(t, m, exec.Inputs{})
	if _, err := runOn(t, "native", m, args,
		exec.Options{Limits: exec.Limits{Threads: 2, Time: time.Minute}}); err != nil {
		t.Fatal(err)
	}
	if b := args[0].Value.Buffer; b.At(0) != 20 || b.At(1) != 20 {
		t.Errorf("the flags are %d and %d", b.At(0), b.At(1))
	}
}
