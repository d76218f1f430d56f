package index

import "math"

// binaryOp computes an operation on two numbers of w bits, 32 or 64, which are sign-extended to 64. The
// result need not be reduced to w bits. The function reports false where the operation is undefined or must
// not be folded.
type binaryOp func(w uint, a, b int64) (int64, bool)

// total makes a binaryOp of a function that is defined for all operands.
func total(f func(w uint, a, b int64) int64) binaryOp {
	return func(w uint, a, b int64) (int64, bool) { return f(w, a, b), true }
}

// modular makes a binaryOp of a function whose low bits depend only on the low bits of its operands.
func modular(f func(a, b int64) int64) binaryOp {
	return func(_ uint, a, b int64) (int64, bool) { return f(a, b), true }
}

// dividing makes a binaryOp of a function that is undefined for the divisor 0.
func dividing(f func(w uint, a, b int64) int64) binaryOp {
	return func(w uint, a, b int64) (int64, bool) {
		if b == 0 {
			return 0, false
		}
		return f(w, a, b), true
	}
}

// shifting makes a binaryOp of a shift. The shift does not fold by an amount of 32 or more, the width of a
// narrow index.
func shifting(f func(w uint, a int64, n uint) int64) binaryOp {
	return func(w uint, a, b int64) (int64, bool) {
		if uint64(b) >= 32 {
			return 0, false
		}
		return f(w, a, uint(b)), true
	}
}

// signed returns the low w bits of a number as a signed number, and unsigned returns them as an unsigned one.
func signed(w uint, v int64) int64    { return v << (64 - w) >> (64 - w) }
func unsigned(w uint, v int64) uint64 { return uint64(v) << (64 - w) >> (64 - w) }

// The divisions. A quotient of the least number by -1 wraps around.
var (
	divS = dividing(func(_ uint, a, b int64) int64 { return quotient(a, b) })
	divU = dividing(func(w uint, a, b int64) int64 { return int64(unsigned(w, a) / unsigned(w, b)) })
	remU = dividing(func(w uint, a, b int64) int64 { return int64(unsigned(w, a) % unsigned(w, b)) })
	remS = dividing(func(_ uint, a, b int64) int64 { return a - quotient(a, b)*b })

	floorDivS = dividing(func(_ uint, a, b int64) int64 {
		q := quotient(a, b)
		if a-q*b != 0 && (a < 0) != (b < 0) {
			q--
		}
		return q
	})
	ceilDivU = dividing(func(w uint, a, b int64) int64 {
		x, y := unsigned(w, a), unsigned(w, b)
		if x == 0 {
			return 0
		}
		return int64((x-1)/y + 1)
	})
)

// quotient divides and rounds toward zero; math.MinInt64 by -1 is math.MinInt64, as Go defines it.
func quotient(a, b int64) int64 { return a / b }

// ceilDivS rounds up. For 32 bits the least number gives upstream's result: upstream negates a dividend whose
// sign is not the divisor's, and the negation of the least number is that number. For 64 bits upstream folds
// to the same, which is wrong; such a quotient does not fold here.
func ceilDivS(w uint, a, b int64) (int64, bool) {
	switch {
	case b == 0 || a == math.MinInt64 && b > 0:
		return 0, false
	case a == 0:
		return 0, true
	case (a > 0) != (b > 0):
		return -quotient(signed(w, -a), b), true
	case b > 0:
		return quotient(a-1, b) + 1, true
	}
	return quotient(a+1, b) + 1, true
}

// compare applies a predicate to numbers of w bits, which are sign-extended.
func compare(predicate int64, w uint, a, b int64) bool {
	switch predicate {
	case EQ:
		return a == b
	case NE:
		return a != b
	case SLT:
		return a < b
	case SLE:
		return a <= b
	case SGT:
		return a > b
	case SGE:
		return a >= b
	case ULT:
		return unsigned(w, a) < unsigned(w, b)
	case ULE:
		return unsigned(w, a) <= unsigned(w, b)
	case UGT:
		return unsigned(w, a) > unsigned(w, b)
	}
	return unsigned(w, a) >= unsigned(w, b)
}

// inverted returns the predicate that holds exactly where predicate does not.
func inverted(predicate int64) int64 {
	return map[int64]int64{EQ: NE, NE: EQ, SLT: SGE, SGE: SLT, SLE: SGT, SGT: SLE, ULT: UGE, UGE: ULT,
		ULE: UGT, UGT: ULE}[predicate]
}
