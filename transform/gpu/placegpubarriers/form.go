package placegpubarriers

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// form is a subscript as far as it is taken apart: base plus known, modulo mod unless that is 0. Without a
// base it is a number. One that is not known at all is not ok.
type form struct {
	base  *ir.Value
	known int64
	mod   int64
	ok    bool
}

func constant(n int64) form { return form{known: n, ok: true} }

// formOf takes a subscript apart: numbers, sums with them, and what is left of a division, as slots of a
// pipelined buffer are.
func formOf(v *ir.Value) form {
	if n, ok := ir.ConstInt(v); ok {
		return constant(n)
	}
	op := v.DefiningOp()
	switch {
	case op.Is(arith.AddI):
		x, y := formOf(op.Operand(0)), formOf(op.Operand(1))
		if x.base == nil && x.ok {
			x, y = y, x
		}
		if x.ok && y.ok && y.base == nil && x.mod == 0 {
			x.known += y.known
			return x
		}
	case op.Is(arith.RemUI):
		x := formOf(op.Operand(0))
		// below 0 it would wrap around
		if n, ok := ir.ConstInt(op.Operand(1)); ok && n > 0 && x.ok && x.mod == 0 &&
			(x.known >= 0 || n&(n-1) == 0) {
			x.mod = n
			return x
		}
	}
	return form{base: v, ok: true}
}

// apart reports whether two subscripts, of n elements each, never name the same, where the base is the same
// for both.
func (a form) apart(b form, n int64) bool {
	if !a.ok || !b.ok || a.base != b.base {
		return false
	}
	distance := a.known - b.known
	switch {
	case a.mod != b.mod:
		return false
	case a.mod > 0:
		return n == 1 && distance%a.mod != 0
	}
	return distance >= n || -distance >= n
}

// same reports whether two subscripts are equal.
func (a form) same(b form) bool { return a.ok && b.ok && a == b }

// before returns what a form of one iteration is in the next: the induction variable has grown by the step.
// What is computed anew in each iteration is not known.
func (a form) before(loop *ir.Op) form {
	step, ok := ir.ConstInt(loop.Operand(2))
	switch {
	case !a.ok || a.base == nil:
		return a
	case a.base == scf.InductionVar(loop) && ok:
		if a.known -= step; a.mod > 0 {
			a.known = ((a.known % a.mod) + a.mod) % a.mod // slots come around
		}
		return a
	case inside(a.base, loop):
		return form{}
	}
	return a
}

// behind returns what a form is after the loop.
func (a form) behind(loop *ir.Op) form {
	if a.ok && a.base != nil && inside(a.base, loop) {
		return form{}
	}
	return a
}

// inside reports whether a value is made in a loop.
func inside(v *ir.Value, loop *ir.Op) bool {
	return loop.IsAncestorOf(v.ParentBlock().ParentOp()) || v.ParentBlock().ParentOp() == loop
}
