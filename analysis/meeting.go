package analysis

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis/presburger"
	"github.com/inflight-compiler/inflight/ir"
)

// Iteration is the iteration of a loop in which an access happens. With Group 0 its number is Number, counted
// from 0. The number of an iteration in another group is not known: it is Number more than the unknown number
// of the group's iteration 0.
type Iteration struct {
	Loop *ir.Op
	Var  *ir.Value
	// in forms, stands for the distance of Var from the lower bound; nil if Var stands for itself
	Counter *Symbol
	Group   int
	Number  int64
}

// Moment is an access in a certain iteration of each loop around it. For a loop without an Iteration, it may
// be any iteration.
type Moment struct {
	*Access
	Iterations []Iteration
	// Passed, if not nil, returns the value that a call passes for an argument of a function, or nil if that
	// is not known.
	Passed func(*ir.Value) *ir.Value
}

// Meeting is a question about the sizes of a program: are there sizes for which two accesses have an element
// in common? Where a form has a symbol for a value, Meeting reads the value's definition, so that it also
// knows operations that forms cannot express (minima, bits, products).
type Meeting struct {
	// Evaluator has made the forms. Its assumptions get those that a Meeting makes about sizes.
	Evaluator *Evaluator
	// Invariant reports whether a value is the same in all iterations.
	Invariant func(*ir.Value) bool
	// Canonical returns one and the same value for all values that are equal.
	Canonical func(*ir.Value) *ir.Value

	// MaxSteps limits the work, see presburger.Problem. Steps is the work that the question has taken.
	MaxSteps, Steps int

	problem  presburger.Problem
	known    []knowledge // of the variables
	shared   map[*ir.Value]number
	groups   map[int]number
	quotient map[string][2]number
	exact    map[string]number // for numbers that are known modulo 2⁶⁴
	products []multiple
	choices  int
}

// Behind requires that each iteration of group later is at least atLeast iterations behind that of group
// earlier.
func (m *Meeting) Behind(later, earlier int, atLeast int64) {
	m.require(presburger.NotNegative(m.group(later).minus(m.group(earlier)).plus(-atLeast).Sum))
}

// Every requires that the numbers of the iterations of a group, divided by `by`, leave the remainder rest.
func (m *Meeting) Every(group int, by, rest int64) {
	if by > 1 {
		n := m.variable(from(everything))
		m.require(presburger.Zero(m.group(group).minus(n.times(by)).plus(-rest).Sum))
	}
}

// group returns the unknown number of the group's iteration 0.
func (m *Meeting) group(group int) number {
	n, ok := m.groups[group]
	if !ok {
		if m.groups == nil {
			m.groups = map[int]number{}
		}
		n = m.variable(from(everything))
		m.groups[group] = n
	}
	return n
}

// Possible reports whether the accesses may have an element in common: there are sizes and iterations for
// which they have, or the answer is not known.
func (m *Meeting) Possible(a, b Moment) bool {
	if a.Buffer == nil || b.Buffer == nil {
		return true
	}
	if a.Buffer != b.Buffer || isEmpty(a.Dims) || isEmpty(b.Dims) {
		return false
	}
	first, second := m.side(a), m.side(b)
	first.happens(a.Op)
	second.happens(b.Op)
	for d := 0; d < len(a.Dims) && d < len(b.Dims); d++ {
		x, known := first.subscript(&a.Dims[d])
		y, both := second.subscript(&b.Dims[d])
		if known && both {
			m.equal(x, y)
		}
	}
	m.sameNumber(first, second)
	if m.choices > maxChoices {
		return true
	}
	m.problem.MaxSteps = m.MaxSteps
	answer, _ := m.problem.Solve()
	m.Steps = m.problem.Steps
	return answer != presburger.No
}

// sameNumber requires that the elements of both accesses have the same number, counted row by row, if one of
// the accesses has a lattice.
func (m *Meeting) sameNumber(first, second *side) {
	l := first.Lattice
	if l == nil {
		l = second.Lattice
	}
	if l == nil || second.Lattice != nil && !slices.Equal(second.Lattice.Strides, l.Strides) {
		return
	}
	x, known := first.element(l.Strides)
	y, both := second.element(l.Strides)
	if known && both {
		m.equal(x, y)
	}
}

// equal requires that two subscripts are equal. They are known modulo 2⁶⁴.
func (m *Meeting) equal(x, y number) {
	if d := x.minus(y); m.fits(d, 64) {
		m.require(presburger.Zero(d.Sum))
	}
}

func (m *Meeting) require(c ...presburger.Condition) { m.problem.Require(c...) }

// maxChoices limits the alternatives of one question, because each choice may double the work.
const maxChoices = 12

func (m *Meeting) either(alternatives ...[]presburger.Condition) {
	m.problem.Either(alternatives...)
	if len(alternatives) > 1 {
		m.choices++
	}
}
