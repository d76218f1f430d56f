package convertvectortoscf

import (
	"math/bits"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// printElements makes loops of the vector.print of a vector: one per dimension, which print the elements in
// parentheses and commas between them.
func printElements(op *ir.Op, rw *ir.Rewriter) bool {
	v := op.OptionalOperand(0)
	if v == nil {
		return false
	}
	t, isVector := v.Type().(*ir.VectorType)
	if !isVector || t.Scalable != nil {
		return false
	}
	v = printable(rw.Builder, v, t)
	shape := t.Shape
	if len(shape) == 0 {
		shape = []int64{1}
	}
	if len(t.Shape) != 1 {
		elem := v.Type().(*ir.VectorType).Elem
		v = vector.NewShapeCast(rw.Builder, rw.Ctx.Vector([]int64{ir.NumElements(shape)}, nil, elem), v)
	}
	last := printLoops(rw.Builder, v, shape)
	rw.SetAfter(last)
	mark(rw.Builder, vector.MarkKind(op))
	rw.Erase(op)
	return true
}

// printable makes integers as wide as the next type that all targets have; of one bit, and unsigned ones,
// with zeros.
func printable(b *ir.Builder, v *ir.Value, t *ir.VectorType) *ir.Value {
	elem, isInteger := t.Elem.(*ir.IntegerType)
	if !isInteger {
		return v
	}
	width := uint32(1) << bits.Len32(max(8, elem.Width)-1)
	of := func(width uint32, sign ir.Signedness) *ir.VectorType {
		return b.Ctx.Vector(t.Shape, nil, b.Ctx.IntegerOf(width, sign))
	}
	v = vector.NewBitCast(b, of(elem.Width, ir.Signless), v)
	if width != elem.Width {
		extend := arith.ExtSI
		if elem.Width == 1 || elem.Sign == ir.Unsigned {
			extend = arith.ExtUI
		}
		v = arith.Cast(b, extend, v, of(width, ir.Signless))
	}
	return vector.NewBitCast(b, of(width, elem.Sign), v)
}

// printLoops makes the loops and returns the print behind the outermost.
func printLoops(b *ir.Builder, v *ir.Value, shape []int64) *ir.Op {
	var end *ir.Op
	var ivs []*ir.Value
	for _, n := range shape {
		bounds := boundsOf(b, n)
		last := arith.Binary(b, arith.SubI, bounds[1], bounds[2])
		mark(b, vector.Open)
		made := loop(b, bounds, nil, func(_, _ *ir.Value) *ir.Value { return nil })
		closing := mark(b, vector.Close)
		if end == nil {
			end = closing
		}
		body := made.Region(0).Entry()
		ivs = append(ivs, body.Arg(0))
		b.SetStart(body)
		more := arith.Cmp(b, arith.ULT, body.Arg(0), last)
		scf.NewIf(b, more, func(b *ir.Builder) { mark(b, vector.Comma) }, nil)
		b.SetStart(body)
	}
	element := vector.NewExtract(b, v, positionOf(numberOf(b, shape, ivs)))
	b.Op(vector.Print, []*ir.Value{element}, punctuation(b.Ctx, vector.NoMark))
	return end
}

// numberOf makes the number of the element that the loops are at, row by row.
func numberOf(b *ir.Builder, shape []int64, ivs []*ir.Value) *ir.Value {
	var number *ir.Value
	stride := int64(1)
	for d := len(shape) - 1; d >= 0; d-- {
		part := arith.Binary(b, arith.MulI, index(b, stride), ivs[d])
		if number == nil {
			number = part
		} else {
			number = arith.Binary(b, arith.AddI, number, part)
		}
		stride *= shape[d]
	}
	return number
}

// mark makes a vector.print of punctuation.
func mark(b *ir.Builder, kind int64) *ir.Op { return b.Op(vector.Print, nil, punctuation(b.Ctx, kind)) }

func punctuation(c *ir.Context, kind int64) ir.NamedAttr {
	return ir.NamedAttr{Name: "punctuation", Value: c.Enum(vector.Punctuation, kind)}
}
