package vector_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/internal/dialecttest"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

func newContext() *ir.Context {
	c := ir.NewContext(builtin.Dialect, function.Dialect, arith.Dialect, memref.Dialect, vector.Dialect)
	c.AllowUnregistered = true
	return c
}

// TestCanonicalize proves that folds and rewrites do what MLIR's do.
func TestCanonicalize(t *testing.T) {
	dialecttest.Canonical(t, newContext(), "testdata/canonicalize.mlir")
}

// TestInvalid proves that what mlir-opt rejects is rejected in the same words.
func TestInvalid(t *testing.T) { dialecttest.Invalid(t, newContext, "testdata/invalid.mlir") }

// TestEffects proves that every access tells which elements it touches.
func TestEffects(t *testing.T) {
	args := "%a: memref<8x8xf32>, %e: memref<8xvector<4xf32>>, %z: memref<f32>, %i: index, %j: index, %v: " +
		"vector<4xf32>, " +
		"%r: vector<2x4xf32>, %m: vector<4xi1>, %at: vector<4xi32>, %x: f32, %y: vector<f32>, %t: " +
		"tensor<8xf32>, " +
		"%big: memref<9x9x9xf32>"
	for _, c := range []struct {
		def        *ir.OpDef
		body, want string
	}{
		{vector.Load, "%0 = vector.load %a[%i, %j] : memref<8x8xf32>, vector<4xf32>", "read %a[%i, %j] x4"},
		{vector.Load, "%0 = vector.load %e[%i] : memref<8xvector<4xf32>>, vector<4xf32>", "read %e[%i] x0"},
		{vector.Load, "%0 = vector.load %z[] : memref<f32>, vector<f32>", "read %z[] x0"},
		{vector.Load, "%0 = vector.load %a[%i, %j] : memref<8x8xf32>, vector<f32>", "read %a[%i, %j] x0"},
		{vector.Load, "%0 = vector.load %a[%i, %j] : memref<8x8xf32>, vector<2x4xf32>",
			"read %a(d0, d1) -> (d0, d1)[%i, %j] x4; read %a(d0, d1) -> (d0 + 1, d1)[%i, %j] x4"},
		{vector.Load, "%0 = vector.load %big[%i, %i, %i] : memref<9x9x9xf32>, vector<9x9x9xf32>",
			"read any of %big"},
		{vector.Load, "%0 = vector.load %a[%i, %j] : memref<8x8xf32>, vector<[4]xf32>", "read any of %a"},
		{vector.Store, "vector.store %v, %a[%i, %j] : memref<8x8xf32>, vector<4xf32>", "write %a[%i, %j] x4"},
		{vector.MaskedLoad,
			"%0 = vector.maskedload %a[%i, %j], %m, %v : memref<8x8xf32>, vector<4xi1>, vector<4xf32> into " +
				"vector<4xf32>",
			"read %a[%i, %j] x4"},
		{vector.MaskedStore,
			"vector.maskedstore %a[%i, %j], %m, %v : memref<8x8xf32>, vector<4xi1>, vector<4xf32>",
			"write any of %a"},
		{vector.Gather,
			"%0 = vector.gather %a[%i, %j] [%at], %m, %v : memref<8x8xf32>, vector<4xi32>, vector<4xi1>, " +
				"vector<4xf32> into vector<4xf32>",
			"read any of %a"},
		{vector.Gather,
			"%0 = vector.gather %t[%i] [%at], %m, %v : tensor<8xf32>, vector<4xi32>, vector<4xi1>, " +
				"vector<4xf32> into vector<4xf32>", ""},
		{vector.Scatter,
			"vector.scatter %a[%i, %j] [%at], %m, %v : memref<8x8xf32>, vector<4xi32>, vector<4xi1>, " +
				"vector<4xf32>",
			"write any of %a"},
		{vector.TransferRead, "%0 = vector.transfer_read %a[%i, %j], %x : memref<8x8xf32>, vector<4xf32>",
			"read %a[%i, %j] x4"},
		{vector.TransferRead,
			"%0 = vector.transfer_read %a[%i, %j], %x {permutation_map = affine_map<(d0, d1) -> (d0)>} : " +
				"memref<8x8xf32>, vector<4xf32>",
			"read any of %a"},
		{vector.TransferRead, "%0 = vector.transfer_read %t[%i], %x : tensor<8xf32>, vector<4xf32>", ""},
		{vector.TransferWrite, "vector.transfer_write %v, %a[%i, %j] : vector<4xf32>, memref<8x8xf32>",
			"write %a[%i, %j] x4"},
		{vector.TransferWrite, "vector.transfer_write %v, %a[%i, %j], %m : vector<4xf32>, memref<8x8xf32>",
			"write any of %a"},
		{vector.Print, "vector.print %v : vector<4xf32>", "write something else"},
	} {
		op := dialecttest.FirstOf(t, newContext(), c.def, args, c.body)
		if got := dialecttest.Effects(op, subscripts); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.body, got, c.want)
		}
	}
}

// TestBaseOperand proves that the memory of every access is found, and that of nothing else.
func TestBaseOperand(t *testing.T) {
	for _, def := range vector.Dialect.Ops {
		want := -1
		for i, o := range def.Operands {
			if o.Name == "base" {
				want = i
			}
		}
		operands := make([]*ir.Value, len(def.Operands))
		if got := vector.BaseOperand(
			newContext().NewOp(ir.OpState{Def: def, Operands: operands})); got != want {
			t.Errorf("%s: operand %d, want %d", def.Name, got, want)
		}
	}
}

// subscripts writes the subscripts of an effect as [%i] x4, with the map in front where there is one.
func subscripts(e ir.Effect) string {
	var b strings.Builder
	if e.Map != nil {
		b.WriteString(e.Map.String())
	}
	names := make([]string, len(e.Indices))
	for i, v := range e.Indices {
		names[i] = "%" + v.Name()
	}
	fmt.Fprintf(&b, "[%s] x%d", strings.Join(names, ", "), e.Extent)
	return b.String()
}

// TestBuild proves that what the constructors make passes the verifier.
func TestBuild(t *testing.T) {
	c := newContext()
	m := dialecttest.Parse(t, c, "func.func @f(%m: memref<8x8xf32>, %i: index, %x: f32) { return }")
	entry := m.Find(function.Func)[0].Body()
	b := ir.At(entry.First())
	memory, i, x := entry.Arg(0), entry.Arg(1), entry.Arg(2)
	t4, t22 := c.Vector([]int64{4}, nil, c.F32), c.Vector([]int64{2, 2}, nil, c.F32)
	v := vector.NewLoad(b, t4, memory, i, i)
	vector.NewStore(b, v, memory, i, i)
	w := vector.NewShapeCast(b, t22, vector.NewBroadcast(b, t4, x))
	mask := vector.NewConstantMask(b, c.Vector([]int64{4}, nil, c.I1), 2)
	made := vector.NewCreateMask(b, c.Vector([]int64{4}, nil, c.I1), i)
	g := vector.NewGather(b, memory, []*ir.Value{i, i}, vector.NewStep(b, 4), mask, v)
	vector.NewScatter(b, memory, []*ir.Value{i, i}, vector.NewStep(b, 4), made, g)
	vector.NewMaskedStore(b, memory, []*ir.Value{i, i}, mask,
		vector.NewMaskedLoad(b, memory, []*ir.Value{i, i}, made, v))
	row := vector.NewExtract(b, w, ir.OpFoldResult{Const: 1})
	vector.NewInsert(b, x, row, ir.OpFoldResult{Value: i})
	f := vector.NewFMA(b, v, g, vector.NewShuffle(b, v, g, 0, 5, 1, 3))
	vector.NewReduction(b, vector.Add, f, x)
	vector.NewReduction(b, vector.MaximumF, vector.NewFromElements(b, t4, x, x, x, x), nil)
	vector.NewBitCast(b, c.Vector([]int64{2}, nil, c.F64), f)
	for _, e := range ir.Verify(m) {
		t.Error(e)
	}
}
