package affine

// simplify returns a simpler expression for l kind r, or nil if there is none. The rules and their order are
// those of MLIR's expression constructors, so that the text is the same.
func simplify(kind Kind, l, r *Expr) *Expr {
	if l.Kind == Constant && r.Kind == Constant {
		if v, ok := evalBinary(kind, l.Value, r.Value); ok {
			return C(v)
		}
		return nil
	}
	switch kind {
	case Add:
		return simplifyAdd(l, r)
	case Mul:
		return simplifyMul(l, r)
	case Mod:
		return simplifyMod(l, r)
	}
	return simplifyDiv(kind, l, r)
}

func simplifyAdd(l, r *Expr) *Expr {
	// Constants stand last, and symbolic terms behind terms with dimensions.
	if l.Kind == Constant || l.IsSymbolicOrConstant() && !r.IsSymbolicOrConstant() || misordered(l, r) {
		return r.Add(l)
	}
	if r.IsConst(0) {
		return l
	}
	lTail := constantTail(l, Add)
	if lTail != nil && r.Kind == Constant {
		if sum, ok := addOverflow(lTail.Value, r.Value); ok {
			return l.LHS.Add(C(sum))
		}
		return nil
	}
	lBase, lFactor := scaled(l)
	rBase, rFactor := scaled(r)
	if lBase.Equal(rBase) {
		if sum, ok := addOverflow(lFactor, rFactor); ok {
			return lBase.Mul(C(sum))
		}
	}
	if lTail != nil {
		return l.LHS.Add(r).Add(lTail)
	}
	return remainder(l, r)
}

// misordered reports whether l and r are two dimensions, or two symbols, with
// the higher number first.
func misordered(l, r *Expr) bool {
	return l.Kind == r.Kind && (l.Kind == Dim || l.Kind == Symbol) && l.Value > r.Value
}

// constantTail returns the right operand of e if e is of that kind and the
// operand is constant, else nil.
func constantTail(e *Expr, kind Kind) *Expr {
	if e.Kind == kind && e.RHS.Kind == Constant {
		return e.RHS
	}
	return nil
}

// scaled splits e into base * factor with a constant factor, 1 by default.
func scaled(e *Expr) (base *Expr, factor int64) {
	if c := constantTail(e, Mul); c != nil {
		return e.LHS, c.Value
	}
	return e, 1
}

// remainder recognizes l mod q in l + r, where r is -q * (l floordiv q) with a constant or symbolic q. For a
// sum l, it also tries the last term of l.
func remainder(l, r *Expr) *Expr {
	if r.Kind != Mul {
		return nil
	}
	if p := r.LHS; r.RHS.IsConst(-1) && p.Kind == Mul {
		// ((l floordiv q) * q) * -1 with a symbolic q.
		if p.LHS.Kind != FloorDiv {
			return nil
		}
		if p.LHS.RHS.Equal(p.RHS) && p.LHS.LHS.Equal(l) {
			return l.Mod(p.RHS)
		}
	}
	quotient := r.LHS
	if quotient.Kind != FloorDiv {
		return nil
	}
	if q := quotient.RHS; q.Kind == Constant && q.Value > 0 && l.Equal(quotient.LHS) &&
		r.RHS.IsConst(-q.Value) {
		return l.Mod(q)
	}
	if l.Kind == Add {
		if last := simplify(Add, l.RHS, r); last != nil {
			return l.LHS.Add(last)
		}
	}
	return nil
}

func simplifyMul(l, r *Expr) *Expr {
	if !l.IsSymbolicOrConstant() && !r.IsSymbolicOrConstant() {
		return nil
	}
	// The constant or symbolic factor stands last.
	if !r.IsSymbolicOrConstant() || l.Kind == Constant || misordered(l, r) {
		return r.Mul(l)
	}
	if r.IsConst(1) {
		return l
	}
	if r.IsConst(0) {
		return r
	}
	tail := constantTail(l, Mul)
	switch {
	case tail == nil:
		return nil
	case r.Kind != Constant:
		return l.LHS.Mul(r).Mul(tail)
	}
	if product, ok := mulOverflow(tail.Value, r.Value); ok {
		return l.LHS.Mul(C(product))
	}
	return nil
}

// simplifyDiv simplifies floordiv and ceildiv by a constant.
func simplifyDiv(kind Kind, l, r *Expr) *Expr {
	if r.Kind != Constant || r.Value == 0 {
		return nil
	}
	if r.Value == 1 {
		return l
	}
	if c := constantTail(l, Mul); c != nil && c.Value%r.Value == 0 && !quotientOverflows(c.Value, r.Value) {
		return l.LHS.Mul(C(c.Value / r.Value))
	}
	if kind == FloorDiv && l.Kind == Add {
		if l.LHS.Divisor()%r.Value == 0 || l.RHS.Divisor()%r.Value == 0 {
			return l.LHS.FloorDiv(r).Add(l.RHS.FloorDiv(r))
		}
	}
	return nil
}

// simplifyMod simplifies mod by a positive constant. Other moduli are undefined and stay.
func simplifyMod(l, r *Expr) *Expr {
	if r.Kind != Constant || r.Value < 1 {
		return nil
	}
	if l.Divisor()%r.Value == 0 {
		return C(0)
	}
	switch l.Kind {
	case Add:
		if l.LHS.Divisor()%r.Value == 0 {
			return l.RHS.Mod(r)
		}
		if l.RHS.Divisor()%r.Value == 0 {
			return l.LHS.Mod(r)
		}
	case Mod:
		if c := l.RHS; c.Kind == Constant && c.Value >= 1 && c.Value%r.Value == 0 {
			return l.LHS.Mod(r)
		}
	}
	return nil
}
