package skeleton

import (
	"encoding/binary"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
)

// Moment is where an access happens.
type Moment struct{ At []Iteration }

// EqualMoments reports whether two accesses of one operation are the same.
func EqualMoments(a, b *Moment) bool {
	if a == nil || b == nil {
		return a == b
	}
	return slices.EqualFunc(a.At, b.At, func(x, y Iteration) bool { return x.Act == y.Act && x.K == y.K })
}

// Move moves an access of an activation by a number of iterations.
func (m *Moment) Move(act int64, depth int, by int64) *Moment {
	if m == nil || len(m.At) <= depth || m.At[depth].Act != act {
		return m
	}
	at := slices.Clone(m.At)
	at[depth].K += by
	return &Moment{at}
}

// Describe appends the iterations of loops behind some depth.
func (m *Moment) Describe(b []byte, depth int) []byte {
	if m == nil {
		return b
	}
	for _, inner := range m.At[min(depth, len(m.At)):] {
		b = binary.AppendVarint(append(b, 'k'), inner.K)
	}
	return b
}

// Iterations returns the iterations of the loops around an access, none where they make no difference to it.
func (m *Moment) Iterations() []Iteration {
	if m == nil {
		return nil
	}
	return m.At
}

// Touch is an access that was executed. form is its template, by which it moves when iterations are skipped.
type Touch struct {
	analysis.Access
	Of   *Buffer
	Form *analysis.Access
	At   *Node
	In   *Moment // in a look by distances, nil where the access is the same in all iterations
}

// Iteration is the place of a flight or access in a loop that was running.
type Iteration struct {
	Act int64 // number of the activation of the loop
	N   *Node
	K   int64
	Iv  analysis.Linear
}

// MemoKey holds the values that the accesses of a node depend on.
type MemoKey [6]int64

// SameShape reports whether a is t with values put in; a range may be wider.
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
