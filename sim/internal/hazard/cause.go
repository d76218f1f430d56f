package hazard

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// causeKey tells the causes of hazards apart. A cause is a barrier that is missing at some place, or a pair
// of places in the text with no order between them. Copies of an operation that passes have made have one
// place.
type causeKey struct {
	code    diag.Code
	barrier *ir.Op // a barrier in front of it orders the accesses; nil if no barrier does
	// whether one of the accesses is by a copy, for which a barrier alone may be too little
	copies        bool
	first, second diag.Place
	buffer        string
	op            *ir.Op // the second operation, where an operation has no place
}

// causes groups hazards by their cause, in the order of the first hazard of each cause.
func causes(list []Hazard, barriers map[*Hazard]*ir.Op) [][]*Hazard {
	var all [][]*Hazard
	known := map[causeKey]int{}
	for i := range list {
		h := &list[i]
		k := h.causeKey(barriers[h])
		at, ok := known[k]
		if !ok {
			at = len(all)
			known[k], all = at, append(all, nil)
		}
		all[at] = append(all[at], h)
	}
	return all
}

// missingBarriers finds, for hazards between threads of one block, the operation in front of which a barrier
// orders them.
func missingBarriers(list []Hazard) map[*Hazard]*ir.Op {
	type group struct {
		hazards []*Hazard
		pairs   []analysis.Pair
	}
	var order []*ir.Op
	groups := map[*ir.Op]*group{} // by function
	for i := range list {
		h := &list[i]
		if h.First.Op == nil || h.First.Thread == nil || h.Second.Thread == nil ||
			h.First.block != h.Second.block {
			continue
		}
		fn := functionOf(h.First.Op)
		if fn != functionOf(h.Second.Op) {
			continue
		}
		if groups[fn] == nil {
			groups[fn], order = &group{}, append(order, fn)
		}
		groups[fn].hazards = append(groups[fn].hazards, h)
		groups[fn].pairs = append(groups[fn].pairs, h.pair())
	}
	places := map[*Hazard]*ir.Op{}
	for _, fn := range order {
		for i, at := range analysis.BarrierPlaces(groups[fn].pairs) {
			places[groups[fn].hazards[i]] = at
		}
	}
	return places
}

// pair returns the two operations in the order in which threads execute them if there is a barrier between
// them. The order of the sequential program, in which threads run one after the other, says nothing about two
// operations of one iteration.
func (h *Hazard) pair() analysis.Pair {
	p := analysis.Pair{First: h.First.Op, Second: h.Second.Op}
	if slices.Equal(h.First.Iterations, h.Second.Iterations) && standsBefore(p.Second, p.First) {
		p.First, p.Second = p.Second, p.First
	}
	return p
}

// standsBefore reports whether a stands before b in the text. Neither of the two may contain the other.
func standsBefore(a, b *ir.Op) bool {
	for at := a; at != nil; at = at.Parent() {
		for other := b; other != nil; other = other.Parent() {
			if at != other && at.Block() == other.Block() {
				return at.IsBefore(other)
			}
		}
	}
	return false
}

// functionOf returns the function that contains an operation.
func functionOf(op *ir.Op) *ir.Op {
	for op.Parent() != nil && !op.Has(ir.IsSymbol) {
		op = op.Parent()
	}
	return op
}

func (h *Hazard) causeKey(barrier *ir.Op) causeKey {
	if barrier != nil {
		return causeKey{barrier: barrier, copies: h.First.Async != h.Second.Async}
	}
	k := causeKey{code: h.Code, buffer: h.Buffer, second: h.Second.Op.Span().Place()}
	if h.First.Op != nil && h.Code != Equal { // writes of equal values give one remark for each second write
		k.first = h.First.Op.Span().Place()
	}
	if k.second == (diag.Place{}) || h.First.Op != nil && h.First.Op.Span().Place() == (diag.Place{}) {
		k.op = h.Second.Op
	}
	return k
}

// Each returns hazards as diagnostics.
func Each(list []Hazard) (l diag.List) {
	for _, h := range list {
		l.Add(h.Diagnostic())
	}
	return l
}

// Folded returns hazards as errors, one error for each cause. The error says how many more hazards have that
// cause.
func Folded(list []Hazard) diag.List { return folded(list, missingBarriers(list)) }

// FoldedRemarks returns writes of equal values as remarks, one remark for each place and buffer. The remark
// says how many more such writes there are.
func FoldedRemarks(list []Hazard) diag.List { return folded(list, nil) }

// folded returns one message for each cause. barriers has, by hazard, the operation in front of which a
// barrier orders the two accesses.
func folded(list []Hazard, barriers map[*Hazard]*ir.Op) (l diag.List) {
	for _, c := range causes(list, barriers) {
		d := c[0].Diagnostic()
		if len(c) > 1 {
			if at := barriers[c[0]]; at != nil && c[0].First.Async == c[0].Second.Async {
				d.Note(at.Span(), "a barrier in front of this '%s' orders them", at.Name())
			}
			d.Note(diag.Span{}, "and %d more like it, which 'inflight sim --all' lists", len(c)-1)
		}
		l.Add(d)
	}
	return l
}
