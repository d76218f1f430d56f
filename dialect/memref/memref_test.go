package memref_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/internal/dialecttest"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

func newContext() *ir.Context {
	c := ir.NewContext(builtin.Dialect, function.Dialect, arith.Dialect, memref.Dialect, scf.Dialect)
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

// effectText writes the effects of an operation as "read %a[%i]".
func effectText(op *ir.Op) string {
	return dialecttest.Effects(op, func(e ir.Effect) string {
		var names []string
		for _, v := range e.Indices {
			names = append(names, "%"+v.Name())
		}
		return "[" + strings.Join(names, ", ") + "]"
	})
}

func TestEffects(t *testing.T) {
	args := "%a: memref<4x4xf32>, %b: memref<4x4xf32>, %s: memref<f32>, %x: f32, %i: index, %j: index, %v: " +
		"memref<?xf32>, " +
		"%t: memref<1xi32>, %shape: memref<1xindex>"
	for _, c := range []struct {
		def        *ir.OpDef
		body, want string
	}{
		{memref.Load, "%0 = memref.load %a[%i, %j] : memref<4x4xf32>", "read %a[%i, %j]"},
		{memref.Load, "%0 = memref.load %s[] : memref<f32>", "read %s[]"},
		{memref.Store, "memref.store %x, %a[%i, %j] : memref<4x4xf32>", "write %a[%i, %j]"},
		{memref.Copy, "memref.copy %a, %b : memref<4x4xf32> to memref<4x4xf32>",
			"read all of %a; write all of %b"},
		{memref.Alloc, "%0 = memref.alloc() : memref<4xf32>", "allocate all of %0"},
		{memref.Dealloc, "memref.dealloc %a : memref<4x4xf32>", "free all of %a"},
		{memref.Realloc, "%0 = memref.realloc %v : memref<?xf32> to memref<8xf32>",
			"read all of %v; free all of %v; allocate all of %0"},
		{memref.AtomicRMW, "%0 = memref.atomic_rmw addf %x, %v[%i] : (f32, memref<?xf32>) -> f32",
			"read %v[%i]; write %v[%i]"},
		{memref.Prefetch, "memref.prefetch %v[%i], read, locality<0>, data : memref<?xf32>",
			"write something else"},
		{memref.DmaStart,
			"memref.dma_start %a[%i, %j], %v[%i], %i, %t[%j] : memref<4x4xf32>, memref<?xf32>, memref<1xi32>",
			"read any of %a; write any of %v; write something else"},
		{memref.DmaWait, "memref.dma_wait %t[%i], %j : memref<1xi32>", "write something else"},
		{memref.Reshape, "%0 = memref.reshape %s(%shape) : (memref<f32>, memref<1xindex>) -> memref<?xf32>",
			"read all of %shape"},
	} {
		if got := effectText(firstOf(t, c.def, args, c.body)); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.body, got, c.want)
		}
	}
}

func TestViewOfSubView(t *testing.T) {
	op := firstOf(t, memref.SubView, "%a: memref<8x16x4xf32>, %i: index",
		"%0 = memref.subview %a[%i, 4, 0] [1, %i, 1] [1, 2, 1] : memref<8x16x4xf32> to memref<?x1xf32, "+
			"strided<[8, 1], offset: ?>>")
	v, ok := op.Def().View(op)
	if !ok || v.Source != op.Operand(0) || v.Result != op.Result(0) || v.Reshape {
		t.Fatalf("view is %+v, %t", v, ok)
	}
	i := op.Operand(1)
	if v.Offsets[0].Value != i || v.Offsets[1].Const != 4 || v.Sizes[1].Value != i ||
		v.Strides[1].Const != 2 {
		t.Errorf("view is %+v", v)
	}
	if want := []bool{true, false, false}; !cmp.Equal(v.Dropped, want) {
		t.Errorf("dropped %v, want %v", v.Dropped, want)
	}
}

func TestViewKinds(t *testing.T) {
	args := "%a: memref<4x4xf32>, %y: memref<64xi8>, %i: index"
	for _, c := range []struct {
		def     *ir.OpDef
		body    string
		reshape bool
	}{
		{memref.Cast, "%0 = memref.cast %a : memref<4x4xf32> to memref<?x4xf32>", false},
		{memref.MemorySpaceCast, "%0 = memref.memory_space_cast %a : memref<4x4xf32> to memref<4x4xf32, 1>",
			false},
		{memref.AssumeAlignment, "%0 = memref.assume_alignment %a, 16 : memref<4x4xf32>", false},
		{memref.CollapseShape, "%0 = memref.collapse_shape %a [[0, 1]] : memref<4x4xf32> into memref<16xf32>",
			true},
		{memref.ExpandShape,
			"%0 = memref.expand_shape %a [[0], [1, 2]] output_shape [4, 2, 2] : memref<4x4xf32> into " +
				"memref<4x2x2xf32>", true},
		{memref.Transpose,
			"%0 = memref.transpose %a (i, j) -> (j, i) : memref<4x4xf32> to memref<4x4xf32, strided<[1, 4]>>",
			true},
		{memref.View, "%0 = memref.view %y[%i][] : memref<64xi8> to memref<4xf32>", true},
		{memref.ReinterpretCast,
			"%0 = memref.reinterpret_cast %a to offset: [0], sizes: [16], strides: [1] : memref<4x4xf32> " +
				"to memref<16xf32>", true},
	} {
		op := firstOf(t, c.def, args, c.body)
		v, ok := op.Def().View(op)
		if !ok || v.Source != op.Operand(0) || v.Result != op.Result(0) || v.Reshape != c.reshape ||
			v.Offsets != nil {
			t.Errorf("%s: view is %+v, %t", c.body, v, ok)
		}
	}
}

func TestStrides(t *testing.T) {
	const d = ir.Dynamic
	for _, c := range []struct {
		typ     string
		strides []int64
		offset  int64
		ok      bool
	}{
		{"memref<2x3x4xf32>", []int64{12, 4, 1}, 0, true},
		{"memref<2x?x4xf32>", []int64{d, 4, 1}, 0, true},
		{"memref<2x0x4xf32>", []int64{0, 4, 1}, 0, true},
		{"memref<f32>", []int64{}, 0, true},
		{"memref<2x3xf32, strided<[?, 2], offset: 7>>", []int64{d, 2}, 7, true},
		{"memref<2x3xf32, affine_map<(d0, d1) -> (d0 * 5 + d1 + 3)>>", []int64{5, 1}, 3, true},
		{"memref<2x3xf32, affine_map<(d0, d1)[s0] -> (d0 * s0 + d1 + s0)>>", []int64{d, 1}, d, true},
		{"memref<2x3xf32, affine_map<(d0, d1) -> (d1, d0)>>", nil, 0, false},
		{"memref<4xf32, affine_map<(d0) -> (d0 floordiv 2)>>", nil, 0, false},
		{"memref<*xf32>", nil, 0, false},
	} {
		m := dialecttest.Parse(t, newContext(), "func.func private @f("+c.typ+")")
		typ := function.Type(m.Find(function.Func)[0]).Inputs[0].(*ir.MemRefType)
		strides, offset, ok := memref.Strides(typ)
		if ok != c.ok || ok && (!cmp.Equal(strides, c.strides) || offset != c.offset) {
			t.Errorf("%s: strides %v, offset %d, %t", c.typ, strides, offset, ok)
		}
	}
}

// TestBuild proves that what the constructors make passes the verifier and has
// the types that follow.
func TestBuild(t *testing.T) {
	c := newContext()
	m := dialecttest.Parse(t, c, "func.func @f(%n: index, %x: f32) { return }")
	entry := m.Find(function.Func)[0].Body()
	b := ir.At(entry.First())
	n, x := entry.Arg(0), entry.Arg(1)
	a := memref.NewAlloc(b, c.MemRef([]int64{ir.Dynamic, 8}, c.F32, nil, nil), n)
	memref.NewStore(b, x, a, n, n)
	memref.NewLoad(b, a, n, n)
	number := func(v int64) ir.OpFoldResult { return ir.OpFoldResult{Const: v} }
	s := memref.Slice{
		Offsets: []ir.OpFoldResult{{Value: n}, number(2)},
		Sizes:   []ir.OpFoldResult{number(1), number(3)},
		Strides: []ir.OpFoldResult{number(1), number(2)},
	}
	full := memref.NewSubView(b, nil, a, s)
	if got, want := full.Type().String(), "memref<1x3xf32, strided<[8, 2], offset: ?>>"; got != want {
		t.Errorf("subview has type %s, want %s", got, want)
	}
	reduced := memref.ReducedSubViewType(c, []int64{3}, a.Type().(*ir.MemRefType), []int64{ir.Dynamic, 2},
		[]int64{1, 3}, []int64{1, 2})
	if got, want := reduced.String(), "memref<3xf32, strided<[2], offset: ?>>"; got != want {
		t.Errorf("reduced subview has type %s, want %s", got, want)
	}
	memref.NewSubView(b, reduced, a, s)
	memref.NewCopy(b, full, full)
	memref.NewDim(b, a, n)
	memref.NewCast(b, memref.NewAlloca(b, c.MemRef([]int64{4}, c.F32, nil, nil)),
		c.MemRef([]int64{ir.Dynamic}, c.F32, nil, nil))
	memref.NewDealloc(b, a)
	for _, e := range ir.Verify(m) {
		t.Error(e)
	}
}
