package affine

import "math"

// Eval returns the value of the expression. ok is false where the expression is undefined: division by zero,
// mod by a number that is not positive, overflow of 64 bits, or an input without value.
func (e *Expr) Eval(dims, syms []int64) (v int64, ok bool) {
	switch e.Kind {
	case Constant:
		return e.Value, true
	case Dim:
		return input(dims, e.Value)
	case Symbol:
		return input(syms, e.Value)
	}
	l, ok := e.LHS.Eval(dims, syms)
	if !ok {
		return 0, false
	}
	r, ok := e.RHS.Eval(dims, syms)
	if !ok {
		return 0, false
	}
	return evalBinary(e.Kind, l, r)
}

func input(vs []int64, i int64) (int64, bool) {
	if i >= int64(len(vs)) {
		return 0, false
	}
	return vs[i], true
}

func evalBinary(kind Kind, l, r int64) (int64, bool) {
	switch kind {
	case Add:
		return addOverflow(l, r)
	case Mul:
		return mulOverflow(l, r)
	case Mod:
		if r < 1 {
			return 0, false
		}
		return (l%r + r) % r, true
	}
	if r == 0 || quotientOverflows(l, r) {
		return 0, false
	}
	q := l / r
	exact, negative := l%r == 0, (l < 0) != (r < 0)
	switch {
	case exact:
	case kind == FloorDiv && negative:
		q--
	case kind == CeilDiv && !negative:
		q++
	}
	return q, true
}

func addOverflow(a, b int64) (int64, bool) {
	sum := a + b
	return sum, (sum > a) == (b > 0)
}

func mulOverflow(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	if quotientOverflows(a, b) || quotientOverflows(b, a) {
		return 0, false
	}
	p := a * b
	return p, p/b == a
}

// quotientOverflows reports whether a / b does not fit in 64 bits; b is not 0.
func quotientOverflows(a, b int64) bool { return a == math.MinInt64 && b == -1 }

// magnitude returns |v|, or a divisor of |v| if that does not fit in 64 bits.
func magnitude(v int64) int64 {
	if v == math.MinInt64 {
		return 1 << 62
	}
	return max(v, -v)
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
