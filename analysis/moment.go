package analysis

import (
	"github.com/inflight-compiler/inflight/analysis/presburger"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// side is one of the two accesses of a meeting, with the values of its iterations.
type side struct {
	*Meeting
	Moment
	values  map[*ir.Value]number
	symbols map[*Symbol]number // for the counters of loops
	depth   int
}

func (m *Meeting) side(at Moment) *side {
	s := &side{Meeting: m, Moment: at, values: map[*ir.Value]number{}, symbols: map[*Symbol]number{}}
	for i := range at.Iterations {
		s.iteration(&at.Iterations[i])
	}
	return s
}

// iteration sets the loop variable to its value in the iteration t.
func (s *side) iteration(t *Iteration) {
	count := integer(t.Number)
	if t.Group != 0 {
		count = s.group(t.Group).plus(t.Number)
	}
	s.enter(t.Loop, t.Var, count)
	if v := s.values[t.Var]; t.Counter != nil {
		lower, single := s.lower(t.Loop, t.Var)
		switch step, ok := s.step(t.Loop, t.Var); {
		case ok:
			s.symbols[t.Counter] = count.times(step)
		case single:
			s.symbols[t.Counter] = v.minus(lower)
		default:
			s.symbols[t.Counter] = s.variable(from(Interval{0, Unbounded}))
		}
	}
}

// enter requires for the variable of a loop that it has its value in iteration count, and lies between the
// bounds of the loop.
func (s *side) enter(loop *ir.Op, v *ir.Value, count number) {
	s.require(presburger.NotNegative(count.Sum))
	x := s.fresh(v)
	s.values[v] = x
	if loop.Attr("unsignedCmp") != nil {
		return
	}
	b := loop.Def().Loop.Bounds(loop, dimOf(loop, v))
	if lower, ok := s.lower(loop, v); ok {
		if step, known := s.step(loop, v); known {
			s.require(presburger.Zero(x.minus(lower).minus(count.times(step)).Sum))
		} else {
			s.require(presburger.NotNegative(x.minus(lower).Sum))
		}
	}
	for _, upper := range s.results(b.Upper, b.UpperOperands) {
		s.require(presburger.NotNegative(upper.minus(x).plus(-1).Sum))
	}
}

func dimOf(loop *ir.Op, v *ir.Value) int {
	for d := range loop.Def().Loop.Dims(loop) {
		if loop.Def().Loop.InductionVar(loop, d) == v {
			return d
		}
	}
	return 0
}

// lower returns the lower bound of a loop, if the bound is a single form.
func (s *side) lower(loop *ir.Op, v *ir.Value) (number, bool) {
	b := loop.Def().Loop.Bounds(loop, dimOf(loop, v))
	list := s.results(b.Lower, b.LowerOperands)
	if len(list) != 1 || len(b.Lower.Results) != 1 {
		return number{}, false
	}
	return list[0], true
}

func (s *side) step(loop *ir.Op, v *ir.Value) (int64, bool) {
	step := loop.Def().Loop.Bounds(loop, dimOf(loop, v)).Step
	if step.Value == nil {
		return step.Const, step.Const > 0
	}
	n := s.value(step.Value)
	return n.Const, n.isConst() && n.Const > 0
}

// results returns those results of a map that apply can express.
func (s *side) results(m *affine.Map, operands []*ir.Value) (list []number) {
	for _, x := range m.Results {
		if n, ok := s.apply(x, m.NumDims, operands); ok {
			list = append(list, n)
		}
	}
	return list
}

// happens requires the conditions and the bounds of the loops around an operation.
func (s *side) happens(op *ir.Op) {
	for inner, outer := op, op.Parent(); outer != nil &&
		!outer.Has(ir.IsolatedFromAbove); inner, outer = outer, outer.Parent() {
		switch region := inner.Block().Region(); {
		case outer.Def().Loop != nil:
			for d := range outer.Def().Loop.Dims(outer) {
				s.value(outer.Def().Loop.InductionVar(outer, d))
			}
		case outer.Name() == "scf.if" && region != nil:
			want := int64(1)
			if region != outer.Region(0) {
				want = 0
			}
			s.require(presburger.Zero(s.value(outer.Operand(0)).plus(-want).Sum))
		}
	}
}

// subscript returns a number for any subscript in a range.
func (s *side) subscript(r *Range) (number, bool) {
	if r.Full {
		return number{}, false
	}
	return s.form(&r.Base).add(s.some(r)), true
}

// some returns a number for the distance of any subscript in a range from its base.
func (s *side) some(r *Range) number {
	if r.Lo == r.Hi {
		return integer(r.Lo)
	}
	n := r.length() - 1
	at := s.variable(from(Interval{0, n}))
	return at.times(max(r.Step, 1)).plus(r.Lo)
}

// element returns a number for any element that the access touches, counted row by row.
func (s *side) element(strides []int64) (number, bool) {
	if len(s.Dims) != len(strides) {
		return number{}, false
	}
	sum := integer(0)
	for d := range s.Dims {
		r := &s.Dims[d]
		switch {
		case s.Lattice == nil && r.Full:
			return number{}, false
		case s.Lattice == nil:
			n, _ := s.subscript(r)
			sum = sum.add(n.times(strides[d]))
		case !r.Full:
			sum = sum.add(s.form(&r.Base).plus(r.Lo).times(strides[d]))
		}
	}
	if s.Lattice != nil {
		sum = sum.plus(s.Lattice.First)
		for _, l := range s.Lattice.Levels {
			sum = sum.add(s.some(&Range{Hi: (l.Count - 1) * l.Step, Step: l.Step}))
		}
	}
	return sum, true
}

// form returns the number for a form.
func (s *side) form(l *Linear) number {
	sum := integer(l.Const)
	for _, t := range l.Terms {
		sum = sum.add(s.symbol(t.Sym).times(t.Coef))
	}
	return sum
}

func (s *side) symbol(y *Symbol) number {
	if n, ok := s.symbols[y]; ok {
		return n
	}
	if y.kind == notDiv {
		if y.Value == nil || y.fresh || y.counter {
			return s.variable(y.knowledge())
		}
		return s.value(y.Value)
	}
	if n, ok := s.division(y.kind, s.form(&y.Arg), y.Mod+y.Div); ok {
		return n
	}
	return s.variable(y.knowledge())
}

// maxReading limits the depth of nested definitions.
const maxReading = 200

// value returns the number for a value in the iterations of this access.
func (s *side) value(v *ir.Value) number { return s.exactly(s.residue(v)) }

// residue returns a number that is congruent to a value modulo 2⁶⁴.
func (s *side) residue(v *ir.Value) number {
	v = v.Uncaptured()
	if c, ok := ir.ConstInt(v); ok {
		return integer(signed(c, width(v.Type())))
	}
	if s.Canonical != nil {
		v = s.Canonical(v)
	}
	if n, ok := s.values[v]; ok {
		return n
	}
	if s.Passed != nil {
		if from := s.Passed(v); from != nil {
			n := s.residue(from)
			s.values[v] = n
			return n
		}
	}
	op := v.DefiningOp()
	if loop := loopOf(v); loop != nil {
		s.enter(loop, v, s.variable(from(Interval{0, Unbounded})))
		return s.values[v]
	}
	if op != nil && op.NumResults() == 1 && s.depth < maxReading {
		if rule := readings[op.Name()]; rule != nil {
			s.depth++
			around := s.Evaluator.at
			s.Evaluator.at = op
			n, ok := rule(s, op)
			s.Evaluator.at = around
			s.depth--
			if ok {
				s.values[v] = n
				return n
			}
		}
	}
	n := s.leaf(v)
	s.values[v] = n
	return n
}

// leaf returns a number for a value of which only the type is known. If the value is invariant, both accesses
// get the same number.
func (s *side) leaf(v *ir.Value) number {
	if !s.Invariant(v) {
		return s.fresh(v)
	}
	if n, ok := s.shared[v]; ok {
		return n
	}
	n := s.fresh(v)
	if s.shared == nil {
		s.shared = map[*ir.Value]number{}
	}
	s.shared[v] = n
	return n
}

// fresh returns a new number with the range of the value's type.
func (s *side) fresh(v *ir.Value) number {
	y := Symbol{Value: v}
	k := y.knowledge()
	k.handed = sizeKindOf(v) == handed
	return s.variable(k)
}

// knowledge returns the limits of a symbol.
func (s *Symbol) knowledge() knowledge {
	return knowledge{limits: [assumptions]Interval{s.bounds(0), s.bounds(largeSize), s.bounds(smallSize)}}
}

// loopOf returns the loop whose induction variable v is, or nil.
func loopOf(v *ir.Value) *ir.Op {
	if v.DefiningOp() != nil || v.Owner() == nil {
		return nil
	}
	loop := v.Owner().ParentOp()
	if loop == nil || loop.Def().Loop == nil {
		return nil
	}
	for d := range loop.Def().Loop.Dims(loop) {
		if loop.Def().Loop.InductionVar(loop, d) == v {
			return loop
		}
	}
	return nil
}
