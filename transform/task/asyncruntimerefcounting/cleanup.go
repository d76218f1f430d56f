package asyncruntimerefcounting

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/ir"
)

// A task that awaits n things one after the other drops those that are left where one of them has failed: on
// n edges to one block, n²/2 drops. So edges share: an edge drops what the next one does not, and continues
// there.

// edge is a way out of a block.
type edge struct {
	from *ir.Op
	succ int
}

// cleanup is what an edge drops, but for what another one does that it continues on.
type cleanup struct {
	edge
	values []*ir.Value // in the order of the edits
	adds   bool        // there are additions on the edge, too
	shared *cleanup
}

// leastShared is how many drops are worth a branch. Edges with fewer stay as MLIR's pass makes them.
const leastShared = 4

// cleanups are the edges with drops, in the order in which they were found.
type cleanups struct {
	list  []*cleanup
	known map[edge]*cleanup
}

func (cs *cleanups) of(from *ir.Op, succ int) *cleanup {
	e := edge{from, succ}
	c := cs.known[e]
	if c == nil {
		if cs.known == nil {
			cs.known = map[edge]*cleanup{}
		}
		c = &cleanup{edge: e}
		cs.known[e] = c
		cs.list = append(cs.list, c)
	}
	return c
}

// share finds edges that can continue in another's block: they lead to the same block, hand nothing over, and
// drop the same and more. Values are found in one order, so lists of values are, too.
func (cs *cleanups) share() {
	groups := map[*ir.Block][]*cleanup{}
	for _, c := range cs.list {
		if len(c.values) >= leastShared && !c.adds && !handsOver(c.from, c.succ) {
			to := c.from.Successor(c.succ)
			groups[to] = append(groups[to], c)
		}
	}
	for _, group := range groups {
		slices.SortStableFunc(group, func(a, b *cleanup) int { return len(a.values) - len(b.values) })
		for i := len(group) - 1; i > 0; i-- { // the longest first: the lists of others are whole until then
			group[i].shareWith(group[i-1])
		}
	}
}

// handsOver reports whether a terminator has operands for a successor.
func handsOver(t *ir.Op, succ int) bool {
	if t.Def().SuccessorOperands == nil {
		return false
	}
	_, count := t.Def().SuccessorOperands(t, succ)
	return count > 0
}

// shareWith leaves to another edge what both drop, if that is all that the other drops.
func (c *cleanup) shareWith(other *cleanup) {
	var own []*ir.Value
	rest := other.values
	for _, v := range c.values {
		if len(rest) > 0 && rest[0] == v {
			rest = rest[1:]
		} else {
			own = append(own, v)
		}
	}
	if len(rest) == 0 {
		c.shared, c.values = other, own
	}
}

// makes reports whether an edge drops a value itself. It is asked for all its values in turn.
func (c *cleanup) makes(v *ir.Value) bool {
	if c.shared == nil {
		return true
	}
	mine := len(c.values) > 0 && c.values[0] == v
	if mine {
		c.values = c.values[1:]
	}
	return mine
}

// connect has edges that share continue in the block of the other, when all drops are made.
func (c *counter) connect() {
	for _, e := range c.cleanups.list {
		if e.shared != nil {
			c.edge(e.from, e.succ) // there may be nothing on it
		}
	}
	for _, e := range c.cleanups.list {
		if e.shared != nil {
			end := e.from.Successor(e.succ).Terminator()
			c.SetBefore(end)
			c.Loc = end.Loc()
			cf.NewBr(c.Builder, e.shared.from.Successor(e.shared.succ))
			end.Erase()
		}
	}
}
