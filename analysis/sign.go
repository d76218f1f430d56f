package analysis

import "github.com/inflight-compiler/inflight/ir"

// floorKind returns a division that rounds down, if that has the same result as kind: for dividends that are
// not negative, and for unsigned remainders by a power of two. Otherwise it returns kind.
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

// nonNegative reports whether the form is certainly at least 0.
func (a Linear) nonNegative() bool { return a.Interval().Lo >= 0 }

// width returns the number of bits of an integer, 64 for an index.
func width(t ir.Type) uint32 {
	if t, ok := t.(*ir.IntegerType); ok {
		return t.Width
	}
	return 64
}
