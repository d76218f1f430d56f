package affine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/internal/dialecttest"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/ir/text"
	"pgregory.net/rapid"

	_ "github.com/inflight-compiler/inflight/internal/fixedseed"
)

func newContext() *ir.Context {
	c := ir.NewContext(builtin.Dialect, function.Dialect, arith.Dialect, memref.Dialect, scf.Dialect,
		affine.Dialect)
	c.AllowUnregistered = true
	return c
}

// TestCanonicalize proves that folds and rewrites do what MLIR's do.
func TestCanonicalize(t *testing.T) {
	dialecttest.Canonical(t, newContext(), "testdata/canonicalize.mlir")
}

// TestInvalid proves that what mlir-opt rejects is rejected in the same words.
func TestInvalid(t *testing.T) { dialecttest.Invalid(t, newContext, "testdata/invalid.mlir") }

// firstOf returns the first operation that def describes in a function with
// that body.
func firstOf(t *testing.T, def *ir.OpDef, args, body string) *ir.Op {
	t.Helper()
	return dialecttest.FirstOf(t, newContext(), def, args, body)
}

// effectText writes the effects of an operation as "read %a[%i + 1] x4".
func effectText(op *ir.Op) string {
	return dialecttest.Effects(op, func(e ir.Effect) string {
		line := accessText(e.Map, e.Indices)
		if e.Extent > 1 {
			line += fmt.Sprintf(" x%d", e.Extent)
		}
		return line
	})
}

func accessText(m *aff.Map, operands []*ir.Value) string {
	name := func(dst []byte, k aff.Kind, i int) []byte {
		if k == aff.Symbol {
			i += m.NumDims
		}
		return append(append(dst, '%'), operands[i].Name()...)
	}
	return string(m.AppendResults([]byte("["), name, "]"))
}

func TestEffects(t *testing.T) {
	args := "%a: memref<8x8xf32>, %v: vector<4xf32>, %x: f32, %n: index, %t: memref<1xi32>, %big: " +
		"memref<8x8x8x8xf32>"
	for _, c := range []struct {
		def        *ir.OpDef
		body, want string
	}{
		{affine.Load, "%0 = affine.load %a[%i + 1, symbol(%n) mod 8] : memref<8x8xf32>",
			"read %a[%i + 1, %n mod 8]"},
		{affine.Store, "affine.store %x, %a[%i, 3] : memref<8x8xf32>", "write %a[%i, 3]"},
		{affine.VectorLoad, "%0 = affine.vector_load %a[%i, %n] : memref<8x8xf32>, vector<4xf32>",
			"read %a[%i, %n] x4"},
		{affine.VectorStore, "affine.vector_store %v, %a[%i, 4] : memref<8x8xf32>, vector<4xf32>",
			"write %a[%i, 4] x4"},
		{affine.VectorLoad, "%0 = affine.vector_load %a[%i, 1] : memref<8x8xf32>, vector<3x2xf32>",
			"read %a[%i, 1] x2; read %a[%i + 1, 1] x2; read %a[%i + 2, 1] x2"},
		{affine.VectorLoad,
			"%0 = affine.vector_load %big[0, %i, 0, 0] : memref<8x8x8x8xf32>, vector<2x2x4xf32>",
			"read %big[0, %i, 0, 0] x4; read %big[0, %i, 1, 0] x4; read %big[0, %i + 1, 0, 0] x4; read " +
				"%big[0, %i + 1, 1, 0] x4"},
		{affine.VectorLoad,
			"%0 = affine.vector_load %big[0, 0, 0, 0] : memref<8x8x8x8xf32>, vector<8x8x8x8xf32>",
			"read any of %big"},
		{affine.Prefetch, "affine.prefetch %a[%i, 0], write, locality<1>, data : memref<8x8xf32>",
			"write something else"},
		{affine.DmaStart,
			"affine.dma_start %a[%i, 0], %a[0, %i], %t[0], %n : memref<8x8xf32>, memref<8x8xf32>, " +
				"memref<1xi32>",
			"read any of %a; write any of %a; write something else"},
		{affine.DmaWait, "affine.dma_wait %t[0], %n : memref<1xi32>", "write something else"},
	} {
		op := firstOf(t, c.def, args, "affine.for %i = 0 to 4 {\n"+c.body+"\n}")
		if got := effectText(op); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.body, got, c.want)
		}
	}
}

// boundsText writes the bounds of a loop dimension.
func boundsText(op *ir.Op, d int) string {
	b := op.Def().Loop.Bounds(op, d)
	return fmt.Sprintf("%s to %s step %d", accessText(b.Lower, b.LowerOperands),
		accessText(b.Upper, b.UpperOperands), b.Step.Const)
}

func TestLoopInterface(t *testing.T) {
	loop := firstOf(t, affine.For, "%n: index, %x: f32",
		"%0 = affine.for %i = max affine_map<()[s0] -> (0, s0 - 4)>()[%n] to %n step 2 iter_args(%s = %x) "+
			"-> (f32) { affine.yield %s : f32 }")
	if got, want := boundsText(loop, 0), "[0, %n - 4] to [%n] step 2"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	inits, args := affine.For.Loop.Inits(loop)
	if len(inits) != 1 || inits[0].Name() != "x" || args[0] != loop.Body().Arg(1) ||
		affine.For.Loop.Parallel {
		t.Errorf("loop carries %v as %v", inits, args)
	}
	band := firstOf(t, affine.Parallel, "%n: index",
		"affine.parallel (%i, %j) = (0, max(symbol(%n), 3)) to (symbol(%n) * 2, min(10, symbol(%n), 7)) "+
			"step (1, 5) { }")
	for d, want := range []string{"[0] to [%n * 2] step 1", "[%n, 3] to [10, %n, 7] step 5"} {
		if got := boundsText(band, d); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if affine.Parallel.Loop.Dims(band) != 2 || !affine.Parallel.Loop.Parallel {
		t.Error("band is not a parallel loop of two dimensions")
	}
}

func TestTripCountAndSuccessors(t *testing.T) {
	for _, c := range []struct {
		bounds          string
		trips           int64
		known           bool
		enters, repeats bool
		leavesAtOnce    bool
	}{
		{"0 to 10", 10, true, true, true, false},
		{"0 to 10 step 3", 4, true, true, true, false},
		{"3 to 4", 1, true, true, false, false},
		{"4 to 4", 0, true, false, false, true},
		{"5 to -5", 0, true, false, false, true},
		{"0 to %n", 0, false, true, true, true},
		{"-9223372036854775808 to 9223372036854775807", 0, false, true, true, true},
	} {
		op := firstOf(t, affine.For, "%n: index", "affine.for %i = "+c.bounds+" { }")
		trips, known := affine.ConstantTripCount(op)
		if trips != c.trips || known != c.known {
			t.Errorf("%s: %d iterations, %t", c.bounds, trips, known)
		}
		has := func(from, region int) bool {
			for _, s := range affine.For.RegionSuccessors(op, from) {
				if s.Region == region {
					return true
				}
			}
			return false
		}
		if has(-1, 0) != c.enters || has(0, 0) != c.repeats || has(-1, -1) != c.leavesAtOnce ||
			c.enters && !has(0, -1) {
			t.Errorf("%s: successors %v, then %v", c.bounds, affine.For.RegionSuccessors(op, -1),
				affine.For.RegionSuccessors(op, 0))
		}
	}
}

func TestScope(t *testing.T) {
	op := firstOf(t, affine.Load, "%a: memref<?xf32>, %n: index, %m: memref<?x?xf32>", `
  %c1 = arith.constant 1 : index
  %top = arith.addi %n, %n : index
  affine.for %i = 0 to %n {
    %sum = arith.addi %n, %n : index
    %p = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]
    %q = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%n]
    %d = memref.dim %a, %c1 : memref<?xf32>
    %b = memref.alloc(%n, %sum) : memref<?x?xf32>
    %c0 = arith.constant 0 : index
    %good = memref.dim %b, %c0 : memref<?x?xf32>
    %bad = memref.dim %b, %c1 : memref<?x?xf32>
    %x = affine.load %a[%i] : memref<?xf32>
  }`)
	region := affine.Scope(op)
	values := map[string]*ir.Value{"n": region.Entry().Arg(1), "i": op.Block().Arg(0)}
	for inner := range region.Op().Walk() {
		for _, v := range inner.Results() {
			values[v.Name()] = v
		}
	}
	for name, want := range map[string]struct{ dim, symbol bool }{
		"n": {true, true}, "i": {true, false}, "c1": {true, true}, "c0": {true, true}, "top": {true, true},
		"sum": {false, false}, "p": {true, false}, "q": {true, true}, "d": {true, true},
		"good": {true, true}, "bad": {false, false}, "x": {false, false},
	} {
		if got := affine.IsValidDim(values[name], region); got != want.dim {
			t.Errorf("IsValidDim(%%%s) = %t", name, got)
		}
		if got := affine.IsValidSymbol(values[name], region); got != want.symbol {
			t.Errorf("IsValidSymbol(%%%s) = %t", name, got)
		}
	}
}

// TestBuild proves that what the constructors make passes the verifier and
// prints as it would be written.
func TestBuild(t *testing.T) {
	c := newContext()
	m := dialecttest.Parse(t, c, "func.func @f(%n: index, %a: memref<?xf32>, %x: f32) { return }")
	entry := m.Find(function.Func)[0].Body()
	b := ir.At(entry.First())
	n, a, x := entry.Arg(0), entry.Arg(1), entry.Arg(2)
	affine.NewFor(b, affine.ConstantBound(0), affine.SymbolBound(n), 2, func(b *ir.Builder, i *ir.Value) {
		p := affine.NewApply(b, aff.NewMap(1, 0, aff.D(0).Add(aff.C(1))), i)
		v := affine.NewLoad(b, a, affine.Direct(p))
		set := aff.NewSet(1, 1, aff.Constraint{Expr: aff.S(0).Sub(aff.D(0))})
		affine.NewIf(b, set, []*ir.Value{i, n}, func(b *ir.Builder) {
			affine.NewStore(b, v, a,
				affine.Access{Map: aff.NewMap(1, 1, aff.D(0).Add(aff.S(0))), Operands: []*ir.Value{i, n}})
		}, func(*ir.Builder) {})
		affine.NewMax(b, aff.NewMap(0, 1, aff.S(0), aff.C(8)),
			affine.NewMin(b, aff.NewMap(0, 1, aff.S(0), aff.C(9)), n))
	})
	affine.NewForWith(b, affine.ConstantBound(0), affine.ConstantBound(4), 1, []*ir.Value{x},
		func(_ *ir.Builder, _ *ir.Value, carried []*ir.Value) []*ir.Value { return carried })
	for _, e := range ir.Verify(m) {
		t.Error(e)
	}
	want := `    affine.for %arg3 = 0 to %arg0 step 2 {
      %1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%arg3)
      %2 = affine.load %arg1[%1] : memref<?xf32>
      affine.if affine_set<(d0)[s0] : (-d0 + s0 >= 0)>(%arg3)[%arg0] {
        affine.store %2, %arg1[%arg3 + symbol(%arg0)] : memref<?xf32>
      } else {
      }
      %3 = affine.min affine_map<()[s0] -> (s0, 9)>()[%arg0]
      %4 = affine.max affine_map<()[s0] -> (s0, 8)>()[%3]
    }
    %0 = affine.for %arg3 = 0 to 4 iter_args(%arg4 = %arg2) -> (f32) {
      affine.yield %arg4 : f32
    }
`
	if got := text.String(m, text.PrintOptions{LocalScope: true}); !strings.Contains(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// genExpr draws an expression over two dimensions and a symbol.
func genExpr(t *rapid.T, depth int) *aff.Expr {
	kind := rapid.IntRange(0, 9).Draw(t, "kind")
	if depth == 0 {
		kind %= 3
	}
	switch kind {
	case 9:
		return genTile(t)
	case 0:
		return aff.C(rapid.Int64Range(-20, 20).Draw(t, "constant"))
	case 1, 2:
		return aff.D(kind - 1)
	case 3:
		return aff.S(0)
	case 4, 5:
		return genExpr(t, depth-1).Add(genExpr(t, depth-1))
	}
	factor := aff.C(rapid.SampledFrom([]int64{-3, 1, 2, 3, 4, 8, 16}).Draw(t, "factor"))
	if kind == 6 {
		return genExpr(t, depth-1).Mul(factor)
	}
	divisor := aff.C(rapid.SampledFrom([]int64{2, 3, 4, 8, 16}).Draw(t, "divisor"))
	return aff.Binary(rapid.SampledFrom([]aff.Kind{aff.Mod, aff.FloorDiv, aff.CeilDiv}).Draw(t, "division"),
		genExpr(t, depth-1), divisor)
}

// genTile draws what tiling leaves behind: a quotient or remainder of
// d0 * size + d1.
func genTile(t *rapid.T) *aff.Expr {
	size := rapid.SampledFrom([]int64{2, 4, 8}).Draw(t, "size")
	by := aff.C(size * rapid.SampledFrom([]int64{1, 1, 2}).Draw(t, "multiple"))
	outer := rapid.SampledFrom([]*aff.Expr{aff.D(0), aff.D(1), aff.C(0)}).Draw(t, "outer")
	inner := aff.D(rapid.IntRange(0, 1).Draw(t, "inner"))
	return aff.Binary(rapid.SampledFrom([]aff.Kind{aff.Mod, aff.FloorDiv}).Draw(t, "kind"),
		outer.Mul(aff.C(size)).Add(inner), by)
}

// TestNarrowPreservesValue proves that what the bounds of loops let simplify
// has the same value in every iteration.
func TestNarrowPreservesValue(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var bounds [2][3]int64
		for i := range bounds {
			low := rapid.SampledFrom([]int64{0, 0, 0, -3, 1, 8}).Draw(rt, "low")
			bounds[i] = [3]int64{low, low + rapid.Int64Range(0, 20).Draw(rt, "extent"),
				rapid.Int64Range(1, 9).Draw(rt, "step")}
		}
		m := dialecttest.Parse(t, newContext(), fmt.Sprintf(`func.func @f(%%n: index) {
  affine.for %%i = %d to %d step %d {
    affine.for %%j = %d to %d step %d {
    }
  }
  return
}`, bounds[0][0], bounds[0][1], bounds[0][2], bounds[1][0], bounds[1][1], bounds[1][2]))
		loops := m.Find(affine.For)
		n := m.Find(function.Func)[0].Body().Arg(0)
		results := []*aff.Expr{genExpr(rt, 4), genExpr(rt, 3), genExpr(rt, 2)}
		for range 12 {
			results = append(results, genTile(rt))
		}
		old := affine.Access{
			Map:      aff.NewMap(2, 1, results...),
			Operands: []*ir.Value{loops[0].Body().Arg(0), loops[1].Body().Arg(0), n},
		}
		narrowed, most, least := old.Narrow(), old.Irredundant(true), old.Irredundant(false)
		for i := bounds[0][0]; i < bounds[0][1]; i += bounds[0][2] {
			for j := bounds[1][0]; j < bounds[1][1]; j += bounds[1][2] {
				at := func(a affine.Access) []int64 {
					vs, _ := a.Map.Eval([]int64{i, j}, []int64{7})
					return vs
				}
				want := at(old)
				if got := at(narrowed); !slices.Equal(got, want) {
					rt.Fatalf("%s became %s: %v, want %v at %d, %d", old.Map, narrowed.Map, got, want, i, j)
				}
				if got := at(most); slices.Max(got) != slices.Max(want) {
					rt.Fatalf("max of %s became %s at %d, %d", old.Map, most.Map, i, j)
				}
				if got := at(least); slices.Min(got) != slices.Min(want) {
					rt.Fatalf("min of %s became %s at %d, %d", old.Map, least.Map, i, j)
				}
			}
		}
	})
}

// TestRangesOfEmptyLoops proves that bounds of loops without iterations, or
// close to the ends of 64 bits, break nothing.
func TestRangesOfEmptyLoops(t *testing.T) {
	for _, bounds := range []string{
		"5 to 3", "9223372036854775807 to -9223372036854775808",
		"-9223372036854775808 to 9223372036854775807",
		"0 to 9223372036854775807 step 9223372036854775807",
	} {
		m := dialecttest.Parse(t, newContext(), `func.func @f(%a: memref<?xf32>) {
  affine.for %i = `+bounds+` {
    affine.for %j = max affine_map<(d0) -> (d0, d0 * 2, d0 floordiv 3)>(%i) to min affine_map<(d0) -> (d0 + 4, d0 * 1000)>(%i) {
      %0 = affine.load %a[(%i * 4096 + %j) mod 7 + %i floordiv 5 + %i ceildiv 3] : memref<?xf32>
      "test.use"(%0) : (f32) -> ()
    }
  }
  return
}`)
		ir.ApplyPatternsGreedily(m, ir.GreedyConfig{})
		for _, e := range ir.Verify(m) {
			t.Errorf("%s: %v", bounds, e)
		}
	}
}
