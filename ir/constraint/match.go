package constraint

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// SameType checks that the values have one type. The message calls the values by names.
func SameType(op *ir.Op, names string, values ...*ir.Value) error {
	for _, v := range values[min(1, len(values)):] {
		if v.Type() != values[0].Type() {
			return op.OpErrorf(ir.CodeTypes, "failed to verify that all of {%s} have same type", names)
		}
	}
	return nil
}

// BoolShape checks that the result is i1 in the shape of the operand.
func BoolShape(op *ir.Op, operand, result *ir.Value) error {
	if result.Type() != WithElement(op.Context(), operand.Type(), op.Context().I1) {
		return op.OpErrorf(ir.CodeTypes,
			"failed to verify that result type has i1 element type and same shape as operands")
	}
	return nil
}

// SameTensorDims checks that the two values have equal extents if they are tensors.
func SameTensorDims(op *ir.Op, a, b *ir.Value) error {
	if !slices.Equal(tensorDims(a.Type()), tensorDims(b.Type())) {
		return op.OpErrorf(ir.CodeTypes,
			"failed to verify that input and output have the same tensor dimensions")
	}
	return nil
}

func tensorDims(t ir.Type) []int64 {
	if tt, ok := t.(*ir.TensorType); ok {
		return tt.Shape
	}
	return nil
}

// TypeList returns the types as MLIR's messages list them: 'a', 'b'.
func TypeList(ts []ir.Type) string {
	var b strings.Builder
	for i, t := range ts {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString("'" + t.String() + "'")
	}
	return b.String()
}
