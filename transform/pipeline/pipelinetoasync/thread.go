package pipelinetoasync

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/carried"
)

// thread is one thread of control that is being rewritten. It carries a list of tokens: for each queue the
// token of the youngest operation, then those of the youngest groups.
type thread struct {
	*converter
	symbols *ir.SymbolTables
	token   ir.Type
	queues  []int64
	depth   map[int64]int
	tasks   int
	waits   int
	err     error
}

// find returns the index of the first token of a queue, and whether the thread commits to the queue.
func (t *thread) find(queue int64) (first int, ok bool) {
	for _, q := range t.queues {
		if q == queue {
			return first, true
		}
		first += 1 + t.depth[q]
	}
	return 0, false
}

// size returns the number of tokens.
func (t *thread) size() int {
	n := 0
	for _, q := range t.queues {
		n += 1 + t.depth[q]
	}
	return n
}

// start returns the tokens at the start of a thread: each is that of an empty task.
func (t *thread) start(entry *ir.Block) []*ir.Value {
	b := ir.NewBuilder(entry.ParentOp().Context())
	b.SetStart(entry)
	b.Loc = entry.ParentOp().Loc()
	empty := async.NewExecute(b, nil, nil, func(*ir.Builder, []*ir.Value) []*ir.Value { return nil })
	return slices.Repeat([]*ir.Value{empty.Result(0)}, t.size())
}

// drain waits, in front of the end of a region, for all operations that were issued.
func (t *thread) drain(region *ir.Region, last *ir.Op, state []*ir.Value) {
	b := ir.AtEnd(region.Op().Context(), region.Entry())
	if last != nil {
		b = ir.At(last)
	}
	if last != nil && !last.Has(ir.Terminator) {
		b.SetAfter(last)
	}
	t.await(b, state)
}

// await waits for all operations that were issued.
func (t *thread) await(b *ir.Builder, state []*ir.Value) {
	for _, q := range t.queues {
		first, _ := t.find(q)
		async.NewAwait(b, state[first])
	}
}

// region rewrites a region that begins with these tokens, and passes the tokens at its ends to leave.
func (t *thread) region(region *ir.Region, state []*ir.Value, leave func(last *ir.Op, state []*ir.Value)) {
	carried.Within(region, t.types(state), state, t.block, leave)
}

func (t *thread) types(state []*ir.Value) []ir.Type {
	return slices.Repeat([]ir.Type{t.token}, len(state))
}

// block rewrites the operations of a block that begins with these tokens, and returns the tokens at its end.
func (t *thread) block(b *ir.Block, state []*ir.Value) []*ir.Value {
	for op := range b.Ops() {
		state = t.op(op, state)
	}
	return state
}

func (t *thread) op(op *ir.Op, state []*ir.Value) []*ir.Value {
	switch {
	case op.Is(pipeline.AsyncScope):
		t.task(op, state)
	case op.Is(pipeline.CommitQueue):
		state = t.block(op.Body(), state)
		t.commit(op, state)
		flatten(op)
	case op.Is(pipeline.AsyncCommitStage):
		t.commit(op, state)
		op.Erase()
	case isWait(op):
		t.wait(op, state)
		if op.NumRegions() == 0 {
			op.Erase()
			break
		}
		state = t.block(op.Body(), state)
		flatten(op)
	case op.Is(pipeline.Block):
		state = t.block(op.Body(), state)
		flatten(op)
	case op.Def().Callee != nil && !op.IsAsync():
		if ref := op.Def().Callee(op); ref != nil && t.waiting[t.symbols.Resolve(op, ref)] {
			t.await(ir.At(op), state)
		}
	case op.NumRegions() > 0 && !op.StartsThread():
		return t.inside(op, state)
	}
	return state
}

// task makes a task of an asynchronous operation. The task starts after the youngest operation of its queue.
func (t *thread) task(op *ir.Op, state []*ir.Value) {
	queue, ok := t.queueOf(op)
	first, _ := t.find(queue)
	if !ok {
		if t.err == nil {
			t.err = op.OpErrorf(codeUnsupported,
				"may be committed to more than one queue").Suggest("put it into the commit_queue")
		}
		return
	}
	t.tasks++
	dependencies := append([]*ir.Value{state[first]}, op.Operands()...)
	execute := async.NewExecute(ir.At(op), dependencies, nil, func(*ir.Builder, []*ir.Value) []*ir.Value {
		return nil
	})
	yield := execute.Body().Last()
	for inner := range op.Body().Ops() {
		inner.MoveBefore(yield)
	}
	state[first] = execute.Result(0)
	op.Erase()
}

// commit shifts the register of a queue and adds the new group.
func (t *thread) commit(op *ir.Op, state []*ir.Value) {
	queue := pipeline.Queue(op)
	first, _ := t.find(queue)
	register := state[first+1 : first+1+t.depth[queue]]
	copy(register[1:], register)
	register[0] = state[first]
	op.ReplaceAllUsesWith([]*ir.Value{state[first]}[:op.NumResults()])
}

// wait awaits the youngest group that the wait requires to be complete.
func (t *thread) wait(op *ir.Op, state []*ir.Value) {
	queue := pipeline.Queue(op)
	first, ok := t.find(queue)
	if !ok {
		return
	}
	t.waits++
	n, dynamic := pipeline.Count(op)
	if dynamic != nil {
		n = 0
	}
	async.NewAwait(ir.At(op), state[first+1+int(min(n, maxDepth-1))])
}

// inside rewrites the regions of an operation and carries the tokens through them.
func (t *thread) inside(op *ir.Op, state []*ir.Value) []*ir.Value {
	if !t.commits(op) {
		for _, r := range op.Regions() {
			for _, b := range r.Blocks() {
				t.block(b, slices.Clone(state))
			}
		}
		return state
	}
	if !carried.CanCarry(op) {
		t.apart(op, state)
		return state
	}
	return carried.Through(op, t.types(state), state, t.block)
}

// apart rewrites the regions of an operation that cannot carry tokens. Each region begins and ends without
// operations in flight.
func (t *thread) apart(op *ir.Op, state []*ir.Value) {
	t.await(ir.At(op), state)
	for _, r := range op.Regions() {
		if !r.Empty() {
			t.region(r, t.start(r.Entry()), func(last *ir.Op, state []*ir.Value) { t.drain(r, last, state) })
		}
	}
}
