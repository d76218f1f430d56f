package check

import (
	"maps"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// predicate compares a number with zero, or two unsigned numbers by the sign of their difference.
type predicate uint8

// The predicates, in the order of arith.cmpi without its unsigned half.
const (
	equal predicate = iota
	notEqual
	less
	lessEqual
	greater
	greaterEqual
)

func (p predicate) holds(d int64) bool {
	switch p {
	case equal:
		return d == 0
	case notEqual:
		return d != 0
	case less:
		return d < 0
	case lessEqual:
		return d <= 0
	case greater:
		return d > 0
	}
	return d >= 0
}

// lasts returns how often s can be added to d without changing what the predicate says.
func (p predicate) lasts(d, s int64) int64 {
	const forever = 1 << 62
	switch {
	case s == 0:
		return forever
	case s < 0:
		d, s = -d, -s
		p = [...]predicate{equal, notEqual, greater, greaterEqual, less, lessEqual}[p]
	}
	// Now d grows. Its places are below zero, zero and above; the predicate changes between two of them.
	switch {
	case d < 0 && (p == less || p == greaterEqual || p == equal || p == notEqual):
		return (-d - 1) / s // stays below zero
	case d <= 0 && (p == lessEqual || p == greater):
		return -d / s // stays at most zero
	case d == 0 && (p == equal || p == notEqual):
		return 0
	}
	return forever
}

// test is a condition: a comparison, a combination of two, or a value that only running gives.
type test struct {
	kind        testKind
	pred        predicate
	diff        func() (analysis.Linear, bool)
	unsigned    []*ir.Value // operands of an unsigned comparison, which is a signed one while none is negative
	unsignedAt  []analysis.Linear
	form        analysis.Linear
	known       bool // form is meaningful
	free        analysis.Linear
	left, right *test
	value       *ir.Value
	results     bool // the operation returns numbers that others use
	open        bool // it is taken both ways
}

type testKind uint8

const (
	compareTest testKind = iota
	andTest
	orTest
	opaqueTest
	unknownTest
)

// testOf translates the condition of a branch.
func (p *program) testOf(op *ir.Op) *test {
	var t *test
	switch {
	case op.Name() == "affine.if":
		t = p.setTest(op)
	case op.NumOperands() == 1 && isBool(op.Operand(0)) && op.NumRegions() <= 2:
		t = p.valueTest(op.Operand(0))
	default:
		t = &test{kind: unknownTest}
	}
	for _, v := range op.Results() {
		t.results = t.results || isInteger(v) || isToken(v)
	}
	return t
}

func isBool(v *ir.Value) bool {
	t, ok := v.Type().(*ir.IntegerType)
	return ok && t.Width == 1
}

func isInteger(v *ir.Value) bool {
	switch v.Type().(type) {
	case *ir.IntegerType, *ir.IndexType:
		return true
	}
	return false
}

func (p *program) valueTest(v *ir.Value) *test {
	op := v.DefiningOp()
	if op == nil || p.bindable[v] {
		return p.opaque(v)
	}
	switch op.Name() {
	case "arith.andi", "arith.ori":
		t := &test{kind: andTest, left: p.valueTest(op.Operand(0)), right: p.valueTest(op.Operand(1))}
		if op.Name() == "arith.ori" {
			t.kind = orTest
		}
		return t
	case "arith.cmpi":
		return p.comparison(op)
	}
	return p.opaque(v)
}

func (p *program) opaque(v *ir.Value) *test {
	t := &test{kind: opaqueTest, value: v}
	t.diff = func() (analysis.Linear, bool) { return p.ev.Eval(v), true }
	p.formOf(t)
	return t
}

func (p *program) comparison(op *ir.Op) *test {
	code, _ := op.IntAttr("predicate")
	a, b := op.Operand(0), op.Operand(1)
	if isBool(a) && code >= 2 && code < 6 {
		a, b = b, a // a true i1 is -1
	}
	t := &test{kind: compareTest}
	if t.pred = predicate(code); code >= 6 {
		t.pred = predicate(code - 4)
		t.unsigned = []*ir.Value{a, b}
		t.unsignedAt = []analysis.Linear{p.ev.Eval(a), p.ev.Eval(b)}
	}
	t.diff = func() (analysis.Linear, bool) { return difference(p.ev.Eval(a), p.ev.Eval(b)), true }
	p.formOf(t)
	return t
}

// difference returns a - b, or a number of that sign where the difference of two numbers is none of 64 bits.
func difference(a, b analysis.Linear) analysis.Linear {
	const far = 1 << 62
	d := a.Sub(b)
	switch {
	case !a.IsConst() || !b.IsConst():
		return d
	case a.Const > b.Const && d.Const <= 0:
		return analysis.Const(far)
	case a.Const < b.Const && d.Const >= 0:
		return analysis.Const(-far)
	}
	return d
}

// formOf stores the template of a comparison, and the form it has when sizes are not fixed.
func (p *program) formOf(t *test) {
	t.form, t.free, t.known = p.both(t.diff)
}

// both evaluates a form with and without fixed sizes. Where the first is not the second with the sizes put in, the
// skeleton is good for these sizes only.
func (p *program) both(eval func() (analysis.Linear, bool)) (form, free analysis.Linear, ok bool) {
	form, ok = eval()
	p.free = true
	free, _ = eval()
	p.free = false
	put := free
	for v, n := range p.fixed {
		put = p.ev.Subst(put, p.ev.SymbolOf(v), analysis.Const(n))
	}
	if !put.Equal(form) {
		maps.Copy(p.baked, p.fixed)
	}
	return form, free, ok
}

// setTest translates the integer set of affine.if: the conjunction of its constraints.
func (p *program) setTest(op *ir.Op) *test {
	set, ok := op.Attr("condition").(*ir.IntegerSetAttr)
	if !ok {
		return &test{kind: unknownTest}
	}
	operands := op.Operands()
	var all *test
	for _, c := range set.Set.Constraints {
		t := &test{kind: compareTest, pred: greaterEqual}
		if c.Eq {
			t.pred = equal
		}
		t.diff = func() (analysis.Linear, bool) { return p.apply(c.Expr, operands, set.Set.NumDims) }
		p.formOf(t)
		if all == nil {
			all = t
		} else {
			all = &test{kind: andTest, left: all, right: t}
		}
	}
	return all
}

// apply evaluates the linear affine expressions; remainders and quotients only of numbers.
func (p *program) apply(x *affine.Expr, operands []*ir.Value, dims int) (analysis.Linear, bool) {
	switch x.Kind {
	case affine.Constant:
		return analysis.Const(x.Value), true
	case affine.Dim:
		return p.ev.Eval(operands[x.Value]), true
	case affine.Symbol:
		return p.ev.Eval(operands[dims+int(x.Value)]), true
	}
	l, okL := p.apply(x.LHS, operands, dims)
	r, okR := p.apply(x.RHS, operands, dims)
	if !okL || !okR {
		return analysis.Linear{}, false
	}
	switch {
	case x.Kind == affine.Add:
		return l.Add(r), true
	case x.Kind == affine.Mul && r.IsConst():
		return l.Scale(r.Const), true
	case l.IsConst() && r.IsConst() && r.Const > 0:
		return analysis.Const(divide(x.Kind, l.Const, r.Const)), true
	}
	return analysis.Linear{}, false
}

func divide(k affine.Kind, a, b int64) int64 {
	q, r := a/b, a%b
	if r < 0 {
		q, r = q-1, r+b
	}
	switch {
	case k == affine.Mod:
		return r
	case k == affine.CeilDiv && r > 0:
		return q + 1
	}
	return q
}

// answer is what a condition says in one state.
type answer uint8

const (
	no answer = iota
	yes
	either
)

func answerOf(b bool) answer {
	if b {
		return yes
	}
	return no
}

// decide evaluates a condition in the current state and tells the loops around how long the answer lasts.
func (m *machine) decide(t *test) answer {
	if t.open {
		return either
	}
	switch t.kind {
	case andTest, orTest:
		return combine(t.kind, m.decide(t.left), m.decide(t.right))
	case compareTest:
		return m.compare(t)
	case opaqueTest:
		l := m.p.ev.Eval(t.value)
		if l.IsConst() {
			return answerOf(l.Const != 0)
		}
	}
	return either
}

func combine(k testKind, a, b answer) answer {
	absorbing := no
	if k == orTest {
		absorbing = yes
	}
	switch {
	case a == absorbing || b == absorbing:
		return absorbing
	case a == either || b == either:
		return either
	}
	return yes - absorbing
}

func (m *machine) compare(t *test) answer {
	d, ok := t.diff()
	if !ok {
		return either
	}
	if !d.IsConst() {
		m.require(d)
		return either
	}
	if len(t.unsigned) > 0 {
		return m.compareUnsigned(t, d.Const)
	}
	m.limit(t.pred, t.form, d.Const)
	return answerOf(t.pred.holds(d.Const))
}

// compareUnsigned compares two numbers as unsigned: negative ones are very large.
func (m *machine) compareUnsigned(t *test, d int64) answer {
	a, b := m.p.ev.Eval(t.unsigned[0]), m.p.ev.Eval(t.unsigned[1])
	if !a.IsConst() || !b.IsConst() {
		return either
	}
	for i, l := range []analysis.Linear{a, b} {
		m.limit(greaterEqual, t.unsignedAt[i], l.Const)
	}
	m.limit(t.pred, t.form, d)
	if (a.Const < 0) != (b.Const < 0) {
		d = -d
	}
	return answerOf(t.pred.holds(d))
}

// limit tells the loops around how long the answer of a comparison lasts: form is the template of what is d now.
func (m *machine) limit(p predicate, form analysis.Linear, d int64) {
	for _, a := range m.active {
		s, ok := shift(form, a.n.sym, a.stride())
		if !ok || form.Wraps() {
			a.limit(0)
			continue
		}
		a.limit(p.lasts(d, s))
	}
}
