package judge

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/affine"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// This file finds accesses behind the elements that the bound in a kernel is about. A buffer of which nobody
// said the size is as large as the kernel reaches, which hides a[n]. Where threads compare i with n, an
// access of a[i] is expected to stay below n elements; one that reaches one further, as with i <= n, is told
// as something that depends on the size of the buffer. Accesses of a[i+1] and the like are expected to reach
// so much further, and one that reaches much further has another bound, or none.

var codeBeyond = diag.Register("ptx-beyond-bound",
	"an access reaches behind the elements that a bound is about",
	"Places of threads are compared with a number of elements, and the same place indexes a buffer behind "+
		"so many "+
		"elements: a comparison that lets one thread too many through, or an access in front of it. If the "+
		"buffer "+
		"is larger than that, give its size, as in --arg a=bytes:4096, and the number.")

// beyond is an access that reaches further than its bound.
type beyond struct {
	reach   machine.Reach
	bound   *Guess
	n       int64
	allowed int64
	pointer affine.Slot
}

// mostElements is up to how many elements one more is told from an access without a bound.
const mostElements = 8

// beyondBounds returns the first access of a right launch that reaches behind its bound, nil if there is
// none.
func (s *sweep) beyondBounds() *beyond {
	roles := map[string]affine.Slot{}
	for _, x := range rolesOf(s.plan.Kernel, s.plan.Config.Block) {
		roles[slotName(s.plan.Kernel, x.slot)] = x.slot
	}
	for _, t := range s.trials {
		for i, g := range s.plan.Guesses {
			n := g.Values[t.choice[i]].number
			if !g.guards || n < 1 || n > mostElements || t.choice[i] == 0 || t.state() != right ||
				!s.isLegal(t) {
				continue
			}
			for _, r := range t.report.Reached {
				if b := s.beyondBound(r, roles[g.What], n); b != nil {
					b.bound = g
					return b
				}
			}
		}
	}
	return nil
}

// beyondBound compares how far an instruction reached with a bound on the place that it indexes by.
func (s *sweep) beyondBound(r machine.Reach, bound affine.Slot, n int64) *beyond {
	values := s.plan.Kernel.Values()
	for _, a := range values.Accesses {
		if a.Instruction != r.Instruction || a.Bytes == 0 {
			continue
		}
		pointer, offset, ok := indexed(a.Address, values.Pointers())
		if !ok || slotName(s.plan.Kernel, pointer) != r.Buffer.Name || !r.Buffer.Grows {
			continue
		}
		for _, c := range values.Compared {
			for _, place := range boundedPlaces(c, bound) {
				rest := offset.Minus(place.Times(a.Bytes))
				if allowed := a.Bytes*n + rest.Const; rest.IsConst() && rest.Const >= 0 &&
					r.Bytes == allowed+a.Bytes {
					return &beyond{reach: r, n: n, allowed: allowed, pointer: pointer}
				}
			}
		}
	}
	return nil
}

// indexed splits an address into the pointer that it begins with and the rest.
func indexed(address affine.Form, pointers map[affine.Slot]bool) (affine.Slot, affine.Form, bool) {
	for p, factor := range address.Terms {
		s := affine.Slot{Param: p[0].Dim, Offset: p[0].Offset}
		if p[0].Kind == affine.Param && p.IsOne() && factor == 1 && pointers[s] {
			return s, address.Minus(affine.Of(p[0])), true
		}
	}
	return affine.Slot{}, affine.Form{}, false
}

// boundedPlaces returns what a comparison with a bound is about: the place of a thread, and the place one
// step earlier where a loop compares the next one.
func boundedPlaces(c affine.Compared, bound affine.Slot) []affine.Form {
	limit := affine.Of(affine.Atom{Kind: affine.Param, Dim: bound.Param, Offset: bound.Offset})
	place := c.Left
	if c.Left.Equal(limit) {
		place = c.Right
	} else if !c.Right.Equal(limit) {
		return nil
	}
	if !place.Depends(ofThread) {
		return nil
	}
	all := []affine.Form{place}
	for a := range place.Atoms {
		for _, step := range a.Steps() {
			if earlier := affine.Of(a); place.Equal(earlier.Plus(step)) {
				all = append(all, earlier)
			}
		}
	}
	return all
}

// diagnostic tells of an access behind its bound.
func (b *beyond) diagnostic(k *machine.Kernel) *diag.Diagnostic {
	return diag.Warningf(codeBeyond, b.reach.Instruction.Span,
		"with %s = %d, '%s' is accessed up to byte %d; %d elements, and what lies between, end at byte %d",
		b.bound.What, b.n, b.reach.Buffer.Name, b.reach.Bytes-1, b.n, b.allowed-1).
		Suggest("correct the bound, or give how large it is: %sbytes:SIZE %s%d", slotFlag(k, b.pointer),
			b.bound.Flag, b.n)
}

// note makes an outcome depend on the size of a buffer.
func (b *beyond) note(study *Study, k *machine.Kernel) {
	g := &Guess{What: "the size of '" + b.reach.Buffer.Name + "'", Flag: slotFlag(k, b.pointer)}
	study.Outcome, study.On = Depends, g
	with := fmt.Sprintf(" with %s = %d", b.bound.What, b.n)
	study.Wrong[g] = []Choice{{Text: fmt.Sprintf("bytes:%d", b.allowed) + with}}
	study.Right[g] = []Choice{{Text: fmt.Sprintf("bytes:%d", b.reach.Bytes)}}
	found := slices.Clone(study.Findings)
	found.Add(b.diagnostic(k))
	study.Findings = found
}
