package analysis

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// Access is a part of a buffer that an operation, with everything nested in
// it, may touch.
type Access struct {
	Op   *ir.Op // the operation that touches memory itself (a load, a copy)
	Kind ir.EffectKind
	// Buffer is the allocation or argument that views lead back to; nil means
	// that any memory may be touched.
	Buffer *ir.Value
	// Dims gives per dimension of Buffer what is touched; nil means all of it.
	Dims []Range
	// Lattice, if there is one, says which elements of Dims are touched.
	Lattice *Lattice
	// Must says that the access happens whenever the summarized operation runs
	// (not under a condition, nor in a loop that may have no iteration) and
	// touches every element of Dims.
	Must bool
}

// Range is the interval of subscripts [Base+Lo, Base+Hi], both included; none where Hi is less than Lo. Full
// means every subscript of the dimension.
type Range struct {
	Base   Linear
	Lo, Hi int64
	Full   bool
	// Step says that only every so many subscripts may be meant, Base+Lo first; 0 is 1.
	Step int64
}

// length is the number of subscripts of a range that is not Full.
func (r *Range) length() int64 { return (r.Hi-r.Lo)/max(r.Step, 1) + 1 }

// lengthen makes the range n subscripts of every one.
func (r *Range) lengthen(n int64) {
	if r.Hi += n - 1; n > 1 {
		r.Step = 1
	}
}

// plus returns the range of sums, without Step.
func (r Range) plus(s Range) Range {
	if r.Full || s.Full {
		return Range{Full: true}
	}
	return Range{Base: r.Base.Add(s.Base), Lo: r.Lo + s.Lo, Hi: r.Hi + s.Hi}
}

// scale returns the range of multiples.
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

// Writes reports whether the access changes memory or ends its life.
func (a *Access) Writes() bool { return a.Kind != ir.Read }

// Conflict reports whether the two accesses may touch a common element and one
// of them writes. Allocations conflict with nothing.
func Conflict(a, b *Access) bool {
	if !a.Writes() && !b.Writes() || a.Kind == ir.Allocate || b.Kind == ir.Allocate {
		return false
	}
	return Overlaps(a, b)
}

// Overlaps reports whether the two accesses may touch a common element.
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

// Covers reports whether every element of b is certainly one of a: same
// buffer, a must happen, and each dimension of b lies within that of a.
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

// between reports whether the steps of two ranges that differ by a constant never meet: they have a divisor
// that the distance of the first subscripts does not have.
func (r *Range) between(s *Range) bool {
	g := int64(0)
	for _, one := range []*Range{r, s} {
		if one.Lo < one.Hi {
			g = gcd(g, max(one.Step, 1))
		}
	}
	return g > 1 && (s.Base.Const+s.Lo-r.Base.Const-r.Lo)%g != 0
}

// disjointModulo reports whether the subscripts of two ranges are apart because they differ modulo what
// divides all that is not known of their distance: slots (x + a) mod m and (x + b) mod m.
func disjointModulo(r, s *Range) bool {
	apart, modulus := s.Base.Sub(r.Base).congruence()
	if modulus == 0 {
		return false
	}
	lo, hi := r.Lo-s.Hi, r.Hi-s.Lo // the distances at which they overlap
	return divideConst(floorMod, apart-lo, modulus) > hi-lo
}

// congruence returns a number that the form is congruent to, and modulo what; 0 means that there is none. A
// remainder is congruent to what is divided, modulo the divisor. A symbol that is left may stand for other
// numbers in other threads.
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

// modulus returns the number modulo which a symbol is congruent to its argument, 0 if there is none.
func (s *Symbol) modulus() int64 {
	switch s.kind {
	case floorMod, signedRem:
		return s.Mod
	case wrapAround:
		return 1 << 62 // a divisor of 2⁶⁴
	}
	return 0
}

// multipleOf returns a·b, or a number that divides it where it is large.
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
