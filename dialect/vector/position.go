package vector

import (
	"github.com/inflight-compiler/inflight/dialect/internal/indexlist"
	"github.com/inflight-compiler/inflight/ir"
)

// Poison as a static position stands for an element that does not exist: what is read there may be anything.
const Poison = -1

// positionAttr holds a position, with ir.Dynamic where a value says it.
var positionAttr = ir.AttrDef{Name: "static_position", Type: i64Array}

// Position returns the position of an Extract or Insert: a number or a value per leading dimension of the
// vector.
func Position(op *ir.Op) []ir.OpFoldResult {
	return indexlist.Of(op)
}

// staticPosition returns the position if all of it is known and no part of it is Poison.
func staticPosition(op *ir.Op) ([]int64, bool) {
	position := op.Ints(positionAttr.Name)
	for _, at := range position {
		if at < 0 {
			return nil, false
		}
	}
	return position, true
}

// checkPosition checks that every number of a position is inside of its dimension; what names the dimensions.
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

// checkDynamic checks that there is a value for every dynamic part of a position.
func checkDynamic(op *ir.Op) error {
	if !indexlist.Matches(op) {
		return op.OpErrorf(codeVector,
			"mismatch between dynamic and static positions (kDynamic marker but no corresponding "+
				"dynamic position) -- this can only happen due to an incorrect fold/rewrite")
	}
	return nil
}
