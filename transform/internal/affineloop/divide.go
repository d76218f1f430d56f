package affineloop

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

// Division is an affine.for divided into a main part, whose iterations form whole groups, and the rest.
type Division struct {
	Main affine.Access // the upper bound of the main part
	Rest affine.Access // the lower bound of the rest; its map is nil if there is none
	None bool          // the main part is known to have no iterations
}

// Divide divides a loop into groups of n iterations. It reports false if the lower bound is a maximum, if
// more than one term of a minimum as the upper bound may end within a group, or if the step times n does not
// fit in 64 bits.
func Divide(loop *ir.Op, n int64) (d Division, ok bool) {
	lower, uppers := jointBounds(loop)
	if lower == nil {
		return d, false
	}
	step := affine.Step(loop)
	if _, ok := Scaled(loop, n); !ok {
		return d, false
	}
	results := make([]*aff.Expr, len(uppers.Map.Results))
	for i, upper := range uppers.Map.Results {
		span := upper.Sub(lower).Simplify(uppers.Map.NumDims, uppers.Map.NumSymbols)
		switch whole := multiple(span, uppers.Operands, uppers.Map.NumDims) % (n * step); {
		case whole == 0:
			results[i] = upper
		case d.Rest.Map != nil:
			return d, false
		default:
			groups := span.CeilDiv(aff.C(step)).FloorDiv(aff.C(n))
			results[i] = lower.Add(groups.Mul(aff.C(n * step)))
			d.Rest = narrowed(uppers,
				atLeast(lower, results[i], neverNegative(span, uppers))...).Irredundant(true)
			d.None = groups.Kind == aff.Constant && groups.Value <= 0
		}
	}
	d.Main = narrowed(uppers, results...)
	return d, true
}

// Scaled returns the step of a loop times a factor, false if it is not a valid step.
func Scaled(loop *ir.Op, factor int64) (int64, bool) {
	step := affine.Step(loop)
	if step < 1 || factor < 1 || step > math.MaxInt64/factor {
		return 0, false
	}
	return step * factor, true
}

// atLeast returns expressions whose maximum is the greater of lower and e. If a loop may end before it
// starts, e may be less than lower.
func atLeast(lower, e *aff.Expr, ordered bool) []*aff.Expr {
	switch {
	case ordered:
		return []*aff.Expr{e}
	case lower.Kind == aff.Constant && e.Kind == aff.Constant:
		return []*aff.Expr{aff.C(max(lower.Value, e.Value))}
	}
	return []*aff.Expr{lower, e}
}

// neverNegative reports whether an expression is known to be at least 0: a sum of constants, sizes, and
// variables that are at least 0.
func neverNegative(e *aff.Expr, inputs affine.Access) bool {
	coefficients, constant, ok := e.Linear(inputs.Map.NumDims, inputs.Map.NumSymbols)
	if !ok || constant < 0 {
		return false
	}
	for i, c := range coefficients {
		if c < 0 || c > 0 && inputs.Operands[i].DefinedBy(memref.Dim) == nil {
			return false
		}
	}
	return true
}

// narrowed returns expressions over the inputs of an access as an access.
func narrowed(a affine.Access, results ...*aff.Expr) affine.Access {
	m := aff.NewMap(a.Map.NumDims, a.Map.NumSymbols, results...)
	return affine.Access{Map: m.Simplify(), Operands: a.Operands}.Canonicalize()
}

// jointBounds returns the lower bound and the upper bounds of a loop over the same inputs, nil if the lower
// bound is a maximum.
func jointBounds(loop *ir.Op) (lower *aff.Expr, uppers affine.Access) {
	lm, lo := affine.LowerBound(loop)
	um, uo := affine.UpperBound(loop)
	if len(lm.Results) != 1 {
		return nil, uppers
	}
	dims, syms := lm.NumDims+um.NumDims, lm.NumSymbols+um.NumSymbols
	results := append([]*aff.Expr{lm.Results[0].Replace(nil, aff.Numbered(lm.NumSymbols, 0, aff.S))},
		um.Replace(aff.Numbered(um.NumDims, lm.NumDims, aff.D),
			aff.Numbered(um.NumSymbols, lm.NumSymbols, aff.S), dims, syms).Results...)
	var operands []*ir.Value
	operands = append(append(operands, lo[:lm.NumDims]...), uo[:um.NumDims]...)
	operands = append(append(operands, lo[lm.NumDims:]...), uo[um.NumDims:]...)
	joint := affine.Access{Map: aff.NewMap(dims, syms, results...), Operands: operands}.Compose()
	return joint.Map.Results[0], affine.Access{
		Map:      aff.NewMap(joint.Map.NumDims, joint.Map.NumSymbols, joint.Map.Results[1:]...),
		Operands: joint.Operands}
}

// multiple returns the largest number known to divide an expression, 0 for the constant 0.
func multiple(e *aff.Expr, operands []*ir.Value, numDims int) int64 {
	coefficients, constant, ok := e.Linear(numDims, len(operands)-numDims)
	if !ok {
		return e.Divisor()
	}
	g := magnitude(constant)
	for i, c := range coefficients {
		if c != 0 {
			g = gcd(g, magnitude(c)*multipleOf(operands[i], maxNesting))
		}
	}
	return g
}

// maxNesting limits how many loops outwards bounds are followed.
const maxNesting = 8

// multipleOf returns a number that divides all values of a loop's variable, 1 for other values.
func multipleOf(v *ir.Value, depth int) int64 {
	if !isLoopVariable(v) || depth == 0 {
		return 1
	}
	loop := v.Owner().ParentOp()
	m, operands := affine.LowerBound(loop)
	g := affine.Step(loop)
	for _, e := range m.Results {
		coefficients, constant, ok := e.Linear(m.NumDims, m.NumSymbols)
		if !ok {
			return gcd(g, e.Divisor())
		}
		g = gcd(g, magnitude(constant))
		for i, c := range coefficients {
			if c != 0 {
				g = gcd(g, magnitude(c)*multipleOf(operands[i], depth-1))
			}
		}
	}
	return g
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func magnitude(v int64) int64 {
	if v < 0 {
		return -v
	}
	return v
}
