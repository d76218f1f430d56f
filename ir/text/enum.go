package text

import (
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// enumAttr parses #dialect.mnemonic<case> or #dialect<mnemonic case> of a declared enumeration.
func (p *parser) enumAttr() (ir.Attr, bool, error) {
	name := p.text(p.tok)[1:]
	dialect, mnemonic, dotted := strings.Cut(name, ".")
	d := p.ctx.Dialect(dialect)
	if d == nil {
		return nil, false, nil
	}
	if !dotted {
		mnemonic = p.bodyWord()
	}
	for _, def := range d.Enums {
		if def.Mnemonic == mnemonic && !def.Integer && (dotted || def.Bare) {
			a, err := p.enumExtended(def)
			return a, true, err
		}
	}
	return nil, false, nil
}

// enumExtended parses an attribute from its # on.
func (p *parser) enumExtended(def *ir.EnumDef) (ir.Attr, error) {
	p.advance()
	if !def.Bare {
		return p.enumBody(def)
	}
	if err := p.expect(tLess, "expected '<'"); err != nil {
		return nil, err
	}
	p.advance()
	v, err := p.enumCases(def)
	if err != nil {
		return nil, err
	}
	return p.ctx.Enum(def, v), p.expect(tGreater, "expected '>'")
}

// bareEnum parses case, where one begins here.
func (p *parser) bareEnum(def *ir.EnumDef) (ir.Attr, bool, error) {
	if !p.is(tID) && !p.is(tString) {
		return nil, false, nil
	}
	v, err := p.enumCases(def)
	if err != nil {
		return nil, false, err
	}
	return p.ctx.Enum(def, v), true, nil
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
