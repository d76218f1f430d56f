package affineloop

import (
	"github.com/inflight-compiler/inflight/analysis/presburger"
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

// Question asks whether there are executions of operations with certain properties, for example that they
// touch a common element. Integers of the program do not wrap around, as in the affine dialect. A value that
// no affine expression gives may be any number. So the answer No is certain, and Yes may be wrong.
type Question struct {
	problem presburger.Problem
	shared  map[*ir.Value]Sum
	beyond  bool // some numbers are too large to compute with
}

// Sum is a number of a program in a Question.
type Sum = presburger.Sum

// Run is one execution of the body of an operation. Values from outside are the same in all runs.
type Run struct {
	q    *Question
	root *ir.Op
	own  map[*ir.Value]Sum
}

// maxSteps limits the work on one question to some tens of milliseconds. Only remainders with large factors
// reach the limit.
const maxSteps = 10 * presburger.DefaultSteps

// NewQuestion returns a question without conditions.
func NewQuestion() *Question {
	return &Question{problem: presburger.Problem{MaxSteps: maxSteps}, shared: map[*ir.Value]Sum{}}
}

// Run returns a new execution of the body of root.
func (q *Question) Run(root *ir.Op) *Run { return &Run{q, root, map[*ir.Value]Sum{}} }

// Possible reports whether all conditions can hold together, or the answer is not known.
func (q *Question) Possible() bool {
	if q.beyond {
		return true
	}
	answer, _ := q.problem.Solve()
	return answer != presburger.No
}

// Require adds conditions.
func (q *Question) Require(conditions ...presburger.Condition) { q.problem.Require(conditions...) }

// Either requires that all conditions of at least one of the alternatives hold.
func (q *Question) Either(alternatives ...[]presburger.Condition) { q.problem.Either(alternatives...) }

// unknown returns a number that may have any value.
func (q *Question) unknown() Sum {
	return Sum{Terms: []presburger.Term{{Var: q.problem.Variable(), Coef: 1}}}
}

// Plus returns a + f·b.
func (q *Question) Plus(a Sum, f int64, b Sum) Sum {
	sum := Sum{Const: a.Const, Terms: append([]presburger.Term(nil), a.Terms...)}
	add := func(to *int64, n int64) {
		if !moderate(f, n) {
			q.beyond = true
			return
		}
		*to += f * n
		q.beyond = q.beyond || !moderate(*to)
	}
	add(&sum.Const, b.Const)
	for _, t := range b.Terms {
		term := presburger.Term{Var: t.Var}
		add(&term.Coef, t.Coef)
		sum.Terms = append(sum.Terms, term)
	}
	return sum
}

// Less returns the condition that a is less than b.
func (q *Question) Less(a, b Sum) presburger.Condition {
	return presburger.NotNegative(q.Plus(q.Plus(b, -1, a), -1, constant(1)))
}

// Equal returns the condition that a is b.
func (q *Question) Equal(a, b Sum) presburger.Condition { return presburger.Zero(q.Plus(a, -1, b)) }

func constant(n int64) Sum { return Sum{Const: n} }

// Happens requires that the run reaches an operation: the loops around it are in one of their iterations, and
// the conditions of affine.if hold.
func (r *Run) Happens(op *ir.Op) {
	for parent := op.Parent(); parent != nil && !op.Has(ir.IsolatedFromAbove); op, parent = parent,
		parent.Parent() {
		switch {
		case parent.Is(affine.If):
			r.condition(parent, op.Block().Region() == parent.Region(0))
		case parent.Def().Loop != nil:
			for d := range parent.Def().Loop.Dims(parent) {
				r.Value(parent.Def().Loop.InductionVar(parent, d))
			}
		}
	}
}

// condition requires that the condition of an affine.if holds, or that it does not.
func (r *Run) condition(op *ir.Op, holds bool) {
	set := affine.Condition(op)
	var violations [][]presburger.Condition
	for _, c := range set.Constraints {
		s := r.expr(c.Expr, op.Operands()[:set.NumDims], op.Operands()[set.NumDims:])
		switch {
		case holds && c.Eq:
			r.q.Require(presburger.Zero(s))
		case holds:
			r.q.Require(presburger.NotNegative(s))
		default:
			violations = append(violations, []presburger.Condition{r.q.Less(s, constant(0))})
			if c.Eq {
				violations = append(violations, []presburger.Condition{r.q.Less(constant(0), s)})
			}
		}
	}
	if !holds {
		r.q.Either(violations...)
	}
}

// Value returns the number of a value in the run.
func (r *Run) Value(v *ir.Value) Sum {
	if n, ok := ir.ConstInt(v); ok {
		r.q.beyond = r.q.beyond || !moderate(n)
		return constant(n)
	}
	numbers := r.q.shared
	if Inside(v, r.root) {
		numbers = r.own
	}
	s, ok := numbers[v]
	if !ok {
		s = r.q.unknown()
		numbers[v] = s // before the rest, which needs it again
		if apply := v.DefinedBy(affine.Apply); apply != nil {
			s = r.results(affine.AccessOf(apply))[0]
			numbers[v] = s
		}
		r.limit(v, s)
	}
	return s
}

// limit requires the known limits of a value.
func (r *Run) limit(v *ir.Value, s Sum) {
	op := v.DefiningOp()
	switch {
	case op == nil:
		if loop := v.Owner().ParentOp(); loop != nil && loop.Def().Loop != nil {
			r.limitVariable(loop, v, s)
		}
	case op.Is(affine.Min), op.Is(affine.Max):
		for _, e := range r.results(affine.AccessOf(op)) {
			if op.Is(affine.Min) {
				r.q.Require(presburger.NotNegative(r.q.Plus(e, -1, s)))
			} else {
				r.q.Require(presburger.NotNegative(r.q.Plus(s, -1, e)))
			}
		}
	case op.Is(memref.Dim):
		r.q.Require(presburger.NotNegative(s))
	}
}

// limitVariable requires that the variable of a loop is within the loop's bounds, a whole number of steps
// from its start.
func (r *Run) limitVariable(loop *ir.Op, v *ir.Value, s Sum) {
	about := loop.Def().Loop
	for d := range about.Dims(loop) {
		if about.InductionVar(loop, d) != v {
			continue
		}
		bounds := about.Bounds(loop, d)
		if bounds.Unsigned {
			return
		}
		lower := r.results(affine.Access{Map: bounds.Lower, Operands: bounds.LowerOperands})
		for _, e := range lower {
			r.q.Require(presburger.NotNegative(r.q.Plus(s, -1, e)))
		}
		for _, e := range r.results(affine.Access{Map: bounds.Upper, Operands: bounds.UpperOperands}) {
			r.q.Require(r.q.Less(s, e))
		}
		if step := bounds.Step; step.Value == nil && step.Const > 1 && len(lower) == 1 {
			r.q.Require(r.q.Equal(s, r.q.Plus(lower[0], step.Const, r.q.unknown())))
		}
	}
}

// results returns the results of a map.
func (r *Run) results(a affine.Access) []Sum {
	list := make([]Sum, len(a.Map.Results))
	for i, e := range a.Map.Results {
		list[i] = r.expr(e, a.Operands[:a.Map.NumDims], a.Operands[a.Map.NumDims:])
	}
	return list
}

// expr returns the number of an affine expression in the run. Products and quotients of values may be any
// number.
func (r *Run) expr(e *aff.Expr, dims, symbols []*ir.Value) Sum {
	switch e.Kind {
	case aff.Constant:
		r.q.beyond = r.q.beyond || !moderate(e.Value)
		return constant(e.Value)
	case aff.Dim:
		return r.Value(dims[e.Value])
	case aff.Symbol:
		return r.Value(symbols[e.Value])
	case aff.Add:
		return r.q.Plus(r.expr(e.LHS, dims, symbols), 1, r.expr(e.RHS, dims, symbols))
	}
	left, factor := e.LHS, e.RHS
	if left.Kind == aff.Constant && e.Kind == aff.Mul {
		left, factor = factor, left
	}
	if factor.Kind != aff.Constant || e.Kind != aff.Mul && factor.Value <= 0 {
		return r.q.unknown()
	}
	s := r.expr(left, dims, symbols)
	if e.Kind == aff.Mul {
		return r.q.Plus(Sum{}, factor.Value, s)
	}
	return r.quotient(e.Kind, s, factor.Value)
}

// quotient returns the quotient or remainder of a division by a positive number.
func (r *Run) quotient(kind aff.Kind, s Sum, by int64) Sum {
	if kind == aff.CeilDiv {
		s = r.q.Plus(s, 1, constant(by-1))
	}
	quotient := r.q.unknown()
	rest := r.q.Plus(s, -by, quotient)
	r.q.Require(presburger.NotNegative(rest), r.q.Less(rest, constant(by)))
	if kind == aff.Mod {
		return rest
	}
	return quotient
}

// Touch requires that an access in one run and an access in another touch a common element, as far as their
// subscripts show. It reports whether their memory allows that.
func (q *Question) Touch(a *Ref, first *Run, b *Ref, second *Run) bool {
	if !MayShare(a, b) {
		return false
	}
	if a.Memref != b.Memref || a.At.Map == nil || b.At.Map == nil || Inside(a.Memref, first.root) ||
		Inside(b.Memref, second.root) {
		return true // each run may have a view of its own
	}
	x, y := first.results(a.At), second.results(b.At)
	for i := range x {
		if i == len(x)-1 {
			x[i], y[i] = q.within(x[i], a.Extent), q.within(y[i], b.Extent)
		}
		q.Require(q.Equal(x[i], y[i]))
	}
	return true
}

// within returns a number in [first, first+extent).
func (q *Question) within(first Sum, extent int64) Sum {
	if extent == 1 {
		return first
	}
	offset := q.unknown()
	q.Require(presburger.NotNegative(offset), q.Less(offset, constant(extent)))
	return q.Plus(first, 1, offset)
}

// meetAcross reports whether two accesses may touch a common element in different iterations of a loop, in
// one iteration of the loops around.
func meetAcross(loop *ir.Op, a, b *Ref) bool {
	q := NewQuestion()
	first, second := q.Run(loop), q.Run(loop)
	first.Happens(a.Op)
	second.Happens(b.Op)
	i, j := first.Value(loop.Body().Arg(0)), second.Value(loop.Body().Arg(0))
	q.Either([]presburger.Condition{q.Less(i, j)}, []presburger.Condition{q.Less(j, i)})
	return q.Touch(a, first, b, second) && q.Possible()
}

// Set defines the number of a value that the operation defines, in place of its known limits.
func (r *Run) Set(v *ir.Value, s Sum) { r.own[v] = s }

// Outside returns alternatives. At least one of them holds if the variable of the loop never takes this
// number in the run.
func (r *Run) Outside(loop *ir.Op, s Sum) (alternatives [][]presburger.Condition) {
	lower, upper := Bounds(loop)
	lowest := r.results(lower)
	for _, e := range lowest {
		alternatives = append(alternatives, []presburger.Condition{r.q.Less(s, e)})
	}
	for _, e := range r.results(upper) {
		alternatives = append(alternatives,
			[]presburger.Condition{presburger.NotNegative(r.q.Plus(s, -1, e))})
	}
	switch step := affine.Step(loop); {
	case step > 1 && len(lowest) > 1:
		alternatives = append(alternatives, nil) // an alternative that always holds
	case step > 1:
		rest := r.quotient(aff.Mod, r.q.Plus(s, -1, lowest[0]), step)
		alternatives = append(alternatives, []presburger.Condition{r.q.Less(constant(0), rest)})
	}
	return alternatives
}

// Before returns alternatives. One of them holds if and only if list a is lexicographically less than list b.
func (q *Question) Before(a, b []Sum) (alternatives [][]presburger.Condition) {
	var equal []presburger.Condition
	for i := range a {
		less := append(append([]presburger.Condition(nil), equal...), q.Less(a[i], b[i]))
		alternatives = append(alternatives, less)
		equal = append(equal, q.Equal(a[i], b[i]))
	}
	return alternatives
}

// Different returns alternatives. One of them holds if and only if the two lists differ.
func (q *Question) Different(a, b []Sum) (alternatives [][]presburger.Condition) {
	for i := range a {
		alternatives = append(alternatives, []presburger.Condition{q.Less(a[i], b[i])},
			[]presburger.Condition{q.Less(b[i], a[i])})
	}
	return alternatives
}
