package presburger

import (
	"cmp"
	"slices"
)

// project decides a system of inequalities by eliminating variables. A variable that is bounded on one side
// disappears together with its inequalities. Another variable is eliminated by combining each of its lower
// bounds with each of its upper bounds.
func (s *solver) project(sys system) (Answer, []int64) {
	rows, equation, ok := s.tighten(sys.above)
	switch {
	case s.spent:
		return Unknown, nil
	case !ok:
		return No, nil
	case equation != nil:
		return s.solve(system{sys.vars, []row{equation}, rows})
	case len(rows) == 0:
		return Yes, make([]int64, sys.vars)
	}
	at, exact := s.cheapest(rows, sys.vars)
	b := boundsOf(rows, at)
	if !s.step((len(rows) + len(b.lower)*len(b.upper)) * sys.length()) {
		return Unknown, nil
	}
	if len(b.lower) == 0 || len(b.upper) == 0 {
		return s.extend(b, at, system{vars: sys.vars, above: b.rest})
	}
	answer, values := s.extend(b, at, system{vars: sys.vars, above: s.shadow(b, at, true)})
	if exact || answer == Yes || s.spent {
		return answer, values
	}
	real, _ := s.project(system{vars: sys.vars, above: s.shadow(b, at, false)})
	if real == No {
		return No, nil
	}
	return s.splinter(sys.vars, rows, b, at)
}

// bounds holds inequalities, divided into lower bounds of a variable, its upper bounds, and those without the
// variable.
type bounds struct{ lower, upper, rest []row }

func boundsOf(rows []row, at int) (b bounds) {
	for _, r := range rows {
		switch {
		case r[at] > 0:
			b.lower = append(b.lower, r)
		case r[at] < 0:
			b.upper = append(b.upper, r)
		default:
			b.rest = append(b.rest, r)
		}
	}
	return b
}

// shadow returns inequalities without a variable. The dark shadow contains only points for which an integer
// lies between the bounds of the variable. The other shadow contains all points for which any number does.
func (s *solver) shadow(b bounds, at int, dark bool) []row {
	rows := cloned(b.rest)
	for _, lo := range b.lower {
		for _, hi := range b.upper {
			r := s.combine(-hi[at], lo, lo[at], hi)
			if dark {
				r[len(r)-1] = s.plus(r.constant(), -s.times(lo[at]-1, -hi[at]-1))
			}
			rows = append(rows, r)
		}
	}
	return rows
}

// extend decides the system without a variable. If it has a solution, extend adds a value of the variable
// between its bounds.
func (s *solver) extend(b bounds, at int, without system) (Answer, []int64) {
	answer, values := s.project(without)
	if answer != Yes {
		return answer, nil
	}
	values[at] = s.between(b, at, values)
	return answer, values
}

// between returns the least value of a variable that its lower bounds allow. Without lower bounds, it returns
// the greatest value that its upper bounds allow.
func (s *solver) between(b bounds, at int, values []int64) int64 {
	values[at] = 0
	value, bounded := int64(0), false
	for _, r := range b.lower {
		if n := ceilDiv(-s.at(r, values), r[at]); !bounded || n > value {
			value, bounded = n, true
		}
	}
	if bounded {
		return value
	}
	for _, r := range b.upper {
		if n := floorDiv(s.at(r, values), -r[at]); !bounded || n < value {
			value, bounded = n, true
		}
	}
	return value
}

// splinter searches for solutions between the two shadows, where the variable is close to one of its lower
// bounds.
func (s *solver) splinter(vars int, rows []row, b bounds, at int) (Answer, []int64) {
	steepest := int64(1)
	for _, r := range b.upper {
		steepest = max(steepest, -r[at])
	}
	unknown := false
	for _, lo := range b.lower {
		c := lo[at]
		for i := range floorDiv(s.times(c, steepest)-c-steepest, steepest) + 1 {
			r := slices.Clone(lo)
			r[len(r)-1] = s.plus(r.constant(), -i)
			answer, values := s.solve(system{vars, []row{r}, cloned(rows)})
			if answer == Yes {
				return answer, values
			}
			if unknown = unknown || answer == Unknown; s.spent {
				return Unknown, nil
			}
		}
	}
	if unknown {
		return Unknown, nil
	}
	return No, nil
}

// cheapest returns the variable to eliminate, and whether its elimination is exact: all its lower bounds, or
// all its upper bounds, have the coefficient 1.
func (s *solver) cheapest(rows []row, vars int) (at int, exact bool) {
	at = -1
	var best [3]int
	for v := range vars {
		lower, upper, unitLower, unitUpper := 0, 0, true, true
		for _, r := range rows {
			switch c := r[v]; {
			case c > 0:
				lower++
				unitLower = unitLower && c == 1
			case c < 0:
				upper++
				unitUpper = unitUpper && c == -1
			}
		}
		if lower+upper == 0 {
			continue
		}
		one := [3]int{1, lower*upper - lower - upper, v}
		if unitLower || unitUpper || lower == 0 || upper == 0 {
			one[0] = 0
		}
		if at < 0 || slices.Compare(one[:], best[:]) < 0 {
			at, best = v, one
		}
	}
	return at, best[0] == 0
}

// tighten divides the coefficients of each inequality by their greatest common divisor. Of inequalities with
// equal coefficients it keeps the strictest. Two inequalities that allow a sum only one value are returned as
// an equation. ok is false if no value is left.
func (s *solver) tighten(rows []row) (kept []row, equation row, ok bool) {
	for _, r := range rows {
		g := r.divisor()
		if g == 0 {
			if r.constant() < 0 {
				return nil, nil, false
			}
			continue
		}
		for i := range r.coefs() {
			r[i] /= g
		}
		r[len(r)-1] = floorDiv(r.constant(), g)
		kept = append(kept, r)
	}
	s.step(len(kept))
	slices.SortFunc(kept, compareRows)
	kept = slices.CompactFunc(kept, func(a, b row) bool { return slices.Equal(a.coefs(), b.coefs()) })
	for i, r := range kept {
		j, found := slices.BinarySearchFunc(kept, r, func(a, r row) int { return compareNegated(a, r) })
		if !found || j <= i {
			continue
		}
		switch room := s.plus(r.constant(), kept[j].constant()); {
		case room < 0:
			return nil, nil, false
		case room == 0:
			equation = r
			kept = slices.Delete(kept, j, j+1)
			return slices.Delete(kept, i, i+1), equation, true
		}
	}
	return kept, nil, true
}

// compareRows orders rows by coefficients, and rows with equal coefficients by constants.
func compareRows(a, b row) int { return slices.Compare(a, b) }

// compareNegated compares the coefficients of a with those of -b.
func compareNegated(a, b row) int {
	for i, c := range a.coefs() {
		if d := cmp.Compare(c, -b[i]); d != 0 {
			return d
		}
	}
	return 0
}
