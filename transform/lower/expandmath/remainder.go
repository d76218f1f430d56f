package expandmath

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// remf calls a function for the remainder of each division: exact, and so exact for numbers of fewer digits
// as well.
func remf(c calculator, x []value) []value {
	return c.lanes(x[:1], x, func(c calculator, x []value) []value {
		return c.functions.call(c, "remf", x, []ir.Type{c.Ctx.F64}, remainder)
	}, nil)
}

// divisionDigits is by how many binary digits a division goes on at a time: a rest of 53 digits and these are
// a number of 64.
const divisionDigits = 11

// remainder divides the digits of |x| by those of |y|, as integers, as on paper. What is left has the sign of
// x.
func remainder(c calculator, x []value) []value {
	digitsX, exponentX := c.parts(x[0])
	digitsY, exponentY := c.parts(x[1])
	noDivisor := c.is(arith.OEQ, x[1], 0)
	digitsY = c.sel(noDivisor, c.i(1), digitsY)
	loop := scf.NewWhile(c.Builder,
		[]*ir.Value{c.binary(arith.RemUI, digitsX, digitsY), c.isub(exponentX, exponentY)},
		func(_ *ir.Builder, now []*ir.Value) (*ir.Value, []*ir.Value) {
			return arith.Cmp(c.Builder, arith.SGT, now[1], c.i(0)), now
		},
		func(_ *ir.Builder, now []*ir.Value) []*ir.Value {
			n := c.binary(arith.MinSI, now[1], c.i(divisionDigits))
			rest := c.binary(arith.RemUI, c.binary(arith.ShLI, now[0], n), digitsY)
			return []*ir.Value{rest, c.isub(now[1], n)}
		})
	// The rest is a multiple of 2^-1074, and its power of two is one of two steps.
	exponent := c.isub(exponentY, c.i(1075))
	first := c.binary(arith.MaxSI, exponent, c.i(-1000))
	rest := c.mul(c.mul(c.toFloat(loop.Result(0)), c.power2(first)), c.power2(c.isub(exponent, first)))

	rest = c.sel(c.compare(arith.OLT, c.abs(x[0]), c.abs(x[1])), x[0], c.signOf(rest, x[0]))
	undefined := c.either(noDivisor,
		c.either(c.compare(arith.UNO, x[0], x[1]), c.is(arith.OEQ, c.abs(x[0]), math.Inf(1))))
	return []value{c.sel(undefined, c.f(math.NaN()), rest)}
}

// parts returns the digits of |x| and its exponent: it is digits * 2^(exponent - 1075).
func (c calculator) parts(x value) (digits, exponent value) {
	bits := c.mask(c.bits(x), math.MaxInt64)
	field, fraction := c.shr(bits, 52), c.mask(bits, 1<<52-1)
	isNormal := arith.Cmp(c.Builder, arith.NE, field, c.i(0))
	return c.sel(isNormal, c.binaryOr(fraction, 1<<52), fraction), c.binary(arith.MaxSI, field, c.i(1))
}
