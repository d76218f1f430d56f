package scf

import (
	"math/big"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
)

// The patterns are upstream's canonicalizations. Those of scf.if and scf.while are in files of their own.

func init() {
	Dialect.Constant = arith.Dialect.Constant
	For.Canonicalize = []ir.Pattern{
		{Name: "drop-loop-values", Rewrite: dropLoopValues},
		{Name: "simplify-trivial-loop", Rewrite: simplifyTrivialLoop},
	}
	Parallel.Canonicalize = []ir.Pattern{
		{Name: "drop-trivial-dimensions", Rewrite: dropTrivialDimensions},
		{Name: "merge-nested-parallel", Rewrite: mergeNestedParallel},
	}
	Forall.Canonicalize = []ir.Pattern{
		{Name: "forall-outputs", Rewrite: dropForallOutputs},
		{Name: "forall-constant-bounds", Rewrite: foldForallBounds},
		{Name: "forall-trivial-dimensions", Rewrite: dropForallDimensions},
	}
	ExecuteRegion.Canonicalize = []ir.Pattern{{Name: "inline-single-block", Rewrite: inlineExecuteRegion}}
	IndexSwitch.Canonicalize = []ir.Pattern{
		{Name: "constant-case", Rewrite: foldConstantCase},
		{Name: "drop-unused-results", Rewrite: dropSwitchResults},
	}
}

// inlineRegion puts the operations of a region of one block in place of op. args replace the block's
// arguments, and the operands of the terminator replace op's results.
func inlineRegion(op *ir.Op, r *ir.Region, args []*ir.Value, rw *ir.Rewriter) {
	yield := r.Entry().Last()
	rw.InlineBlock(r.Entry(), op, args)
	results := yield.Operands()
	rw.Replace(op, results...)
	rw.Erase(yield)
}

// TripCount returns the number of iterations of a loop from lower to upper by step. The number is known if
// all three are constants, or if both bounds are one value.
func TripCount(lower, upper, step *ir.Value, isUnsigned bool) (int64, bool) {
	if lower == upper {
		return 0, true
	}
	lo, ok := ir.ConstInt(lower)
	hi, ok2 := ir.ConstInt(upper)
	st, ok3 := ir.ConstInt(step)
	if !ok || !ok2 {
		return 0, false
	}
	l, h, s := number(lo, isUnsigned, lower.Type()), number(hi, isUnsigned, upper.Type()), big.NewInt(st)
	if l.Cmp(h) >= 0 {
		return 0, true
	}
	if !ok3 {
		return 0, false
	}
	if isUnsigned {
		s = number(st, true, step.Type())
	}
	if s.Sign() <= 0 {
		return 0, false
	}
	n := h.Sub(h, l)
	n.Add(n, s).Sub(n, big.NewInt(1)).Quo(n, s)
	return n.Int64(), n.IsInt64()
}

func number(v int64, isUnsigned bool, t ir.Type) *big.Int {
	n := big.NewInt(v)
	if width := uint(64); isUnsigned && v < 0 {
		if it, ok := t.(*ir.IntegerType); ok {
			width = uint(it.Width)
		}
		n.Add(n, new(big.Int).Lsh(big.NewInt(1), width))
	}
	return n
}

// simplifyTrivialLoop removes a loop without iterations and inlines a loop with one. It replaces the results
// of a loop with several iterations whose body only yields values of the outside.
func simplifyTrivialLoop(op *ir.Op, rw *ir.Rewriter) bool {
	n, ok := TripCount(Lower(op), Upper(op), Step(op), Unsigned(op))
	if !ok {
		return false
	}
	switch n {
	case 0:
		rw.Replace(op, Inits(op)...)
		return true
	case 1:
		inlineRegion(op, op.Region(0), append([]*ir.Value{Lower(op)}, Inits(op)...), rw)
		return true
	}
	yield := op.Body().First()
	if !yield.Is(Yield) ||
		slices.ContainsFunc(yield.Operands(), func(v *ir.Value) bool { return isInside(v, op) }) {
		return false
	}
	rw.Replace(op, yield.Operands()...)
	return true
}

// isInside reports whether v is defined in a region of op.
func isInside(v *ir.Value, op *ir.Op) bool {
	return op.IsAncestorOf(v.ParentBlock().ParentOp())
}

// dropLoopValues removes a carried value that does not change, that has no use, or that always equals another
// carried value.
func dropLoopValues(op *ir.Op, rw *ir.Rewriter) bool {
	args, inits, yield := IterArgs(op), Inits(op), op.Body().Last()
	if !yield.Is(Yield) || yield.NumOperands() != len(args) {
		return false
	}
	yields := yield.Operands()
	keep, same := make([]bool, len(args)), make([]int, len(args))
	dropped := false
	for i := range args {
		forwarded := args[i] == yields[i] || inits[i] == yields[i] ||
			!args[i].HasUses() && !op.Result(i).HasUses()
		keep[i], same[i] = !forwarded, -1
		for j := 0; keep[i] && j < i; j++ {
			if keep[j] && inits[j] == inits[i] && yields[j] == yields[i] {
				keep[i], same[i] = false, j
			}
		}
		dropped = dropped || !keep[i]
	}
	if !dropped {
		return false
	}
	for i := range args {
		switch {
		case same[i] >= 0:
			rw.ReplaceUses(args[i], args[same[i]])
			rw.ReplaceUses(op.Result(i), op.Result(same[i]))
		case !keep[i]:
			rw.ReplaceUses(args[i], inits[i])
			rw.ReplaceUses(op.Result(i), inits[i])
		}
	}
	rebuildFor(op, keep, rw)
	return true
}

// rebuildFor makes the loop anew with the carried values that keep selects. The others have no uses but in
// the yield.
func rebuildFor(op *ir.Op, keep []bool, rw *ir.Rewriter) {
	body := op.Body()
	yield := body.Last()
	inits, yields := filter(Inits(op), keep), filter(yield.Operands(), keep)
	yield.SetOperands(yields)
	rw.Modified(yield)
	for i := len(keep) - 1; i >= 0; i-- {
		if !keep[i] {
			body.EraseArg(i + 1)
		}
	}
	region := ir.NewRegion()
	region.TakeBody(op.Region(0))
	rw.SetBefore(op)
	made := rw.Create(ir.OpState{
		Def:      For,
		Loc:      op.Loc(),
		Operands: append(op.Operands()[:3:3], inits...),
		Results:  types(inits),
		Attrs:    allAttrs(op),
		Regions:  []*ir.Region{region},
	})
	replaceKept(op, made, keep, rw)
}

// replaceKept replaces those results of op that keep selects by the results of made. The others have no uses.
func replaceKept(op, made *ir.Op, keep []bool, rw *ir.Rewriter) {
	n := 0
	for i := range keep {
		if keep[i] {
			rw.ReplaceUses(op.Result(i), made.Result(n))
			n++
		}
	}
	rw.Erase(op)
}

func filter(vs []*ir.Value, keep []bool) []*ir.Value {
	var out []*ir.Value
	for i, v := range vs {
		if keep[i] {
			out = append(out, v)
		}
	}
	return out
}

// allAttrs returns the attributes of an operation, inherent ones first.
func allAttrs(op *ir.Op) []ir.NamedAttr {
	return append(slices.Clone(op.Properties()), op.Attrs()...)
}

// dropTrivialDimensions removes the dimensions of a scf.parallel that have one iteration. It removes the loop
// if a dimension has no iterations.
func dropTrivialDimensions(op *ir.Op, rw *ir.Rewriter) bool {
	lower, upper, steps, inits := op.OperandsOf(0), op.OperandsOf(1), op.OperandsOf(2), op.OperandsOf(3)
	keep, all := make([]bool, len(steps)), true
	for i := range steps {
		n, ok := TripCount(lower[i], upper[i], steps[i], false)
		if ok && n == 0 {
			rw.Replace(op, inits...)
			return true
		}
		keep[i] = !ok || n != 1
		all = all && keep[i]
	}
	if all {
		return false
	}
	body := op.Body()
	for i := len(keep) - 1; i >= 0; i-- {
		if !keep[i] {
			rw.ReplaceUses(body.Arg(i), lower[i])
			body.EraseArg(i)
		}
	}
	if body.NumArgs() == 0 {
		inlineParallel(op, inits, rw)
		return true
	}
	rebuildParallel(op, filter(lower, keep), filter(upper, keep), filter(steps, keep), rw)
	return true
}

// inlineParallel puts the body of a loop of one iteration in its place, with its reductions applied to the
// initial values.
func inlineParallel(op *ir.Op, inits []*ir.Value, rw *ir.Rewriter) {
	reduce := op.Body().Last()
	rw.InlineBlock(op.Body(), op, nil)
	results := make([]*ir.Value, len(inits))
	for i, r := range reduce.Regions() {
		end := r.Entry().Last()
		rw.InlineBlock(r.Entry(), op, []*ir.Value{inits[i], reduce.Operand(i)})
		results[i] = end.Operand(0)
		rw.Erase(end)
	}
	rw.Replace(op, results...)
	rw.Erase(reduce)
}

func rebuildParallel(op *ir.Op, lower, upper, steps []*ir.Value, rw *ir.Rewriter) {
	inits := op.OperandsOf(3)
	region := ir.NewRegion()
	region.TakeBody(op.Region(0))
	n := int64(len(steps))
	attrs := []ir.NamedAttr{
		{Name: "operandSegmentSizes", Value: op.Context().I32Array(n, n, n, int64(len(inits)))}}
	rw.SetBefore(op)
	made := rw.Create(ir.OpState{
		Def:      Parallel,
		Loc:      op.Loc(),
		Operands: slices.Concat(lower, upper, steps, inits),
		Results:  op.ResultTypes(),
		Attrs:    append(attrs, op.Attrs()...),
		Regions:  []*ir.Region{region},
	})
	rw.Replace(op, made.Results()...)
}

// mergeNestedParallel merges a scf.parallel with the scf.parallel that is its whole body. It does not merge
// where one of them reduces, or where the inner bounds depend on the outer induction variables.
func mergeNestedParallel(op *ir.Op, rw *ir.Rewriter) bool {
	inner := op.Body().First()
	if !inner.Is(Parallel) || inner.Next() != op.Body().Last() || op.NumResults() > 0 ||
		inner.NumResults() > 0 {
		return false
	}
	for _, v := range inner.Operands() {
		if v.Owner() == op.Body() {
			return false
		}
	}
	for _, a := range inner.Body().Args() {
		rw.ReplaceUses(a, op.Body().AddArg(a.Type(), a.Loc()))
	}
	for i := inner.Body().NumArgs() - 1; i >= 0; i-- {
		inner.Body().EraseArg(i)
	}
	lists := [3][]*ir.Value{}
	for i := range lists {
		lists[i] = slices.Concat(op.OperandsOf(i), inner.OperandsOf(i))
	}
	rw.Erase(op.Body().Last())
	rw.InlineBlock(inner.Body(), inner, nil)
	rw.Erase(inner)
	rebuildParallel(op, lists[0], lists[1], lists[2], rw)
	return true
}

// foldForallBounds moves the constants among the bounds of a scf.forall into its static lists.
func foldForallBounds(op *ir.Op, rw *ir.Rewriter) bool {
	changed := false
	var lists [3][]ir.OpFoldResult
	for i := range lists {
		lists[i] = MixedBounds(op, i)
		for j, r := range lists[i] {
			if n, ok := ir.ConstInt(r.Value); r.Value != nil && ok {
				lists[i][j], changed = ir.OpFoldResult{Const: n}, true
			}
		}
	}
	if changed {
		setForallBounds(op, lists, rw)
	}
	return changed
}

func setForallBounds(op *ir.Op, lists [3][]ir.OpFoldResult, rw *ir.Rewriter) {
	outs := op.OperandsOf(3)
	var operands []*ir.Value
	var sizes []int64
	for i, name := range []string{"staticLowerBound", "staticUpperBound", "staticStep"} {
		var static []int64
		before := len(operands)
		for _, r := range lists[i] {
			if r.Value != nil {
				operands, static = append(operands, r.Value), append(static, ir.Dynamic)
			} else {
				static = append(static, r.Const)
			}
		}
		op.SetAttr(name, op.Context().I64Array(static...))
		sizes = append(sizes, int64(len(operands)-before))
	}
	op.SetOperands(append(operands, outs...))
	op.SetAttr("operandSegmentSizes", op.Context().I32Array(append(sizes, int64(len(outs)))...))
	rw.Modified(op)
}

// dropForallDimensions removes the dimensions of a scf.forall that have one iteration, and the loop itself if
// no dimension is left. It removes a loop of which one dimension has no iterations. A loop with a mapping
// keeps all dimensions, and a loop with results keeps the last one.
func dropForallDimensions(op *ir.Op, rw *ir.Rewriter) bool {
	if op.Attr("mapping") != nil {
		return false
	}
	lists := [3][]ir.OpFoldResult{MixedBounds(op, 0), MixedBounds(op, 1), MixedBounds(op, 2)}
	var kept [3][]ir.OpFoldResult
	var dropped []int
	for d := range lists[0] {
		n, ok := constantTrips(lists[0][d], lists[1][d], lists[2][d])
		if ok && n == 0 {
			rw.Replace(op, op.OperandsOf(3)...)
			return true
		}
		if ok && n == 1 {
			dropped = append(dropped, d)
			continue
		}
		for i := range kept {
			kept[i] = append(kept[i], lists[i][d])
		}
	}
	if len(dropped) == 0 || len(kept[0]) == 0 && op.NumResults() > 0 {
		return false
	}
	rw.SetBefore(op)
	rw.Loc = op.Loc()
	for _, d := range slices.Backward(dropped) {
		v := lists[0][d].Value
		if v == nil {
			v = arith.ConstIndex(rw.Builder, lists[0][d].Const)
		}
		rw.ReplaceUses(op.Body().Arg(d), v)
		op.Body().EraseArg(d)
	}
	if len(kept[0]) == 0 {
		inlineRegion(op, op.Region(0), nil, rw)
		return true
	}
	setForallBounds(op, kept, rw)
	return true
}

func constantTrips(lower, upper, step ir.OpFoldResult) (int64, bool) {
	switch {
	case lower.Value != nil && lower == upper:
		return 0, true
	case lower.Value != nil || upper.Value != nil:
		return 0, false
	case lower.Const >= upper.Const:
		return 0, true
	case step.Value != nil || step.Const <= 0:
		return 0, false
	}
	return int64((uint64(upper.Const-lower.Const) + uint64(step.Const) - 1) / uint64(step.Const)), true
}

// inlineExecuteRegion inlines a region of one block. It inlines a region of several blocks where the parent
// allows branches.
func inlineExecuteRegion(op *ir.Op, rw *ir.Rewriter) bool {
	if op.Attr("no_inline") != nil {
		return false
	}
	if len(op.Region(0).Blocks()) == 1 {
		inlineRegion(op, op.Region(0), nil, rw)
		return true
	}
	return inlineBlocks(op, rw)
}

// foldConstantCase inlines the region that a constant chooses.
func foldConstantCase(op *ir.Op, rw *ir.Rewriter) bool {
	n, ok := ir.ConstInt(op.Operand(0))
	if !ok {
		return false
	}
	inlineRegion(op, op.Region(slices.Index(op.Ints("cases"), n)+1), nil, rw)
	return true
}

func dropSwitchResults(op *ir.Op, rw *ir.Rewriter) bool { return dropResults(op, rw) }

// dropResults removes the unused results of an operation whose regions all yield its results.
func dropResults(op *ir.Op, rw *ir.Rewriter) bool {
	keep, all := make([]bool, op.NumResults()), true
	for i := range keep {
		keep[i] = op.Result(i).HasUses()
		all = all && keep[i]
	}
	if all {
		return false
	}
	regions := make([]*ir.Region, op.NumRegions())
	for i, r := range op.Regions() {
		if yield := lastOf(r); yield.Is(Yield) {
			yield.SetOperands(filter(yield.Operands(), keep))
			rw.Modified(yield)
		}
		regions[i] = ir.NewRegion()
		regions[i].TakeBody(r)
	}
	rw.SetBefore(op)
	made := rw.Create(ir.OpState{
		Def:      op.Def(),
		Loc:      op.Loc(),
		Operands: op.Operands(),
		Results:  types(filter(op.Results(), keep)),
		Attrs:    allAttrs(op),
		Regions:  regions,
	})
	replaceKept(op, made, keep, rw)
	return true
}

// lastOf returns the last operation of a region's first block, nil if there is none.
func lastOf(r *ir.Region) *ir.Op {
	if r.Empty() {
		return nil
	}
	return r.Entry().Last()
}
