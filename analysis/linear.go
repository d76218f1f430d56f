package analysis

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// Linear is Const + the sum of Coef·Sym over Terms: an integer as a function of symbols. The terms are sorted
// by symbol and have nonzero coefficients.
type Linear struct {
	Const int64
	Terms []Term
}

// Term is one summand of a Linear.
type Term struct {
	Sym  *Symbol
	Coef int64
}

// Symbol is an unknown integer: an SSA value, or the remainder or quotient of a linear form. Symbols of one
// Evaluator are unique: equal expressions have the same pointer.
type Symbol struct {
	id      int
	kind    divKind
	fresh   bool      // differs from every other symbol, and between evaluations
	counter bool      // stands for the distance of Value from its lower bound
	inner   int       // the weight of Arg
	Value   *ir.Value // set for an SSA value
	// Mod is set (positive) for Arg mod Mod, Div for Arg floordiv Div.
	Arg  Linear
	Mod  int64
	Div  int64
	self [1]Term // the terms of the form 1·symbol, which never change
}

// linear returns the form 1·s.
func (s *Symbol) linear() Linear { return Linear{Terms: s.self[:]} }

// Const returns the linear form of a constant.
func Const(v int64) Linear { return Linear{Const: v} }

// IsConst reports whether the form has no symbol.
func (a Linear) IsConst() bool { return len(a.Terms) == 0 }

// Equal reports whether both forms have the same constant and the same terms.
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
	switch {
	case k == 0:
		return Linear{}
	case k == 1:
		return a
	case len(a.Terms) == 0:
		return Linear{Const: k * a.Const}
	}
	terms := make([]Term, len(a.Terms))
	for i, t := range a.Terms {
		terms[i] = Term{t.Sym, k * t.Coef}
	}
	return Linear{k * a.Const, terms}
}

// At returns the value of a form for given SSA values. It returns false if a needed value is not given.
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
	if i := a.index(s); i >= 0 {
		return a.Terms[i].Coef
	}
	return 0
}

// index returns the index of the term with a symbol, or -1.
func (a Linear) index(s *Symbol) int {
	for i := range a.Terms {
		if a.Terms[i].Sym == s {
			return i
		}
	}
	return -1
}

// without returns a without term i.
func (a Linear) without(i int) Linear {
	if len(a.Terms) == 1 {
		return Linear{Const: a.Const}
	}
	return Linear{a.Const, slices.Concat(a.Terms[:i], a.Terms[i+1:])}
}

func (a Linear) combine(b Linear, sign int64) Linear {
	sum := Linear{Const: a.Const + sign*b.Const}
	if len(b.Terms) == 0 {
		sum.Terms = a.Terms
		return sum
	}
	if len(a.Terms) == 0 && sign == 1 {
		sum.Terms = b.Terms
		return sum
	}
	if sign == -1 && slices.Equal(a.Terms, b.Terms) {
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

// hasFresh reports whether the form depends on a value that may differ at each evaluation.
func (a Linear) hasFresh() bool {
	return slices.ContainsFunc(a.Terms, func(t Term) bool { return t.Sym.fresh })
}

// weight returns the number of symbols in the form, with those in remainders and quotients.
func (a Linear) weight() int {
	n := 0
	for _, t := range a.Terms {
		n += 1 + t.Sym.inner
	}
	return n
}

// mentions reports whether the form depends on sym, also within remainders and quotients.
func (a Linear) mentions(sym *Symbol) bool {
	return slices.ContainsFunc(a.Terms, func(t Term) bool {
		return t.Sym == sym || t.Sym.Arg.mentions(sym)
	})
}
