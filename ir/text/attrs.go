package text

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// attr parses an attribute. A number without a type takes typ, i64 or f64 when
// typ is nil; with typ, no type is looked for behind it.
func (p *parser) attr(typ ir.Type) (ir.Attr, error) {
	a, ok, err := p.tryAttr(typ)
	if err == nil && !ok {
		err = p.wrong("expected attribute value")
	}
	return a, err
}

// tryAttr parses an attribute if one begins here.
func (p *parser) tryAttr(typ ir.Type) (ir.Attr, bool, error) {
	if err := p.enter(); err != nil {
		return nil, true, err
	}
	defer p.leave()
	var a ir.Attr
	var err error
	switch p.tok.kind {
	case tInt, tFloat:
		a, err = p.numberAttr(typ, false)
	case tMinus:
		p.advance()
		if !p.is(tInt) && !p.is(tFloat) {
			return nil, true, p.wrong("expected constant integer or floating point value")
		}
		a, err = p.numberAttr(typ, true)
	case tString:
		a, err = p.stringAttr(typ)
	case tAt:
		a, err = p.symbolRef()
	case tLSquare:
		a, err = p.arrayAttr()
	case tLBrace:
		a, err = p.dictAttr()
	case tHash:
		a, err = p.extendedAttr(typ)
	case tID:
		return p.wordAttr(typ)
	case tBang, tLParen:
		a, err = p.typeAttr()
	default:
		return nil, false, nil
	}
	return a, true, err
}

// wordAttr parses the attributes that begin with a word.
func (p *parser) wordAttr(typ ir.Type) (a ir.Attr, ok bool, err error) {
	switch p.text(p.tok) {
	case "true", "false":
		a, err = p.boolAttr(typ)
	case "unit":
		p.advance()
		a = p.ctx.Unit
	case "affine_map":
		a, err = p.affineMapAttr()
	case "affine_set":
		a, err = p.affineSetAttr()
	case "array":
		a, err = p.denseArrayAttr()
	case "dense":
		a, err = p.denseAttr(typ)
	case "dense_resource":
		a, err = p.denseResourceAttr(typ)
	case "sparse":
		a, err = p.sparseAttr(typ)
	case "strided":
		a, err = p.stridedAttr()
	case "distinct":
		a, err = p.distinctAttr()
	case "loc":
		a, err = p.location()
	default:
		t, isType, err := p.tryType()
		if !isType || err != nil {
			return nil, isType || err != nil, err
		}
		return p.ctx.TypeAttr(t), true, nil
	}
	return a, true, err
}

func (p *parser) typeAttr() (ir.Attr, error) {
	t, err := p.typ()
	if err != nil {
		return nil, err
	}
	return p.ctx.TypeAttr(t), nil
}

func (p *parser) boolAttr(typ ir.Type) (ir.Attr, error) {
	if typ != nil && typ != ir.Type(p.ctx.I1) {
		return nil, p.fail(codeAttr, p.tok.start, "expected '%s' attribute, but found '%s'", typ, p.text(p.tok))
	}
	v := p.text(p.tok) == "true"
	p.advance()
	return p.ctx.Bool(v), nil
}

// numberAttr parses an integer or a float whose sign has been read.
func (p *parser) numberAttr(typ ir.Type, neg bool) (ir.Attr, error) {
	tok := p.tok
	p.advance()
	if typ == nil {
		if p.accept(tColon) {
			var err error
			if typ, err = p.typ(); err != nil {
				return nil, err
			}
		} else if tok.kind == tFloat {
			typ = p.ctx.F64
		} else {
			typ = p.ctx.I64
		}
	}
	if tok.kind == tFloat {
		return p.floatAttr(typ, tok, neg)
	}
	return p.integerAttr(typ, tok, neg)
}

func (p *parser) floatAttr(typ ir.Type, tok token, neg bool) (ir.Attr, error) {
	ft, ok := typ.(*ir.FloatType)
	if !ok {
		return nil, p.diag(codeAttr, tok.start, tok.end, "floating point value not valid for specified type")
	}
	v, _ := strconv.ParseFloat(p.text(tok), 64) // infinity when it is too large
	if neg {
		v = -v
	}
	return p.ctx.FloatValue(ft, v), nil
}

func (p *parser) integerAttr(typ ir.Type, tok token, neg bool) (ir.Attr, error) {
	switch t := typ.(type) {
	case *ir.FloatType:
		bits, err := p.floatBits(t, tok, neg)
		if err != nil {
			return nil, err
		}
		if t.Width() > 64 {
			return p.ctx.FloatBigBits(t, bits), nil
		}
		return p.ctx.FloatBits(t, bits.Uint64()), nil
	case *ir.IntegerType:
		if neg && t.Sign == ir.Unsigned {
			return nil, p.diag(codeAttr, tok.start, tok.end, "negative integer literal not valid for unsigned integer type")
		}
	case *ir.IndexType:
	default:
		return nil, p.diag(codeAttr, tok.start, tok.end, "integer literal not valid for specified type")
	}
	small, big, ok := integerValue(typ, p.text(tok), neg)
	switch {
	case !ok:
		return nil, p.diag(codeAttr, tok.start, tok.end, "integer constant out of range for attribute")
	case big != nil:
		return p.ctx.BigInt(typ, big), nil
	}
	return p.ctx.Int(typ, small), nil
}

// floatBits returns the representation that a hexadecimal literal gives.
func (p *parser) floatBits(t *ir.FloatType, tok token, neg bool) (*big.Int, error) {
	word := p.text(tok)
	if !strings.HasPrefix(word, "0x") {
		return nil, p.diag(codeAttr, tok.start, tok.end, "unexpected decimal integer literal for a floating point value").
			Note(p.file.Span(int(tok.start), int(tok.end)), "add a trailing dot to make the literal a float")
	}
	if neg {
		return nil, p.diag(codeAttr, tok.start, tok.end, "hexadecimal float literal should not have a leading minus")
	}
	bits, _ := new(big.Int).SetString(word[2:], 16)
	if bits.BitLen() > int(t.Width()) {
		return nil, p.diag(codeAttr, tok.start, tok.end, "hexadecimal float constant out of range for type")
	}
	return bits, nil
}

// integerValue converts a literal to a value of an integer or index type, wide
// when the type has more than 64 bits. It is out of range when it does not fit
// in the bits of the type; signless types take it as signed or unsigned.
func integerValue(typ ir.Type, word string, neg bool) (v int64, wide *big.Int, ok bool) {
	width, sign := 64, ir.Signed
	if t, isInteger := typ.(*ir.IntegerType); isInteger {
		width, sign = int(t.Width), t.Sign
	}
	u, err := strconv.ParseUint(word, 0, 64)
	if strings.HasPrefix(word, "0") && !strings.HasPrefix(word, "0x") {
		u, err = strconv.ParseUint(word, 10, 64)
	}
	if err != nil || width > 64 {
		return wideValue(width, sign, word, neg)
	}
	if width < 64 && u>>width != 0 {
		return 0, nil, false
	}
	switch {
	case width == 0:
		return 0, nil, !neg
	case neg:
		v = -int64(u)
		return v, nil, v>>(width-1)&1 == 1
	case sign == ir.Signed && u>>(width-1)&1 == 1:
		return 0, nil, false
	}
	return int64(u), nil, true
}

// wideValue is integerValue for numbers of any size.
func wideValue(width int, sign ir.Signedness, word string, neg bool) (int64, *big.Int, bool) {
	b, ok := new(big.Int), false
	if hex, isHex := strings.CutPrefix(word, "0x"); isHex {
		b, ok = b.SetString(hex, 16)
	} else {
		b, ok = b.SetString(word, 10)
	}
	if !ok || b.BitLen() > width || sign == ir.Signed && !neg && b.BitLen() == width {
		return 0, nil, false
	}
	top := new(big.Int).Lsh(big.NewInt(1), uint(width))
	switch {
	case neg && (b.Sign() == 0 || new(big.Int).Lsh(b, 1).Cmp(top) > 0):
		return 0, nil, false
	case neg:
		b.Neg(b)
	case sign == ir.Signless && b.BitLen() == width:
		b.Sub(b, top) // signless integers are kept sign-extended
	}
	return 0, b, true
}

func (p *parser) stringAttr(typ ir.Type) (ir.Attr, error) {
	v := unquote(p.text(p.tok))
	p.advance()
	if typ == nil && p.accept(tColon) {
		var err error
		if typ, err = p.typ(); err != nil {
			return nil, err
		}
	}
	return p.ctx.TypedString(v, typ), nil
}

// symbolName returns the name that the current token @name denotes.
func (p *parser) symbolName() string {
	name := p.text(p.tok)[1:]
	if name[0] == '"' {
		name = unquote(name)
	}
	return name
}

// symbolRef parses @a::@b.
func (p *parser) symbolRef() (ir.Attr, error) {
	root := p.symbolName()
	p.advance()
	if !p.is(tDoubleColon) {
		return p.ctx.SymbolRef(root), nil
	}
	var nested []string
	for p.accept(tDoubleColon) {
		if !p.is(tAt) {
			return nil, p.wrong("expected nested symbol reference identifier")
		}
		nested = append(nested, p.symbolName())
		p.advance()
	}
	return p.ctx.SymbolRef(root, nested...), nil
}

func (p *parser) arrayAttr() (ir.Attr, error) {
	p.advance()
	var elems []ir.Attr
	if p.accept(tRSquare) {
		return p.ctx.Array(nil), nil
	}
	for {
		a, err := p.attr(nil)
		if err != nil {
			return nil, err
		}
		elems = append(elems, a)
		if p.accept(tComma) {
			continue
		}
		if err := p.expect(tRSquare, "expected ',' or ']'"); err != nil {
			return nil, err
		}
		return p.ctx.Array(elems), nil
	}
}

func (p *parser) dictAttr() (ir.Attr, error) {
	mark := len(p.entries)
	defer func() { p.entries = p.entries[:mark] }()
	if err := p.attrDict(); err != nil {
		return nil, err
	}
	return p.ctx.Dict(p.entries[mark:]), nil
}

// attrDict parses {a = 1, b} onto the stack of entries.
func (p *parser) attrDict() error {
	p.advance()
	if p.accept(tRBrace) {
		return nil
	}
	mark := len(p.entries)
	for {
		if err := p.attrEntry(mark); err != nil {
			return err
		}
		if !p.accept(tComma) {
			return p.expect(tRBrace, "expected '}' in attribute dictionary")
		}
	}
}

// attrEntry parses a = 1, or a alone for a unit attribute.
func (p *parser) attrEntry(mark int) error {
	var name string
	switch p.tok.kind {
	case tID:
		name = p.text(p.tok)
	case tString:
		name = unquote(p.text(p.tok))
	default:
		return p.wrong("expected attribute name")
	}
	if name == "" {
		return p.fail(codeAttr, p.tok.start, "expected valid attribute name")
	}
	if p.repeats(mark, name) {
		return p.fail(codeAttr, p.tok.start, "duplicate key '%s' in dictionary attribute", name)
	}
	p.advance()
	var value ir.Attr = p.ctx.Unit
	if p.accept(tEqual) {
		var err error
		if value, err = p.attr(nil); err != nil {
			return err
		}
	}
	p.entries = append(p.entries, ir.NamedAttr{Name: name, Value: value})
	return nil
}

// repeats reports whether the entries from mark on have the name. Long
// dictionaries are searched through a map to stay linear.
func (p *parser) repeats(mark int, name string) bool {
	entries := p.entries[mark:]
	const many = 32
	if len(entries) < many {
		for i := range entries {
			if entries[i].Name == name {
				return true
			}
		}
		return false
	}
	if p.seen == nil || p.seenMark != mark || p.seenLen > len(entries) || len(entries) == many {
		p.seen, p.seenMark, p.seenLen = map[string]bool{}, mark, 0
	}
	for _, e := range entries[p.seenLen:] {
		p.seen[e.Name] = true
	}
	p.seenLen = len(entries)
	return p.seen[name]
}

// extendedAttr parses #alias and #dialect.attr.
func (p *parser) extendedAttr(typ ir.Type) (ir.Attr, error) {
	tok := p.tok
	if a, ok, err := p.enumAttr(); ok {
		return a, err
	}
	dialect, text, alias, err := p.extended()
	if err != nil {
		return nil, err
	}
	if alias {
		a, ok := p.attrAliases[dialect]
		if !ok {
			return nil, p.diag(codeAlias, tok.start, tok.end, "undefined symbol alias id '%s'", dialect)
		}
		return a, nil
	}
	if err := p.allowDialect("#", dialect, "attribute", text, tok); err != nil {
		return nil, err
	}
	if typ == nil && p.accept(tColon) {
		if typ, err = p.typ(); err != nil {
			return nil, err
		}
	}
	return p.ctx.OpaqueAttr(dialect, text, typ), nil
}

// enumAttr parses #dialect.mnemonic<case> of a declared enumeration.
func (p *parser) enumAttr() (ir.Attr, bool, error) {
	name := p.text(p.tok)[1:]
	dialect, mnemonic, dotted := strings.Cut(name, ".")
	if !dotted {
		return nil, false, nil
	}
	d := p.ctx.Dialect(dialect)
	if d == nil {
		return nil, false, nil
	}
	for _, def := range d.Enums {
		if def.Mnemonic == mnemonic && !def.Integer {
			p.advance()
			a, err := p.enumBody(def)
			return a, true, err
		}
	}
	return nil, false, nil
}

// enumBody parses <case, case>.
func (p *parser) enumBody(def *ir.EnumDef) (ir.Attr, error) {
	if err := p.expect(tLess, "expected '<'"); err != nil {
		return nil, err
	}
	v, err := p.enumCases(def)
	if err != nil {
		return nil, err
	}
	if err := p.expect(tGreater, "expected '>'"); err != nil {
		return nil, err
	}
	return p.ctx.Enum(def, v), nil
}

// enumCases parses a case, or several ones of a set of bits.
func (p *parser) enumCases(def *ir.EnumDef) (int64, error) {
	separator := tComma
	if strings.TrimSpace(def.Separator) == "|" {
		separator = tBar
	}
	var value int64
	for {
		word := p.text(p.tok)
		if p.is(tString) {
			word = unquote(word)
		}
		v, ok := caseValue(def, word)
		if !ok {
			return 0, p.fail(codeAttr, p.tok.start, "%sexpected %s to be one of: %s", p.opPrefix(), def.Mnemonic, caseNames(def))
		}
		value |= v
		p.advance()
		if !def.Bits || !p.accept(separator) {
			return value, nil
		}
	}
}

func caseValue(def *ir.EnumDef, name string) (int64, bool) {
	for _, c := range def.Cases {
		if c.Name == name {
			return c.Value, true
		}
	}
	return 0, false
}

// caseNames returns the names of all cases.
func caseNames(def *ir.EnumDef) string {
	names := make([]string, len(def.Cases))
	for i, c := range def.Cases {
		names[i] = c.Name
	}
	return strings.Join(names, ", ")
}

// stridedAttr parses strided<[1, ?], offset: ?>.
func (p *parser) stridedAttr() (ir.Attr, error) {
	p.advance()
	if err := p.expect(tLess, "expected '<' after 'strided'"); err != nil {
		return nil, err
	}
	if err := p.expect(tLSquare, "expected '['"); err != nil {
		return nil, err
	}
	var strides []int64
	for !p.is(tRSquare) {
		v, err := p.stride("expected a 64-bit signed integer or '?'")
		if err != nil {
			return nil, err
		}
		strides = append(strides, v)
		if !p.accept(tComma) {
			break
		}
	}
	if err := p.expect(tRSquare, "expected ']'"); err != nil {
		return nil, err
	}
	offset := int64(0)
	if p.accept(tComma) {
		if err := p.expectWord("offset", "expected 'offset' after comma"); err != nil {
			return nil, err
		}
		if err := p.expect(tColon, "expected ':' after 'offset'"); err != nil {
			return nil, err
		}
		var err error
		if offset, err = p.stride("expected a 64-bit signed integer or '?'"); err != nil {
			return nil, err
		}
	}
	if err := p.expect(tGreater, "expected '>'"); err != nil {
		return nil, err
	}
	return p.ctx.Strided(offset, strides), nil
}

func (p *parser) stride(message string) (int64, error) {
	if p.accept(tQuestion) {
		return ir.Dynamic, nil
	}
	v, ok, err := p.tryInt()
	if err == nil && !ok {
		err = p.wrong(message)
	}
	return v, err
}

// tryInt parses an integer of 64 bits with an optional sign.
func (p *parser) tryInt() (v int64, ok bool, err error) {
	neg := false
	off := p.tok.start
	if p.is(tMinus) {
		neg = true
		p.advance()
		if !p.is(tInt) {
			return 0, true, p.wrong("expected integer value")
		}
	}
	if !p.is(tInt) {
		return 0, false, nil
	}
	v, wide, ok := integerValue(p.ctx.Index, p.text(p.tok), neg)
	if !ok || wide != nil {
		return 0, true, p.fail(codeAttr, off, "integer value too large")
	}
	p.advance()
	return v, true, nil
}

// distinctAttr parses distinct[0]<attr>.
func (p *parser) distinctAttr() (ir.Attr, error) {
	p.advance()
	if err := p.expect(tLSquare, "expected '[' after 'distinct'"); err != nil {
		return nil, err
	}
	off := p.tok.start
	id, ok, err := p.tryInt()
	if err != nil {
		return nil, err
	}
	if !ok || id < 0 {
		return nil, p.fail(codeAttr, off, "expected distinct ID")
	}
	if err := p.expect(tRSquare, "expected ']' to close distinct ID"); err != nil {
		return nil, err
	}
	if err := p.expect(tLess, "expected '<' after distinct ID"); err != nil {
		return nil, err
	}
	var inner ir.Attr = p.ctx.Unit
	if !p.is(tGreater) {
		if inner, err = p.attr(nil); err != nil {
			return nil, err
		}
	}
	if err := p.expect(tGreater, "expected '>' to close distinct attribute"); err != nil {
		return nil, err
	}
	a := p.ctx.Distinct(id, inner)
	if known := p.distinct[id]; known != nil && known != a {
		return nil, p.fail(codeAttr, off, "referenced attribute does not match previous definition: %s", known.Inner)
	}
	if p.distinct == nil {
		p.distinct = map[int64]*ir.DistinctAttr{}
	}
	p.distinct[id] = a
	return a, nil
}
