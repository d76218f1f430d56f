package syntax

// The precedence of operators.
const (
	bindOr = 1 + iota
	bindAnd
	bindNot
	bindCompare
	bindBitOr
	bindBitXor
	bindBitAnd
	bindShift
	bindSum
	bindProduct
)

// binaryOperator is the operator that a token is between two operands. binds is its precedence, 0 if the
// token is no binary operator.
type binaryOperator struct {
	binds uint8
	op    Op
}

var binaryOperators = [numKinds]binaryOperator{
	tOr: {bindOr, Or}, tAnd: {bindAnd, And},
	tLess: {bindCompare, Lt}, tGreater: {bindCompare, Gt}, tLessEq: {bindCompare, Le},
	tGreaterEq: {bindCompare, Ge},
	tEqual:     {bindCompare, Eq}, tNotEqual: {bindCompare, Ne}, tIn: {bindCompare, In},
	tIs:  {bindCompare, Is},
	tNot: {bindCompare, NotIn},
	tBar: {bindBitOr, BitOr}, tCaret: {bindBitXor, BitXor}, tAmp: {bindBitAnd, BitAnd},
	tShl: {bindShift, Shl}, tShr: {bindShift, Shr}, tPlus: {bindSum, Add}, tMinus: {bindSum, Sub},
	tStar: {bindProduct, Mul}, tSlash: {bindProduct, Div}, tSlashSlash: {bindProduct, FloorDiv},
	tPercent: {bindProduct, Mod},
	tAt:      {bindProduct, MatMul},
}

// expressions parses expressions with commas, which make a tuple, and with stars.
func (p *parser) expressions() Expr {
	start := p.tok.start
	x := p.starOr((*parser).expression)
	if p.tok.kind != tComma {
		return x
	}
	return p.tupleRest(start, x, (*parser).expression)
}

// tupleRest parses the elements behind the first one of a tuple without parentheses.
func (p *parser) tupleRest(start int32, first Expr, elem func(*parser) Expr) Expr {
	mark := len(p.exprs)
	p.exprs = append(p.exprs, first)
	for p.accept(tComma) && p.startsExpression() {
		p.exprs = append(p.exprs, p.starOr(elem))
	}
	t := p.slabs.tuples.new()
	t.At, t.Elems = p.since(start), p.takeExprs(mark)
	return t
}

// starOr parses *x, or an expression by elem.
func (p *parser) starOr(elem func(*parser) Expr) Expr {
	if p.tok.kind != tStar {
		return elem(p)
	}
	start := p.tok.start
	p.next()
	x := p.binary(bindBitOr)
	return &Starred{p.since(start), x}
}

// startsExpression reports whether the current token can begin an element behind a comma. It may be wrong
// about tokens that neither begin an expression nor end a list: the parser of expressions reports these.
func (p *parser) startsExpression() bool {
	switch p.tok.kind {
	case tEOF, tBad, tNewline, tIndent, tDedent, tRParen, tRSquare, tRBrace, tSemicolon, tColon, tAssign, tIn,
		tBang:
		return false
	}
	return p.tok.kind < tPlusEq || p.tok.kind > tStarStarEq
}

// named parses an expression or name := value.
func (p *parser) named() Expr {
	x := p.expression()
	if p.tok.kind != tWalrus {
		return x
	}
	name, ok := x.(*Name)
	if !ok {
		p.failAt(codeTarget, "':=' gives a value to a name, not to %s", describe(x))
		return x
	}
	p.next()
	value := p.expression()
	return &NamedExpr{p.since(name.Start), Ident{name.At, name.Name}, value}
}

// expression parses a lambda, a conditional or an expression of higher precedence.
func (p *parser) expression() Expr {
	if !p.enter() {
		return &p.none
	}
	var x Expr
	if start := p.tok.start; p.tok.kind == tLambda {
		x = p.lambda()
	} else if x = p.binary(bindOr); p.tok.kind == tIf {
		x = p.conditional(start, x)
	}
	p.leave()
	return x
}

// conditional parses the text behind `then` in `then if cond else orelse`.
func (p *parser) conditional(start int32, then Expr) Expr {
	p.next()
	cond := p.binary(bindOr)
	if p.tok.kind != tElse {
		p.failHere("expected 'else' of the conditional expression, found %s", p.found())
	}
	p.next()
	orelse := p.expression()
	return &Conditional{p.since(start), then, cond, orelse}
}

// lambda parses lambda params: body.
func (p *parser) lambda() Expr {
	start := p.tok.start
	if p.inField() {
		p.failAt(codeFString, "a lambda in an f-string needs parentheses: its ':' would begin a format")
	}
	p.next()
	params := p.params(tColon)
	if p.tok.kind != tColon {
		p.failHere("expected ',' or ':' behind a parameter of the lambda, found %s", p.found())
	}
	p.next()
	body := p.expression()
	return &Lambda{p.since(start), params, body}
}

// binary parses operators whose precedence is lowest or higher.
func (p *parser) binary(lowest uint8) Expr {
	start := p.tok.start
	var x Expr
	if p.tok.kind == tNot && lowest <= bindNot {
		x = p.not()
	} else {
		x = p.unary()
	}
	for n := 0; ; n++ {
		operator := binaryOperators[p.tok.kind]
		if operator.binds == 0 || operator.binds < lowest {
			return x
		}
		p.link(n)
		switch operator.binds {
		case bindCompare:
			x = p.comparison(start, x)
		case bindOr, bindAnd:
			p.next()
			y := p.binary(operator.binds + 1)
			x = &Logical{p.since(start), operator.op, x, y}
		default:
			p.next()
			y := p.binary(operator.binds + 1)
			b := p.slabs.binaries.new()
			*b = Binary{p.since(start), operator.op, x, y}
			x = b
		}
	}
}

// comparison parses the comparisons behind a first operand.
func (p *parser) comparison(start int32, x Expr) Expr {
	c := p.slabs.compares.new()
	mark := len(p.exprs)
	ops := make([]Op, 0, 1)
	for binaryOperators[p.tok.kind].binds == bindCompare {
		ops = append(ops, p.comparisonOperator())
		p.exprs = append(p.exprs, p.binary(bindBitOr))
	}
	*c = Compare{p.since(start), x, ops, p.takeExprs(mark)}
	return c
}

// comparisonOperator parses one operator, which may be two words.
func (p *parser) comparisonOperator() Op {
	op := binaryOperators[p.tok.kind].op
	p.next()
	switch {
	case op == NotIn:
		if p.tok.kind != tIn {
			p.failHere("expected 'in' behind 'not', found %s",
				p.found()).Suggest("'not' between two values is part of 'not in'")
		}
		p.next()
	case op == Is && p.accept(tNot):
		return IsNot
	}
	return op
}

// not parses not x.
func (p *parser) not() Expr {
	if !p.enter() {
		return &p.none
	}
	start := p.tok.start
	p.next()
	x := p.binary(bindNot)
	p.leave()
	return &Unary{p.since(start), Not, x}
}

// unary parses -x, +x, ~x and x ** y.
func (p *parser) unary() Expr {
	switch p.tok.kind {
	case tMinus:
		return p.signed(Sub)
	case tPlus:
		return p.signed(Add)
	case tTilde:
		return p.signed(Invert)
	}
	start := p.tok.start
	x := p.postfix()
	if p.tok.kind == tStarStar {
		x = p.power(start, x)
	}
	return x
}

// signed parses an operand with a sign in front.
func (p *parser) signed(op Op) Expr {
	if !p.enter() {
		return &p.none
	}
	start := p.tok.start
	p.next()
	x := p.unary()
	p.leave()
	return &Unary{p.since(start), op, x}
}

// power parses the right side of x ** y, which may have a sign.
func (p *parser) power(start int32, x Expr) Expr {
	if !p.enter() {
		return x
	}
	p.next()
	y := p.unary()
	p.leave()
	return &Binary{p.since(start), Pow, x, y}
}

// postfix parses attributes, calls and subscripts of an operand.
func (p *parser) postfix() Expr {
	start := p.tok.start
	x := p.operand()
	for n := 0; ; n++ {
		switch p.tok.kind {
		case tDot:
			p.next()
			name := p.identifier("the name of an attribute")
			a := p.slabs.attributes.new()
			*a = Attribute{p.since(start), x, name}
			x = a
		case tLParen:
			x = p.call(start, x)
		case tLSquare:
			x = p.subscript(start, x)
		default:
			return x
		}
		p.link(n)
	}
}
