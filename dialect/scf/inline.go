package scf

import (
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/ir"
)

// inlineBlocks puts the blocks of a scf.execute_region between the halves of the block that holds it. That
// block must be in a region that allows branches, as the body of a function is.
func inlineBlocks(op *ir.Op, rw *ir.Rewriter) bool {
	parent := op.Parent()
	if parent == nil || !parent.Is(ExecuteRegion) && !parent.Has(ir.AffineScope) ||
		parent.Has(ir.SingleBlock|ir.NoTerminator) {
		return false
	}
	for _, b := range op.Region(0).Blocks() {
		if b.Last() == nil || !b.Last().Is(Yield) && b.Last().NumSuccessors() == 0 {
			return false
		}
	}
	block := op.Block()
	rest := block.Split(op.Next())
	args := make([]*ir.Value, op.NumResults())
	for i, t := range op.ResultTypes() {
		args[i] = rest.AddArg(t, op.Loc())
	}
	blocks := append([]*ir.Block(nil), op.Region(0).Blocks()...)
	for i, b := range blocks {
		op.Region(0).RemoveBlock(b)
		block.Region().Insert(rest.Index(), b)
		if yield := b.Last(); yield.Is(Yield) {
			rw.SetBefore(yield)
			rw.Loc = yield.Loc()
			cf.NewBr(rw.Builder, rest, yield.Operands()...)
			rw.Erase(yield)
		}
		if i == 0 {
			rw.SetBefore(op)
			rw.Loc = op.Loc()
			cf.NewBr(rw.Builder, b)
		}
	}
	rw.Replace(op, args...)
	return true
}
