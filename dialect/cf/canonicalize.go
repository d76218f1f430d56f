package cf

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/ub"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// The patterns are upstream's canonicalizations.

func init() {
	Dialect.Constant = arith.Dialect.Constant
	Assert.Canonicalize = []ir.Pattern{{Name: "assert-true", Rewrite: assertTrue}}
	Br.Canonicalize = []ir.Pattern{
		{Name: "merge-with-only-predecessor", Rewrite: mergeWithSuccessor},
		{Name: "branch-through", Rewrite: branchThrough},
	}
	CondBr.Canonicalize = []ir.Pattern{
		{Name: "constant-condition", Rewrite: constantBranch},
		{Name: "branch-through", Rewrite: condBranchThrough},
		{Name: "same-successors", Rewrite: sameSuccessors},
		{Name: "propagate-condition", Rewrite: propagateCondition},
		{Name: "avoid-unreachable", Rewrite: avoidUnreachable},
	}
	Switch.Canonicalize = []ir.Pattern{
		{Name: "no-cases", Rewrite: switchWithoutCases},
		{Name: "drop-cases-like-default", Rewrite: dropDefaultCases},
		{Name: "constant-flag", Rewrite: constantSwitch},
		{Name: "branch-through", Rewrite: switchThrough},
	}
}

func assertTrue(op *ir.Op, rw *ir.Rewriter) bool {
	if n, ok := ir.ConstInt(op.Operand(0)); !ok || n == 0 {
		return false
	}
	rw.Erase(op)
	return true
}

// passed returns the operands that a branch passes to successor i.
func passed(op *ir.Op, i int) []*ir.Value {
	first, count := op.Def().SuccessorOperands(op, i)
	return op.Operands()[first : first+count]
}

// mergeWithSuccessor appends a block to the only one that branches to it.
func mergeWithSuccessor(op *ir.Op, rw *ir.Rewriter) bool {
	dest, block := op.Successor(0), op.Block()
	if dest == block || dest.IsEntry() || dest.NumBranches() > 1 {
		return false
	}
	args := op.Operands()
	rw.Erase(op)
	rw.MergeBlock(dest, block, args)
	return true
}

// collapse handles a successor that holds only a branch. It returns the target of that branch, with the
// operands that the branch passes on.
func collapse(dest *ir.Block, operands []*ir.Value) (*ir.Block, []*ir.Value, bool) {
	br := dest.First()
	if !br.Is(Br) || br.Successor(0) == dest {
		return nil, nil, false
	}
	onward := br.Operands()
	for i, v := range onward {
		if v.Owner() == dest {
			onward[i] = operands[v.Index()]
		}
	}
	for _, a := range dest.Args() {
		for u := range a.Uses() {
			if u.Owner() != br {
				return nil, nil, false
			}
		}
	}
	return br.Successor(0), onward, true
}

func branchThrough(op *ir.Op, rw *ir.Rewriter) bool {
	dest, operands, ok := collapse(op.Successor(0), op.Operands())
	if !ok || dest == op.Successor(0) || op.Successor(0) == op.Block() {
		return false
	}
	op.SetSuccessor(0, dest)
	op.SetOperands(operands)
	rw.Modified(op)
	return true
}

// replaceWithBr replaces a branch by an unconditional one to its successor i.
func replaceWithBr(op *ir.Op, i int, rw *ir.Rewriter) bool {
	rw.ReplaceWithNew(op, ir.OpState{Def: Br, Operands: passed(op, i), Results: []ir.Type{},
		Successors: []*ir.Block{op.Successor(i)}})
	return true
}

func constantBranch(op *ir.Op, rw *ir.Rewriter) bool {
	n, ok := ir.ConstInt(op.Operand(0))
	if !ok {
		return false
	}
	if n != 0 {
		return replaceWithBr(op, 0, rw)
	}
	return replaceWithBr(op, 1, rw)
}

// avoidUnreachable replaces a conditional branch of which one successor holds only ub.unreachable by a branch
// to the other successor.
func avoidUnreachable(op *ir.Op, rw *ir.Rewriter) bool {
	for i := range 2 {
		if op.Successor(i).First().Is(ub.Unreachable) {
			return replaceWithBr(op, 1-i, rw)
		}
	}
	return false
}

// target is a successor with the operands that are passed to it.
type target struct {
	block    *ir.Block
	operands []*ir.Value
}

// replaceCondBr replaces a conditional branch by one with other targets.
func replaceCondBr(op *ir.Op, targets [2]target, rw *ir.Rewriter) bool {
	rw.SetBefore(op)
	rw.Loc = op.Loc()
	made := NewCondBr(rw.Builder, op.Operand(0), targets[0].block, targets[0].operands, targets[1].block,
		targets[1].operands)
	if w := op.Attr("branch_weights"); w != nil {
		made.SetAttr("branch_weights", w)
	}
	rw.Erase(op)
	return true
}

func targetsOf(op *ir.Op) [2]target {
	return [2]target{{op.Successor(0), passed(op, 0)}, {op.Successor(1), passed(op, 1)}}
}

// condBranchThrough skips successors that hold only a branch.
func condBranchThrough(op *ir.Op, rw *ir.Rewriter) bool {
	targets, changed := targetsOf(op), false
	for i, t := range targets {
		if dest, operands, ok := collapse(t.block, t.operands); ok {
			targets[i], changed = target{dest, operands}, true
		}
	}
	return changed && replaceCondBr(op, targets, rw)
}

// sameSuccessors makes an unconditional branch if both successors are one block. Operands that differ become
// selects, if no other branch leads to the block.
func sameSuccessors(op *ir.Op, rw *ir.Rewriter) bool {
	dest := op.Successor(0)
	if op.Successor(1) != dest {
		return false
	}
	then, els := passed(op, 0), passed(op, 1)
	if slices.Equal(then, els) {
		return replaceWithBr(op, 0, rw)
	}
	if dest.NumBranches() > 2 {
		return false
	}
	rw.SetBefore(op)
	rw.Loc = op.Loc()
	operands := make([]*ir.Value, len(then))
	for i := range then {
		if operands[i] = then[i]; then[i] != els[i] {
			operands[i] = arith.NewSelect(rw.Builder, op.Operand(0), then[i], els[i])
		}
	}
	NewBr(rw.Builder, dest, operands...)
	rw.Erase(op)
	return true
}

// propagateCondition replaces the condition by a constant in a successor that only this edge of the branch
// enters.
func propagateCondition(op *ir.Op, rw *ir.Rewriter) bool {
	cond, changed := op.Operand(0), false
	if _, ok := ir.ConstInt(cond); ok || op.Successor(0) == op.Successor(1) {
		return false
	}
	for i, dest := range op.Successors() {
		if !dest.IsEntry() && dest.NumBranches() == 1 {
			changed = knownIn(dest, cond, i == 0, op, rw) || changed
		}
	}
	return changed
}

// knownIn replaces the condition by a constant in the operations of a block. It visits the operations and not
// the uses of the condition, because any number of uses may be in other blocks.
func knownIn(b *ir.Block, cond *ir.Value, value bool, branch *ir.Op, rw *ir.Rewriter) bool {
	var known *ir.Value
	for user := range b.Ops() {
		for i := range user.NumOperands() {
			if user.Operand(i) != cond {
				continue
			}
			if known == nil {
				rw.SetBefore(branch)
				rw.Loc = branch.Loc()
				known = arith.ConstBool(rw.Builder, value)
			}
			user.SetOperand(i, known)
			rw.Modified(user)
		}
	}
	return known != nil
}

func switchWithoutCases(op *ir.Op, rw *ir.Rewriter) bool {
	return op.NumSuccessors() == 1 && replaceWithBr(op, 0, rw)
}

// replaceSwitch replaces a switch by one with other targets. values are those of the remaining cases.
func replaceSwitch(op *ir.Op, targets []target, values []byte, rw *ir.Rewriter) {
	c := op.Context()
	flag := op.Operand(0)
	operands, segments := append([]*ir.Value{flag}, targets[0].operands...), []int64{}
	successors := []*ir.Block{targets[0].block}
	for _, t := range targets[1:] {
		successors, operands = append(successors, t.block), append(operands, t.operands...)
		segments = append(segments, int64(len(t.operands)))
	}
	defaults := int64(len(targets[0].operands))
	attrs := []ir.NamedAttr{
		{Name: "case_operand_segments", Value: c.I32Array(segments...)},
		{Name: constraint.OperandSegmentSize.Name,
			Value: c.I32Array(1, defaults, int64(len(operands))-1-defaults)},
	}
	if len(segments) > 0 {
		t := c.Vector([]int64{int64(len(segments))}, nil, flag.Type())
		attrs = append(attrs, ir.NamedAttr{Name: "case_values", Value: c.Dense(t, string(values), false)})
	}
	rw.ReplaceWithNew(op,
		ir.OpState{Def: Switch, Operands: operands, Results: []ir.Type{}, Attrs: attrs,
			Successors: successors})
}

// caseBytes returns the value of case i in the representation of dense attributes.
func caseBytes(op *ir.Op, i int) string {
	d := op.Attr("case_values").(*ir.DenseElementsAttr)
	size := ir.ElemBytes(d.Type.ElemType())
	if d.Splat {
		i = 0
	}
	return d.Data[i*size : (i+1)*size]
}

// dropDefaultCases removes the cases whose target is that of the default.
func dropDefaultCases(op *ir.Op, rw *ir.Rewriter) bool {
	targets := []target{{op.Successor(0), passed(op, 0)}}
	var values []byte
	for i := 1; i < op.NumSuccessors(); i++ {
		t := target{op.Successor(i), passed(op, i)}
		if t.block == targets[0].block && slices.Equal(t.operands, targets[0].operands) {
			continue
		}
		targets, values = append(targets, t), append(values, caseBytes(op, i-1)...)
	}
	if len(targets) == op.NumSuccessors() {
		return false
	}
	replaceSwitch(op, targets, values, rw)
	return true
}

func constantSwitch(op *ir.Op, rw *ir.Rewriter) bool {
	n, ok := ir.ConstInt(op.Operand(0))
	if !ok || ir.ElemBytes(op.Operand(0).Type()) > 8 {
		return false
	}
	return replaceWithBr(op, slices.Index(CaseValues(op), n)+1, rw)
}

// switchThrough skips successors that hold only a branch.
func switchThrough(op *ir.Op, rw *ir.Rewriter) bool {
	targets, changed := make([]target, op.NumSuccessors()), false
	var values []byte
	for i := range targets {
		targets[i] = target{op.Successor(i), passed(op, i)}
		if dest, operands, ok := collapse(targets[i].block, targets[i].operands); ok {
			targets[i], changed = target{dest, operands}, true
		}
		if i > 0 {
			values = append(values, caseBytes(op, i-1)...)
		}
	}
	if changed {
		replaceSwitch(op, targets, values, rw)
	}
	return changed
}
