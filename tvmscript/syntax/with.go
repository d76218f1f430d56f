package syntax

// with parses a with statement.
func (p *parser) with() Stmt {
	head := p.tok
	p.next()
	w := &With{Items: p.withItems()}
	w.Body = p.suite(head)
	w.At = p.since(head.start)
	return w
}

// withItems parses the items of a with. A parenthesis may enclose all of them, or belong to the first
// expression. That is known only behind its end, so both are tried.
func (p *parser) withItems() []*WithItem {
	if p.tok.kind != tLParen {
		return p.bareItems()
	}
	before := p.position()
	items := p.parenItems()
	if !p.failed {
		return items
	}
	problem, failure := p.reason, p.failure
	p.restore(before)
	items = p.bareItems()
	if p.tok.kind != tColon && p.failureAt() <= failure.start {
		// Both fail. The better guess is the one that parsed more of the text.
		p.failed, p.reason, p.failure = true, problem, failure
		p.tok = token{tBad, failure.start, failure.end}
	}
	return items
}

// failureAt returns the position at which parsing has failed, or will fail because a ':' is missing.
func (p *parser) failureAt() int32 {
	if p.failed {
		return p.failure.start
	}
	return p.tok.start
}

// position has the state that is restored to parse a part of a line again.
type position struct {
	scanner scanner
	tok     token
	prev    kind
	prevEnd int32
	levels  int
	exprs   int
}

func (p *parser) position() position {
	return position{p.scanner, p.tok, p.prev, p.prevEnd, p.levels, len(p.exprs)}
}

func (p *parser) restore(to position) {
	p.scanner, p.tok, p.prev, p.prevEnd, p.levels = to.scanner, to.tok, to.prev, to.prevEnd, to.levels
	p.exprs = p.exprs[:to.exprs]
	p.failed, p.reason, p.outerString = false, nil, -1
}

// parenItems parses (a as b, c). It fails unless ':' follows.
func (p *parser) parenItems() []*WithItem {
	open := p.tok
	p.next()
	var items []*WithItem
	for {
		items = append(items, p.withItem())
		if !p.accept(tComma) || p.tok.kind == tRParen {
			break
		}
	}
	p.close(open, tRParen, "',' or ')'")
	if p.tok.kind != tColon {
		p.failHere("expected ':' at the end of the 'with', found %s", p.found())
	}
	return items
}

// bareItems parses a as b, c.
func (p *parser) bareItems() []*WithItem {
	var items []*WithItem
	for {
		items = append(items, p.withItem())
		if !p.accept(tComma) {
			return items
		}
	}
}

// withItem parses context as target.
func (p *parser) withItem() *WithItem {
	start := p.tok.start
	item := &WithItem{Context: p.expression()}
	if p.accept(tAs) {
		item.Target = p.binary(bindBitOr)
		p.checkTarget(item.Target, "assign to")
	}
	item.At = p.since(start)
	return item
}
