package text

import (
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// This file keeps the text of types and attributes that no table describes. Aliases in the text are replaced
// by their definitions, because a printed program does not have the aliases of the file.

// maxOpaque is the greatest length that the text of a type or attribute may reach when aliases are replaced.
// Each level of aliases that name aliases can double the length.
const maxOpaque = 1 << 20

// opaqueType returns the type with this text, which ends with token tok.
func (p *parser) opaqueType(dialect, text string, tok token) (ir.Type, error) {
	text, err := p.withoutAliases(text, tok)
	if err != nil {
		return nil, err
	}
	return p.ctx.OpaqueType(dialect, text), nil
}

// opaqueAttr returns the attribute with this text, which ends with token tok.
func (p *parser) opaqueAttr(dialect, text string, typ ir.Type, tok token) (ir.Attr, error) {
	text, err := p.withoutAliases(text, tok)
	if err != nil {
		return nil, err
	}
	return p.ctx.OpaqueAttr(dialect, text, typ), nil
}

// withoutAliases replaces aliases in text by their definitions. It leaves names in strings and names of
// dialects unchanged.
func (p *parser) withoutAliases(text string, tok token) (string, error) {
	if len(p.attrAliases)+len(p.typeAliases) == 0 || !strings.ContainsAny(text, "#!") {
		return text, nil
	}
	var b strings.Builder
	done := 0
	for l := (lexer{src: text}); ; {
		next := strings.IndexAny(text[l.pos:], "\"#!")
		if next < 0 {
			break
		}
		start := l.pos + next
		l.pos = start
		t := l.next()
		if t.kind == tError || t.kind == tMetaEnd {
			l.pos = start + 1
			continue
		}
		meaning, ok := p.aliasMeaning(text[start:t.end])
		if ok && l.at(int(t.end)) != '<' {
			b.WriteString(text[done:start])
			b.WriteString(meaning)
			done = int(t.end)
		}
		if b.Len() > maxOpaque {
			return "", p.diag(codeNesting, tok.start, p.prevEnd,
				"the text with its aliases written out has more than %d bytes", maxOpaque)
		}
	}
	if done == 0 {
		return text, nil
	}
	return b.String() + text[done:], nil
}

// aliasMeaning returns the text of the definition of #name or !name, and whether it is an alias.
func (p *parser) aliasMeaning(name string) (string, bool) {
	switch name[0] {
	case '!':
		if t, ok := p.typeAliases[name[1:]]; ok {
			return t.String(), true
		}
	case '#':
		if a, ok := p.attrAliases[name[1:]]; ok {
			return a.String(), true
		}
	}
	return "", false
}
