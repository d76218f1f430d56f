package convertvectortollvm

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// rewrites turn operations into simpler ones of the same dialect: those on several dimensions into some on
// rows, and transfers into loads and stores. They come before the lowering.
func rewrites(index ir.Type) []ir.Pattern {
	masks := &maskRewriter{index}
	return []ir.Pattern{
		rewriteOf(vector.TransferRead, masks.transferRead),
		rewriteOf(vector.TransferWrite, masks.transferWrite),
		rewriteOf(vector.CreateMask, masks.create),
		rewriteOf(vector.ConstantMask, constantMask),
		rewriteOf(vector.Step, step),
		rewriteOf(vector.Broadcast, stretch),
		rewriteOf(vector.Transpose, transpose),
		rewriteOf(vector.ShapeCast, shapeCast),
		rewriteOf(vector.ExtractStridedSlice, extractSlice),
		rewriteOf(vector.InsertStridedSlice, insertSlice),
		rewriteOf(vector.OuterProduct, outerProduct),
		rewriteOf(vector.FMA, fmaOfRows),
		rewriteOf(vector.Interleave, interleaveRows),
		rewriteOf(vector.FromElements, fromElements),
		rewriteOf(vector.Contract, contract),
	}
}

// rewriteOf makes a pattern of a function that returns what stands for the result of an operation, nil where
// it does not apply; of an operation without results it returns anything but nil. What stands in a
// vector.mask is left alone: only the whole of it could be rewritten. So are vectors whose length is a
// multiple of the machine's.
func rewriteOf(def *ir.OpDef, f func(b *ir.Builder, op *ir.Op) *ir.Value) ir.Pattern {
	return ir.Pattern{Name: "simplify-" + def.Name, Root: def.Name,
		Rewrite: func(op *ir.Op, rw *ir.Rewriter) bool {
			if op.Parent().Is(vector.Mask) || isScalable(op) {
				return false
			}
			v := f(rw.Builder, op)
			switch {
			case v == nil:
				return false
			case op.NumResults() == 0:
				rw.Erase(op)
			default:
				rw.Replace(op, v)
			}
			return true
		}}
}

func isScalable(op *ir.Op) bool {
	for _, t := range op.ResultTypes() {
		if v := vectorOf(t); v != nil && v.Scalable != nil {
			return true
		}
	}
	for _, v := range op.Operands() {
		if t := vectorOf(v.Type()); t != nil && t.Scalable != nil {
			return true
		}
	}
	return false
}

// at returns a static position.
func at(position ...int64) []ir.OpFoldResult {
	out := make([]ir.OpFoldResult, len(position))
	for i, n := range position {
		out[i].Const = n
	}
	return out
}

// rowOf extracts row i along the first dimension: an element of a vector of one.
func rowOf(b *ir.Builder, v *ir.Value, i int64) *ir.Value { return vector.NewExtract(b, v, at(i)...) }

// withRow puts a row, or an element, into a vector.
func withRow(b *ir.Builder, row, into *ir.Value, i int64) *ir.Value {
	return vector.NewInsert(b, row, into, at(i)...)
}

// without returns the type of the rows along the first dimension.
func without(c *ir.Context, t *ir.VectorType) *ir.VectorType {
	return c.Vector(t.Shape[1:], nil, t.Elem)
}

// zero makes a vector of zeros, to be filled.
func zero(b *ir.Builder, t *ir.VectorType) *ir.Value {
	return arith.NewConstant(b, b.Ctx.Dense(t, string(make([]byte, ir.ElemBytes(t.Elem))), true))
}

// undefined makes a vector that nothing is known of, to be filled.
func undefined(b *ir.Builder, t *ir.VectorType) *ir.Value {
	lowered := llvmtypes.NewTypes(b.Ctx, 0).Type(t)
	if lowered == nil {
		return zero(b, t)
	}
	v := llvmtypes.Poison(b, lowered)
	if lowered != ir.Type(t) {
		v = b.Create(ir.OpState{Def: builtin.UnrealizedConversionCast, Operands: []*ir.Value{v},
			Results: []ir.Type{t}}).Result(0)
	}
	return v
}

// fmaOfRows multiplies and adds row by row.
func fmaOfRows(b *ir.Builder, op *ir.Op) *ir.Value {
	t := vectorOf(op.Result(0).Type())
	if len(t.Shape) < 2 {
		return nil
	}
	out := zero(b, t)
	for i := range t.Shape[0] {
		x, y, z := rowOf(b, op.Operand(0), i), rowOf(b, op.Operand(1), i), rowOf(b, op.Operand(2), i)
		out = withRow(b, vector.NewFMA(b, x, y, z), out, i)
	}
	return out
}

// interleaveRows interleaves row by row, and those of one dimension by a shuffle.
func interleaveRows(b *ir.Builder, op *ir.Op) *ir.Value {
	t := vectorOf(op.Result(0).Type())
	switch len(t.Shape) {
	case 0:
		return nil
	case 1:
		if vectorOf(op.Operand(0).Type()).Shape == nil {
			return nil
		}
		half := t.Shape[0] / 2
		var mask []int64
		for i := range half {
			mask = append(mask, i, half+i)
		}
		return vector.NewShuffle(b, op.Operand(0), op.Operand(1), mask...)
	}
	out := zero(b, t)
	for i := range t.Shape[0] {
		x, y := rowOf(b, op.Operand(0), i), rowOf(b, op.Operand(1), i)
		row := b.Create(ir.OpState{Def: vector.Interleave, Operands: []*ir.Value{x, y},
			Results: []ir.Type{without(b.Ctx, t)}})
		out = withRow(b, row.Result(0), out, i)
	}
	return out
}

// fromElements makes the rows of a vector of several dimensions from elements.
func fromElements(b *ir.Builder, op *ir.Op) *ir.Value {
	t := vectorOf(op.Result(0).Type())
	if len(t.Shape) < 2 {
		return nil
	}
	row := without(b.Ctx, t)
	n := int(ir.NumElements(row.Shape))
	out := undefined(b, t)
	for i := range t.Shape[0] {
		elements := op.Operands()[int(i)*n : (int(i)+1)*n]
		out = withRow(b, vector.NewFromElements(b, row, elements...), out, i)
	}
	return out
}

// stretch repeats along dimensions of one element, and rows along new dimensions.
func stretch(b *ir.Builder, op *ir.Op) *ir.Value {
	from, to := vectorOf(op.Operand(0).Type()), vectorOf(op.Result(0).Type())
	v := op.Operand(0)
	switch {
	case from == nil || len(from.Shape) == 0:
		return nil
	case len(from.Shape) < len(to.Shape):
		row := vector.NewBroadcast(b, without(b.Ctx, to), v)
		return everyRow(b, to, func(int64) *ir.Value { return row })
	case len(to.Shape) == 1 && from.Shape[0] == 1 && to.Shape[0] > 1:
		return vector.NewBroadcast(b, to, rowOf(b, v, 0))
	case len(to.Shape) == 1:
		return nil
	case from.Shape[0] == 1 && to.Shape[0] > 1:
		row := vector.NewBroadcast(b, without(b.Ctx, to), rowOf(b, v, 0))
		return everyRow(b, to, func(int64) *ir.Value { return row })
	}
	return everyRow(b, to, func(i int64) *ir.Value {
		return vector.NewBroadcast(b, without(b.Ctx, to), rowOf(b, v, i))
	})
}

func everyRow(b *ir.Builder, t *ir.VectorType, row func(i int64) *ir.Value) *ir.Value {
	out := undefined(b, t)
	for i := range t.Shape[0] {
		out = withRow(b, row(i), out, i)
	}
	return out
}

// outerProduct multiplies each element of the left vector with the right one, or both where that is a number,
// and combines it with the accumulator.
func outerProduct(b *ir.Builder, op *ir.Op) *ir.Value {
	t := vectorOf(op.Result(0).Type())
	kind := vector.Kind(op)
	if kind != vector.Add && op.NumOperands() > 2 {
		return nil
	}
	left, right := op.Operand(0), op.Operand(1)
	var acc *ir.Value
	if op.NumOperands() > 2 {
		acc = op.Operand(2)
	}
	if len(t.Shape) == 1 {
		return multiplyAdd(b, left, vector.NewBroadcast(b, t, right), acc)
	}
	out := zero(b, t)
	for i := range t.Shape[0] {
		x := vector.NewBroadcast(b, without(b.Ctx, t), rowOf(b, left, i))
		var with *ir.Value
		if acc != nil {
			with = rowOf(b, acc, i)
		}
		out = withRow(b, multiplyAdd(b, x, right, with), out, i)
	}
	return out
}

// multiplyAdd multiplies two vectors, and adds a third one if there is one.
func multiplyAdd(b *ir.Builder, x, y, z *ir.Value) *ir.Value {
	_, isFloat := vectorOf(x.Type()).Elem.(*ir.FloatType)
	switch {
	case isFloat && z != nil:
		return vector.NewFMA(b, x, y, z)
	case isFloat:
		return arith.Binary(b, arith.MulF, x, y)
	case z == nil:
		return arith.Binary(b, arith.MulI, x, y)
	}
	return arith.Binary(b, arith.AddI, arith.Binary(b, arith.MulI, x, y), z)
}
