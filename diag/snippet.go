package diag

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// tabStop is the distance of tab stops in printed source lines.
	tabStop = 4
	// maxColumns is how many bytes of a source line are shown. Lines of a dense constant may have megabytes.
	maxColumns = 120
	// leadColumns is how many bytes of a longer line are shown in front of the place.
	leadColumns = 40
	// elision stands for the omitted text on either side of a longer line.
	elision = "..."
)

// snippet is a source line and the range of it to underline.
type snippet struct {
	number     int    // line number
	line       string // without its line ending
	start, end int    // byte offsets in line, start <= end <= len(line)
}

// newSnippet returns the snippet for the first line of a span. Every span gives a valid snippet.
func newSnippet(span Span) snippet {
	place, end := span.Place(), span.EndPlace()
	s := snippet{number: place.Line, line: span.File.Line(place.Line)}
	s.start = runeStart(s.line, min(place.Col-1, len(s.line)))
	s.end = len(s.line)
	if end.Line == place.Line {
		s.end = min(max(end.Col-1, s.start), len(s.line))
	}
	return s
}

// write writes the line and, below it, a caret for the first column of the range and tildes for the others.
func (s snippet) write(b *bytes.Buffer, paint func(string) string) {
	s.shorten()
	before := expand(s.line[:s.start], 0)
	marked := expand(s.line[s.start:s.end], columns(before))
	after := expand(s.line[s.end:], columns(before)+columns(marked))
	underline := "^" + strings.Repeat("~", max(columns(marked)-1, 0))
	text := strings.TrimRight(before+marked+after, " ")
	fmt.Fprintf(b, "%s\n", strings.TrimRight(fmt.Sprintf("%5d | %s", s.number, text), " "))
	fmt.Fprintf(b, "      | %s%s\n", strings.Repeat(" ", columns(before)), paint(underline))
}

// shorten cuts a long line to the surroundings of the range. After that the line has at most maxColumns bytes
// and two elisions. The cuts are on rune boundaries if the text is valid.
func (s *snippet) shorten() {
	if len(s.line) <= maxColumns {
		return
	}
	from := 0
	if s.start > maxColumns-leadColumns {
		from = runeStart(s.line, s.start-leadColumns)
	}
	to := runeStart(s.line, min(from+maxColumns, len(s.line)))
	line, shift := s.line[from:to], -from
	s.end = min(s.end, to)
	if from > 0 {
		line, shift = elision+line, shift+len(elision)
	}
	if to < len(s.line) {
		line += elision
	}
	s.line, s.start, s.end = line, s.start+shift, s.end+shift
}

// runeStart returns the nearest offset at or before i at which a rune begins. It searches no further than the
// length of a rune.
func runeStart(s string, i int) int {
	for back := 0; back < utf8.UTFMax && i-back > 0 && i < len(s); back++ {
		if utf8.RuneStart(s[i-back]) {
			return i - back
		}
	}
	return i
}

// expand makes a piece of a line printable. The piece begins at a column; tabs become spaces up to the next
// tab stop.
func expand(s string, column int) string {
	var b strings.Builder
	for len(s) > 0 {
		field, rest, isTab := strings.Cut(s, "\t")
		field = Printable(field)
		b.WriteString(field)
		column += columns(field)
		if isTab {
			n := tabStop - column%tabStop
			b.WriteString("        "[:n])
			column += n
		}
		s = rest
	}
	return b.String()
}

// columns returns how many terminal columns printable text occupies.
func columns(s string) int {
	n := 0
	for _, r := range s {
		n += runeColumns(r)
	}
	return n
}

// runeColumns follows Unicode Annex 11 closely enough for source text: combining marks take no column, East
// Asian wide letters and emoji take two.
func runeColumns(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case r >= 0x1100 && r <= 0x115F, r >= 0x2E80 && r <= 0xA4CF, r >= 0xAC00 && r <= 0xD7A3,
		r >= 0xF900 && r <= 0xFAFF,
		r >= 0xFE30 && r <= 0xFE6F, r >= 0xFF00 && r <= 0xFF60, r >= 0xFFE0 && r <= 0xFFE6,
		r >= 0x1F300 && r <= 0x1FAFF,
		r >= 0x20000 && r <= 0x3FFFD:
		return 2
	}
	return 1
}
