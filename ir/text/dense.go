package text

import (
	"encoding/hex"
	"math/big"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// literal is the nested list of a dense attribute as a flat list, before the type of the attribute is known.
type literal struct {
	elems []scalar
	shape []int64 // extents of the lists; nil for a single element
	hex   bool    // the literal is one string with the bytes of all elements
}

// scalar is a number, a string or a word with its sign.
type scalar struct {
	tok token
	neg bool
}

// denseAttr parses dense<...> : type.
func (p *parser) denseAttr(typ ir.Type) (ir.Attr, error) {
	start := p.tok.start
	p.advance()
	if err := p.expect(tLess, "expected '<' after 'dense'"); err != nil {
		return nil, err
	}
	var l literal
	if !p.is(tGreater) {
		if err := p.denseLiteral(&l); err != nil {
			return nil, err
		}
	}
	if err := p.expect(tGreater, "expected '>'"); err != nil {
		return nil, err
	}
	st, err := p.denseType(typ)
	if err != nil {
		return nil, err
	}
	return p.dense(&l, st, start)
}

// denseType parses ": type" and checks that a dense attribute can have this type.
func (p *parser) denseType(typ ir.Type) (ir.ShapedType, error) {
	if typ == nil {
		if err := p.expect(tColon, "expected ':'"); err != nil {
			return nil, err
		}
		var err error
		if typ, err = p.typ(); err != nil {
			return nil, err
		}
	}
	switch t := typ.(type) {
	case *ir.TensorType:
		if t.Ranked {
			return p.staticShape(t)
		}
		return nil, p.fail(codeAttr, p.prevEnd, "elements literal type must have static shape")
	case *ir.VectorType:
		return p.staticShape(t)
	}
	return nil, p.fail(codeAttr, p.prevEnd, "elements literal must be a shaped type")
}

func (p *parser) staticShape(t ir.ShapedType) (ir.ShapedType, error) {
	size := int64(1)
	for _, d := range t.Dims() {
		if d == ir.Dynamic {
			return nil, p.fail(codeAttr, p.prevEnd, "elements literal type must have static shape")
		}
		if d != 0 && size > (1<<62)/d {
			return nil, p.fail(codeAttr, p.prevEnd, "elements literal type has too many elements")
		}
		size *= d
	}
	return t, nil
}

func (p *parser) denseLiteral(l *literal) error {
	if p.is(tString) && strings.HasPrefix(p.text(p.tok), `"0x`) {
		l.hex = true
	}
	if !p.is(tLSquare) {
		return p.denseElement(l, nil)
	}
	shape, err := p.denseList(l)
	l.shape = shape
	return err
}

// denseList parses [a, b] or [[a], [b]] and returns its shape.
func (p *parser) denseList(l *literal) ([]int64, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	p.advance()
	var inner []int64
	count := int64(0)
	for !p.is(tRSquare) {
		var shape []int64
		var err error
		if p.is(tLSquare) {
			shape, err = p.denseList(l)
		} else {
			err = p.denseElement(l, nil)
		}
		if err != nil {
			return nil, err
		}
		if count > 0 && !equalShapes(shape, inner) {
			return nil, p.fail(codeAttr, p.tok.start,
				"tensor literal is invalid; ranks are not consistent between elements")
		}
		inner = shape
		count++
		if !p.accept(tComma) {
			break
		}
	}
	return append([]int64{count}, inner...), p.expect(tRSquare, "expected ']'")
}

func equalShapes(a, b []int64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// denseElement parses a scalar, or the real and the imaginary part of a complex number.
func (p *parser) denseElement(l *literal, _ []int64) error {
	switch {
	case p.is(tString), p.isWord("true"), p.isWord("false"):
		l.elems = append(l.elems, scalar{tok: p.tok})
		p.advance()
		return nil
	case p.accept(tLParen):
		if err := p.denseNumber(l); err != nil {
			return err
		}
		if err := p.expect(tComma, "expected ',' between complex elements"); err != nil {
			return err
		}
		if err := p.denseNumber(l); err != nil {
			return err
		}
		return p.expect(tRParen, "expected ')' after complex elements")
	}
	return p.denseNumber(l)
}

func (p *parser) denseNumber(l *literal) error {
	neg := p.accept(tMinus)
	if !p.is(tInt) && !p.is(tFloat) {
		if neg {
			return p.wrong("expected integer or floating point literal")
		}
		return p.wrong("expected element literal of primitive type")
	}
	l.elems = append(l.elems, scalar{p.tok, neg})
	p.advance()
	return nil
}

// dense makes the attribute from a literal and its type.
func (p *parser) dense(l *literal, t ir.ShapedType, start int32) (*ir.DenseElementsAttr, error) {
	if l.hex && ir.ElemBytes(t.ElemType()) > 0 {
		return p.denseHex(l, t)
	}
	n := ir.NumElements(t.Dims())
	perElement := 1
	if _, ok := t.ElemType().(*ir.ComplexType); ok {
		perElement = 2
	}
	switch {
	case len(l.elems) == 0 && l.shape == nil && n != 0:
		return nil, p.diag(codeAttr, start, p.prevEnd,
			"parsed zero elements, but type ('%s') expected at least 1", t)
	case l.shape != nil && !equalShapes(l.shape, t.Dims()):
		return nil, p.diag(codeAttr, start, p.prevEnd,
			"inferred shape of elements literal (%v) does not match type (%v)",
			shapeText(l.shape), shapeText(t.Dims()))
	case len(l.elems)%perElement != 0, l.shape == nil && len(l.elems) > perElement,
		l.shape != nil && int64(len(l.elems)) != n*int64(perElement):
		return nil, p.diag(codeAttr, start, p.prevEnd, "expected element literal of type '%s'", t.ElemType())
	}
	if ir.ElemBytes(t.ElemType()) == 0 {
		return p.denseStrings(l, t)
	}
	data, err := p.denseData(l, t.ElemType())
	if err != nil {
		return nil, err
	}
	if n == 0 {
		return p.ctx.Dense(t, "", false), nil
	}
	return p.ctx.Dense(t, data, l.shape == nil), nil
}

func shapeText(shape []int64) string {
	out := []byte{'['}
	for i, d := range shape {
		if i > 0 {
			out = append(out, ", "...)
		}
		out = strconv.AppendInt(out, d, 10)
	}
	return string(append(out, ']'))
}

func (p *parser) denseStrings(l *literal, t ir.ShapedType) (*ir.DenseElementsAttr, error) {
	elems := make([]string, len(l.elems))
	for i, e := range l.elems {
		if e.tok.kind != tString {
			return nil, p.diag(codeAttr, e.tok.start, e.tok.end, "expected string token, but found '%s'",
				p.text(e.tok))
		}
		elems[i] = unquote(p.text(e.tok))
	}
	if !ofDialect(t.ElemType()) && ir.ElemBytes(t.ElemType()) == 0 {
		if it, isInt := t.ElemType().(*ir.IntegerType); !isInt || it.Width != 0 {
			return nil, p.fail(codeAttr, p.prevEnd,
				"expected element type '%s' to be a number or of a dialect", t.ElemType())
		}
		return nil, p.fail(codeAttr, p.prevEnd, "elements of type '%s' have no literal", t.ElemType())
	}
	return p.ctx.DenseStrings(t, elems), nil
}

// ofDialect reports whether t is a type of a dialect.
func ofDialect(t ir.Type) bool {
	switch t.(type) {
	case *ir.OpaqueType, *ir.ParametricType:
		return true
	}
	return false
}

// denseHex makes the attribute from bytes in hexadecimal.
func (p *parser) denseHex(l *literal, t ir.ShapedType) (*ir.DenseElementsAttr, error) {
	tok := l.elems[0].tok
	text := unquote(p.text(tok))
	data, err := hex.DecodeString(text[2:])
	if err != nil || l.shape != nil {
		return nil, p.diag(codeAttr, tok.start, tok.end,
			"expected string containing hex digits starting with `0x`")
	}
	size := ir.ElemBytes(t.ElemType())
	n := ir.NumElements(t.Dims())
	if ir.IsBool(t.ElemType()) {
		return p.denseBits(tok, string(data), t, n)
	}
	switch {
	case len(data) == size && n > 0:
		return p.ctx.Dense(t, string(data), true), nil
	case int64(len(data)/size) == n && len(data)%size == 0:
		return p.ctx.Dense(t, string(data), false), nil
	}
	return nil, p.badHexSize(tok, t)
}

func (p *parser) badHexSize(tok token, t ir.Type) error {
	return p.diag(codeAttr, tok.start, tok.end, "elements hex data size is invalid for provided type: '%s'",
		t)
}

// denseBits makes an attribute of i1 elements from packed bits. A single byte of equal bits is a splat of any
// shape.
func (p *parser) denseBits(tok token, bits string, t ir.ShapedType, n int64) (*ir.DenseElementsAttr, error) {
	switch {
	case n > 0 && (bits == "\x00" || bits == "\xff"):
		return p.ctx.Dense(t, string([]byte{bits[0] & 1}), true), nil
	case int64(len(bits)) == (n+7)/8:
		return p.ctx.Dense(t, ir.UnpackBits(bits, int(n)), false), nil
	}
	return nil, p.badHexSize(tok, t)
}

// denseData converts elements to bytes, little-endian.
func (p *parser) denseData(l *literal, elem ir.Type) (string, error) {
	if c, ok := elem.(*ir.ComplexType); ok {
		elem = c.Elem
	}
	size := ir.ElemBytes(elem)
	data := make([]byte, 0, size*len(l.elems))
	for _, e := range l.elems {
		low, wide, err := p.elementBits(e, elem)
		if err != nil {
			return "", err
		}
		data = appendBits(data, low, wide, size)
	}
	return string(data), nil
}

func appendBits(dst []byte, low uint64, wide *big.Int, size int) []byte {
	if wide != nil {
		bytes := wide.FillBytes(make([]byte, size))
		for i := size - 1; i >= 0; i-- {
			dst = append(dst, bytes[i])
		}
		return dst
	}
	for range min(size, 8) {
		dst = append(dst, byte(low))
		low >>= 8
	}
	return dst
}

// elementBits returns the encoding of one element.
func (p *parser) elementBits(e scalar, t ir.Type) (low uint64, wide *big.Int, err error) {
	if f, ok := t.(*ir.FloatType); ok {
		return p.floatElement(e, f)
	}
	word := p.text(e.tok)
	switch e.tok.kind {
	case tID: // true or false
		if !ir.IsBool(t) {
			return 0, nil, p.diag(codeAttr, e.tok.start, e.tok.end,
				"expected i1 type for 'true' or 'false' values")
		}
		if word == "true" {
			return 1, nil, nil
		}
		return 0, nil, nil
	case tInt:
	default:
		return 0, nil, p.diag(codeAttr, e.tok.start, e.tok.end, "expected integer elements, but parsed %s",
			kindName(e.tok.kind))
	}
	if it, ok := t.(*ir.IntegerType); ok && e.neg && it.Sign == ir.Unsigned {
		return 0, nil, p.diag(codeAttr, e.tok.start, e.tok.end,
			"expected unsigned integer elements, but parsed negative value")
	}
	v, wide, ok := integerValue(t, word, e.neg)
	if !ok {
		return 0, nil, p.diag(codeAttr, e.tok.start, e.tok.end, "integer constant out of range")
	}
	if wide != nil && wide.Sign() < 0 {
		it := t.(*ir.IntegerType)
		wide.Add(wide, new(big.Int).Lsh(big.NewInt(1), uint(it.Width)))
	}
	return maskTo(t, v), wide, nil
}

// maskTo returns the low bits of v, as many as the type has.
func maskTo(t ir.Type, v int64) uint64 {
	if it, ok := t.(*ir.IntegerType); ok && it.Width < 64 {
		return uint64(v) & (1<<it.Width - 1)
	}
	return uint64(v)
}

func kindName(k kind) string {
	switch k {
	case tFloat:
		return "floating-point"
	case tString:
		return "string"
	case tInt:
		return "integer"
	}
	return "bool"
}

func (p *parser) floatElement(e scalar, t *ir.FloatType) (low uint64, wide *big.Int, err error) {
	switch e.tok.kind {
	case tInt:
		if wide, err = p.floatBits(t, e.tok, e.neg); err != nil {
			return 0, nil, err
		}
	case tFloat:
		v, _ := strconv.ParseFloat(p.text(e.tok), 64) // infinity when it is too large
		if e.neg {
			v = -v
		}
		a := p.ctx.FloatValue(t, v)
		if a.Big == nil {
			return a.Bits, nil, nil
		}
		wide = a.Big
	default:
		return 0, nil, p.diag(codeAttr, e.tok.start, e.tok.end,
			"expected floating-point elements, but parsed %s", kindName(e.tok.kind))
	}
	if t.Width() <= 64 {
		return wide.Uint64(), nil, nil
	}
	return 0, wide, nil
}
