package inequality

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// rules holds, for operations without a form, the facts that follow from their definitions.
var rules map[string]func(e *Env, a *Atom, op *ir.Op)

func init() {
	rules = map[string]func(e *Env, a *Atom, op *ir.Op){
		"arith.addi":               func(e *Env, a *Atom, op *ir.Op) { ruleSum(e, a, op, +1) },
		"arith.subi":               func(e *Env, a *Atom, op *ir.Op) { ruleSum(e, a, op, -1) },
		"arith.minsi":              func(e *Env, a *Atom, op *ir.Op) { e.extreme(a, -1, e.values2(op)) },
		"arith.maxsi":              func(e *Env, a *Atom, op *ir.Op) { e.extreme(a, +1, e.values2(op)) },
		"arith.minui":              func(e *Env, a *Atom, op *ir.Op) { e.natural(a, -1, op) },
		"arith.maxui":              func(e *Env, a *Atom, op *ir.Op) { e.natural(a, +1, op) },
		"arith.select":             ruleSelect,
		"affine.min":               func(e *Env, a *Atom, op *ir.Op) { e.extreme(a, -1, e.results(op)) },
		"affine.max":               func(e *Env, a *Atom, op *ir.Op) { e.extreme(a, +1, e.results(op)) },
		"affine.delinearize_index": ruleDelinearize,
		"arith.remui":              ruleRemainder,
		"arith.remsi":              ruleRemainder,
		"arith.divui":              ruleQuotient,
		"arith.divsi":              ruleQuotient,
		"arith.floordivsi":         ruleQuotient,
		"arith.ceildivsi":          ruleQuotient,
		"arith.ceildivui":          ruleQuotient,
		"arith.shrui":              ruleQuotient,
		"arith.shrsi":              ruleQuotient,
		"arith.andi":               ruleMask,
		"arith.extui":              ruleUnsigned,
		"arith.index_castui":       ruleUnsigned,
	}
}

func (e *Env) values2(op *ir.Op) []Form {
	return []Form{e.Value(op.Operand(0)), e.Value(op.Operand(1))}
}

func (e *Env) results(op *ir.Op) []Form {
	m := op.Attr("map").(*ir.AffineMapAttr).Map
	return e.exactResults(m, op.Operands())
}

func (e *Env) exactResults(m *affine.Map, operands []*ir.Value) []Form {
	forms := make([]Form, len(m.Results))
	for i := range forms {
		forms[i] = e.ExactResult(m, i, operands)
	}
	return forms
}

// extreme assumes that an atom is the largest (sign +1) or smallest (-1) of some forms.
func (e *Env) extreme(a *Atom, sign int, of []Form) {
	f := Form{Terms: []Term{{a, 1}}}
	for _, g := range of {
		if sign > 0 {
			e.assumeOrder(g, 0, f)
		} else {
			e.assumeOrder(f, 0, g)
		}
	}
	a.cases = of
}

// natural is extreme for unsigned numbers, if both operands are certainly not negative.
func (e *Env) natural(a *Atom, sign int, op *ir.Op) {
	if fs := e.values2(op); e.AtLeast(fs[0], 0) && e.AtLeast(fs[1], 0) {
		e.extreme(a, sign, fs)
	}
}

func ruleSum(e *Env, a *Atom, op *ir.Op, sign int64) {
	if sum, exact := e.Value(op.Operand(0)).Plus(e.Value(op.Operand(1)), sign); exact {
		low, high := rangeOf(a.Value.Type())
		e.wrapped(a, sum, low, high)
	}
}

// wrapped assumes that an atom is a number from low to high that is congruent to f modulo the size of this
// range. If f is at least low, the atom is at most f. If f is at most high, the atom is at least f.
func (e *Env) wrapped(a *Atom, f Form, low, high int64) {
	if e.AtLeast(f, low) {
		e.assumeOrder(Form{Terms: []Term{{a, 1}}}, 0, f)
	}
	if e.AtMost(f, high) {
		e.assumeOrder(f, 0, Form{Terms: []Term{{a, 1}}})
	}
}

func ruleSelect(e *Env, a *Atom, op *ir.Op) {
	a.cases = []Form{e.Value(op.Operand(1)), e.Value(op.Operand(2))}
}

// between assumes limits of an atom.
func (e *Env) between(a *Atom, low, high int64) {
	e.limit(Term{a, 1}, -low)
	e.limit(Term{a, -1}, high)
}

func ruleRemainder(e *Env, a *Atom, op *ir.Op) {
	x, by := e.Value(op.Operand(0)), e.Value(op.Operand(1))
	natural := e.AtLeast(x, 0)
	if !by.IsConst() {
		if natural && e.AtLeast(by, 1) {
			e.between(a, 0, 1<<63-1)
			e.assumeOrder(Form{Terms: []Term{{a, 1}}}, 1, by)
		}
		return
	}
	switch {
	case by.Const <= 0:
	case natural:
		e.between(a, 0, by.Const-1)
		e.assumeOrder(Form{Terms: []Term{{a, 1}}}, 0, x)
	case op.Name() == "arith.remui":
		e.between(a, 0, by.Const-1)
	default:
		e.between(a, 1-by.Const, by.Const-1)
	}
}

func ruleQuotient(e *Env, a *Atom, op *ir.Op) {
	x, by := e.Value(op.Operand(0)), e.Value(op.Operand(1))
	if !by.IsConst() || by.Const < 0 {
		return
	}
	n, up := by.Const, false
	switch op.Name() {
	case "arith.shrui", "arith.shrsi":
		if n >= int64(width(op.Result(0).Type()))-1 {
			return
		}
		n = 1 << n
	case "arith.ceildivsi", "arith.ceildivui":
		up = true
	}
	if n > 0 && (e.AtLeast(x, 0) || op.Name() == "arith.floordivsi" || op.Name() == "arith.shrsi") {
		e.quotient(a, x, n, up)
	}
}

// quotient assumes that an atom is x divided by n, rounded up or down.
func (e *Env) quotient(a *Atom, x Form, n int64, up bool) {
	f, rest := Form{Terms: []Term{{a, n}}}, n-1
	if up {
		e.assumeOrder(x, 0, f)
		e.assumeOrder(f, -rest, x)
	} else {
		e.assumeOrder(f, 0, x)
		e.assumeOrder(x, -rest, f)
	}
	if e.AtLeast(x, 0) {
		e.limit(Term{a, 1}, 0)
	}
	// If x has a constant limit, the quotient has one, too.
	if high, ok := x.Highest(); ok {
		q := floorDiv(high, n)
		if up && high%n > 0 {
			q++
		}
		e.limit(Term{a, -1}, q)
	}
}

// Highest returns a number that the form never exceeds, from the limits of its atoms, and whether there is
// one.
func (f Form) Highest() (int64, bool) {
	high, exact := f.Const, true
	for _, t := range f.Terms {
		limit := t.Atom.high
		if t.Coef < 0 {
			limit = t.Atom.low
		}
		p, ok := multiply(limit, t.Coef)
		high, exact = add(high, p, exact && ok)
	}
	return high, exact
}

func ruleMask(e *Env, a *Atom, op *ir.Op) {
	for i := range 2 {
		if m := e.Value(op.Operand(i)); m.IsConst() && m.Const >= 0 {
			e.between(a, 0, m.Const)
		}
	}
}

func ruleUnsigned(e *Env, a *Atom, op *ir.Op) {
	if w := width(op.Operand(0).Type()); w < 64 {
		e.between(a, 0, 1<<w-1)
	}
}

func ruleDelinearize(e *Env, a *Atom, op *ir.Op) {
	basis := op.Ints("static_basis")
	i := a.Value.Index() + len(basis) - op.NumResults()
	if a.Value.Index() > 0 && i < len(basis) && basis[i] > 0 {
		e.between(a, 0, basis[i]-1)
	}
}

// introduceMap assumes the facts that follow from a map about its result.
func (e *Env) introduceMap(a *Atom) {
	if a.Extreme != 0 {
		e.extreme(a, a.Extreme, e.exactResults(a.Map, a.Operands))
		return
	}
	x := a.Map.Results[0]
	if f, ok := e.expr(a.Map, x, a.Operands, mostly); ok && f.Coef(a) == 0 {
		e.wrapped(a, f, -1<<63, 1<<63-1)
	}
	if !x.IsBinary() || x.RHS.Kind != affine.Constant || x.RHS.Value <= 0 {
		return
	}
	n := x.RHS.Value
	if x.Kind == affine.Mod {
		e.between(a, 0, n-1)
	}
	arg, ok := e.expr(a.Map, x.LHS, a.Operands, exactly)
	switch {
	case !ok:
	case x.Kind == affine.FloorDiv, x.Kind == affine.CeilDiv:
		e.quotient(a, arg, n, x.Kind == affine.CeilDiv)
	case x.Kind == affine.Mod && e.AtLeast(arg, 0):
		e.assumeOrder(Form{Terms: []Term{{a, 1}}}, 0, arg)
	}
}

// stepsBelow returns the last number below high whose distance from low is a multiple of step.
func stepsBelow(low, high, step int64) int64 {
	distance := uint64(high-1) - uint64(low) // may exceed the largest signed number
	return high - 1 - int64(distance%uint64(step))
}
