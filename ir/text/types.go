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

// simpleType returns the type that is one word, or nil.
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

// integerWord takes i32, si32 and ui32 apart; the width saturates.
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

// parametricType parses the types with angle brackets. Their text is looked up
// first among the types seen before.
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

// simpleBrackets returns the end of the brackets that open right behind the
// current token, or 0 when they are long or hold more than plain words.
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

// shape parses 4x?x of a shape; the word behind the last x becomes the current
// token. Scalable dimensions are in brackets, where allowed.
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
			return nil, nil, p.fail(codeType, p.tok.start, "expected non-function type: the dimensions of a vector are static")
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
	if len(word) > 1 && word[1] == 'x' { // 0x4 is 0 by 4 here
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

// cross parses the x between dimensions; what follows it becomes a token of
// its own.
func (p *parser) cross() error {
	if !p.is(tID) || p.src[p.tok.start] != 'x' {
		return p.wrong("expected 'x' in dimension list")
	}
	p.prevEnd = p.tok.start + 1
	p.seek(p.tok.start + 1)
	return nil
}

func (p *parser) memrefType(start int32) (ir.Type, error) {
	ranked, dims, err := p.optionalShape("memref")
	if err != nil {
		return nil, err
	}
	elemOff := p.tok.start
	elem, err := p.typ()
	if err != nil {
		return nil, err
	}
	if !validMemRefElement(elem) {
		return nil, p.fail(codeType, elemOff, "invalid memref element type")
	}
	layout, space, err := p.layoutAndSpace(ranked)
	if err != nil {
		return nil, err
	}
	if err := p.expect(tGreater, "expected '>' in memref type"); err != nil {
		return nil, err
	}
	if i, ok := space.(*ir.IntegerAttr); ok && i.Value == 0 && i.Big == nil {
		space = nil
	}
	if !ranked {
		return p.ctx.UnrankedMemRef(elem, space), nil
	}
	if err := p.checkLayout(start, layout, len(dims)); err != nil {
		return nil, err
	}
	return p.ctx.MemRef(dims, elem, layout, space), nil
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

// layoutAndSpace parses ", layout, space" of a memref type.
func (p *parser) layoutAndSpace(ranked bool) (layout, space ir.Attr, err error) {
	for p.accept(tComma) {
		off := p.tok.start
		a, err := p.attr(nil)
		if err != nil {
			return nil, nil, err
		}
		switch a.(type) {
		case *ir.AffineMapAttr, *ir.StridedAttr:
			switch {
			case !ranked:
				return nil, nil, p.fail(codeType, off, "cannot have affine map for unranked memref type")
			case space != nil:
				return nil, nil, p.fail(codeType, off, "expected memory space to be last in memref type")
			case layout != nil:
				return nil, nil, p.fail(codeType, off, "multiple layouts specified in memref type")
			}
			layout = a
		default:
			if space != nil {
				return nil, nil, p.fail(codeType, off, "multiple memory spaces specified in memref type")
			}
			if !validSpace(a) {
				return nil, nil, p.fail(codeType, off, "unsupported memory space Attribute")
			}
			space = a
		}
	}
	return layout, space, nil
}

func validSpace(a ir.Attr) bool {
	switch a.(type) {
	case *ir.IntegerAttr, *ir.StringAttr, *ir.DictAttr, *ir.OpaqueAttr, *ir.EnumAttr:
		return true
	}
	return false
}

func (p *parser) checkLayout(off int32, layout ir.Attr, rank int) error {
	switch l := layout.(type) {
	case *ir.AffineMapAttr:
		if l.Map.NumDims != rank {
			return p.fail(codeType, off, "memref layout mismatch between rank and affine map: %d != %d", rank, l.Map.NumDims)
		}
	case *ir.StridedAttr:
		if len(l.Strides) != rank {
			return p.fail(codeType, off, "expected the number of strides to match the rank")
		}
	}
	return nil
}

func validMemRefElement(t ir.Type) bool {
	switch t.(type) {
	case *ir.IntegerType, *ir.IndexType, *ir.FloatType, *ir.ComplexType, *ir.VectorType, *ir.MemRefType, *ir.OpaqueType:
		return true
	}
	return false
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
	case *ir.IntegerType, *ir.IndexType, *ir.FloatType, *ir.ComplexType, *ir.VectorType, *ir.OpaqueType:
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
			return nil, p.fail(codeType, start, "vector types must have positive constant sizes but got %d", d)
		}
	}
	elemOff := p.tok.start
	elem, err := p.typ()
	if err != nil {
		return nil, err
	}
	switch elem.(type) {
	case *ir.IntegerType, *ir.IndexType, *ir.FloatType, *ir.OpaqueType:
	default:
		return nil, p.fail(codeType, elemOff, "vector elements must be int/index/float type but got '%s'", elem)
	}
	if err := p.expect(tGreater, "expected '>' in vector type"); err != nil {
		return nil, err
	}
	return p.ctx.Vector(dims, scale, elem), nil
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

// extendedType parses !alias and !dialect.type.
func (p *parser) extendedType() (ir.Type, error) {
	tok := p.tok
	dialect, text, alias, err := p.extended()
	if err != nil {
		return nil, err
	}
	if alias {
		t, ok := p.typeAliases[dialect]
		if !ok {
			return nil, p.diag(codeAlias, tok.start, tok.end, "undefined symbol alias id '%s'", dialect)
		}
		return t, nil
	}
	if dialect == "builtin" {
		return p.builtinType(text, tok)
	}
	if err := p.allowDialect("!", dialect, "type", text, tok); err != nil {
		return nil, err
	}
	return p.ctx.OpaqueType(dialect, text), nil
}

// builtinType returns !builtin.text, the long spelling of a builtin type.
func (p *parser) builtinType(text string, tok token) (ir.Type, error) {
	if t := p.simpleType(text); t != nil {
		return t, nil
	}
	return nil, p.diag(codeType, tok.start, p.prevEnd, "unknown builtin type '%s'", text)
}

// allowDialect reports types and attributes of unknown dialects where they are
// not wanted.
func (p *parser) allowDialect(sigil, dialect, what, text string, tok token) error {
	if p.ctx.AllowUnregistered {
		return nil
	}
	if p.ctx.Dialect(dialect) != nil {
		return p.diag(codeUnregistered, tok.start, p.prevEnd, "dialect '%s' provides no %s '%s%s.%s'", dialect, what, sigil, dialect, text)
	}
	subject := "`" + sigil + `"` + dialect + `"<"` + text + "\">` type"
	if sigil == "#" {
		subject = sigil + `"` + dialect + `"<"` + text + `"> : 'none' attribute`
	}
	return p.diag(codeUnregistered, tok.start, p.prevEnd, "%s created with unregistered dialect. If this is intended, please call "+
		"allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used", subject)
}

// extended parses !name or #name with an optional body in angle brackets. It
// returns the dialect and the text behind it, or the name of an alias.
func (p *parser) extended() (dialect, text string, alias bool, err error) {
	name := p.text(p.tok)[1:]
	dialect, rest, dotted := strings.Cut(name, ".")
	start := int(p.tok.end)
	hasBody := start < len(p.src) && p.src[start] == '<'
	if !dotted && !hasBody {
		p.advance()
		return name, "", true, nil
	}
	end := start
	if hasBody {
		if end, err = p.balanced(start); err != nil {
			return "", "", false, err
		}
	}
	p.pos = end
	p.tok.end = int32(end)
	p.advance()
	if !dotted {
		return dialect, p.src[start+1 : end-1], false, nil
	}
	return dialect, rest + p.src[start:end], false, nil
}

// balanced returns the end of the text in angle brackets that begins at start:
// brackets of all kinds pair up, and strings count as a whole.
func (p *parser) balanced(start int) (int, error) {
	var open []byte
	for i := start; i < len(p.src); i++ {
		switch c := p.src[i]; c {
		case '<', '(', '[', '{':
			open = append(open, c)
		case '-':
			if i+1 < len(p.src) && p.src[i+1] == '>' {
				i++
			}
		case '>', ')', ']', '}':
			if partner(open[len(open)-1]) != c {
				return 0, p.fail(codeSyntax, int32(i), "unbalanced '%c' character in pretty dialect name", c)
			}
			if open = open[:len(open)-1]; len(open) == 0 {
				return i + 1, nil
			}
		case '"':
			l := lexer{src: p.src, pos: i}
			if t := l.next(); t.kind != tString {
				return 0, p.diag(codeLexical, int32(i), t.end, "%s", l.problem)
			}
			i = l.pos - 1
		case 0:
			return 0, p.fail(codeSyntax, int32(i), "unexpected nul or EOF in pretty dialect name")
		}
	}
	return 0, p.fail(codeSyntax, int32(start), "unbalanced '<' character in pretty dialect name")
}

func partner(open byte) byte {
	switch open {
	case '(':
		return ')'
	case '[':
		return ']'
	case '{':
		return '}'
	}
	return '>'
}
