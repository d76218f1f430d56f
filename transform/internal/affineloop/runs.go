package affineloop

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

// Runs reports whether a loop certainly has an iteration whenever control reaches it. Each upper bound must
// be above the lower bound by a constant, or be the upper bound of a loop around it whose variable is the
// lower bound.
func Runs(loop *ir.Op) bool {
	lower, uppers := jointBounds(loop)
	if lower == nil {
		return false
	}
	for _, upper := range uppers.Map.Results {
		span := upper.Sub(lower).Simplify(uppers.Map.NumDims, uppers.Map.NumSymbols)
		if (span.Kind != aff.Constant || span.Value <= 0) && !below(lower, upper, uppers) {
			return false
		}
	}
	return true
}

// below reports whether `lower` is the variable of a loop that ends at `upper` or before.
func below(lower, upper *aff.Expr, inputs affine.Access) bool {
	if lower.Kind != aff.Dim {
		return false
	}
	v := inputs.Operands[lower.Value]
	if !isLoopVariable(v) {
		return false
	}
	_, ends := jointBounds(v.Owner().ParentOp())
	if ends.Map == nil {
		return false
	}
	want := narrowed(inputs, upper)
	return slices.ContainsFunc(ends.Map.Results, func(e *aff.Expr) bool {
		return narrowed(ends, e).Equal(want)
	})
}
