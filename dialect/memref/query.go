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
	// It has no effect, but a dimension out of range is undefined, so that it
	// must not run where the program would not run it.
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
