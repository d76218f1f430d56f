package index

import "github.com/inflight-compiler/inflight/ir"

// limits are the known bounds of a number of w bits: its least and greatest signed and unsigned values.
// Bounds are inclusive.
type limits struct {
	w           uint
	sLow, sHigh int64
	uLow, uHigh uint64
}

// exactly returns the limits of a constant.
func exactly(w uint, v int64) limits {
	return limits{w, v, v, unsigned(w, v), unsigned(w, v)}
}

// least and greatest are the bounds of signed numbers of w bits.
func least(w uint) int64    { return -1 << (w - 1) }
func greatest(w uint) int64 { return 1<<(w-1) - 1 }

// between returns the limits of a number between two signed ones. If both have the same sign, they also bound
// the unsigned value.
func between(w uint, low, high int64) limits {
	l := limits{w, low, high, 0, unsigned(w, -1)}
	if (low < 0) == (high < 0) {
		l.uLow, l.uHigh = unsigned(w, low), unsigned(w, high)
	}
	return l
}

// betweenUnsigned returns the limits of a number between two unsigned ones.
func betweenUnsigned(w uint, low, high uint64) limits {
	l := limits{w, least(w), greatest(w), low, high}
	if a, b := signed(w, int64(low)), signed(w, int64(high)); (a < 0) == (b < 0) {
		l.sLow, l.sHigh = a, b
	}
	return l
}

// limitsOf returns the limits of an extremum of any number and a constant.
func limitsOf(def *ir.OpDef, w uint, c int64) (limits, bool) {
	switch def {
	case MinS:
		return between(w, least(w), c), true
	case MaxS:
		return between(w, c, greatest(w)), true
	case MinU:
		return betweenUnsigned(w, 0, unsigned(w, c)), true
	case MaxU:
		return betweenUnsigned(w, unsigned(w, c), unsigned(w, -1)), true
	}
	return limits{}, false
}

// holds reports whether a predicate certainly holds for all numbers within two limits.
func holds(predicate int64, a, b limits) bool {
	switch predicate {
	case EQ:
		return a.sLow == a.sHigh && b.sLow == b.sHigh && a.sLow == b.sLow
	case NE:
		return (a.sHigh < b.sLow || a.sLow > b.sHigh) && (a.uHigh < b.uLow || a.uLow > b.uHigh)
	case SLT:
		return a.sHigh < b.sLow
	case SLE:
		return a.sHigh <= b.sLow
	case SGT:
		return a.sLow > b.sHigh
	case SGE:
		return a.sLow >= b.sHigh
	case ULT:
		return a.uHigh < b.uLow
	case ULE:
		return a.uHigh <= b.uLow
	case UGT:
		return a.uLow > b.uHigh
	}
	return a.uLow >= b.uHigh
}

// decided returns the result of a comparison of numbers within limits. ok is false if the limits allow both
// results.
func decided(predicate int64, a, b limits) (is, ok bool) {
	if holds(predicate, a, b) {
		return true, true
	}
	return false, holds(inverted(predicate), a, b)
}
