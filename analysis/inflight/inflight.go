package inflight

import (
	"github.com/inflight-compiler/inflight/ir"
)

// Wait holds the results for an operation that waits for a count or for tokens.
type Wait struct {
	Op *ir.Op
	// Redundant is set if everything for which the operation waits is complete whenever control reaches it.
	Redundant bool
}

// Result answers questions about one module. It is valid while the module does not change.
type Result struct {
	m        *module
	tokens   *tokens
	waits    map[*ir.Op]*Wait
	order    []*ir.Op
	inFlight map[*ir.Op][]int64
	ready    map[*ir.Op]bool
}

// Analyze follows all threads of control of a module, or of a single function, whose calls are then not
// followed.
func Analyze(root *ir.Op) *Result {
	m := newModule(root)
	r := &Result{m: m, tokens: newTokens(m), waits: map[*ir.Op]*Wait{}, inFlight: map[*ir.Op][]int64{},
		ready: map[*ir.Op]bool{}}
	f := &forward{m: m, tokens: r.tokens, out: r, closing: map[*ir.Op][]*ir.Value{}}
	f.measure()
	f.run()
	f.refine()
	return r
}

// measure finds the largest count that matters, and whether operations on queues start after tokens.
func (f *forward) measure() {
	const most = 64 // more groups in flight than any hardware queue holds
	for _, list := range f.m.active {
		for _, op := range list {
			e := op.QueueEffect()
			if e.Kind == ir.QueueWait && e.Dynamic == nil {
				f.limit = max(f.limit, int(min(e.Count, most)))
			}
			if len(op.AsyncDependencies()) > 0 {
				f.tracked = f.tracked || e.Kind == ir.QueueIssue || e.Kind == ir.QueueSubmit
				f.limit = max(f.limit, f.ageLimit(op, most))
			}
		}
	}
	f.limit++
}

func (f *forward) ageLimit(op *ir.Op, most int64) int {
	n := int64(0)
	for _, v := range op.AsyncDependencies() {
		t := f.tokens.at(v, op)
		for _, a := range t.Ages {
			if a.Max < Unbounded {
				n = max(n, a.Max)
			}
		}
	}
	return int(min(n, most))
}

// Queues returns the queues that the program uses.
func (r *Result) Queues() []ir.Queue { return r.m.queues }

// Waits returns the operations that wait, in the order in which they were first reached.
func (r *Result) Waits() []*ir.Op { return r.order }

// Wait returns the results for a wait, nil if control does not reach it.
func (r *Result) Wait(op *ir.Op) *Wait { return r.waits[op] }

// Ready reports whether all dependencies of an asynchronous operation are complete whenever control reaches
// it.
func (r *Result) Ready(op *ir.Op) bool { return len(op.AsyncDependencies()) == 0 || r.ready[op] }

// TokenAt returns the facts about a token in front of op, which the token's definition must dominate.
func (r *Result) TokenAt(v *ir.Value, op *ir.Op) Token { return r.tokens.at(v, op) }

// InFlight returns the largest number of groups of a queue that may be incomplete in front of op. The
// operation op must synchronize, or contain an operation that does. The number is Unbounded if there is no
// limit, and 0 if control does not reach op.
func (r *Result) InFlight(op *ir.Op, q ir.Queue) int64 {
	i, ok := r.m.numbers[q]
	if counts := r.inFlight[op]; ok && counts != nil {
		return counts[i]
	}
	return 0
}
