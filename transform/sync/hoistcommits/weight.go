package hoistcommits

import (
	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/analysis/inflight"
	"github.com/inflight-compiler/inflight/ir"
)

// commits is a number of groups: at least min and at most max, which is inflight.Unbounded without a limit.
type commits struct{ min, max int64 }

func (c commits) plus(d commits) commits {
	return commits{min(c.min+d.min, inflight.Unbounded), min(c.max+d.max, inflight.Unbounded)}
}

func (c commits) or(d commits) commits { return commits{min(c.min, d.min), max(c.max, d.max)} }

func (c commits) times(n int64) commits { return commits{times(c.min, n), times(c.max, n)} }

func times(a, n int64) int64 {
	if a == 0 || n == 0 {
		return 0
	}
	if n > inflight.Unbounded/a {
		return inflight.Unbounded
	}
	return a * n
}

func (c commits) constant() bool { return c.min == c.max && c.max < inflight.Unbounded }

// scale counts the groups that operations commit.
type scale struct {
	symbols *ir.SymbolTables
	ev      analysis.Evaluator
	calls   map[*ir.Op]bool // functions being counted
}

func newScale() *scale { return &scale{symbols: ir.NewSymbolTables(), calls: map[*ir.Op]bool{}} }

// of returns the groups that one execution of op commits to a queue on the thread that executes it, those of
// its regions and of the functions that it calls included.
func (s *scale) of(op *ir.Op, q ir.Queue) commits {
	var n commits
	if e := op.QueueEffect(); e.Queue == q && (e.Kind == ir.QueueCommit || e.Kind == ir.QueueSubmit) {
		n = commits{1, 1}
	}
	switch {
	case op.IsAsync():
		return n // what is inside is another thread of control
	case op.Def().Callee != nil:
		return n.plus(s.call(op, q))
	case op.NumRegions() > 0 && op.Def().RegionSuccessors != nil:
		return n.plus(s.regions(op, q))
	}
	return n
}

// block returns the groups that a block commits.
func (s *scale) block(b *ir.Block, q ir.Queue) commits {
	var n commits
	if b == nil {
		return n
	}
	for op := range b.Ops() {
		n = n.plus(s.of(op, q))
	}
	return n
}

// region returns the groups between the entry of a region and its end. Of several blocks any path may be
// taken.
func (s *scale) region(r *ir.Region, q ir.Queue) commits {
	if len(r.Blocks()) <= 1 {
		return s.block(r.Entry(), q)
	}
	for _, b := range r.Blocks() {
		if s.block(b, q) != (commits{}) {
			return commits{0, inflight.Unbounded}
		}
	}
	return commits{}
}

func (s *scale) regions(op *ir.Op, q ir.Queue) commits {
	if analysis.IsConditional(op) {
		n := s.region(op.Region(0), q)
		for _, r := range op.Regions()[1:] {
			n = n.or(s.region(r, q))
		}
		return n
	}
	var sum commits
	for _, r := range op.Regions() {
		sum = sum.plus(s.region(r, q))
	}
	switch trips, known := s.ev.Trips(op); {
	case sum == commits{} || analysis.RunsOnce(op):
		return sum
	case known:
		return sum.times(trips)
	}
	return commits{0, inflight.Unbounded}
}

// call returns the groups of a called function; unknown code commits none, as it could not count on its
// caller's queues.
func (s *scale) call(op *ir.Op, q ir.Queue) commits {
	fn := s.callee(op)
	switch {
	case fn == nil:
		return commits{}
	case s.calls[fn]:
		return commits{0, inflight.Unbounded}
	}
	s.calls[fn] = true
	defer delete(s.calls, fn)
	return s.region(fn.Region(0), q)
}

// callee returns the function that op calls, if it is known and has a body.
func (s *scale) callee(op *ir.Op) *ir.Op {
	ref := op.Def().Callee(op)
	if ref == nil {
		return nil
	}
	fn := s.symbols.Resolve(op, ref)
	if fn == nil || fn.NumRegions() == 0 || fn.Region(0).Empty() {
		return nil
	}
	return fn
}
