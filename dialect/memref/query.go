package memref

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Dim is memref.dim: the extent of a dimension.
var Dim = &ir.OpDef{
	Name:        "memref.dim",
	Summary:     "dimension index operation",
	Operands:    []ir.OperandDef{operand("source", non0D), operand("index", constraint.Index)},
	Results:     result("result", constraint.Index),
	Format:      "attr-dict $source `,` $index `:` type($source)",
	ResultNames: named("dim"),
	// Dim has no effect. But the extent of a dimension out of range is undefined, so that a pass must not run
	// it where the program would not run it.
	Effects: func(*ir.Op, func(ir.Effect)) {},
}

// Rank is memref.rank: the number of dimensions.
var Rank = &ir.OpDef{
	Name:     "memref.rank",
	Summary:  "rank operation",
	Operands: []ir.OperandDef{operand("memref", anyMemRef)},
	Results:  result("", constraint.Index),
	Traits:   ir.Pure,
	Format:   "$memref attr-dict `:` type($memref)",
}

// ExtractAlignedPointerAsIndex is memref.extract_aligned_pointer_as_index.
var ExtractAlignedPointerAsIndex = &ir.OpDef{
	Name:        "memref.extract_aligned_pointer_as_index",
	Summary:     "extracts a memref's underlying aligned pointer as an index",
	Operands:    []ir.OperandDef{operand("source", anyMemRef)},
	Results:     result("aligned_pointer", constraint.Index),
	Traits:      ir.Pure,
	Format:      "$source `:` type($source) `->` type(results) attr-dict",
	ResultNames: named("intptr"),
}

// StaticExtent returns the extent that a memref.dim returns. ok is false unless the number of the dimension
// is a constant and the type of the memref has that extent.
func StaticExtent(dim *ir.Op) (int64, bool) {
	t, d, ok := Dimension(dim)
	if !ok || t.Shape[d] == ir.Dynamic {
		return 0, false
	}
	return t.Shape[d], true
}

// Dimension returns the type of a memref.dim's memref and the number of the dimension. ok is false unless the
// memref has a rank and the number is a constant below that.
func Dimension(dim *ir.Op) (*ir.MemRefType, int64, bool) {
	t, ok := dim.Operand(0).Type().(*ir.MemRefType)
	d, constant := ir.ConstInt(dim.Operand(1))
	if !ok || !t.Ranked || !constant || d < 0 || d >= int64(len(t.Shape)) {
		return nil, 0, false
	}
	return t, d, true
}
