package index

import "github.com/inflight-compiler/inflight/ir"

func init() {
	for _, def := range []*ir.OpDef{Add, Mul, MaxS, MaxU, MinS, MinU, And, Or, XOr} {
		def.Canonicalize = []ir.Pattern{{Name: "combine-constants", Rewrite: combineConstants}}
	}
	Cmp.Canonicalize = []ir.Pattern{{Name: "compare-difference", Rewrite: compareDifference}}
}

// combineConstants: (x op a) op b = x op (a op b) for constants a and b, if a op b folds.
func combineConstants(op *ir.Op, rw *ir.Rewriter) bool {
	inner := op.Operand(0).DefinedBy(op.Def())
	if inner == nil {
		return false
	}
	consts := []ir.Attr{ir.ConstantValue(op.Operand(1)), ir.ConstantValue(inner.Operand(1))}
	if consts[0] == nil || consts[1] == nil {
		return false
	}
	folded := op.Def().Fold(op, consts)
	if len(folded) != 1 || folded[0].Attr == nil {
		return false
	}
	rw.SetBefore(op)
	rw.Loc = op.Loc()
	c := materialize(rw.Builder, folded[0].Attr, op.Result(0).Type())
	rw.ReplaceWithNew(op,
		ir.OpState{Def: op.Def(), Operands: []*ir.Value{inner.Operand(0), c.Result(0)},
			Results: op.ResultTypes()})
	return true
}

// compareDifference: x-y cmp 0 = x cmp y, 0 cmp x-y = y cmp x. Upstream has this rewrite, which assumes that
// differences do not wrap around.
func compareDifference(op *ir.Op, rw *ir.Rewriter) bool {
	isZero := func(v *ir.Value) bool {
		n, ok := number(ir.ConstantValue(v))
		return ok && n == 0
	}
	x, y := op.Operand(0), op.Operand(1)
	var operands []*ir.Value
	switch {
	case isZero(y):
		if sub := x.DefinedBy(Sub); sub != nil {
			operands = []*ir.Value{sub.Operand(0), sub.Operand(1)}
		}
	case isZero(x):
		if sub := y.DefinedBy(Sub); sub != nil {
			operands = []*ir.Value{sub.Operand(1), sub.Operand(0)}
		}
	}
	if operands == nil {
		return false
	}
	rw.ReplaceWithNew(op, ir.OpState{Def: Cmp, Operands: operands, Results: op.ResultTypes(),
		Attrs: []ir.NamedAttr{{Name: "pred", Value: op.Attr("pred")}}})
	return true
}
