package syntax

import "github.com/inflight-compiler/inflight/diag"

// suite parses the block behind a header that begins with head. The block is on lines of its own, or behind
// the ':'.
func (p *parser) suite(head token) []Stmt {
	p.colon(head)
	colon := p.tok
	p.next()
	if p.tok.kind != tNewline {
		mark := len(p.stmts)
		p.simpleLine()
		return p.takeStmts(mark)
	}
	p.next()
	if p.tok.kind != tIndent {
		if !p.failed {
			d := diag.Errorf(codeIndentation, p.span(colon), "expected an indented block behind this ':'")
			d.Note(p.span(head), "of the '%s' that begins here", p.text(head))
			p.report(d.Suggest("indent the statements of the block; an empty block is written 'pass'"))
		}
		return nil
	}
	p.next()
	body := p.nested()
	p.accept(tDedent)
	return body
}

// colon reports a header that does not end with ':'.
func (p *parser) colon(head token) {
	switch {
	case p.tok.kind == tColon:
	case p.tok.kind == tAssign && (head.kind == tIf || head.kind == tElif || head.kind == tWhile):
		p.noAssignment("a condition")
	default:
		d := p.failHere("expected ':' at the end of the '%s', found %s", p.text(head), p.found())
		if !p.failure.kind.hasText() {
			d.Suggest("add ':'")
		}
	}
}

// decorated parses decorators and the function or class below them.
func (p *parser) decorated() Stmt {
	start := p.tok.start
	mark := len(p.exprs)
	for p.accept(tAt) {
		p.exprs = append(p.exprs, p.named())
		p.endOfLine()
	}
	decorators := p.takeExprs(mark)
	switch p.tok.kind {
	case tDef:
		return p.def(start, decorators)
	case tClass:
		return p.class(start, decorators)
	case tAsync:
		p.async()
	default:
		p.failHere("expected a function or class behind a decorator, found %s", p.found())
	}
	return nil
}

// def parses a function.
func (p *parser) def(start int32, decorators []Expr) Stmt {
	head := p.tok
	p.next()
	d := &Def{Decorators: decorators, Name: p.identifier("the name of a function")}
	p.noTypeParameters()
	open := p.tok
	if open.kind != tLParen {
		p.failHere("expected '(' behind the name of the function, found %s", p.found()).Suggest("add '()'")
	}
	p.next()
	d.Params = p.params(tRParen)
	p.close(open, tRParen, "',' or ')'")
	if p.accept(tArrow) {
		d.Returns = p.expression()
	}
	d.Body = p.suite(head)
	d.At = p.since(start)
	return d
}

// noTypeParameters reports def f[T](x).
func (p *parser) noTypeParameters() {
	if p.tok.kind == tLSquare {
		p.unsupported("a list of type parameters")
	}
}

// class parses a class.
func (p *parser) class(start int32, decorators []Expr) Stmt {
	head := p.tok
	p.next()
	c := &Class{Decorators: decorators, Name: p.identifier("the name of a class")}
	p.noTypeParameters()
	if p.tok.kind == tLParen {
		c.Bases = p.arguments(false)
	}
	c.Body = p.suite(head)
	c.At = p.since(start)
	return c
}

// forLoop parses a for loop.
func (p *parser) forLoop() Stmt {
	head := p.tok
	p.next()
	f := &For{Target: p.targets("'for'")}
	p.expectIn(f.Target)
	f.Iter = p.expressions()
	f.Body = p.suite(head)
	f.Else = p.elseBlock()
	f.At = p.since(head.start)
	return f
}

// while parses a while loop.
func (p *parser) while() Stmt {
	head := p.tok
	p.next()
	w := &While{Cond: p.named()}
	w.Body = p.suite(head)
	w.Else = p.elseBlock()
	w.At = p.since(head.start)
	return w
}

// elseBlock parses the else of a loop or an if, if there is one.
func (p *parser) elseBlock() []Stmt {
	head := p.tok
	if !p.accept(tElse) {
		return nil
	}
	p.head = head
	if p.tok.kind == tIf {
		p.failHere("expected ':' behind 'else', found the keyword 'if'").Suggest("write 'elif'")
	}
	return p.suite(head)
}

// maxElifs bounds the number of clauses of an if: each is an If inside of the one before.
const maxElifs = 500

// ifElse parses an if with its clauses.
func (p *parser) ifElse() Stmt {
	var chain []*If
	for {
		head := p.tok
		p.head = head
		p.next()
		i := &If{At: At{Start: head.start}, Cond: p.named()}
		i.Body = p.suite(head)
		chain = append(chain, i)
		if len(chain) > maxElifs+1 {
			p.failAt(codeTooDeep, "more than %d 'elif' belong to one 'if'", maxElifs)
		}
		if p.tok.kind != tElif {
			break
		}
	}
	last := chain[len(chain)-1]
	last.Else = p.elseBlock()
	last.End = p.prevEnd
	for i := len(chain) - 2; i >= 0; i-- {
		chain[i].Else = []Stmt{chain[i+1]}
		chain[i].End = last.End
	}
	return chain[0]
}
