package syntax

// targets parses the text between 'for' and 'in': one target, or several with commas.
func (p *parser) targets(of string) Expr {
	start := p.tok.start
	x := p.target()
	if p.tok.kind == tComma {
		x = p.tupleRest(start, x, (*parser).target)
	}
	if star, ok := x.(*Starred); ok {
		p.failNode(codeTarget, star,
			"'*' can stand in a list or tuple of targets only").Suggest("write '*x,' behind %s", of)
	}
	p.checkTarget(x, "assign to")
	return x
}

// target parses one target, an expression whose precedence is higher than that of 'in'.
func (p *parser) target() Expr {
	return p.starOr(func(p *parser) Expr { return p.binary(bindBitOr) })
}

// checkTarget reports an expression that cannot be assigned to or deleted. act is the verb in the message.
func (p *parser) checkTarget(x Expr, act string) {
	switch x := x.(type) {
	case *Name, *Attribute, *Subscript:
	case *Paren:
		p.checkTarget(x.X, act)
	case *Starred:
		p.checkStarred(x, act)
	case *Tuple:
		p.checkTargets(x.Elems, act)
	case *List:
		p.checkTargets(x.Elems, act)
	default:
		p.refuseTarget(x, act)
	}
}

func (p *parser) checkTargets(elems []Expr, act string) {
	for _, x := range elems {
		p.checkTarget(x, act)
	}
}

// checkStarred checks *x in a list of targets.
func (p *parser) checkStarred(x *Starred, act string) {
	if _, twice := x.X.(*Starred); twice || act == "delete" {
		p.refuseTarget(x, act)
		return
	}
	p.checkTarget(x.X, act)
}

// refuseTarget reports that an expression is no target.
func (p *parser) refuseTarget(x Expr, act string) {
	d := p.failNode(codeTarget, x, "cannot %s %s", act, describe(x))
	if p.failure.kind == tAssign {
		switch x.(type) {
		case *Compare, *Binary, *Call, *Logical, *Unary:
			d.Suggest("write '==' to compare")
		}
	}
}

// describe returns the name of an expression's kind.
func describe(x Expr) string {
	switch x := x.(type) {
	case *Name:
		return "the name '" + x.Name + "'"
	case *Int, *Float:
		return "a number"
	case *Str:
		return "a string"
	case *FString:
		return "an f-string"
	case *Constant:
		return [...]string{None: "None", True: "True", False: "False", Ellipsis: "'...'"}[x.Kind]
	case *Tuple:
		return "a tuple"
	case *List:
		return "a list"
	case *Set:
		return "a set"
	case *Dict:
		return "a dict"
	case *Comprehension:
		return "a comprehension"
	case *Unary, *Binary, *Logical:
		return "an expression with an operator"
	case *Compare:
		return "a comparison"
	case *Conditional:
		return "a conditional expression"
	case *Lambda:
		return "a lambda"
	case *Call:
		return "the result of a call"
	case *Attribute:
		return "an attribute"
	case *Subscript:
		return "a subscript"
	case *Starred:
		return "a value with '*'"
	case *NamedExpr:
		return "a value with ':='"
	case *Paren:
		return describe(x.X)
	}
	return "this expression"
}
