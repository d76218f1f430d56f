package memrefexpand

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is memref-expand.
var Pass = pass.Register(&pass.Pass{
	Name:    "memref-expand",
	Title:   "ExpandOpsPass",
	Summary: "Legalize memref operations to be convertible to LLVM.",
	Doc: "A memref.reshape to a memref whose rank is known loads the extents that the type leaves open, " +
		"and becomes a " +
		"memref.reinterpret_cast with row-major strides. All other operations stay; atomic ones do so as " +
		"well, as with " +
		"upstream's pass of version 22.",
	Before: `func.func @rows(%m: memref<*xf32>, %shape: memref<2xi32>) -> memref<?x8xf32> {
  %r = memref.reshape %m(%shape) : (memref<*xf32>, memref<2xi32>) -> memref<?x8xf32>
  return %r : memref<?x8xf32>
}
`,
	After: `module {
  func.func @rows(%arg0: memref<*xf32>, %arg1: memref<2xi32>) -> memref<?x8xf32> {
    %c8 = arith.constant 8 : index
    %c0 = arith.constant 0 : index
    %0 = memref.load %arg1[%c0] : memref<2xi32>
    %1 = arith.index_cast %0 : i32 to index
    %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [%1, 8], strides: [8, 1] : memref<*xf32> to memref<?x8xf32>
    return %reinterpret_cast : memref<?x8xf32>
  }
}
`,
	Run: func(r *pass.Run) error {
		patterns := []ir.Pattern{
			{Name: "reshape-as-reinterpret-cast", Root: memref.Reshape.Name, Rewrite: reshape}}
		for name, n := range ir.ConvertOps(r.Op, patterns, true, nil) {
			r.Count("pattern "+name, n)
		}
		return nil
	},
})

// reshape makes a memref.reinterpret_cast of a memref.reshape.
func reshape(op *ir.Op, rw *ir.Rewriter) bool {
	t := op.Result(0).Type().(*ir.MemRefType)
	if !t.Ranked {
		return false
	}
	b := rw.Builder
	sizes, strides := make([]ir.OpFoldResult, len(t.Shape)), make([]ir.OpFoldResult, len(t.Shape))
	stride := ir.OpFoldResult{Const: 1}
	for i := len(t.Shape) - 1; i >= 0; i-- {
		size := extent(b, op.Operand(1), t.Shape[i], int64(i))
		sizes[i], strides[i] = ir.OpFoldResult{Value: size}, stride
		if t.Shape[i] != ir.Dynamic {
			sizes[i] = ir.OpFoldResult{Const: t.Shape[i]}
		}
		if i > 0 {
			stride = product(b, stride, sizes[i], size)
		}
	}
	rw.Replace(op, memref.NewReinterpretCast(b, t, op.Operand(0), ir.OpFoldResult{}, sizes, strides))
	return true
}

// extent makes extent i: a constant where the type says it, else what the memory with the shape holds.
func extent(b *ir.Builder, shape *ir.Value, known, i int64) *ir.Value {
	if known != ir.Dynamic {
		return arith.ConstIndex(b, known)
	}
	v := memref.NewLoad(b, shape, arith.ConstIndex(b, i))
	if v.Type() == ir.Type(b.Ctx.Index) {
		return v
	}
	return arith.Cast(b, arith.IndexCast, v, b.Ctx.Index)
}

// product multiplies a stride with an extent, of which value is the value in either case.
func product(b *ir.Builder, stride, extent ir.OpFoldResult, value *ir.Value) ir.OpFoldResult {
	if stride.Value == nil && extent.Value == nil {
		return ir.OpFoldResult{Const: stride.Const * extent.Const}
	}
	by := stride.Value
	if by == nil {
		by = arith.ConstIndex(b, stride.Const)
	}
	return ir.OpFoldResult{Value: arith.Binary(b, arith.MulI, by, value)}
}
