package analysis

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// evalOp explains the sole result of an integer operation, if a rule does.
func (e *Evaluator) evalOp(op *ir.Op) (Linear, bool) {
	if op.NumResults() != 1 {
		return Linear{}, false
	}
	rule, ok := evalRules[op.Name()]
	if !ok || wraps(op) {
		return Linear{}, false
	}
	l, ok := rule(e, op)
	if !ok {
		e.gaveUp(op)
	}
	return l, ok
}

// wraps reports whether the operation is arithmetic on integers that are so
// narrow that it may wrap around.
func wraps(op *ir.Op) bool {
	switch op.Name() {
	case "arith.addi", "arith.subi", "arith.muli", "arith.remsi", "arith.remui", "arith.divsi", "arith.divui",
		"arith.floordivsi", "arith.ceildivsi", "arith.shli":
		return width(op.Result(0).Type()) < exactWidth
	}
	return false
}

type evalRule func(e *Evaluator, op *ir.Op) (Linear, bool)

// evalRules is the integer arithmetic that linear forms understand.
var evalRules map[string]evalRule

func init() {
	evalRules = map[string]evalRule{
		"arith.addi":         evalAdd,
		"arith.subi":         evalSub,
		"arith.muli":         evalMul,
		"arith.index_cast":   evalSigned,
		"arith.index_castui": evalUnsigned,
		"arith.extsi":        evalSigned,
		"arith.extui":        evalUnsigned,
		"arith.remsi":        evalDivision(signedRem),
		"arith.remui":        evalDivision(unsignedRem),
		"arith.divsi":        evalDivision(truncDiv),
		"arith.divui":        evalDivision(unsignedDiv),
		"arith.floordivsi":   evalDivision(floorDiv),
		"arith.ceildivsi":    evalDivision(ceilDiv),
		"arith.ceildivui":    evalNatural(func(a, b int64) (int64, bool) { return divideConst(ceilDiv, a, max(b, 1)), b > 0 }),
		"arith.minui":        evalNatural(func(a, b int64) (int64, bool) { return min(a, b), true }),
		"arith.maxui":        evalNatural(func(a, b int64) (int64, bool) { return max(a, b), true }),
		"arith.minsi":        evalExtremum(-1),
		"arith.maxsi":        evalExtremum(+1),
		"arith.cmpi":         evalCompare,
		"arith.andi":         evalBits(func(a, b int64) int64 { return a & b }),
		"arith.ori":          evalBits(func(a, b int64) int64 { return a | b }),
		"arith.xori":         evalBits(func(a, b int64) int64 { return a ^ b }),
		"arith.shli":         evalShift(func(a Linear, n int64) (Linear, bool) { return a.Scale(1 << n), n < 31 }),
		"arith.shrui":        evalShift(shiftRight),
		"arith.shrsi":        evalShift(shiftRight),
		"arith.select":       evalSelect,
		"affine.apply":       evalApply,
		"affine.min":         evalAffineExtremum(-1),
		"affine.max":         evalAffineExtremum(+1),
		"memref.dim":         evalDim,
		"pipeline.axis":      evalFirst,
	}
}

// evalShift is a shift by a number.
func evalShift(shift func(a Linear, n int64) (Linear, bool)) evalRule {
	return func(e *Evaluator, op *ir.Op) (Linear, bool) {
		a, n := e.eval(op.Operand(0)), e.eval(op.Operand(1))
		if !n.IsConst() || n.Const < 0 || n.Const >= int64(min(width(op.Result(0).Type()), 63)) {
			return Linear{}, false
		}
		return shift(a, n.Const)
	}
}

// shiftRight shifts a number that is not negative.
func shiftRight(a Linear, n int64) (Linear, bool) {
	if !a.IsConst() || a.Const < 0 {
		return Linear{}, false
	}
	return Const(a.Const >> n), true
}

// evalSigned casts to a wider integer, or to a narrower one that is taken as
// exact. A true i1 is -1.
func evalSigned(e *Evaluator, op *ir.Op) (Linear, bool) {
	from := e.eval(op.Operand(0))
	if width(op.Operand(0).Type()) == 1 {
		return from.Scale(-1), true
	}
	return from, width(op.Result(0).Type()) >= min(exactWidth, width(op.Operand(0).Type()))
}

func evalUnsigned(e *Evaluator, op *ir.Op) (Linear, bool) {
	from := e.eval(op.Operand(0))
	exact := width(op.Operand(0).Type()) == 1 || from.nonNegative() || width(op.Operand(0).Type()) == 64
	return from, exact && width(op.Result(0).Type()) >= min(exactWidth, width(op.Operand(0).Type()))
}

// evalFirst is for operations that are their first operand.
func evalFirst(e *Evaluator, op *ir.Op) (Linear, bool) { return e.eval(op.Operand(0)), true }

func evalAdd(e *Evaluator, op *ir.Op) (Linear, bool) {
	return e.eval(op.Operand(0)).Add(e.eval(op.Operand(1))), true
}

func evalSub(e *Evaluator, op *ir.Op) (Linear, bool) {
	return e.eval(op.Operand(0)).Sub(e.eval(op.Operand(1))), true
}

func evalMul(e *Evaluator, op *ir.Op) (Linear, bool) {
	return multiply(e.eval(op.Operand(0)), e.eval(op.Operand(1)))
}

func evalDivision(kind divKind) evalRule {
	return func(e *Evaluator, op *ir.Op) (Linear, bool) {
		by := e.eval(op.Operand(1))
		if !by.IsConst() {
			return Linear{}, false
		}
		a := e.eval(op.Operand(0))
		if a.weight() > maxWeight {
			return Linear{}, false
		}
		return e.divide(kind, a, by.Const)
	}
}

// evalNatural computes with two numbers that are not negative, so that it makes no difference that they are unsigned.
func evalNatural(f func(a, b int64) (int64, bool)) evalRule {
	return func(e *Evaluator, op *ir.Op) (Linear, bool) {
		a, b := e.eval(op.Operand(0)), e.eval(op.Operand(1))
		if !a.IsConst() || !b.IsConst() || a.Const < 0 || b.Const < 0 {
			return Linear{}, false
		}
		n, ok := f(a.Const, b.Const)
		return Const(n), ok
	}
}

// evalExtremum takes the smaller (sign -1) or larger (+1) of two forms that
// differ by a constant.
func evalExtremum(sign int64) evalRule {
	return func(e *Evaluator, op *ir.Op) (Linear, bool) {
		return extremum(sign, e.eval(op.Operand(0)), e.eval(op.Operand(1)))
	}
}

func extremum(sign int64, a, b Linear) (Linear, bool) {
	if !a.SameTerms(b) || a.hasFresh() {
		return Linear{}, false
	}
	if sign*(a.Const-b.Const) >= 0 {
		return a, true
	}
	return b, true
}

func evalAffineExtremum(sign int64) evalRule {
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
			if best, ok = extremum(sign, best, *r); !ok {
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

// evalCompare decides comparisons of forms that differ by a constant; the
// unsigned ones only between constants.
func evalCompare(e *Evaluator, op *ir.Op) (Linear, bool) {
	a, b := e.eval(op.Operand(0)), e.eval(op.Operand(1))
	p, ok := op.IntAttr("predicate")
	if !ok || p < 0 || int(p) >= len(comparisons) || !a.SameTerms(b) || a.hasFresh() {
		return Linear{}, false
	}
	if p >= 6 && !a.IsConst() {
		return Linear{}, false
	}
	return boolean(comparisons[p](a.Const, b.Const)), true
}

func boolean(b bool) Linear {
	if b {
		return Const(1)
	}
	return Const(0)
}

// evalBits combines constants; for a false operand of `and` and a true one of
// `or` (i1) the other need not be known.
func evalBits(f func(a, b int64) int64) evalRule {
	return func(e *Evaluator, op *ir.Op) (Linear, bool) {
		a, b := e.eval(op.Operand(0)), e.eval(op.Operand(1))
		if a.IsConst() && b.IsConst() {
			return Const(f(a.Const, b.Const)), true
		}
		t, ok := op.Result(0).Type().(*ir.IntegerType)
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
