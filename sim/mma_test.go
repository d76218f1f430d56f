package sim_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// place returns the row and column in the matrix of element i of a fragment, for group g = lane / 4 and t =
// lane % 4, as the PTX ISA has it in the section on the shape.
type place func(g, t, i int) (row, column int)

// product is a shape and type of mma.
type product struct {
	name, input, output string
	m, n, k             int
	a, b, c             string // types of the fragments
	attrs               string
	placeA, placeB      place
	placeC              place
}

// half returns x, or x plus by if more is set.
func half(x int, more bool, by int) int {
	if more {
		return x + by
	}
	return x
}

var pairs place = func(g, t, i int) (int, int) { return half(g, i >= 2, 8), 2*t + i&1 }

var products = []product{
	{
		name: "m16n8k16 f16 to f32", input: "f16", output: "f32", m: 16, n: 8, k: 16, a: "4x2xf16",
		b: "2x2xf16", c: "2x2xf32",
		placeA: func(g, t, i int) (int, int) { return half(g, i&2 != 0, 8), half(2*t+i&1, i >= 4, 8) },
		placeB: func(g, t, i int) (int, int) { return half(2*t+i&1, i >= 2, 8), g }, placeC: pairs,
	},
	{
		name: "m16n8k16 bf16 to f32", input: "bf16", output: "f32", m: 16, n: 8, k: 16, a: "4x2xbf16",
		b: "2x2xbf16", c: "2x2xf32",
		placeA: func(g, t, i int) (int, int) { return half(g, i&2 != 0, 8), half(2*t+i&1, i >= 4, 8) },
		placeB: func(g, t, i int) (int, int) { return half(2*t+i&1, i >= 2, 8), g }, placeC: pairs,
	},
	{
		name: "m16n8k8 f16 to f16", input: "f16", output: "f16", m: 16, n: 8, k: 8, a: "2x2xf16",
		b: "1x2xf16", c: "2x2xf16",
		placeA: pairs, placeB: func(g, t, i int) (int, int) { return 2*t + i&1, g }, placeC: pairs,
	},
	{
		name: "m16n8k8 tf32", input: "f32", output: "f32", m: 16, n: 8, k: 8, a: "4x1xf32", b: "2x1xf32",
		c: "2x2xf32", attrs: ", tf32Enabled",
		placeA: func(g, t, i int) (int, int) { return half(g, i&1 != 0, 8), half(t, i >= 2, 4) },
		placeB: func(g, t, i int) (int, int) { return half(t, i == 1, 4), g }, placeC: pairs,
	},
	{
		name: "m16n8k32 i8", input: "i8", output: "i32", m: 16, n: 8, k: 32, a: "4x4xi8", b: "2x4xi8",
		c:      "2x2xi32",
		placeA: func(g, t, i int) (int, int) { return half(g, i&4 != 0, 8), half(4*t+i&3, i >= 8, 16) },
		placeB: func(g, t, i int) (int, int) { return half(4*t+i&3, i >= 4, 16), g }, placeC: pairs,
	},
	{
		name: "m8n8k4 f64", input: "f64", output: "f64", m: 8, n: 8, k: 4, a: "1x1xf64", b: "1x1xf64",
		c:      "1x2xf64",
		placeA: func(g, t, _ int) (int, int) { return g, t },
		placeB: func(g, t, _ int) (int, int) { return t, g }, placeC: pairs,
	},
}

// source multiplies fragments that lie in memory thread by thread.
func (p product) source() string {
	return fmt.Sprintf(`
func.func @main(%%A: memref<32x%[1]s>, %%B: memref<32x%[2]s>, %%C: memref<32x%[3]s>) {
  %%c0 = arith.constant 0 : index
  %%c1 = arith.constant 1 : index
  %%c32 = arith.constant 32 : index
  gpu.launch blocks(%%bx, %%by, %%bz) in (%%gx = %%c1, %%gy = %%c1, %%gz = %%c1)
             threads(%%tx, %%ty, %%tz) in (%%nx = %%c32, %%ny = %%c1, %%nz = %%c1) {
    %%a = vector.load %%A[%%tx, %%c0, %%c0] : memref<32x%[1]s>, vector<%[1]s>
    %%b = vector.load %%B[%%tx, %%c0, %%c0] : memref<32x%[2]s>, vector<%[2]s>
    %%c = vector.load %%C[%%tx, %%c0, %%c0] : memref<32x%[3]s>, vector<%[3]s>
    %%d = nvgpu.mma.sync(%%a, %%b, %%c) {mmaShape = [%[4]d, %[5]d, %[6]d]%[7]s} : (vector<%[1]s>, vector<%[2]s>, vector<%[3]s>) -> vector<%[3]s>
    vector.store %%d, %%C[%%tx, %%c0, %%c0] : memref<32x%[3]s>, vector<%[3]s>
    gpu.terminator
  }
  return
}`, p.a, p.b, p.c, p.m, p.n, p.k, p.attrs)
}

// small returns a matrix of small integers.
func small(rng *rand.Rand, rows, columns int) [][]int {
	m := make([][]int, rows)
	for i := range m {
		for range columns {
			m[i] = append(m[i], rng.IntN(7)-3)
		}
	}
	return m
}

// scatter writes a matrix into fragments.
func scatter(arg value.Value, m [][]int, at place) {
	per := int(arg.Buffer.Shape[1] * arg.Buffer.Shape[2])
	for lane := range 32 {
		for i := range per {
			row, column := at(lane/4, lane%4, i)
			arg.Buffer.Set(number(arg.Buffer.Type.Elem, m[row][column]), int64(lane),
				int64(i)/arg.Buffer.Shape[2], int64(i)%arg.Buffer.Shape[2])
		}
	}
}

func number(t ir.Type, v int) uint64 {
	if f, ok := t.(*ir.FloatType); ok {
		return value.Float(f, float64(v)).Bits
	}
	return value.Int(t, int64(v)).Bits
}

// A warp multiplies matrices whose elements are in the registers that the PTX ISA names.
func TestMma(t *testing.T) {
	for _, p := range products {
		rng := rand.New(rand.NewPCG(1, uint64(p.k)))
		prog := compile(t, p.source(), "main")
		args := makeArgs(t, prog, []string{"zero", "zero", "zero"})
		a, b, c := small(rng, p.m, p.k), small(rng, p.k, p.n), small(rng, p.m, p.n)
		scatter(args[0], a, p.placeA)
		scatter(args[1], b, p.placeB)
		scatter(args[2], c, p.placeC)
		for i := range c {
			for j := range c[i] {
				for k := range b {
					c[i][j] += a[i][k] * b[k][j]
				}
			}
		}
		want := value.Memory(args[2].Buffer.Clone())
		scatter(want, c, p.placeC)
		res, err := prog.Run(context.Background(), sim.Config{Mode: sim.Random, Hazards: true}, args)
		if err != nil || len(res.Hazards) > 0 {
			t.Fatalf("%s: %v %v", p.name, err, res.Diagnostics())
		}
		if !args[2].Equal(want) {
			t.Errorf("%s: got %s, want %s", p.name, showValue(args[2]), showValue(want))
		}
	}
}

// loadMatrixSource loads four tiles of a 16x16 matrix from shared memory, lane l giving row l % 16 of half l
// / 16.
const loadMatrixSource = `
func.func @main(%%A: memref<16x16xi16>, %%C: memref<32x4x2xi16>) {
  %%c0 = arith.constant 0 : index
  %%c1 = arith.constant 1 : index
  %%c8 = arith.constant 8 : index
  %%c16 = arith.constant 16 : index
  %%c32 = arith.constant %[1]d : index
  gpu.launch blocks(%%bx, %%by, %%bz) in (%%gx = %%c1, %%gy = %%c1, %%gz = %%c1)
             threads(%%tx, %%ty, %%tz) in (%%nx = %%c32, %%ny = %%c1, %%nz = %%c1)
             workgroup(%%S : memref<16x16xi16, 3>) {
    %%row = arith.remui %%tx, %%c16 : index
    %%half = arith.divui %%tx, %%c16 : index
    %%column = arith.muli %%half, %%c8 : index
    %%x = vector.load %%A[%%row, %%column] : memref<16x16xi16>, vector<8xi16>
    vector.store %%x, %%S[%%row, %%column] : memref<16x16xi16, 3>, vector<8xi16>
    %[2]s
    %%m = nvgpu.ldmatrix %%S[%%row, %%column] {numTiles = 4 : i32, transpose = %[3]v} : memref<16x16xi16, 3> -> vector<4x2xi16>
    vector.store %%m, %%C[%%tx, %%c0, %%c0] : memref<32x4x2xi16>, vector<4x2xi16>
    gpu.terminator
  }
  return
}`

// ldmatrix gives each thread its elements of four tiles. It reads elements that other threads have stored:
// without a barrier that is a race.
func TestLoadMatrix(t *testing.T) {
	for _, transpose := range []bool{false, true} {
		for _, barrier := range []string{"gpu.barrier", ""} {
			p := compile(t, fmt.Sprintf(loadMatrixSource, 32, barrier, transpose), "main")
			args := makeArgs(t, p, []string{"iota", "zero"})
			res, err := p.Run(context.Background(), sim.Config{Hazards: true}, args)
			if err != nil || (len(res.Hazards) > 0) != (barrier == "") {
				t.Fatalf("%q: %v, %v", barrier, err, res.Diagnostics())
			}
			if barrier == "" {
				continue
			}
			for lane := range 32 {
				for i := range 8 {
					tile, row, column := i/2, lane/4, lane%4*2+i%2
					if transpose {
						row, column = column, row
					}
					want := uint64((row+tile%2*8)*16 + column + tile/2*8)
					if got := args[1].Buffer.At(int64(lane), int64(tile), int64(i%2)); got != want {
						t.Fatalf("transpose %v: lane %d gets %d as element %d, want %d", transpose, lane, got,
							i, want)
					}
				}
			}
		}
	}
	p := compile(t, fmt.Sprintf(loadMatrixSource, 16, "gpu.barrier", false), "main")
	if _, err := p.Run(context.Background(), sim.Config{},
		makeArgs(t, p, []string{"iota", "zero"})); codeOf(err) != "sim-incomplete-warp" {
		t.Errorf("half a warp: %v", err)
	}
}
