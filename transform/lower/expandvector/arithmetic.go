package expandvector

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// outerProduct multiplies each element of the left vector with the right one.
func outerProduct(b *ir.Builder, op *ir.Op) ([]*ir.Value, bool) {
	t := op.Result(0).Type().(*ir.VectorType)
	kind := vector.Kind(op)
	if vector.Combination(kind, t.Elem) == nil {
		return nil, false
	}
	left, right := op.Operand(0), op.Operand(1)
	acc, mask := op.OptionalOperand(2), maskAround(op)
	if len(t.Shape) == 1 {
		return []*ir.Value{combined(b, kind, left, vector.NewBroadcast(b, t, right), acc, mask)}, true
	}
	row := b.Ctx.Vector(t.Shape[1:], nil, t.Elem)
	out := zero(b, t)
	for i := range t.Shape[0] {
		x := vector.NewBroadcast(b, row, vector.NewExtract(b, left, at(i)...))
		out = vector.NewInsert(b, combined(b, kind, x, right, rowOf(b, acc, i), rowOf(b, mask, i)), out,
			at(i)...)
	}
	return []*ir.Value{out}, true
}

// rowOf extracts a row, nil of nothing.
func rowOf(b *ir.Builder, v *ir.Value, i int64) *ir.Value {
	if v == nil {
		return nil
	}
	return vector.NewExtract(b, v, at(i)...)
}

// combined multiplies two vectors and combines the product with a third one, if there is one, as far as a
// mask selects it. Product and sum of floats are rounded once.
func combined(b *ir.Builder, kind int64, x, y, acc, mask *ir.Value) *ir.Value {
	elem := constraint.ElementOrSelf(x.Type())
	_, isFloat := elem.(*ir.FloatType)
	product := vector.Combination(vector.Mul, elem)
	if acc == nil {
		return arith.Binary(b, product, x, y)
	}
	var made *ir.Value
	if isFloat && kind == vector.Add {
		made = vector.NewFMA(b, x, y, acc)
	} else {
		made = arith.Binary(b, vector.Combination(kind, elem), arith.Binary(b, product, x, y), acc)
	}
	if mask == nil {
		return made
	}
	return arith.NewSelect(b, mask, made, acc)
}

func zero(b *ir.Builder, t *ir.VectorType) *ir.Value {
	return arith.NewConstant(b, b.Ctx.Splat(t, arith.ZeroAttr(b.Ctx, t.Elem)))
}

// scan combines slice after slice along its dimension. One that is inclusive begins with the first slice,
// another with the initial value.
func scan(b *ir.Builder, op *ir.Op) ([]*ir.Value, bool) {
	t := op.Operand(0).Type().(*ir.VectorType)
	combination := vector.Combination(vector.Kind(op), t.Elem)
	dim, _ := op.IntAttr("reduction_dim")
	inclusive, _ := op.IntAttr("inclusive")
	if combination == nil {
		return nil, false
	}
	source := ordered(b, op.Operand(0), toFront(len(t.Shape), dim)...)
	out := zero(b, source.Type().(*ir.VectorType))
	var last *ir.Value
	for i := range t.Shape[dim] {
		switch {
		case i == 0 && inclusive != 0:
			last = vector.NewExtract(b, source, at(0)...)
		case i == 0 && len(t.Shape) == 1:
			last = vector.NewExtract(b, op.Operand(1))
		case i == 0:
			last = op.Operand(1)
		case inclusive != 0:
			last = arith.Binary(b, combination, last, vector.NewExtract(b, source, at(i)...))
		default:
			last = arith.Binary(b, combination, last, vector.NewExtract(b, source, at(i-1)...))
		}
		out = vector.NewInsert(b, last, out, at(i)...)
	}
	if len(t.Shape) == 1 {
		last = vector.NewBroadcast(b, b.Ctx.Vector([]int64{}, nil, t.Elem), last)
	}
	return []*ir.Value{ordered(b, out, fromFront(len(t.Shape), dim)...), last}, true
}

// ordered transposes a vector, unless that changes nothing.
func ordered(b *ir.Builder, v *ir.Value, permutation ...int64) *ir.Value {
	if slices.IsSorted(permutation) {
		return v
	}
	return vector.NewTranspose(b, v, permutation...)
}

// toFront returns the permutation that puts a dimension first and leaves the others in order, and fromFront
// the one that puts it back.
func toFront(rank int, dim int64) []int64 {
	list := []int64{dim}
	for d := range int64(rank) {
		if d != dim {
			list = append(list, d)
		}
	}
	return list
}

func fromFront(rank int, dim int64) []int64 {
	list := make([]int64, rank)
	for at, d := range toFront(rank, dim) {
		list[d] = int64(at)
	}
	return list
}

// maskedReduction puts what is neutral in the place of the elements that a mask leaves out.
func maskedReduction(b *ir.Builder, op *ir.Op) ([]*ir.Value, bool) {
	mask := maskAround(op)
	t := op.Operand(0).Type().(*ir.VectorType)
	kind := vector.Kind(op)
	if mask == nil || vector.Combination(kind, t.Elem) == nil {
		return nil, false
	}
	neutral := arith.NewConstant(b, b.Ctx.Splat(t, vector.Neutral(b.Ctx, kind, t.Elem)))
	some := arith.NewSelect(b, mask, op.Operand(0), neutral)
	made := vector.NewReduction(b, kind, some, op.OptionalOperand(1)).DefiningOp()
	made.SetAttr("fastmath", op.Attr("fastmath"))
	return made.Results(), true
}
