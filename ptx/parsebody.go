package ptx

import (
	"math"

	"github.com/inflight-compiler/inflight/diag"
)

// block reads items between braces.
func (p *parser) block() *Block {
	b := &Block{}
	start := p.tok.start
	p.expect("{")
	if p.failed {
		return b
	}
	if p.depth++; p.depth > maxDepth {
		p.fail("blocks nest deeper than %d", maxDepth)
	}
	for !p.is("}") && p.tok.kind != tEOF && len(p.errs) < maxErrors {
		if item := p.bodyItem(); item != nil && !p.failed {
			b.Items = append(b.Items, item)
		}
		p.recover()
	}
	p.depth--
	b.End = p.here()
	p.expect("}")
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
	r := &Registers{Type: p.typeName()}
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
		return &Label{Span: p.from(start), Name: opcode}
	}
	in := &Instruction{Guard: guard, Opcode: opcode}
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
	case text == "(":
		o = &List{Elements: p.elements("(", ")")}
		o.(*List).Span = p.from(start)
	case text == "[":
		o = p.address()
	case p.tok.kind == tNumber || text == "-" || text == "+":
		n := p.immediate()
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
		if p.is("{") || p.is("(") {
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
		a.Offset = p.offset()
	}
	if p.accept(",") {
		from := p.tok.start
		a.Coordinates = &Vector{Elements: p.elements("{", "}")}
		a.Coordinates.Span = p.from(from)
	}
	p.expect("]")
	a.Span = p.from(start)
	return a
}

// offset reads a signed integer.
func (p *parser) offset() int64 {
	start := p.tok.start
	n := p.immediate()
	if n == nil {
		return 0
	}
	if n.Kind != Integer || int64(n.Bits) > math.MaxInt64/2 || int64(n.Bits) < math.MinInt64/2 {
		p.failAt(diag.Errorf(codeNumber, p.from(start), "an offset is an integer of at most 63 bits"))
		return 0
	}
	return int64(n.Bits)
}
