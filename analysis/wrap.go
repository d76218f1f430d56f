package analysis

import "github.com/inflight-compiler/inflight/ir"

// Integer arithmetic wraps around: an operation on integers of w bits returns the signed number of w bits
// that is congruent to the exact result modulo 2ʷ. With fewer than 64 bits, a form is that number: wrapped
// leaves out the remainder only if the exact result is certainly in range, or if only large sizes could make
// it leave the range. The latter is recorded as an assumption. With 64 bits, forms of sums and products are
// known modulo 2⁶⁴, and so are the numbers in a form. The function exact returns forms from which other
// operations than sums can be computed.

// Sizes are assumed to be at most this large if the program does not say it.
const (
	// smallSize is assumed in arithmetic of 32 bits. The checker tries only smaller sizes.
	smallSize = int64(1) << 10
	// largeSize is assumed in arithmetic of 64 bits: no loop counts further, and no memory has more elements.
	largeSize = int64(1) << 40
)

// assumingWidth is the least number of bits at which arithmetic on sizes is assumed not to wrap around.
// Narrower integers often wrap around on purpose.
const assumingWidth = 32

// Assumption records that evaluations assumed that an operation on sizes of the program does not wrap around.
type Assumption struct {
	Op    *ir.Op // the first such operation
	Width uint32 // of its integers
}

// Assumptions returns the assumptions that evaluations have made, one for each width.
func (e *Evaluator) Assumptions() []Assumption { return e.assumed }

func (e *Evaluator) assume(w uint32) {
	for _, a := range e.assumed {
		if a.Width == w {
			return
		}
	}
	e.assumed = append(e.assumed, Assumption{e.at, w})
}

// wrapped returns the form of the result of an operation with fewer than 64 bits, w, whose exact result has
// the form a. Truth values are 0 and 1.
func (e *Evaluator) wrapped(a Linear, w uint32) Linear {
	switch {
	case w >= 64:
		return a
	case a.IsConst():
		return Const(signed(a.Const, w))
	case w == 1:
		return e.remainder(a, 2)
	case a.Interval().fits(w):
		return a
	case w >= assumingWidth && !e.Strict && a.bounds(smallSize).fits(w):
		e.assume(w)
		return a
	}
	half := int64(1) << (w - 1)
	return e.remainder(a.AddConst(half), 2*half).AddConst(-half)
}

// exact returns the form of the signed number of 64 bits that is congruent to a form modulo 2⁶⁴. If the form
// is in range, it returns the form itself.
func (e *Evaluator) exact(a Linear) Linear {
	l := e.number(a)
	if l.Equal(a) && a.onArgument() && !a.plainNumber() && !a.Interval().bounded() {
		e.assume(64)
	}
	return l
}

// number is exact for conditions and for bounds, of which some are minima and maxima. It records no
// assumption, because callers try sizes for these.
func (e *Evaluator) number(a Linear) Linear {
	if e.AsWritten || a.plainNumber() || a.Interval().bounded() ||
		!e.Strict && a.bounds(largeSize).bounded() {
		return a
	}
	l, _ := e.divide(wrapAround, a, 1)
	return l
}

// unsignedOf returns the form of the unsigned number of w bits, fewer than 64, that has the same bits as the
// form.
func (e *Evaluator) unsignedOf(a Linear, w uint32) Linear {
	if a.Interval().Lo >= 0 {
		return a
	}
	return e.remainder(a, 1<<w)
}

// remainder returns a mod by, rounded down.
func (e *Evaluator) remainder(a Linear, by int64) Linear {
	l, _ := e.divide(floorMod, a, by)
	return l
}

// plainNumber reports whether a form is a constant, or a single value of the program.
func (a Linear) plainNumber() bool {
	return len(a.Terms) == 0 || len(a.Terms) == 1 && a.Const == 0 && a.Terms[0].Coef == 1
}

// onArgument reports whether a form depends on numbers that are passed to a function.
func (a Linear) onArgument() bool {
	for _, t := range a.Terms {
		if t.Sym.kind != notDiv {
			if t.Sym.Arg.onArgument() {
				return true
			}
		} else if t.Sym.Value != nil && sizeKindOf(t.Sym.Value) == handed {
			return true
		}
	}
	return false
}

// Wraps reports whether a form depends on a number of 64 bits that may have wrapped around.
func (a Linear) Wraps() bool {
	for _, t := range a.Terms {
		if t.Sym.kind == wrapAround || t.Sym.Arg.Wraps() {
			return true
		}
	}
	return false
}

// Assumed reports whether n is within the sizes for which the assumptions hold.
func (e *Evaluator) Assumed(n int64) bool {
	for _, a := range e.assumed {
		if a.Width < 64 && (n > smallSize || n < -smallSize) {
			return false
		}
	}
	return n <= largeSize && n >= -largeSize
}

// fits reports whether all numbers of an interval are signed numbers of w bits.
func (i Interval) fits(w uint32) bool {
	if w >= 64 {
		return i.bounded()
	}
	half := int64(1) << (w - 1)
	return i.Lo >= -half && i.Hi < half
}

func (i Interval) bounded() bool { return i.Lo > -Unbounded && i.Hi < Unbounded }

// signed returns the signed number of w bits that is congruent to n. For truth values it is 0 or 1.
func signed(n int64, w uint32) int64 {
	switch {
	case w == 1:
		return n & 1
	case w < 64:
		return n << (64 - w) >> (64 - w)
	}
	return n
}

// isCounted reports whether a form depends only on the variables of loops.
func (a Linear) isCounted() bool {
	for _, t := range a.Terms {
		switch v := t.Sym.Value; {
		case t.Sym.kind != notDiv:
			if !t.Sym.Arg.isCounted() {
				return false
			}
		case v == nil || !v.IsArgument() || sizeKindOf(v) != counted:
			return false
		}
	}
	return true
}
