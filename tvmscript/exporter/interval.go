package exporter

import (
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
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
	return slices.ContainsFunc(l.Terms, func(t analysis.Term) bool {
		return t.Sym.Div > 0 || hasQuotient(t.Sym.Arg)
	})
}

// spanOf adds up the intervals of the terms. Terms that depend on each other make it wider than it need be,
// which does no harm: regions may be too large.
func spanOf(l analysis.Linear) span {
	sum := span{l.Const, l.Const}
	for _, t := range l.Terms {
		s := spanOfSymbol(t.Sym)
		if t.Coef < 0 {
			s.low, s.high = s.high, s.low
		}
		sum.low, sum.high = plusMultiple(sum.low, s.low, t.Coef, math.MinInt64),
			plusMultiple(sum.high, s.high, t.Coef, math.MaxInt64)
	}
	return sum
}

// exactFold bounds the constants of intervals, far from where arithmetic wraps around.
const exactFold = 1 << 30

// plusMultiple returns a + b * factor, where it is far from the ends of the integers, else the infinity.
func plusMultiple(a, b, factor, infinity int64) int64 {
	for _, x := range []int64{a, b, factor} {
		if x < -exactFold || x > exactFold {
			return infinity
		}
	}
	return a + b*factor
}

// spanOfSymbol asks package form about values.
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
	return span{low, high}
}
