package convertparallelloopstogpu_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/gpu/convertparallelloopstogpu"
	_ "github.com/inflight-compiler/inflight/transform/gpu/gpukerneloutlining"
	_ "github.com/inflight-compiler/inflight/transform/gpu/gpulaunchsinkindexcomputations"
	_ "github.com/inflight-compiler/inflight/transform/gpu/gpumapparallelloops"
	_ "github.com/inflight-compiler/inflight/transform/gpu/lowergpureductions"
	_ "github.com/inflight-compiler/inflight/transform/simplify/canonicalize"
)

// randomNest is a program with a nest of two parallel loops, the inner one of which may have no iterations,
// and which computes each of its elements.
func randomNest(r *rand.Rand) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("func.func @main(%%A: memref<4096xi32>, %%B: memref<4096xi32>) {")
	for n := range 17 {
		line("%%c%d = arith.constant %d : index", n, n)
	}
	line("%%c29 = arith.constant 29 : index")
	var all []string
	number := "%c0"
	step := 0
	loop := func(dims int, bound func(d int) string) {
		var ivs, lower, upper, steps []string
		for d := range dims {
			ivs = append(ivs, fmt.Sprintf("%%i%d", len(all)+d))
			lower = append(lower, fmt.Sprintf("%%c%d", r.IntN(3)))
			upper = append(upper, bound(d))
			steps = append(steps, fmt.Sprintf("%%c%d", 1+r.IntN(3)))
		}
		all = append(all, ivs...)
		join := func(list []string) string { return "(" + strings.Join(list, ", ") + ")" }
		line("scf.parallel %s = %s to %s step %s {", join(ivs), join(lower), join(upper), join(steps))
		for _, iv := range ivs {
			line("%%m%d = arith.muli %s, %%c5 : index", step, number)
			line("%%n%d = arith.addi %%m%d, %s : index", step, step, iv)
			number = fmt.Sprintf("%%n%d", step)
			step++
		}
	}
	loop(1+r.IntN(3), func(int) string { return fmt.Sprintf("%%c%d", 3+r.IntN(3)) })
	inner := r.IntN(3)
	if inner > 0 {
		bounds := map[int]string{}
		for d := range inner {
			if bounds[d] = fmt.Sprintf("%%c%d", 3+r.IntN(3)); r.IntN(2) == 0 {
				line("%%u%d = arith.subi %%c5, %%i0 : index", d)
				line("%%w%d = arith.minsi %%u%d, %%c%d : index", d, d, 3+r.IntN(3))
				bounds[d] = fmt.Sprintf("%%w%d", d)
			}
		}
		loop(inner, func(d int) string { return bounds[d] })
	}
	line("%%at = arith.remui %s, %%c29 : index\n%%x = memref.load %%A[%%at] : memref<4096xi32>", number)
	line("%%y = arith.index_cast %s : index to i32\n%%z = arith.addi %%x, %%y : i32", number)
	line("memref.store %%z, %%B[%s] : memref<4096xi32>", number)
	if inner > 0 {
		line("}")
	}
	line("}\nreturn\n}")
	return b.String()
}

// Launches compute what the loops compute in order, and no two threads write the same.
func TestPropertyLaunchesComputeTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	n, launches := passtest.Programs(60), 0
	for range n {
		source := randomNest(r)
		m := passtest.Parse(t, source)
		want, _ := passtest.Simulate(t, m, sim.Config{}, 0)
		policy := []string{"outermost-first", "innermost-first"}[r.IntN(2)]
		made := passtest.Transform(t, m,
			"builtin.module(func.func(gpu-map-parallel-loops{mapping-policy="+policy+
				"}),convert-parallel-loops-to-gpu,gpu-launch-sink-index-computations,gpu-kernel-outlining)")
		launches += len(made.Find(gpu.LaunchFunc))
		got, hazards := passtest.Simulate(t, made, sim.Config{}, 0)
		if len(hazards) > 0 {
			t.Fatalf("%v\n%s\n%s", hazards[0].Diagnostic(), source, passtest.Print(made))
		}
		for i := range want {
			if string(want[i].Buffer.Data) != string(got[i].Buffer.Data) {
				t.Fatalf("argument %d differs\n%s\n%s", i, source, passtest.Print(made))
			}
		}
	}
	if launches < n*9/10 {
		t.Errorf("%d launches in %d programs", launches, n)
	}
}

// A reduction of an inner loop over threads is one of the block, with the value that it begins with.
func TestReduction(t *testing.T) {
	m := passtest.Parse(t, `func.func @main(%A: memref<256xi32>, %B: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %init = arith.constant 100 : i32
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %r = scf.parallel (%j) = (%c0) to (%c32) step (%c1) init (%init) -> i32 {
      %row = arith.muli %i, %c32 : index
      %at = arith.addi %row, %j : index
      %x = memref.load %A[%at] : memref<256xi32>
      scf.reduce(%x : i32) {
      ^bb0(%a: i32, %b: i32):
        %s = arith.addi %a, %b : i32
        scf.reduce.return %s : i32
      }
    } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
    memref.store %r, %B[%i] : memref<8xi32>
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}
`)
	made := passtest.Transform(t, m, "builtin.module(convert-parallel-loops-to-gpu)")
	if len(made.Find(gpu.AllReduce)) != 1 {
		t.Errorf("no gpu.all_reduce in\n%s", passtest.Print(made))
	}
	want, _ := passtest.Simulate(t, m, sim.Config{}, 0)
	made = passtest.Transform(t, made, "builtin.module(canonicalize,lower-gpu-reductions)")
	got, hazards := passtest.Simulate(t, made, sim.Config{}, 0)
	if len(hazards) > 0 || string(got[1].Buffer.Data) != string(want[1].Buffer.Data) {
		t.Errorf("%v, %v is not %v", hazards, got[1].Buffer.Data, want[1].Buffer.Data)
	}
}
