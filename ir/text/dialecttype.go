package text

import (
	"math"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// typeDef returns the description of the type that the current token !dialect.mnemonic or the text !dialect<mnemonic
// begins; wrapped is set for the latter.
func (p *parser) typeDef() (def *ir.TypeDef, wrapped bool) {
	name := p.text(p.tok)[1:]
	dialect, mnemonic, dotted := strings.Cut(name, ".")
	d := p.ctx.Dialect(dialect)
	if d == nil || len(d.TypeDefs) == 0 {
		return nil, false
	}
	if dotted {
		return d.TypeDef(mnemonic), false
	}
	return d.TypeDef(p.bodyWord()), true
}

// bodyWord returns the word that follows the < right behind the current token, "" if there is none.
func (p *parser) bodyWord() string {
	start := int(p.tok.end)
	if start >= len(p.src) || p.src[start] != '<' {
		return ""
	}
	l := lexer{src: p.src, pos: start + 1}
	if t := l.next(); t.kind == tID {
		return p.text(t)
	}
	return ""
}

// dialectType parses a type that def describes, from the token with its sigil on.
func (p *parser) dialectType(def *ir.TypeDef, wrapped bool) (ir.Type, error) {
	if !wrapped {
		return p.dialectTypeBody(def)
	}
	p.advance()
	p.advance()
	t, err := p.dialectTypeBody(def)
	if err != nil {
		return nil, err
	}
	return t, p.expect(tGreater, "expected '>'")
}

// dialectTypeBody parses a type whose mnemonic is the current token.
func (p *parser) dialectTypeBody(def *ir.TypeDef) (ir.Type, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	name := p.tok
	p.advance()
	var params []ir.Attr
	var err error
	switch {
	case def.Parse != nil:
		params, err = def.Parse(p)
		err = p.wrap(err, name)
	case def.Fields != nil:
		params, err = p.typeFields(def)
	}
	if err != nil {
		return nil, err
	}
	return p.ctx.DialectType(def, params...), nil
}

// NestedType implements ir.OpParser.
func (p *parser) NestedType(dialect string) (ir.Type, error) {
	if d := p.ctx.Dialect(dialect); d != nil && p.is(tID) {
		if def := d.TypeDef(p.text(p.tok)); def != nil {
			return p.dialectTypeBody(def)
		}
	}
	return p.typ()
}

// typeFields parses <name = value, ...>.
func (p *parser) typeFields(def *ir.TypeDef) ([]ir.Attr, error) {
	if err := p.expect(tLess, "expected '<'"); err != nil {
		return nil, err
	}
	params := make([]ir.Attr, len(def.Fields))
	for {
		if err := p.typeField(def, params); err != nil {
			return nil, err
		}
		if !p.accept(tComma) {
			break
		}
	}
	for i := range params {
		switch {
		case params[i] != nil:
		case def.Fields[i].Default == nil:
			return nil, p.fail(codeType, p.tok.start, "struct is missing required parameter: %s", def.Fields[i].Name)
		default:
			params[i] = def.Fields[i].Default(p.ctx)
		}
	}
	return params, p.expect(tGreater, "expected '>'")
}

// typeField parses name = value.
func (p *parser) typeField(def *ir.TypeDef, params []ir.Attr) error {
	if !p.is(tID) {
		return p.wrong("expected a parameter name in struct")
	}
	name, off := p.text(p.tok), p.tok.start
	i := 0
	for i < len(params) && (def.Fields[i].Name != name || params[i] != nil) {
		i++
	}
	if i == len(params) {
		return p.fail(codeType, off, "duplicate or unknown struct parameter name: %s", name)
	}
	p.advance()
	if err := p.expect(tEqual, "expected '='"); err != nil {
		return err
	}
	var err error
	params[i], err = p.typeFieldValue(&def.Fields[i])
	return err
}

func (p *parser) typeFieldValue(field *ir.TypeField) (ir.Attr, error) {
	off := p.tok.start
	switch field.Kind {
	case ir.TypeOfField:
		t, err := p.typ()
		if err != nil {
			return nil, err
		}
		if !field.Match(t) {
			return nil, p.fail(codeType, off, "invalid kind of type specified: expected %s, but found '%s'", field.Class, t)
		}
		return p.ctx.TypeAttr(t), nil
	case ir.NumberField:
		n, err := p.Unsigned32()
		if err != nil {
			return nil, err
		}
		return p.ctx.Int(p.ctx.I64, n), nil
	case ir.EnumField:
		v, err := p.enumCases(field.Enum)
		if err != nil {
			return nil, err
		}
		return p.ctx.Enum(field.Enum, v), nil
	}
	return p.attr(nil)
}

// Unsigned32 implements ir.OpParser.
func (p *parser) Unsigned32() (int64, error) {
	off := p.tok.start
	n, err := p.Int()
	if err == nil && (n > math.MaxUint32 || n < math.MinInt32) {
		err = p.fail(codeType, off, "integer value too large")
	}
	return n & math.MaxUint32, err
}
