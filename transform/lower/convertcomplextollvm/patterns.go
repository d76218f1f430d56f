package convertcomplextollvm

import (
	"github.com/inflight-compiler/inflight/complexes"
	"github.com/inflight-compiler/inflight/dialect/complex"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// patterns returns the lowering of each operation.
func patterns(ranges complexes.Range) []llvmtypes.Pattern {
	return []llvmtypes.Pattern{
		{Root: complex.Abs, Run: absolute},
		{Root: complex.Constant, Run: constant},
		{Root: complex.Create, Run: create},
		{Root: complex.Re, Run: part(0)},
		{Root: complex.Im, Run: part(1)},
		{Root: complex.Add, Run: ofTwo(partwise(complexes.Add))},
		{Root: complex.Sub, Run: ofTwo(partwise(complexes.Sub))},
		{Root: complex.Mul, Run: ofTwo(product)},
		{Root: complex.Div, Run: ofTwo(func(w *writer, x, y parts) parts {
			re, im := complexes.Divide(w, ranges, x.re, x.im, y.re, y.im)
			return parts{re, im}
		})},
	}
}

// parts is the real and the imaginary part of a number.
type parts struct{ re, im *ir.Value }

func partsOf(b *ir.Builder, number *ir.Value) parts {
	re := llvmtypes.Extract(b, number, 0)
	return parts{re, llvmtypes.Extract(b, number, 1)}
}

// part makes the lowering of what takes the part with an index.
func part(index int64) func(*llvmtypes.Conversion, *ir.Op, []*ir.Value) ([]*ir.Value, bool) {
	return func(c *llvmtypes.Conversion, _ *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
		return c.One(llvmtypes.Extract(c.Builder, args[0], index)), true
	}
}

func constant(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	t := c.Types.Type(op.Result(0).Type())
	if t == nil {
		return nil, false
	}
	attrs := append([]ir.NamedAttr{{Name: "value", Value: op.Attr("value")}}, op.Attrs()...)
	return c.One(c.Make(llvm.ConstantOp, nil, []ir.Type{t}, attrs...).Result(0)), true
}

func create(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	t := c.Types.Type(op.Result(0).Type())
	if t == nil {
		return nil, false
	}
	return c.One(put(c.Builder, llvmtypes.Poison(c.Builder, t), parts{args[0], args[1]})), true
}

// put puts the parts into a struct.
func put(b *ir.Builder, number *ir.Value, p parts) *ir.Value {
	return llvmtypes.Insert(b, p.im, llvmtypes.Insert(b, p.re, number, 0), 1)
}

// absolute makes the square root of the sum of squares, which may overflow.
func absolute(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	x, w := partsOf(c.Builder, args[0]), newWriter(c, op)
	re := w.given(complexes.Mul, x.re, x.re)
	im := w.given(complexes.Mul, x.im, x.im)
	return c.One(w.Compute(complexes.Sqrt, complexes.None, w.given(complexes.Add, re, im))), true
}

// ofTwo makes the lowering of a function of two numbers.
func ofTwo(formula func(w *writer, x, y parts) parts) func(*llvmtypes.Conversion, *ir.Op,
	[]*ir.Value) ([]*ir.Value, bool) {
	return func(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
		x := partsOf(c.Builder, args[0])
		y := partsOf(c.Builder, args[1])
		number := llvmtypes.Poison(c.Builder, args[0].Type())
		return c.One(put(c.Builder, number, formula(newWriter(c, op), x, y))), true
	}
}

// partwise computes an operation on the real and on the imaginary parts.
func partwise(op complexes.Operation) func(*writer, parts, parts) parts {
	return func(w *writer, x, y parts) parts {
		re := w.given(op, x.re, y.re)
		return parts{re, w.given(op, x.im, y.im)}
	}
}

func product(w *writer, x, y parts) parts {
	res, ims := w.given(complexes.Mul, y.re, x.re), w.given(complexes.Mul, y.im, x.im)
	re := w.given(complexes.Sub, res, ims)
	first, second := w.given(complexes.Mul, x.im, y.re), w.given(complexes.Mul, x.re, y.im)
	return parts{re, w.given(complexes.Add, first, second)}
}
