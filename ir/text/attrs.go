package text

import (
	"github.com/inflight-compiler/inflight/ir"
)

// attr parses an attribute. A number takes the type typ, and then no type is parsed behind it. If typ is nil,
// a number without a type is an i64 or f64.
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

// wordAttr parses an attribute that begins with a word.
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
		p.ctx.ExpectAliases()
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

// symbolName returns the name in the current token @name.
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
	mark, keep := len(p.entries), p.keepSpans
	p.keepSpans = false
	defer func() { p.entries, p.keepSpans = p.entries[:mark], keep }()
	if err := p.attrDict(); err != nil {
		return nil, err
	}
	return p.ctx.Dict(p.entries[mark:]), nil
}

// opAttrDict is attrDict for the attributes of an operation. The attributes of a loop keep their places in
// the text, because they are the annotations of a pipeline.
func (p *parser) opAttrDict(s *ir.OpState) error {
	if s.Def == nil || s.Def.Loop == nil { // dictionaries of arguments belong to no operation
		return p.attrDict()
	}
	p.keepSpans, p.spans = true, nil
	err := p.attrDict()
	p.keepSpans = false
	if loc, ok := s.Loc.(*ir.SourceLoc); ok && len(p.spans) > 0 {
		s.Loc = &ir.AnnotatedLoc{SourceLoc: loc, Attrs: p.spans}
	}
	return err
}

// attrDict parses {a = 1, b} and pushes the entries on the stack of entries.
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

// attrEntry parses a = 1, or only the name a for a unit attribute.
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
	start := p.tok.start
	p.advance()
	var value ir.Attr = p.ctx.Unit
	if p.accept(tEqual) {
		var err error
		if value, err = p.attr(nil); err != nil {
			return err
		}
	}
	p.entries = append(p.entries, ir.NamedAttr{Name: name, Value: value})
	if p.keepSpans {
		p.spans = append(p.spans, ir.AttrSpan{Name: name, Start: start, End: p.prevEnd})
	}
	return nil
}

// repeats reports whether an entry from mark on has the name. For long dictionaries it uses a map, so that
// the whole takes linear time.
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
	if def := p.attrDef(); def != nil {
		p.advance()
		return p.attrParameters(def)
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
	return p.opaqueAttr(dialect, text, typ, tok)
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
		return nil, p.fail(codeAttr, off, "referenced attribute does not match previous definition: %s",
			known.Inner)
	}
	if p.distinct == nil {
		p.distinct = map[int64]*ir.DistinctAttr{}
	}
	p.distinct[id] = a
	return a, nil
}
