package tokenstocounts

import (
	"github.com/inflight-compiler/inflight/analysis/inflight"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// formQueues makes asynchronous scopes, committed to queues, of async.execute operations whose tokens a count
// can replace.
func formQueues(r *pass.Run) {
	result := inflight.Analyze(r.Op)
	flows := &flows{of: map[*ir.Value]*flow{}, fit: map[*ir.Op]bool{}}
	var candidates []*ir.Op
	for _, op := range r.Op.Find(async.Execute) {
		if why := unfit(op, result); why != "" {
			r.Report(diag.Remarkf(codeLeft, op.Span(), "this operation keeps its token: %s", why))
			continue
		}
		candidates = append(candidates, op)
		flows.fit[op] = true
	}
	for _, op := range candidates {
		flows.follow(op)
	}
	next := freeQueue(r.Op)
	numbers := map[*flow]int64{}
	for _, op := range candidates {
		f := flows.at(op.Result(0))
		if f.unfit {
			r.Report(diag.Remarkf(codeLeft, op.Span(),
				"this operation keeps its token, which is not only awaited by the thread that issued it"))
			continue
		}
		if _, ok := numbers[f]; !ok {
			numbers[f], next = next, next+1
		}
		commitScope(op, numbers[f])
		r.Count("queues made of async.execute", 1)
	}
}

// unfit returns why an async.execute cannot be a scope on a queue, whatever becomes of its token.
func unfit(op *ir.Op, result *inflight.Result) string {
	switch {
	case op.NumResults() > 1:
		return "it computes values"
	case len(async.Unwrapped(op)) > 0:
		return "it takes values out of others"
	case op.NumOperands() > 0 && !result.Ready(op):
		return "it starts after tokens that may be incomplete, which no count says"
	}
	return ""
}

// freeQueue returns a number that no queue of the program has, nor any above it.
func freeQueue(root *ir.Op) int64 {
	next := int64(0)
	for op := range root.Walk() {
		if e := op.QueueEffect(); e.Kind != ir.NoQueueEffect && e.Queue.Engine == "" {
			next = max(next, e.Queue.Number+1)
		}
	}
	return next
}

// flow is a set of values that the same tokens may flow through. It is unfit if one is used for more than
// waits on the thread that made it, or if a token from elsewhere joins.
type flow struct {
	up    *flow
	unfit bool
}

type flows struct {
	of  map[*ir.Value]*flow
	fit map[*ir.Op]bool // the operations that may become scopes
}

func (s *flows) at(v *ir.Value) *flow {
	f := s.of[v]
	if f == nil {
		f = &flow{}
		s.of[v] = f
	}
	for f.up != nil {
		f = f.up
	}
	return f
}

func (s *flows) join(v, w *ir.Value) {
	if f, g := s.at(v), s.at(w); f != g {
		g.up, f.unfit = f, f.unfit || g.unfit
	}
}

// follow joins all values that the token of op flows into, and those that flow into these.
func (s *flows) follow(op *ir.Op) {
	seen := map[*ir.Value]bool{}
	work := []*ir.Value{op.Result(0)}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[v] {
			continue
		}
		seen[v] = true
		for u := range v.Uses() {
			if user := u.Owner(); user.Is(async.Await) && user.Thread() == op.Thread() {
				continue
			}
			next := inflight.Receivers(u)
			if len(next) == 0 {
				s.at(v).unfit = true
			}
			for _, w := range next {
				s.join(v, w)
				s.check(w)
				work = append(work, w)
			}
		}
	}
}

// check marks a flow as unfit if a value of it receives other tokens than those of async.execute operations.
func (s *flows) check(w *ir.Value) {
	sources, known := inflight.Sources(w)
	if !known {
		s.at(w).unfit = true
	}
	for _, v := range sources {
		if def := v.DefiningOp(); def != nil &&
			(def.AsyncToken() == v || def.Def().RegionSuccessors == nil) && !s.fit[def] {
			s.at(w).unfit = true
		}
		s.join(v, w)
	}
}

// commitScope replaces an async.execute by a commit of an asynchronous scope with its body.
func commitScope(op *ir.Op, queue int64) {
	b := ir.At(op)
	commit := pipeline.NewCommitQueue(b, queue, func(b *ir.Builder) {
		scope := pipeline.NewAsyncScope(b, nil)
		for inner := range op.Body().OpsWithoutTerminator() {
			inner.MoveToEnd(scope.Body())
		}
	})
	op.Result(0).ReplaceAllUsesWith(pipeline.AddToken(commit))
	op.Erase()
}
