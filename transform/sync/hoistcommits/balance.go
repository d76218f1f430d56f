package hoistcommits

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// position is a group in the sequence that all branches are to commit: per branch the group there, or none
// where an empty one is to be added.
type position struct{ at []*group }

// balance adds empty commits to the branches that commit fewer groups than others. Groups whose tokens become
// the same result get the same place from the end. It reports whether it could.
func (h *hoister) balance(c *condition) bool {
	seq := c.align()
	if !c.contiguous(seq) || !h.roomForAll(c, seq) {
		return false
	}
	for b := range c.groups {
		for k, p := range seq {
			if p.at[b] == nil {
				h.addEmpty(c, b, p, nextGroup(seq[k+1:], b))
			}
		}
	}
	return true
}

// align merges the groups of all branches into one sequence, beginning with the longest.
func (c *condition) align() []*position {
	order := make([]int, len(c.groups))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return len(c.groups[b]) - len(c.groups[a]) })
	var seq []*position
	for _, b := range order {
		seq = c.merge(seq, b)
	}
	return seq
}

// merge gives the groups of a branch places in the sequence, from the last: that of a group with a common
// result, else the last that leaves room for those before it, else a new one.
func (c *condition) merge(seq []*position, b int) []*position {
	list := c.groups[b]
	limit := len(seq) // groups that are left go in front of this place
	for i := len(list) - 1; i >= 0; i-- {
		k := c.anchor(seq[:limit], b, list[i])
		if k < 0 {
			k = limit - 1
			if lowest := c.lowest(seq[:limit], b, list[:i]); k < lowest {
				seq = slices.Insert(seq, limit, &position{at: make([]*group, len(c.groups))})
				k = limit
			}
		}
		seq[k].at[b] = &list[i]
		limit = k
	}
	return seq
}

// anchor returns the last place of a group whose token becomes the same result as that of g, -1 for none.
func (c *condition) anchor(seq []*position, b int, g group) int {
	labels := c.labels(b, g)
	if len(labels) == 0 {
		return -1
	}
	for k := len(seq) - 1; k >= 0; k-- {
		for other, at := range seq[k].at {
			if at == nil {
				continue
			}
			for _, l := range c.labels(other, *at) {
				if slices.Contains(labels, l) {
					return k
				}
			}
		}
	}
	return -1
}

// lowest returns the first place that the groups in front of one leave to it.
func (c *condition) lowest(seq []*position, b int, before []group) int {
	n := 0
	for i := len(before) - 1; i >= 0; i-- {
		if k := c.anchor(seq, b, before[i]); k >= 0 {
			return k + 1 + n
		}
		n++
	}
	return 0
}

// contiguous reports whether the groups of one operation follow each other, so that nothing has to come
// between.
func (c *condition) contiguous(seq []*position) bool {
	for b := range c.groups {
		var last *group
		gap := false
		for _, p := range seq {
			g := p.at[b]
			if g == nil {
				gap = true
				continue
			}
			if last != nil && gap && last.op == g.op {
				return false
			}
			last, gap = g, false
		}
	}
	return true
}

// nextGroup returns the first group of a branch in what is left of the sequence.
func nextGroup(rest []*position, b int) *group {
	for _, p := range rest {
		if p.at[b] != nil {
			return p.at[b]
		}
	}
	return nil
}

// roomForAll reports whether none of the empty commits takes something that matters.
func (h *hoister) roomForAll(c *condition, seq []*position) bool {
	for k, p := range seq {
		like, _ := h.example(c, p)
		if like == nil {
			return false
		}
		unit := like.QueueEffect().Unit
		if unit == pipeline.DmaUnit && inside(c.op.Block(), pipeline.DmaGroup) {
			return false // groups are not nested
		}
		if h.pending.harmless(unit) {
			continue
		}
		start := h.pending.before(c.op, unit)
		for b := range c.groups {
			if p.at[b] == nil && h.pendingAt(c, b, nextGroup(seq[k+1:], b), unit, start) {
				return false
			}
		}
	}
	return true
}

// pendingAt reports whether something may be pending in a branch in front of a group, at its end for nil.
func (h *hoister) pendingAt(c *condition, b int, g *group, unit string, state bool) bool {
	block := c.op.Region(b).Entry()
	if block == nil {
		return state
	}
	for op := range block.Ops() {
		if g != nil && op == g.op {
			break
		}
		state = h.pending.behind(op, unit, state)
	}
	return state
}

// addEmpty adds an empty commit to a branch, in front of its next group or at its end. If the token of a
// group at the position becomes a result for which this branch yields an older token, it yields that of the
// empty group.
func (h *hoister) addEmpty(c *condition, branch int, p *position, next *group) {
	like, labels := h.example(c, p)
	at := ensureBlock(c.op, branch).Last()
	if next != nil {
		at = next.op
	}
	labels = slices.DeleteFunc(labels, func(i int) bool {
		inside := i < len(c.yields(branch)) && c.op.Defines(c.yields(branch)[i])
		return !c.covers(branch, i) || next != nil && inside
	})
	made := newCommit(ir.At(at), like, len(labels) > 0)
	last := c.op.Region(branch).Entry().Last()
	for _, i := range labels {
		last.SetOperand(i, made.Result(0))
	}
}

// example returns a commit like that at a position, one with a token if a result is its token in some branch,
// and these results.
func (h *hoister) example(c *condition, p *position) (like *ir.Op, labels []int) {
	for b, g := range p.at {
		if g == nil {
			continue
		}
		ls := c.labels(b, *g)
		if like == nil || len(ls) > 0 {
			like = h.commitIn(g.op, c.queue)
		}
		labels = append(labels, ls...)
	}
	return like, labels
}

// commitIn returns the first commit to a queue in op and what it calls.
func (h *hoister) commitIn(op *ir.Op, q ir.Queue) *ir.Op {
	for inner := range op.Walk() {
		e := inner.QueueEffect()
		if (e.Kind == ir.QueueCommit || e.Kind == ir.QueueSubmit) && e.Queue == q {
			return inner
		}
		if inner.Def().Callee == nil {
			continue
		}
		if fn := h.scale.callee(inner); fn != nil && !fn.IsAncestorOf(inner) {
			if found := h.commitIn(fn, q); found != nil {
				return found
			}
		}
	}
	return nil
}
