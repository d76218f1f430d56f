package skeleton

import (
	"encoding/binary"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
)

// Moment is the iteration in which an access happens, of each loop around it.
type Moment struct{ At []Iteration }

// EqualMoments reports whether two accesses of one operation happen in the same iterations.
func EqualMoments(a, b *Moment) bool {
	if a == nil || b == nil {
		return a == b
	}
	return slices.EqualFunc(a.At, b.At, func(x, y Iteration) bool { return x.Act == y.Act && x.K == y.K })
}

// Move returns the moment of an access after by iterations of the loop at a depth, if that loop has the
// activation act.
func (m *Moment) Move(act int64, depth int, by int64) *Moment {
	if m == nil || len(m.At) <= depth || m.At[depth].Act != act {
		return m
	}
	at := slices.Clone(m.At)
	at[depth].K += by
	return &Moment{at}
}

// Describe appends the iterations of the loops from a depth on.
func (m *Moment) Describe(b []byte, depth int) []byte {
	if m == nil {
		return b
	}
	for _, inner := range m.At[min(depth, len(m.At)):] {
		b = binary.AppendVarint(append(b, 'k'), inner.K)
	}
	return b
}

// Iterations returns the iterations of the loops around an access, nil if the access is the same in all
// iterations.
func (m *Moment) Iterations() []Iteration {
	if m == nil {
		return nil
	}
	return m.At
}

// Touch is an executed access. Form is its template, which says how it moves when iterations are skipped.
type Touch struct {
	analysis.Access
	Of   *Buffer
	Form *analysis.Access
	At   *Node
	In   *Moment // in a look by distances; nil if the access is the same in all iterations
	// Behind has the numbers of the lazy tasks that were complete when the access happened, if it is one of
	// the accesses of a thread of control.
	Behind []int64
}

// Iteration is the iteration of one loop in which an operation in flight was issued, or an access happened.
type Iteration struct {
	Act int64 // number of the activation of the loop
	N   *Node
	K   int64
	Iv  analysis.Linear
}

// MemoKey holds the values that the accesses of a node depend on.
type MemoKey [6]int64

// SameShape reports whether a is the template t with numbers put in. A dimension of a may be full where that
// of t is not.
func SameShape(a, t *analysis.Access) bool {
	if a.Op != t.Op || a.Kind != t.Kind || a.Buffer != t.Buffer {
		return false
	}
	if a.Dims == nil {
		return true
	}
	if len(a.Dims) != len(t.Dims) {
		return false
	}
	for i := range a.Dims {
		r, s := &a.Dims[i], &t.Dims[i]
		if !r.Full && (s.Full || r.Lo != s.Lo || r.Hi != s.Hi || r.Step != s.Step) {
			return false
		}
	}
	return a.Lattice == nil || a.Lattice.Equal(t.Lattice)
}
