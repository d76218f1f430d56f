package strengthreduceaddresses

import (
	"cmp"
	"slices"
)

// polynomial is a sum of monomials modulo 2^32, in the order of compare, none with the coefficient 0.
type polynomial []summand

// summand is a product of atoms times a number.
type summand struct {
	m     monomial
	coeff int32
}

// monomial is a product of up to three atoms, by their ids in falling order; 0 stands for none. The zero
// value is 1.
type monomial [3]int32

// maxSummands and the length of a monomial bound polynomials; what is larger is an atom of its own.
const maxSummands = 12

func compare(a, b monomial) int {
	for i := range a {
		if c := cmp.Compare(a[i], b[i]); c != 0 {
			return c
		}
	}
	return 0
}

func number(n int64) polynomial {
	if int32(n) == 0 {
		return nil
	}
	return polynomial{{coeff: int32(n)}}
}

// constant returns the summand without atoms.
func (p polynomial) constant() int32 {
	if len(p) > 0 && p[0].m == (monomial{}) {
		return p[0].coeff
	}
	return 0
}

// withoutConstant returns the other summands.
func (p polynomial) withoutConstant() polynomial {
	if p.constant() != 0 {
		return p[1:]
	}
	return p
}

// add returns p plus k times q.
func (p polynomial) add(q polynomial, k int32) polynomial {
	if k == 0 || len(q) == 0 {
		return p
	}
	r := make(polynomial, 0, len(p)+len(q))
	push := func(s summand) {
		if s.coeff != 0 {
			r = append(r, s)
		}
	}
	for len(p) > 0 && len(q) > 0 {
		switch c := compare(p[0].m, q[0].m); {
		case c < 0:
			push(p[0])
			p = p[1:]
		case c > 0:
			push(summand{q[0].m, k * q[0].coeff})
			q = q[1:]
		default:
			push(summand{p[0].m, p[0].coeff + k*q[0].coeff})
			p, q = p[1:], q[1:]
		}
	}
	r = append(r, p...)
	for _, s := range q {
		push(summand{s.m, k * s.coeff})
	}
	return r
}

// times returns the product of two polynomials; false if it is too large.
func (p polynomial) times(q polynomial) (polynomial, bool) {
	var r polynomial
	for _, s := range p {
		var row polynomial
		for _, t := range q {
			m, ok := s.m.times(t.m)
			if !ok {
				return nil, false
			}
			if c := s.coeff * t.coeff; c != 0 {
				row = append(row, summand{m, c})
			}
		}
		slices.SortFunc(row, func(a, b summand) int { return compare(a.m, b.m) })
		r = r.add(row, 1)
	}
	return r, len(r) <= maxSummands
}

func (a monomial) times(b monomial) (monomial, bool) {
	all := []int32{a[0], a[1], a[2], b[0], b[1], b[2]}
	slices.SortFunc(all, func(x, y int32) int { return cmp.Compare(y, x) })
	return monomial{all[0], all[1], all[2]}, all[3] == 0
}

// without returns the monomial divided by an atom, and how often it has it.
func (a monomial) without(atom int32) (monomial, int) {
	var r monomial
	n, count := 0, 0
	for _, id := range a {
		if id == atom {
			count++
		} else {
			r[n] = id
			n++
		}
	}
	return r, count
}
