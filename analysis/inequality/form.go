package inequality

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// Form is Const + the sum of Coef·Atom over Terms. The terms are sorted by atom and have nonzero
// coefficients.
type Form struct {
	Const int64
	Terms []Term
}

// Term is one summand of a Form.
type Term struct {
	Atom *Atom
	Coef int64
}

// Atom is an integer that is not expressed by a form. One of Value, Memory and Map is set.
type Atom struct {
	Value *ir.Value // an integer of the program

	Memory *ir.Value // the memref whose extent it is
	Dim    int

	Map      *affine.Map // its result, or with Extreme the largest or smallest of its results
	Operands []*ir.Value
	Extreme  int // +1: the largest of the results, -1: the smallest

	id, depth  int
	low, high  int64
	facts      []Form // each is at least 0
	cases      []Form // the atom equals one of them
	introduced bool
}

// Const returns the form of a constant.
func Const(n int64) Form { return Form{Const: n} }

// IsConst reports whether the form is a constant.
func (f Form) IsConst() bool { return len(f.Terms) == 0 }

// Coef returns the coefficient of an atom.
func (f Form) Coef(a *Atom) int64 {
	for _, t := range f.Terms {
		if t.Atom == a {
			return t.Coef
		}
	}
	return 0
}

// Key returns a string that is equal for equal forms of one Env.
func (f Form) Key() string {
	k := binary.AppendVarint(nil, f.Const)
	for _, t := range f.Terms {
		k = binary.AppendVarint(k, int64(t.Atom.id))
		k = binary.AppendVarint(k, t.Coef)
	}
	return string(k)
}

// Plus returns f + k·g modulo 2⁶⁴. exact reports whether no number in it has wrapped around.
func (f Form) Plus(g Form, k int64) (sum Form, exact bool) {
	scaled, exact := multiply(g.Const, k)
	sum.Const, exact = add(f.Const, scaled, exact)
	if len(g.Terms) == 0 || k == 0 {
		sum.Terms = f.Terms
		return sum, exact
	}
	sum.Terms = make([]Term, 0, len(f.Terms)+len(g.Terms))
	a, b := f.Terms, g.Terms
	for len(a) > 0 || len(b) > 0 {
		var t Term
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].Atom.id < b[0].Atom.id:
			t, a = a[0], a[1:]
		default:
			var ok bool
			t.Atom = b[0].Atom
			t.Coef, ok = multiply(b[0].Coef, k)
			exact = exact && ok
			b = b[1:]
			if len(a) > 0 && a[0].Atom == t.Atom {
				t.Coef, exact = add(t.Coef, a[0].Coef, exact)
				a = a[1:]
			}
		}
		if t.Coef != 0 {
			sum.Terms = append(sum.Terms, t)
		}
	}
	return sum, exact
}

// Replace returns f with the form by in place of an atom, modulo 2⁶⁴.
func (f Form) Replace(a *Atom, by Form) Form {
	i := slices.IndexFunc(f.Terms, func(t Term) bool { return t.Atom == a })
	if i < 0 {
		return f
	}
	rest := Form{f.Const, slices.Concat(f.Terms[:i], f.Terms[i+1:])}
	sum, _ := rest.Plus(by, f.Terms[i].Coef)
	return sum
}

// less returns a form that is at most limit - f, and equal to it if its constant fits in 64 bits; false if
// there is no such form.
func less(limit int64, f Form) (Form, bool) {
	g, exact := Form{}.Plus(Form{Terms: f.Terms}, -1)
	if !exact {
		return Form{}, false
	}
	n, exact := add(limit, -f.Const, f.Const != math.MinInt64)
	if !exact {
		if f.Const >= 0 {
			return Form{}, false
		}
		n = math.MaxInt64 // less than the difference
	}
	g.Const = n
	return g, true
}

// more returns a form that is at most f - limit, and equal to it if its constant fits in 64 bits. If the
// constant is too small, the result is the smallest constant.
func more(f Form, limit int64) Form {
	n := f.Const - limit
	switch {
	case limit < 0 && n < f.Const:
		n = math.MaxInt64
	case limit > 0 && n > f.Const:
		n = math.MinInt64
		f.Terms = nil
	}
	return Form{n, f.Terms}
}

// add returns the sum modulo 2⁶⁴. If exact is set, it reports whether the sum is exact.
func add(a, b int64, exact bool) (int64, bool) {
	sum := a + b
	return sum, exact && (sum > a) == (b > 0)
}

// multiply returns the product modulo 2⁶⁴, and whether it is exact.
func multiply(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	negative := (a < 0) != (b < 0)
	exact := hi == 0 && (lo <= math.MaxInt64 || negative && lo == 1<<63)
	return a * b, exact
}

func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}
