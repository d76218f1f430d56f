package arith

import (
	"math"
	"math/big"

	"github.com/inflight-compiler/inflight/ir"
)

// precision returns the number of bits of the significand, the implied one included. It is 0 for formats that
// compareConverted does not know.
func precision(t *ir.FloatType) uint {
	switch t.Kind {
	case ir.F64:
		return 53
	case ir.F32:
		return 24
	case ir.F16:
		return 11
	case ir.BF16:
		return 8
	}
	return 0
}

// integerPredicates maps predicates of arith.cmpf to those of arith.cmpi, for operands that are numbers.
var integerPredicates = map[int64][2]int64{ // unsigned, signed
	OEQ: {EQ, EQ}, UEQ: {EQ, EQ}, ONE: {NE, NE}, UNE: {NE, NE},
	OGT: {UGT, SGT}, UnorderedGT: {UGT, SGT}, OGE: {UGE, SGE}, UnorderedGE: {UGE, SGE},
	OLT: {ULT, SLT}, UnorderedLT: {ULT, SLT}, OLE: {ULE, SLE}, UnorderedLE: {ULE, SLE},
}

// compareConverted replaces the comparison of a converted integer with a float constant by a comparison of
// integers: float(i) < 3.5 is i <= 3. If the conversion may round, the constant must be smaller in magnitude
// than every integer that is rounded: rounding keeps such integers beyond the constant.
func compareConverted(op *ir.Op, rw *ir.Rewriter) bool {
	c, ok := ir.ConstantValue(op.Operand(1)).(*ir.FloatAttr)
	source := op.Operand(0).DefiningOp()
	if !ok || source == nil || !source.Is(SIToFP) && !source.Is(UIToFP) || math.IsNaN(c.Float64()) {
		return false
	}
	from, ok := source.Operand(0).Type().(*ir.IntegerType)
	digits := precision(c.Type)
	if !ok || digits == 0 ||
		uint(from.Width) > digits && math.Abs(c.Float64()) >= math.Ldexp(1, int(digits)) {
		return false
	}
	isSigned := source.Is(SIToFP)
	p, ok := integerPredicates[Predicate(op)]
	if !ok {
		return replaceBool(op, Predicate(op) == ORD || Predicate(op) == AlwaysTrue, rw)
	}
	predicate := p[0]
	if isSigned {
		predicate = p[1]
	}
	return compareWithFloat(op, source.Operand(0), predicate, c.Float64(), from, isSigned, rw)
}

func replaceBool(op *ir.Op, v bool, rw *ir.Rewriter) bool {
	rw.SetBefore(op)
	rw.Loc = op.Loc()
	rw.Replace(op, ConstBool(rw.Builder, v))
	return true
}

// compareWithFloat replaces op by the comparison of x with v. x lies in the range of its type.
func compareWithFloat(op *ir.Op, x *ir.Value, p int64, v float64, t *ir.IntegerType, isSigned bool,
	rw *ir.Rewriter) bool {
	lo, hi := 0.0, math.Ldexp(1, int(t.Width))-1
	if isSigned {
		lo, hi = -math.Ldexp(1, int(t.Width)-1), math.Ldexp(1, int(t.Width)-1)-1
	}
	switch {
	case v > hi:
		return replaceBool(op, orderSatisfies(p, -1), rw)
	case v < lo:
		return replaceBool(op, orderSatisfies(p, 1), rw)
	}
	whole := math.Trunc(v)
	if whole != v {
		var ok bool
		if p, ok = fractional(p, v < 0); !ok {
			return replaceBool(op, p == NE, rw)
		}
	}
	n, _ := big.NewFloat(whole).Int(nil)
	rw.SetBefore(op)
	rw.Loc = op.Loc()
	rw.Replace(op, Cmp(rw.Builder, p, x, NewConstant(rw.Builder, op.Context().BigInt(t, n))))
	return true
}

// fractional returns the predicate that compares an integer with a fraction truncated toward zero. It returns
// false for equality, whose result is known. Only signed integers are compared with negative fractions.
func fractional(p int64, isNegative bool) (int64, bool) {
	switch p {
	case EQ, NE:
		return p, false
	case ULT:
		p = ULE
	case UGE:
		p = UGT
	case SLE:
		if isNegative {
			p = SLT
		}
	case SLT:
		if !isNegative {
			p = SLE
		}
	case SGT:
		if isNegative {
			p = SGE
		}
	case SGE:
		if !isNegative {
			p = SGT
		}
	}
	return p, true
}
