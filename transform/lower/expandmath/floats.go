package expandmath

import (
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	mathdialect "github.com/inflight-compiler/inflight/dialect/math"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// naturalOf2 is ln(2).
const naturalOf2 = math.Ln2

// expandFloat returns the values of an operation on floats: its own results if it stays, nil for a type that
// it does not know.
func (c calculator) expandFloat(op *ir.Op, elem *ir.FloatType) []value {
	f, ok := functionsOfFloats[nameOf(op)]
	isKept := slices.Contains(kept, op.Def())
	switch {
	case op.Is(mathdialect.IsNormal):
		f, ok = direct(isNormal(elem.Kind)), true
	case op.Is(arith.RemF):
		f, ok = both(remf), true
	case isKept:
		f, ok = both(func(c calculator, x []value) []value { return c.Op(op.Def(), x).Results() }), true
	}
	if !ok {
		return nil
	}
	switch elem.Kind {
	case ir.F16, ir.BF16:
		if op.Is(mathdialect.CopySign) {
			return c.signOfHalf(op)
		}
		return c.narrowed(op, elem, f)
	case ir.F32:
		if isKept {
			return op.Results()
		}
		if f.direct {
			return f.narrow(c, op.Operands())
		}
		return c.narrowed(op, elem, f)
	case ir.F64:
		if isKept {
			return op.Results()
		}
		return c.widened(op, f)
	}
	return nil
}

// signOfHalf returns a number of 16 digits with the sign of another, of which NaN has one, too.
func (c calculator) signOfHalf(op *ir.Op) []value {
	word, t := c.of(c.Ctx.Integer(16)), op.Result(0).Type()
	x := arith.Cast(c.Builder, arith.Bitcast, op.Operand(0), word)
	y := arith.Cast(c.Builder, arith.Bitcast, op.Operand(1), word)
	both := c.either(c.mask(x, 0x7fff), c.mask(y, -0x8000))
	return []value{arith.Cast(c.Builder, arith.Bitcast, both, t)}
}

// narrowed computes in f64.
func (c calculator) narrowed(op *ir.Op, elem *ir.FloatType, f floats) []value {
	values := f.narrow(c, c.operands(op))
	if f.angle {
		values = c.largeAngles(op, c.operands(op)[0], values, narrowAngle)
	}
	for i, v := range values {
		if op.Result(i).Type() == c.of(elem) {
			values[i] = arith.Cast(c.Builder, arith.TruncF, v, c.of(elem))
		}
	}
	return values
}

// operands returns the operands as numbers of f64.
func (c calculator) operands(op *ir.Op) []value {
	out := slices.Clone(op.Operands())
	for i, v := range out {
		wide := c.of(c.Ctx.F64)
		switch t := elementOf(v).(type) {
		case *ir.FloatType:
			if t.Kind != ir.F64 {
				out[i] = arith.Cast(c.Builder, arith.ExtF, v, wide)
			}
		case *ir.IndexType:
			out[i] = c.toFloat(arith.Cast(c.Builder, arith.IndexCast, v, c.of(c.Ctx.I64)))
		default:
			out[i] = c.toFloat(v)
		}
	}
	return out
}

// widened computes numbers of f64 in a function, unless that is short, and vectors in place.
func (c calculator) widened(op *ir.Op, f floats) []value {
	switch {
	case f.wide == nil && c.shape == nil:
		return op.Results()
	case f.wide == nil:
		return c.lanes(op.Results(), op.Operands(), func(c calculator, x []value) []value {
			return c.Op(op.Def(), x).Results()
		}, nil)
	case f.short:
		return f.wide(c, op.Operands())
	case c.shape == nil:
		return c.functions.call(c, nameOf(op), c.operands(op), op.ResultTypes(), f.wide)
	}
	values := f.wide(c, c.operands(op))
	if f.angle {
		values = c.largeAngles(op, op.Operand(0), values, wideAngle)
	}
	return values
}

// largeAngles computes the values for arguments beyond the limit again, one by one, if there are any.
func (c calculator) largeAngles(op *ir.Op, x value, values []value, limit float64) []value {
	far := c.is(arith.OGT, c.abs(x), limit)
	wide := make([]ir.Type, len(values))
	types := make([]ir.Type, len(values))
	for i, v := range values {
		wide[i], types[i] = c.Ctx.F64, v.Type()
	}
	again := func(c calculator, x []value) []value {
		return c.functions.call(c, nameOf(op), x, wide, functionsOfFloats[nameOf(op)].wide)
	}
	return scf.NewIfYielding(c.Builder, c.any(far), types,
		func(*ir.Builder) []*ir.Value { return c.lanes(values, []value{x}, again, far) },
		func(*ir.Builder) []*ir.Value { return values }).Results()
}

// any reports whether a condition holds for one element.
func (c calculator) any(condition value) value {
	if c.shape == nil {
		return condition
	}
	flat := c.Ctx.Vector([]int64{ir.NumElements(c.shape.Shape)}, nil, c.Ctx.I1)
	if condition.Type() != ir.Type(flat) {
		condition = vector.NewShapeCast(c.Builder, flat, condition)
	}
	return vector.NewReduction(c.Builder, vector.Or, condition, nil)
}

// lanes computes f for each element of x, and returns values with the results in place of theirs: of all, or
// of those for which the condition holds.
func (c calculator) lanes(values, x []value, f formula, condition value) []value {
	scalar := calculator{Builder: c.Builder, functions: c.functions}
	if c.shape == nil {
		return f(scalar, x)
	}
	out := make([]value, len(values))
	for i, v := range values {
		out[i] = v
		if condition == nil {
			out[i] = c.splatZero(v.Type().(*ir.VectorType))
		}
	}
	for position := range positions(c.shape.Shape) {
		element := func(v value) value { return vector.NewExtract(c.Builder, v, position...) }
		operands := make([]value, len(x))
		for i, v := range x {
			operands[i] = element(v)
		}
		results := f(scalar, operands)
		for i, r := range results {
			if condition != nil {
				r = scalar.sel(element(condition), r, element(out[i]))
			}
			out[i] = vector.NewInsert(c.Builder, r, out[i], position...)
		}
	}
	return out
}

func (c calculator) splatZero(t *ir.VectorType) value {
	return arith.NewConstant(c.Builder, c.Ctx.Dense(t, string(make([]byte, ir.ElemBytes(t.Elem))), true))
}

// positions yields the subscripts of the elements of a vector.
func positions(shape []int64) func(yield func([]ir.OpFoldResult) bool) {
	return func(yield func([]ir.OpFoldResult) bool) {
		for n := range ir.NumElements(shape) {
			at := make([]ir.OpFoldResult, len(shape))
			for d := len(shape) - 1; d >= 0; d-- {
				at[d].Const = n % shape[d]
				n /= shape[d]
			}
			if !yield(at) {
				return
			}
		}
	}
}
