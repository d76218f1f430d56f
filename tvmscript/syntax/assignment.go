package syntax

// augmented has the operator of each augmented assignment. The tokens of these assignments are consecutive.
var augmented = [...]Op{
	0: Add, tMinusEq - tPlusEq: Sub, tStarEq - tPlusEq: Mul, tSlashEq - tPlusEq: Div,
	tSlashSlashEq - tPlusEq: FloorDiv, tPercentEq - tPlusEq: Mod, tAtEq - tPlusEq: MatMul,
	tAmpEq - tPlusEq: BitAnd,
	tBarEq - tPlusEq: BitOr, tCaretEq - tPlusEq: BitXor, tShlEq - tPlusEq: Shl, tShrEq - tPlusEq: Shr,
	tStarStarEq - tPlusEq: Pow,
}

// assignment parses a statement that begins with an expression: an assignment of any kind, or the expression
// alone.
func (p *parser) assignment() Stmt {
	start := p.tok.start
	x := p.expressions()
	switch k := p.tok.kind; {
	case k == tAssign:
		return p.assign(start, x)
	case k == tColon:
		return p.annotated(start, x)
	case k >= tPlusEq && k <= tStarStarEq:
		return p.augmented(start, x, augmented[k-tPlusEq])
	}
	s := p.slabs.exprStmts.new()
	*s = ExprStmt{p.since(start), x}
	return s
}

// assign parses the values behind a first target. All but the last one are targets as well.
func (p *parser) assign(start int32, x Expr) Stmt {
	mark := len(p.exprs)
	for p.tok.kind == tAssign {
		p.singleTarget(x)
		p.exprs = append(p.exprs, x)
		p.next()
		x = p.assigned()
	}
	a := p.slabs.assigns.new()
	*a = Assign{p.since(start), p.takeExprs(mark), x}
	return a
}

// singleTarget checks the target of an assignment. A starred target needs others beside it.
func (p *parser) singleTarget(x Expr) {
	if star, ok := x.(*Starred); ok {
		p.failNode(codeTarget, star,
			"'*' can stand in a list or tuple of targets only").Suggest("write '*x, = ...'")
	}
	p.checkTarget(x, "assign to")
}

// assigned parses the value of an assignment.
func (p *parser) assigned() Expr {
	if p.tok.kind == tYield {
		return p.yield()
	}
	return p.expressions()
}

// annotated parses target: annotation = value.
func (p *parser) annotated(start int32, x Expr) Stmt {
	switch y := withoutParens(x).(type) {
	case *Name, *Attribute, *Subscript:
	case *Tuple, *List:
		p.failNode(codeTarget, x, "only a single target can be annotated, not %s", describe(y))
	default:
		p.failNode(codeTarget, x, "cannot annotate %s", describe(y)).Suggest("remove the ':'")
	}
	if paren, ok := leftmost(x).(*Paren); ok && paren != x && isSingleTarget(paren) {
		// Python's grammar takes the parentheses for all of the target, and does not reconsider.
		p.failNode(codeTarget, paren,
			"an annotated target cannot begin with parentheses").Suggest("remove them")
	}
	p.next()
	a := &AnnAssign{Target: x, Annotation: p.expression()}
	if p.accept(tAssign) {
		a.Value = p.assigned()
	}
	a.At = p.since(start)
	return a
}

// augmented parses target op= value.
func (p *parser) augmented(start int32, x Expr, op Op) Stmt {
	switch y := withoutParens(x).(type) {
	case *Name, *Attribute, *Subscript:
	default:
		p.failNode(codeTarget, x, "cannot assign to %s with an operator", describe(y))
	}
	p.next()
	value := p.assigned()
	return &AugAssign{p.since(start), x, op, value}
}

// leftmost returns the expression at the beginning of a chain of attributes, subscripts and calls.
func leftmost(x Expr) Expr {
	for {
		switch y := x.(type) {
		case *Attribute:
			x = y.X
		case *Subscript:
			x = y.X
		case *Call:
			x = y.Fun
		default:
			return x
		}
	}
}

// isSingleTarget reports whether the parentheses hold a name, attribute or subscript.
func isSingleTarget(paren *Paren) bool {
	switch withoutParens(paren).(type) {
	case *Name, *Attribute, *Subscript:
		return true
	}
	return false
}

// withoutParens returns the expression inside of parentheses.
func withoutParens(x Expr) Expr {
	for {
		paren, ok := x.(*Paren)
		if !ok {
			return x
		}
		x = paren.X
	}
}
