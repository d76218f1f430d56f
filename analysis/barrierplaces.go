package analysis

import (
	"cmp"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// Pair is two operations that threads execute, of which a barrier is to order the second behind the first.
// The second may stand in front of the first where a loop leads back to it.
type Pair struct{ First, Second *ir.Op }

// BarrierPlaces returns, for each pair, an operation in front of which a barrier would order it; pairs that
// one barrier orders have the same one. All operations stand in one function. A barrier in a condition orders
// nothing outside of it.
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
	// In the order of their ends, a barrier at the end of a gap is in as many of those to come as any.
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

// textOrder numbers operations as they stand in the text.
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

// gap is where a barrier may stand for a pair: in front of an operation with a number in from..to, or, in a
// loop, also of one from again on to the end of the body.
type gap struct {
	from, to    int
	again, body int // body is below again where no loop leads from the first operation back to the second
	end         *ir.Op
	index       int
}

func (g gap) wraps() int {
	if g.again <= g.body {
		return 1
	}
	return 0
}

// between returns the gap of a pair, in the innermost block around both.
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

// within returns the operation of a block that op is, or is in, nil if it is in none.
func within(op *ir.Op, b *ir.Block) *ir.Op {
	for ; op != nil && b != nil; op = op.Parent() {
		if op.Block() == b {
			return op
		}
	}
	return nil
}

// has reports whether a barrier in front of an operation is in the gap, whatever loops and conditions it is
// in.
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
