package vector

import (
	"github.com/inflight-compiler/inflight/dialect/internal/indexlist"
	"github.com/inflight-compiler/inflight/ir"
)

// Poison is a static position that selects no element. The value read there is undefined.
const Poison = -1

// positionAttr holds a position. It has ir.Dynamic where an operand has the number.
var positionAttr = ir.AttrDef{Name: "static_position", Type: i64Array}

// Position returns the position of an Extract or Insert: a number or a value for each leading dimension of
// the vector.
func Position(op *ir.Op) []ir.OpFoldResult {
	return indexlist.Of(op)
}

// staticPosition returns the position. ok is false if a part of it is a value or Poison.
func staticPosition(op *ir.Op) ([]int64, bool) {
	position := op.Ints(positionAttr.Name)
	for _, at := range position {
		if at < 0 {
			return nil, false
		}
	}
	return position, true
}

// checkPosition checks that every number of a position lies in its dimension. what names the dimensions in
// messages.
func checkPosition(op *ir.Op, t *ir.VectorType, what string) error {
	for d, at := range op.Ints(positionAttr.Name) {
		switch {
		case at == ir.Dynamic:
		case at < Poison || at >= t.Shape[d] && !scalableAt(t, d):
			return op.OpErrorf(codeVector,
				"expected position attribute #%d to be a non-negative integer smaller than the "+
					"corresponding %s", d+1, what)
		}
	}
	return nil
}

// checkDynamic checks that there is an operand for every dynamic part of a position.
func checkDynamic(op *ir.Op) error {
	if !indexlist.Matches(op) {
		return op.OpErrorf(codeVector,
			"mismatch between dynamic and static positions (kDynamic marker but no corresponding "+
				"dynamic position) -- this can only happen due to an incorrect fold/rewrite")
	}
	return nil
}
