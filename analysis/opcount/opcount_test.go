package opcount_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/analysis/opcount"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

func first(m *ir.Op) *ir.Op { return m.Body().First() }

// The counts of known kernels are right.
func TestKernels(t *testing.T) {
	loop := func(body string) string {
		return "func.func @f(%a: memref<8x4xf32>, %b: memref<4x6xf32>, %c: memref<8x6xf32>, %n: index, %x: " +
			"f32, %p: i1) {\n" + body + "\n  return\n}"
	}
	cases := map[string]struct {
		source       string
		flops, bytes int64 // -1: not known
	}{
		"matmul": {
			loop("linalg.matmul ins(%a, %b : memref<8x4xf32>, memref<4x6xf32>) outs(%c : memref<8x6xf32>)"),
			2 * 8 * 4 * 6, 4 * (8*4 + 4*6 + 2*8*6)},
		"fill": {loop("linalg.fill ins(%x : f32) outs(%c : memref<8x6xf32>)"), 0, 4 * 8 * 6},
		"triangle": {loop(`affine.for %i = 0 to 100 {
			affine.for %j = affine_map<(d) -> (d)>(%i) to 100 { %s = arith.addf %x, %x : f32 } }`), 5050, 0},
		"triangle of triangles": {
			loop(`affine.for %i = 0 to 100 { affine.for %j = 0 to affine_map<(d) -> (d)>(%i) {
			affine.for %k = 0 to affine_map<(d) -> (d)>(%j) { %s = math.fma %x, %x, %x : f32 } } }`),
			2 * 161700, 0},
		"tiles": {loop(`affine.for %i = 0 to 100 step 32 {
			affine.for %j = affine_map<(d) -> (d)>(%i) to min affine_map<(d) -> (d + 32, 100)>(%i) { %s = arith.addf %x, %x : f32 } }`), 100, 0},
		"many iterations": {
			loop(
				`affine.for %i = 0 to 1000000000 { affine.for %j = 0 to 1000000 { %s = arith.addf %x, %x : f32 } }`), 1e15, 0},
		"too many": {
			loop(
				`affine.for %i = 0 to 10000000 { affine.for %j = 0 to affine_map<(d) -> (d)>(%i) { %s = arith.addf %x, %x : f32 } }`), -1, 0},
		"overflow": {
			loop(
				`affine.for %i = 0 to 5000000000 { affine.for %j = 0 to 5000000000 { %s = arith.addf %x, %x : f32 } }`),
			-1, 0},
		"lanes": {loop(`%v = vector.broadcast %x : f32 to vector<8xf32>
			%s = arith.mulf %v, %v : vector<8xf32>
			%r = vector.reduction <add>, %s : vector<8xf32> into f32
			%q = vector.reduction <add>, %s, %x : vector<8xf32> into f32`), 8 + 7 + 8, 0},
		"data": {loop(`scf.if %p { %s = arith.addf %x, %x : f32 }`), -1, 0},
		"alike": {loop(`%r = scf.if %p -> f32 { %s = arith.addf %x, %x : f32
			scf.yield %s : f32 } else { %s = arith.mulf %x, %x : f32
			scf.yield %s : f32 }`), 1, 0},
		"argument": {loop(`%c0 = arith.constant 0 : index
			%c1 = arith.constant 1 : index
			scf.for %i = %c0 to %n step %c1 { %s = arith.addf %x, %x : f32 }`), 7, 0},
		"negative": {loop(`%c9 = arith.constant 9 : index
			%c1 = arith.constant 1 : index
			scf.for %i = %c9 to %n step %c1 { %s = arith.addf %x, %x : f32 }`), 0, 0},
		"while": {loop(`scf.while : () -> () { %s = arith.addf %x, %x : f32
			scf.condition(%p) } do { scf.yield }`), -1, 0},
		"idle while": {loop(`scf.while : () -> () { scf.condition(%p) } do { scf.yield }`), 0, 0},
		"call": {loop("func.call @g(%n, %a) : (index, memref<8x4xf32>) -> ()") + `
			func.func @g(%m: index, %b: memref<8x4xf32>) {
			  affine.for %i = 0 to %m { %v = affine.load %b[%i, 0] : memref<8x4xf32>
			    %s = arith.addf %v, %v : f32 }
			  return }`, 7, 4 * 8 * 4},
		"recursion": {loop("func.call @g(%n) : (index) -> ()") + `
			func.func @g(%m: index) { func.call @g(%m) : (index) -> ()
			  return }`, -1, -1},
		"a view": {
			loop(
				`%v = memref.subview %c[0, 0] [2, 2] [1, 1] : memref<8x6xf32> to memref<2x2xf32, strided<[6, 1]>>
			affine.for %i = 0 to 2 { affine.store %x, %v[%i, %i] : memref<2x2xf32, strided<[6, 1]>> }`), 0,
			4 * 8 * 6},
		"own memory": {loop(`%v = memref.alloc() : memref<4xf32>
			affine.for %i = 0 to 2 { affine.store %x, %v[%i] : memref<4xf32> }`), 0, 0},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			m := passtest.Parse(t, c.source)
			in := opcount.Inputs{Integers: map[*ir.Value]int64{first(m).Body().Arg(3): 7}}
			expect(t, "operations", c.flops)(opcount.FLOPs(m, first(m), in))
			expect(t, "bytes", c.bytes)(opcount.Bytes(m, first(m), in))
		})
	}
}

func expect(t *testing.T, what string, want int64) func(int64, bool) {
	return func(got int64, ok bool) {
		if ok != (want >= 0) || ok && got != want {
			t.Errorf("got %d %s, known: %v; want %d", got, what, ok, want)
		}
	}
}

// generator writes random nests of loops with a counter in memory of the additions that they execute.
type generator struct {
	*rand.Rand
	strings.Builder
	values int
}

func (g *generator) name() string {
	g.values++
	return fmt.Sprintf("%%v%d", g.values)
}

func (g *generator) line(format string, args ...any) { fmt.Fprintf(g, format+"\n", args...) }

// affine returns an affine map of the enclosing induction variables, with its operands. Its constants are
// about as large as least.
func (g *generator) affine(ivs []string, results, least int) string {
	if len(ivs) == 0 {
		ivs = []string{"%n"}
	}
	dims, list := make([]string, len(ivs)), make([]string, results)
	for i := range ivs {
		dims[i] = fmt.Sprintf("d%d", i)
	}
	for i := range list {
		list[i] = fmt.Sprintf("%d", g.IntN(8)+least)
		for _, d := range dims {
			list[i] += [...]string{"", "", " + " + d, " - " + d, " + " + d + " floordiv 2",
				" + " + d + " * 2"}[g.IntN(6)]
		}
	}
	return fmt.Sprintf("affine_map<(%s) -> (%s)>(%s)", strings.Join(dims, ", "), strings.Join(list, ", "),
		strings.Join(ivs, ", "))
}

func (g *generator) body(depth int, ivs []string) {
	for range 1 + g.IntN(2) {
		switch kind := g.IntN(4); {
		case kind == 0 || depth == 0:
			v, old, next := g.name(), g.name(), g.name()
			g.line("%s = arith.addf %%x, %%x : f32", v)
			g.line("%s = memref.load %%count[] : memref<i64>", old)
			g.line("%s = arith.addi %s, %%one : i64", next, old)
			g.line("memref.store %s, %%count[] : memref<i64>", next)
		case kind == 1:
			at, cmp := g.name(), g.name()
			g.line("%s = affine.apply %s", at, g.affine(ivs, 1, 0))
			g.line("%s = arith.cmpi slt, %s, %%n : index", cmp, at)
			g.line("scf.if %s {", cmp)
			g.body(depth-1, ivs)
			g.line("}")
		default:
			iv := g.name()
			g.line("affine.for %s = max %s to min %s step %d {", iv, g.affine(ivs, 1+g.IntN(2), -5),
				g.affine(ivs, 1+g.IntN(2), 4), 1+g.IntN(3))
			g.body(depth-1, append(ivs[:len(ivs):len(ivs)], iv))
			g.line("}")
		}
	}
}

// The count of a random nest, triangular and tiled ones among them, is equal to that of an execution.
func TestRandomLoops(t *testing.T) {
	positive := 0
	programs := passtest.Programs(150)
	for seed := range uint64(programs) {
		r := rand.New(rand.NewPCG(seed, 9))
		g := &generator{Rand: r}
		g.line("func.func @f(%%count: memref<i64>, %%n: index, %%x: f32, %%one: i64) {")
		g.body(4, nil)
		g.line("return\n}")
		m := passtest.Parse(t, g.String())
		n := r.Int64N(8)
		got, ok := opcount.FLOPs(m, first(m),
			opcount.Inputs{Integers: map[*ir.Value]int64{first(m).Body().Arg(1): n}})
		if want := execute(t, m, n); !ok || got != want {
			t.Fatalf("counted %d (known: %v), executed %d, for n = %d\n%s", got, ok, want, n, g.String())
		} else if want > 10 {
			positive++
		}
	}
	if positive < programs/4 {
		t.Errorf("only %d programs compute anything", positive)
	}
}

func execute(t *testing.T, m *ir.Op, n int64) int64 {
	p, err := sim.Compile(m, "f")
	if err != nil {
		t.Fatal(err)
	}
	args := first(m).Body().Args()
	count, err := value.NewBuffer(args[0].Type().(*ir.MemRefType), nil)
	if err != nil {
		t.Fatal(err)
	}
	values := []value.Value{value.Memory(count), value.Int(args[1].Type(), n),
		value.Float(args[2].Type().(*ir.FloatType), 1), value.Int(args[3].Type(), 1)}
	if _, err := p.Run(context.Background(), sim.Config{}, values); err != nil {
		t.Fatal(err)
	}
	return int64(count.At())
}
