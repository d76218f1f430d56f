package syntax

import (
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// operand parses a name, a literal, or something in brackets.
func (p *parser) operand() Expr {
	t := p.tok
	at := At{t.start, t.end}
	switch t.kind {
	case tName:
		p.next()
		x := p.slabs.names.new()
		*x = Name{at, p.text(t)}
		return x
	case tInt:
		p.next()
		return p.intLiteral(t)
	case tFloat:
		p.next()
		return p.floatLiteral(t)
	case tString, tFString:
		return p.strings()
	case tNone, tTrue, tFalse, tEllipsis:
		p.next()
		return &Constant{at, constantKind(t.kind)}
	case tLParen:
		return p.parens()
	case tLSquare:
		return p.list()
	case tLBrace:
		return p.braces()
	}
	p.noOperand()
	return &p.none
}

func constantKind(k kind) ConstantKind {
	switch k {
	case tTrue:
		return True
	case tFalse:
		return False
	case tEllipsis:
		return Ellipsis
	}
	return None
}

// noOperand reports a token that begins no expression.
func (p *parser) noOperand() {
	switch k := p.tok.kind; k {
	case tAwait:
		p.unsupported("an 'await' expression")
	case tYield:
		p.yield()
	case tLambda:
		p.failHere("a lambda needs parentheses here")
	case tNot:
		p.failHere("'not' needs parentheses here").Suggest("write (not x)")
	case tStar, tStarStar:
		p.failHere("expected an expression, found %s", p.found()).
			Suggest("'%s' unpacks arguments and elements; it cannot stand here", kindText[k])
	case tNewline, tRParen, tAmp, tBar, tGreater:
		p.suggestOperator(p.failHere("expected an expression, found %s", p.found()))
	default:
		d := p.failHere("expected an expression, found %s", p.found())
		if k.isKeyword() && k != tIf && k != tElse && k != tFor && k != tIn {
			d.Suggest("'%s' is a keyword of Python and cannot be a name", kindText[k])
		}
	}
}

// suggestOperator recognizes operators of other languages, by their second half or by the text behind them.
func (p *parser) suggestOperator(d *diag.Diagnostic) {
	switch pair := [2]kind{p.prev, p.failure.kind}; {
	case pair == [2]kind{tAmp, tAmp}:
		d.Suggest("write 'and'")
	case pair == [2]kind{tBar, tBar}:
		d.Suggest("write 'or'")
	case pair == [2]kind{tLess, tGreater}:
		d.Suggest("write '!='")
	case strings.HasSuffix(p.src[:p.prevEnd], "++"), strings.HasSuffix(p.src[:p.prevEnd], "--"):
		d.Suggest("write '%s= 1'", p.src[p.prevEnd-1:p.prevEnd])
	}
}

// yield reports a yield expression.
func (p *parser) yield() Expr {
	p.unsupported("a 'yield' expression")
	return &p.none
}

// parens parses (x), a tuple, or a generator.
func (p *parser) parens() Expr {
	open := p.tok
	p.next()
	if p.tok.kind == tRParen {
		p.next()
		t := p.slabs.tuples.new()
		t.At = p.since(open.start)
		return t
	}
	x := p.starOr((*parser).named)
	switch p.tok.kind {
	case tComma:
		return p.tuple(open, x)
	case tFor, tAsync:
		return p.comprehension(open, Generator, x, nil)
	}
	p.close(open, tRParen, "')' or ','")
	if star, ok := x.(*Starred); ok {
		p.failNode(codeSyntax, star,
			"'*' cannot stand in parentheses alone").Suggest("write (*x,) for a tuple")
	}
	return &Paren{p.since(open.start), x}
}

// tuple parses the elements behind the first one, up to the ')'.
func (p *parser) tuple(open token, first Expr) Expr {
	mark := len(p.exprs)
	p.exprs = append(p.exprs, first)
	p.elements(tRParen)
	p.close(open, tRParen, "',' or ')'")
	t := p.slabs.tuples.new()
	t.At, t.Elems = p.since(open.start), p.takeExprs(mark)
	return t
}

// elements pushes the elements behind a first one, up to the closing bracket.
func (p *parser) elements(closing kind) {
	for p.accept(tComma) && p.tok.kind != closing {
		p.exprs = append(p.exprs, p.starOr((*parser).named))
	}
}

// list parses [a, b] or [x for x in y].
func (p *parser) list() Expr {
	open := p.tok
	p.next()
	mark := len(p.exprs)
	if p.tok.kind != tRSquare {
		x := p.starOr((*parser).named)
		if p.tok.kind == tFor || p.tok.kind == tAsync {
			return p.comprehension(open, ListComp, x, nil)
		}
		p.exprs = append(p.exprs, x)
		p.elements(tRSquare)
	}
	p.close(open, tRSquare, "',' or ']'")
	return &List{p.since(open.start), p.takeExprs(mark)}
}

// braces parses a set, a dict, or a comprehension that makes one.
func (p *parser) braces() Expr {
	open := p.tok
	p.next()
	if p.tok.kind == tRBrace || p.tok.kind == tStarStar {
		return p.dict(open, nil)
	}
	x := p.starOr((*parser).named)
	switch p.tok.kind {
	case tColon:
		return p.dict(open, x)
	case tFor, tAsync:
		return p.comprehension(open, SetComp, x, nil)
	}
	mark := len(p.exprs)
	p.exprs = append(p.exprs, x)
	p.elements(tRBrace)
	p.close(open, tRBrace, "',' or '}'")
	return &Set{p.since(open.start), p.takeExprs(mark)}
}

// dict parses the entries of a dict. The first key may have been parsed already.
func (p *parser) dict(open token, key Expr) Expr {
	mark := len(p.exprs) // keys and values alternate
	for p.tok.kind != tRBrace && !p.failed {
		if key == nil && p.accept(tStarStar) {
			p.exprs = append(p.exprs, nil, p.binary(bindBitOr))
		} else {
			key = p.entry(key)
			if p.tok.kind == tFor || p.tok.kind == tAsync {
				value := p.exprs[len(p.exprs)-1]
				p.exprs = p.exprs[:mark]
				return p.comprehension(open, DictComp, key, value)
			}
		}
		key = nil
		if !p.accept(tComma) {
			break
		}
	}
	p.close(open, tRBrace, "',' or '}'")
	d := &Dict{At: p.since(open.start)}
	for i := mark; i+1 < len(p.exprs); i += 2 {
		d.Keys = append(d.Keys, p.exprs[i])
		d.Values = append(d.Values, p.exprs[i+1])
	}
	p.exprs = p.exprs[:mark]
	return d
}

// entry pushes key: value and returns the key.
func (p *parser) entry(key Expr) Expr {
	if key == nil {
		key = p.expression()
	}
	switch key.(type) {
	case *Starred, *NamedExpr:
		p.failNode(codeSyntax, key, "%s needs parentheses as a key", describe(key))
	}
	if p.tok.kind != tColon {
		p.failHere("expected ':' behind the key, found %s", p.found())
	}
	p.next()
	p.exprs = append(p.exprs, key, p.expression())
	return key
}
