package lowergpureductions_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/gpu/lowergpureductions"
)

var (
	operations = map[string][]string{
		"i32": {"add", "mul", "minui", "minsi", "maxui", "maxsi", "and", "or", "xor"},
		"i16": {"add", "minsi", "xor"}, "i64": {"add", "maxui"},
		"f32": {"minnumf", "maxnumf", "minimumf", "maximumf"}, "f16": {"minimumf", "maximumf"},
	}
	types = []string{"i32", "i16", "i64", "f32", "f16"}
	sizes = [][3]int{{32, 1, 1}, {16, 2, 1}, {64, 1, 1}, {8, 4, 3}, {96, 1, 1}, {128, 1, 1}}
)

// randomKernel reduces values of the threads of a block some times, in a loop.
func randomKernel(r *rand.Rand) string {
	var b strings.Builder
	t := types[r.IntN(len(types))]
	size := sizes[r.IntN(len(sizes))]
	n := size[0] * size[1] * size[2]
	mem := fmt.Sprintf("memref<%dx%s>", n, t)
	fmt.Fprintf(&b, `func.func @main(%%A: %s, %%B: %s) {
  %%c0 = arith.constant 0 : index
  %%c1 = arith.constant 1 : index
  %%c2 = arith.constant 2 : index
  %%sx = arith.constant %d : index
  %%sy = arith.constant %d : index
  %%sz = arith.constant %d : index
  gpu.launch blocks(%%bx, %%by, %%bz) in (%%gx = %%c1, %%gy = %%c1, %%gz = %%c1) threads(%%tx, %%ty, %%tz) in (%%nx = %%sx, %%ny = %%sy, %%nz = %%sz) {
    %%p = arith.muli %%tz, %%sy : index
    %%q = arith.addi %%p, %%ty : index
    %%s = arith.muli %%q, %%sx : index
    %%i = arith.addi %%s, %%tx : index
    scf.for %%k = %%c0 to %%c2 step %%c1 {
      %%v0 = memref.load %%A[%%i] : %s
`, mem, mem, size[0], size[1], size[2], mem)
	for i := range 1 + r.IntN(3) {
		op := operations[t][r.IntN(len(operations[t]))]
		switch r.IntN(3) {
		case 0:
			fmt.Fprintf(&b, "      %%v%d = gpu.all_reduce %s %%v%d {} : (%s) -> %s\n", i+1, op, i, t, t)
		case 1:
			fmt.Fprintf(&b, "      %%v%d = gpu.subgroup_reduce %s %%v%d : (%s) -> %s\n", i+1, op, i, t, t)
		default:
			size := 1 << r.IntN(6)
			fmt.Fprintf(&b,
				"      %%v%d = gpu.subgroup_reduce %s %%v%d cluster(size = %d, stride = %d) : (%s) -> %s\n",
				i+1, op, i, size, 1<<r.IntN(6)%(64/size), t, t)
		}
		fmt.Fprintf(&b, "      memref.store %%v%d, %%B[%%i] : %s\n      memref.store %%v%d, %%A[%%i] : %s\n",
			i+1, mem, i+1, mem)
	}
	b.WriteString("    }\n    gpu.terminator\n  }\n  return\n}\n")
	return strings.ReplaceAll(b.String(), ", stride = 0)", ")")
}

// Shuffles give every thread what the reduction gives it, and the memory that they use has no race.
func TestPropertyReductionsComputeTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for range passtest.Programs(60) {
		source := randomKernel(r)
		m := passtest.Parse(t, source)
		want, _ := passtest.Simulate(t, m, sim.Config{}, 0)
		made := passtest.Transform(t, m, "builtin.module(lower-gpu-reductions)")
		if len(made.Find(gpu.AllReduce))+len(made.Find(gpu.SubgroupReduce)) > 0 {
			t.Fatalf("a reduction is left\n%s", passtest.Print(made))
		}
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
}

// What cannot be lowered is refused, with the reason.
func TestErrors(t *testing.T) {
	kernel := func(size, op string) string {
		return "gpu.module @m {\n  gpu.func @f(%x: f32, %y: vector<4xf32>) kernel" + size + " {\n    " + op +
			"\n    gpu.return\n  }\n}\n"
	}
	known := " attributes {known_block_size = array<i32: %s, 1, 1>}"
	for source, want := range map[string]string{
		kernel("",
			"%s = gpu.all_reduce add %x {} : (f32) -> f32"): "3:10: error: the size of the block is not " +
			"constant [gpu-reduction]",
		kernel(strings.Replace(known, "%s", "40", 1),
			"%s = gpu.all_reduce add %x {} : (f32) -> f32"): "the block has 40 threads, which is not a " +
			"multiple of 32 up to 1024",
		kernel(strings.Replace(known, "%s", "32", 1),
			"%s = gpu.subgroup_reduce add %y : (vector<4xf32>) -> vector<4xf32>"): "values of type vector<4xf32> are not exchanged between threads",
		kernel(strings.Replace(known, "%s", "32", 1),
			"%s = gpu.subgroup_reduce add %x cluster(size = 16, stride = 4) : (f32) -> f32"): "a cluster of 16 lanes that are 4 apart does not fit a subgroup of 32",
	} {
		p, err := pass.Parse("builtin.module(lower-gpu-reductions)")
		if err != nil {
			t.Fatal(err)
		}
		diags := (&pass.Manager{Pipeline: p}).Run(t.Context(), passtest.Parse(t, source))
		if !diags.HasErrors() || !strings.Contains(diags.Err().Error(), want) {
			t.Errorf("%v, want %s", diags, want)
		}
	}
}
