package sameprogram

import "github.com/inflight-compiler/inflight/ir"

// decided returns the branch that a condition on constants always takes, and whether it is one: the importer
// does not import the other.
func decided(op *ir.Op) (region int, ok bool) {
	holds := false
	switch op.Name() {
	case "scf.if":
		a, isInt := constantOf(op.Operand(0), 0).(*ir.IntegerAttr)
		if !isInt {
			return 0, false
		}
		holds = a.Value&1 == 1
	case "affine.if":
		set := op.Attr("condition").(*ir.IntegerSetAttr).Set
		values := make([]int64, op.NumOperands())
		for i := range values {
			a, isInt := constantOf(op.Operand(i), 0).(*ir.IntegerAttr)
			if !isInt {
				return 0, false
			}
			values[i] = a.Value
		}
		holds = set.Eval(values[:set.NumDims], values[set.NumDims:])
	default:
		return 0, false
	}
	if holds {
		return 0, true
	}
	return 1, true
}

// constantOf evaluates pure operations on constants.
func constantOf(v *ir.Value, depth int) ir.Attr {
	if c := ir.ConstantValue(v); c != nil {
		return c
	}
	op := v.DefiningOp()
	if op == nil || depth > 20 || op.NumResults() != 1 || op.NumOperands() == 0 || op.Def().Fold == nil ||
		op.NumRegions() > 0 {
		return nil
	}
	consts := make([]ir.Attr, op.NumOperands())
	for i := range consts {
		if consts[i] = constantOf(op.Operand(i), depth+1); consts[i] == nil {
			return nil
		}
	}
	if folded := op.Def().Fold(op, consts); len(folded) == 1 {
		if folded[0].Value != nil {
			return constantOf(folded[0].Value, depth+1)
		}
		return folded[0].Attr
	}
	return nil
}
