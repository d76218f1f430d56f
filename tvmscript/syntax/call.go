package syntax

// call parses the arguments of a call.
func (p *parser) call(start int32, fun Expr) Expr {
	args := p.arguments(true)
	c := p.slabs.calls.new()
	*c = Call{p.since(start), fun, args}
	return c
}

// argumentOrder has the arguments of a list that restrict those behind them.
type argumentOrder struct {
	keyword, doubleStar *Arg // the first of each
}

// arguments parses (a, b=c, *d, **e). A generator that is the only argument of a call needs no parentheses of
// its own.
func (p *parser) arguments(generator bool) []*Arg {
	open := p.tok
	p.next()
	var order argumentOrder
	var few [8]*Arg // most calls have no more arguments, and need no allocation
	args := few[:0]
	for p.tok.kind != tRParen && !p.failed {
		arg := p.argument()
		if p.tok.kind == tFor || p.tok.kind == tAsync {
			p.generatorArgument(open, arg, generator && len(args) == 0)
		}
		p.order(arg, &order)
		args = append(args, arg)
		if !p.accept(tComma) {
			break
		}
	}
	p.close(open, tRParen, "',' or ')'")
	return p.slabs.argLists.list(args)
}

// argument parses one argument.
func (p *parser) argument() *Arg {
	a := p.slabs.args.new()
	start := p.tok.start
	switch p.tok.kind {
	case tStar:
		p.next()
		a.Kind, a.Value = Star, p.expression()
	case tStarStar:
		p.next()
		a.Kind, a.Value = StarStar, p.expression()
	default:
		a.Value = p.named()
		if p.tok.kind == tAssign {
			p.keywordArgument(a)
		}
	}
	a.At = p.since(start)
	return a
}

// keywordArgument parses the value of name=value. The name has been parsed as a value before.
func (p *parser) keywordArgument(a *Arg) {
	name, ok := a.Value.(*Name)
	if !ok {
		d := p.failNode(codeTarget, a.Value, "the name of a keyword argument cannot be %s", describe(a.Value))
		d.Suggest("write '==' to compare")
		return
	}
	p.next()
	a.Name, a.Value = name.Name, p.expression()
}

// generatorArgument parses a generator that is an argument without parentheses.
func (p *parser) generatorArgument(open token, a *Arg, only bool) {
	start := a.Start
	if a.Kind != Plain || a.Name != "" {
		p.failHere("expected ',' or ')', found %s", p.found()).Suggest("put the generator into parentheses")
	}
	clauses := p.clauses()
	a.At = p.since(start)
	a.Value = &Comprehension{At: a.At, Kind: Generator, Elem: a.Value, Clauses: clauses}
	if !only || p.tok.kind == tComma {
		d := p.failNode(codeSyntax, a, "a generator that is not the only argument needs parentheses")
		d.Note(p.span(open), "the arguments begin here")
	}
}

// order reports an argument that cannot stand behind those before it.
func (p *parser) order(a *Arg, seen *argumentOrder) {
	what := "a positional argument"
	switch {
	case a.Kind == StarStar:
		if seen.doubleStar == nil {
			seen.doubleStar = a
		}
		return
	case a.Name != "":
		if seen.keyword == nil {
			seen.keyword = a
		}
		return
	case a.Kind == Star:
		if seen.doubleStar == nil {
			return
		}
		what = "'*' with arguments"
	}
	if seen.doubleStar != nil {
		p.failNode(codeArguments, a, "%s cannot stand behind '**'", what).Note(p.nodeSpan(seen.doubleStar),
			"the '**' is here")
	} else if seen.keyword != nil {
		d := p.failNode(codeArguments, a, "%s cannot stand behind a keyword argument", what)
		d.Note(p.nodeSpan(seen.keyword),
			"the first keyword argument is here").Suggest("move it in front, or give it a name")
	}
}

// subscript parses x[i], x[i, j], x[a:b:c].
func (p *parser) subscript(start int32, x Expr) Expr {
	open := p.tok
	p.next()
	mark := len(p.exprs)
	tuple := p.tok.kind == tStar
	p.exprs = append(p.exprs, p.index())
	for p.accept(tComma) {
		tuple = true
		if p.tok.kind == tRSquare {
			break
		}
		p.exprs = append(p.exprs, p.index())
	}
	p.close(open, tRSquare, "',' or ']'")
	s := p.slabs.subscripts.new()
	*s = Subscript{p.since(start), x, p.takeExprs(mark), tuple}
	return s
}

// index parses one index: an expression, *x, or a slice.
func (p *parser) index() Expr {
	start := p.tok.start
	if p.accept(tStar) {
		x := p.expression()
		return &Starred{p.since(start), x}
	}
	var low Expr
	if p.tok.kind != tColon {
		low = p.named()
		if p.tok.kind != tColon {
			return low
		}
		if walrus, ok := low.(*NamedExpr); ok {
			p.failNode(codeSyntax, walrus, "':=' needs parentheses in a slice")
		}
	}
	p.next()
	s := &Slice{Low: low}
	s.High = p.bound()
	if p.accept(tColon) {
		s.Step = p.bound()
	}
	s.At = p.since(start)
	return s
}

// bound parses the end or the step of a slice, which may be missing.
func (p *parser) bound() Expr {
	switch p.tok.kind {
	case tColon, tComma, tRSquare:
		return nil
	}
	return p.expression()
}
