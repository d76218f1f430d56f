package skeleton

import (
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// Predicate compares a number with zero, or two unsigned numbers by the sign of their difference.
type Predicate uint8

// The predicates, in the order of arith.cmpi without its unsigned half.
const (
	equal Predicate = iota
	notEqual
	less
	lessEqual
	greater
	greaterEqual
)

func (p Predicate) holds(d int64) bool {
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

// Lasts returns how many times s can be added to d before the result of the predicate changes.
func (p Predicate) Lasts(d, s int64) int64 {
	const forever = 1 << 62
	switch {
	case s == 0:
		return forever
	case s < 0:
		d, s = -d, -s
		p = [...]Predicate{equal, notEqual, greater, greaterEqual, less, lessEqual}[p]
	}
	// Now s is positive, so that d grows. The predicate can change only where d reaches zero or exceeds it.
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

// Test is a condition: a comparison, a conjunction or disjunction of two tests, or a value that is known only
// while the skeleton runs.
type Test struct {
	kind testKind
	pred Predicate
	diff func() (analysis.Linear, bool)
	// operands of an unsigned comparison; while neither is negative, the signed comparison gives the same
	// result
	unsigned    []*ir.Value
	unsignedAt  []analysis.Linear
	form        analysis.Linear
	known       bool // form is valid
	free        analysis.Linear
	left, right *Test
	Value       *ir.Value
	name        *ir.Value // the name whose number is compared, see numberTest
	Results     bool      // the operation returns numbers that others use
	open        bool      // both branches are taken
}

type testKind uint8

const (
	compareTest testKind = iota
	andTest
	orTest
	opaqueTest
	unknownTest
)

// noteAsked finds conditions of tasks on values from outside for which other conditions ask as well: the
// machine decides them before the task, so that all agree.
func (p *Program) noteAsked() {
	asked := map[*ir.Value]int{}
	for _, n := range p.Nodes {
		if n.Kind == CondNode && n.Test.kind == opaqueTest {
			asked[n.Test.Value]++
		}
	}
	for _, task := range p.Nodes {
		if task.Kind != AsyncNode || task.Async {
			continue
		}
		task.Each(func(n *Node) {
			if n.Kind != CondNode || n.Test.kind != opaqueTest || asked[n.Test.Value] < 2 {
				return
			}
			block := n.Test.Value.ParentBlock()
			if outside := block == nil || !task.Op.IsAncestorOf(block.ParentOp()); outside &&
				!slices.ContainsFunc(task.Asks, func(t *Test) bool { return t.Value == n.Test.Value }) {
				task.Asks = append(task.Asks, n.Test)
			}
		})
	}
}

// TestOf translates the condition of a branch.
func (p *Program) TestOf(op *ir.Op) *Test {
	var t *Test
	switch {
	case op.Name() == "affine.if":
		t = p.setTest(op)
	case op.NumOperands() == 1 && source.IsBool(op.Operand(0)) && op.NumRegions() <= 2:
		t = p.valueTest(op.Operand(0))
	default:
		t = &Test{kind: unknownTest}
	}
	for _, v := range op.Results() {
		t.Results = t.Results || source.IsInteger(v) || source.IsToken(v)
	}
	return t
}

func (p *Program) valueTest(v *ir.Value) *Test {
	op := v.DefiningOp()
	if op == nil || p.bindable[v] {
		return p.opaque(v)
	}
	switch op.Name() {
	case "arith.andi", "arith.ori":
		t := &Test{kind: andTest, left: p.valueTest(op.Operand(0)), right: p.valueTest(op.Operand(1))}
		if op.Name() == "arith.ori" {
			t.kind = orTest
		}
		return t
	case "arith.cmpi":
		return p.comparison(op)
	}
	return p.opaque(v)
}

func (p *Program) opaque(v *ir.Value) *Test {
	t := &Test{kind: opaqueTest, Value: v}
	t.diff = func() (analysis.Linear, bool) { return p.Ev.Eval(v), true }
	p.formOf(t)
	return t
}

func (p *Program) comparison(op *ir.Op) *Test {
	code, _ := op.IntAttr("predicate")
	a, b := op.Operand(0), op.Operand(1)
	if source.IsBool(a) && code >= 2 && code < 6 {
		a, b = b, a // as a signed number, a true i1 is -1
	}
	t := &Test{kind: compareTest}
	if t.pred = Predicate(code); code >= 6 {
		t.pred = Predicate(code - 4)
		t.unsigned = []*ir.Value{a, b}
		t.unsignedAt = []analysis.Linear{p.Ev.Eval(a), p.Ev.Eval(b)}
	}
	t.diff = func() (analysis.Linear, bool) { return difference(p.Ev.Eval(a), p.Ev.Eval(b)), true }
	p.formOf(t)
	return t
}

// difference returns a - b, or a large number with the sign of the difference if the difference overflows 64
// bits.
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

// formOf stores the template of a comparison, and its form without fixed sizes.
func (p *Program) formOf(t *Test) {
	t.form, t.free, t.known = p.both(t.diff)
}

// both evaluates a form with fixed sizes and without. If the second form does not become the first when the
// sizes are put in, the skeleton is valid for these sizes only.
func (p *Program) both(eval func() (analysis.Linear, bool)) (form, free analysis.Linear, ok bool) {
	form, ok = eval()
	p.free = true
	free, _ = eval()
	p.free = false
	put := free
	for v, n := range p.Fixed {
		put = p.Ev.Subst(put, p.Ev.SymbolOf(v), analysis.Const(n))
	}
	if !put.Equal(form) {
		maps.Copy(p.baked, p.Fixed)
	}
	return form, free, ok
}

// setTest translates the integer set of affine.if: the conjunction of its constraints.
func (p *Program) setTest(op *ir.Op) *Test {
	set, ok := op.Attr("condition").(*ir.IntegerSetAttr)
	if !ok {
		return &Test{kind: unknownTest}
	}
	operands := op.Operands()
	var all *Test
	for _, c := range set.Set.Constraints {
		t := &Test{kind: compareTest, pred: greaterEqual}
		if c.Eq {
			t.pred = equal
		}
		t.diff = func() (analysis.Linear, bool) { return p.apply(c.Expr, operands, set.Set.NumDims) }
		p.formOf(t)
		if all == nil {
			all = t
		} else {
			all = &Test{kind: andTest, left: all, right: t}
		}
	}
	return all
}

// apply evaluates linear affine expressions. Remainders and quotients are evaluated for constants only.
func (p *Program) apply(x *affine.Expr, operands []*ir.Value, dims int) (analysis.Linear, bool) {
	switch x.Kind {
	case affine.Constant:
		return analysis.Const(x.Value), true
	case affine.Dim:
		return p.Ev.Eval(operands[x.Value]), true
	case affine.Symbol:
		return p.Ev.Eval(operands[dims+int(x.Value)]), true
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

// Answer is the result of a condition in one state: no, yes, or unknown.
type Answer uint8

const (
	No Answer = iota
	Yes
	Either
)

// AnswerOf returns the Answer for a truth value.
func AnswerOf(b bool) Answer {
	if b {
		return Yes
	}
	return No
}

func combine(k testKind, a, b Answer) Answer {
	absorbing := No
	if k == orTest {
		absorbing = Yes
	}
	switch {
	case a == absorbing || b == absorbing:
		return absorbing
	case a == Either || b == Either:
		return Either
	}
	return Yes - absorbing
}

// Watcher records what the results of conditions depend on.
type Watcher interface {
	// Require records a comparison whose form l is not a number.
	Require(l analysis.Linear) bool
	// Limit records the result of the predicate p for d, the current value of form.
	Limit(p Predicate, form analysis.Linear, d int64)
}

// Decide evaluates a condition in the current state. w, if not nil, records what the result depends on.
func (p *Program) Decide(t *Test, w Watcher) Answer {
	if t.open {
		return Either
	}
	switch t.kind {
	case andTest, orTest:
		return combine(t.kind, p.Decide(t.left, w), p.Decide(t.right, w))
	case compareTest:
		return p.compare(t, w)
	case opaqueTest:
		l := p.Ev.Eval(t.Value)
		if l.IsConst() {
			return AnswerOf(l.Const != 0)
		}
	}
	return Either
}

func (p *Program) compare(t *Test, w Watcher) Answer {
	d, ok := t.diff()
	switch {
	case !ok:
		return Either
	case !d.IsConst():
		if w != nil {
			w.Require(d)
		}
		return Either
	case len(t.unsigned) > 0:
		return p.compareUnsigned(t, d.Const, w)
	}
	if w != nil {
		w.Limit(t.pred, t.form, d.Const)
	}
	return AnswerOf(t.pred.holds(d.Const))
}

// compareUnsigned compares two unsigned numbers. A negative number stands for a very large one.
func (p *Program) compareUnsigned(t *Test, d int64, w Watcher) Answer {
	a, b := p.Ev.Eval(t.unsigned[0]), p.Ev.Eval(t.unsigned[1])
	if !a.IsConst() || !b.IsConst() {
		return Either
	}
	if w != nil {
		w.Limit(greaterEqual, t.unsignedAt[0], a.Const)
		w.Limit(greaterEqual, t.unsignedAt[1], b.Const)
		w.Limit(t.pred, t.form, d)
	}
	if (a.Const < 0) != (b.Const < 0) {
		d = -d
	}
	return AnswerOf(t.pred.holds(d))
}
