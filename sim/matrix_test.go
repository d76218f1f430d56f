package sim_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// heldProduct is a product of matrices in a warp: the types of factors and sums in memory, the extents, and
// the matrices that are transposed in memory.
type heldProduct struct {
	memory, factor, sum string
	m, n, k             int
	a, b, d             bool
}

var heldProducts = []heldProduct{
	{"f16", "f16", "f32", 16, 16, 16, false, false, false},
	{"f16", "f16", "f16", 16, 16, 16, true, false, true},
	{"f16", "f16", "f32", 32, 8, 16, false, true, false}, {"f32", "f32", "f32", 16, 16, 8, true, true, true},
	{"i8", "si8", "i32", 8, 32, 16, false, false, true}, {"f64", "f64", "f64", 8, 8, 4, true, true, false},
}

// heldSource is a kernel of some threads. Its other words stand for attributes and for code behind the
// product.
const heldSource = `
func.func @main(%A: memref<64x64xMEM>, %B: memref<64x64xMEM>, %C: memref<64x64xSUM>, %i: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%nx = %n, %ny = %c1, %nz = %c1) {
    %j = PLACE
    %x = gpu.subgroup_mma_load_matrix %A[%c0, %j] {leadDimension = LEAD : indexTA} : memref<64x64xMEM> -> !gpu.mma_matrix<MxKxFACTOR, "AOp">
    %y = gpu.subgroup_mma_load_matrix %B[%c0, %i] {leadDimension = 64 : indexTB} : memref<64x64xMEM> -> !gpu.mma_matrix<KxNxFACTOR, "BOp">
    %c = gpu.subgroup_mma_load_matrix %C[%c0, %c0] {leadDimension = 64 : indexTD} : memref<64x64xSUM> -> !gpu.mma_matrix<MxNxSUM, "COp">
    %d = gpu.subgroup_mma_compute %x, %y, %c {ATTRS} : !gpu.mma_matrix<MxKxFACTOR, "AOp">, !gpu.mma_matrix<KxNxFACTOR, "BOp"> -> !gpu.mma_matrix<MxNxSUM, "COp">
    EXTRA
    gpu.subgroup_mma_store_matrix %d, %C[%c0, %c0] {leadDimension = 64 : indexTD} : !gpu.mma_matrix<MxNxSUM, "COp">, memref<64x64xSUM>
    gpu.terminator
  }
  return
}`

// source returns the program with some words replaced.
func (p heldProduct) source(replace ...string) string {
	transpose := func(t bool) string { return map[bool]string{true: ", transpose"}[t] }
	var attrs []string
	for name, t := range map[string]bool{"a_transpose": p.a, "b_transpose": p.b} {
		if t {
			attrs = append(attrs, name)
		}
	}
	words := append(replace, "TA", transpose(p.a), "TB", transpose(p.b), "TD", transpose(p.d), "ATTRS",
		strings.Join(attrs, ", "),
		"MEM", p.memory, "FACTOR", p.factor, "SUM", p.sum, "MxK", fmt.Sprint(p.m, "x", p.k), "KxN",
		fmt.Sprint(p.k, "x", p.n),
		"MxN", fmt.Sprint(p.m, "x", p.n), "PLACE", "arith.addi %i, %c0 : index", "LEAD", "64", "EXTRA", "")
	return strings.ReplaceAll(strings.NewReplacer(words...).Replace(heldSource), " x ", "x")
}

// lay writes a matrix to the beginning of memory. The result tells where an element of it is.
func lay(b *value.Buffer, m [][]int, transposed bool) {
	for i := range m {
		for j, v := range m[i] {
			b.Set(number(b.Type.Elem, v), at(i, j, transposed)...)
		}
	}
}

func at(i, j int, transposed bool) []int64 {
	if transposed {
		i, j = j, i
	}
	return []int64{int64(i), int64(j)}
}

// A product of matrices in a warp is the product of the matrices in memory. Its loads and stores race with no
// other access.
func TestHeldProducts(t *testing.T) {
	for _, p := range heldProducts {
		rng := rand.New(rand.NewPCG(7, uint64(p.k)))
		prog := compile(t, p.source(), "main")
		args := makeArgs(t, prog, []string{"zero", "zero", "zero", "0", "32"})
		a, b, c := small(rng, p.m, p.k), small(rng, p.k, p.n), small(rng, p.m, p.n)
		lay(args[0].Buffer, a, p.a)
		lay(args[1].Buffer, b, p.b)
		lay(args[2].Buffer, c, p.d)
		for i := range c {
			for j := range c[i] {
				for k := range b {
					c[i][j] += a[i][k] * b[k][j]
				}
			}
		}
		want := value.Memory(args[2].Buffer.Clone())
		lay(want.Buffer, c, p.d)
		res, err := prog.Run(context.Background(), sim.Config{Mode: sim.Random, Hazards: true}, args)
		if err != nil || len(res.Hazards) > 0 {
			t.Fatalf("%+v: %v %v", p, err, res.Diagnostics())
		}
		if !args[2].Equal(want) {
			t.Errorf("%+v: got %s, want %s", p, showValue(args[2]), showValue(want))
		}
	}
}

// An access or a product that a device does not support or define stops the simulator.
func TestHeldProductFaults(t *testing.T) {
	for name, c := range map[string]struct {
		replace []string
		i, n    string
		want    string
	}{
		"half a warp":                {nil, "0", "16", "sim-incomplete-warp"},
		"another layout than loaded": {[]string{"ATTRS", "a_transpose"}, "0", "32", "sim-matrix-layout"},
		"threads at different places": {[]string{"PLACE", "arith.addi %i, %tx : index"}, "0", "32",
			"sim-matrix-place"},
		"misaligned":              {nil, "8", "32", "sim-matrix-place"},
		"rows at an odd distance": {[]string{"LEAD", "60"}, "0", "32", "sim-matrix-place"},
		"outside of memory":       {[]string{"LEAD", "6400"}, "0", "32", "sim-out-of-bounds"},
		"an element that no thread has": {[]string{"EXTRA",
			`%e = gpu.subgroup_mma_extract_thread_local %d[%n] : !gpu.mma_matrix<16x16xf32, "COp"> -> f32`},
			"0", "32", "sim-out-of-bounds"},
	} {
		p := compile(t, heldProducts[0].source(c.replace...), "main")
		_, err := p.Run(context.Background(), sim.Config{},
			makeArgs(t, p, []string{"zero", "zero", "zero", c.i, c.n}))
		if string(codeOf(err)) != c.want {
			t.Errorf("%s: %v, expected %s", name, err, c.want)
		}
	}
}

// If a thread reads elements that another thread of the warp has stored, it needs a barrier.
func TestHeldProductRaces(t *testing.T) {
	for barrier, hazards := range map[string]bool{"gpu.barrier": false, "": true} {
		p := compile(t, strings.Replace(heldProducts[0].source(), "gpu.terminator", barrier+`
    %v = memref.load %C[%tx, %c0] : memref<64x64xf32>
    gpu.terminator`, 1), "main")
		res, err := p.Run(context.Background(), sim.Config{Hazards: true},
			makeArgs(t, p, []string{"zero", "zero", "zero", "0", "32"}))
		if err != nil || len(res.Hazards) > 0 != hazards {
			t.Errorf("%q: %v %v", barrier, err, res.Diagnostics())
		}
	}
}

// Changes by threads to their own elements of an accumulator, one by one, change the matrix.
func TestOwnElements(t *testing.T) {
	p := compile(t, heldProducts[0].source("EXTRA", `%c8 = arith.constant 8 : index
    %two = arith.constant 2.0 : f32
    %d = scf.for %e = %c0 to %c8 step %c1 iter_args(%m = %c) -> (!gpu.mma_matrix<16x16xf32, "COp">) {
      %v = gpu.subgroup_mma_extract_thread_local %m[%e] : !gpu.mma_matrix<16x16xf32, "COp"> -> f32
      %w = arith.mulf %v, %two : f32
      %o = gpu.subgroup_mma_insert_thread_local %w, %m[%e] : f32, !gpu.mma_matrix<16x16xf32, "COp"> -> !gpu.mma_matrix<16x16xf32, "COp">
      scf.yield %o : !gpu.mma_matrix<16x16xf32, "COp">
    }`, "%d = gpu.subgroup", "%p = gpu.subgroup"), "main")
	args := makeArgs(t, p, []string{"zero", "zero", "iota", "0", "32"})
	if _, err := p.Run(context.Background(), sim.Config{}, args); err != nil {
		t.Fatal(err)
	}
	for i := range int64(16) {
		for j := range int64(16) {
			if got, want := args[2].Buffer.At(i, j),
				number(args[2].Buffer.Type.Elem, int(2*(64*i+j))); got != want {
				t.Fatalf("element (%d, %d) is %#x, want %#x", i, j, got, want)
			}
		}
	}
}
