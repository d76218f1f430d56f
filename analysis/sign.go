package analysis

import "github.com/inflight-compiler/inflight/ir"

// floorKind returns the division that rounds down where it is the same as
// kind: for dividends that are not negative, and for unsigned remainders by a power of two.
func floorKind(kind divKind, a Linear, by int64) divKind {
	switch kind {
	case signedRem, unsignedRem:
		if a.nonNegative() || kind == unsignedRem && by&(by-1) == 0 {
			return floorMod
		}
	case truncDiv, unsignedDiv:
		if a.nonNegative() {
			return floorDiv
		}
	}
	return kind
}

// nonNegative reports whether the form is certainly not below 0.
func (a Linear) nonNegative() bool {
	if a.Const < 0 {
		return false
	}
	for _, t := range a.Terms {
		if t.Coef < 0 || !t.Sym.nonNegative() {
			return false
		}
	}
	return true
}

func (s *Symbol) nonNegative() bool {
	switch s.kind {
	case notDiv:
		return s.Value != nil && valueInterval(s.Value).Lo >= 0
	case floorMod, unsignedRem:
		return true
	}
	return s.Arg.nonNegative()
}

// width returns the number of bits of an integer, 64 for an index.
func width(t ir.Type) uint32 {
	if t, ok := t.(*ir.IntegerType); ok {
		return t.Width
	}
	return 64
}

// exactWidth is from where on integer arithmetic is taken as exact. Narrower
// integers do wrap around in sensible programs.
const exactWidth = 32

// normalize returns the value of a constant as linear forms have it: signed, but
// 0 and 1 for truth values.
func normalize(c int64, t ir.Type) int64 {
	w := width(t)
	switch {
	case w == 1:
		return c & 1
	case w < 64:
		return c << (64 - w) >> (64 - w)
	}
	return c
}
