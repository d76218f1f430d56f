package affine

import "slices"

// Simplify returns the expression rebuilt from its linear form over numDims dimensions, numSyms symbols and
// the distinct divisions in it. Equal terms are added up and common factors of divisions cancelled. The terms
// are in the order of dimensions, symbols, divisions, constant. A semi-affine expression, and one with a
// division by zero or a negative number, is returned unchanged.
func (e *Expr) Simplify(numDims, numSyms int) *Expr {
	if !e.IsPure() {
		return e
	}
	f := flattener{dims: numDims, syms: numSyms}
	row, ok := f.flatten(e)
	if !ok || f.overflow {
		return e
	}
	return f.expr(row)
}

// Simplify applies Expr.Simplify to every result.
func (m *Map) Simplify() *Map {
	results := make([]*Expr, len(m.Results))
	for i, r := range m.Results {
		results[i] = r.Simplify(m.NumDims, m.NumSymbols)
	}
	return &Map{m.NumDims, m.NumSymbols, results}
}

// flattener converts expressions to rows of coefficients: first those of dimensions, then of symbols, then of
// locals, each of which stands for a division. A row made before a local was added is shorter.
type flattener struct {
	dims, syms int
	locals     []*Expr
	overflow   bool
}

// row is a linear form: the coefficients and the constant term.
type row struct {
	coeff []int64
	konst int64
}

func (f *flattener) flatten(e *Expr) (row, bool) {
	switch e.Kind {
	case Constant:
		return row{konst: e.Value}, true
	case Dim:
		return f.unit(int(e.Value)), true
	case Symbol:
		return f.unit(f.dims + int(e.Value)), true
	}
	l, ok := f.flatten(e.LHS)
	if !ok {
		return row{}, false
	}
	r, ok := f.flatten(e.RHS)
	if !ok {
		return row{}, false
	}
	switch e.Kind {
	case Add:
		return f.combine(l, r, 1), true
	case Mul:
		if !r.isConst() {
			l, r = r, l
		}
		return f.combine(row{}, l, r.konst), r.isConst()
	case Mod:
		return f.mod(l, r.konst)
	}
	return f.div(e.Kind, l, r.konst)
}

func (f *flattener) unit(i int) row {
	r := row{coeff: make([]int64, i+1)}
	r.coeff[i] = 1
	return r
}

func (r row) isConst() bool {
	return !slices.ContainsFunc(r.coeff, func(c int64) bool { return c != 0 })
}

// combine returns a + b * factor.
func (f *flattener) combine(a, b row, factor int64) row {
	sum := row{coeff: make([]int64, max(len(a.coeff), len(b.coeff)))}
	copy(sum.coeff, a.coeff)
	for i, c := range b.coeff {
		sum.coeff[i] = f.fma(sum.coeff[i], c, factor)
	}
	sum.konst = f.fma(a.konst, b.konst, factor)
	return sum
}

func (f *flattener) fma(a, b, c int64) int64 {
	p, ok := mulOverflow(b, c)
	s, ok2 := addOverflow(a, p)
	f.overflow = f.overflow || !ok || !ok2
	return s
}

// mod flattens l mod c as l - c * q, with q = l floordiv c for a local q.
func (f *flattener) mod(l row, c int64) (row, bool) {
	if c <= 0 {
		return row{}, false
	}
	g := l.gcd(c)
	if g == c {
		return row{}, true
	}
	q := f.local(f.expr(l.divided(g)).FloorDiv(C(c / g)))
	return f.combine(l, q, -c), true
}

// div flattens a division: it cancels common factors, and adds a local for the quotient if a divisor is left.
func (f *flattener) div(kind Kind, l row, c int64) (row, bool) {
	if c <= 0 {
		return row{}, false
	}
	g := l.gcd(c)
	l = l.divided(g)
	if c == g {
		return l, true
	}
	return f.local(Binary(kind, f.expr(l), C(c/g))), true
}

// gcd returns the greatest common divisor of c and all numbers of the row.
func (r row) gcd(c int64) int64 {
	g := gcd(c, magnitude(r.konst))
	for _, k := range r.coeff {
		g = gcd(g, magnitude(k))
	}
	return g
}

func (r row) divided(g int64) row {
	d := row{coeff: slices.Clone(r.coeff), konst: r.konst / g}
	for i := range d.coeff {
		d.coeff[i] /= g
	}
	return d
}

// local returns the local that stands for e, adding it on first use.
func (f *flattener) local(e *Expr) row {
	i := slices.IndexFunc(f.locals, e.Equal)
	if i < 0 {
		i = len(f.locals)
		f.locals = append(f.locals, e)
	}
	return f.unit(f.dims + f.syms + i)
}

// expr returns the expression of a row.
func (f *flattener) expr(r row) *Expr {
	e := C(0)
	for i, c := range r.coeff {
		if c != 0 {
			e = e.Add(f.input(i).Mul(C(c)))
		}
	}
	if r.konst != 0 {
		e = e.Add(C(r.konst))
	}
	return e
}

func (f *flattener) input(i int) *Expr {
	switch {
	case i < f.dims:
		return D(i)
	case i < f.dims+f.syms:
		return S(i - f.dims)
	}
	return f.locals[i-f.dims-f.syms]
}

// Linear returns the coefficients of the dimensions and symbols, and the constant term. ok is false if the
// expression is not a sum of multiples of those.
func (e *Expr) Linear(numDims, numSyms int) (coefficients []int64, constant int64, ok bool) {
	if !e.IsPure() {
		return nil, 0, false
	}
	f := flattener{dims: numDims, syms: numSyms}
	r, ok := f.flatten(e)
	if !ok || f.overflow || len(f.locals) > 0 {
		return nil, 0, false
	}
	return append(r.coeff, make([]int64, numDims+numSyms-len(r.coeff))...), r.konst, true
}
