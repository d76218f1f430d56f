package branches

import (
	"strings"

	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/ir"
)

// Patterns lower the structured operations of scf. They are tried in order; do-while loops come before other
// loops.
var Patterns = []ir.Pattern{
	{Name: "scf-for-to-cf", Root: "scf.for", Rewrite: lowerFor, Divides: true},
	{Name: "scf-do-while-to-cf", Root: "scf.while", Rewrite: lowerDoWhile, Divides: true},
	{Name: "scf-while-to-cf", Root: "scf.while", Rewrite: lowerWhile, Divides: true},
	{Name: "scf-if-to-cf", Root: "scf.if", Rewrite: lowerIf, Divides: true},
	{Name: "scf-index-switch-to-cf", Root: "scf.index_switch", Rewrite: lowerIndexSwitch, Divides: true},
	{Name: "scf-execute-region-to-cf", Root: "scf.execute_region", Rewrite: lowerExecuteRegion,
		Divides: true},
	{Name: "scf-parallel-to-for", Root: "scf.parallel", Rewrite: lowerParallel},
	{Name: "scf-forall-to-parallel", Root: "scf.forall", Rewrite: lowerForall},
}

// Lowers reports whether op is lowered to several blocks.
func Lowers(op *ir.Op) bool {
	for i := range Patterns {
		if Patterns[i].Root == op.Name() {
			return true
		}
	}
	return false
}

// SingleBlock reports whether the regions of op must have exactly one block.
func SingleBlock(op *ir.Op) bool {
	if op.Has(ir.SingleBlock) {
		return true
	}
	for i := range op.Def().Regions {
		if op.Def().Regions[i].Sized {
			return true
		}
	}
	return false
}

// splitAt ends the block of op in front of it and returns the block and the
// new one, which begins with op.
func splitAt(op *ir.Op) (before, rest *ir.Block) {
	before = op.Block()
	return before, before.Split(op)
}

// inlineBefore moves the blocks of a region in front of a block of another.
func inlineBefore(r *ir.Region, before *ir.Block) {
	dest := before.Region()
	at := before.Index()
	blocks := append([]*ir.Block(nil), r.Blocks()...)
	for i, b := range blocks {
		r.RemoveBlock(b)
		dest.Insert(at+i, b)
	}
}

// addArgs adds one argument per type to the end of a block.
func addArgs(b *ir.Block, types []ir.Type, loc ir.Location) {
	for _, t := range types {
		b.AddArg(t, loc)
	}
}

// branch ends a block with a branch.
func branch(rw *ir.Rewriter, from, to *ir.Block, args ...*ir.Value) *ir.Op {
	rw.SetEnd(from)
	return cf.NewBr(rw.Builder, to, args...)
}

// condBranch ends a block with a conditional branch; only the true side gets operands.
func condBranch(rw *ir.Rewriter, from *ir.Block, cond *ir.Value, yes, no *ir.Block,
	args ...*ir.Value) *ir.Op {
	rw.SetEnd(from)
	return cf.NewCondBr(rw.Builder, cond, yes, args, no, nil)
}

// keepLoopAttrs copies the attributes of a loop that LLVM expects on the branch back.
func keepLoopAttrs(loop, latch *ir.Op) {
	for _, a := range loop.Attrs() {
		if strings.HasPrefix(a.Name, "llvm.") {
			latch.SetAttr(a.Name, a.Value)
		}
	}
}

// takeTerminator erases the last operation of a block and returns its operands.
func takeTerminator(rw *ir.Rewriter, b *ir.Block) []*ir.Value {
	t := b.Last()
	vs := t.Operands()
	rw.Erase(t)
	return vs
}
