package skeleton

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// farthest bounds offsets and scales.
const farthest = 1 << 32

// noteOffset raises p.Offset, the size beyond which larger sizes make no difference to the form. It depends
// on the constant that the form is compared with, and on the constants that change bits of the sizes. If a
// size is divided, as many successive sizes as the divisor may make no difference, or only one of them may
// make one; so the offset grows by the divisor.
func (p *Program) noteOffset(free analysis.Linear) {
	if free.IsConst() {
		return
	}
	bits, scale := int64(0), int64(1)
	Symbols(free, func(s *analysis.Symbol) { bits = max(bits, bitsIn(s.Value, map[*ir.Value]bool{})) })
	p.roots(free, 1, func(v *ir.Value, by int64) {
		p.Scales[v] = max(p.Scales[v], by)
		scale = max(scale, by)
	})
	far := min(max(free.Const, -free.Const), farthest) + 2*bits
	if scale > 1 {
		far = min(far+1, farthest/scale) * scale
	}
	p.Offset = max(p.Offset, far)
}

// roots yields the sizes that a form depends on, each with its divisor.
func (p *Program) roots(l analysis.Linear, by int64, yield func(v *ir.Value, by int64)) {
	for _, t := range l.Terms {
		switch {
		case t.Sym.Mod+t.Sym.Div > 0:
			p.roots(t.Sym.Arg, Scaled(by, t.Sym.Mod+t.Sym.Div), yield)
		default:
			p.rootsOf(t.Sym.Value, by, map[*ir.Value]int64{}, yield)
		}
	}
}

// Scaled returns by*divisor, limited to the range from 1 to farthest.
func Scaled(by, divisor int64) int64 {
	if divisor > farthest/by {
		return farthest
	}
	return max(by*divisor, 1)
}

// rootsOf is roots for a value. It visits a value again only for a larger divisor.
func (p *Program) rootsOf(v *ir.Value, by int64, seen map[*ir.Value]int64,
	yield func(v *ir.Value, by int64)) {
	if v == nil || seen[v] >= by {
		return
	}
	seen[v] = by
	w := p.canonical(v)
	if _, ok := p.Fixed[w]; ok {
		yield(w, by)
		return
	}
	op := v.DefiningOp()
	if op == nil || !op.IsEffectFree() || op.NumRegions() > 0 {
		return
	}
	for i, o := range op.Operands() {
		part := by
		if d := Divisor(op); i == 0 && d > 1 {
			part = Scaled(by, d)
		}
		p.rootsOf(o, part, seen, yield)
	}
}

// Divisor returns the constant by which an operation divides, 0 if it is no division by a constant.
func Divisor(op *ir.Op) int64 {
	if op.NumOperands() != 2 {
		return 0
	}
	d, constant := ir.ConstInt(op.Operand(1))
	switch op.Name() {
	case "arith.divsi", "arith.divui", "arith.floordivsi", "arith.ceildivsi", "arith.ceildivui":
	case "arith.shrui", "arith.shrsi":
		if constant = constant && d >= 0 && d < 62; constant {
			d = 1 << d
		}
	default:
		return 0
	}
	if !constant {
		return 0
	}
	return max(d, -d)
}

// bitsIn returns the sum of the constants in the computation of a value that change bits or are compared
// with. Values in seen do not count.
func bitsIn(v *ir.Value, seen map[*ir.Value]bool) int64 {
	if v == nil || seen[v] || v.DefiningOp() == nil || !v.DefiningOp().IsEffectFree() {
		return 0
	}
	seen[v] = true
	op, sum := v.DefiningOp(), int64(0)
	for _, o := range op.Operands() {
		n, constant := ir.ConstInt(o)
		switch {
		case !constant:
			sum += bitsIn(o, seen)
		case slices.Contains([]string{"arith.xori", "arith.ori", "arith.andi", "arith.cmpi"}, op.Name()):
			sum += max(n, -n)
		}
	}
	return min(sum, farthest)
}

// Narrows reports whether an operation returns the low bits of an integer, so that its result may be any
// integer of its type.
func Narrows(op *ir.Op) bool {
	switch op.Name() {
	case "arith.trunci", "arith.index_cast", "arith.index_castui":
		return bitsOf(op.Result(0)) < bitsOf(op.Operand(0))
	}
	return false
}

func bitsOf(v *ir.Value) uint32 {
	if t, ok := v.Type().(*ir.IntegerType); ok {
		return t.Width
	}
	return 64
}

// Largest returns the largest number of a value's type, or a number beyond all sizes that are tried.
func Largest(v *ir.Value) int64 {
	if bits := bitsOf(v); bits > 1 && bits < 62 {
		return 1<<(bits-1) - 1
	}
	return 1 << 62
}
