package presburger

import "slices"

// solve decides a system. It changes the system.
func (s *solver) solve(sys system) (Answer, []int64) {
	var changes []change
	for len(sys.zero) > 0 {
		last := len(sys.zero) - 1
		r := sys.zero[last]
		if !s.step((len(sys.zero) + len(sys.above)) * sys.length()) {
			return Unknown, nil
		}
		g := r.divisor()
		switch {
		case g == 0 && r.constant() != 0, g != 0 && r.constant()%g != 0:
			return No, nil
		case g == 0:
			sys.zero = sys.zero[:last]
			continue
		}
		for i := range r {
			r[i] /= g
		}
		changes = append(changes, s.change(&sys, r))
	}
	answer, values := s.project(sys)
	if answer != Yes {
		return answer, nil
	}
	for _, c := range slices.Backward(changes) {
		values[c.variable] = s.at(c.by, values)
	}
	if s.spent {
		return Unknown, nil
	}
	return Yes, values
}

// change replaces a variable by a sum of variables, which may contain the variable itself.
type change struct {
	variable int
	by       row
}

// change simplifies the equation r, whose coefficients have no common divisor. It replaces the variable with
// the smallest coefficient c by a new variable, so that the other coefficients become their remainders by c.
// If c is 1, it eliminates the variable and the equation.
func (s *solver) change(sys *system, r row) change {
	at := smallest(r)
	c := r[at]
	by := make(row, len(r))
	for i, a := range r {
		if i != at {
			by[i] = -nearest(a, c)
		}
	}
	if c == 1 || c == -1 {
		sys.zero = sys.zero[:len(sys.zero)-1]
	} else {
		by[at], by[len(by)-1] = 1, 0
	}
	for _, rows := range [][]row{sys.zero, sys.above} {
		for _, r := range rows {
			s.substitute(r, at, by)
		}
	}
	return change{at, by}
}

// smallest returns the variable whose coefficient has the smallest absolute value other than 0.
func smallest(r row) int {
	at := -1
	for i, c := range r.coefs() {
		if c != 0 && (at < 0 || max(c, -c) < max(r[at], -r[at])) {
			at = i
		}
	}
	return at
}

// nearest returns the integer nearest to a/b.
func nearest(a, b int64) int64 {
	if b < 0 {
		a, b = -a, -b
	}
	q := floorDiv(a, b)
	if a-q*b > b/2 {
		q++
	}
	return q
}

// substitute replaces a variable in a row by a sum.
func (s *solver) substitute(r row, at int, by row) {
	c := r[at]
	if c == 0 {
		return
	}
	r[at] = 0
	for i, a := range by {
		if a != 0 {
			r[i] = s.plus(r[i], s.times(c, a))
		}
	}
}
