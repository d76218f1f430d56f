package affine

// D returns dimension i.
func D(i int) *Expr { return leaf(Dim, int64(i)) }

// S returns symbol i.
func S(i int) *Expr { return leaf(Symbol, int64(i)) }

// C returns the constant v.
func C(v int64) *Expr { return leaf(Constant, v) }

// small holds the constants, dimensions and symbols with small numbers, by kind and value. Nearly all maps
// consist of them, and they can be shared because they are immutable.
var small = func() (all [Symbol + 1][16]Expr) {
	for kind := range all {
		for v := range all[kind] {
			all[kind][v] = Expr{Kind: Kind(kind), Value: int64(v)}
		}
	}
	return all
}()

func leaf(kind Kind, v int64) *Expr {
	if v >= 0 && v < int64(len(small[kind])) {
		return &small[kind][v]
	}
	return &Expr{Kind: kind, Value: v}
}

// Binary returns l kind r, simplified; kind is one of the binary kinds.
func Binary(kind Kind, l, r *Expr) *Expr {
	if e := simplify(kind, l, r); e != nil {
		return e
	}
	return &Expr{Kind: kind, LHS: l, RHS: r}
}

// Add returns e + r.
func (e *Expr) Add(r *Expr) *Expr { return Binary(Add, e, r) }

// Sub returns e - r, which is e + r * -1.
func (e *Expr) Sub(r *Expr) *Expr { return e.Add(r.Neg()) }

// Neg returns e * -1.
func (e *Expr) Neg() *Expr { return e.Mul(C(-1)) }

// Mul returns e * r. In a pure affine expression one factor is a constant, and in a semi-affine one a factor
// is symbolic. Other products are not simplified.
func (e *Expr) Mul(r *Expr) *Expr { return Binary(Mul, e, r) }

// Mod returns e mod r, in [0, r) and undefined for r <= 0.
func (e *Expr) Mod(r *Expr) *Expr { return Binary(Mod, e, r) }

// FloorDiv returns e / r rounded down, undefined for r == 0.
func (e *Expr) FloorDiv(r *Expr) *Expr { return Binary(FloorDiv, e, r) }

// CeilDiv returns e / r rounded up, undefined for r == 0.
func (e *Expr) CeilDiv(r *Expr) *Expr { return Binary(CeilDiv, e, r) }

// IsBinary reports whether the expression has operands.
func (e *Expr) IsBinary() bool { return e.Kind >= Add }

// IsConst reports whether the expression is the constant v.
func (e *Expr) IsConst(v int64) bool { return e.Kind == Constant && e.Value == v }

// IsSymbolicOrConstant reports whether no dimension occurs in the expression.
func (e *Expr) IsSymbolicOrConstant() bool {
	switch {
	case e.Kind == Dim:
		return false
	case e.IsBinary():
		return e.LHS.IsSymbolicOrConstant() && e.RHS.IsSymbolicOrConstant()
	}
	return true
}

// IsPure reports whether the expression is affine in the strict sense: every
// product has a constant factor and every divisor is constant. Others are
// semi-affine.
func (e *Expr) IsPure() bool {
	switch e.Kind {
	case Constant, Dim, Symbol:
		return true
	case Add:
		return e.LHS.IsPure() && e.RHS.IsPure()
	case Mul:
		return e.LHS.IsPure() && e.RHS.IsPure() && (e.LHS.Kind == Constant || e.RHS.Kind == Constant)
	}
	return e.LHS.IsPure() && e.RHS.Kind == Constant
}

// Equal reports whether both expressions have the same structure.
func (e *Expr) Equal(o *Expr) bool {
	if e == o {
		return true
	}
	if e.Kind != o.Kind || e.Value != o.Value {
		return false
	}
	return !e.IsBinary() || e.LHS.Equal(o.LHS) && e.RHS.Equal(o.RHS)
}

// Walk calls f for the expression and all expressions in it, operands before their user.
func (e *Expr) Walk(f func(*Expr)) {
	if e.IsBinary() {
		e.LHS.Walk(f)
		e.RHS.Walk(f)
	}
	f(e)
}

// UsesDim reports whether dimension i occurs in the expression.
func (e *Expr) UsesDim(i int) bool { return e.uses(Dim, i) }

// UsesSymbol reports whether symbol i occurs in the expression.
func (e *Expr) UsesSymbol(i int) bool { return e.uses(Symbol, i) }

func (e *Expr) uses(k Kind, i int) bool {
	found := false
	e.Walk(func(x *Expr) { found = found || x.Kind == k && x.Value == int64(i) })
	return found
}

// Replace returns the expression with dims and syms in place of its dimensions and symbols, simplified again.
// An input whose number is beyond the slice, or whose entry is nil, stays.
func (e *Expr) Replace(dims, syms []*Expr) *Expr {
	switch e.Kind {
	case Constant:
		return e
	case Dim:
		return replacement(e, dims)
	case Symbol:
		return replacement(e, syms)
	}
	l, r := e.LHS.Replace(dims, syms), e.RHS.Replace(dims, syms)
	if l == e.LHS && r == e.RHS {
		return e
	}
	return Binary(e.Kind, l, r)
}

func replacement(e *Expr, by []*Expr) *Expr {
	if e.Value < int64(len(by)) && by[e.Value] != nil {
		return by[e.Value]
	}
	return e
}

// SimplifyWith returns the expression rebuilt from its operands upwards. It calls f with each rebuilt
// subexpression and puts the result in its place.
func (e *Expr) SimplifyWith(f func(*Expr) *Expr) *Expr {
	if !e.IsBinary() {
		return f(e)
	}
	l, r := e.LHS.SimplifyWith(f), e.RHS.SimplifyWith(f)
	if l != e.LHS || r != e.RHS {
		e = Binary(e.Kind, l, r)
	}
	return f(e)
}

// Divisor returns the largest number known to divide the expression for all values of its inputs; 0 for the
// constant 0.
func (e *Expr) Divisor() int64 {
	switch e.Kind {
	case Constant:
		return magnitude(e.Value)
	case Mul:
		if p, ok := mulOverflow(e.LHS.Divisor(), e.RHS.Divisor()); ok {
			return p
		}
	case Add, Mod:
		return gcd(e.LHS.Divisor(), e.RHS.Divisor())
	case FloorDiv, CeilDiv:
		if d := e.RHS; d.Kind == Constant && d.Value != 0 && e.LHS.Divisor()%d.Value == 0 {
			return magnitude(e.LHS.Divisor() / d.Value)
		}
	}
	return 1
}
