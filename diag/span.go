package diag

import (
	"cmp"
	"strconv"
)

// Span is a range of bytes [Start, End) of a file. The zero Span is an unknown place. A span is small and
// comparable, so that every operation of the IR can have one. Line and column are computed only when a span
// is printed.
//
// In an unloaded file Start and End hold a line and a column instead; make such spans with File.At or
// Place.Span.
type Span struct {
	File       *File
	Start, End int32
}

// Place is a position for people: a file name with line and column, both counted from 1. Line 0 means that
// only the file is known; an empty Filename means that nothing is known.
type Place struct {
	Filename  string
	Line, Col int
}

// Span returns the span of a place in a file whose content is not loaded. For many places in one file, use
// one UnloadedFile and its At.
func (p Place) Span() Span {
	if p == (Place{}) {
		return Span{}
	}
	return UnloadedFile(p.Filename).At(p.Line, p.Col)
}

// String returns file:line:col, or less if less is known, "" if nothing is.
func (p Place) String() string {
	switch {
	case p.Filename == "" && p.Line == 0:
		return ""
	case p.Line == 0:
		return p.Filename
	}
	var few [64]byte // most places then need memory for the text only
	b := append(append(few[:0], p.name()...), ':')
	b = strconv.AppendInt(b, int64(p.Line), 10)
	if p.Col != 0 {
		b = strconv.AppendInt(append(b, ':'), int64(p.Col), 10)
	}
	return string(b)
}

// name returns the file name, or a dash if only a line is known.
func (p Place) name() string {
	return cmp.Or(p.Filename, "-")
}

// compare orders places by file, line and column.
func (p Place) compare(q Place) int {
	return cmp.Or(cmp.Compare(p.Filename, q.Filename), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col))
}

// IsKnown reports whether the span names at least a file.
func (s Span) IsKnown() bool { return s.File != nil }

// Place returns the beginning of the span.
func (s Span) Place() Place {
	return s.placeAt(s.Start)
}

// EndPlace returns the end of the span, one past its last byte. In an unloaded file it is the beginning.
func (s Span) EndPlace() Place {
	return s.placeAt(max(s.Start, s.End))
}

// String returns the beginning of the span as file:line:col.
func (s Span) String() string { return s.Place().String() }

// Text returns the source text of the span, "" if the file is not loaded.
func (s Span) Text() string {
	if !s.hasSource() {
		return ""
	}
	n := clampToInt32(len(s.File.Content))
	start := min(max(s.Start, 0), n)
	return string(s.File.Content[start:max(start, min(s.End, n))])
}

// To returns the span from the beginning of s to the end of t, which must be a span of the same file;
// otherwise it returns s.
func (s Span) To(t Span) Span {
	if s.File != t.File || !s.hasSource() {
		return s
	}
	return Span{File: s.File, Start: s.Start, End: max(s.End, t.End)}
}

// hasSource reports whether the source text of the span is loaded.
func (s Span) hasSource() bool { return s.File != nil && !s.File.unloaded }

// placeAt returns the place of one offset of the span's file.
func (s Span) placeAt(off int32) Place {
	switch {
	case s.File == nil:
		return Place{}
	case s.File.unloaded:
		return Place{Filename: s.File.Name, Line: int(max(s.Start, 0)), Col: int(max(s.End, 0))}
	}
	line, col := s.File.Position(off)
	return Place{Filename: s.File.Name, Line: line, Col: col}
}
