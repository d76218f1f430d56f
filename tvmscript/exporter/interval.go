package exporter

import (
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/tvmscript/form"
)

// span is an interval of integers. math.MinInt64 and math.MaxInt64 stand for no bound.
type span struct{ low, high int64 }

var unbounded = span{math.MinInt64, math.MaxInt64}

// isNonNegative reports whether a linear form is certainly not negative. All ways to round its quotient agree
// then.
func isNonNegative(l analysis.Linear) bool { return spanOf(l).low >= 0 }

// boundsOf returns the interval of a linear form. ok is false if an end is not known.
func boundsOf(l analysis.Linear) (low, high int64, ok bool) {
	s := spanOf(l)
	return s.low, s.high, s.low != math.MinInt64 && s.high != math.MaxInt64
}

// hasQuotient reports whether a form contains a quotient.
func hasQuotient(l analysis.Linear) bool {
	return slices.ContainsFunc(l.Terms, func(t analysis.Term) bool {
		return t.Sym.Div > 0 || hasQuotient(t.Sym.Arg)
	})
}

// spanOf adds the intervals of the terms. If terms depend on each other the result is wider than needed,
// which is safe: regions may be too large.
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

// exactFold bounds the constants in intervals, so that arithmetic on them does not wrap.
const exactFold = 1 << 30

// plusMultiple returns a + b * factor, or the infinity if the result is near the ends of the integers.
func plusMultiple(a, b, factor, infinity int64) int64 {
	for _, x := range []int64{a, b, factor} {
		if x < -exactFold || x > exactFold {
			return infinity
		}
	}
	return a + b*factor
}

// spanOfSymbol returns the span of a symbol. Package form computes that of a value.
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
