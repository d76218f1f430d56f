package loweraffine

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// expander makes arithmetic of affine expressions, operands first and left
// before right.
type expander struct {
	b          *ir.Builder
	dims, syms []*ir.Value
}

// expandMap returns the values of the map's results for the operands:
// dimensions, then symbols.
func expandMap(b *ir.Builder, m *affine.Map, operands []*ir.Value) []*ir.Value {
	e := expander{b, operands[:m.NumDims], operands[m.NumDims:]}
	vs := make([]*ir.Value, len(m.Results))
	for i, r := range m.Results {
		vs[i] = e.expr(r)
	}
	return vs
}

func (e *expander) expr(x *affine.Expr) *ir.Value {
	switch x.Kind {
	case affine.Constant:
		return e.constant(x.Value)
	case affine.Dim:
		return e.dims[x.Value]
	case affine.Symbol:
		return e.syms[x.Value]
	}
	l := e.expr(x.LHS)
	r := e.expr(x.RHS)
	switch x.Kind {
	case affine.Add:
		return e.op(arith.AddI, l, r)
	case affine.Mul:
		return multiply(e.b, l, r, arith.NoSignedWrap)
	case affine.Mod:
		return e.mod(l, r)
	case affine.FloorDiv:
		return e.floorDiv(l, r)
	}
	return e.ceilDiv(l, r)
}

func (e *expander) constant(n int64) *ir.Value { return arith.ConstIndex(e.b, n) }

func (e *expander) op(def *ir.OpDef, l, r *ir.Value) *ir.Value { return arith.Binary(e.b, def, l, r) }

// mod makes l mod r, never negative: r is added to a negative remainder.
func (e *expander) mod(l, r *ir.Value) *ir.Value {
	rem := e.op(arith.RemSI, l, r)
	negative := arith.Cmp(e.b, arith.SLT, rem, e.constant(0))
	return arith.NewSelect(e.b, negative, e.op(arith.AddI, rem, r), rem)
}

// floorDiv makes l floordiv r for positive r: of a negative l, -1 - l is
// divided, which is not negative, and the quotient subtracted from -1.
func (e *expander) floorDiv(l, r *ir.Value) *ir.Value {
	zero, minusOne := e.constant(0), e.constant(-1)
	negative := arith.Cmp(e.b, arith.SLT, l, zero)
	dividend := arith.NewSelect(e.b, negative, e.op(arith.SubI, minusOne, l), l)
	quotient := e.op(arith.DivSI, dividend, r)
	return arith.NewSelect(e.b, negative, e.op(arith.SubI, minusOne, quotient), quotient)
}

// ceilDiv makes l ceildiv r for positive r: of a positive l, l - 1 is divided
// and one added to the quotient; otherwise -l is divided and negated back.
func (e *expander) ceilDiv(l, r *ir.Value) *ir.Value {
	zero, one := e.constant(0), e.constant(1)
	nonPositive := arith.Cmp(e.b, arith.SLE, l, zero)
	negated := e.op(arith.SubI, zero, l)
	dividend := arith.NewSelect(e.b, nonPositive, negated, e.op(arith.SubI, l, one))
	quotient := e.op(arith.DivSI, dividend, r)
	back := e.op(arith.SubI, zero, quotient)
	return arith.NewSelect(e.b, nonPositive, back, e.op(arith.AddI, quotient, one))
}

// multiply makes a product that is known not to overflow in the way of flags.
func multiply(b *ir.Builder, l, r *ir.Value, flags int64) *ir.Value {
	return withFlags(b, arith.MulI, l, r, flags)
}

func withFlags(b *ir.Builder, def *ir.OpDef, l, r *ir.Value, flags int64) *ir.Value {
	return b.Op(def, []*ir.Value{l, r}, ir.NamedAttr{Name: "overflowFlags", Value: b.Ctx.Enum(arith.Overflow, flags)}).Result(0)
}

// reduce combines values from left to right.
func reduce(b *ir.Builder, def *ir.OpDef, vs []*ir.Value) *ir.Value {
	v := vs[0]
	for _, w := range vs[1:] {
		v = arith.Binary(b, def, v, w)
	}
	return v
}

// mapOf returns the affine map in an attribute of op.
func mapOf(op *ir.Op, name string) *affine.Map { return op.Attr(name).(*ir.AffineMapAttr).Map }

func lowerApply(op *ir.Op, rw *ir.Rewriter) bool {
	rw.Replace(op, expandMap(rw.Builder, mapOf(op, "map"), op.Operands())...)
	return true
}

func lowerMin(op *ir.Op, rw *ir.Rewriter) bool { return lowerExtremum(op, rw, arith.MinSI) }

func lowerMax(op *ir.Op, rw *ir.Rewriter) bool { return lowerExtremum(op, rw, arith.MaxSI) }

func lowerExtremum(op *ir.Op, rw *ir.Rewriter, def *ir.OpDef) bool {
	rw.Replace(op, reduce(rw.Builder, def, expandMap(rw.Builder, mapOf(op, "map"), op.Operands())))
	return true
}
