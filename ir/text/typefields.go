package text

import (
	"math"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// typeParameters parses the parameters of a type.
func (p *parser) typeParameters(def *ir.TypeDef) ([]ir.Attr, error) {
	if def.Parse == nil {
		return p.fields(def.Fields)
	}
	return def.Parse(p)
}

// NestedType implements ir.OpParser.
func (p *parser) NestedType(dialect string) (ir.Type, error) {
	d := p.ctx.Dialect(dialect)
	if d == nil || !p.is(tID) {
		return p.typ()
	}
	mnemonic := p.text(p.tok)
	if def := p.ctx.TypeDef(dialect + "." + mnemonic); def != nil {
		p.advance()
		return p.parametersOf(def)
	}
	if slices.Contains(d.Types, mnemonic) {
		p.advance()
		return p.ctx.OpaqueType(dialect, mnemonic), nil
	}
	return p.typ()
}

// attrDef returns the definition of the attribute that begins with the current token #dialect.mnemonic, nil
// if there is none.
func (p *parser) attrDef() *ir.AttributeDef {
	dialect, mnemonic, _ := strings.Cut(p.text(p.tok)[1:], ".")
	d := p.ctx.Dialect(dialect)
	if d == nil {
		return nil
	}
	return d.AttributeDef(mnemonic)
}

// attrParameters parses the parameters of an attribute whose name has already been parsed.
func (p *parser) attrParameters(def *ir.AttributeDef) (ir.Attr, error) {
	p.custom = append(p.custom, nil) // messages then begin with the attribute, not with the operation
	defer func() { p.custom = p.custom[:len(p.custom)-1] }()
	var params []ir.Attr
	var err error
	off := p.tok.start
	if def.Parse == nil {
		params, err = p.fields(def.Fields)
	} else {
		params, err = def.Parse(p)
	}
	if err == nil && def.Typed != nil {
		params, err = p.valueType(def, params)
	}
	if err != nil {
		return nil, err
	}
	if def.Verify != nil {
		if wrong := def.Verify(params); wrong != "" {
			return nil, p.fail(codeType, off, "%s", wrong)
		}
	}
	return p.ctx.ParametricAttr(def, params...), nil
}

// valueType parses the type of the value that an attribute stands for, and appends it to the parameters.
func (p *parser) valueType(def *ir.AttributeDef, params []ir.Attr) ([]ir.Attr, error) {
	if !p.accept(tColon) {
		return nil, p.wrong("expected a trailing type")
	}
	off := p.tok.start
	t, err := p.typ()
	if err != nil {
		return nil, err
	}
	if wrong := def.Typed(t); wrong != "" {
		return nil, p.fail(codeType, off, "invalid kind of type specified: %s", wrong)
	}
	return append(params, p.ctx.TypeAttr(t)), nil
}

// fields parses <name = value, ...>.
func (p *parser) fields(fields []ir.TypeField) ([]ir.Attr, error) {
	if err := p.expect(tLess, "expected '<'"); err != nil {
		return nil, err
	}
	params := make([]ir.Attr, len(fields))
	for {
		if err := p.typeField(fields, params); err != nil {
			return nil, err
		}
		if !p.accept(tComma) {
			break
		}
	}
	for i := range params {
		switch {
		case params[i] != nil:
		case !fields[i].Optional:
			return nil, p.fail(codeType, p.tok.start, "struct is missing required parameter: %s",
				fields[i].Name)
		default:
			params[i] = p.ctx.Int(p.ctx.I64, fields[i].Default)
		}
	}
	return params, p.expect(tGreater, "expected '>'")
}

// typeField parses name = value.
func (p *parser) typeField(fields []ir.TypeField, params []ir.Attr) error {
	if !p.is(tID) {
		return p.wrong("expected a parameter name in struct")
	}
	name, off := p.text(p.tok), p.tok.start
	i := 0
	for i < len(params) && (fields[i].Name != name || params[i] != nil) {
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
	params[i], err = p.typeFieldValue(&fields[i])
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
			return nil, p.fail(codeType, off, "invalid kind of type specified: expected %s, but found '%s'",
				field.Class, t)
		}
		return p.ctx.TypeAttr(t), nil
	case ir.NumberField:
		n, err := p.Unsigned32()
		if err != nil {
			return nil, err
		}
		return p.ctx.Int(p.ctx.I64, n), nil
	case ir.BoolField:
		word := p.text(p.tok)
		if word != "true" && word != "false" {
			return nil, p.wrong("expected true or false")
		}
		p.advance()
		return p.ctx.Int(p.ctx.I64, boolInt(word == "true")), nil
	case ir.MapField:
		return p.AffineMap()
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

func boolInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
