package branches

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// lowerIf branches over the blocks of the two regions to a block that has the
// results as arguments.
func lowerIf(op *ir.Op, rw *ir.Rewriter) bool {
	from, rest := splitAt(op)
	join := rest
	if op.NumResults() > 0 {
		join = ir.NewBlock()
		addArgs(join, op.ResultTypes(), op.Loc())
		rest.Region().Insert(rest.Index(), join)
		branch(rw, join, rest)
	}
	then := inlineBranch(rw, op.Region(0), join, join)
	els := join
	if !op.Region(1).Empty() {
		els = inlineBranch(rw, op.Region(1), join, join)
	}
	condBranch(rw, from, op.Operand(0), then, els)
	rw.Replace(op, join.Args()...)
	return true
}

// inlineBranch moves the blocks of a region in front of a block, makes the last of them branch to join with
// the yielded values, and returns the first.
func inlineBranch(rw *ir.Rewriter, r *ir.Region, before, join *ir.Block) *ir.Block {
	first, last := r.Entry(), r.Blocks()[len(r.Blocks())-1]
	branch(rw, last, join, takeTerminator(rw, last)...)
	inlineBefore(r, before)
	return first
}

// lowerIndexSwitch makes a cf.switch on the index cast to 32 bits.
func lowerIndexSwitch(op *ir.Op, rw *ir.Rewriter) bool {
	from, rest := splitAt(op)
	addArgs(rest, op.ResultTypes(), op.Loc())
	results := rest.Args()
	var targets []*ir.Block
	for _, r := range op.Regions()[1:] {
		targets = append(targets, inlineBranch(rw, r, rest, rest))
	}
	fallback := inlineBranch(rw, op.Region(0), rest, rest)
	rw.SetEnd(from)
	flag := arith.Cast(rw.Builder, arith.IndexCast, op.Operand(0), rw.Ctx.I32)
	cf.NewSwitch(rw.Builder, flag, fallback, op.Ints("cases"), targets)
	rw.Replace(op, results...)
	return true
}

// lowerExecuteRegion branches into the region, and back from each of its
// yields.
func lowerExecuteRegion(op *ir.Op, rw *ir.Rewriter) bool {
	from, rest := splitAt(op)
	r := op.Region(0)
	branch(rw, from, r.Entry())
	for _, b := range r.Blocks() {
		if b.Last().Is(scf.Yield) {
			branch(rw, b, rest, takeTerminator(rw, b)...)
		}
	}
	inlineBefore(r, rest)
	addArgs(rest, op.ResultTypes(), op.Loc())
	rw.Replace(op, rest.Args()...)
	return true
}
