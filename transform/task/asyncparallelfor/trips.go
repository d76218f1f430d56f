package asyncparallelfor

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
)

// binary makes an operation on two values, or gives the value that it folds to: decisions of the pass ask for
// constants.
func binary(b *ir.Builder, def *ir.OpDef, x, y *ir.Value) *ir.Value {
	return folded(b, arith.Binary(b, def, x, y))
}

// compare is binary for arith.cmpi.
func compare(b *ir.Builder, predicate int64, x, y *ir.Value) *ir.Value {
	return folded(b, arith.Cmp(b, predicate, x, y))
}

// folded returns what a value that was just made folds to, itself if it does not.
func folded(b *ir.Builder, v *ir.Value) *ir.Value {
	op := v.DefiningOp()
	results := ir.Fold(op)
	if len(results) != 1 {
		return v
	}
	vs := b.Materialize(op, results)
	if vs == nil {
		return v
	}
	op.Erase()
	return vs[0]
}

// tripCount makes the number of iterations from lower to upper: none unless lower is smaller, however large
// the distance is.
func tripCount(b *ir.Builder, lower, upper, step *ir.Value) *ir.Value {
	zero := arith.ConstIndex(b, 0)
	distance := binary(b, arith.SubI, upper, lower)
	trips := binary(b, arith.CeilDivUI, distance, step)
	return folded(b, arith.NewSelect(b, compare(b, arith.SLT, lower, upper), trips, zero))
}

// tripCounts makes the number of iterations of each dimension.
func (l *loop) tripCounts(b *ir.Builder) []*ir.Value {
	trips := make([]*ir.Value, l.dims())
	for d := range trips {
		trips[d] = tripCount(b, l.lower[d], l.upper[d], l.step[d])
	}
	return trips
}

// product multiplies values, of which there is one at least.
func product(b *ir.Builder, vs []*ir.Value) *ir.Value {
	p := vs[0]
	for _, v := range vs[1:] {
		p = binary(b, arith.MulI, p, v)
	}
	return p
}

// ceilDiv makes x / y, rounded up.
func ceilDiv(b *ir.Builder, x, y *ir.Value) *ir.Value { return binary(b, arith.CeilDivSI, x, y) }
