package countstotokens

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/carried"
)

// register is the shift register of a queue: the tokens of its youngest groups, youngest first.
type register struct {
	queue ir.Queue
	depth int
	typ   ir.Type
}

// converter rewrites the threads of control of a module.
type converter struct {
	r       *pass.Run
	callers map[*ir.Op]bool // functions that are called in the module
}

// callees returns the functions that the program calls.
func callees(root *ir.Op) map[*ir.Op]bool {
	called := map[*ir.Op]bool{}
	tables := ir.NewSymbolTables()
	for op := range root.Walk() {
		if op.Def().Callee == nil || op.IsAsync() {
			continue
		}
		if ref := op.Def().Callee(op); ref != nil {
			called[tables.Resolve(op, ref)] = true
		}
	}
	return called
}

// survey is what a thread of control does to its queues.
type survey struct {
	queues []ir.Queue
	depth  map[ir.Queue]int
	first  map[ir.Queue]*ir.Op // the first wait
	keep   map[ir.Queue]string // why the counts of a queue stay
	waits  map[ir.Queue]int
}

// plan returns the registers of a thread, and reports queues that keep their counts.
func (c *converter) plan(root *ir.Op, region *ir.Region) []register {
	s := &survey{depth: map[ir.Queue]int{}, first: map[ir.Queue]*ir.Op{}, keep: map[ir.Queue]string{},
		waits: map[ir.Queue]int{}}
	calls := false
	for op := range region.ThreadOps() {
		calls = calls || op.Def().Callee != nil && !op.IsAsync()
		s.note(op, c.r.Int("max-depth"))
	}
	var list []register
	for _, q := range s.queues {
		if s.first[q] == nil {
			continue
		}
		why := s.keep[q]
		switch {
		case why != "":
		case q != nvvm.CpAsyncQueue && q.Engine != "":
			why = "its commits have no tokens"
		case c.callers[root]:
			why = "the function is called, and may wait for groups of its caller"
		case calls:
			why = "a function that is called here may commit to it"
		}
		if why != "" {
			op := s.first[q]
			c.r.Report(diag.Remarkf(codeLeft, op.Span(),
				"this wait and all others on its queue keep their counts: %s", why))
			continue
		}
		list = append(list, register{q, s.depth[q], tokenType(root.Context(), q)})
	}
	return list
}

func (s *survey) note(op *ir.Op, limit int64) {
	e := op.QueueEffect()
	if e.Kind == ir.NoQueueEffect || e.Kind == ir.QueueIssue {
		return
	}
	if !slices.Contains(s.queues, e.Queue) {
		s.queues = append(s.queues, e.Queue)
	}
	if e.Kind != ir.QueueWait || e.Token != nil {
		s.blocked(op, e)
		return
	}
	if s.first[e.Queue] == nil {
		s.first[e.Queue] = op
	}
	s.waits[e.Queue]++
	switch {
	case e.Dynamic != nil:
		s.keep[e.Queue] = "a count is known at run time only"
	case e.Count >= limit:
		s.keep[e.Queue] = "a count is larger than max-depth allows"
	default:
		s.depth[e.Queue] = max(s.depth[e.Queue], int(e.Count)+1)
	}
	s.blocked(op, e)
}

// blocked notes a queue whose tokens some operation around cannot carry.
func (s *survey) blocked(op *ir.Op, e ir.QueueEffect) {
	if e.Kind == ir.QueueWait {
		return
	}
	for p := op.Parent(); p != nil && !p.StartsThread(); p = p.Parent() {
		if !flattened(p) && !carried.CanCarry(p) {
			s.keep[e.Queue] = "'" + p.Name() + "' cannot carry tokens"
		}
	}
	for _, b := range op.Block().Region().Blocks() {
		if last := b.Last(); last != nil && !carried.CanPass(last) {
			s.keep[e.Queue] = "'" + last.Name() + "' cannot pass tokens"
		}
	}
}

// tokenType returns the type of the tokens of a queue.
func tokenType(c *ir.Context, q ir.Queue) ir.Type {
	if q == nvvm.CpAsyncQueue {
		return nvgpu.TokenType(c)
	}
	return async.TokenType(c)
}
