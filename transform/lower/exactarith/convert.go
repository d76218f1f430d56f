package exactarith

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// saturate replaces a conversion to an integer by one that gives the nearest integer of its type, and 0 for
// NaN. A limit that is too large for the type of the operand is infinity there.
func saturate(c calculator, op *ir.Op) *ir.Value {
	x, t := op.Operand(0), op.Result(0).Type()
	kind := constraint.ElementOrSelf(x.Type()).(*ir.FloatType).Kind
	width := width(t)
	if kind != ir.F16 && kind != ir.BF16 && kind != ir.F32 && kind != ir.F64 || width > 64 {
		return nil
	}
	above, most, below, least := math.Ldexp(1, width), int64(-1), 0.0, int64(0)
	if op.Is(arith.FPToSI) {
		above /= 2
		most, below, least = math.MaxInt64>>(64-width), -above, math.MinInt64>>(64-width)
	}
	n := arith.Cast(c.Builder, op.Def(), x, t)
	limit := func(predicate int64, bound float64, to int64) {
		b, end := c.float(x.Type(), bound), c.integer(t, to)
		n = c.choose(c.compare(predicate, x, b), end, n)
	}
	limit(arith.OGE, above, most)
	limit(arith.OLE, below, least)
	zero := c.integer(t, 0)
	return c.choose(c.isNaN(x), zero, n)
}

func width(t ir.Type) int { return int(constraint.ElementOrSelf(t).(*ir.IntegerType).Width) }

// roundOnce makes the operand of a conversion to bf16, which goes by way of f32, one that f32 holds, so that
// only the second step rounds: the digits from a certain place on become one digit that says whether any of
// them was 1. There are no numbers of bf16, and none in the middle of two, between the integers that become
// one.
func roundOnce(c calculator, op *ir.Op) *ir.Value {
	x, t := op.Operand(0), op.Result(0).Type()
	kind, digits := constraint.ElementOrSelf(t).(*ir.FloatType).Kind, width(x.Type())
	if kind != ir.BF16 || digits <= 24 || digits > 64 {
		return nil
	}
	extend := arith.ExtUI
	if op.Is(arith.SIToFP) {
		extend = arith.ExtSI
	}
	if digits != 32 && digits != 64 {
		x = arith.Cast(c.Builder, extend, x, c.like(x, c.Ctx.I64))
	}
	short := x
	for _, s := range shortenings {
		if s.from < digits {
			short = c.shorten(x, short, s, op.Is(arith.SIToFP))
		}
	}
	return arith.Cast(c.Builder, op.Def(), short, t)
}

// shortening says how many digits of an integer go, where that has more than from digits.
type shortening struct{ from, drop int }

// shortenings are those by which f32 holds integers of up to 39, 54 and 64 digits. Neighbors in bf16, and
// what is in the middle of two, are at least 2^(from-8) apart.
var shortenings = []shortening{{24, 16}, {39, 31}, {54, 41}}

// shorten returns x with fewer digits where it is large, and otherwise what is given.
func (c calculator) shorten(x, otherwise *ir.Value, s shortening, withSign bool) *ir.Value {
	t := x.Type()
	binary := func(def *ir.OpDef, x *ir.Value, n int64) *ir.Value {
		return arith.Binary(c.Builder, def, x, c.integer(t, n))
	}
	dropped := int64(1)<<s.drop - 1
	rest := arith.Cmp(c.Builder, arith.NE, binary(arith.AndI, x, dropped), c.integer(t, 0))
	digit := c.choose(rest, c.integer(t, (dropped+1)/2), c.integer(t, 0))
	short := arith.Binary(c.Builder, arith.OrI, binary(arith.AndI, x, ^dropped), digit)
	number, limit := x, int64(1)<<s.from
	if withSign {
		number, limit = binary(arith.AddI, x, limit), 2*limit
	}
	return c.choose(arith.Cmp(c.Builder, arith.ULT, number, c.integer(t, limit)), otherwise, short)
}
