package analysis

import (
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
	// Must says that the access happens whenever the summarized operation runs
	// (not under a condition, nor in a loop that may have no iteration) and
	// touches every element of Dims.
	Must bool
}

// Range is the interval of subscripts [Base+Lo, Base+Hi], both included. Full
// means every subscript of the dimension.
type Range struct {
	Base   Linear
	Lo, Hi int64
	Full   bool
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
	return true
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
		return r.Base.Const+r.Hi < s.Base.Const+s.Lo || s.Base.Const+s.Hi < r.Base.Const+r.Lo
	}
	apart := s.Base.Sub(r.Base).Interval()
	if apart.Lo+s.Lo-r.Hi > 0 || apart.Hi+s.Hi-r.Lo < 0 {
		return true
	}
	return disjointRemainders(r, s)
}

// disjointRemainders decides slots: (x + a) mod m against (x + b) mod m.
func disjointRemainders(r, s *Range) bool {
	a, b := r.soleRemainder(), s.soleRemainder()
	if a == nil || b == nil || a.Mod != b.Mod || !a.Arg.SameTerms(b.Arg) {
		return false
	}
	return (a.Arg.Const-b.Arg.Const)%a.Mod != 0
}

// soleRemainder returns the remainder symbol that the range is, and nothing else.
func (r *Range) soleRemainder() *Symbol {
	if r.Lo != 0 || r.Hi != 0 || r.Base.Const != 0 || len(r.Base.Terms) != 1 || r.Base.Terms[0].Coef != 1 {
		return nil
	}
	// An unsigned remainder of a negative number is not congruent to it.
	if s := r.Base.Terms[0].Sym; s.Mod > 0 && s.kind != unsignedRem {
		return s
	}
	return nil
}

func (r *Range) contains(s *Range) bool {
	switch {
	case r.Full:
		return true
	case s.Full || !r.Base.SameTerms(s.Base):
		return false
	}
	return r.Base.Const+r.Lo <= s.Base.Const+s.Lo && s.Base.Const+s.Hi <= r.Base.Const+r.Hi
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
