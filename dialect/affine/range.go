package affine

import (
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

// interval is the known range of an expression: at least low if hasLow is set, at most high if hasHigh is
// set.
type interval struct {
	low, high       int64
	hasLow, hasHigh bool
}

func exactly(v int64) interval { return interval{v, v, true, true} }

// single reports whether only one value is possible.
func (r interval) single() bool { return r.hasLow && r.hasHigh && r.low == r.high }

// loopOf returns the affine.for that v is the variable of, or nil.
func loopOf(v *ir.Value) *ir.Op {
	if v.IsArgument() && v.Index() == 0 {
		if op := v.Owner().ParentOp(); op.Is(For) {
			return op
		}
	}
	return nil
}

// rangeOf returns the values that a loop variable takes.
func rangeOf(v *ir.Value) interval {
	loop := loopOf(v)
	if loop == nil {
		return interval{}
	}
	var r interval
	lower, _ := LowerBound(loop)
	upper, _ := UpperBound(loop)
	r.low, r.hasLow = lower.SingleConstant()
	end, ok := upper.SingleConstant()
	if !ok {
		return r
	}
	// The last value differs from the lower bound by a multiple of the step.
	r.high, r.hasHigh = compute(aff.Add, end, -1)
	if span, ok := compute(aff.Add, r.high, -r.low); ok && r.hasLow && span > 0 {
		r.high -= span % Step(loop)
	}
	return r
}

// ranges are the intervals of the inputs of a map.
type ranges struct {
	numDims, numSyms int
	inputs           []interval
}

func (a Access) ranges() ranges {
	r := ranges{a.Map.NumDims, a.Map.NumSymbols, make([]interval, len(a.Operands))}
	for i, v := range a.Operands {
		r.inputs[i] = rangeOf(v)
	}
	return r
}

// of returns the interval of an expression.
func (r ranges) of(e *aff.Expr) interval {
	switch e.Kind {
	case aff.FloorDiv, aff.CeilDiv:
		return r.ofQuotient(e)
	case aff.Mod:
		return r.ofRemainder(e)
	}
	coefficients, constant, ok := e.Linear(r.numDims, r.numSyms)
	if !ok {
		return interval{}
	}
	sum := exactly(constant)
	for i, c := range coefficients {
		if c != 0 {
			sum = sum.plus(r.inputs[i].times(c))
		}
	}
	return sum
}

func (r interval) plus(o interval) interval {
	return r.with(aff.Add, o.low, o.high, r.hasLow && o.hasLow, r.hasHigh && o.hasHigh)
}

func (r interval) times(c int64) interval {
	if c < 0 {
		r = interval{r.high, r.low, r.hasHigh, r.hasLow}
	}
	return r.with(aff.Mul, c, c, r.hasLow, r.hasHigh)
}

// with combines both ends with a number. An end that overflows becomes unknown.
func (r interval) with(kind aff.Kind, low, high int64, hasLow, hasHigh bool) interval {
	l, lok := compute(kind, r.low, low)
	h, hok := compute(kind, r.high, high)
	return interval{l, h, hasLow && lok, hasHigh && hok}
}

// compute returns a combined with b by the operation kind. ok is false if the result overflows.
func compute(kind aff.Kind, a, b int64) (int64, bool) {
	return aff.Binary(kind, aff.C(a), aff.C(b)).Eval(nil, nil)
}

func (r ranges) ofQuotient(e *aff.Expr) interval {
	if e.RHS.Kind != aff.Constant || e.RHS.Value < 1 {
		return interval{}
	}
	in := r.of(e.LHS)
	return interval{quotient(e.Kind, in.low, e.RHS.Value), quotient(e.Kind, in.high, e.RHS.Value), in.hasLow,
		in.hasHigh}
}

// quotient divides by a positive number.
func quotient(kind aff.Kind, a, b int64) int64 {
	v, _ := compute(kind, a, b)
	return v
}

func (r ranges) ofRemainder(e *aff.Expr) interval {
	if e.RHS.Kind != aff.Constant || e.RHS.Value < 1 {
		return interval{}
	}
	c, in := e.RHS.Value, r.of(e.LHS)
	if in.hasLow && in.hasHigh && quotient(aff.FloorDiv, in.low, c) == quotient(aff.FloorDiv, in.high, c) {
		return interval{quotient(aff.Mod, in.low, c), quotient(aff.Mod, in.high, c), true, true}
	}
	return interval{0, c - 1, true, true}
}

// Narrow returns the access after simplifying those divisions and remainders whose results follow from the
// bounds of the loops around.
func (a Access) Narrow() Access {
	if len(a.Operands) == 0 {
		return a
	}
	r := a.ranges()
	results := make([]*aff.Expr, len(a.Map.Results))
	for i, e := range a.Map.Results {
		results[i] = e.SimplifyWith(func(x *aff.Expr) *aff.Expr { return r.narrow(x, a.Operands) })
	}
	a.Map = aff.NewMap(a.Map.NumDims, a.Map.NumSymbols, results...)
	return a
}

func (r ranges) narrow(e *aff.Expr, operands []*ir.Value) *aff.Expr {
	if e.Kind != aff.FloorDiv && e.Kind != aff.CeilDiv && e.Kind != aff.Mod {
		return e
	}
	c := e.RHS
	if c.Kind != aff.Constant || c.Value <= 0 {
		return e
	}
	if in := r.of(e.LHS); in.hasLow && in.hasHigh {
		if e.Kind == aff.Mod && in.low >= 0 && in.high < c.Value && in.low < c.Value {
			return e.LHS
		}
		if e.Kind != aff.Mod && quotient(e.Kind, in.low, c.Value) == quotient(e.Kind, in.high, c.Value) {
			return aff.C(quotient(e.Kind, in.low, c.Value))
		}
	}
	if multiple, divisor, rest, ok := splitMultiple(e.LHS, operands); ok {
		switch {
		case e.Kind == aff.FloorDiv && c.Value%divisor == 0:
			return multiple.FloorDiv(c)
		case e.Kind == aff.Mod && divisor%c.Value == 0:
			return rest.Mod(c)
		}
		return e
	}
	if e.Kind == aff.FloorDiv && isBelow(e.LHS, operands, c.Value) ||
		e.Kind == aff.Mod && divisorOf(e.LHS, operands)%c.Value == 0 {
		return aff.C(0)
	}
	return e
}

// splitMultiple splits a sum into a multiple of divisor and a rest in
// [0, divisor).
func splitMultiple(e *aff.Expr, operands []*ir.Value) (multiple *aff.Expr, divisor int64, rest *aff.Expr,
	ok bool) {
	if e.Kind != aff.Add {
		return nil, 0, nil, false
	}
	for _, s := range [][2]*aff.Expr{{e.LHS, e.RHS}, {e.RHS, e.LHS}} {
		d := divisorOf(s[0], operands)
		if d > 0 && isBelow(s[1], operands, d) {
			return s[0], d, s[1], true
		}
	}
	return nil, 0, nil, false
}

// divisorOf returns a number that divides the expression. For a loop variable the number divides all values
// of the variable.
func divisorOf(e *aff.Expr, operands []*ir.Value) int64 {
	if e.Kind != aff.Dim {
		return e.Divisor()
	}
	loop := loopOf(operands[e.Value])
	if loop == nil {
		return 1
	}
	// Every value is a lower bound plus a multiple of the step.
	d := aff.C(Step(loop))
	lower, _ := LowerBound(loop)
	for _, r := range lower.Results {
		d = aff.C((&aff.Expr{Kind: aff.Add, LHS: d, RHS: r}).Divisor())
	}
	return d.Value
}

// isBelow reports whether the expression, a constant or a loop variable, is
// known to be in [0, k).
func isBelow(e *aff.Expr, operands []*ir.Value, k int64) bool {
	switch e.Kind {
	case aff.Constant:
		return e.Value >= 0 && e.Value < k
	case aff.Dim:
		if loop := loopOf(operands[e.Value]); loop != nil {
			lower, upper, ok := ConstantBounds(loop)
			return ok && lower >= 0 && upper <= k
		}
	}
	return false
}

// Irredundant returns the access without the results that are never the greatest (if isMax is set) or the
// least. The bounds of the loops around decide this.
func (a Access) Irredundant(isMax bool) Access {
	if len(a.Operands) == 0 {
		return a
	}
	r := a.ranges()
	in := make([]interval, len(a.Map.Results))
	for i, e := range a.Map.Results {
		in[i] = r.of(e)
		if !isMax { // mirrored: the least becomes the greatest
			in[i] = in[i].times(-1)
		}
	}
	var results []*aff.Expr
	for i, e := range a.Map.Results {
		if isDominated(in, i) {
			continue
		}
		if in[i].single() {
			e = aff.C(r.of(e).low)
		}
		results = append(results, e)
	}
	if len(results) > 0 { // a loop without iterations leaves no results
		a.Map = aff.NewMap(a.Map.NumDims, a.Map.NumSymbols, results...)
	}
	return a
}

// isDominated reports whether another interval is never below interval i. Of equal single values the first
// one is not dominated.
func isDominated(in []interval, i int) bool {
	if !in[i].hasHigh {
		return false
	}
	for j, o := range in {
		switch {
		case j == i || !o.hasLow || o.low < in[i].high:
		case o.low > in[i].high, !o.single(), !in[i].single(), j < i:
			return true
		}
	}
	return false
}
