package arithexpand

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
)

// extreme returns the expansion of a minimum or maximum: a comparison selects one of the operands, and where
// the operand numbered checked is NaN, the result is the second one. With the second one checked, NaN wins;
// with the first one, a number does: a comparison with NaN, being unordered, selects the first operand.
func extreme(predicate int64, checked int) func(b *ir.Builder, op *ir.Op) *ir.Value {
	return func(b *ir.Builder, op *ir.Op) *ir.Value {
		x, y := op.Operand(0), op.Operand(1)
		v := arith.NewSelect(b, compare(b, predicate, x, y), x, y)
		return arith.NewSelect(b, compare(b, arith.UNO, op.Operand(checked), op.Operand(checked)), y, v)
	}
}

func compare(b *ir.Builder, predicate int64, x, y *ir.Value) *ir.Value {
	return b.Op(arith.CmpF, []*ir.Value{x, y},
		ir.NamedAttr{Name: "predicate", Value: b.Ctx.Int(b.Ctx.I64, predicate)}).Result(0)
}
