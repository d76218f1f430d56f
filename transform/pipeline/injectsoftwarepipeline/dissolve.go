package injectsoftwarepipeline

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/diag"
	affinedialect "github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// In TVMScript the body of a loop is one block, and the operations in the block are the statements. The block
// may have a predicate (T.where). Such blocks are dissolved first, those of outer loops before those of inner
// ones. So an inner pipelined loop is a direct statement of the outer loop.

// dissolveBlocks dissolves the blocks that contain the statements of annotated loops. For each loop whose
// block had a predicate, it returns the place of the predicate.
func dissolveBlocks(root *ir.Op) (predicates map[*ir.Op]diag.Span, err error) {
	var errs diag.List
	predicates = map[*ir.Op]diag.Span{}
	for op := range root.Walk() {
		if !op.Is(scf.For) && !op.Is(affinedialect.For) {
			continue
		}
		n := entries(op)
		if n < 2 || !holdsBlock(op.Body()) {
			continue
		}
		if only := soleStatement(op.Body()); only.Is(scf.If) && dissolvable(only) {
			predicates[op] = only.Span()
		}
		errs.Add(diag.FromError(dissolveBody(op.Body(), n))...)
	}
	return predicates, errs.Err()
}

// holdsBlock reports whether an operation of a loop's body is a block, or a condition that may contain one.
func holdsBlock(body *ir.Block) bool {
	for op := range body.Ops() {
		if op.Is(pipeline.Block) || op.Is(scf.If) {
			return true
		}
	}
	return false
}

// entries returns the number of statements in the loop's annotation, 0 if it has no valid one.
func entries(loop *ir.Op) int {
	for _, name := range []string{pipeline.StageAttr, pipeline.OrderAttr} {
		if attr := loop.Attr(name); attr != nil {
			values, _ := pipeline.Integers(attr)
			return len(values)
		}
	}
	return 0
}

// dissolveBody moves the statements in the sole block of a loop's body into the body. If their number then
// differs from the annotation's, it also dissolves blocks of several statements, provided that this gives the
// right number: TVM counts the statements in them.
func dissolveBody(body *ir.Block, want int) error {
	for only := soleStatement(body); dissolvable(only); only = soleStatement(body) {
		if err := dissolveInto(only); err != nil {
			return err
		}
	}
	groups, inner := 0, 0
	for op := range body.OpsWithoutTerminator() {
		n := statementsOf(op)
		groups += min(n, 1)
		inner += n
		if loopParts(op) > 1 {
			groups += n - 1
		}
	}
	if groups == want || inner != want {
		return nil
	}
	for op := range body.OpsWithoutTerminator() {
		if op.Is(pipeline.Block) && statementsOf(op) > 1 {
			inline(op)
		}
	}
	return nil
}

// soleStatement returns the only statement among the operations of a block, nil if there are several or none.
func soleStatement(block *ir.Block) *ir.Op {
	var only *ir.Op
	for op := range block.OpsWithoutTerminator() {
		if isStatement(op) {
			if only != nil {
				return nil
			}
			only = op
		}
	}
	return only
}

// isStatement reports whether an operation of a loop's body is a statement: it does more than compute values
// for statements, or allocate or free a buffer of the block.
func isStatement(op *ir.Op) bool {
	if op.Is(pipeline.Block) {
		return true
	}
	return !feeds(op) && !onlyAllocates(op) && !freesNearby(op)
}

// freesNearby reports whether the operation frees a buffer of the same block.
func freesNearby(op *ir.Op) bool {
	if !onlyFrees(op) {
		return false
	}
	def := op.Operand(0).DefiningOp()
	return def != nil && def.Block() == op.Block() && onlyAllocates(def)
}

// statementsOf returns the number of statements in an operation of a loop's body: none if it only computes
// values for others, the number in a block, or the number of parts of a pipelined loop.
func statementsOf(op *ir.Op) int {
	switch {
	case !isStatement(op):
		return 0
	case !op.Is(pipeline.Block):
		return loopParts(op)
	}
	n := 0
	for inner := range op.Body().Ops() {
		if isStatement(inner) {
			n += loopParts(inner)
		}
	}
	return max(n, 1)
}

// loopParts returns the number of statements that a pipelined inner loop becomes in the loop around it.
func loopParts(op *ir.Op) int {
	if !annotated(op) || op.Attr(pipeline.AsyncStagesAttr) != nil {
		return 1
	}
	stages, _ := pipeline.Integers(op.Attr(pipeline.StageAttr))
	if len(stages) == 0 || slices.Max(stages) == 0 {
		return 1
	}
	return 3
}

// dissolvable reports whether the operation is a block of statements, or a condition around one.
func dissolvable(op *ir.Op) bool {
	for op.Is(scf.If) && op.NumResults() == 0 && len(op.Region(1).Blocks()) == 0 {
		op = soleStatement(op.Region(0).Blocks()[0])
	}
	return op.Is(pipeline.Block)
}

// dissolveInto replaces a dissolvable operation by the operations in it.
func dissolveInto(op *ir.Op) error {
	if op.Is(pipeline.Block) {
		inline(op)
		return nil
	}
	then := op.Region(0).Blocks()[0]
	if err := dissolveInto(soleStatement(then)); err != nil {
		return err
	}
	return distribute(op, then)
}

// inline replaces a block by its operations. An axis is replaced by the value to which it is bound.
func inline(block *ir.Op) {
	for op := range block.Body().Ops() {
		if op.Is(pipeline.Axis) {
			op.Result(0).ReplaceAllUsesWith(op.Operand(0))
			op.Erase()
			continue
		}
		op.MoveBefore(block)
	}
	block.Erase()
}

// distribute gives every statement under a condition a condition of its own. It copies the loads and pure
// operations that feed the statement into the new condition, because outside of it they may not be defined,
// like a quotient by 0. Buffers are allocated whatever the condition.
func distribute(cond *ir.Op, then *ir.Block) error {
	var roots []*ir.Op
	for op := range then.OpsWithoutTerminator() {
		if isStatement(op) {
			roots = append(roots, op)
		}
	}
	if err := checkCopies(roots, then); err != nil {
		return err
	}
	b := ir.At(cond)
	for op := range then.OpsWithoutTerminator() {
		if onlyAllocates(op) || freesNearby(op) {
			copyFeeding(b, op, then, ir.NewMapping())
			op.MoveBefore(cond)
		}
	}
	for _, root := range roots {
		b.Loc = cond.Loc()
		scf.NewIf(b, cond.Operand(0), func(b *ir.Builder) {
			copyFeeding(b, root, then, ir.NewMapping())
			b.Insert(detach(root))
		}, nil)
	}
	cond.Erase()
	return nil
}

func detach(op *ir.Op) *ir.Op {
	op.Remove()
	return op
}

// copyFeeding copies the operations of a block that feed op to the insertion point of b, and makes op use the
// copies.
func copyFeeding(b *ir.Builder, op *ir.Op, block *ir.Block, m *ir.Mapping) {
	for _, feeding := range feedingOps(op, block) {
		b.Clone(feeding, m)
	}
	for inner := range op.Walk() {
		for i := range inner.NumOperands() {
			if v := m.Lookup(inner.Operand(i)); v != inner.Operand(i) {
				inner.SetOperand(i, v)
			}
		}
	}
}

// feedingOps returns the operations of a block whose results op needs, in order, without allocations.
func feedingOps(op *ir.Op, block *ir.Block) []*ir.Op {
	needed := map[*ir.Op]bool{}
	work := []*ir.Op{op}
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		for inner := range at.Walk() {
			for i := range inner.NumOperands() {
				def := inner.Operand(i).DefiningOp()
				if def != nil && def.Block() == block && def != op && !needed[def] && !onlyAllocates(def) {
					needed[def] = true
					work = append(work, def)
				}
			}
		}
	}
	var all []*ir.Op
	for at := range block.Ops() {
		if needed[at] {
			all = append(all, at)
		}
	}
	return all
}

// checkCopies reports values that cannot be copied to the statement that needs them: the result of another
// statement, and a value that was loaded in front of another statement which may write that memory.
func checkCopies(roots []*ir.Op, block *ir.Block) error {
	e := &analysis.Evaluator{}
	for i, root := range roots {
		for _, op := range feedingOps(root, block) {
			if op.IsEffectFree() && !slices.Contains(roots, op) {
				continue
			}
			if !feeds(op) || writtenBetween(e, op, roots[:i]) {
				return diag.Errorf(codeStatement, op.Span(),
					"statement %d of the block needs this in front of another statement", i).
					Note(root.Span(), "this is statement %d", i).
					Suggest("store the value in a buffer of its own, or load it where it is needed")
			}
		}
	}
	return nil
}

// writtenBetween reports whether a statement behind a load may write the memory that the load reads.
func writtenBetween(e *analysis.Evaluator, load *ir.Op, roots []*ir.Op) bool {
	for _, read := range e.Accesses(load) {
		for _, root := range roots {
			if load.IsBefore(root) && mayWrite(e.Accesses(root), &read) {
				return true
			}
		}
	}
	return false
}
