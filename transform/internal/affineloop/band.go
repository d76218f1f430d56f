package affineloop

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

// Band returns the loops that are perfectly nested in a loop, from that loop inwards: the body of each loop
// but the last contains only the next loop.
func Band(loop *ir.Op) []*ir.Op {
	band := []*ir.Op{loop}
	for {
		first := loop.Body().First()
		if !first.Is(affine.For) || first.Next() != loop.Body().Terminator() {
			return band
		}
		loop = first
		band = append(band, loop)
	}
}

// Carries reports whether one of the loops carries values.
func Carries(band []*ir.Op) bool {
	return slices.ContainsFunc(band, func(l *ir.Op) bool { return l.NumResults() > 0 })
}

// CarriesSubscript reports whether a value that the loop carries is a dimension of an affine operation. In an
// unrolled loop, the value that replaces it may not be a valid dimension.
func CarriesSubscript(loop *ir.Op) bool {
	return slices.ContainsFunc(loop.Body().Args()[1:], func(v *ir.Value) bool {
		if _, isIndex := v.Type().(*ir.IndexType); !isIndex {
			return false
		}
		for u := range v.Uses() {
			if op := u.Owner(); op.Def().DialectName() == "affine" && !op.Has(ir.Terminator) {
				return true
			}
		}
		return false
	})
}

// Rectangular reports whether no bound of the loops depends on a loop of the band.
func Rectangular(band []*ir.Op) bool {
	return !slices.ContainsFunc(band, func(l *ir.Op) bool {
		return slices.ContainsFunc(append(l.OperandsOf(0), l.OperandsOf(1)...), func(v *ir.Value) bool {
			return Inside(v, band[0])
		})
	})
}

// Bounds returns the bounds of an affine.for.
func Bounds(loop *ir.Op) (lower, upper affine.Access) {
	lm, lo := affine.LowerBound(loop)
	um, uo := affine.UpperBound(loop)
	return affine.Access{Map: lm, Operands: lo}, affine.Access{Map: um, Operands: uo}
}

// SetStep changes the step of an affine.for.
func SetStep(loop *ir.Op, step int64) { loop.SetAttr("step", loop.Context().IndexAttr(step)) }

// MoveBody moves the operations of a loop's body, except the terminator, to the end of another loop's body.
func MoveBody(from, to *ir.Op) {
	for op := range from.Body().OpsWithoutTerminator() {
		op.MoveBefore(to.Body().Terminator())
	}
}

// Interchange changes the order of perfectly nested rectangular loops that carry no values: position i gets
// loop order[i].
func Interchange(band []*ir.Op, order []int) {
	type parts struct {
		lower, upper affine.Access
		step         int64
		uses         []*ir.Operand
	}
	loops := make([]parts, len(band))
	for i, l := range band {
		loops[i].lower, loops[i].upper = Bounds(l)
		loops[i].step = affine.Step(l)
		loops[i].uses = slices.Collect(l.Body().Arg(0).Uses())
	}
	for i, from := range order {
		p := loops[from]
		affine.SetBounds(band[i], p.lower, p.upper)
		SetStep(band[i], p.step)
		for _, u := range p.uses {
			u.Set(band[i].Body().Arg(0))
		}
	}
}

// MaxTrips returns the greatest number of iterations of a loop in any execution, and whether it is known. The
// lower bound must not be a maximum.
func MaxTrips(loop *ir.Op) (int64, bool) {
	lower, uppers := jointBounds(loop)
	if lower == nil {
		return 0, false
	}
	trips, known := int64(0), false
	for _, upper := range uppers.Map.Results {
		span := upper.Sub(lower).Simplify(uppers.Map.NumDims,
			uppers.Map.NumSymbols).CeilDiv(aff.C(affine.Step(loop)))
		if span.Kind == aff.Constant && (!known || span.Value < trips) {
			trips, known = max(span.Value, 0), true
		}
	}
	return trips, known
}
