package scf

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// dropForallOutputs removes two kinds of outputs of a scf.forall. The result of the first kind has no uses:
// the operations that write the output go, too. No iteration writes an output of the second kind. In both
// cases the iterations then read the value from before the loop.
func dropForallOutputs(op *ir.Op, rw *ir.Rewriter) bool {
	outs, args := op.OperandsOf(3), SharedOuts(op)
	keep := make([]bool, len(outs))
	for i, v := range op.Results() {
		keep[i] = v.HasUses() && len(combining(args[i])) > 0
	}
	if !slices.Contains(keep, false) {
		return false
	}
	for i, arg := range slices.Backward(args) {
		if keep[i] {
			continue
		}
		for _, inner := range combining(arg) {
			rw.Erase(inner)
		}
		rw.ReplaceUses(arg, outs[i])
		rw.ReplaceUses(op.Result(i), outs[i])
		op.Body().EraseArg(arg.Index())
	}
	left := filter(outs, keep)
	sizes := slices.Clone(op.Ints("operandSegmentSizes"))
	sizes[3] = int64(len(left))
	body := ir.NewRegion()
	body.TakeBody(op.Region(0))
	op.SetAttr("operandSegmentSizes", op.Context().I32Array(sizes...))
	rw.SetBefore(op)
	made := rw.Create(ir.OpState{
		Def: op.Def(), Loc: op.Loc(), Results: types(filter(op.Results(), keep)), Attrs: allAttrs(op),
		Operands: slices.Concat(op.Operands()[:op.NumOperands()-len(outs)], left),
		Regions:  []*ir.Region{body},
	})
	replaceKept(op, made, keep, rw)
	return true
}

// combining returns the operations that insert values of the iterations into an output.
func combining(arg *ir.Value) []*ir.Op {
	var list []*ir.Op
	for u := range arg.Uses() {
		if into := u.Owner().Def().CombinesInto; into != nil && into(u.Owner()) == arg &&
			!slices.Contains(list, u.Owner()) {
			list = append(list, u.Owner())
		}
	}
	return list
}
