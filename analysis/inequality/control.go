package inequality

import (
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

// Enter assumes the facts that hold in a region because control is there: induction variables lie between the
// bounds of their loops, and conditions of branches hold.
func (e *Env) Enter(r *ir.Region) {
	op := r.Op()
	switch {
	case op.Def().Loop != nil:
		e.enterLoop(op)
	case op.Is(scf.If):
		e.assumeCondition(op.Operand(0), r.Index() == 0, nil)
	case op.Is(affine.If) && r.Index() == 0:
		e.assumeSet(op)
	case op.Is(scf.While) && r.Index() == 1:
		e.enterWhile(op)
	}
}

func (e *Env) enterLoop(op *ir.Op) {
	loop := op.Def().Loop
	for d := range loop.Dims(op) {
		b := loop.Bounds(op, d)
		if b.Unsigned {
			continue // negative bounds are large unsigned numbers
		}
		iv := e.Of(loop.InductionVar(op, d))
		lower, upper := e.exactResults(b.Lower, b.LowerOperands), e.exactResults(b.Upper, b.UpperOperands)
		for _, f := range lower {
			e.assumeOrder(f, 0, iv)
		}
		for _, f := range upper {
			e.assumeOrder(iv, 1, f)
		}
		if len(lower) == 1 && len(upper) == 1 {
			e.assumeSteps(iv, lower[0], upper[0], b.Step)
		}
	}
}

// assumeSteps assumes that the distance of a variable from the lower bound is a multiple of the step, if
// bounds and step are constants.
func (e *Env) assumeSteps(iv, lower, upper Form, step ir.OpFoldResult) {
	n := Const(step.Const)
	if step.Value != nil {
		n = e.Value(step.Value)
	}
	if lower.IsConst() && upper.IsConst() && n.IsConst() && n.Const > 0 && lower.Const < upper.Const {
		e.assumeOrder(iv, 0, Const(stepsBelow(lower.Const, upper.Const, n.Const)))
	}
}

// enterWhile assumes the condition of a loop for the values that the condition region passes to the body.
func (e *Env) enterWhile(op *ir.Op) {
	cond := op.Region(0).Entry().Terminator()
	if cond == nil || !cond.Is(scf.Condition) {
		return
	}
	passed := map[*ir.Value]*ir.Value{}
	for i, v := range cond.Operands()[1:] {
		passed[v] = op.Region(1).Entry().Arg(i)
	}
	e.assumeCondition(cond.Operand(0), true, passed)
}

// AssumeTrue assumes that a truth value is true.
func (e *Env) AssumeTrue(cond *ir.Value) { e.assumeCondition(cond, true, nil) }

// assumeCondition assumes that a truth value is equal to holds. passed maps values to the arguments that
// receive them; facts are assumed for the arguments instead. Other values of the same region are not used
// outside of it.
func (e *Env) assumeCondition(cond *ir.Value, holds bool, passed map[*ir.Value]*ir.Value) {
	op := cond.DefiningOp()
	switch {
	case op == nil:
	case op.Is(arith.AndI) && holds, op.Is(arith.OrI) && !holds:
		e.assumeCondition(op.Operand(0), holds, passed)
		e.assumeCondition(op.Operand(1), holds, passed)
	case op.Is(arith.XOrI):
		if c, ok := ir.ConstInt(op.Operand(1)); ok && c&1 == 1 && width(cond.Type()) == 1 {
			e.assumeCondition(op.Operand(0), !holds, passed)
		}
	case op.Is(arith.CmpI):
		e.assumeComparison(op, holds, passed)
	}
}

// negated maps each predicate of arith.cmpi to the predicate that holds when it does not.
var negated = [...]int64{
	arith.EQ: arith.NE, arith.NE: arith.EQ, arith.SLT: arith.SGE, arith.SLE: arith.SGT, arith.SGT: arith.SLE,
	arith.SGE: arith.SLT,
	arith.ULT: arith.UGE, arith.ULE: arith.UGT, arith.UGT: arith.ULE, arith.UGE: arith.ULT,
}

func (e *Env) assumeComparison(op *ir.Op, holds bool, passed map[*ir.Value]*ir.Value) {
	if t := op.Operand(0).Type(); width(t) == 1 || !isInteger(t) {
		return
	}
	p := arith.Predicate(op)
	if !holds {
		p = negated[p]
	}
	a, b := e.sides(op.Operand(0), passed), e.sides(op.Operand(1), passed)
	for _, f := range a {
		for _, g := range b {
			e.assumePredicate(p, f, g)
		}
	}
}

func isInteger(t ir.Type) bool {
	switch t.(type) {
	case *ir.IntegerType, *ir.IndexType:
		return true
	}
	return false
}

// sides returns the forms of one side of a comparison: the form of its definition, and the value itself.
func (e *Env) sides(v *ir.Value, passed map[*ir.Value]*ir.Value) []Form {
	if to := passed[v]; to != nil {
		v = to
	}
	f := e.Value(v)
	if own := e.Of; !f.IsConst() && len(f.Terms) > 1 {
		return []Form{f, own(v)}
	}
	return []Form{f}
}

// assumePredicate assumes that a comparison of two forms is true.
func (e *Env) assumePredicate(p int64, a, b Form) {
	switch p {
	case arith.EQ:
		e.assumeOrder(a, 0, b)
		e.assumeOrder(b, 0, a)
	case arith.SLT:
		e.assumeOrder(a, 1, b)
	case arith.SLE:
		e.assumeOrder(a, 0, b)
	case arith.SGT:
		e.assumeOrder(b, 1, a)
	case arith.SGE:
		e.assumeOrder(b, 0, a)
	case arith.UGT:
		e.assumePredicate(arith.ULT, b, a)
	case arith.UGE:
		e.assumePredicate(arith.ULE, b, a)
	case arith.ULT, arith.ULE:
		if e.AtLeast(b, 0) {
			e.Assume(a)
			e.assumeOrder(a, arith.ULE-p, b)
		}
	}
}

// assumeSet assumes the constraints of an affine.if.
func (e *Env) assumeSet(op *ir.Op) {
	set, ok := op.Attr("condition").(*ir.IntegerSetAttr)
	if !ok {
		return
	}
	for _, c := range set.Set.Constraints {
		m := aff.NewMap(set.Set.NumDims, set.Set.NumSymbols, c.Expr)
		f := e.ExactResult(m, 0, op.Operands())
		e.Assume(f)
		if c.Eq {
			e.assumeOrder(f, 0, Const(0))
		}
	}
}

// Loop is a dimension of a loop. Its variable takes the values Lower, Lower + Step, ... below Upper. The
// forms are known modulo 2⁶⁴; a constant Step is exact.
type Loop struct {
	Variable           *Atom
	Lower, Upper, Step Form
}

// Loops returns the dimensions of a loop.
func (e *Env) Loops(op *ir.Op) []Loop {
	loop := op.Def().Loop
	var dims []Loop
	for d := range loop.Dims(op) {
		b := loop.Bounds(op, d)
		l := Loop{
			Variable: e.Of(loop.InductionVar(op, d)).Terms[0].Atom,
			Lower:    e.bound(b.Lower, b.LowerOperands, +1), Upper: e.bound(b.Upper, b.UpperOperands, -1),
			Step: Const(b.Step.Const),
		}
		if b.Step.Value != nil {
			l.Step = e.Value(b.Step.Value)
		}
		dims = append(dims, l)
	}
	return dims
}

func (e *Env) bound(m *aff.Map, operands []*ir.Value, extreme int) Form {
	if len(m.Results) == 1 {
		return e.ExactResult(m, 0, operands)
	}
	return e.ofMap(m, operands, extreme)
}
