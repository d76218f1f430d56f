package expandaffine

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// Expander emits the arithmetic of affine expressions, operands first and left before right.
type Expander struct {
	B             *ir.Builder
	Dims, Symbols []*ir.Value
}

// Map returns the values of a map's results for operands: dimensions, then
// symbols.
func Map(b *ir.Builder, m *affine.Map, operands []*ir.Value) []*ir.Value {
	e := Expander{b, operands[:m.NumDims], operands[m.NumDims:]}
	vs := make([]*ir.Value, len(m.Results))
	for i, r := range m.Results {
		vs[i] = e.Expr(r)
	}
	return vs
}

// Expr makes the value of an expression.
func (e *Expander) Expr(x *affine.Expr) *ir.Value {
	switch x.Kind {
	case affine.Constant:
		return e.Constant(x.Value)
	case affine.Dim:
		return e.Dims[x.Value]
	case affine.Symbol:
		return e.Symbols[x.Value]
	}
	l := e.Expr(x.LHS)
	r := e.Expr(x.RHS)
	switch x.Kind {
	case affine.Add:
		return e.Op(arith.AddI, l, r)
	case affine.Mul:
		return Multiply(e.B, l, r, arith.NoSignedWrap)
	case affine.Mod:
		return e.mod(l, r)
	case affine.FloorDiv:
		return e.floorDiv(l, r)
	}
	return e.ceilDiv(l, r)
}

// Constant makes an index.
func (e *Expander) Constant(n int64) *ir.Value { return arith.ConstIndex(e.B, n) }

// Op makes an operation of two indices.
func (e *Expander) Op(def *ir.OpDef, l, r *ir.Value) *ir.Value { return arith.Binary(e.B, def, l, r) }

// mod makes l mod r, never negative: r is added to a negative remainder.
func (e *Expander) mod(l, r *ir.Value) *ir.Value {
	rem := e.Op(arith.RemSI, l, r)
	negative := arith.Cmp(e.B, arith.SLT, rem, e.Constant(0))
	return arith.NewSelect(e.B, negative, e.Op(arith.AddI, rem, r), rem)
}

// floorDiv makes l floordiv r for positive r: of a negative l, -1 - l is
// divided, which is not negative, and the quotient subtracted from -1.
func (e *Expander) floorDiv(l, r *ir.Value) *ir.Value {
	zero, minusOne := e.Constant(0), e.Constant(-1)
	negative := arith.Cmp(e.B, arith.SLT, l, zero)
	dividend := arith.NewSelect(e.B, negative, e.Op(arith.SubI, minusOne, l), l)
	quotient := e.Op(arith.DivSI, dividend, r)
	return arith.NewSelect(e.B, negative, e.Op(arith.SubI, minusOne, quotient), quotient)
}

// ceilDiv makes l ceildiv r for positive r: of a positive l, l - 1 is divided
// and one added to the quotient; otherwise -l is divided and negated back.
func (e *Expander) ceilDiv(l, r *ir.Value) *ir.Value {
	zero, one := e.Constant(0), e.Constant(1)
	nonPositive := arith.Cmp(e.B, arith.SLE, l, zero)
	negated := e.Op(arith.SubI, zero, l)
	dividend := arith.NewSelect(e.B, nonPositive, negated, e.Op(arith.SubI, l, one))
	quotient := e.Op(arith.DivSI, dividend, r)
	back := e.Op(arith.SubI, zero, quotient)
	return arith.NewSelect(e.B, nonPositive, back, e.Op(arith.AddI, quotient, one))
}

// Multiply emits a product that is known not to overflow in the ways that flags say.
func Multiply(b *ir.Builder, l, r *ir.Value, flags int64) *ir.Value {
	return WithFlags(b, arith.MulI, l, r, flags)
}

// WithFlags makes an operation of two integers with flags of arith.Overflow.
func WithFlags(b *ir.Builder, def *ir.OpDef, l, r *ir.Value, flags int64) *ir.Value {
	return b.Op(def, []*ir.Value{l, r},
		ir.NamedAttr{Name: "overflowFlags", Value: b.Ctx.Enum(arith.Overflow, flags)}).Result(0)
}

// Reduce combines values from left to right.
func Reduce(b *ir.Builder, def *ir.OpDef, vs []*ir.Value) *ir.Value {
	v := vs[0]
	for _, w := range vs[1:] {
		v = arith.Binary(b, def, v, w)
	}
	return v
}
