package hoistcommits

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// hoist moves the commits of a condition behind it, if every branch has at most one and nothing behind it in
// its branch depends on it. It returns what the condition has become and whether it did. What commits around
// a body takes the whole condition into its body where it can.
func (h *hoister) hoist(c *condition) (*ir.Op, bool) {
	ref := h.hoistable(c)
	if ref == nil {
		return c.op, false
	}
	replaced, ok := c.replacedResults()
	if !ok || !h.roomForEmpty(c, ref.QueueEffect().Unit) {
		return c.op, false
	}
	around := ref.Is(pipeline.DmaGroup) || ref.Is(pipeline.DmaCopy)
	if around && !h.onlyGroup(c, len(replaced)) {
		return c.op, false
	}
	around = around || ref.Is(pipeline.CommitQueue) && c.op.NumResults() == len(replaced) &&
		c.onlyCommitQueue()
	b := ir.At(c.op)
	if !around {
		b.SetAfter(c.op)
	}
	made := newCommit(b, ref, len(replaced) > 0)
	if !ref.Is(pipeline.DmaCopy) {
		made.SetOperands(ref.Operands())
	}
	for _, i := range replaced {
		c.op.Result(i).ReplaceAllUsesWith(made.Result(0))
	}
	op := dropResults(c.op, replaced)
	for _, list := range c.groups {
		for _, g := range list {
			dissolve(g.op)
		}
	}
	if around {
		op.MoveToEnd(made.Body())
	}
	return op, true
}

// hoistable returns the first commit of the branches if all of them can be moved behind the condition, else
// nil.
func (h *hoister) hoistable(c *condition) (ref *ir.Op) {
	for _, list := range c.groups {
		if len(list) == 0 {
			continue
		}
		g := list[0]
		if len(list) > 1 || !g.direct || ref != nil && ref.Def() != g.op.Def() || !h.movable(c, g.op) {
			return nil
		}
		if ref == nil {
			ref = g.op
		}
	}
	return ref
}

// movable reports whether nothing in the branch depends on a commit, so that it can be the last thing that
// happens.
func (h *hoister) movable(c *condition, commit *ir.Op) bool {
	if slices.ContainsFunc(commit.Operands(), func(v *ir.Value) bool {
		return !commit.Is(pipeline.DmaCopy) && c.op.Defines(v)
	}) {
		return false
	}
	last := commit.Block().Last()
	if t := commit.AsyncToken(); t != nil {
		for u := range t.Uses() {
			if u.Owner() != last {
				return false
			}
		}
	}
	for op := commit.Next(); op != nil; op = op.Next() {
		if h.dependsOn(op, commit.QueueEffect()) {
			return false
		}
	}
	return true
}

// dependsOn reports whether it makes a difference to op if a commit in front of it comes later: it waits on
// the queue, or issues or commits what the commit would take or leave.
func (h *hoister) dependsOn(op *ir.Op, commit ir.QueueEffect) bool {
	switch e := op.QueueEffect(); e.Kind {
	case ir.QueueWait:
		if e.Queue == commit.Queue {
			return true
		}
	case ir.QueueIssue:
		return e.Unit == commit.Unit
	case ir.QueueCommit, ir.QueueSubmit:
		if e.Unit == commit.Unit || e.Queue == commit.Queue {
			return true
		}
	}
	if op.Is(nvvm.BulkWaitGroup) && commit.Queue == nvvm.BulkQueue {
		return true // with read, it counts groups whose sources have been read
	}
	if op.IsAsync() {
		return false // what is inside has queues of its own
	}
	if op.Def().Callee != nil {
		fn := h.scale.callee(op)
		return fn == nil || touchesQueues(fn)
	}
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for inner := range b.Ops() {
				if h.dependsOn(inner, commit) {
					return true
				}
			}
		}
	}
	return false
}

// touchesQueues reports whether a function does anything to queues, or calls something that may.
func touchesQueues(fn *ir.Op) bool {
	for op := range fn.Walk() {
		if op.QueueEffect().Kind != ir.NoQueueEffect || op.Def().Callee != nil {
			return true
		}
	}
	return false
}

// replacedResults returns the results that are the token of the group of some branch, and whether the token
// of a group committed behind the condition can stand for them on all paths.
func (c *condition) replacedResults() (list []int, ok bool) {
	for b, groups := range c.groups {
		for _, g := range groups {
			list = append(list, c.labels(b, g)...)
		}
	}
	slices.Sort(list)
	list = slices.Compact(list)
	for _, i := range list {
		for b := range c.groups {
			if !c.covers(b, i) {
				return nil, false
			}
		}
	}
	return list, true
}

// roomForEmpty reports whether a commit at the end of the branches without one takes nothing that matters.
func (h *hoister) roomForEmpty(c *condition, unit string) bool {
	if h.pending.harmless(unit) {
		return true
	}
	start := h.pending.before(c.op, unit)
	for b, list := range c.groups {
		if len(list) == 0 && h.pending.throughBlock(c.op.Region(b).Entry(), unit, start) {
			return false
		}
	}
	return true
}

// onlyGroup reports whether the condition can stand in a pipeline.dma_group: it has no result but the
// replaced ones, and neither block copies but those of its groups nor calls that may commit others.
func (h *hoister) onlyGroup(c *condition, replaced int) bool {
	if c.op.NumResults() != replaced {
		return false
	}
	own := map[*ir.Op]bool{}
	for _, list := range c.groups {
		for _, g := range list {
			for op := range g.op.Walk() {
				own[op] = true
			}
		}
	}
	for op := range c.op.Walk() {
		if op.QueueEffect().Unit == pipeline.DmaUnit && !own[op] {
			return false
		}
		if op.Def().Callee != nil {
			if fn := h.scale.callee(op); fn == nil || touchesQueues(fn) {
				return false
			}
		}
	}
	return true
}

// onlyCommitQueue reports whether the condition holds no pipeline.commit_queue but its groups, so that it can
// stand in one.
func (c *condition) onlyCommitQueue() bool {
	n := 0
	for _, list := range c.groups {
		n += len(list)
	}
	return len(c.op.Find(pipeline.CommitQueue)) == n
}

// dissolve takes a commit away and leaves what it issues.
func dissolve(commit *ir.Op) {
	switch {
	case commit.Is(pipeline.DmaCopy):
		if commit.NumResults() == 0 {
			return // a copy in a group is part of it
		}
		ir.At(commit).Create(ir.OpState{
			Def: commit.Def(), Operands: commit.Operands(), Results: []ir.Type{},
			Properties: commit.Properties(), Attrs: commit.Attrs(),
		})
	case commit.NumRegions() > 0:
		for op := range commit.Body().Ops() {
			op.MoveBefore(commit)
		}
	}
	commit.Erase()
}

// newCommit makes an empty commit like another one, which may issue copies itself, with a token if it is to
// have one.
func newCommit(b *ir.Builder, like *ir.Op, token bool) *ir.Op {
	s := ir.OpState{Def: like.Def(), Loc: like.Loc(), Results: []ir.Type{}, Properties: like.Properties(),
		Attrs: like.Attrs()}
	switch {
	case like.Is(pipeline.DmaCopy):
		s.Def = pipeline.DmaGroup
	case like.Is(pipeline.CommitQueue) && inside(b.Block(), pipeline.CommitQueue):
		s.Def = pipeline.AsyncCommitStage // scopes are not nested
	}
	if len(s.Def.Results) > 0 && (token || s.Def.Results[0].Arity == ir.One) {
		s.Results = []ir.Type{s.Def.Results[0].Type.Build(b.Ctx)}
	}
	if len(s.Def.Regions) > 0 {
		s.Regions = []*ir.Region{ir.NewRegion(ir.NewBlock())}
	}
	return b.Create(s)
}

// inside reports whether a block is in an operation of a kind, at any depth.
func inside(b *ir.Block, def *ir.OpDef) bool {
	p := b.ParentOp()
	return p != nil && (p.Is(def) || p.ParentOf(def) != nil)
}
