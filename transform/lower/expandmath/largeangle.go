package expandmath

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// Rests of large arguments by pi/2 are computed with as many digits of 2/pi as count (Payne and Hanek, Radian
// reduction for trigonometric functions, 1983): those whose products with the argument are multiples of 4 do
// not.

// reduce is quarterTurns for all arguments.
func (c calculator) reduce(x value) (r pair, digits value) {
	if c.shape != nil {
		return c.quarterTurns(x)
	}
	types := []ir.Type{c.Ctx.F64, c.Ctx.F64, c.Ctx.I64}
	branch := scf.NewIfYielding(c.Builder, c.is(arith.OGT, c.abs(x), wideAngle), types,
		func(*ir.Builder) []*ir.Value {
			return c.functions.call(c, "reduce_large_angle", []*ir.Value{x}, types, largeAngle)
		},
		func(*ir.Builder) []*ir.Value {
			r, digits := c.quarterTurns(x)
			return []*ir.Value{r.hi, r.lo, digits}
		})
	return pair{branch.Result(0), branch.Result(1)}, branch.Result(2)
}

// largeAngle writes x as n pi/2 + r and returns both parts of r, and n mod 4.
func largeAngle(c calculator, x []value) []value {
	b := c.bits(x[0])
	size := c.mask(c.shr(b, 52), 0x7FF)
	mantissa := c.binaryOr(c.mask(b, 1<<52-1), 1<<52)
	words := c.window(c.isub(size, c.i(1075-62)))
	turns := c.timesWindow(mantissa, words)

	// The first two digits are n mod 4; the others, as a signed number, the rest in quarter turns.
	high := c.binary(arith.OrI, c.shl(turns[0], 2), c.shr(turns[1], 62))
	low := c.binary(arith.OrI, c.shl(turns[1], 2), c.shr(turns[2], 62))
	n := c.iadd(c.shr(turns[0], 62), c.shr(high, 63))
	tail := c.addF(c.mulF(c.toFloat(c.shr(low, 1)), 0x1p-63), 0)
	rest := c.sum(c.toFloat(c.mask(high, ^0x7FF)), c.add(c.toFloat(c.mask(high, 0x7FF)), tail))
	r := c.pairMul(c.pairScale(rest, 0x1p-64), c.constant(halfPi))

	negative := c.is(arith.OLT, x[0], 0)
	r = c.pairSel(negative, pair{c.neg(r.hi), c.neg(r.lo)}, r)
	n = c.sel(negative, c.isub(c.i(0), n), n)
	none := c.is(arith.OEQ, c.abs(x[0]), math.Inf(1))
	return []value{c.sel(none, c.f(math.NaN()), r.hi), r.lo, n}
}

// window returns the three words of 2/pi, with 64 zeros in front of it, that start at the digit of that
// number.
func (c calculator) window(first value) []value {
	table := c.functions.table(c)
	word, shift := c.shr(first, 6), c.mask(first, 63)
	load := func(k int64) value {
		at := arith.Cast(c.Builder, arith.IndexCast, c.iadd(word, c.i(k)), c.Ctx.Index)
		return memref.NewLoad(c.Builder, table, at)
	}
	words := []value{load(0), load(1), load(2), load(3)}
	back := c.isub(c.i(63), shift)
	for i := range 3 {
		head := c.binary(arith.ShLI, words[i], shift)
		words[i] = c.binary(arith.OrI, head, c.binary(arith.ShRUI, c.shr(words[i+1], 1), back))
	}
	return words[:3]
}

// timesWindow multiplies three words by a number, without what overflows.
func (c calculator) timesWindow(x value, words []value) []value {
	wide := func(y value) (low, high value) {
		op := c.Op(arith.MulUIExtended, []*ir.Value{x, y})
		return op.Result(0), op.Result(1)
	}
	low, carry := wide(words[2])
	middle, high := wide(words[1])
	sum := c.iadd(middle, carry)
	overflow := arith.Cmp(c.Builder, arith.ULT, sum, carry)
	high = c.iadd(high, c.binary(arith.MulI, x, words[0]))
	return []value{c.sel(overflow, c.iadd(high, c.i(1)), high), sum, low}
}
