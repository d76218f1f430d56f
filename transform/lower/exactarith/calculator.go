package exactarith

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// calculator makes arithmetic on numbers, or on vectors of them.
type calculator struct{ *ir.Builder }

// like returns the type of numbers in the shape of a value.
func (c calculator) like(shape *ir.Value, elem ir.Type) ir.Type {
	if v, ok := shape.Type().(*ir.VectorType); ok {
		return c.Ctx.Vector(v.Shape, v.Scalable, elem)
	}
	return elem
}

// constant makes a number of a type, or a vector whose elements are all that number.
func (c calculator) constant(t ir.Type, attr ir.Attr, bits uint64) *ir.Value {
	v, ok := t.(*ir.VectorType)
	if !ok {
		return arith.NewConstant(c.Builder, attr)
	}
	data := make([]byte, ir.ElemBytes(v.Elem))
	for i := range data {
		data[i] = byte(bits >> (8 * i))
	}
	return arith.NewConstant(c.Builder, c.Ctx.Dense(v, string(data), true))
}

func (c calculator) integer(t ir.Type, n int64) *ir.Value {
	return c.constant(t, c.Ctx.Int(constraint.ElementOrSelf(t), n), uint64(n))
}

// float makes the number of the type of t's elements that is nearest to v.
func (c calculator) float(t ir.Type, v float64) *ir.Value {
	attr := c.Ctx.FloatValue(constraint.ElementOrSelf(t).(*ir.FloatType), v)
	return c.constant(t, attr, attr.Bits)
}

// compare has the predicate arith.OLT or another of its constants.
func (c calculator) compare(predicate int64, x, y *ir.Value) *ir.Value {
	attr := ir.NamedAttr{Name: "predicate", Value: c.Ctx.Int(c.Ctx.I64, predicate)}
	return c.Op(arith.CmpF, []*ir.Value{x, y}, attr).Result(0)
}

func (c calculator) isNaN(x *ir.Value) *ir.Value { return c.compare(arith.UNO, x, x) }

func (c calculator) choose(cond, x, y *ir.Value) *ir.Value {
	return arith.NewSelect(c.Builder, cond, x, y)
}
