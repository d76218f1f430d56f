package text

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// extendedType parses !alias and !dialect.type.
func (p *parser) extendedType() (ir.Type, error) {
	tok := p.tok
	if def := p.ctx.TypeDef(p.text(tok)[1:]); def != nil {
		p.advance()
		return p.parametersOf(def)
	}
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
	mnemonic, _, _ := strings.Cut(text, "<")
	if def := p.ctx.TypeDef(dialect + "." + mnemonic); def != nil {
		return p.longForm(tok, def)
	}
	if err := p.allowDialect("!", dialect, "type", text, tok); err != nil {
		return nil, err
	}
	return p.opaqueType(dialect, text, tok)
}

// longForm parses !dialect<mnemonic<...>>, whose first token is tok.
func (p *parser) longForm(tok token, def *ir.TypeDef) (ir.Type, error) {
	name := tok.start + int32(len("!")+len(def.Dialect)+len("<"))
	p.seek(name + int32(len(def.Mnemonic)))
	t, err := p.parametersOf(def)
	if err != nil {
		return nil, err
	}
	return t, p.expect(tGreater, "expected '>'")
}

// parametersOf parses the parameters of a type whose name has already been parsed.
func (p *parser) parametersOf(def *ir.TypeDef) (ir.Type, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	p.custom = append(p.custom, nil) // messages then begin with the type, not with the operation
	defer func() { p.custom = p.custom[:len(p.custom)-1] }()
	params, err := p.typeParameters(def)
	if err != nil {
		return nil, err
	}
	return p.ctx.Parametric(def, params...), nil
}

// builtinType returns !builtin.text, the long spelling of a builtin type.
func (p *parser) builtinType(text string, tok token) (ir.Type, error) {
	if t := p.simpleType(text); t != nil {
		return t, nil
	}
	return nil, p.diag(codeType, tok.start, p.prevEnd, "unknown builtin type '%s'", text)
}

// allowDialect reports an error for a type or attribute that a registered dialect does not have. A type or
// attribute of an unknown dialect is kept as it is written, because it may be meant for another tool.
func (p *parser) allowDialect(sigil, dialect, what, text string, tok token) error {
	d := p.ctx.Dialect(dialect)
	if p.ctx.AllowUnregistered || d == nil {
		return nil
	}
	name := text
	if end := strings.IndexAny(text, "< "); end >= 0 { // as in #llvm<name rest>
		name = text[:end]
	}
	if what == "type" && slices.Contains(d.Types, text) ||
		what == "attribute" && slices.Contains(d.OpaqueAttrs, name) {
		return nil
	}
	return p.diag(codeUnregistered, tok.start, p.prevEnd, "dialect '%s' provides no %s '%s%s.%s'", dialect,
		what, sigil, dialect, text)
}

// extended parses !name or #name with an optional body in angle brackets. It returns the dialect and the text
// behind its name, or the name of an alias.
func (p *parser) extended() (dialect, text string, alias bool, err error) {
	name := p.text(p.tok)[1:]
	dialect, rest, dotted := strings.Cut(name, ".")
	if dotted && dialect == "" {
		return "", "", false, p.diag(codeType, p.tok.start, p.tok.end, `invalid dialect namespace '""'`)
	}
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

// balanced returns the end of the text in angle brackets that begins at start. Brackets of all kinds must be
// paired. Brackets within strings are not counted.
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
