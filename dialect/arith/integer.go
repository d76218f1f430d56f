package arith

import (
	"math"
	"math/big"
)

// integerOp is a function of two sign-extended integers of one width. Its result need not be reduced to that
// width. The function reports false where the operation is undefined or where upstream does not fold. word is
// for at most 64 bits, wide for more.
type integerOp struct {
	word func(w uint, a, b int64) (int64, bool)
	wide func(w uint, a, b *big.Int) (*big.Int, bool)
}

// total makes an integerOp of functions that are defined for all operands.
func total(word func(w uint, a, b int64) int64, wide func(w uint, a, b *big.Int) *big.Int) integerOp {
	return integerOp{
		word: func(w uint, a, b int64) (int64, bool) { return word(w, a, b), true },
		wide: func(w uint, a, b *big.Int) (*big.Int, bool) { return wide(w, a, b), true },
	}
}

// apply computes the operation on scalars of kind k.
func (o integerOp) apply(k kind, a, b scalar) (scalar, bool) {
	if k.width <= 64 {
		v, ok := o.word(k.width, a.word, b.word)
		return scalar{word: signed(v, k.width)}, ok
	}
	v, ok := o.wide(k.width, a.big(), b.big())
	if !ok {
		return scalar{}, false
	}
	return k.integer(v), true
}

// The integer operations as functions.
var (
	addInt = total(
		func(_ uint, a, b int64) int64 { return a + b },
		func(_ uint, a, b *big.Int) *big.Int { return new(big.Int).Add(a, b) })
	subInt = total(
		func(_ uint, a, b int64) int64 { return a - b },
		func(_ uint, a, b *big.Int) *big.Int { return new(big.Int).Sub(a, b) })
	mulInt = total(
		func(_ uint, a, b int64) int64 { return a * b },
		func(_ uint, a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) })
	andInt = total(
		func(_ uint, a, b int64) int64 { return a & b },
		func(_ uint, a, b *big.Int) *big.Int { return new(big.Int).And(a, b) })
	orInt = total(
		func(_ uint, a, b int64) int64 { return a | b },
		func(_ uint, a, b *big.Int) *big.Int { return new(big.Int).Or(a, b) })
	xorInt = total(
		func(_ uint, a, b int64) int64 { return a ^ b },
		func(_ uint, a, b *big.Int) *big.Int { return new(big.Int).Xor(a, b) })
	maxSInt = total(
		func(_ uint, a, b int64) int64 { return max(a, b) },
		func(_ uint, a, b *big.Int) *big.Int { return pick(a.Cmp(b) >= 0, a, b) })
	minSInt = total(
		func(_ uint, a, b int64) int64 { return min(a, b) },
		func(_ uint, a, b *big.Int) *big.Int { return pick(a.Cmp(b) <= 0, a, b) })
	maxUInt = total(
		func(w uint, a, b int64) int64 { return int64(max(unsigned(a, w), unsigned(b, w))) },
		func(w uint, a, b *big.Int) *big.Int {
			return pick(unsignedWide(a, w).Cmp(unsignedWide(b, w)) >= 0, a, b)
		})
	minUInt = total(
		func(w uint, a, b int64) int64 { return int64(min(unsigned(a, w), unsigned(b, w))) },
		func(w uint, a, b *big.Int) *big.Int {
			return pick(unsignedWide(a, w).Cmp(unsignedWide(b, w)) <= 0, a, b)
		})
)

func pick(first bool, a, b *big.Int) *big.Int {
	if first {
		return a
	}
	return b
}

// The shifts. Their result is poison if the amount is the width or more.
var (
	shlInt = shift(
		func(_ uint, a int64, n uint) int64 { return a << n },
		func(_ uint, a *big.Int, n uint) *big.Int { return new(big.Int).Lsh(a, n) })
	shrUInt = shift(
		func(w uint, a int64, n uint) int64 { return int64(unsigned(a, w) >> n) },
		func(w uint, a *big.Int, n uint) *big.Int { return new(big.Int).Rsh(unsignedWide(a, w), n) })
	shrSInt = shift(
		func(_ uint, a int64, n uint) int64 { return a >> n },
		func(_ uint, a *big.Int, n uint) *big.Int { return new(big.Int).Rsh(a, n) })
)

func shift(word func(w uint, a int64, n uint) int64,
	wide func(w uint, a *big.Int, n uint) *big.Int) integerOp {
	return integerOp{
		word: func(w uint, a, b int64) (int64, bool) {
			n := unsigned(b, w)
			if n >= uint64(w) {
				return 0, false
			}
			return word(w, a, uint(n)), true
		},
		wide: func(w uint, a, b *big.Int) (*big.Int, bool) {
			n := unsignedWide(b, w)
			if n.Cmp(big.NewInt(int64(w))) >= 0 {
				return nil, false
			}
			return wide(w, a, uint(n.Uint64())), true
		},
	}
}

// The unsigned divisions.
var (
	divUInt = unsignedDivision(
		func(a, b uint64) uint64 { return a / b },
		func(q, _ *big.Int) *big.Int { return q })
	ceilDivUInt = unsignedDivision(
		func(a, b uint64) uint64 {
			q := a / b
			if a%b != 0 {
				q++
			}
			return q
		},
		func(q, r *big.Int) *big.Int {
			if r.Sign() != 0 {
				q.Add(q, big.NewInt(1))
			}
			return q
		})
	remUInt = unsignedDivision(
		func(a, b uint64) uint64 { return a % b },
		func(_, r *big.Int) *big.Int { return r })
)

// unsignedDivision makes a division that is undefined for the divisor 0. wide gets the quotient and the
// remainder.
func unsignedDivision(word func(a, b uint64) uint64, wide func(q, r *big.Int) *big.Int) integerOp {
	return integerOp{
		word: func(w uint, a, b int64) (int64, bool) {
			if b == 0 {
				return 0, false
			}
			return int64(word(unsigned(a, w), unsigned(b, w))), true
		},
		wide: func(w uint, a, b *big.Int) (*big.Int, bool) {
			if b.Sign() == 0 {
				return nil, false
			}
			q, r := new(big.Int).QuoRem(unsignedWide(a, w), unsignedWide(b, w), new(big.Int))
			return wide(q, r), true
		},
	}
}

// The signed divisions. The quotient of the least number by -1 does not fit, so it does not fold.
var (
	divSInt = signedDivision(false,
		func(_, _, q, _ int64) int64 { return q },
		func(_, _, q, _ *big.Int) *big.Int { return q })
	floorDivSInt = signedDivision(false,
		func(_, b, q, r int64) int64 {
			if r != 0 && (r < 0) != (b < 0) {
				q--
			}
			return q
		},
		func(_, b, q, r *big.Int) *big.Int {
			if r.Sign() != 0 && (r.Sign() < 0) != (b.Sign() < 0) {
				q.Sub(q, big.NewInt(1))
			}
			return q
		})
	ceilDivSInt = signedDivision(true,
		func(_, b, q, r int64) int64 {
			if r != 0 && (r < 0) == (b < 0) {
				q++
			}
			return q
		},
		func(_, b, q, r *big.Int) *big.Int {
			if r.Sign() != 0 && (r.Sign() < 0) == (b.Sign() < 0) {
				q.Add(q, big.NewInt(1))
			}
			return q
		})
)

// signedDivision makes a division from a quotient q and a remainder r, both rounded toward zero. A ceil
// division does not fold for the least number where upstream would negate that operand.
func signedDivision(ceil bool, word func(a, b, q, r int64) int64,
	wide func(a, b, q, r *big.Int) *big.Int) integerOp {
	return integerOp{
		word: func(w uint, a, b int64) (int64, bool) {
			least := signed(math.MinInt64>>(64-w), w)
			if b == 0 || a == least && b == -1 || ceil && a != 0 && (a == least || b == least) {
				return 0, false
			}
			return word(a, b, a/b, a%b), true
		},
		wide: func(w uint, a, b *big.Int) (*big.Int, bool) {
			least := new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), w-1))
			atLeast := a.Cmp(least) == 0
			if b.Sign() == 0 || atLeast && b.IsInt64() && b.Int64() == -1 ||
				ceil && a.Sign() != 0 && (atLeast || b.Cmp(least) == 0) {
				return nil, false
			}
			q, r := new(big.Int).QuoRem(a, b, new(big.Int))
			return wide(a, b, q, r), true
		},
	}
}

// remSInt is the remainder of divSInt. The least number modulo -1 is 0.
var remSInt = integerOp{
	word: func(_ uint, a, b int64) (int64, bool) {
		switch b {
		case 0:
			return 0, false
		case -1:
			return 0, true
		}
		return a % b, true
	},
	wide: func(_ uint, a, b *big.Int) (*big.Int, bool) {
		if b.Sign() == 0 {
			return nil, false
		}
		return new(big.Int).Rem(a, b), true
	},
}

// compareInts applies a predicate of arith.cmpi.
func compareInts(predicate int64, k kind, a, b scalar) bool {
	var order int
	isUnsigned := predicate >= ULT
	switch {
	case k.width > 64 && isUnsigned:
		order = unsignedWide(a.big(), k.width).Cmp(unsignedWide(b.big(), k.width))
	case k.width > 64:
		order = a.big().Cmp(b.big())
	case isUnsigned:
		order = compareOrdered(unsigned(a.word, k.width), unsigned(b.word, k.width))
	default:
		order = compareOrdered(a.word, b.word)
	}
	return orderSatisfies(predicate, order)
}

func compareOrdered[T int64 | uint64](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// orderSatisfies reports whether a predicate of arith.cmpi holds for operands in that order.
func orderSatisfies(predicate int64, order int) bool {
	switch predicate {
	case EQ:
		return order == 0
	case NE:
		return order != 0
	case SLT, ULT:
		return order < 0
	case SLE, ULE:
		return order <= 0
	case SGT, UGT:
		return order > 0
	}
	return order >= 0
}
