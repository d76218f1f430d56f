package insertpollpoints

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// rounds is how many times a cycle of cheap operations is gone through from one call to the next, a power of
// two. The cost of all of them is told at the first, so that nothing has to be told when the cycle is left.
const rounds = 32

// countDown writes a call that is made when a counter is 0, with the cost of so many rounds, and returns the
// next value of the counter.
func (p *poller) countDown(b *ir.Builder, counter *ir.Value, cost int64) *ir.Value {
	zero := arith.ConstInt(b, b.Ctx.I32, 0)
	scf.NewIf(b, arith.Cmp(b, arith.EQ, counter, zero), func(b *ir.Builder) {
		p.poll(b, times(cost, rounds))
	}, nil)
	less := arith.Binary(b, arith.SubI, counter, arith.ConstInt(b, b.Ctx.I32, 1))
	return arith.Binary(b, arith.AndI, less, arith.ConstInt(b, b.Ctx.I32, rounds-1))
}

// counts reports whether a cycle of that cost is so cheap that it counts its rounds.
func (p *poller) counts(cost int64) bool { return cost < cheap && times(cost, rounds) <= p.interval }

// countWhile lets a loop with a condition count its iterations: it carries the counter.
func (p *poller) countWhile(op *ir.Op, cost int64) {
	before, after := op.Region(0).Entry(), op.Region(1).Entry()
	i32 := op.Context().I32
	b := ir.At(op)
	b.Loc = op.Loc()
	start := arith.ConstInt(b, i32, 0)
	counter := before.AddArg(i32, op.Loc())
	b.SetStart(before)
	next := p.countDown(b, counter, cost)
	appendOperand(before.Terminator(), next)
	appendOperand(after.Terminator(), after.AddArg(i32, op.Loc()))
	results := append(op.ResultTypes(), i32)
	made := op.Rebuild(append(op.Operands(), start), results)
	for i, v := range op.Results() {
		v.ReplaceAllUsesWith(made.Result(i))
	}
	op.Erase()
}

func appendOperand(op *ir.Op, v *ir.Value) { op.SetOperands(append(op.Operands(), v)) }

// countBlock lets a block that control flow goes back to count how often it does: from blocks that it
// dominates it is passed the counter, from others a new one.
func (p *poller) countBlock(head *ir.Block, dominance *ir.Dominance, cost int64) {
	r := head.Region()
	sources := r.Predecessors()[head]
	counter := head.AddArg(r.Op().Context().I32, head.Terminator().Loc())
	b := ir.AtEnd(r.Op().Context(), head)
	b.SetStart(head)
	b.Loc = head.Terminator().Loc()
	next := p.countDown(b, counter, cost)
	done := map[*ir.Block]bool{}
	for _, from := range sources {
		if done[from] {
			continue
		}
		done[from] = true
		jump := from.Terminator()
		passed := next
		if !dominance.Dominates(head, from) {
			before := ir.At(jump)
			passed = arith.ConstInt(before, before.Ctx.I32, 0)
		}
		for i, to := range jump.Successors() {
			if to == head {
				jump.AppendSuccessorOperands(i, []*ir.Value{passed})
			}
		}
	}
}

// passesOperands reports whether all jumps to a block can pass values to it.
func passesOperands(head *ir.Block) bool {
	for _, from := range head.Region().Predecessors()[head] {
		if from.Terminator().Def().SuccessorOperands == nil {
			return false
		}
	}
	return true
}
