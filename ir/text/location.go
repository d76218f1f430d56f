package text

import (
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// trailingLoc parses an optional loc(...) and calls set with the location. If the location is an alias that
// is not defined yet, set is called later.
func (p *parser) trailingLoc(set func(ir.Location)) error {
	if !p.isWord("loc") {
		return nil
	}
	l, use, err := p.locationOrUse()
	switch {
	case err != nil:
		return err
	case use != nil:
		use.set = set
		p.locUses = append(p.locUses, *use)
	default:
		set(l)
	}
	return nil
}

// location parses loc(...).
func (p *parser) location() (ir.Location, error) {
	l, use, err := p.locationOrUse()
	if err == nil && use != nil {
		err = p.diag(codeAlias, use.off, use.off+int32(len(use.name))+1, "undefined symbol alias id '%s'",
			use.name)
	}
	return l, err
}

// locationOrUse parses loc(...). It returns the location, or the use of an alias that is not defined yet.
func (p *parser) locationOrUse() (ir.Location, *locUse, error) {
	if err := p.expectWord("loc", "expected location"); err != nil {
		return nil, nil, err
	}
	if err := p.expect(tLParen, "expected '(' in location"); err != nil {
		return nil, nil, err
	}
	if p.is(tHash) {
		name := p.text(p.tok)[1:]
		if _, known := p.attrAliases[name]; !known && !strings.Contains(name, ".") {
			use := &locUse{name: name, off: p.tok.start}
			p.advance()
			return nil, use, p.expect(tRParen, "expected ')' in location")
		}
	}
	l, err := p.locationInstance()
	if err != nil {
		return nil, nil, err
	}
	return l, nil, p.expect(tRParen, "expected ')' in location")
}

// locationInstance parses the text inside loc(...).
func (p *parser) locationInstance() (ir.Location, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	switch {
	case p.is(tHash):
		return p.locationAlias()
	case p.is(tString):
		return p.fileOrNameLoc()
	case p.isWord("callsite"):
		return p.callSiteLoc()
	case p.isWord("fused"):
		return p.fusedLoc()
	case p.acceptWord("unknown"):
		return p.ctx.UnknownLoc, nil
	}
	return nil, p.wrong("expected location instance")
}

func (p *parser) locationAlias() (ir.Location, error) {
	off := p.tok.start
	a, err := p.extendedAttr(nil)
	if err != nil {
		return nil, err
	}
	l, ok := a.(ir.Location)
	if !ok {
		return nil, p.fail(codeLocation, off, "expected location attribute, but got '%s'", a)
	}
	return l, nil
}

// fileOrNameLoc parses "file":1:2, with an optional end, or "name"(child).
func (p *parser) fileOrNameLoc() (ir.Location, error) {
	name := unquote(p.text(p.tok))
	p.advance()
	if p.accept(tColon) {
		return p.fileLoc(name)
	}
	if !p.accept(tLParen) {
		return p.ctx.NameLoc(name, nil), nil
	}
	child, err := p.locationInstance()
	if err != nil {
		return nil, err
	}
	if err := p.expect(tRParen, "expected ')' after child location of NameLoc"); err != nil {
		return nil, err
	}
	return p.ctx.NameLoc(name, child), nil
}

func (p *parser) fileLoc(name string) (ir.Location, error) {
	if name == "" {
		name = "-"
	}
	line, err := p.small("expected integer line number in FileLineColRange")
	if err != nil {
		return nil, err
	}
	col := 0
	if p.accept(tColon) {
		if col, err = p.small("expected integer column number in FileLineColRange"); err != nil {
			return nil, err
		}
	}
	if !p.acceptWord("to") {
		return p.ctx.FileLoc(name, line, col), nil
	}
	endLine := line
	if p.is(tInt) {
		if endLine, err = p.small("expected integer line number in FileLineColRange"); err != nil {
			return nil, err
		}
	}
	if err := p.expect(tColon, "expected ':' in FileLineColRange"); err != nil {
		return nil, err
	}
	endCol, err := p.small("expected integer column number in FileLineColRange")
	if err != nil {
		return nil, err
	}
	if endLine == line && endCol == col {
		return p.ctx.FileLoc(name, line, col), nil
	}
	return p.ctx.FileRangeLoc(name, line, col, endLine, endCol), nil
}

// laterLoc returns a stand-in for the location of an argument, which is an alias that is defined later in the
// text. setLoc connects the stand-in with its value.
func (p *parser) laterLoc(use *locUse) ir.Location {
	stand := &ir.NameLoc{Name: use.name}
	use.stand = stand
	p.locUses = append(p.locUses, *use)
	return stand
}

// setLoc gives a value a location or, for a stand-in, arranges that the value gets its location when the
// alias is defined.
func (p *parser) setLoc(v *ir.Value, l ir.Location) {
	v.SetLoc(l)
	if stand, ok := l.(*ir.NameLoc); ok && ir.AttrID(stand) == 0 {
		for i := range p.locUses {
			if p.locUses[i].stand == stand {
				p.locUses[i].set = v.SetLoc
			}
		}
	}
}

func (p *parser) callSiteLoc() (ir.Location, error) {
	p.advance()
	if err := p.expect(tLParen, "expected '(' in callsite location"); err != nil {
		return nil, err
	}
	callee, err := p.locationInstance()
	if err != nil {
		return nil, err
	}
	if err := p.expectWord("at", "expected 'at' in callsite location"); err != nil {
		return nil, err
	}
	caller, err := p.locationInstance()
	if err != nil {
		return nil, err
	}
	if err := p.expect(tRParen, "expected ')' in callsite location"); err != nil {
		return nil, err
	}
	return p.ctx.CallSiteLoc(callee, caller), nil
}

func (p *parser) fusedLoc() (ir.Location, error) {
	p.advance()
	var metadata ir.Attr
	var err error
	if p.accept(tLess) {
		if metadata, err = p.attr(nil); err != nil {
			return nil, err
		}
		if err := p.expect(tGreater, "expected '>' after fused location metadata"); err != nil {
			return nil, err
		}
	}
	if err := p.expect(tLSquare, "expected '[' in fused location"); err != nil {
		return nil, err
	}
	var locs []ir.Location
	for {
		l, err := p.locationInstance()
		if err != nil {
			return nil, err
		}
		locs = append(locs, l)
		if !p.accept(tComma) {
			break
		}
	}
	return p.fused(metadata, locs), p.expect(tRSquare, "expected ']' in fused location")
}

// fused combines locations as MLIR does. It leaves out unknown and repeated locations. If one location is
// left and there is no metadata, it returns that location.
func (p *parser) fused(metadata ir.Attr, locs []ir.Location) ir.Location {
	var kept []ir.Location
	seen := map[ir.Location]bool{}
	add := func(l ir.Location) {
		if l != ir.Location(p.ctx.UnknownLoc) && !seen[l] {
			seen[l] = true
			kept = append(kept, l)
		}
	}
	for _, l := range locs {
		if f, ok := l.(*ir.FusedLoc); ok && f.Metadata == metadata {
			for _, inner := range f.Locs {
				add(inner)
			}
			continue
		}
		add(l)
	}
	switch {
	case len(kept) == 0 && metadata == nil:
		return p.ctx.UnknownLoc
	case len(kept) == 0:
		kept = []ir.Location{p.ctx.UnknownLoc}
	case len(kept) == 1 && metadata == nil:
		return kept[0]
	}
	return p.ctx.FusedLoc(metadata, kept)
}
