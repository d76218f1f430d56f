package affineloop

import (
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

// Trips returns the number of iterations of a loop, if it is the same in every execution.
func Trips(loop *ir.Op) (int64, bool) {
	lower, uppers := jointBounds(loop)
	if lower == nil {
		return 0, false
	}
	trips := int64(-1)
	for _, upper := range uppers.Map.Results {
		span := upper.Sub(lower).Simplify(uppers.Map.NumDims,
			uppers.Map.NumSymbols).CeilDiv(aff.C(affine.Step(loop)))
		if span.Kind != aff.Constant {
			return 0, false
		}
		if n := max(span.Value, 0); trips < 0 || n < trips {
			trips = n
		}
	}
	return trips, trips >= 0
}

// Inline replaces a loop of exactly one iteration by its body, and reports whether the loop has one
// iteration.
func Inline(loop *ir.Op) bool {
	if n, ok := Trips(loop); !ok || n != 1 {
		return false
	}
	if iv := loop.Body().Arg(0); iv.HasUses() {
		iv.ReplaceAllUsesWith(onlyValue(loop))
	}
	for i, v := range loop.OperandsOf(2) {
		loop.Body().Arg(1 + i).ReplaceAllUsesWith(v)
	}
	last := loop.Body().Terminator()
	for op := range loop.Body().OpsWithoutTerminator() {
		op.MoveBefore(loop)
	}
	loop.ReplaceAllUsesWith(last.Operands())
	loop.Erase()
	return true
}

// onlyValue returns the value of the variable of a loop with one iteration. A constant is placed at the start
// of the function.
func onlyValue(loop *ir.Op) *ir.Value {
	lower, _ := Bounds(loop)
	b := ir.At(loop)
	if n, ok := lower.Map.SingleConstant(); ok {
		if region := affine.Scope(loop); region != nil {
			b.SetStart(region.Blocks()[0])
		}
		return arith.ConstIndex(b, n)
	}
	if lower.Map.Equal(aff.Identity(1)) {
		return lower.Operands[0]
	}
	return affine.NewApply(b, lower.Map, lower.Operands...)
}
