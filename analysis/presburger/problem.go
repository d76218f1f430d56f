package presburger

// Var is the number of a variable of a Problem.
type Var int

// Sum is Const plus the terms: an integer that depends on variables. A variable may occur in several terms.
type Sum struct {
	Const int64
	Terms []Term
}

// Term is Coef·Var.
type Term struct {
	Var  Var
	Coef int64
}

// Condition says that a sum is zero, or that it is not negative.
type Condition struct {
	Sum  Sum
	Zero bool
}

// Zero is the condition that a sum is 0.
func Zero(s Sum) Condition { return Condition{s, true} }

// NotNegative is the condition that a sum is at least 0.
func NotNegative(s Sum) Condition { return Condition{s, false} }

// Problem is what is asked for: integers for variables that meet all conditions, and of each list of
// alternatives one. The zero value has no variables.
type Problem struct {
	// MaxSteps bounds the work, in inequalities that are looked at; 0 stands for DefaultSteps.
	MaxSteps int
	// Steps is the work that Solve has done.
	Steps int

	vars       int
	conditions []Condition
	choices    [][][]Condition
}

// DefaultSteps is how many inequalities are looked at for one problem: some milliseconds.
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

// Variable returns one more variable.
func (p *Problem) Variable() Var {
	p.vars++
	return Var(p.vars - 1)
}

// Require adds conditions.
func (p *Problem) Require(c ...Condition) { p.conditions = append(p.conditions, c...) }

// Either adds that all conditions of one of the alternatives are met, at least.
func (p *Problem) Either(alternatives ...[]Condition) { p.choices = append(p.choices, alternatives) }

// Solve says whether the problem has a solution, and which values of the variables are one.
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

// solver is one search for a solution.
type solver struct {
	left  int  // steps
	spent bool // a limit was reached
}

// step takes n steps, and reports whether there are any left.
func (s *solver) step(n int) bool {
	s.left -= n
	s.spent = s.spent || s.left < 0
	return !s.spent
}

// system returns the conditions that hold in any case.
func (s *solver) system(p *Problem) system {
	sys := system{vars: p.vars}
	s.add(&sys, p.conditions)
	return sys
}

// choose decides a system with choices: where it has no solution without them, they need not be tried.
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
