package presburger

import (
	"math/bits"
	"slices"
)

// row is a sum: the coefficients of all variables, then the constant.
type row []int64

func (r row) constant() int64 { return r[len(r)-1] }

func (r row) coefs() []int64 { return r[:len(r)-1] }

// system is a conjunction of equations and inequalities.
type system struct {
	vars  int
	zero  []row
	above []row // sums that are at least 0
}

func (s *system) clone() system {
	return system{s.vars, cloned(s.zero), cloned(s.above)}
}

func cloned(rows []row) []row {
	out := make([]row, len(rows))
	for i, r := range rows {
		out[i] = slices.Clone(r)
	}
	return out
}

// add adds conditions to a system.
func (s *solver) add(sys *system, conditions []Condition) {
	for _, c := range conditions {
		r := make(row, sys.vars+1)
		r[sys.vars] = s.plus(0, c.Sum.Const)
		for _, t := range c.Sum.Terms {
			r[t.Var] = s.plus(r[t.Var], t.Coef)
		}
		if c.Zero {
			sys.zero = append(sys.zero, r)
		} else {
			sys.above = append(sys.above, r)
		}
	}
}

// tooLarge is the least absolute value of numbers that the solver refuses. Sums of two smaller numbers do not
// overflow.
const tooLarge = 1 << 62

// length returns the number of steps for examining one inequality.
func (s *system) length() int { return 1 + s.vars/16 }

// plus adds two numbers. If the sum is too large, it ends the search.
func (s *solver) plus(a, b int64) int64 {
	sum := a + b
	if sum <= -tooLarge || sum >= tooLarge || (a < 0) == (b < 0) && (sum < 0) != (a < 0) {
		s.spent = true
		return 0
	}
	return sum
}

// times multiplies two numbers. If the product is too large, it ends the search.
func (s *solver) times(a, b int64) int64 {
	high, low := bits.Mul64(uint64(max(a, -a)), uint64(max(b, -b)))
	if high != 0 || low >= tooLarge {
		s.spent = true
		return 0
	}
	return a * b
}

// combine returns f·a + g·b.
func (s *solver) combine(f int64, a row, g int64, b row) row {
	sum := make(row, len(a))
	for i := range a {
		sum[i] = s.plus(s.times(f, a[i]), s.times(g, b[i]))
	}
	return sum
}

// divisor returns the greatest common divisor of all coefficients, 0 if all are 0.
func (r row) divisor() int64 {
	g := int64(0)
	for _, c := range r.coefs() {
		if c == 0 {
			continue
		}
		if g = gcd(g, c); g == 1 {
			break
		}
	}
	return g
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// floorDiv divides by a positive number and rounds down.
func floorDiv(a, by int64) int64 {
	q := a / by
	if a%by < 0 {
		q--
	}
	return q
}

// ceilDiv divides by a positive number and rounds up.
func ceilDiv(a, by int64) int64 { return -floorDiv(-a, by) }

// at returns the value of a sum for given values of the variables.
func (s *solver) at(r row, values []int64) int64 {
	sum := r.constant()
	for i, c := range r.coefs() {
		if c != 0 {
			sum = s.plus(sum, s.times(c, values[i]))
		}
	}
	return sum
}
