package scf

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
)

func init() {
	If.Fold = foldIf
	If.Canonicalize = []ir.Pattern{
		{Name: "combine-ifs", Rewrite: combineIfs},
		{Name: "combine-nested-ifs", Rewrite: combineNestedIfs},
		{Name: "propagate-condition", Rewrite: propagateCondition},
		{Name: "if-to-select", Rewrite: ifToSelect},
		{Name: "remove-empty-else", Rewrite: removeEmptyElse},
		{Name: "constant-condition", Rewrite: constantCondition},
		{Name: "drop-unused-results", Rewrite: dropIfResults},
		{Name: "yielded-condition", Rewrite: yieldedCondition},
		{Name: "merge-equal-results", Rewrite: mergeEqualResults},
	}
}

// foldIf swaps the branches of an if on a negated condition.
func foldIf(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	not := op.Operand(0).DefinedBy(arith.XOrI)
	if not == nil || op.Region(1).Empty() {
		return nil
	}
	if n, ok := ir.ConstInt(not.Operand(1)); !ok || n == 0 {
		return nil
	}
	op.SetOperand(0, not.Operand(0))
	then, els := op.Region(0).Entry(), op.Region(1).Entry()
	op.Region(0).RemoveBlock(then)
	op.Region(1).RemoveBlock(els)
	op.Region(0).Append(els)
	op.Region(1).Append(then)
	return ir.FoldedInPlace
}

// constantCondition inlines the branch that a constant condition selects.
func constantCondition(op *ir.Op, rw *ir.Rewriter) bool {
	n, ok := ir.ConstInt(op.Operand(0))
	switch {
	case !ok:
		return false
	case n != 0:
		inlineRegion(op, op.Region(0), nil, rw)
	case !op.Region(1).Empty():
		inlineRegion(op, op.Region(1), nil, rw)
	default:
		rw.Erase(op)
	}
	return true
}

func dropIfResults(op *ir.Op, rw *ir.Rewriter) bool { return dropResults(op, rw) }

// removeEmptyElse removes an else branch without operations.
func removeEmptyElse(op *ir.Op, rw *ir.Rewriter) bool {
	if op.NumResults() > 0 || op.Region(1).Empty() ||
		op.Region(1).Entry().First() != op.Region(1).Entry().Last() {
		return false
	}
	rw.EraseBlock(op.Region(1).Entry())
	rw.Modified(op)
	return true
}

// ifToSelect makes an arith.select of each result for which both branches yield values of the outside.
func ifToSelect(op *ir.Op, rw *ir.Rewriter) bool {
	if op.NumResults() == 0 {
		return false
	}
	then, els := op.Region(0).Entry().Last(), op.Region(1).Entry().Last()
	cond := op.Operand(0)
	results, keep, changed := make([]*ir.Value, op.NumResults()), make([]bool, op.NumResults()), false
	for i := range results {
		a, b := then.Operand(i), els.Operand(i)
		keep[i] = isInside(a, op) || isInside(b, op)
		changed = changed || !keep[i]
	}
	if !changed {
		return false
	}
	rw.SetBefore(op)
	rw.Loc = op.Loc()
	for i := range results {
		switch a, b := then.Operand(i), els.Operand(i); {
		case keep[i]:
		case a == b:
			results[i] = a
		default:
			results[i] = arith.NewSelect(rw.Builder, cond, a, b)
		}
	}
	for i, v := range results {
		if v != nil {
			rw.ReplaceUses(op.Result(i), v)
		}
	}
	return dropResults(op, rw)
}

// yieldedCondition replaces a result that equals the condition or its negation, or for which the branches
// yield two constants.
func yieldedCondition(op *ir.Op, rw *ir.Rewriter) bool {
	if op.NumResults() == 0 {
		return false
	}
	then, els := op.Region(0).Entry().Last(), op.Region(1).Entry().Last()
	changed := false
	for i, r := range op.Results() {
		if !r.HasUses() {
			continue
		}
		a, b := then.Operand(i), els.Operand(i)
		if a == b && !isInside(a, op) {
			rw.ReplaceUses(r, a)
			changed = true
			continue
		}
		x, ok := boolConstant(a)
		y, ok2 := boolConstant(b)
		switch {
		case !ok || !ok2:
		case x && !y:
			rw.ReplaceUses(r, op.Operand(0))
			changed = true
		case y && !x:
			rw.SetBefore(op)
			rw.Loc = op.Loc()
			rw.ReplaceUses(r, arith.Binary(rw.Builder, arith.XOrI, op.Operand(0),
				arith.ConstBool(rw.Builder, true)))
			changed = true
		}
	}
	return changed
}

// mergeEqualResults merges results for which each branch yields the same value.
func mergeEqualResults(op *ir.Op, rw *ir.Rewriter) bool {
	if op.NumResults() < 2 {
		return false
	}
	type yielded struct{ then, els *ir.Value }
	first := map[yielded]*ir.Value{}
	changed := false
	for i, r := range op.Results() {
		y := yielded{op.Region(0).Entry().Last().Operand(i), op.Region(1).Entry().Last().Operand(i)}
		switch same := first[y]; {
		case same == nil:
			first[y] = r
		case r.HasUses():
			rw.ReplaceUses(r, same)
			changed = true
		}
	}
	return changed
}

// boolConstant returns the value of an i1 constant.
func boolConstant(v *ir.Value) (value, ok bool) {
	if it, isInt := v.Type().(*ir.IntegerType); !isInt || it.Width != 1 {
		return false, false
	}
	n, ok := ir.ConstInt(v)
	return n != 0, ok
}

// propagateCondition replaces the condition in the branches by the constant that it has there.
func propagateCondition(op *ir.Op, rw *ir.Rewriter) bool {
	cond := op.Operand(0)
	if _, ok := ir.ConstInt(cond); ok {
		return false
	}
	changed := false
	var known [2]*ir.Value
	for u := range cond.Uses() {
		for i := range known {
			if !inRegion(u.Owner(), op.Region(i)) {
				continue
			}
			if known[i] == nil {
				rw.SetBefore(op)
				rw.Loc = op.Loc()
				known[i] = arith.ConstBool(rw.Builder, i == 0)
			}
			u.Set(known[i])
			rw.Modified(u.Owner())
			changed = true
		}
	}
	return changed
}

// inRegion reports whether an operation is nested in a region.
func inRegion(op *ir.Op, r *ir.Region) bool {
	for op != nil && op.Block() != nil {
		if op.Block().Region() == r {
			return true
		}
		op = op.Parent()
	}
	return false
}

// combineNestedIfs makes one if of an if whose then branch holds only another if: both conditions are joined.
// The else branches may only yield, and both ifs must yield the same values there.
func combineNestedIfs(op *ir.Op, rw *ir.Rewriter) bool {
	inner := op.Region(0).Entry().First()
	if !inner.Is(If) || inner.Next() != op.Region(0).Entry().Last() || !onlyYields(op.Region(1)) ||
		!onlyYields(inner.Region(1)) || isInside(inner.Operand(0), op) {
		return false
	}
	thens, elses, selected, ok := joinedYields(op, inner)
	if !ok {
		return false
	}
	rw.SetBefore(op)
	rw.Loc = op.Loc()
	cond := arith.Binary(rw.Builder, arith.AndI, op.Operand(0), inner.Operand(0))
	yield := inner.Region(0).Entry().Last()
	yield.SetOperands(thens)
	rw.Modified(yield)
	regions := []*ir.Region{ir.NewRegion(), ir.NewRegion()}
	regions[0].TakeBody(inner.Region(0))
	if len(elses) > 0 {
		block := ir.NewBlock()
		regions[1].Append(block)
		rw.InBlock(block, func() { NewYield(rw.Builder, elses...) })
	}
	made := rw.Create(ir.OpState{
		Def: If, Loc: op.Loc(), Operands: []*ir.Value{cond}, Results: op.ResultTypes(), Attrs: op.Attrs(),
		Regions: regions,
	})
	results := made.Results()
	rw.SetBefore(made)
	for _, i := range selected {
		results[i] = arith.NewSelect(rw.Builder, op.Operand(0), thens[i], elses[i])
	}
	rw.Replace(op, results...)
	return true
}

// onlyYields reports whether a branch has no operation besides its yield.
func onlyYields(r *ir.Region) bool { return r.Empty() || r.Entry().First().Is(Yield) }

// joinedYields returns the values that the joined if yields in its branches. The results at the positions in
// selected depend on the outer condition only: a select on that condition makes them.
func joinedYields(op, inner *ir.Op) (thens, elses []*ir.Value, selected []int, ok bool) {
	thens = op.Region(0).Entry().Last().Operands()
	if len(thens) > 0 {
		elses = op.Region(1).Entry().Last().Operands()
	}
	for i, v := range thens {
		switch {
		case v.DefiningOp() == inner:
			n := v.Index()
			if inner.Region(1).Entry().Last().Operand(n) != elses[i] {
				return nil, nil, nil, false
			}
			thens[i] = inner.Region(0).Entry().Last().Operand(n)
		case isInside(v, op):
			return nil, nil, nil, false
		default:
			selected = append(selected, i)
		}
	}
	return thens, elses, selected, true
}

// combineIfs joins an if with the one before it on the same or the opposite condition.
func combineIfs(op *ir.Op, rw *ir.Rewriter) bool {
	prev := op.Prev()
	if !prev.Is(If) {
		return false
	}
	var then, els *ir.Region // branches of op that are joined to those of prev
	switch cond, before := op.Operand(0), prev.Operand(0); {
	case cond == before:
		then, els = op.Region(0), op.Region(1)
	case isNot(cond, before), isNot(before, cond):
		then, els = op.Region(1), op.Region(0)
	default:
		return false
	}
	replacePrevious(prev, then, els, rw)
	regions := []*ir.Region{joinBranches(prev.Region(0), then, rw), joinBranches(prev.Region(1), els, rw)}
	results := append(prev.ResultTypes(), op.ResultTypes()...)
	rw.SetBefore(op)
	made := rw.Create(ir.OpState{Def: If, Loc: prev.Loc(), Operands: prev.Operands(), Results: results,
		Attrs: prev.Attrs(), Regions: regions})
	for i, r := range prev.Results() {
		rw.ReplaceUses(r, made.Result(i))
	}
	n := prev.NumResults()
	rw.Replace(op, made.Results()[n:]...)
	rw.Erase(prev)
	return true
}

// isNot reports whether v is the negation of w.
func isNot(v, w *ir.Value) bool {
	not := v.DefinedBy(arith.XOrI)
	if not == nil || not.Operand(0) != w {
		return false
	}
	n, ok := ir.ConstInt(not.Operand(1))
	return ok && n != 0
}

// replacePrevious replaces uses of prev's results in each branch of op by the values that the same branch of
// prev yields.
func replacePrevious(prev *ir.Op, then, els *ir.Region, rw *ir.Rewriter) {
	for i, r := range prev.Results() {
		for u := range r.Uses() {
			switch {
			case inRegion(u.Owner(), then):
				u.Set(prev.Region(0).Entry().Last().Operand(i))
			case inRegion(u.Owner(), els):
				u.Set(prev.Region(1).Entry().Last().Operand(i))
			default:
				continue
			}
			rw.Modified(u.Owner())
		}
	}
}

// joinBranches returns a region with the blocks of a and then b; either may be empty.
func joinBranches(a, b *ir.Region, rw *ir.Rewriter) *ir.Region {
	joined := ir.NewRegion()
	if a.Empty() {
		joined.TakeBody(b)
		return joined
	}
	joined.TakeBody(a)
	if b.Empty() {
		return joined
	}
	first, second := joined.Entry().Last(), b.Entry().Last()
	operands := slices.Concat(first.Operands(), second.Operands())
	rw.Erase(first)
	rw.MergeBlock(b.Entry(), joined.Entry(), nil)
	second.SetOperands(operands)
	rw.Modified(second)
	return joined
}
