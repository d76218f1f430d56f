package analysis

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis/presburger"
	"github.com/inflight-compiler/inflight/ir"
)

// Turn is the iteration of a loop in which an access happens: with Group 0 it is number Number, counted from
// 0. The numbers of other iterations are not known, but as many iterations behind Number as those of other
// turns of the same group.
type Turn struct {
	Loop    *ir.Op
	Var     *ir.Value
	Counter *Symbol // stands in forms for how far Var is beyond the lower bound; nil if Var stands for itself
	Group   int
	Number  int64
}

// Moment is an access in an iteration of each loop around it. Of loops without a turn, it may be any
// iteration.
type Moment struct {
	*Access
	Turns []Turn
	// Passed, when set, returns the value that a call passes for an argument of a function, nil if that is
	// not known.
	Passed func(*ir.Value) *ir.Value
}

// Meeting is a question about the sizes of a program: are there any for which two accesses touch a common
// element? It reads the definitions of values where forms have symbols for them, so that what a form cannot
// say (minima, bits, products) has its meaning.
type Meeting struct {
	// Evaluator made the forms. It is told what is taken for granted of sizes.
	Evaluator *Evaluator
	// Invariant says whether a value is the same in all iterations.
	Invariant func(*ir.Value) bool
	// Canonical returns one value for all that are the same.
	Canonical func(*ir.Value) *ir.Value

	// MaxSteps bounds the work, see presburger.Problem. Steps is what the question has taken.
	MaxSteps, Steps int

	problem  presburger.Problem
	known    []knowledge // of the variables
	shared   map[*ir.Value]number
	groups   map[int]number
	quotient map[string][2]number
	exact    map[string]number // of numbers that are known modulo 2⁶⁴
	products []multiple
	choices  int
}

// Behind says that the iterations of one group are at least so many behind those of another.
func (m *Meeting) Behind(later, earlier int, atLeast int64) {
	m.require(presburger.NotNegative(m.group(later).minus(m.group(earlier)).plus(-atLeast).Sum))
}

// Every says that the numbers of the iterations of a group leave a rest in a division.
func (m *Meeting) Every(group int, by, rest int64) {
	if by > 1 {
		n := m.variable(from(everything))
		m.require(presburger.Zero(m.group(group).minus(n.times(by)).plus(-rest).Sum))
	}
}

// group returns the number of iteration 0 of a group.
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

// Possible reports whether the accesses may touch a common element: whether there are sizes and iterations
// for which they do, or that cannot be said.
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

// sameNumber requires that the elements have one number, row by row, where a lattice says which of a box are
// meant.
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

// equal requires that two subscripts are equal. They are numbers modulo 2⁶⁴.
func (m *Meeting) equal(x, y number) {
	if d := x.minus(y); m.fits(d, 64) {
		m.require(presburger.Zero(d.Sum))
	}
}

func (m *Meeting) require(c ...presburger.Condition) { m.problem.Require(c...) }

// maxChoices bounds the alternatives of one question: each choice may double the work.
const maxChoices = 12

func (m *Meeting) either(alternatives ...[]presburger.Condition) {
	m.problem.Either(alternatives...)
	if len(alternatives) > 1 {
		m.choices++
	}
}
