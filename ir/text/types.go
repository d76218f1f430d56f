package text

import (
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// typ parses a type.
func (p *parser) typ() (ir.Type, error) {
	if p.is(tLParen) {
		return p.functionType()
	}
	return p.nonFunctionType()
}

func (p *parser) functionType() (ir.Type, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	mark := len(p.types)
	defer func() { p.types = p.types[:mark] }()
	inputs, results, err := p.functionParts(mark)
	if err != nil {
		return nil, err
	}
	return p.ctx.Function(inputs, results), nil
}

func (p *parser) nonFunctionType() (ir.Type, error) {
	t, ok, err := p.tryType()
	if err == nil && !ok {
		err = p.wrong("expected non-function type")
	}
	return t, err
}

// tryType parses a type other than a function type if one begins here.
func (p *parser) tryType() (t ir.Type, ok bool, err error) {
	switch p.tok.kind {
	case tID:
		if t = p.simpleType(p.text(p.tok)); t != nil {
			p.advance()
			return t, true, nil
		}
		t, ok, err = p.parametricType()
	case tBang:
		ok = true
		t, err = p.extendedType()
	}
	return t, ok && err == nil, err
}

// simpleType returns the type whose text is this word, or nil.
func (p *parser) simpleType(word string) ir.Type {
	switch word {
	case "index":
		return p.ctx.Index
	case "f32":
		return p.ctx.F32
	case "i1":
		return p.ctx.I1
	case "i8":
		return p.ctx.I8
	case "i32":
		return p.ctx.I32
	case "i64":
		return p.ctx.I64
	case "f16":
		return p.ctx.F16
	case "f64":
		return p.ctx.F64
	case "none":
		return p.ctx.None
	}
	switch word[0] {
	case 'f', 'b', 't':
		if k, ok := ir.FloatKindByName(word); ok {
			return p.ctx.Float(k)
		}
		return nil
	case 'i', 's', 'u':
	default:
		return nil
	}
	width, sign, ok := integerWord(word)
	if !ok || width > maxWidth {
		return nil
	}
	return p.ctx.IntegerOf(uint32(width), sign)
}

const maxWidth = 1<<24 - 1

// integerWord splits i32, si32 and ui32 into width and signedness. A width that is too large becomes the
// largest int.
func integerWord(word string) (width int, sign ir.Signedness, ok bool) {
	switch {
	case strings.HasPrefix(word, "si"):
		sign, word = ir.Signed, word[2:]
	case strings.HasPrefix(word, "ui"):
		sign, word = ir.Unsigned, word[2:]
	case strings.HasPrefix(word, "i"):
		word = word[1:]
	default:
		return 0, 0, false
	}
	if word == "" || word[0] == '0' && len(word) > 1 {
		return 0, 0, false
	}
	for i := range len(word) {
		if classes[word[i]]&digit == 0 {
			return 0, 0, false
		}
		width = min(width*10+int(word[i]-'0'), maxWidth+1)
	}
	return width, sign, true
}

// parametricType parses a type with angle brackets. It first looks the text up among the types parsed before.
func (p *parser) parametricType() (ir.Type, bool, error) {
	start := p.tok.start
	parse := p.parametric(p.text(p.tok))
	if parse == nil {
		if _, _, ok := integerWord(p.text(p.tok)); ok {
			return nil, true, p.fail(codeType, start, "integer bitwidth is limited to %d bits", maxWidth)
		}
		return nil, false, nil
	}
	end := p.simpleBrackets()
	if end > 0 {
		if t, ok := p.typeCache[p.src[start:end]]; ok {
			p.pos = end
			p.tok.end = int32(end)
			p.advance()
			return t, true, nil
		}
	}
	if err := p.enter(); err != nil {
		return nil, true, err
	}
	defer p.leave()
	p.advance()
	if err := p.expect(tLess, "expected '<' in type"); err != nil {
		return nil, true, err
	}
	t, err := parse(start)
	if err == nil && end > 0 {
		p.typeCache[p.src[start:end]] = t
	}
	return t, true, err
}

func (p *parser) parametric(word string) func(start int32) (ir.Type, error) {
	switch word {
	case "memref":
		return p.memrefType
	case "tensor":
		return p.tensorType
	case "vector":
		return p.vectorType
	case "complex":
		return p.complexType
	case "tuple":
		return p.tupleType
	}
	return nil
}

// simpleBrackets returns the end of the brackets that open directly behind the current token. It returns 0 if
// the brackets are long, or contain other tokens than words.
func (p *parser) simpleBrackets() int {
	const longest = 200
	depth := 0
	for i := p.pos; i < min(p.pos+longest, len(p.src)); i++ {
		switch c := p.src[i]; c {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '-', '/', '\n', '\r', '#':
			return 0
		}
		if depth == 0 {
			return 0
		}
	}
	return 0
}

// shape parses the extents of a shape, such as 4x?x. The word behind the last x becomes the current token.
// With scalable, extents may stand in brackets.
func (p *parser) shape(dynamic, scalable bool) (dims []int64, scale []bool, err error) {
	var buf [8]int64
	dims = buf[:0]
	for {
		inBrackets := scalable && p.accept(tLSquare)
		switch {
		case p.is(tInt):
			d, err := p.dim()
			if err != nil {
				return nil, nil, err
			}
			dims = append(dims, d)
		case p.is(tQuestion) && dynamic && !inBrackets:
			p.advance()
			dims = append(dims, ir.Dynamic)
		case p.is(tQuestion):
			return nil, nil, p.fail(codeType, p.tok.start,
				"expected non-function type: the dimensions of a vector are static")
		case inBrackets:
			return nil, nil, p.wrong("expected integer dimension")
		default:
			return dims, scale, nil
		}
		if scalable {
			scale = append(scale, inBrackets)
		}
		if inBrackets {
			if err := p.expect(tRSquare, "missing ']' closing scalable dimension"); err != nil {
				return nil, nil, err
			}
		}
		if err := p.cross(); err != nil {
			return nil, nil, err
		}
	}
}

// dim parses the number of one dimension.
func (p *parser) dim() (int64, error) {
	word := p.text(p.tok)
	if len(word) > 1 && word[1] == 'x' { // here 0x4 means 0 by 4
		p.pos = int(p.tok.start) + 1
		p.tok.end = p.tok.start + 1
		p.advance()
		return 0, nil
	}
	n := int64(0)
	for i := range len(word) {
		d := int64(word[i] - '0')
		if n > (1<<63-1-d)/10 {
			return 0, p.fail(codeType, p.tok.start, "invalid dimension")
		}
		n = n*10 + d
	}
	p.advance()
	return n, nil
}

// cross parses the x between extents. The text behind the x becomes a token of its own.
func (p *parser) cross() error {
	if !p.is(tID) || p.src[p.tok.start] != 'x' {
		return p.wrong("expected 'x' in dimension list")
	}
	p.prevEnd = p.tok.start + 1
	p.seek(p.tok.start + 1)
	return nil
}

// optionalShape parses *x or a shape.
func (p *parser) optionalShape(what string) (ranked bool, dims []int64, err error) {
	if p.accept(tStar) {
		if !p.is(tID) || p.src[p.tok.start] != 'x' {
			return false, nil, p.wrong("expected 'x' in dimension list")
		}
		return false, nil, p.cross()
	}
	dims, _, err = p.shape(true, false)
	return true, dims, err
}

func (p *parser) tensorType(int32) (ir.Type, error) {
	ranked, dims, err := p.optionalShape("tensor")
	if err != nil {
		return nil, err
	}
	elemOff := p.tok.start
	elem, err := p.typ()
	if err != nil {
		return nil, err
	}
	var encoding ir.Attr
	if p.accept(tComma) {
		off := p.tok.start
		if encoding, err = p.attr(nil); err != nil {
			return nil, err
		}
		if !ranked {
			return nil, p.fail(codeType, off, "cannot apply encoding to unranked tensor")
		}
	}
	if !validTensorElement(elem) {
		return nil, p.fail(codeType, elemOff, "invalid tensor element type: '%s'", elem)
	}
	if err := p.expect(tGreater, "expected '>' in tensor type"); err != nil {
		return nil, err
	}
	if !ranked {
		return p.ctx.UnrankedTensor(elem), nil
	}
	return p.ctx.Tensor(dims, elem, encoding), nil
}

func validTensorElement(t ir.Type) bool {
	switch t.(type) {
	case *ir.IntegerType, *ir.IndexType, *ir.FloatType, *ir.ComplexType, *ir.VectorType, *ir.OpaqueType,
		*ir.ParametricType:
		return true
	}
	return false
}

func (p *parser) vectorType(start int32) (ir.Type, error) {
	dims, scale, err := p.shape(false, true)
	if err != nil {
		return nil, err
	}
	for _, d := range dims {
		if d <= 0 {
			return nil, p.fail(codeType, start, "vector types must have positive constant sizes but got %d",
				d)
		}
	}
	elemOff := p.tok.start
	elem, err := p.typ()
	if err != nil {
		return nil, err
	}
	if !validVectorElement(elem) {
		return nil, p.fail(codeType, elemOff, "vector elements must be int/index/float type but got '%s'",
			elem)
	}
	if err := p.expect(tGreater, "expected '>' in vector type"); err != nil {
		return nil, err
	}
	return p.ctx.Vector(dims, scale, elem), nil
}

func validVectorElement(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.IntegerType, *ir.IndexType, *ir.FloatType, *ir.OpaqueType:
		return true
	case *ir.ParametricType:
		return t.Def.VectorElement
	}
	return false
}

func (p *parser) complexType(int32) (ir.Type, error) {
	off := p.tok.start
	elem, err := p.typ()
	if err != nil {
		return nil, err
	}
	switch elem.(type) {
	case *ir.IntegerType, *ir.FloatType:
	default:
		return nil, p.fail(codeType, off, "invalid element type for complex")
	}
	if err := p.expect(tGreater, "expected '>' in complex type"); err != nil {
		return nil, err
	}
	return p.ctx.Complex(elem), nil
}

func (p *parser) tupleType(int32) (ir.Type, error) {
	if p.accept(tGreater) {
		return p.ctx.Tuple(nil), nil
	}
	mark := len(p.types)
	defer func() { p.types = p.types[:mark] }()
	for {
		t, err := p.typ()
		if err != nil {
			return nil, err
		}
		p.types = append(p.types, t)
		if p.accept(tComma) {
			continue
		}
		if err := p.expect(tGreater, "expected '>' in tuple type"); err != nil {
			return nil, err
		}
		return p.ctx.Tuple(p.types[mark:]), nil
	}
}
