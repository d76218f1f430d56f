package ptx

import (
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// This file reads constant expressions: PTX ISA, "Constant Expressions". Their operators and the order of
// these are those of C; integers have 64 bits, with a sign unless an operand is written with U or too large
// for one.

// binaryOperators are the operators of two operands by how strongly they bind, the weakest first. Longer
// operators stand before those that they begin with.
var binaryOperators = [][]string{
	{"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"<<", ">>"}, {"+", "-"},
	{"*", "/", "%"},
}

// sums is where the operators of sums are in the table.
const sums = 8

// beginsNumber reports whether the current token begins a number or an expression.
func (p *parser) beginsNumber() bool {
	return p.tok.kind == tNumber || p.is("-") || p.is("+") || p.is("~") || p.is("(") ||
		p.is("!") && strings.IndexByte("0123456789(", p.after()) >= 0
}

// after returns the character that follows the current token.
func (p *parser) after() byte {
	if p.tok.end < len(p.src) {
		return p.src[p.tok.end]
	}
	return 0
}

// expression reads a constant expression; nil after a mistake.
func (p *parser) expression() *Immediate {
	start := p.tok.start
	if p.depth++; p.depth > maxDepth {
		p.fail("brackets nest deeper than %d", maxDepth)
	}
	defer func() { p.depth-- }()
	n := p.binary(0)
	if n == nil || !p.accept("?") {
		return n
	}
	a := p.expression()
	p.expect(":")
	b := p.expression()
	if a == nil || b == nil {
		return nil
	}
	if n.Bits == 0 {
		a = b
	}
	return &Immediate{Span: p.from(start), Kind: a.Kind, Bits: a.Bits, unsigned: a.unsigned}
}

// binary reads operators that bind at least as strongly as those of a level.
func (p *parser) binary(level int) *Immediate {
	if level == len(binaryOperators) {
		return p.unary()
	}
	start := p.tok.start
	n := p.binary(level + 1)
	for n != nil {
		operator := p.operator(level)
		if operator == "" {
			return n
		}
		n = p.apply(start, operator, n, p.binary(level+1))
	}
	return nil
}

// operator takes an operator of a level, "" if none is there.
func (p *parser) operator(level int) string {
	for _, o := range binaryOperators[level] {
		if p.failed || p.tok.kind != tPunct || !strings.HasPrefix(p.src[p.tok.start:], o) {
			continue
		}
		if len(o) == 1 && o[0] == p.after() && strings.IndexByte("|&<>", o[0]) >= 0 {
			continue // half of a longer one
		}
		for range o {
			p.advance()
		}
		return o
	}
	return ""
}

// apply computes an operation of two numbers.
func (p *parser) apply(start int, operator string, a, b *Immediate) *Immediate {
	if b == nil {
		return nil
	}
	if a.Kind != Integer || b.Kind != Integer {
		p.failAt(diag.Errorf(codeNumber, p.from(start), "'%s' has only integers as operands", operator))
		return nil
	}
	if (operator == "/" || operator == "%") && b.Bits == 0 {
		p.failAt(diag.Errorf(codeNumber, p.from(start), "division by zero"))
		return nil
	}
	v, isUnsigned := integerOperation(operator, a.Bits, b.Bits, a.unsigned || b.unsigned)
	return &Immediate{Span: p.from(start), Bits: v, unsigned: isUnsigned}
}

// integerOperation returns the value of an operation, and whether it has no sign.
func integerOperation(operator string, a, b uint64, isUnsigned bool) (uint64, bool) {
	less := func(x, y uint64) bool {
		if isUnsigned {
			return x < y
		}
		return int64(x) < int64(y)
	}
	switch operator {
	case "||":
		return truth(a != 0 || b != 0), false
	case "&&":
		return truth(a != 0 && b != 0), false
	case "==":
		return truth(a == b), false
	case "!=":
		return truth(a != b), false
	case "<":
		return truth(less(a, b)), false
	case ">":
		return truth(less(b, a)), false
	case "<=":
		return truth(!less(b, a)), false
	case ">=":
		return truth(!less(a, b)), false
	}
	return arithmetic(operator, a, b, isUnsigned), isUnsigned
}

func truth(holds bool) uint64 {
	if holds {
		return 1
	}
	return 0
}

func arithmetic(operator string, a, b uint64, isUnsigned bool) uint64 {
	switch operator {
	case "|":
		return a | b
	case "^":
		return a ^ b
	case "&":
		return a & b
	case "<<":
		return a << min(b, 64)
	case ">>":
		if isUnsigned {
			return a >> min(b, 64)
		}
		return uint64(int64(a) >> min(b, 63))
	case "+":
		return a + b
	case "-":
		return a - b
	case "*":
		return a * b
	}
	return quotient(operator, a, b, isUnsigned)
}

// quotient returns a quotient or a remainder.
func quotient(operator string, a, b uint64, isUnsigned bool) uint64 {
	switch {
	case operator == "/" && isUnsigned:
		return a / b
	case operator == "/" && b == ^uint64(0):
		return -a
	case operator == "/":
		return uint64(int64(a) / int64(b))
	case isUnsigned:
		return a % b
	case b == ^uint64(0):
		return 0
	}
	return uint64(int64(a) % int64(b))
}

// unary reads a number, an expression in parentheses, a cast, or a sign before one of these.
func (p *parser) unary() *Immediate {
	start := p.tok.start
	for _, sign := range []string{"-", "+", "~", "!"} {
		if !p.accept(sign) {
			continue
		}
		if p.depth++; p.depth > maxDepth {
			p.fail("signs nest deeper than %d", maxDepth)
		}
		n := p.unary()
		p.depth--
		return p.signed(start, sign, n)
	}
	if !p.accept("(") {
		return p.literal()
	}
	if p.is(".s64") || p.is(".u64") {
		isUnsigned := p.is(".u64")
		p.advance()
		p.expect(")")
		if n := p.unary(); n != nil {
			return &Immediate{Span: p.from(start), Kind: n.Kind, Bits: n.Bits, unsigned: isUnsigned}
		}
		return nil
	}
	n := p.expression()
	p.expect(")")
	return n
}

// signed returns a number behind a sign.
func (p *parser) signed(start int, sign string, n *Immediate) *Immediate {
	if n == nil {
		return nil
	}
	out := &Immediate{Span: p.from(start), Kind: n.Kind, Bits: n.Bits, unsigned: n.unsigned}
	switch {
	case sign == "-":
		out.Bits = negate(n.Kind, n.Bits)
	case sign == "+":
	case n.Kind != Integer:
		p.failAt(diag.Errorf(codeNumber, p.from(start), "'%s' has only an integer as operand", sign))
		return nil
	case sign == "~":
		out.Bits = ^n.Bits
	default:
		out.Bits, out.unsigned = truth(n.Bits == 0), false
	}
	return out
}

// literal reads one number.
func (p *parser) literal() *Immediate {
	if p.failed || p.tok.kind != tNumber {
		p.expected("a number")
		return nil
	}
	text := p.text()
	kind, bits, ok := parseNumber(text)
	if !ok {
		p.failAt(diag.Errorf(codeNumber, p.here(), "'%s' is not a number, or too large", text))
		return nil
	}
	start := p.tok.start
	p.advance()
	isUnsigned := kind == Integer && (strings.HasSuffix(strings.ToLower(text), "u") || bits>>63 == 1)
	return &Immediate{Span: p.from(start), Kind: kind, Bits: bits, unsigned: isUnsigned}
}

func negate(kind NumberKind, bits uint64) uint64 {
	switch kind {
	case Single:
		return bits ^ 1<<31
	case Double:
		return bits ^ 1<<63
	}
	return -bits
}
