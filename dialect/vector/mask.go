package vector

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// ConstantMask is vector.constant_mask: true where each subscript is below the size of its dimension.
var ConstantMask = &ir.OpDef{
	Name:    "vector.constant_mask",
	Summary: "creates a constant vector mask",
	Results: result("mask", anyMask),
	Attrs:   []ir.AttrDef{{Name: "mask_dim_sizes", Type: i64Array}},
	Traits:  ir.Pure,
	Format:  "$mask_dim_sizes attr-dict `:` type(results)",
	Verify:  verifyConstantMask,
}

// CreateMask is vector.create_mask: a ConstantMask whose sizes are values.
var CreateMask = &ir.OpDef{
	Name:     "vector.create_mask",
	Summary:  "creates a vector mask",
	Operands: []ir.OperandDef{indices("operands")},
	Results:  result("mask", anyMask),
	Traits:   ir.Pure,
	Format:   "$operands attr-dict `:` type(results)",
	Verify:   verifyCreateMask,
}

func verifyConstantMask(op *ir.Op) error {
	t, sizes := vectorType(op.Result(0)), op.Ints("mask_dim_sizes")
	if len(t.Shape) == 0 {
		switch {
		case len(sizes) != 1:
			return op.Errorf(codeVector, "array attr must have length 1 for 0-D vectors")
		case sizes[0] != 0 && sizes[0] != 1:
			return op.Errorf(codeVector, "mask dim size must be either 0 or 1 for 0-D vectors")
		}
		return nil
	}
	if len(sizes) != len(t.Shape) {
		return op.OpErrorf(codeVector, "must specify array attr of size equal vector result rank")
	}
	for d, n := range sizes {
		switch {
		case n < 0 || n > t.Shape[d]:
			return op.OpErrorf(codeVector, "array attr of size out of bounds of vector result dimension size")
		case scalableAt(t, d) && n != 0 && n != t.Shape[d]:
			return op.OpErrorf(codeVector, "only supports 'none set' or 'all set' scalable dimensions")
		}
	}
	if slices.Contains(sizes, 0) && slices.ContainsFunc(sizes, func(n int64) bool { return n != 0 }) {
		return op.OpErrorf(codeVector,
			"expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim")
	}
	return nil
}

func verifyCreateMask(op *ir.Op) error {
	n := len(vectorType(op.Result(0)).Shape)
	switch {
	case n == 0 && op.NumOperands() != 1:
		return op.OpErrorf(codeVector, "must specify exactly one operand for 0-D create_mask")
	case n > 0 && op.NumOperands() != n:
		return op.OpErrorf(codeVector, "must specify an operand for each result vector dimension")
	}
	return nil
}
