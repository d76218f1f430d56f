package nvgpu

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// The operations of four warps together: PTX ISA, "Asynchronous Warpgroup Level Matrix Multiply-Accumulate
// Instructions".

// WarpgroupGenerateDescriptor is nvgpu.warpgroup.generate.descriptor: it describes the layout of a matrix in
// shared memory to wgmma.
var WarpgroupGenerateDescriptor = &ir.OpDef{
	Name:     "nvgpu.warpgroup.generate.descriptor",
	Summary:  "Generate a warpgroup matrix descriptor",
	Operands: []ir.OperandDef{operand("tensor", constraint.MemRef), operand("tensorMap", tensorMap)},
	Results:  result("descriptor", matrixDescriptor),
	Format: "$tensor `,` $tensorMap attr-dict `:` type($tensor) `,` type($tensorMap) `->` " +
		"type($descriptor)",
	Verify:  verifyGenerateDescriptor,
	Effects: func(op *ir.Op, add func(ir.Effect)) { add(ir.Effect{Kind: ir.Read, Value: op.Operand(0)}) },
}

func verifyGenerateDescriptor(op *ir.Op) error {
	t := op.Operand(1).Type()
	if err := verifyTensorMap(op, t); err != nil {
		return err
	}
	if Mode(t, SwizzleField) != swizzle128 {
		return op.Errorf(codeNVGPU, "supports only swizzle_128b is supported for the time being")
	}
	return nil
}

// WarpgroupMma is nvgpu.warpgroup.mma: D = A * B + C on matrices in shared memory. The operation itself waits
// for the product.
var WarpgroupMma = &ir.OpDef{
	Name:    "nvgpu.warpgroup.mma",
	Summary: "multiply matrices in shared memory and accumulate",
	Operands: []ir.OperandDef{
		operand("descriptorA", matrixDescriptor), operand("descriptorB", matrixDescriptor),
		operand("matrixC", accumulator),
	},
	Results: result("matrixD", accumulator),
	Attrs: []ir.AttrDef{
		{Name: "waitGroup", Type: constraint.I64, Optional: true, Implied: func(c *ir.Context) ir.Attr {
			return c.Int(c.I64, 1)
		}},
		{Name: "transposeA", Type: constraint.Unit, Optional: true},
		{Name: "transposeB", Type: constraint.Unit, Optional: true},
	},
	Format: "$descriptorA `,` $descriptorB `,` $matrixC attr-dict " +
		"`:` type($descriptorA) `,` type($descriptorB) `,` type($matrixC) `->` type($matrixD)",
	Verify: verifyWarpgroupMma,
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		add(ir.Effect{Kind: ir.Read, Value: matrix(op.Operand(0))})
		add(ir.Effect{Kind: ir.Read, Value: matrix(op.Operand(1))})
		touchesQueue(op, add)
	},
}

// matrix returns the memory that a matrix descriptor describes, if the operation that made it is known.
// Otherwise it returns the descriptor.
func matrix(descriptor *ir.Value) *ir.Value {
	if op := descriptor.DefiningOp(); op != nil && op.Def() == WarpgroupGenerateDescriptor {
		return op.Operand(0)
	}
	return descriptor
}

func verifyWarpgroupMma(op *ir.Op) error {
	if op.Attr("transposeA") != nil && op.Attr("transposeB") == nil {
		return op.OpErrorf(codeNVGPU,
			"supports non-transpose A (Row Major) and transpose B (Column Major) for the time being ")
	}
	a, b := Tile(op.Operand(0).Type()), Tile(op.Operand(1).Type())
	c, d := Fragment(op.Operand(2).Type()), Fragment(op.Result(0).Type())
	switch {
	case c != d:
		return op.OpErrorf(codeNVGPU, "type of matrix C and matrix D must be the same")
	case len(a.Shape) != 2 || len(b.Shape) != 2 || len(c.Shape) != 2:
		return op.OpErrorf(codeNVGPU, "has matrices A, B, C and D, they must be 2 dimensional")
	case a.Shape[1] != b.Shape[0]:
		return op.OpErrorf(codeNVGPU, "2nd dim matrix-A (%d)!= 1st dim matrix-B (%d )", a.Shape[1],
			b.Shape[0])
	case a.Shape[0] != c.Shape[0]:
		return op.OpErrorf(codeNVGPU, "1st dim matrix-A ( %d )!= 1st dim matrix-C ( %d )", a.Shape[0],
			c.Shape[0])
	case b.Shape[1] != c.Shape[1]:
		return op.OpErrorf(codeNVGPU, "2nd dim matrix-B ( %d ) != 2nd dim matrix-C ( %d )", b.Shape[1],
			c.Shape[1])
	case !multiplies(c.Elem, a.Elem, b.Elem):
		return op.OpErrorf(codeNVGPU, "'%v' += '%v' * '%v', it is not supported.", c.Elem, a.Elem, b.Elem)
	case !isWidth(b.Shape[1], a.Elem):
		return op.OpErrorf(codeNVGPU, "has input type '%v' n is set to %d, it is not supported", b,
			b.Shape[1])
	case !isFloat(c.Elem, ir.F32) && !isFloat(a.Elem, ir.F16, ir.BF16):
		return op.OpErrorf(codeNVGPU, "hit a limitation: '%v' += '%v' * '%v', it is not supported yet",
			c.Elem, a.Elem, b.Elem)
	}
	return nil
}

// multiplies reports whether the hardware adds products of a and b to d.
func multiplies(d, a, b ir.Type) bool {
	small := func(t ir.Type) bool { return isFloat(t, ir.F8E5M2, ir.F8E4M3FN) }
	switch {
	case small(a) && small(b):
		return isFloat(d, ir.F16, ir.F32)
	case a != b:
		return false
	case isFloat(a, ir.F16, ir.BF16):
		return isFloat(d, ir.F16, ir.F32)
	case isFloat(a, ir.TF32):
		return isFloat(d, ir.F32)
	}
	return (isInt(16)(a) || isInt(1)(a)) && isInt(32)(d)
}

// isWidth reports whether products with elements of type a can have n columns. n must be a multiple of 8 up
// to
// 256. From 32 on, integers need a multiple of 16.
func isWidth(n int64, a ir.Type) bool {
	switch {
	case n < 8 || n > 256:
		return false
	case isFloat(a, ir.BF16, ir.F16, ir.F32, ir.TF32, ir.F8E5M2, ir.F8E4M3FN):
		return n%8 == 0
	case isInt(8)(a) || isInt(1)(a):
		return n%16 == 0 || n == 8 || n == 24
	}
	return false
}

// WarpgroupMmaStore is nvgpu.warpgroup.mma.store: it writes a product to memory.
var WarpgroupMmaStore = &ir.OpDef{
	Name:     "nvgpu.warpgroup.mma.store",
	Summary:  "store a product of a warpgroup",
	Operands: []ir.OperandDef{operand("matrixD", accumulator), operand("dstMemref", constraint.MemRef)},
	Format:   "$matrixD `,` $dstMemref attr-dict `:` type($matrixD) `to` type($dstMemref)",
	Verify:   verifyMmaStore,
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		add(ir.Effect{Kind: ir.Write, Value: op.Operand(1)})
	},
}

func verifyMmaStore(op *ir.Op) error {
	t, m := Fragment(op.Operand(0).Type()), op.Operand(1).Type().(*ir.MemRefType)
	switch {
	case !isFloat(t.Elem, ir.F32):
		return op.OpErrorf(codeNVGPU, "hit a limitation: only f32 results for the time being")
	case len(t.Shape) != 2 || len(m.Shape) != 2:
		return op.OpErrorf(codeNVGPU, "stores matrices of two dimensions, not '%v' to '%v'", t, m)
	case t.Shape[0] != m.Shape[0] || t.Shape[1] != m.Shape[1]:
		return op.OpErrorf(codeNVGPU,
			"results ['%v'][%d] values. However, destination memref[%d][%d]  does not have same size as "+
				"results",
			t, t.Shape[1], m.Shape[0], m.Shape[1])
	}
	return nil
}

// WarpgroupMmaInitAccumulator is nvgpu.warpgroup.mma.init.accumulator: an accumulator of zeros.
var WarpgroupMmaInitAccumulator = &ir.OpDef{
	Name:    "nvgpu.warpgroup.mma.init.accumulator",
	Summary: "Initializes the accumulator matrix",
	Results: result("matrixC", accumulator),
	Format:  "attr-dict `->` type($matrixC)",
	Verify:  verifyInitAccumulator,
	Effects: touchesQueue,
}

func verifyInitAccumulator(op *ir.Op) error {
	t := Fragment(op.Result(0).Type())
	if len(t.Shape) != 2 || t.Shape[0]%64 != 0 || !isWidth(t.Shape[1], t.Elem) {
		return op.OpErrorf(codeNVGPU,
			"has type '%v'. It does not fit into warp-group level (wgmma) matrix multiplication "+
				"instruction (or not supported yet)", t)
	}
	return nil
}
