package syntax

import "strings"

// imports parses import a.b as c, d.
func (p *parser) imports() Stmt {
	start := p.tok.start
	p.next()
	s := &Import{}
	for {
		first := p.tok.start
		name, _, _ := strings.Cut(p.text(p.tok), ".")
		a := Alias{Name: p.dotted(), As: name}
		p.as(&a)
		a.At = p.since(first)
		s.Names = append(s.Names, a)
		if !p.accept(tComma) {
			break
		}
	}
	s.At = p.since(start)
	return s
}

// dotted parses a.b.c.
func (p *parser) dotted() string {
	name := p.identifier("the name of a module").Name
	for p.accept(tDot) {
		name += "." + p.identifier("the name of a module").Name
	}
	return name
}

// as parses the new name of an import.
func (p *parser) as(a *Alias) {
	if p.accept(tAs) {
		a.As = p.identifier("a name").Name
	}
}

// importFrom parses from a.b import c as d, e.
func (p *parser) importFrom() Stmt {
	start := p.tok.start
	p.next()
	s := &ImportFrom{}
	for p.tok.kind == tDot || p.tok.kind == tEllipsis {
		s.Level += int(p.tok.end - p.tok.start)
		p.next()
	}
	if s.Level == 0 || p.tok.kind != tImport {
		s.Module = p.dotted()
	}
	p.expect(tImport)
	s.Names = p.importedNames()
	s.At = p.since(start)
	return s
}

// importedNames parses what stands behind import in an ImportFrom.
func (p *parser) importedNames() []Alias {
	switch star := p.tok; star.kind {
	case tStar:
		p.next()
		return []Alias{{At{star.start, star.end}, "*", "*"}}
	case tLParen:
		p.next()
		names := p.aliases(tRParen)
		p.close(star, tRParen, "',' or ')'")
		return names
	}
	return p.aliases(tEOF)
}

// aliases parses a as b, c; a comma may stand in front of closing.
func (p *parser) aliases(closing kind) []Alias {
	var names []Alias
	for {
		name := p.identifier("a name to import")
		a := Alias{name.At, name.Name, name.Name}
		p.as(&a)
		a.At = p.since(name.Start)
		names = append(names, a)
		if !p.accept(tComma) || p.tok.kind == closing {
			return names
		}
	}
}
