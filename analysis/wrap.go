package analysis

import "github.com/inflight-compiler/inflight/ir"

// Integer arithmetic wraps around: an operation on integers of w bits returns the exact result modulo 2ʷ, as
// the signed number of w bits that is congruent to it. A form of fewer than 64 bits is that number: wrapped
// leaves out the remainder only where the exact result is in range for certain, or where sizes would have to
// be large to leave it, which is then noted as an assumption. Sums and products of 64 bits are forms modulo
// 2⁶⁴, as the numbers in a form are; exact makes them what others than sums can be computed from.

// What sizes are assumed to be at most where the program does not say it.
const (
	// smallSize holds for sizes in arithmetic of 32 bits. All sizes that the checker tries are smaller.
	smallSize = int64(1) << 10
	// largeSize holds for 64 bits: no loop counts further, and no memory has more elements.
	largeSize = int64(1) << 40
)

// assumingWidth is from how many bits on arithmetic on sizes is assumed not to wrap around. Narrower integers
// do wrap around in sensible programs.
const assumingWidth = 32

// Assumption is what evaluations took for granted of the sizes of a program: that an operation on them does
// not wrap around.
type Assumption struct {
	Op    *ir.Op // the first of the operations
	Width uint32 // of its integers
}

// Assumptions returns what evaluations have taken for granted, one for each width.
func (e *Evaluator) Assumptions() []Assumption { return e.assumed }

func (e *Evaluator) assume(w uint32) {
	for _, a := range e.assumed {
		if a.Width == w {
			return
		}
	}
	e.assumed = append(e.assumed, Assumption{e.at, w})
}

// wrapped returns the form of the number of w bits, fewer than 64, that an operation with the exact result a
// returns. Truth values are 0 and 1.
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

// exact returns the form of the signed number of 64 bits that is congruent to a form modulo 2⁶⁴: the form
// itself where it is in range.
func (e *Evaluator) exact(a Linear) Linear {
	l := e.number(a)
	if l.Equal(a) && a.onArgument() && !a.plainNumber() && !a.Interval().bounded() {
		e.assume(64)
	}
	return l
}

// number is exact for bounds, of which some are minima and maxima, and conditions: whoever looks at those
// tries sizes.
func (e *Evaluator) number(a Linear) Linear {
	if e.AsWritten || a.plainNumber() || a.Interval().bounded() ||
		!e.Strict && a.bounds(largeSize).bounded() {
		return a
	}
	l, _ := e.divide(wrapAround, a, 1)
	return l
}

// unsignedOf returns the number of w bits, fewer than 64, that a form is when its bits are taken as unsigned.
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

// plainNumber reports whether a form is a number or a value of the program as it is.
func (a Linear) plainNumber() bool {
	return len(a.Terms) == 0 || len(a.Terms) == 1 && a.Const == 0 && a.Terms[0].Coef == 1
}

// onArgument reports whether a form depends on numbers that a function is handed.
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

// Assumed reports whether assumptions say that sizes are at most as large as a number.
func (e *Evaluator) Assumed(n int64) bool {
	for _, a := range e.assumed {
		if a.Width < 64 && (n > smallSize || n < -smallSize) {
			return false
		}
	}
	return n <= largeSize && n >= -largeSize
}

// fits reports whether all numbers of an interval are signed ones of w bits.
func (i Interval) fits(w uint32) bool {
	if w >= 64 {
		return i.bounded()
	}
	half := int64(1) << (w - 1)
	return i.Lo >= -half && i.Hi < half
}

func (i Interval) bounded() bool { return i.Lo > -Unbounded && i.Hi < Unbounded }

// signed returns the number of w bits that is congruent to n: signed, but 0 or 1 for truth values.
func signed(n int64, w uint32) int64 {
	switch {
	case w == 1:
		return n & 1
	case w < 64:
		return n << (64 - w) >> (64 - w)
	}
	return n
}

// isCounted reports whether a form depends on nothing but the variables of loops.
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
