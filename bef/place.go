package bef

import "github.com/inflight-compiler/inflight/ir"

// places reads the section of locations. Locations that overlap could make it read a byte any number of
// times, so budget limits how many locations it reads.
type places struct {
	cursor
	strings []byte
	ctx     *ir.Context
	budget  int
}

// Location returns the location at an offset of the section of locations, an unknown one if there is none.
func (f *File) Location(ctx *ir.Context, off uint64) ir.Location {
	unknown := ctx.UnknownLoc
	if off >= uint64(len(f.Locations)) {
		return unknown
	}
	p := &places{cursor: cursor{r: &reader{data: f.Locations}, pos: int(off), end: len(f.Locations)},
		strings: f.LocationStrings, ctx: ctx, budget: 100}
	if loc, ok := p.location(); ok {
		return loc
	}
	return unknown
}

func (p *places) location() (ir.Location, bool) {
	kind, err := p.byte()
	if p.budget--; err != nil || p.budget < 0 {
		return nil, false
	}
	switch kind {
	case locUnknown:
		return p.ctx.UnknownLoc, true
	case locFileLine:
		return p.line()
	case locName:
		name, ok := p.text()
		child, ok2 := p.location()
		return p.ctx.NameLoc(name, child), ok && ok2
	case locCallSite:
		callee, ok := p.location()
		caller, ok2 := p.location()
		return p.ctx.CallSiteLoc(callee, caller), ok && ok2
	case locFused:
		return p.fused()
	}
	return nil, false
}

func (p *places) line() (ir.Location, bool) {
	file, ok := p.text()
	line, err := p.integer()
	if err != nil {
		return nil, false
	}
	col, err := p.integer()
	if err != nil || line > 1<<30 || col > 1<<30 {
		return nil, false
	}
	return p.ctx.FileLoc(file, int(line), int(col)), ok
}

func (p *places) fused() (ir.Location, bool) {
	n, err := p.count("locations", 1)
	if err != nil || n > p.budget {
		return nil, false
	}
	list := make([]ir.Location, n)
	for i := range list {
		var ok bool
		if list[i], ok = p.location(); !ok {
			return nil, false
		}
	}
	return p.ctx.FusedLoc(nil, list), true
}

func (p *places) text() (string, bool) {
	off, err := p.integer()
	if err != nil || off >= uint64(len(p.strings)) {
		return "", false
	}
	return cString(p.strings[off:])
}
