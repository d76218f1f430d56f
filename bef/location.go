package bef

import "github.com/inflight-compiler/inflight/ir"

// The kinds of locations.
const (
	locUnknown = iota
	locFileLine
	locName
	locCallSite
	locFused
)

// locations is the section of locations as it is written. content is the section of its strings, and strings
// has their offsets.
type locations struct {
	buffer
	content buffer
	strings map[string]uint64
}

// put appends a location and returns its offset.
func (w *locations) put(loc ir.Location) uint64 {
	off := uint64(w.len())
	switch loc := loc.(type) {
	case *ir.AnnotatedLoc:
		return w.put(loc.SourceLoc)
	case *ir.SourceLoc:
		line, col := loc.File.Position(loc.Off)
		w.line(loc.File.Name, line, col)
	case *ir.FileLoc:
		w.line(loc.File, loc.Line, loc.Col)
	case *ir.NameLoc:
		w.byte(locName)
		w.text(loc.Name)
		w.put(loc.Child)
	case *ir.CallSiteLoc:
		w.byte(locCallSite)
		w.put(loc.Callee)
		w.put(loc.Caller)
	case *ir.FusedLoc:
		w.byte(locFused)
		w.integer(uint64(len(loc.Locs)))
		for _, l := range loc.Locs {
			w.put(l)
		}
	default:
		w.byte(locUnknown)
	}
	return off
}

func (w *locations) line(file string, line, col int) {
	w.byte(locFileLine)
	w.text(file)
	w.integer(uint64(line))
	w.integer(uint64(col))
}

func (w *locations) text(s string) {
	off, ok := w.strings[s]
	if !ok {
		off = uint64(w.content.len())
		w.strings[s] = off
		w.content.bytes([]byte(s))
		w.content.byte(0)
	}
	w.integer(off)
}
