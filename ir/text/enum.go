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
		return p.enumWord(d)
	}
	if def := enumNamed(d, mnemonic); def != nil && !def.Word {
		p.advance()
		a, err := p.enumBody(def)
		return a, true, err
	}
	return nil, false, nil
}

// enumNamed returns the enumeration of a dialect whose attributes have that mnemonic, or nil.
func enumNamed(d *ir.Dialect, mnemonic string) *ir.EnumDef {
	for _, def := range d.Enums {
		if def.Mnemonic == mnemonic && !def.Integer {
			return def
		}
	}
	return nil
}

// enumWord parses #dialect<mnemonic case>, or #dialect<mnemonic<case>>, if the mnemonic is that of an
// enumeration.
func (p *parser) enumWord(d *ir.Dialect) (ir.Attr, bool, error) {
	start := int(p.tok.end)
	if start >= len(p.src) || p.src[start] != '<' {
		return nil, false, nil
	}
	end := start + 1
	for end < len(p.src) && classes[p.src[end]]&idPart != 0 {
		end++
	}
	def := enumNamed(d, p.src[start+1:end])
	if def == nil {
		return nil, false, nil
	}
	p.seek(int32(end))
	a, err := p.enumOf(def)
	if err != nil {
		return nil, true, err
	}
	return a, true, p.expect(tGreater, "expected '>'")
}

func (p *parser) enumOf(def *ir.EnumDef) (ir.Attr, error) {
	if !def.Word {
		return p.enumBody(def)
	}
	v, err := p.enumCases(def)
	return p.ctx.Enum(def, v), err
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

// enumCases parses a case or, for a set of bits, several cases.
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
			return 0, p.fail(codeAttr, p.tok.start, "%sexpected %s to be one of: %s", p.opPrefix(),
				def.Mnemonic, caseNames(def))
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

// caseNames returns the names of all cases, separated by commas.
func caseNames(def *ir.EnumDef) string {
	names := make([]string, len(def.Cases))
	for i, c := range def.Cases {
		names[i] = c.Name
	}
	return strings.Join(names, ", ")
}
