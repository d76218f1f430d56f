package analysis

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// Unbounded stands for no limit in an Interval, with either sign. Sums of limits stay clear of overflow.
const Unbounded = int64(1) << 60

// Interval is the integers in [Lo, Hi]; -Unbounded and Unbounded stand for no limit.
type Interval struct{ Lo, Hi int64 }

var everything = Interval{-Unbounded, Unbounded}

// Interval returns limits of the form that hold whenever all its symbols are defined: induction variables lie between
// the constant bounds of their loops, remainders below their divisors, extents are not negative.
func (a Linear) Interval() Interval {
	sum := Interval{saturate(a.Const), saturate(a.Const)}
	for _, t := range a.Terms {
		s := t.Sym.interval().scale(t.Coef)
		sum = Interval{saturatingAdd(sum.Lo, s.Lo), saturatingAdd(sum.Hi, s.Hi)}
	}
	return sum
}

func (s *Symbol) interval() Interval {
	switch s.kind {
	case floorMod, unsignedRem:
		if within := s.Arg.Interval(); within.Lo >= 0 && within.Hi < s.Mod {
			return within
		}
		return Interval{0, s.Mod - 1}
	case signedRem:
		return Interval{1 - s.Mod, s.Mod - 1}
	case floorDiv:
		return s.Arg.Interval().floorDiv(s.Div)
	}
	if s.kind != notDiv || s.Value == nil || s.fresh {
		return everything
	}
	return valueInterval(s.Value)
}

// valueInterval returns the limits of an extent or an induction variable.
func valueInterval(v *ir.Value) Interval {
	if op := v.DefiningOp(); op != nil {
		if op.Name() == "memref.dim" {
			return Interval{0, Unbounded}
		}
		return everything
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

// loopInterval returns the limits of the variable of a loop: loops count up, by whatever step.
func loopInterval(b ir.LoopBounds) Interval {
	found := everything
	if lower, ok := constantBound(b.Lower, b.LowerOperands); ok {
		found.Lo = saturate(lower)
	}
	if upper, ok := constantBound(b.Upper, b.UpperOperands); ok {
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
	if len(operands) == 1 && len(m.Results) == 1 && m.IsIdentity() {
		return ir.ConstInt(operands[0])
	}
	return 0, false
}

func (i Interval) scale(k int64) Interval {
	lo, hi := saturatingMul(i.Lo, k), saturatingMul(i.Hi, k)
	return Interval{min(lo, hi), max(lo, hi)}
}

// floorDiv divides by a positive number.
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

// saturatingAdd adds limits of one side: infinity stays infinity.
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
