package presburger

// Var is the number of a variable of a Problem.
type Var int

// Sum is Const plus the terms, an integer that depends on variables. A variable may occur in several terms.
type Sum struct {
	Const int64
	Terms []Term
}

// Term is Coef·Var.
type Term struct {
	Var  Var
	Coef int64
}

// Condition requires that a sum is zero, or that it is not negative.
type Condition struct {
	Sum  Sum
	Zero bool
}

// Zero returns the condition that a sum is 0.
func Zero(s Sum) Condition { return Condition{s, true} }

// NotNegative returns the condition that a sum is at least 0.
func NotNegative(s Sum) Condition { return Condition{s, false} }

// Problem asks for integers for its variables that satisfy all conditions, and one of each list of
// alternatives. The zero value has no variables.
type Problem struct {
	// MaxSteps limits the work, in inequalities that are examined; 0 means DefaultSteps.
	MaxSteps int
	// Steps is the work that Solve has done.
	Steps int

	vars       int
	conditions []Condition
	choices    [][][]Condition
}

// DefaultSteps is the default of Problem.MaxSteps. It allows some milliseconds of work.
const DefaultSteps = 20000

// Answer says whether a problem has a solution.
type Answer uint8

// The answers.
const (
	Unknown Answer = iota
	No
	Yes
)

// String returns the answer in words.
func (a Answer) String() string { return [...]string{"unknown", "no", "yes"}[a] }

// Variable adds a variable and returns it.
func (p *Problem) Variable() Var {
	p.vars++
	return Var(p.vars - 1)
}

// Require adds conditions that must hold.
func (p *Problem) Require(c ...Condition) { p.conditions = append(p.conditions, c...) }

// Either requires that all conditions of at least one of the alternatives hold.
func (p *Problem) Either(alternatives ...[]Condition) { p.choices = append(p.choices, alternatives) }

// Solve returns whether the problem has a solution, and if so the values of the variables.
func (p *Problem) Solve() (Answer, []int64) {
	most := p.MaxSteps
	if most == 0 {
		most = DefaultSteps
	}
	s := &solver{left: most}
	answer, solution := s.choose(s.system(p), p.choices)
	p.Steps = most - s.left
	return answer, solution
}

// solver is the state of a search for a solution.
type solver struct {
	left  int  // steps that are left
	spent bool // a limit was reached
}

// step counts n steps, and reports whether the limit is not reached.
func (s *solver) step(n int) bool {
	s.left -= n
	s.spent = s.spent || s.left < 0
	return !s.spent
}

// system returns the system of the conditions without the alternatives.
func (s *solver) system(p *Problem) system {
	sys := system{vars: p.vars}
	s.add(&sys, p.conditions)
	return sys
}

// choose decides a system with alternatives. It first tries the system without them: if that has no solution,
// the alternatives need not be tried.
func (s *solver) choose(sys system, choices [][][]Condition) (Answer, []int64) {
	answer, solution := s.solve(sys.clone())
	if answer == No || len(choices) == 0 {
		return answer, solution
	}
	unknown := false
	for _, alternative := range choices[0] {
		with := sys.clone()
		s.add(&with, alternative)
		answer, solution = s.choose(with, choices[1:])
		if answer == Yes {
			return answer, solution
		}
		if unknown = unknown || answer == Unknown; s.spent {
			break
		}
	}
	if unknown || s.spent {
		return Unknown, nil
	}
	return No, nil
}
