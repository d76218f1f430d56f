package analysis

import (
	"math/bits"

	"github.com/inflight-compiler/inflight/analysis/presburger"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// reading returns a number for the only result of an operation, if it can express the result.
type reading func(s *side, op *ir.Op) (number, bool)

// readings holds the integer operations whose exact results a meeting can express.
var readings map[string]reading

func init() {
	readings = map[string]reading{
		"arith.addi":         readModular(number.add),
		"arith.subi":         readModular(number.minus),
		"arith.muli":         readMul,
		"arith.shli":         readShiftLeft,
		"arith.index_cast":   readSigned,
		"arith.index_castui": readUnsigned,
		"arith.extsi":        readSigned,
		"arith.extui":        readUnsigned,
		"arith.trunci":       readSigned,
		"arith.remsi":        readDivision(signedRem, false),
		"arith.remui":        readDivision(floorMod, true),
		"arith.divsi":        readDivision(truncDiv, false),
		"arith.divui":        readDivision(floorDiv, true),
		"arith.floordivsi":   readDivision(floorDiv, false),
		"arith.ceildivsi":    readDivision(ceilDiv, false),
		"arith.ceildivui":    readDivision(ceilDiv, true),
		"arith.shrui":        readShiftRight(true),
		"arith.shrsi":        readShiftRight(false),
		"arith.minui":        readExtremum(-1, true),
		"arith.maxui":        readExtremum(+1, true),
		"arith.minsi":        readExtremum(-1, false),
		"arith.maxsi":        readExtremum(+1, false),
		"arith.cmpi":         readCompare,
		"arith.andi":         readBits(0, 1),
		"arith.ori":          readBits(1, -1),
		"arith.xori":         readBits(1, -2),
		"arith.select":       readSelect,
		"affine.apply":       readApply,
		"affine.min":         readAffineExtremum(-1),
		"affine.max":         readAffineExtremum(+1),
	}
}

func widthOf(op *ir.Op) uint32 { return width(op.Result(0).Type()) }

func readModular(f func(a, b number) number) reading {
	return func(s *side, op *ir.Op) (number, bool) {
		return s.wrapped(f(s.residue(op.Operand(0)), s.residue(op.Operand(1))), widthOf(op)), true
	}
}

func readMul(s *side, op *ir.Op) (number, bool) {
	a, b := s.residue(op.Operand(0)), s.residue(op.Operand(1))
	if !a.isConst() && !b.isConst() {
		a, b = s.exactly(a), s.exactly(b)
	}
	return s.wrapped(s.multiplied(a, b), widthOf(op)), true
}

func readSigned(s *side, op *ir.Op) (number, bool) {
	from := s.residue(op.Operand(0))
	if width(op.Operand(0).Type()) == 1 {
		from = from.times(-1)
	}
	return s.wrapped(from, widthOf(op)), true
}

func readUnsigned(s *side, op *ir.Op) (number, bool) {
	w := width(op.Operand(0).Type())
	if w == 64 {
		return s.wrapped(s.residue(op.Operand(0)), widthOf(op)), true
	}
	from, ok := s.unsigned(s.value(op.Operand(0)), w)
	return s.wrapped(from, widthOf(op)), ok || w >= widthOf(op)
}

// unsigned returns the unsigned number of w bits whose signed value is n. With 64 bits it returns n if n is
// not negative; otherwise the number is not known.
func (m *Meeting) unsigned(n number, w uint32) (number, bool) {
	if m.hard(n).Lo >= 0 || w == 1 {
		return n, true
	}
	if w > 32 {
		return n, false
	}
	_, rest := m.divided(n, 1<<w)
	return rest, true
}

func readShiftLeft(s *side, op *ir.Op) (number, bool) {
	a, w := s.residue(op.Operand(0)), widthOf(op)
	return s.shifted(op, func(by int64) (number, bool) { return s.wrapped(a.times(by), w), true })
}

func readShiftRight(unsigned bool) reading {
	return func(s *side, op *ir.Op) (number, bool) {
		a, ok := s.value(op.Operand(0)), true
		if unsigned {
			a, ok = s.unsigned(a, widthOf(op))
		}
		if !ok {
			return number{}, false
		}
		return s.shifted(op, func(by int64) (number, bool) {
			q, _ := s.divided(a, by)
			return s.wrapped(q, widthOf(op)), true
		})
	}
}

// shifted returns f of the power of two by which an operation shifts. If several shifts are possible, but
// few, it tries each.
func (s *side) shifted(op *ir.Op, f func(by int64) (number, bool)) (number, bool) {
	const largest = 32
	by := s.value(op.Operand(1))
	return s.cases(by, func(n int64) (number, bool) {
		if n < 0 || n >= min(largest, int64(widthOf(op))) {
			return number{}, false
		}
		return f(1 << n)
	})
}

// largestDivisor limits divisors, so that the numbers computed with them do not overflow.
const largestDivisor = 1 << 33

func readDivision(kind divKind, unsigned bool) reading {
	return func(s *side, op *ir.Op) (number, bool) {
		if n, ok := s.lowBits(op, kind); ok {
			return n, true
		}
		a, by, w, ok := s.value(op.Operand(0)), s.value(op.Operand(1)), widthOf(op), true
		if w == 1 {
			return number{}, false
		}
		if unsigned {
			if by, ok = s.unsigned(by, w); !ok {
				return number{}, false
			}
			a, ok = s.unsigned(a, w)
		}
		return s.cases(by, func(n int64) (number, bool) {
			if !ok && (kind != floorMod || n&(n-1) != 0) {
				return number{}, false
			}
			r, ok := s.division(kind, a, n)
			return s.wrapped(r, w), ok
		})
	}
}

// lowBits returns the remainder of an unsigned division of 64 bits by a power of two, which depends only on
// the low bits of the dividend.
func (s *side) lowBits(op *ir.Op, kind divKind) (number, bool) {
	const most = 1 << 32
	by := s.value(op.Operand(1))
	if op.Name() != "arith.remui" || widthOf(op) != 64 || !by.isConst() || by.Const <= 0 || by.Const > most ||
		by.Const&(by.Const-1) != 0 {
		return number{}, false
	}
	return s.division(kind, s.residue(op.Operand(0)).modulo(33), by.Const)
}

// division returns the result of a division by a positive constant.
func (m *Meeting) division(kind divKind, a number, by int64) (number, bool) {
	if by <= 0 || by > largestDivisor {
		return number{}, false
	}
	switch kind {
	case floorMod:
		if !a.moderate() {
			a = a.reduced(by)
		}
		_, r := m.divided(a, by)
		return r, true
	case floorDiv:
		q, _ := m.divided(a, by)
		return q, true
	case ceilDiv:
		q, _ := m.divided(a.times(-1), by)
		return q.times(-1), true
	case truncDiv, signedRem:
		down, _ := m.divided(a, by)
		up, _ := m.divided(a.times(-1), by)
		negative, not := m.order(a, integer(0), false)
		q := m.chosen(up.times(-1), down, negative, not)
		if kind == truncDiv {
			return q, true
		}
		return a.minus(q.times(by)), true
	case unsignedDiv, unsignedRem:
		if m.hard(a).Lo >= 0 {
			return m.division(map[divKind]divKind{unsignedDiv: floorDiv, unsignedRem: floorMod}[kind], a, by)
		}
	case wrapAround:
		return a, m.fits(a, 64)
	}
	return number{}, false
}

// reduced returns a number with small coefficients that has the same remainder by a positive constant.
func (n number) reduced(by int64) number {
	out := integer(divideConst(floorMod, n.Const, by))
	for _, t := range n.Terms {
		if c := divideConst(floorMod, t.Coef, by); c != 0 {
			out.Terms = append(out.Terms, presburger.Term{Var: t.Var, Coef: c})
		}
	}
	return out
}

func readExtremum(sign int, unsigned bool) reading {
	return func(s *side, op *ir.Op) (number, bool) {
		return s.extremum(sign, s.value(op.Operand(0)), s.value(op.Operand(1)), unsigned), widthOf(op) > 1
	}
}

func (m *Meeting) extremum(sign int, a, b number, unsigned bool) number {
	less, notLess := m.order(a, b, unsigned)
	if sign < 0 {
		return m.chosen(a, b, less, notLess)
	}
	return m.chosen(b, a, less, notLess)
}

func readCompare(s *side, op *ir.Op) (number, bool) {
	a, b := s.value(op.Operand(0)), s.value(op.Operand(1))
	p, ok := op.IntAttr("predicate")
	if !ok || p < 0 || int(p) >= len(comparisons) {
		return number{}, false
	}
	const ordered, unsigned = 2, 6
	yes, no := integer(1), integer(0)
	if p%2 == 1 && p < ordered || p == 3 || p == 5 || p == 7 || p == 9 {
		yes, no = no, yes // ne becomes eq, and le and ge become gt and lt
	}
	if p < ordered {
		below, notBelow := s.order(a, b, false)
		above, notAbove := s.order(b, a, false)
		if len(notBelow) == 0 || len(notAbove) == 0 {
			return no, true
		}
		equal := [][]presburger.Condition{{presburger.Zero(a.minus(b).Sum)}}
		return s.chosen(yes, no, equal, append(below, above...)), true
	}
	if width(op.Operand(0).Type()) == 1 && p < unsigned {
		a, b = b, a // a true i1 is -1
	}
	switch (p - ordered) % 4 {
	case 1, 2: // a ≤ b is not b < a, and a > b is b < a
		a, b = b, a
	}
	less, notLess := s.order(a, b, p >= unsigned)
	return s.chosen(yes, no, less, notLess), true
}

// readBits is for operations on bits, whose result is sum times the sum of the operands, plus `and` times
// their bitwise and.
func readBits(sum, and int64) reading {
	return func(s *side, op *ir.Op) (number, bool) {
		a, b := s.residue(op.Operand(0)), s.residue(op.Operand(1))
		if a.isConst() {
			a, b = b, a
		}
		if !b.isConst() || b.Const < 0 || b.Const > largestMask || sum != 0 {
			a, b = s.exactly(a), s.exactly(b)
		}
		w := widthOf(op)
		var both number
		ok := true
		switch {
		case a.isConst():
			both = integer(a.Const & b.Const)
		case b.isConst():
			both, ok = s.masked(a, b.Const, w)
		default:
			both, ok = s.common(a, b)
		}
		return a.add(b).times(sum).add(both.times(and)), ok
	}
}

// largestMask limits masks to the low bits, so that unknown high bits do not matter.
const largestMask = 1<<32 - 1

// masked returns n & mask. Each run of ones contributes the remainder by the power of two above the run,
// minus that by the power of two below it.
func (m *Meeting) masked(n number, mask int64, w uint32) (number, bool) {
	if w == 1 {
		return n.times(mask & 1), true
	}
	if mask < 0 {
		rest, ok := m.masked(n, ^mask, w)
		return n.minus(rest), ok
	}
	if n.loose {
		n = n.modulo(33)
	}
	result := integer(0)
	for mask != 0 {
		low := bits.TrailingZeros64(uint64(mask))
		high := low + bits.TrailingZeros64(^uint64(mask>>low))
		if high > 32 {
			return number{}, false
		}
		_, above := m.divided(n, 1<<high)
		_, below := m.divided(n, 1<<low)
		result = result.add(above).minus(below)
		mask &= -1 << high
	}
	return result, true
}

func readSelect(s *side, op *ir.Op) (number, bool) {
	c, a, b := s.value(op.Operand(0)), s.value(op.Operand(1)), s.value(op.Operand(2))
	return s.chosen(a, b, [][]presburger.Condition{{presburger.Zero(c.plus(-1).Sum)}},
		[][]presburger.Condition{{presburger.Zero(c.Sum)}}), true
}

func readApply(s *side, op *ir.Op) (number, bool) {
	m, ok := op.Attr("map").(*ir.AffineMapAttr)
	if !ok || len(m.Map.Results) != 1 {
		return number{}, false
	}
	return s.apply(m.Map.Results[0], m.Map.NumDims, op.Operands())
}

func readAffineExtremum(sign int) reading {
	return func(s *side, op *ir.Op) (number, bool) {
		m, ok := op.Attr("map").(*ir.AffineMapAttr)
		if !ok {
			return number{}, false
		}
		list := s.results(m.Map, op.Operands())
		if len(list) == 0 || len(list) != len(m.Map.Results) {
			return number{}, false
		}
		best := list[0]
		for _, n := range list[1:] {
			best = s.extremum(sign, best, n, false)
		}
		return best, true
	}
}

// apply returns the number for an affine expression of operands, dimensions first.
func (s *side) apply(x *affine.Expr, dims int, operands []*ir.Value) (number, bool) {
	switch x.Kind {
	case affine.Constant:
		return integer(x.Value), true
	case affine.Dim:
		return s.value(operands[x.Value]), true
	case affine.Symbol:
		return s.value(operands[dims+int(x.Value)]), true
	}
	l, okL := s.apply(x.LHS, dims, operands)
	r, okR := s.apply(x.RHS, dims, operands)
	switch {
	case !okL || !okR:
		return number{}, false
	case x.Kind == affine.Add:
		return s.wrapped(l.add(r), 64), true
	case x.Kind == affine.Mul:
		return s.wrapped(s.multiplied(l, r), 64), true
	}
	return s.cases(r, func(n int64) (number, bool) {
		return s.division(map[affine.Kind]divKind{
			affine.Mod: floorMod, affine.FloorDiv: floorDiv, affine.CeilDiv: ceilDiv,
		}[x.Kind], l, n)
	})
}
