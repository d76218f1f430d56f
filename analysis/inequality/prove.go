package inequality

import (
	"math"
	"slices"
)

// A proof examines at most maxForms forms, and each is at most maxDepth steps away from the form to prove.
const (
	maxForms = 48
	maxDepth = 6
)

// search is the state of a proof.
type search struct{ left int }

// AtLeast reports whether a form is certainly at least n whenever control is at this position, for any input
// of the program.
func (e *Env) AtLeast(f Form, n int64) bool {
	low, known := f.lowest()
	return known && low >= n || e.positive(more(f, n))
}

// AtMost reports whether a form is certainly at most n.
func (e *Env) AtMost(f Form, n int64) bool {
	high, known := f.Highest()
	if known && high <= n {
		return true
	}
	g, ok := less(n, f)
	return ok && e.positive(g)
}

// Ordered reports whether f + distance is certainly at most g.
func (e *Env) Ordered(f Form, distance int64, g Form) bool {
	d, exact := g.Plus(f, -1)
	return exact && e.AtLeast(d, distance)
}

func (e *Env) positive(f Form) bool { return (&search{maxForms}).positive(f, maxDepth) }

// positive proves that f is at least 0: from the limits of its atoms, or by subtracting from f a multiple of
// a fact, which is at least 0, and proving that the rest is at least 0.
func (s *search) positive(f Form, depth int) bool {
	if f.certain() {
		return true
	}
	if depth == 0 || s.left <= 0 || len(f.Terms) == 0 {
		return false
	}
	s.left--
	terms := innermostFirst(f.Terms)
	var rest []Form
	for _, t := range terms {
		for i := len(t.Atom.facts) - 1; i >= 0; i-- {
			g, ok := eliminate(f, t, t.Atom.facts[i])
			if ok && g.certain() {
				return true
			}
			if ok {
				rest = append(rest, g)
			}
		}
	}
	for _, g := range rest {
		if s.positive(g, depth-1) {
			return true
		}
	}
	return s.inAllCases(f, terms, depth)
}

// inAllCases proves that f is at least 0 for every value in the cases of one of its atoms.
func (s *search) inAllCases(f Form, terms []Term, depth int) bool {
	for _, t := range terms {
		all := len(t.Atom.cases) > 0
		for _, c := range t.Atom.cases {
			rest, exact := f.Plus(Form{Terms: []Term{t}}, -1)
			if exact {
				rest, exact = rest.plusAtMost(c, t.Coef)
			}
			if all = exact && s.positive(rest, depth-1); !all {
				break
			}
		}
		if all {
			return true
		}
	}
	return false
}

// innermostFirst sorts terms, those of inner regions first, because the facts about a value are in terms of
// values from outer regions.
func innermostFirst(terms []Term) []Term {
	if len(terms) < 2 {
		return terms
	}
	sorted := slices.Clone(terms)
	slices.SortStableFunc(sorted, func(a, b Term) int {
		if a.Atom.depth != b.Atom.depth {
			return b.Atom.depth - a.Atom.depth
		}
		return b.Atom.id - a.Atom.id
	})
	return sorted
}

// eliminate returns a form without the atom of t. If this form and the fact are at least 0, then f is at
// least 0.
func eliminate(f Form, t Term, fact Form) (Form, bool) {
	k := fact.Coef(t.Atom)
	if (k > 0) != (t.Coef > 0) || k == math.MinInt64 || t.Coef == math.MinInt64 {
		return Form{}, false
	}
	k, c := int64(magnitude(k)), int64(magnitude(t.Coef))
	g := gcd(k, c)
	scaled, exact := Form{}.Plus(f, k/g)
	if !exact {
		return Form{}, false
	}
	return scaled.plusAtMost(fact, -(c / g))
}

// plusAtMost returns f + k·g, or a smaller form if its constant is too large.
func (f Form) plusAtMost(g Form, k int64) (Form, bool) {
	sum, exact := Form{Terms: f.Terms}.Plus(Form{Terms: g.Terms}, k)
	if !exact {
		return Form{}, false
	}
	n, exact := multiply(g.Const, k)
	if !exact {
		return Form{}, false
	}
	if sum.Const, exact = add(f.Const, n, true); !exact {
		if n < 0 {
			return Form{}, false
		}
		sum.Const = math.MaxInt64
	}
	return sum, true
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// certain reports whether the limits of its atoms show that the form is at least 0.
func (f Form) certain() bool {
	low, known := f.lowest()
	return known && low >= 0
}

// lowest returns a number that the form is never below, from the limits of its atoms. If the least value is
// too large for 64 bits, it returns the largest number; if there is no limit, it returns false.
func (f Form) lowest() (int64, bool) {
	low := f.Const
	for pass := range 2 { // positive terms first, so that saturation does not lose them
		for _, t := range f.Terms {
			limit := t.Atom.low
			if t.Coef < 0 {
				limit = t.Atom.high
			}
			p, exact := multiply(limit, t.Coef)
			positive := limit >= 0 == (t.Coef >= 0)
			switch {
			case positive != (pass == 0):
				continue
			case !exact && positive:
				p = math.MaxInt64
			case !exact:
				return 0, false
			}
			if low, exact = add(low, p, true); !exact {
				if !positive {
					return 0, false
				}
				low = math.MaxInt64
			}
		}
	}
	return low, true
}
