package hlo

import (
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// beginsShape reports whether a shape stands at the current place, and not an opcode or a name. White space
// may stand between an element type and its sizes, but not behind a word that is none.
func (p *parser) beginsShape() bool {
	if p.peek() == '(' {
		return true
	}
	word := p.word()
	after := scanner{src: p.src, at: p.at + len(word)}
	switch next := after.peek(); {
	case word == "":
		return false
	case next == '[' || next == '(' && word == "b":
		return true
	}
	return isBlank(after.peek()) && ElementBits(word) > 0 && after.take('[')
}

// shape reads a shape.
func (p *parser) shape() (*Shape, bool) {
	if !p.skip(nil) || !p.enter() {
		return nil, false
	}
	s, ok := &Shape{}, false
	switch {
	case p.peek() == '(':
		s.IsTuple = true
		ok = p.members(s)
	case p.beginsShape():
		s.Element = p.word()
		p.at += len(s.Element)
		if s.IsBuffer() {
			ok = p.members(s)
			if ok && len(s.Tuple) != 1 {
				ok = p.fail(p.at-1, p.at, "a buffer has one shape")
			}
			break
		}
		ok = p.dims(s) && p.layout(s)
	default:
		ok = p.expected("a shape")
	}
	p.leave()
	return s, ok
}

// members reads the shapes of a tuple.
func (p *parser) members(s *Shape) bool {
	p.at++
	for !p.take(')') {
		if len(s.Tuple) > 0 && !p.expect(',', "or ')' in a tuple of shapes") {
			return false
		}
		t, ok := p.shape()
		if !ok {
			return false
		}
		s.Tuple = append(s.Tuple, t)
	}
	return true
}

// dims reads the sizes of an array.
func (p *parser) dims(s *Shape) bool {
	p.take('[')
	for !p.take(']') {
		if len(s.Dims) > 0 && !p.expect(',', "or ']' in the sizes of a shape") {
			return false
		}
		if !p.skip(nil) {
			return false
		}
		dynamic := strings.HasPrefix(p.src[p.at:], "<=")
		if dynamic {
			p.at += 2
		}
		size := int64(Unbounded)
		if p.peek() == '?' {
			dynamic = true
			p.at++
		} else if n, ok := p.number("a size"); ok {
			size = n
		} else {
			return false
		}
		if dynamic && s.Dynamic == nil {
			s.Dynamic = make([]bool, len(s.Dims), len(s.Dims)+1)
		}
		s.Dims = append(s.Dims, size)
		if s.Dynamic != nil {
			s.Dynamic = append(s.Dynamic, dynamic)
		}
	}
	return true
}

// number reads an integer that is not negative.
func (p *parser) number(what string) (int64, bool) {
	end := p.at
	for end < len(p.src) && isDigit(p.src[end]) {
		end++
	}
	if end == p.at {
		return 0, p.expected(what)
	}
	n, err := strconv.ParseInt(p.src[p.at:end], 10, 64)
	if err != nil {
		return 0, p.fail(p.at, end, "%s is larger than 64 bits", what)
	}
	p.at = end
	return n, true
}

// layout reads the layout of an array, if there is one. A brace behind white space is one only if a number or
// a colon follows, because the body of a computation may follow a shape.
func (p *parser) layout(s *Shape) bool {
	before := p.at
	if !p.take('{') {
		return true
	}
	adjacent := p.at == before+1
	if !p.skip(nil) {
		return false
	}
	if c := p.peek(); !isDigit(c) && c != ':' && (c != '}' || !adjacent) {
		p.at = before
		return true
	}
	l := &Layout{}
	for isDigit(p.peek()) {
		n, ok := p.number("a dimension")
		if !ok {
			return false
		}
		l.MinorToMajor = append(l.MinorToMajor, n)
		if !p.take(',') {
			break
		}
		if !p.skip(nil) {
			return false
		}
	}
	if p.take(':') {
		start := p.at
		p.at = before
		for p.src[p.at] != '{' {
			p.at++
		}
		if !p.balanced() {
			return false
		}
		p.at--
		l.Properties = strings.TrimSpace(p.src[start:p.at])
		l.MemorySpace, _ = number(property(l.Properties, "S"))
	}
	s.Layout = l
	return p.expect('}', "at the end of a layout")
}

// number returns the integer that a text is.
func number(text string) (int64, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

// ParseShape reads a text that is one shape, such as (f32[2,3]{1,0}, s32[]).
func ParseShape(text string) (*Shape, error) {
	p := &parser{scanner: scanner{file: diag.NewFile("shape", []byte(text)), src: text}}
	s, ok := p.shape()
	if ok && p.skip(nil) && p.at < len(p.src) {
		ok = p.expected("the end of the shape")
	}
	if !ok && p.err != nil {
		return nil, p.err
	}
	return s, nil
}
