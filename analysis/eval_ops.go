package analysis

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// evalOp returns the form of the only result of an integer operation, if there is a rule for the operation.
func (e *Evaluator) evalOp(op *ir.Op) (Linear, bool) {
	if op.NumResults() != 1 {
		return Linear{}, false
	}
	rule, ok := evalRules[op.Name()]
	if !ok {
		return Linear{}, false
	}
	around := e.at
	e.at = op
	l, ok := rule(e, op)
	e.at = around
	if !ok {
		e.gaveUp(op)
	}
	return l, ok
}

type evalRule func(e *Evaluator, op *ir.Op) (Linear, bool)

// evalRules holds the rules for the integer arithmetic that linear forms can express.
var evalRules map[string]evalRule

func init() {
	evalRules = map[string]evalRule{
		"arith.addi":         evalModular(Linear.Add),
		"arith.subi":         evalModular(Linear.Sub),
		"arith.muli":         evalMul,
		"arith.shli":         evalShiftLeft,
		"arith.index_cast":   evalSigned,
		"arith.index_castui": evalUnsigned,
		"arith.extsi":        evalSigned,
		"arith.extui":        evalUnsigned,
		"arith.trunci":       evalSigned,
		"arith.remsi":        evalDivision(signedRem),
		"arith.remui":        evalUnsignedDivision(floorMod),
		"arith.divsi":        evalDivision(truncDiv),
		"arith.divui":        evalUnsignedDivision(floorDiv),
		"arith.floordivsi":   evalDivision(floorDiv),
		"arith.ceildivsi":    evalDivision(ceilDiv),
		"arith.ceildivui":    evalUnsignedDivision(ceilDiv),
		"arith.shrui":        evalUnsignedDivision(floorDiv),
		"arith.shrsi":        evalDivision(floorDiv),
		"arith.minui":        evalUnsignedExtremum(-1),
		"arith.maxui":        evalUnsignedExtremum(+1),
		"arith.minsi":        evalExtremum(-1),
		"arith.maxsi":        evalExtremum(+1),
		"arith.cmpi":         evalCompare,
		"arith.andi":         evalBits(func(a, b int64) int64 { return a & b }, 0, 1),
		"arith.ori":          evalBits(func(a, b int64) int64 { return a | b }, 1, -1),
		"arith.xori":         evalBits(func(a, b int64) int64 { return a ^ b }, 1, -2),
		"arith.select":       evalSelect,
		"affine.apply":       evalApply,
		"affine.min":         evalAffineExtremum(-1),
		"affine.max":         evalAffineExtremum(+1),
		"memref.dim":         evalDim,
		"pipeline.axis":      evalFirst,
	}
}

// evalSigned casts to another width. A wider integer has the same value, except that a true i1 becomes -1. A
// narrower one has the low bits.
func evalSigned(e *Evaluator, op *ir.Op) (Linear, bool) {
	from, w := e.eval(op.Operand(0)), width(op.Operand(0).Type())
	if w == 1 {
		from = from.Scale(-1)
	}
	return e.wrapped(from, width(op.Result(0).Type())), true
}

// evalUnsigned casts to another width. The value of a wider integer is not negative.
func evalUnsigned(e *Evaluator, op *ir.Op) (Linear, bool) {
	from, w := e.eval(op.Operand(0)), width(op.Operand(0).Type())
	if w < 64 {
		from = e.unsignedOf(from, w)
	}
	return e.wrapped(from, width(op.Result(0).Type())), true
}

// evalFirst is for operations whose result is equal to their first operand.
func evalFirst(e *Evaluator, op *ir.Op) (Linear, bool) { return e.eval(op.Operand(0)), true }

// evalModular is for operations that give congruent results for congruent operands.
func evalModular(f func(a, b Linear) Linear) evalRule {
	return func(e *Evaluator, op *ir.Op) (Linear, bool) {
		return e.wrapped(f(e.eval(op.Operand(0)), e.eval(op.Operand(1))), width(op.Result(0).Type())), true
	}
}

func evalMul(e *Evaluator, op *ir.Op) (Linear, bool) {
	l, ok := multiply(e.eval(op.Operand(0)), e.eval(op.Operand(1)))
	if !ok {
		return Linear{}, false
	}
	return e.wrapped(l, width(op.Result(0).Type())), true
}

func evalShiftLeft(e *Evaluator, op *ir.Op) (Linear, bool) {
	by, ok := e.shiftedBy(op)
	if !ok {
		return Linear{}, false
	}
	return e.wrapped(e.eval(op.Operand(0)).Scale(by), width(op.Result(0).Type())), true
}

// shiftedBy returns the power of two by which a shift multiplies or divides, if the shift is a constant.
func (e *Evaluator) shiftedBy(op *ir.Op) (int64, bool) {
	n := e.eval(op.Operand(1))
	if !n.IsConst() || n.Const < 0 || n.Const >= int64(min(width(op.Result(0).Type()), 63)) {
		return 0, false
	}
	return 1 << n.Const, true
}

// divisor returns the divisor of a division or a shift to the right, if it is a constant other than 0.
func (e *Evaluator) divisor(op *ir.Op) (int64, bool) {
	if name := op.Name(); name == "arith.shrui" || name == "arith.shrsi" {
		return e.shiftedBy(op)
	}
	by := e.eval(op.Operand(1))
	return by.Const, by.IsConst() && by.Const != 0
}

// evalDivision is for divisions of signed numbers.
func evalDivision(kind divKind) evalRule {
	return func(e *Evaluator, op *ir.Op) (Linear, bool) {
		by, ok := e.divisor(op)
		a, w := e.eval(op.Operand(0)), width(op.Result(0).Type())
		switch {
		case !ok || w == 1 || a.weight() > maxWeight:
			return Linear{}, false
		case a.IsConst() && by == -1 && kind.isRemainder():
			return Const(0), true
		case a.IsConst():
			return Const(signed(divideConst(kind, a.Const, by), w)), true
		}
		return e.divide(kind, e.exact(a), by)
	}
}

// evalUnsignedDivision is for divisions of unsigned numbers.
func evalUnsignedDivision(kind divKind) evalRule {
	return func(e *Evaluator, op *ir.Op) (Linear, bool) {
		by, ok := e.divisor(op)
		a, w := e.eval(op.Operand(0)), width(op.Result(0).Type())
		switch {
		case !ok || w == 1 || a.weight() > maxWeight:
			return Linear{}, false
		case w < 64:
			l, ok := e.divide(kind, e.unsignedOf(a, w), int64(uint64(by)<<(64-w)>>(64-w)))
			return e.wrapped(l, w), ok
		case a.IsConst():
			return Const(divideUnsigned(kind, a.Const, by)), true
		case by < 0:
			return Linear{}, false
		case kind == floorMod && by&(by-1) == 0:
			return e.divide(kind, a, by)
		}
		if a = e.exact(a); a.Interval().Lo < 0 {
			unsigned := map[divKind]divKind{floorMod: unsignedRem, floorDiv: unsignedDiv}[kind]
			if unsigned == notDiv {
				return Linear{}, false
			}
			return e.divide(unsigned, a, by)
		}
		return e.divide(kind, a, by)
	}
}

// divideUnsigned divides numbers of 64 bits as unsigned numbers.
func divideUnsigned(kind divKind, a, by int64) int64 {
	q, r := uint64(a)/uint64(by), uint64(a)%uint64(by)
	switch {
	case kind == floorMod:
		return int64(r)
	case kind == ceilDiv && r > 0:
		return int64(q + 1)
	}
	return int64(q)
}

// evalUnsignedExtremum is for the smaller (sign -1) or larger (+1) of two unsigned numbers.
func evalUnsignedExtremum(sign int) evalRule {
	return func(e *Evaluator, op *ir.Op) (Linear, bool) {
		a, b := e.eval(op.Operand(0)), e.eval(op.Operand(1))
		if !a.IsConst() || !b.IsConst() {
			return Linear{}, false
		}
		if sign*cmp.Compare(uint64(a.Const), uint64(b.Const)) >= 0 {
			return a, true
		}
		return b, true
	}
}

// evalExtremum is for the smaller (sign -1) or larger (+1) of two numbers whose forms differ by a constant.
func evalExtremum(sign int) evalRule {
	return func(e *Evaluator, op *ir.Op) (Linear, bool) {
		a, b := e.number(e.eval(op.Operand(0))), e.number(e.eval(op.Operand(1)))
		if width(op.Result(0).Type()) == 1 {
			return extremum(-sign, a, b) // a true i1 is -1
		}
		return extremum(sign, a, b)
	}
}

func extremum(sign int, a, b Linear) (Linear, bool) {
	if !a.SameTerms(b) || a.hasFresh() {
		return Linear{}, false
	}
	if sign*cmp.Compare(a.Const, b.Const) >= 0 {
		return a, true
	}
	return b, true
}

func evalAffineExtremum(sign int) evalRule {
	return func(e *Evaluator, op *ir.Op) (Linear, bool) {
		m, ok := op.Attr("map").(*ir.AffineMapAttr)
		if !ok {
			return Linear{}, false
		}
		results := e.applyMap(m.Map, op.Operands())
		if slices.Contains(results, nil) {
			return Linear{}, false
		}
		best := *results[0]
		for _, r := range results[1:] {
			if best, ok = extremum(sign, e.exact(best), e.exact(*r)); !ok {
				return Linear{}, false
			}
		}
		return best, true
	}
}

func evalApply(e *Evaluator, op *ir.Op) (Linear, bool) {
	m, ok := op.Attr("map").(*ir.AffineMapAttr)
	if !ok {
		return Linear{}, false
	}
	r := e.applyMap(m.Map, op.Operands())
	if len(r) != 1 || r[0] == nil {
		return Linear{}, false
	}
	return *r[0], true
}

// The predicates of arith.cmpi, in the order of their encoding.
var comparisons = [...]func(a, b int64) bool{
	func(a, b int64) bool { return a == b },
	func(a, b int64) bool { return a != b },
	func(a, b int64) bool { return a < b },
	func(a, b int64) bool { return a <= b },
	func(a, b int64) bool { return a > b },
	func(a, b int64) bool { return a >= b },
	func(a, b int64) bool { return uint64(a) < uint64(b) },
	func(a, b int64) bool { return uint64(a) <= uint64(b) },
	func(a, b int64) bool { return uint64(a) > uint64(b) },
	func(a, b int64) bool { return uint64(a) >= uint64(b) },
}

// evalCompare decides comparisons of forms that differ by a constant, and unsigned ones only between
// constants. Equality modulo 2⁶⁴ also decides whether two numbers are equal.
func evalCompare(e *Evaluator, op *ir.Op) (Linear, bool) {
	a, b := e.eval(op.Operand(0)), e.eval(op.Operand(1))
	p, ok := op.IntAttr("predicate")
	if !ok || p < 0 || int(p) >= len(comparisons) {
		return Linear{}, false
	}
	if ordered := p >= 2; ordered {
		a, b = e.number(a), e.number(b)
	}
	switch unsigned := p >= 6; {
	case !a.SameTerms(b) || a.hasFresh() || unsigned && !a.IsConst():
		return Linear{}, false
	case !unsigned && width(op.Operand(0).Type()) == 1:
		a.Const, b.Const = -a.Const, -b.Const // a true i1 is -1
	}
	return boolean(comparisons[p](a.Const, b.Const)), true
}

func boolean(b bool) Linear {
	if b {
		return Const(1)
	}
	return Const(0)
}

// evalBits is for operations on bits. With constant operands f computes the result. Every such operation is
// sum times the sum of its operands, plus `and` times their bitwise and, so one constant operand is enough
// for a form. For an i1, a false operand of an and or a true operand of an or decides the result.
func evalBits(f func(a, b int64) int64, sum, and int64) evalRule {
	return func(e *Evaluator, op *ir.Op) (Linear, bool) {
		a, b := e.eval(op.Operand(0)), e.eval(op.Operand(1))
		if a.IsConst() && b.IsConst() {
			return Const(f(a.Const, b.Const)), true
		}
		t, ok := op.Result(0).Type().(*ir.IntegerType)
		if a.IsConst() {
			a, b = b, a
		}
		if (!ok || t.Width != 1) && b.IsConst() && a.weight() < maxWeight {
			common, ok := e.masked(a, b.Const)
			return a.Add(b).Scale(sum).Add(common.Scale(and)), ok
		}
		if !ok || t.Width != 1 {
			return Linear{}, false
		}
		if a.IsConst() && f(a.Const, 0) == f(a.Const, 1) {
			return Const(f(a.Const, 0)), true
		}
		if b.IsConst() && f(0, b.Const) == f(1, b.Const) {
			return Const(f(0, b.Const)), true
		}
		return Linear{}, false
	}
}

const (
	// maxRuns limits the number of runs of ones in a mask.
	maxRuns = 4
	// maxSizeBits limits the bits of a mask on values that are not loop variables. The checker tries sizes:
	// for each remainder of a size, it must try that many sizes.
	maxSizeBits = 4
)

// masked returns a & mask. Each run of ones in the mask contributes a modulo the power of two above the run,
// minus a modulo the power of two below it.
func (e *Evaluator) masked(a Linear, mask int64) (Linear, bool) {
	if mask < 0 {
		rest, ok := e.masked(a, ^mask)
		return a.Sub(rest), ok
	}
	result := Const(0)
	for runs := 0; mask != 0; runs++ {
		low := bits.TrailingZeros64(uint64(mask))
		high := low + bits.TrailingZeros64(^uint64(mask>>low))
		if runs == maxRuns || high > 62 || high > maxSizeBits && !a.isCounted() {
			return Linear{}, false
		}
		result = result.Add(e.remainder(a, 1<<high)).Sub(e.remainder(a, 1<<low))
		mask &= -1 << high
	}
	return result, true
}

func evalSelect(e *Evaluator, op *ir.Op) (Linear, bool) {
	cond := e.eval(op.Operand(0))
	if !cond.IsConst() {
		return Linear{}, false
	}
	if cond.Const != 0 {
		return e.eval(op.Operand(1)), true
	}
	return e.eval(op.Operand(2)), true
}
