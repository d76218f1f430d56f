package presburger

import "slices"

// solve decides a system, which it uses up.
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

// change is what took the place of a variable: a sum of variables, with or without the one itself.
type change struct {
	variable int
	by       row
}

// change makes the equation r, whose coefficients have no divisor, simpler: the variable with the smallest
// coefficient is replaced by one of which it is a sum with others, so that all other coefficients are
// remainders by it. If it is 1, the variable and the equation disappear.
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

// smallest returns the variable with the smallest coefficient but 0.
func smallest(r row) int {
	at := -1
	for i, c := range r.coefs() {
		if c != 0 && (at < 0 || max(c, -c) < max(r[at], -r[at])) {
			at = i
		}
	}
	return at
}

// nearest returns the integer that is nearest to a/b.
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

// substitute replaces a variable of a row by a sum.
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
