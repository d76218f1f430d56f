package analysis

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// Linear is Const + the sum of Coef·Sym over Terms: an integer known up to
// symbols. Terms are sorted by symbol and have nonzero coefficients.
type Linear struct {
	Const int64
	Terms []Term
}

// Term is one summand of a Linear.
type Term struct {
	Sym  *Symbol
	Coef int64
}

// Symbol is an integer that is not known: an SSA value, or the remainder or
// quotient of a linear form. Symbols of one Evaluator are unique: equal
// expressions give the same pointer.
type Symbol struct {
	id    int
	kind  divKind
	fresh bool      // differs from every other symbol, and between evaluations
	inner int       // the weight of Arg
	Value *ir.Value // set for an SSA value
	// Mod is set (positive) for Arg mod Mod, Div for Arg floordiv Div.
	Arg Linear
	Mod int64
	Div int64
	// self is the terms of 1·symbol, once they were asked for; terms do not change.
	self []Term
}

// Const returns the linear form of a constant.
func Const(v int64) Linear { return Linear{Const: v} }

// IsConst reports whether the form has no symbol.
func (a Linear) IsConst() bool { return len(a.Terms) == 0 }

// Equal reports whether both forms are the same.
func (a Linear) Equal(b Linear) bool {
	return a.Const == b.Const && slices.Equal(a.Terms, b.Terms)
}

// SameTerms reports whether the forms differ by a constant at most.
func (a Linear) SameTerms(b Linear) bool { return slices.Equal(a.Terms, b.Terms) }

// Add returns a + b.
func (a Linear) Add(b Linear) Linear { return a.combine(b, 1) }

// Sub returns a - b.
func (a Linear) Sub(b Linear) Linear { return a.combine(b, -1) }

// AddConst returns a + c.
func (a Linear) AddConst(c int64) Linear {
	a.Const += c
	return a
}

// Scale returns k·a.
func (a Linear) Scale(k int64) Linear {
	if k == 0 {
		return Linear{}
	}
	terms := make([]Term, len(a.Terms))
	for i, t := range a.Terms {
		terms[i] = Term{t.Sym, k * t.Coef}
	}
	return Linear{k * a.Const, terms}
}

// At returns the value of a form where the SSA values in it are as given, and whether all of them are.
func (a Linear) At(value func(*ir.Value) (int64, bool)) (int64, bool) {
	sum := a.Const
	for _, t := range a.Terms {
		v, ok := t.Sym.at(value)
		if !ok {
			return 0, false
		}
		sum += t.Coef * v
	}
	return sum, true
}

func (s *Symbol) at(value func(*ir.Value) (int64, bool)) (int64, bool) {
	if s.kind == notDiv {
		if s.Value == nil || s.fresh {
			return 0, false
		}
		return value(s.Value)
	}
	v, ok := s.Arg.At(value)
	return divideConst(s.kind, v, max(s.Mod, s.Div)), ok
}

// Coef returns the coefficient of a symbol.
func (a Linear) Coef(s *Symbol) int64 {
	for _, t := range a.Terms {
		if t.Sym == s {
			return t.Coef
		}
	}
	return 0
}

func (a Linear) combine(b Linear, sign int64) Linear {
	sum := Linear{Const: a.Const + sign*b.Const}
	if len(b.Terms) == 0 {
		sum.Terms = a.Terms
		return sum
	}
	sum.Terms = make([]Term, 0, len(a.Terms)+len(b.Terms))
	i, j := 0, 0
	for i < len(a.Terms) || j < len(b.Terms) {
		switch {
		case j == len(b.Terms) || i < len(a.Terms) && a.Terms[i].Sym.id < b.Terms[j].Sym.id:
			sum.Terms = append(sum.Terms, a.Terms[i])
			i++
		case i == len(a.Terms) || b.Terms[j].Sym.id < a.Terms[i].Sym.id:
			sum.Terms = append(sum.Terms, Term{b.Terms[j].Sym, sign * b.Terms[j].Coef})
			j++
		default:
			if c := a.Terms[i].Coef + sign*b.Terms[j].Coef; c != 0 {
				sum.Terms = append(sum.Terms, Term{a.Terms[i].Sym, c})
			}
			i, j = i+1, j+1
		}
	}
	return sum
}

// hasFresh reports whether the form depends on a value that may differ each
// time it is evaluated.
func (a Linear) hasFresh() bool {
	return slices.ContainsFunc(a.Terms, func(t Term) bool { return t.Sym.fresh })
}

// weight is the number of symbols in the form, those in remainders and quotients included.
func (a Linear) weight() int {
	n := 0
	for _, t := range a.Terms {
		n += 1 + t.Sym.inner
	}
	return n
}

// mentions reports whether the form depends on sym, also inside remainders.
func (a Linear) mentions(sym *Symbol) bool {
	return slices.ContainsFunc(a.Terms, func(t Term) bool {
		return t.Sym == sym || t.Sym.Arg.mentions(sym)
	})
}
