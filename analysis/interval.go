package analysis

import (
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// Unbounded stands for no limit in an Interval, with either sign. It is small enough that sums of limits do
// not overflow.
const Unbounded = int64(1) << 60

// Interval is the integers in [Lo, Hi]; -Unbounded and Unbounded stand for no limit.
type Interval struct{ Lo, Hi int64 }

var everything = Interval{-Unbounded, Unbounded}

// Interval returns limits of the form that hold whenever all its symbols are defined. Induction variables lie
// between the constant bounds of their loops, remainders are below their divisors, extents are not negative,
// and other values are in the range of their types.
func (a Linear) Interval() Interval { return a.bounds(0) }

// bounds returns limits of the form, like Interval, that hold if sizes are at most small; 0 means any sizes.
func (a Linear) bounds(small int64) Interval {
	sum := Interval{saturate(a.Const), saturate(a.Const)}
	for _, t := range a.Terms {
		s := t.Sym.bounds(small).scale(t.Coef)
		sum = Interval{saturatingAdd(sum.Lo, s.Lo), saturatingAdd(sum.Hi, s.Hi)}
	}
	return sum
}

func (s *Symbol) bounds(small int64) Interval {
	switch s.kind {
	case floorMod, unsignedRem:
		if within := s.Arg.bounds(small); within.bounded() && within.Lo >= 0 && within.Hi < s.Mod {
			return within
		}
		return Interval{0, s.Mod - 1}
	case signedRem:
		return Interval{1 - s.Mod, s.Mod - 1}
	case floorDiv, ceilDiv, truncDiv:
		below := s.Arg.bounds(small).floorDiv(s.Div)
		if s.kind != floorDiv {
			below.Hi = saturatingAdd(below.Hi, 1)
		}
		return below
	case unsignedDiv:
		return Interval{0, Unbounded}
	case wrapAround:
		if within := s.Arg.bounds(small); within.bounded() {
			return within
		}
		return everything
	}
	switch {
	case s.Value == nil:
		return everything
	case s.counter && small > 0:
		return Interval{0, small}
	case s.counter:
		return Interval{0, Unbounded}
	}
	of := typeInterval(s.Value.Type())
	if s.fresh {
		return of
	}
	within, kind := valueInterval(s.Value), sizeKindOf(s.Value)
	switch {
	case kind != noSize && small > 0:
		of = Interval{max(of.Lo, -small), min(of.Hi, small+max(0, within.Lo))}
	case kind == counted && of.Hi < Unbounded:
		of.Hi-- // an induction variable is below the number of iterations, which has the same type
	}
	if within.Lo == -Unbounded {
		within.Lo = of.Lo
	}
	if within.Hi == Unbounded {
		within.Hi = of.Hi
	}
	return within
}

// typeInterval returns the range of a type's values.
func typeInterval(t ir.Type) Interval {
	switch w := width(t); {
	case w == 1:
		return Interval{0, 1}
	case w < 60:
		return Interval{-1 << (w - 1), 1<<(w-1) - 1}
	}
	return everything
}

// sizeKind says whether a value is a size, or counts up to a size. Such a value is assumed to be no larger
// than the assumed sizes.
type sizeKind uint8

const (
	noSize  sizeKind = iota
	counted          // by a loop, or by the execution of the program: threads, elements
	handed           // passed to the function as an argument
)

func sizeKindOf(v *ir.Value) sizeKind {
	if op := v.DefiningOp(); op != nil {
		if op.Is(memref.Dim) || op.NumOperands() == 0 && op.NumRegions() == 0 && op.Has(ir.Pure) {
			return counted
		}
		return noSize
	}
	owner := v.Owner().ParentOp()
	switch {
	case owner == nil || !v.Owner().IsEntry():
	case owner.Def().Loop != nil:
		for d := range owner.Def().Loop.Dims(owner) {
			if owner.Def().Loop.InductionVar(owner, d) == v {
				return counted
			}
		}
	case owner.Has(ir.IsolatedFromAbove):
		return handed
	case owner.Def().RegionSuccessors == nil && !owner.Def().Unregistered && !owner.IsAsync():
		return counted
	}
	return noSize
}

// valueInterval returns limits of an extent or an induction variable.
func valueInterval(v *ir.Value) Interval {
	if op := v.DefiningOp(); op != nil {
		if !op.Is(memref.Dim) {
			return everything
		}
		if n, ok := memref.StaticExtent(op); ok {
			return Interval{n, n}
		}
		return Interval{0, Unbounded}
	}
	owner := v.Owner().ParentOp()
	if owner == nil || owner.Def().Loop == nil {
		return everything
	}
	loop := owner.Def().Loop
	for d := range loop.Dims(owner) {
		if loop.InductionVar(owner, d) == v {
			return loopInterval(loop.Bounds(owner, d))
		}
	}
	return everything
}

// loopInterval returns limits of the variable of a loop. Loops count upwards, by any step.
func loopInterval(b ir.LoopBounds) Interval {
	found := everything
	lower, lowerKnown := constantBound(b.Lower, b.LowerOperands)
	upper, upperKnown := constantBound(b.Upper, b.UpperOperands)
	if b.Unsigned && !(lowerKnown && upperKnown && lower >= 0 && upper >= 0) {
		return found
	}
	if lowerKnown {
		found.Lo = saturate(lower)
	}
	if upperKnown {
		found.Hi = saturate(upper - 1)
	}
	if found.Lo > found.Hi {
		found.Hi = Unbounded // the loop does not run
	}
	step := b.Step.Const
	if b.Step.Value != nil {
		step, _ = ir.ConstInt(b.Step.Value)
	}
	if step > 0 && found.Lo > -Unbounded && found.Hi < Unbounded {
		found.Hi -= (found.Hi - found.Lo) % step
	}
	return found
}

func constantBound(m *affine.Map, operands []*ir.Value) (int64, bool) {
	if c, ok := m.SingleConstant(); ok {
		return c, true
	}
	if len(operands) != 1 || operands[0] == nil || len(m.Results) != 1 || !m.IsIdentity() {
		return 0, false
	}
	if op := operands[0].DefiningOp(); op.Is(memref.Dim) {
		return memref.StaticExtent(op)
	}
	return ir.ConstInt(operands[0])
}

// single reports whether an interval has exactly one number.
func (i Interval) single() bool { return i.Lo == i.Hi }

func (i Interval) scale(k int64) Interval {
	lo, hi := saturatingMul(i.Lo, k), saturatingMul(i.Hi, k)
	return Interval{min(lo, hi), max(lo, hi)}
}

// floorDiv divides by a positive number and rounds down.
func (i Interval) floorDiv(by int64) Interval {
	divide := func(v int64) int64 {
		if v <= -Unbounded || v >= Unbounded {
			return v
		}
		q := v / by
		if v%by < 0 {
			q--
		}
		return q
	}
	return Interval{divide(i.Lo), divide(i.Hi)}
}

func saturate(v int64) int64 { return max(-Unbounded, min(Unbounded, v)) }

// saturatingAdd adds limits; an infinite limit stays infinite.
func saturatingAdd(a, b int64) int64 {
	if a == -Unbounded || a == Unbounded {
		return a
	}
	if b == -Unbounded || b == Unbounded {
		return b
	}
	return saturate(a + b)
}

func saturatingMul(a, k int64) int64 {
	if k == 0 {
		return 0
	}
	if p := a * k; a > -Unbounded && a < Unbounded && p/k == a && p > -Unbounded && p < Unbounded {
		return p
	}
	if (a < 0) == (k < 0) {
		return Unbounded
	}
	return -Unbounded
}
