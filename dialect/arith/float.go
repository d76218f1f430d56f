package arith

import (
	"math"
	"math/big"

	"github.com/inflight-compiler/inflight/ir"
)

// floatAttr returns the constant v rounded to the nearest number of typ, ties to even.
func floatAttr(c *ir.Context, typ *ir.FloatType, v float64) *ir.FloatAttr {
	return c.FloatValue(typ, v)
}

// float returns the value of a float scalar. The value is exact: float64 contains every format of at most 64
// bits.
func (k kind) float(s scalar) float64 {
	return ir.DecodeFloat(k.typ.(*ir.FloatType).Kind, unsigned(s.word, k.width))
}

// fromFloat rounds v to the format of the kind. For sums, products and quotients of numbers of narrow
// formats, v may be computed in float64: it has more than twice their precision, so that rounding v gives the
// same as rounding the exact result.
func (k kind) fromFloat(v float64) scalar {
	return scalar{word: int64(ir.EncodeFloat(k.typ.(*ir.FloatType).Kind, v))}
}

// fromFloatMode rounds v to the format of the kind in a rounding mode.
func (k kind) fromFloatMode(v float64, mode int64) scalar {
	nearest := k.fromFloat(v)
	got := k.float(nearest)
	if got == v || math.IsNaN(v) || mode == ToNearestEven {
		return nearest
	}
	below, above := k.neighbours(nearest, got, v)
	lo, hi := k.float(below), k.float(above)
	switch mode {
	case Downward:
		return below
	case Upward:
		return above
	case TowardZero:
		if v > 0 {
			return below
		}
		return above
	}
	if v-lo == hi-v && !math.IsInf(hi, 0) && !math.IsInf(lo, 0) { // a tie, away from zero
		if v > 0 {
			return above
		}
		return below
	}
	return nearest
}

// neighbours returns the numbers of the format next to v. v lies strictly between them, and nearest is the
// nearest of the two.
func (k kind) neighbours(nearest scalar, got, v float64) (below, above scalar) {
	if got < v {
		return nearest, k.next(nearest, got, true)
	}
	return k.next(nearest, got, false), nearest
}

// next returns the number after s, upwards or downwards. Numbers of one sign are ordered as their
// representations are.
func (k kind) next(s scalar, v float64, up bool) scalar {
	bits := unsigned(s.word, k.width)
	sign := uint64(1) << (k.width - 1)
	switch {
	case v == 0 && up:
		bits = 1
	case v == 0:
		bits = sign | 1
	case (v > 0) == up:
		bits++
	default:
		bits--
	}
	return scalar{word: int64(bits)}
}

// compareFloats applies a predicate of arith.cmpf.
func compareFloats(predicate int64, a, b float64) bool {
	isUnordered := math.IsNaN(a) || math.IsNaN(b)
	switch predicate {
	case AlwaysFalse:
		return false
	case AlwaysTrue:
		return true
	case ORD:
		return !isUnordered
	case UNO:
		return isUnordered
	}
	if isUnordered {
		return predicate >= UEQ
	}
	if predicate >= UEQ {
		predicate -= UEQ - OEQ // the ordered predicate of the same name
	}
	switch predicate {
	case OEQ:
		return a == b
	case OGT:
		return a > b
	case OGE:
		return a >= b
	case OLT:
		return a < b
	case OLE:
		return a <= b
	}
	return a != b
}

// intToFloat rounds an integer to the float kind once, to nearest, ties to even.
func (k kind) intToFloat(v *big.Int) scalar {
	f, accuracy := new(big.Float).SetInt(v).Float64()
	if accuracy == big.Exact {
		return k.fromFloat(f)
	}
	// Rounding to float64 to nearest, and then to the format, would round twice. The first step rounds to odd
	// instead, which keeps the information that the second step needs.
	bits := math.Float64bits(f)
	if bits&1 == 0 && k.width < 64 {
		if (accuracy == big.Above) == (f > 0) {
			bits--
		} else {
			bits++
		}
		f = math.Float64frombits(bits)
	}
	return k.fromFloat(f)
}

// floatToInt converts toward zero. It fails if the result does not fit the width; NaN and infinities never
// fit.
func floatToInt(v float64, to kind, isSigned bool) (scalar, bool) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return scalar{}, false
	}
	n, _ := new(big.Float).SetFloat64(math.Trunc(v)).Int(nil)
	lo, hi := new(big.Int), new(big.Int).Lsh(big.NewInt(1), to.width)
	if isSigned {
		hi.Rsh(hi, 1)
		lo.Neg(hi)
	}
	if n.Cmp(lo) < 0 || n.Cmp(hi) >= 0 {
		return scalar{}, false
	}
	return to.integer(n), true
}
