package analysis

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// Access is the set of elements of a buffer that an operation, with all operations in it, may access.
type Access struct {
	Op   *ir.Op // the operation that itself accesses memory (a load, a copy)
	Kind ir.EffectKind
	// Buffer is the allocation or argument to which the views lead back; nil means that any memory may be
	// accessed.
	Buffer *ir.Value
	// Dims holds the accessed subscripts for each dimension of Buffer; nil means all elements.
	Dims []Range
	// Lattice, if not nil, says which elements of Dims are accessed.
	Lattice *Lattice
	// Must says that the access happens whenever the summarized operation runs, and covers every element of
	// Dims. It is false under a condition, and in a loop that may have no iteration.
	Must bool
}

// Range is the interval of subscripts [Base+Lo, Base+Hi], both ends included. It is empty if Hi is less than
// Lo. Full means every subscript of the dimension.
type Range struct {
	Base   Linear
	Lo, Hi int64
	Full   bool
	// Step is the distance of accessed subscripts, from Base+Lo on; 0 means 1. An access may leave out some
	// of them.
	Step int64
}

// length returns the number of subscripts of a range that is not Full.
func (r *Range) length() int64 { return (r.Hi-r.Lo)/max(r.Step, 1) + 1 }

// lengthen replaces each subscript of the range by n subscripts from there on.
func (r *Range) lengthen(n int64) {
	if r.Hi += n - 1; n > 1 {
		r.Step = 1
	}
}

// plus returns the range of the sums of two subscripts. It has no Step.
func (r Range) plus(s Range) Range {
	if r.Full || s.Full {
		return Range{Full: true}
	}
	return Range{Base: r.Base.Add(s.Base), Lo: r.Lo + s.Lo, Hi: r.Hi + s.Hi}
}

// scale returns the range of the subscripts times k.
func (r Range) scale(k int64) Range {
	r.Base = r.Base.Scale(k)
	if r.Lo, r.Hi = r.Lo*k, r.Hi*k; k < 0 {
		r.Lo, r.Hi = r.Hi, r.Lo
	}
	if r.Step = max(r.Step, 1) * max(k, -k); r.Lo == r.Hi {
		r.Step = 0
	}
	return r
}

// Writes reports whether the access writes memory or frees it.
func (a *Access) Writes() bool { return a.Kind != ir.Read }

// Conflict reports whether the two accesses may have an element in common and one of them writes. Allocations
// conflict with no access.
func Conflict(a, b *Access) bool {
	if !a.Writes() && !b.Writes() || a.Kind == ir.Allocate || b.Kind == ir.Allocate {
		return false
	}
	return Overlaps(a, b)
}

// Overlaps reports whether the two accesses may have an element in common.
func Overlaps(a, b *Access) bool {
	if a.Buffer == nil || b.Buffer == nil {
		return true
	}
	if a.Buffer != b.Buffer {
		return false
	}
	for i := 0; i < len(a.Dims) && i < len(b.Dims); i++ {
		if a.Dims[i].disjoint(&b.Dims[i]) {
			return false
		}
	}
	return !isEmpty(a.Dims) && !isEmpty(b.Dims) && (a.Lattice == nil && b.Lattice == nil || !sparse(a, b))
}

// Covers reports whether every element of b is certainly an element of a: they have the same buffer, a must
// happen, and each dimension of b lies within that of a.
func Covers(a, b *Access) bool {
	if !a.Must || a.Buffer == nil || a.Buffer != b.Buffer {
		return false
	}
	if a.Dims == nil {
		return true
	}
	if b.Dims == nil {
		return false
	}
	for i := range a.Dims {
		if !a.Dims[i].contains(&b.Dims[i]) {
			return false
		}
	}
	return true
}

// SurelyOverlaps reports whether the two accesses certainly have an element in common: both happen, and each
// element of one is an element of the other.
func SurelyOverlaps(a, b *Access) bool {
	return a.Must && b.Must && a.Lattice == nil && b.Lattice == nil && !isEmpty(a.Dims) && !isEmpty(b.Dims) &&
		(Covers(a, b) || Covers(b, a))
}

func (r *Range) disjoint(s *Range) bool {
	if r.Full || s.Full {
		return false
	}
	if r.Base.SameTerms(s.Base) {
		return r.between(s) || r.Base.Const+r.Hi < s.Base.Const+s.Lo || s.Base.Const+s.Hi < r.Base.Const+r.Lo
	}
	apart := s.Base.Sub(r.Base).Interval()
	if apart.Lo+s.Lo-r.Hi > 0 || apart.Hi+s.Hi-r.Lo < 0 {
		return true
	}
	return disjointModulo(r, s)
}

// between reports whether the subscripts of two ranges that differ by a constant never are equal because of
// their steps: the steps have a common divisor that does not divide the distance of the first subscripts.
func (r *Range) between(s *Range) bool {
	g := int64(0)
	for _, one := range []*Range{r, s} {
		if one.Lo < one.Hi {
			g = gcd(g, max(one.Step, 1))
		}
	}
	return g > 1 && (s.Base.Const+s.Lo-r.Base.Const-r.Lo)%g != 0
}

// disjointModulo reports whether two ranges are disjoint modulo a number that divides all unknown terms of
// their distance, as slots (x + a) mod m and (x + b) mod m may be.
func disjointModulo(r, s *Range) bool {
	apart, modulus := s.Base.Sub(r.Base).congruence()
	if modulus == 0 {
		return false
	}
	lo, hi := r.Lo-s.Hi, r.Hi-s.Lo // the distances at which they overlap
	return divideConst(floorMod, apart-lo, modulus) > hi-lo
}

// congruence returns n and modulus such that the form is congruent to n modulo modulus; modulus 0 means that
// there is no such number. It uses that a remainder is congruent to its dividend modulo the divisor. If a
// symbol is left, there is no such number, because the symbol may have different values in different threads.
func (a Linear) congruence() (n, modulus int64) {
	for {
		i := slices.IndexFunc(a.Terms, func(t Term) bool { return t.Sym.modulus() > 0 })
		if i < 0 {
			break
		}
		t := a.Terms[i]
		modulus = gcd(modulus, multipleOf(t.Coef, t.Sym.modulus()))
		a = a.without(i).Add(t.Sym.Arg.Scale(t.Coef))
	}
	if len(a.Terms) > 0 {
		return 0, 0
	}
	return a.Const, modulus
}

// modulus returns a number modulo which a symbol is congruent to its argument, 0 if there is none.
func (s *Symbol) modulus() int64 {
	switch s.kind {
	case floorMod, signedRem:
		return s.Mod
	case wrapAround:
		return 1 << 62 // a divisor of 2⁶⁴
	}
	return 0
}

// multipleOf returns a·b, or if that is large a number that divides it.
func multipleOf(a, b int64) int64 {
	const large = 1 << 31
	switch {
	case a > -large && a < large && b < large:
		return a * b
	case a > -large && a < large:
		return b
	}
	return a
}

func (r *Range) contains(s *Range) bool {
	switch {
	case r.Full:
		return true
	case s.Full || max(r.Step, 1) != 1:
		return false
	}
	apart := s.Base.Sub(r.Base).Interval()
	return apart.bounded() && r.Lo <= apart.Lo+s.Lo && apart.Hi+s.Hi <= r.Hi
}

// Map returns the access with f applied to the base of every dimension.
func (a Access) Map(f func(Linear) Linear) Access {
	dims := make([]Range, len(a.Dims))
	for i, d := range a.Dims {
		d.Base = f(d.Base)
		dims[i] = d
	}
	if a.Dims != nil {
		a.Dims = dims
	}
	return a
}
