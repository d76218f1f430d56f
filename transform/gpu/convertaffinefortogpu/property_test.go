package convertaffinefortogpu_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	_ "github.com/inflight-compiler/inflight/internal/fixedseed"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/gpu/convertaffinefortogpu"
	_ "github.com/inflight-compiler/inflight/transform/gpu/gpukerneloutlining"
)

// Launches compute what the loops compute in order, and no two threads touch what one of them writes.
func TestPropertyLaunchesComputeTheSame(t *testing.T) {
	n, launches := passtest.Programs(150), 0
	for i := range n {
		r := rand.New(rand.NewPCG(uint64(i), 3))
		depth := 1 + r.IntN(4)
		blocks := min(r.IntN(depth+1), 3)
		source := program(r, depth)
		module := passtest.Parse(t, source)
		options := fmt.Sprintf("gpu-block-dims=%d gpu-thread-dims=%d", blocks, min(depth-blocks, 3))
		made := passtest.Transform(t, module,
			"builtin.module(func.func(convert-affine-for-to-gpu{"+options+"}),gpu-kernel-outlining)")
		launches += len(made.Find(gpu.LaunchFunc))
		for _, n := range []int64{0, 1, 6} {
			want, _ := passtest.Simulate(t, module, sim.Config{}, n)
			got, hazards := passtest.Simulate(t, made, sim.Config{}, n)
			if len(hazards) > 0 {
				t.Fatalf("n = %d: %v\n%s\n%s", n, hazards[0].Diagnostic(), source, passtest.Print(made))
			}
			for k := range want[:2] {
				if string(want[k].Buffer.Data) != string(got[k].Buffer.Data) {
					t.Fatalf("n = %d: argument %d differs\n%s\n%s", n, k, source, passtest.Print(made))
				}
			}
		}
	}
	t.Logf("%d launches of %d nests", launches, n)
	if launches < n/3 || launches > n*9/10 {
		t.Errorf("%d launches of %d nests", launches, n)
	}
}

// program is a nest of so many loops with bounds that are known or not, and a loop inside now and then.
func program(r *rand.Rand, depth int) string {
	var b, end strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("func.func @main(%%a: memref<4096xi32>, %%b: memref<4096xi32>, %%n: index) {")
	var terms []string
	for d := range depth {
		upper := []string{"%n", fmt.Sprint(2 + r.IntN(5)), fmt.Sprint(2 + r.IntN(5)),
			fmt.Sprintf("min affine_map<()[s0] -> (s0 - 1, %d)>()[%%n]", 3+r.IntN(3))}[r.IntN(4)]
		line("affine.for %%i%d = %d to %s step %d {", d, r.IntN(2), upper, 1+r.IntN(2))
		end.WriteString("}\n")
		terms = append(terms, fmt.Sprintf("%%i%d * %d", d, []int{1, 6, 36, 216}[(d+r.IntN(6)/5)%4]))
	}
	if r.IntN(4) == 0 {
		line("affine.for %%k = 0 to 3 {")
		end.WriteString("}\n")
	}
	at := strings.Join(terms, " + ")
	line("%%x = affine.load %%a[%s + %d] : memref<4096xi32>", at, r.IntN(2))
	line("%%o = affine.load %%b[%s] : memref<4096xi32>", at)
	line("%%y = arith.addi %%x, %%o : i32\naffine.store %%y, %%b[%s] : memref<4096xi32>", at)
	return b.String() + end.String() + "return\n}\n"
}
