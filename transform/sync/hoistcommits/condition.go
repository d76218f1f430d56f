package hoistcommits

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis/inflight"
	"github.com/inflight-compiler/inflight/ir"
)

// group is one group that a branch commits.
type group struct {
	// op commits it, or holds what does: then direct is false.
	op     *ir.Op
	direct bool
}

// condition is an operation that runs one of its regions, as far as one queue goes.
type condition struct {
	op    *ir.Op
	queue ir.Queue
	// groups lists the groups of the queue per region, in the order of their commits.
	groups [][]group
}

// maxGroups is the largest number of groups of a branch that are made equal one by one.
const maxGroups = 64

// newCondition takes a condition apart. It returns nil if a branch commits a number of groups that is not
// constant, or that is too large.
func newCondition(op *ir.Op, q ir.Queue, s *scale) *condition {
	c := &condition{op: op, queue: q, groups: make([][]group, op.NumRegions())}
	for i, r := range op.Regions() {
		if r.Empty() {
			continue
		}
		for inner := range r.Entry().Ops() {
			n := s.of(inner, q)
			if !n.constant() || int64(len(c.groups[i]))+n.max > maxGroups {
				return nil
			}
			e := inner.QueueEffect()
			direct := n.max == 1 && e.Queue == q && (e.Kind == ir.QueueCommit || e.Kind == ir.QueueSubmit)
			for range n.max {
				c.groups[i] = append(c.groups[i], group{inner, direct})
			}
		}
	}
	return c
}

// balanced reports whether all branches commit as many groups.
func (c *condition) balanced() bool {
	for _, list := range c.groups[1:] {
		if len(list) != len(c.groups[0]) {
			return false
		}
	}
	return true
}

// inOrder reports whether the groups of the queue complete in the order of their commits; without that, an
// empty group more says nothing about those before.
func (c *condition) inOrder() bool {
	for op := range c.op.Walk() {
		e := op.QueueEffect()
		if (e.Kind == ir.QueueCommit || e.Kind == ir.QueueSubmit) && e.Queue == c.queue &&
			e.Order != ir.InOrder {
			return false
		}
	}
	return true
}

// yields returns the operands of a branch that become results of the condition.
func (c *condition) yields(branch int) []*ir.Value {
	if b := c.op.Region(branch).Entry(); b != nil && b.Last() != nil {
		return b.Last().Operands()
	}
	return nil
}

// labels returns the numbers of the results that are the token of a group.
func (c *condition) labels(branch int, g group) []int {
	if !g.direct || g.op.AsyncToken() == nil {
		return nil
	}
	var list []int
	for i, v := range c.yields(branch) {
		if v == g.op.AsyncToken() {
			list = append(list, i)
		}
	}
	return list
}

// covers reports whether a group of the queue that is committed at the end of a branch, or in it, certainly
// completes after what the branch yields as result i: a token of an older group of the same queue and thread.
func (c *condition) covers(branch, i int) bool {
	yields := c.yields(branch)
	return i < len(yields) && olderToken(yields[i], c.queue, c.op.Thread(), map[*ir.Value]bool{})
}

// olderToken reports whether v is the token of a group that a thread committed to a queue, wherever it comes
// from.
func olderToken(v *ir.Value, q ir.Queue, thread *ir.Op, seen map[*ir.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	op := v.DefiningOp()
	if op != nil && op.AsyncToken() == v {
		e := op.QueueEffect()
		commits := e.Kind == ir.QueueCommit || e.Kind == ir.QueueSubmit
		return commits && e.Queue == q && e.Order == ir.InOrder && op.Thread() == thread
	}
	if op == nil {
		if !v.Owner().IsEntry() {
			return false
		}
		op = v.Owner().ParentOp()
	}
	if op.StartsThread() {
		return false
	}
	sources, _ := inflight.Sources(v)
	return len(sources) > 0 &&
		!slices.ContainsFunc(sources, func(s *ir.Value) bool { return !olderToken(s, q, thread, seen) })
}
