package ptx

import (
	"math"

	"github.com/inflight-compiler/inflight/diag"
)

// block reads items between braces.
func (p *parser) block() *Block {
	b := &Block{}
	start, errs := p.tok.start, len(p.errs)
	p.expect("{")
	if p.failed {
		return b
	}
	if p.depth++; p.depth > maxDepth {
		p.fail("blocks nest deeper than %d", maxDepth)
	}
	for !p.is("}") && p.tok.kind != tEOF && len(p.errs) < maxErrors && !p.endsFunction() {
		if item := p.bodyItem(); item != nil && !p.failed {
			b.Items = append(b.Items, item)
		}
		p.recover()
	}
	p.depth--
	b.End = p.here()
	switch {
	case p.accept("}"):
	case p.endsFunction() && len(p.errs) == errs:
		p.errs.Add(diag.Errorf(codeSyntax, p.here(), "expected '}' before '%s'", p.text()).Note(
			p.file.Span(start, start+1), "the block begins here"))
	case len(p.errs) == errs:
		p.expected("'}'")
	}
	b.Span = p.from(start)
	return b
}

func (p *parser) bodyItem() Item {
	start := p.tok.start
	switch text := p.text(); {
	case text == "{":
		return p.block()
	case text == ".reg":
		return p.registers()
	case text == ".branchtargets" || text == ".calltargets" || text == ".callprototype":
		return p.targets("")
	case p.tok.kind == tDot && (isSpace(text) || text == ".extern"):
		v := p.variable(p.linkage())
		v.Span = p.from(start)
		p.expect(";")
		return v
	case p.tok.kind == tDot:
		return p.directive()
	case text == ";":
		p.advance()
		return nil
	case text == "@" || p.tok.kind == tWord:
		return p.labelOrInstruction()
	}
	p.expected("an instruction, a declaration or '}'")
	p.advance()
	return nil
}

func (p *parser) registers() Item {
	start := p.tok.start
	p.advance()
	vector := p.vector()
	r := &Registers{Type: p.typeName(), Vector: vector}
	for !p.failed {
		n := RegisterName{Name: p.word("the name of a register")}
		if p.accept("<") {
			if n.Count = int(p.integer(1 << 20)); n.Count == 0 {
				p.fail("a range has at least one register")
			}
			p.expect(">")
		}
		r.Names = append(r.Names, n)
		if !p.accept(",") {
			break
		}
	}
	r.Span = p.from(start)
	p.expect(";")
	return r
}

func (p *parser) labelOrInstruction() Item {
	start := p.tok.start
	var guard *Guard
	if p.accept("@") {
		guard = &Guard{Negated: p.accept("!"), Name: p.word("a predicate")}
		guard.Span = p.from(start)
		start = p.tok.start
	}
	opcode := p.word("an instruction")
	if guard == nil && p.accept(":") {
		if p.is(".branchtargets") || p.is(".calltargets") || p.is(".callprototype") {
			return p.targets(opcode)
		}
		return &Label{Span: p.from(start), Name: opcode}
	}
	in := &Instruction{Guard: guard, Opcode: opcode}
	p.calling = opcode == "call"
	for p.tok.kind == tDot && !p.failed {
		in.Modifiers = append(in.Modifiers, p.text()[1:])
		p.advance()
	}
	for !p.is(";") && !p.is("}") && !p.failed {
		in.Operands = append(in.Operands, p.operand(true))
		if !p.accept(",") {
			break
		}
	}
	in.Span = p.from(start)
	if !p.is(";") && !p.failed {
		p.failAt(diag.Errorf(codeSyntax, p.file.Span(p.prevEnd, p.prevEnd), "expected ';' or ',', found %s",
			p.found()))
	}
	p.accept(";")
	return in
}

// operand reads an operand; outer ones may be pairs.
func (p *parser) operand(outer bool) Operand {
	start := p.tok.start
	var o Operand
	switch text := p.text(); {
	case p.failed:
		return nil
	case text == "{":
		o = &Vector{Elements: p.elements("{", "}")}
		o.(*Vector).Span = p.from(start)
	case text == "(" && p.calling:
		o = &List{Elements: p.elements("(", ")")}
		o.(*List).Span = p.from(start)
	case text == "[":
		o = p.address()
	case p.beginsNumber():
		n := p.expression()
		if n == nil {
			return nil
		}
		return n
	default:
		o = p.name()
	}
	if outer && p.accept("|") {
		second := p.operand(false)
		return &Pair{Span: p.from(start), First: o, Second: second}
	}
	return o
}

// elements reads operands between brackets. Nested brackets mean nothing.
func (p *parser) elements(open, closing string) []Operand {
	var all []Operand
	p.expect(open)
	for !p.is(closing) && !p.failed {
		if p.is("{") || p.is("(") && p.calling {
			p.fail("brackets do not nest here")
			return nil
		}
		all = append(all, p.operand(false))
		if !p.accept(",") {
			break
		}
	}
	p.expect(closing)
	return all
}

func (p *parser) name() Operand {
	start := p.tok.start
	n := &Name{Negated: p.accept("!")}
	n.Name = p.word("an operand")
	if p.tok.kind == tDot && p.tok.start == p.prevEnd && !p.failed { // %tid.x
		n.Name += p.text()
		p.advance()
	}
	if p.is("+") || p.is("-") {
		n.Offset = p.offset()
	}
	n.Span = p.from(start)
	return n
}

func (p *parser) address() Operand {
	start := p.tok.start
	p.expect("[")
	a := &Address{}
	if p.tok.kind == tWord {
		a.Base = p.word("a register")
		if p.is("+") || p.is("-") {
			a.Offset = p.offset()
		}
	} else {
		a.Offset = p.absolute()
	}
	if p.accept(",") {
		if p.tok.kind == tWord {
			from := p.tok.start
			a.Sampler = &Name{Name: p.word("a sampler")}
			a.Sampler.Span = p.from(from)
			if p.is("]") { // one coordinate without braces
				a.Coordinates, a.Sampler = &Vector{Elements: []Operand{a.Sampler}, Span: a.Sampler.Span}, nil
			} else {
				p.expect(",")
			}
		}
		if a.Coordinates == nil {
			from := p.tok.start
			a.Coordinates = &Vector{Elements: p.elements("{", "}")}
			a.Coordinates.Span = p.from(from)
		}
	}
	p.expect("]")
	a.Span = p.from(start)
	return a
}

// targets reads where an instruction may go to, behind the label that names it.
func (p *parser) targets(name string) Item {
	start := p.tok.start
	if name == "" {
		p.fail("a list of targets has a label in front of it")
		return nil
	}
	calls := !p.is(".branchtargets")
	isPrototype := p.is(".callprototype")
	p.advance()
	if isPrototype {
		return p.prototype(start, name)
	}
	t := &Targets{Name: name, Calls: calls}
	for !p.failed {
		t.Names = append(t.Names, p.word("a name"))
		if !p.accept(",") {
			break
		}
	}
	t.Span = p.from(start)
	p.expect(";")
	return t
}

// prototype reads the head of a function without a name.
func (p *parser) prototype(start int, name string) Item {
	f := &Function{}
	if p.is("(") {
		f.Returns = p.parameters()
	}
	f.Name = p.word("'_'")
	if p.is("(") {
		f.Params = p.parameters()
	}
	f.Span = p.from(start)
	p.limits(f)
	x := &Prototype{Span: p.from(start), Name: name, Function: f}
	p.expect(";")
	return x
}

// offset reads what is added to an address: a sum of signed integers.
func (p *parser) offset() int64 {
	start := p.tok.start
	n := &Immediate{}
	for n != nil && (p.is("+") || p.is("-")) {
		operator := p.operator(sums)
		n = p.apply(start, operator, n, p.binary(sums+1))
	}
	if n == nil {
		return 0
	}
	return p.asOffset(start, n)
}

// asOffset returns a number as part of an address.
func (p *parser) asOffset(start int, n *Immediate) int64 {
	if n.Kind != Integer || int64(n.Bits) > math.MaxInt64/2 || int64(n.Bits) < math.MinInt64/2 {
		p.failAt(diag.Errorf(codeNumber, p.from(start), "an offset is an integer of at most 63 bits"))
		return 0
	}
	return int64(n.Bits)
}

// absolute reads an address without a register.
func (p *parser) absolute() int64 {
	start := p.tok.start
	n := p.expression()
	if n == nil {
		return 0
	}
	return p.asOffset(start, n)
}
