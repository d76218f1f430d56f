package syntax

// comprehension parses the clauses behind an element, and the closing bracket.
func (p *parser) comprehension(open token, kind ComprehensionKind, elem, value Expr) Expr {
	p.refuseStar(elem)
	clauses := p.clauses()
	closing := closingBracket(open.kind)
	p.close(open, closing, "'"+kindText[closing]+"' or a clause of the comprehension")
	return &Comprehension{p.since(open.start), kind, elem, value, clauses}
}

func closingBracket(open kind) kind {
	switch open {
	case tLParen:
		return tRParen
	case tLSquare:
		return tRSquare
	}
	return tRBrace
}

// refuseStar reports *x as the element of a comprehension.
func (p *parser) refuseStar(elem Expr) {
	if star, ok := elem.(*Starred); ok {
		p.failNode(codeSyntax, star, "'*' cannot stand in a comprehension")
	}
}

// clauses parses `for target in iter if cond ...`, once or more.
func (p *parser) clauses() []CompClause {
	var clauses []CompClause
	for {
		switch p.tok.kind {
		case tAsync:
			p.unsupported("an asynchronous comprehension")
			return nil
		case tFor:
			clauses = append(clauses, p.clause())
		default:
			return clauses
		}
	}
}

// clause parses one `for target in iter if cond ...`.
func (p *parser) clause() CompClause {
	start := p.tok.start
	p.next()
	target := p.targets("'for'")
	p.expectIn(target)
	c := CompClause{Target: target, Iter: p.binary(bindOr)}
	for p.accept(tIf) {
		c.Conds = append(c.Conds, p.binary(bindOr))
	}
	c.At = p.since(start)
	return c
}

// expectIn moves behind the 'in' of a loop or clause.
func (p *parser) expectIn(target Expr) {
	if p.tok.kind != tIn {
		d := p.failHere("expected 'in' behind the target of 'for', found %s", p.found())
		if p.failure.kind == tAssign || p.failure.kind == tColon {
			d.Suggest("write 'for %s in ...'", abridged(p.nodeSpan(target).Text()))
		}
	}
	p.next()
}
