package exporter

import (
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/tvmscript/form"
)

// span is the interval that an integer is in; math.MinInt64 and math.MaxInt64 stand for no bound.
type span struct{ low, high int64 }

var unbounded = span{math.MinInt64, math.MaxInt64}

// isNonNegative reports whether a linear form is certainly not negative, so that all ways to round a quotient
// agree.
func isNonNegative(l analysis.Linear) bool { return spanOf(l).low >= 0 }

// boundsOf returns the interval of a linear form, if it has both ends.
func boundsOf(l analysis.Linear) (low, high int64, ok bool) {
	s := spanOf(l)
	return s.low, s.high, s.low != math.MinInt64 && s.high != math.MaxInt64
}

// hasQuotient reports whether a form is made of a quotient.
func hasQuotient(l analysis.Linear) bool {
	return slices.ContainsFunc(l.Terms, func(t analysis.Term) bool { return t.Sym.Div > 0 || hasQuotient(t.Sym.Arg) })
}

// spanOf adds up the intervals of the terms. Terms that depend on each other make it wider than it need be, which does no
// harm: regions may be too large.
func spanOf(l analysis.Linear) span {
	sum := span{l.Const, l.Const}
	for _, t := range l.Terms {
		s := spanOfSymbol(t.Sym)
		if t.Coef < 0 {
			s.low, s.high = s.high, s.low
		}
		sum.low, sum.high = plusMultiple(sum.low, s.low, t.Coef, math.MinInt64), plusMultiple(sum.high, s.high, t.Coef, math.MaxInt64)
	}
	return sum
}

// plusMultiple returns a + b * factor, where it is far from the ends of the integers, else the infinity.
func plusMultiple(a, b, factor, infinity int64) int64 {
	for _, x := range []int64{a, b, factor} {
		if x < -exactFold || x > exactFold {
			return infinity
		}
	}
	return a + b*factor
}

// spanOfSymbol asks package form about values. Loops other than scf.for, which it does not know, are asked for their bounds.
func spanOfSymbol(s *analysis.Symbol) span {
	switch {
	case s.Mod > 0:
		if arg := spanOf(s.Arg); arg.low >= 0 {
			return span{0, min(s.Mod-1, arg.high)}
		}
		return unbounded
	case s.Div > 0:
		arg := spanOf(s.Arg)
		if arg.low < 0 {
			return unbounded
		}
		if arg.high != math.MaxInt64 {
			arg.high /= s.Div
		}
		return span{arg.low / s.Div, arg.high}
	case s.Value == nil:
		return unbounded
	}
	low, high := form.Bounds(s.Value)
	if first, ok := firstIteration(s.Value); ok {
		low = max(low, first)
	}
	return span{low, high}
}

// firstIteration returns a number that a loop variable does not begin below: the largest of the lower bounds that
// are known.
func firstIteration(v *ir.Value) (int64, bool) {
	if !v.IsArgument() || v.Owner().ParentOp() == nil || v.Owner().ParentOp().Def().Loop == nil {
		return 0, false
	}
	op := v.Owner().ParentOp()
	for d := range op.Def().Loop.Dims(op) {
		if op.Def().Loop.InductionVar(op, d) != v {
			continue
		}
		b := op.Def().Loop.Bounds(op, d)
		least := int64(math.MinInt64)
		for _, e := range b.Lower.Results {
			switch {
			case e.Kind == aff.Constant:
				least = max(least, e.Value)
			case e.Kind == aff.Dim || e.Kind == aff.Symbol && b.Lower.NumDims == 0:
				low, _ := form.Bounds(b.LowerOperands[e.Value])
				least = max(least, low)
			}
		}
		return least, least > math.MinInt64
	}
	return 0, false
}
