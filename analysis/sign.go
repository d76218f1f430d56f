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
		return s.Value != nil && countsUp(s.Value)
	case floorMod, unsignedRem:
		return true
	}
	return s.Arg.nonNegative()
}

// countsUp reports whether the value is an extent, or the induction variable of
// a loop from a constant that is not negative.
func countsUp(v *ir.Value) bool {
	if op := v.DefiningOp(); op != nil {
		return op.Name() == "memref.dim"
	}
	owner := v.Owner().ParentOp()
	if owner == nil || owner.Def().Loop == nil {
		return false
	}
	loop := owner.Def().Loop
	for d := range loop.Dims(owner) {
		if loop.InductionVar(owner, d) == v {
			return fromNonNegative(loop.Bounds(owner, d))
		}
	}
	return false
}

func fromNonNegative(b ir.LoopBounds) bool {
	if len(b.Lower.Results) != 1 {
		return false
	}
	if c, ok := b.Lower.SingleConstant(); ok {
		return c >= 0
	}
	if len(b.LowerOperands) != 1 || !b.Lower.IsIdentity() {
		return false
	}
	c, ok := ir.ConstInt(b.LowerOperands[0])
	return ok && c >= 0
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
