package syntax

import "github.com/inflight-compiler/inflight/diag"

// statements parses statements up to the end of the block, or of the text. It goes on after errors.
func (p *parser) statements() []Stmt {
	mark := len(p.stmts)
	afterError := false
	for p.tok.kind != tDedent && p.tok.kind != tEOF {
		if len(p.errs) >= maxErrors {
			p.stop()
			break
		}
		if p.tok.kind == tIndent {
			p.strayBlock(afterError)
			continue
		}
		p.skipBlock = false // no block has followed the statement that set it
		first, height := p.tok, len(p.stmts)
		p.head = first
		p.statement(afterError)
		if afterError = p.failed; afterError {
			p.stmts = p.stmts[:height]
			p.recover(first)
		}
	}
	return p.takeStmts(mark)
}

// strayBlock parses lines that are indented without a reason. It reports nothing after a line that could not
// be parsed, which may be the reason.
func (p *parser) strayBlock(afterError bool) {
	if !afterError {
		d := diag.Errorf(codeIndentation, p.indentation(int(p.tok.start)),
			"this line is indented, but no block begins here")
		p.report(d.Suggest("a block begins behind a line that ends with ':'"))
	}
	p.next()
	if p.skipBlock {
		p.skipBlock = false
		p.skipStatements()
	} else {
		mark := len(p.stmts)
		p.nested()
		p.stmts = p.stmts[:mark]
	}
	p.accept(tDedent)
}

// skipStatements moves to the end of the block without parsing it.
func (p *parser) skipStatements() {
	for open := 0; p.tok.kind != tEOF && (open > 0 || p.tok.kind != tDedent); {
		switch p.tok.kind {
		case tIndent:
			open++
		case tDedent:
			open--
		}
		p.next()
		p.failed = false
	}
}

// nested parses the statements of a nested block.
func (p *parser) nested() []Stmt {
	if p.blocks++; p.blocks > maxIndents {
		d := diag.Errorf(codeTooDeep, p.span(p.tok), "more than %d blocks are nested in each other",
			maxIndents)
		p.report(d)
		p.stop()
	}
	body := p.statements()
	p.blocks--
	return body
}

// statement parses a statement, or a line of simple statements, and pushes them.
func (p *parser) statement(afterError bool) {
	p.poll.Step()
	switch p.tok.kind {
	case tAt, tDef, tClass, tFor, tWhile, tIf, tWith:
		if s := p.compound(); s != nil {
			p.stmts = append(p.stmts, s)
		}
	case tElse, tElif, tExcept, tFinally:
		p.strayClause(afterError)
	case tTry:
		p.unsupported("a 'try' statement")
	case tAsync:
		p.async()
	default:
		p.simpleLine()
	}
}

// compound parses a statement with blocks.
func (p *parser) compound() Stmt {
	switch p.tok.kind {
	case tAt:
		return p.decorated()
	case tDef:
		return p.def(p.tok.start, nil)
	case tClass:
		return p.class(p.tok.start, nil)
	case tFor:
		return p.forLoop()
	case tWhile:
		return p.while()
	case tIf:
		return p.ifElse()
	}
	return p.with()
}

// strayClause reports an else without an if. It reports nothing after a statement that could not be parsed,
// to which the clause may belong.
func (p *parser) strayClause(afterError bool) {
	word := kindText[p.tok.kind]
	switch {
	case afterError, int(p.tok.start) == p.unfitStart:
		p.fail(nil)
	case p.tok.kind == tExcept, p.tok.kind == tFinally:
		p.failHere("'%s' without 'try'", word)
	case p.tok.kind == tElif:
		p.failHere("'elif' without 'if' at this indentation")
	default:
		p.failHere("'else' without 'if', 'for' or 'while' at this indentation")
	}
}

// async reports the construct behind 'async'.
func (p *parser) async() {
	start := p.tok
	p.next()
	what := "'async'"
	switch p.tok.kind {
	case tDef:
		what = "an 'async def' function"
	case tFor:
		what = "an 'async for' loop"
	case tWith:
		what = "an 'async with' statement"
	}
	p.fail(notPart(p.span(start), what))
}

// simpleLine parses statements without blocks, up to the end of the line.
func (p *parser) simpleLine() {
	for {
		if s := p.simple(); s != nil {
			p.stmts = append(p.stmts, s)
		}
		if !p.accept(tSemicolon) || p.tok.kind == tNewline {
			break
		}
	}
	p.endOfLine()
}

// endOfLine moves behind the end of the line.
func (p *parser) endOfLine() {
	switch k := p.tok.kind; {
	case k == tNewline:
		p.next()
	case k == tEOF:
	case k.closes():
		p.failHere("'%s' closes nothing", kindText[k])
	default:
		d := p.failHere("expected the end of the statement, found %s", p.found())
		switch k {
		case tWalrus:
			d.Suggest("':=' stands inside of expressions; a statement assigns by '='")
		case tColon:
			d.Suggest("remove the ':'")
		}
	}
}

// simple parses a statement without blocks.
func (p *parser) simple() Stmt {
	start := p.tok
	at := At{start.start, start.end}
	switch start.kind {
	case tPass:
		p.next()
		return &Pass{at}
	case tBreak:
		p.next()
		return &Break{at}
	case tContinue:
		p.next()
		return &Continue{at}
	case tReturn:
		return p.returnStmt()
	case tAssert:
		return p.assert()
	case tDel:
		return p.del()
	case tGlobal, tNonlocal:
		return p.scope()
	case tImport:
		return p.imports()
	case tFrom:
		return p.importFrom()
	}
	return p.odd()
}

// odd parses an expression statement or an assignment, and reports statements that cannot stand here.
func (p *parser) odd() Stmt {
	switch p.tok.kind {
	case tRaise:
		p.unsupported("a 'raise' statement")
	case tYield:
		p.yield()
	case tAt, tDef, tClass, tFor, tWhile, tIf, tWith, tTry, tAsync:
		p.failHere("the '%s' cannot stand behind another statement on a line",
			p.text(p.tok)).Suggest("put it on a line of its own")
	default:
		return p.assignment()
	}
	return nil
}

// returnStmt parses return value.
func (p *parser) returnStmt() Stmt {
	start := p.tok.start
	p.next()
	r := &Return{}
	if p.tok.kind != tNewline && p.tok.kind != tSemicolon && p.tok.kind != tEOF {
		r.Value = p.expressions()
	}
	r.At = p.since(start)
	return r
}

// assert parses assert cond, message.
func (p *parser) assert() Stmt {
	start := p.tok.start
	p.next()
	a := &Assert{Cond: p.expression()}
	p.noAssignment("a condition")
	if p.accept(tComma) {
		a.Message = p.expression()
	}
	a.At = p.since(start)
	return a
}

// noAssignment reports a '=' behind a value.
func (p *parser) noAssignment(in string) {
	if p.tok.kind == tAssign {
		p.failHere("'=' cannot stand in %s", in).Suggest("write '==' to compare")
	}
}

// del parses del a, b.
func (p *parser) del() Stmt {
	start := p.tok.start
	p.next()
	mark := len(p.exprs)
	for {
		x := p.binary(bindBitOr)
		p.checkTarget(x, "delete")
		p.exprs = append(p.exprs, x)
		if !p.accept(tComma) || !p.startsExpression() {
			break
		}
	}
	return &Del{p.since(start), p.takeExprs(mark)}
}

// scope parses global a, b and nonlocal a, b.
func (p *parser) scope() Stmt {
	start := p.tok
	p.next()
	s := &Scope{Nonlocal: start.kind == tNonlocal}
	for {
		s.Names = append(s.Names, p.identifier("a name"))
		if !p.accept(tComma) {
			break
		}
	}
	s.At = p.since(start.start)
	return s
}
