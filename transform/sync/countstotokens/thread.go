package countstotokens

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/asyncqueue"
	"github.com/inflight-compiler/inflight/transform/internal/carried"
)

// thread rewrites one thread of control.
func (c *converter) thread(root *ir.Op, region *ir.Region) {
	if region.Empty() {
		return
	}
	regs := c.plan(root, region)
	if len(regs) == 0 {
		return
	}
	t := &thread{regs: regs, types: typesOf(regs)}
	t.flatten(region)
	b := ir.NewBuilder(root.Context())
	b.SetStart(region.Entry())
	start := t.emptyGroups(b)
	carried.Within(region, t.types, start, t.block, func(*ir.Op, []*ir.Value) {})
	carried.Prune(root)
	c.r.Count("waits for counts replaced", t.waits)
	t.dropUnused(start)
}

// thread is one thread of control being rewritten. The registers of all queues stand one behind the other in
// one list of tokens.
type thread struct {
	regs  []register
	types []ir.Type
	waits int
}

func typesOf(regs []register) []ir.Type {
	var types []ir.Type
	for _, r := range regs {
		for range r.depth {
			types = append(types, r.typ)
		}
	}
	return types
}

// emptyGroups commits, at the start of the thread, as many empty groups as the registers are deep: the oldest
// first.
func (t *thread) emptyGroups(b *ir.Builder) []*ir.Value {
	var tokens []*ir.Value
	for _, r := range t.regs {
		list := make([]*ir.Value, r.depth)
		for i := range slices.Backward(list) {
			list[i] = commitEmpty(b, r)
		}
		tokens = append(tokens, list...)
	}
	return tokens
}

func commitEmpty(b *ir.Builder, r register) *ir.Value {
	if r.queue == nvvm.CpAsyncQueue {
		return nvgpu.NewDeviceAsyncCreateGroup(b).Result(0)
	}
	return pipeline.NewAsyncCommitStageToken(b, r.queue.Number)
}

// dropUnused erases the oldest of the empty groups that nothing waits for. A younger one stays where an older
// one does: without it, the older one would have another age.
func (t *thread) dropUnused(start []*ir.Value) {
	for _, r := range t.regs {
		for i := r.depth - 1; i >= 0 && !start[i].HasUses(); i-- {
			start[i].DefiningOp().Erase()
		}
		start = start[r.depth:]
	}
}

// find returns the place in the list of tokens where the register of a queue begins, and its depth.
func (t *thread) find(q ir.Queue) (first, depth int, ok bool) {
	for _, r := range t.regs {
		if r.queue == q {
			return first, r.depth, true
		}
		first += r.depth
	}
	return 0, 0, false
}

// block rewrites the operations of a block that begins with the tokens, and returns those at its end.
func (t *thread) block(b *ir.Block, tokens []*ir.Value) []*ir.Value {
	for op := range b.Ops() {
		tokens = t.op(op, tokens)
	}
	return tokens
}

func (t *thread) op(op *ir.Op, tokens []*ir.Value) []*ir.Value {
	e := op.QueueEffect()
	first, depth, ok := t.find(e.Queue)
	switch {
	case ok && (e.Kind == ir.QueueCommit || e.Kind == ir.QueueSubmit):
		token := withToken(op)
		copy(tokens[first+1:first+depth], tokens[first:])
		tokens[first] = token
	case ok && e.Kind == ir.QueueWait && e.Token == nil:
		t.waits++
		waitFor(op, tokens[first+int(e.Count)])
	case op.NumRegions() > 0 && !op.StartsThread():
		return t.inside(op, tokens)
	}
	return tokens
}

// inside rewrites the regions of an operation and carries the tokens through it.
func (t *thread) inside(op *ir.Op, tokens []*ir.Value) []*ir.Value {
	if !t.commits(op) {
		for _, r := range op.Regions() {
			for _, b := range r.Blocks() {
				t.block(b, slices.Clone(tokens))
			}
		}
		return tokens
	}
	return carried.Through(op, t.types, tokens, t.block)
}

// commits reports whether op holds a commit to one of the queues.
func (t *thread) commits(op *ir.Op) bool {
	for _, r := range op.Regions() {
		for inner := range r.ThreadOps() {
			e := inner.QueueEffect()
			if _, _, ours := t.find(e.Queue); ours && (e.Kind == ir.QueueCommit || e.Kind == ir.QueueSubmit) {
				return true
			}
		}
	}
	return false
}

// withToken makes a commit return its token, unless it does already.
func withToken(op *ir.Op) *ir.Value {
	if v := op.AsyncToken(); v != nil {
		return v
	}
	b := ir.At(op)
	if op.Is(nvvm.CpAsyncCommitGroup) {
		v := nvgpu.NewDeviceAsyncCreateGroup(b).Result(0)
		op.Erase()
		return v
	}
	return pipeline.AddToken(op)
}

// waitFor replaces a wait for a count by one for a token.
func waitFor(op *ir.Op, token *ir.Value) {
	b := ir.At(op)
	switch {
	case op.Is(nvgpu.DeviceAsyncWait):
		op.SetOperand(0, token)
		op.RemoveAttr("numGroups")
		return
	case op.Is(nvvm.CpAsyncWaitGroup):
		nvgpu.NewDeviceAsyncWait(b, token)
	default:
		async.NewAwait(b, token)
	}
	op.Erase()
}

// flattened reports whether an operation is dissolved into its body where tokens have to leave it.
func flattened(op *ir.Op) bool {
	return op.Is(pipeline.WaitQueue) || op.Is(pipeline.Block) || op.Is(pipeline.CommitQueue)
}

// flatten dissolves the scopes of the thread that wait for a count on one of the queues, and those that hold
// commits.
func (t *thread) flatten(region *ir.Region) {
	var scopes []*ir.Op
	for op := range region.ThreadOps() {
		e := op.QueueEffect()
		_, _, ours := t.find(e.Queue)
		if flattened(op) && (ours && e.Kind == ir.QueueWait || t.commits(op)) {
			scopes = append(scopes, op)
		}
	}
	for _, op := range slices.Backward(scopes) {
		if op.Is(pipeline.Block) {
			asyncqueue.Dissolve(op)
		} else {
			asyncqueue.Flatten(op)
		}
	}
}
