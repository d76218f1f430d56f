package branches

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// lowerFor replaces a counted loop by a condition block, whose arguments are the induction variable and the
// carried values, and the blocks of the body, the last of which steps and branches back.
func lowerFor(op *ir.Op, rw *ir.Rewriter) bool {
	before, rest := splitAt(op)
	cond := op.Body()
	body := splitStart(cond)
	last := op.Region(0).Blocks()[len(op.Region(0).Blocks())-1]
	inlineBefore(op.Region(0), rest)

	carried := takeTerminator(rw, last)
	rw.SetEnd(last)
	iv := cond.Arg(0)
	next := arith.Binary(rw.Builder, arith.AddI, iv, scf.Step(op))
	latch := branch(rw, last, cond, append([]*ir.Value{next}, carried...)...)
	keepLoopAttrs(op, latch)
	branch(rw, before, cond, append([]*ir.Value{scf.Lower(op)}, scf.Inits(op)...)...)

	rw.SetEnd(cond)
	predicate := int64(arith.SLT)
	if scf.Unsigned(op) {
		predicate = arith.ULT
	}
	runs := arith.Cmp(rw.Builder, predicate, iv, scf.Upper(op))
	condBranch(rw, cond, runs, body, rest)
	rw.Replace(op, cond.Args()[1:]...)
	return true
}

// splitStart moves all operations of a block into a new one behind it.
func splitStart(b *ir.Block) *ir.Block { return b.Split(b.First()) }

// lowerDoWhile makes a single group of blocks from a loop whose second region only passes on its arguments.
func lowerDoWhile(op *ir.Op, rw *ir.Rewriter) bool {
	after := op.Region(1).Entry()
	yield := after.First()
	if !yield.Is(scf.Yield) || !slices.Equal(yield.Operands(), after.Args()) {
		return false
	}
	from, rest := splitAt(op)
	body := op.Region(0).Entry()
	inlineBefore(op.Region(0), rest)
	branch(rw, from, body, op.Operands()...)
	args := takeTerminator(rw, body)
	latch := condBranch(rw, body, args[0], body, rest, args[1:]...)
	keepLoopAttrs(op, latch)
	rw.Replace(op, args[1:]...)
	return true
}

// lowerWhile places the first region, which decides, before the second, which branches back to it. The
// results are the values that the first region passes on, visible by dominance.
func lowerWhile(op *ir.Op, rw *ir.Rewriter) bool {
	from, rest := splitAt(op)
	before, after := op.Region(0).Entry(), op.Region(1).Entry()
	inlineBefore(op.Region(0), rest)
	inlineBefore(op.Region(1), rest)
	branch(rw, from, before, op.Operands()...)
	args := takeTerminator(rw, before)
	condBranch(rw, before, args[0], after, rest, args[1:]...)
	latch := branch(rw, after, before, takeTerminator(rw, after)...)
	keepLoopAttrs(op, latch)
	rw.Replace(op, args[1:]...)
	return true
}
