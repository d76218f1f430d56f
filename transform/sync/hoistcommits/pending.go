package hoistcommits

import (
	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// pendings tells whether operations may be pending at a place, that is, issued and not committed: a commit
// that is put there takes them. Where all commits of their unit push to one queue, that only makes them
// complete earlier; else they could be missing in another queue, whose waits would then wait for less.
type pendings struct {
	scale  *scale
	queues map[string]map[ir.Queue]bool // per unit, the queues that its commits push to
	called map[*ir.Op]bool              // functions that calls reach
}

func newPendings(root *ir.Op, s *scale) *pendings {
	p := &pendings{scale: s, queues: map[string]map[ir.Queue]bool{}, called: map[*ir.Op]bool{}}
	for op := range root.Walk() {
		if e := op.QueueEffect(); e.Kind == ir.QueueCommit {
			if p.queues[e.Unit] == nil {
				p.queues[e.Unit] = map[ir.Queue]bool{}
			}
			p.queues[e.Unit][e.Queue] = true
		}
		if op.Def().Callee != nil {
			if fn := s.callee(op); fn != nil {
				p.called[fn] = true
			}
		}
	}
	return p
}

// harmless reports whether a commit of the unit may be added whatever is pending.
func (p *pendings) harmless(unit string) bool { return len(p.queues[unit]) <= 1 }

// before reports whether an operation of the unit may be pending in front of op.
func (p *pendings) before(op *ir.Op, unit string) bool {
	state := p.atEntry(op.Block(), unit)
	for o := op.Block().First(); o != nil && o != op; o = o.Next() {
		state = p.behind(o, unit, state)
	}
	return state
}

// atEntry is before for the start of a block.
func (p *pendings) atEntry(b *ir.Block, unit string) bool {
	op := b.ParentOp()
	switch {
	case op == nil:
		return false
	case !b.IsEntry():
		return true
	case op.IsAsync() || op.Def().RegionSuccessors == nil:
		return p.called[op] // a caller may have issued something
	}
	state := p.before(op, unit)
	return state || !analysis.IsConditional(op) && !analysis.RunsOnce(op) && issues(op, unit)
}

// behind returns whether an operation may be pending behind op if one may be in front of it.
func (p *pendings) behind(op *ir.Op, unit string, state bool) bool {
	e := op.QueueEffect()
	switch {
	case e.Kind == ir.QueueIssue && e.Unit == unit:
		return true
	case op.IsAsync():
		return state
	case op.Def().Callee != nil:
		fn := p.scale.callee(op)
		return state || fn != nil && issues(fn, unit)
	}
	if op.NumRegions() > 0 && op.Def().RegionSuccessors != nil {
		state = p.through(op, unit, state)
	}
	return state && (e.Kind != ir.QueueCommit || e.Unit != unit)
}

// through is behind for the regions of op.
func (p *pendings) through(op *ir.Op, unit string, state bool) bool {
	out := !analysis.RunsOnce(op) && state
	for _, r := range op.Regions() {
		if len(r.Blocks()) > 1 {
			return true
		}
		out = p.throughBlock(r.Entry(), unit, state) || out
	}
	return out
}

func (p *pendings) throughBlock(b *ir.Block, unit string, state bool) bool {
	if b == nil {
		return state
	}
	for op := range b.Ops() {
		state = p.behind(op, unit, state)
	}
	return state
}

// issues reports whether op or something in it issues an operation of the unit, or calls something that may.
func issues(op *ir.Op, unit string) bool {
	for o := range op.Walk() {
		if e := o.QueueEffect(); e.Kind == ir.QueueIssue && e.Unit == unit || o.Def().Callee != nil {
			return true
		}
	}
	return false
}
