package complex

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
)

// Operations that only move parts and change signs fold, since they are exact. Sums and products do not fold
// here; upstream folds some of them as if numbers were real.

func init() {
	Dialect.Constant = materialize
	Constant.Fold = func(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
		return []ir.FoldResult{{Attr: op.Attr("value")}}
	}
	Re.Fold, Im.Fold = foldPart(0), foldPart(1)
	Create.Fold = foldCreate
	Neg.Fold, Conj.Fold = foldTwice, foldTwice
	Bitcast.Fold = foldBitcast
}

// materialize makes a complex.constant of an array, the form in which complex numbers fold. For a part of a
// number it makes a constant of arith.
func materialize(b *ir.Builder, attr ir.Attr, typ ir.Type) *ir.Op {
	if _, ok := attr.(*ir.ArrayAttr); !ok {
		return arith.Dialect.Constant(b, attr, typ)
	}
	return b.Create(ir.OpState{Def: Constant, Results: []ir.Type{typ},
		Attrs: []ir.NamedAttr{{Name: "value", Value: attr}}})
}

// foldPart returns the fold of the part with an index. The part of a constant is a constant. The part of a
// complex.create is its operand.
func foldPart(index int) func(*ir.Op, []ir.Attr) []ir.FoldResult {
	return func(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
		if number, ok := consts[0].(*ir.ArrayAttr); ok {
			return []ir.FoldResult{{Attr: number.Elems[index]}}
		}
		if from := op.Operand(0).DefiningOp(); from != nil && from.Is(Create) {
			return []ir.FoldResult{{Value: from.Operand(index)}}
		}
		return nil
	}
}

// foldCreate folds a complex.create of both parts of a number to that number.
func foldCreate(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	re, im := op.Operand(0).DefiningOp(), op.Operand(1).DefiningOp()
	if re == nil || im == nil || !re.Is(Re) || !im.Is(Im) || re.Operand(0) != im.Operand(0) {
		return nil
	}
	return []ir.FoldResult{{Value: re.Operand(0)}}
}

// foldTwice folds an operation that is its own inverse, applied twice, to the operand.
func foldTwice(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	if from := op.Operand(0).DefiningOp(); from != nil && from.Is(op.Def()) {
		return []ir.FoldResult{{Value: from.Operand(0)}}
	}
	return nil
}

// foldBitcast folds a bitcast to the type that the value has, and a bitcast back to the type of the source of
// another one.
func foldBitcast(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	typ, operand := op.Result(0).Type(), op.Operand(0)
	if operand.Type() == typ {
		return []ir.FoldResult{{Value: operand}}
	}
	if from := operand.DefiningOp(); from != nil && from.Is(Bitcast) && from.Operand(0).Type() == typ {
		return []ir.FoldResult{{Value: from.Operand(0)}}
	}
	return nil
}
