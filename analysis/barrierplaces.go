package analysis

import (
	"cmp"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// Pair is two operations that threads execute. A barrier must order the second behind the first. The second
// may stand in front of the first in the text if a loop leads back to it.
type Pair struct{ First, Second *ir.Op }

// BarrierPlaces returns, for each pair, an operation in front of which a barrier orders the pair. Pairs that
// one barrier orders have the same operation. All operations stand in one function. A barrier in a condition
// orders no operations outside of the condition.
func BarrierPlaces(pairs []Pair) []*ir.Op {
	if len(pairs) == 0 {
		return nil
	}
	t := newTextOrder(pairs[0].First)
	gaps := make([]gap, len(pairs))
	for i, p := range pairs {
		gaps[i] = t.between(p)
		gaps[i].index = i
	}
	// The gaps are sorted by their ends. So a barrier at the end of a gap lies in as many later gaps as
	// possible.
	slices.SortStableFunc(gaps, func(a, b gap) int {
		return cmp.Or(cmp.Compare(a.wraps(), b.wraps()), cmp.Compare(a.to, b.to))
	})
	places, found := make([]*ir.Op, len(pairs)), []*ir.Op(nil)
	for _, g := range gaps {
		i := slices.IndexFunc(found, func(at *ir.Op) bool { return g.has(t, at) })
		if i < 0 {
			i, found = len(found), append(found, g.end)
		}
		places[g.index] = found[i]
	}
	return places
}

// textOrder numbers operations in the order of the text.
type textOrder struct{ first, last map[*ir.Op]int }

func newTextOrder(op *ir.Op) *textOrder {
	t := &textOrder{map[*ir.Op]int{}, map[*ir.Op]int{}}
	for op.Parent() != nil && !op.Has(ir.IsSymbol) {
		op = op.Parent()
	}
	t.number(op, 0)
	return t
}

func (t *textOrder) number(op *ir.Op, n int) int {
	t.first[op] = n
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for inner := range b.Ops() {
				n = t.number(inner, n+1)
			}
		}
	}
	t.last[op] = n
	return n
}

// gap is the range of positions where a barrier can stand for a pair: in front of an operation with a number
// in from..to. In a loop, the positions from again to the end of the body also belong to it.
type gap struct {
	from, to    int
	again, body int // body is below again if no loop leads from the first operation back to the second
	end         *ir.Op
	index       int
}

func (g gap) wraps() int {
	if g.again <= g.body {
		return 1
	}
	return 0
}

// between returns the gap of a pair, in the innermost block that contains both.
func (t *textOrder) between(p Pair) gap {
	first, second := p.First, p.Second
	for up := first; up != nil; up = up.Parent() {
		if in := within(second, up.Block()); in != nil {
			first, second = up, in
			break
		}
	}
	if t.first[first] < t.first[second] {
		return gap{from: t.last[first] + 1, to: t.first[second], body: -1, end: second}
	}
	g := gap{from: t.first[second], to: t.first[second], again: t.last[first] + 1, body: t.last[first],
		end: second}
	if b := second.Block(); b != nil && b.First() != nil {
		g.from, g.body = t.first[b.First()], t.last[b.Last()]
	}
	return g
}

// within returns the operation directly in the block that is op or contains op; nil if there is none.
func within(op *ir.Op, b *ir.Block) *ir.Op {
	for ; op != nil && b != nil; op = op.Parent() {
		if op.Block() == b {
			return op
		}
	}
	return nil
}

// has reports whether a barrier in front of an operation orders the pair of the gap: it lies in the gap, and
// every execution of the gap reaches it.
func (g gap) has(t *textOrder, at *ir.Op) bool {
	n := t.first[at]
	if (n < g.from || n > g.to) && (n < g.again || n > g.body) {
		return false
	}
	for at.Block() != g.end.Block() {
		if at = at.Parent(); at == nil || at.Def().Loop == nil && at.NumRegions() != 1 {
			return false
		}
	}
	return true
}
