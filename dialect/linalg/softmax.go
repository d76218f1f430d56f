package linalg

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Softmax is linalg.softmax: along one dimension, exp(x - m) divided by the sum of all of these, where m is
// the greatest x.
var Softmax = &ir.OpDef{
	Name:     "linalg.softmax",
	Summary:  "exponentials along a dimension, divided by their sum",
	Operands: []ir.OperandDef{{Name: "input", Type: anyShaped}, {Name: "output", Type: anyShaped}},
	Results:  []ir.ResultDef{{Name: "result", Type: constraint.RankedTensor, Arity: ir.Variadic}},
	Attrs:    []ir.AttrDef{{Name: "dimension", Type: constraint.I64}},
	Format: "attr-dict `dimension` `(` $dimension `)` `ins` `(` $input `:` type($input) `)` " +
		"`outs` `(` $output `:` type($output) `)` (`->` type($result)^)?",
	Verify: verifySoftmax,
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		for i, kind := range []ir.EffectKind{ir.Read, ir.Write} {
			if constraint.IsRankedMemRef(op.Operand(i).Type()) {
				add(ir.Effect{Kind: kind, Value: op.Operand(i)})
			}
		}
	},
}

func verifySoftmax(op *ir.Op) error {
	in, out := op.Operand(0).Type().(ir.ShapedType).Dims(), op.Operand(1).Type().(ir.ShapedType).Dims()
	dim, _ := op.IntAttr("dimension")
	switch {
	case len(in) != len(out) || !ir.CompatibleShapes(in, out):
		return op.OpErrorf(codeLinalg, "incompatible output shape")
	case dim < 0 || dim >= int64(len(in)):
		return op.OpErrorf(codeLinalg, "incorrect dimension specified")
	}
	return nil
}
