package expandmath

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/arith"
	mathdialect "github.com/inflight-compiler/inflight/dialect/math"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// calculator makes arithmetic on values of one shape: numbers, or vectors of them.
type calculator struct {
	*ir.Builder
	functions *functions
	shape     *ir.VectorType // nil for numbers
}

// value is an SSA value of the calculator's shape.
type value = *ir.Value

// of returns the type with elements of that type.
func (c calculator) of(elem ir.Type) ir.Type {
	if c.shape == nil {
		return elem
	}
	return c.Ctx.Vector(c.shape.Shape, nil, elem)
}

// splat makes a constant of the shape, all elements of which are the scalar attribute.
func (c calculator) splat(attr ir.Attr, elem ir.Type, bits uint64) value {
	if c.shape == nil {
		return arith.NewConstant(c.Builder, attr)
	}
	size := ir.ElemBytes(elem)
	data := make([]byte, size)
	for i := range data {
		data[i] = byte(bits >> (8 * i))
	}
	return arith.NewConstant(c.Builder, c.Ctx.Dense(c.of(elem).(ir.ShapedType), string(data), true))
}

// f is the constant v : f64.
func (c calculator) f(v float64) value {
	return c.splat(c.Ctx.FloatBits(c.Ctx.F64, math.Float64bits(v)), c.Ctx.F64, math.Float64bits(v))
}

// like is the constant v of the type that x has.
func (c calculator) like(x value, v float64) value {
	t := constraint.ElementOrSelf(x.Type()).(*ir.FloatType)
	attr := c.Ctx.FloatValue(t, v)
	return c.splat(attr, t, attr.Bits)
}

// i is the constant n : i64.
func (c calculator) i(n int64) value { return c.integer(c.Ctx.I64, n) }

// integer is the constant n of that type of integers.
func (c calculator) integer(t ir.Type, n int64) value { return c.splat(c.Ctx.Int(t, n), t, uint64(n)) }

func (c calculator) binary(def *ir.OpDef, x, y value) value {
	return arith.Binary(c.Builder, def, x, y)
}

func (c calculator) add(x, y value) value { return c.binary(arith.AddF, x, y) }
func (c calculator) sub(x, y value) value { return c.binary(arith.SubF, x, y) }
func (c calculator) mul(x, y value) value { return c.binary(arith.MulF, x, y) }
func (c calculator) div(x, y value) value { return c.binary(arith.DivF, x, y) }

// addF adds a constant, and so on.
func (c calculator) addF(x value, v float64) value { return c.add(x, c.like(x, v)) }
func (c calculator) subF(x value, v float64) value { return c.sub(x, c.like(x, v)) }
func (c calculator) mulF(x value, v float64) value { return c.mul(x, c.like(x, v)) }

func (c calculator) unary(def *ir.OpDef, x value) value { return c.Op(def, []*ir.Value{x}).Result(0) }

func (c calculator) neg(x value) value   { return c.unary(arith.NegF, x) }
func (c calculator) abs(x value) value   { return c.unary(mathdialect.AbsF, x) }
func (c calculator) sqrt(x value) value  { return c.unary(mathdialect.Sqrt, x) }
func (c calculator) trunc(x value) value { return c.unary(mathdialect.Trunc, x) }
func (c calculator) floor(x value) value { return c.unary(mathdialect.Floor, x) }

// signOf returns x with the sign of y.
func (c calculator) signOf(x, y value) value { return c.binary(mathdialect.CopySign, x, y) }

// sel returns yes where cond holds, else no.
func (c calculator) sel(cond, yes, no value) value {
	return arith.NewSelect(c.Builder, cond, yes, no)
}

// compare has the predicate arith.OLT or another of its constants.
func (c calculator) compare(predicate int64, x, y value) value {
	attr := ir.NamedAttr{Name: "predicate", Value: c.Ctx.Int(c.Ctx.I64, predicate)}
	return c.Op(arith.CmpF, []*ir.Value{x, y}, attr).Result(0)
}

// is compares with a constant.
func (c calculator) is(predicate int64, x value, v float64) value {
	return c.compare(predicate, x, c.like(x, v))
}

func (c calculator) both(x, y value) value   { return c.binary(arith.AndI, x, y) }
func (c calculator) either(x, y value) value { return c.binary(arith.OrI, x, y) }
func (c calculator) iadd(x, y value) value   { return c.binary(arith.AddI, x, y) }
func (c calculator) isub(x, y value) value   { return c.binary(arith.SubI, x, y) }

// shl shifts the digits of integers to the left, shr to the right, sar with the sign.
func (c calculator) shl(x value, n int64) value { return c.binary(arith.ShLI, x, c.likeInt(x, n)) }
func (c calculator) shr(x value, n int64) value { return c.binary(arith.ShRUI, x, c.likeInt(x, n)) }
func (c calculator) sar(x value, n int64) value { return c.binary(arith.ShRSI, x, c.likeInt(x, n)) }

// mask keeps the digits of integers that n has.
func (c calculator) mask(x value, n int64) value { return c.binary(arith.AndI, x, c.likeInt(x, n)) }

// likeInt is the constant n of the type that x has.
func (c calculator) likeInt(x value, n int64) value {
	return c.integer(constraint.ElementOrSelf(x.Type()), n)
}

// bits returns the representations of numbers of f64, number the numbers of representations.
func (c calculator) bits(x value) value {
	return arith.Cast(c.Builder, arith.Bitcast, x, c.of(c.Ctx.I64))
}
func (c calculator) number(x value) value {
	return arith.Cast(c.Builder, arith.Bitcast, x, c.of(c.Ctx.F64))
}

// toFloat converts signed integers to f64.
func (c calculator) toFloat(x value) value {
	return arith.Cast(c.Builder, arith.SIToFP, x, c.of(c.Ctx.F64))
}

// poly evaluates a polynomial, given from the constant term up, by Horner's rule.
func (c calculator) poly(x value, coefficients []float64) value {
	sum := c.f(coefficients[len(coefficients)-1])
	for i := len(coefficients) - 2; i >= 0; i-- {
		sum = c.addF(c.mul(sum, x), coefficients[i])
	}
	return sum
}

// shifter is 1.5 * 2^52: a number of less than 51 digits that is added to it is rounded to an integer, which
// then stands in the low digits of the sum's representation.
const shifter = 0x1.8p52

// nearest returns the integer nearest to x, |x| < 2^51, as a number, and a representation whose low 32 digits
// are its own.
func (c calculator) nearest(x value) (n, digits value) {
	shifted := c.addF(x, shifter)
	return c.subF(shifted, shifter), c.bits(shifted)
}

// scale multiplies a normal x by 2^n for the n that has the low digits given, where the product is normal as
// well.
func (c calculator) scale(x, digits value) value {
	return c.number(c.iadd(c.bits(x), c.shl(digits, 52)))
}

// power2 returns 2^n for integers n between -1022 and 1023.
func (c calculator) power2(n value) value {
	return c.number(c.shl(c.iadd(n, c.i(1023)), 52))
}

func (c calculator) not(x value) value { return c.binary(arith.XOrI, x, c.integer(c.Ctx.I1, 1)) }

func (c calculator) exclusive(x, y value) value { return c.binary(arith.XOrI, x, y) }

func (c calculator) binaryOr(x value, n int64) value { return c.binary(arith.OrI, x, c.likeInt(x, n)) }

// complement changes all digits of integers.
func (c calculator) complement(x value) value { return c.binary(arith.XOrI, x, c.likeInt(x, -1)) }
