package syntax

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/inflight-compiler/inflight/diag"
)

// Classes of bytes, combined in classes.
const (
	letter  = 1 << iota // A-Z a-z _ and everything beyond ASCII
	digit               // 0-9
	blank               // blank, tab, form feed
	newline             // \n \r
)

var classes = func() (c [256]uint8) {
	for b := 'a'; b <= 'z'; b++ {
		c[b] |= letter
		c[b-'a'+'A'] |= letter
	}
	for b := '0'; b <= '9'; b++ {
		c[b] |= digit
	}
	for b := utf8.RuneSelf; b < 256; b++ {
		c[b] |= letter
	}
	c['_'] |= letter
	for _, b := range " \t\f" {
		c[b] |= blank
	}
	c['\n'] |= newline
	c['\r'] |= newline
	return c
}()

// scanner splits the text into tokens, one at a time. It scans a token only when the parser asks for it,
// because inside of an f-string only the parser knows the meaning of a character.
type scanner struct {
	file *diag.File
	src  string // the text and a NUL, at which every loop ends
	pos  int

	depth   int     // number of open brackets; inside of them ends of lines have no meaning
	opens   []int32 // positions of the open brackets
	field   int     // the depth directly inside of the innermost {} of an f-string; 0 outside of f-strings
	atStart bool    // the next token is the first of a logical line

	indents []indent // of the blocks around
	dedents int      // number of tDedent tokens to be returned next

	unfitIndent indent // of the last reported line with the depth of no block
	unfitStart  int    // where that line begins

	problem *diag.Diagnostic // the reason of the last tBad
	errs    diag.List        // the reported errors
}

// newScanner returns a scanner over a text that checkText accepts.
func newScanner(file *diag.File) scanner {
	var b strings.Builder
	b.Grow(len(file.Content) + 1)
	b.Write(file.Content)
	b.WriteByte(0)
	s := scanner{file: file, src: b.String(), atStart: true, indents: make([]indent, 1, 16), unfitStart: -1}
	if strings.HasPrefix(s.src, byteOrderMark) {
		s.pos = len(byteOrderMark)
	}
	return s
}

const byteOrderMark = "\uFEFF"

// next returns the next token.
func (s *scanner) next() token {
	if s.atStart && s.depth == 0 {
		if t, ok := s.lineStart(); ok {
			return t
		}
	}
	src, i := s.src, s.pos
	for {
		c := src[i]
		class := classes[c]
		switch {
		case class&letter != 0:
			return s.word(i)
		case class&blank != 0:
			i++
			continue
		case class&digit != 0:
			return s.number(i)
		case class&newline != 0:
			end := s.lineEnd(i)
			if s.depth == 0 {
				s.atStart = true
				return s.emit(tNewline, i, end)
			}
			i = end
			continue
		}
		switch c {
		case '#':
			i = s.skipComment(i)
		case '\\':
			end := s.lineEnd(i + 1)
			if end == i+1 || src[end] == 0 {
				return s.badContinuation(i, end)
			}
			i = end
		case 0:
			return s.endOfFile(i)
		default:
			return s.punctuation(c, i)
		}
	}
}

// lineEnd returns the position behind the line break at i, or i if there is none.
func (s *scanner) lineEnd(i int) int {
	switch s.src[i] {
	case '\n':
		return i + 1
	case '\r':
		if s.src[i+1] == '\n' {
			return i + 2
		}
		return i + 1
	}
	return i
}

// skipComment returns the end of the line of i.
func (s *scanner) skipComment(i int) int {
	for s.src[i] != 0 && classes[s.src[i]]&newline == 0 {
		i++
	}
	return i
}

// endOfFile ends the last line, unless it has ended already, and then the text.
func (s *scanner) endOfFile(i int) token {
	if s.depth == 0 && !s.atStart {
		s.atStart = true
		return s.emit(tNewline, i, i)
	}
	return s.emit(tEOF, i, i)
}

// badContinuation reports a backslash that is not at the end of a line, or that continues the last line.
func (s *scanner) badContinuation(i, end int) token {
	if end > i+1 || s.src[end] == 0 {
		d := diag.Errorf(codeToken, s.file.Span(i, i+1),
			"the file ends behind a backslash that continues the line")
		return s.fail(s.endOfText(), d.Suggest("remove the backslash"))
	}
	d := diag.Errorf(codeToken, s.file.Span(i, i+1),
		"a backslash continues the line only as its last character")
	if classes[s.src[end]]&blank != 0 && s.lineEnd(s.skipBlanks(end)) > s.skipBlanks(end) {
		d.Suggest("remove the blanks behind the backslash")
	}
	return s.fail(i+1, d)
}

// endOfText returns the position of the NUL behind the text.
func (s *scanner) endOfText() int { return len(s.src) - 1 }

// skipBlanks returns the position of the first byte from i on that is not a blank.
func (s *scanner) skipBlanks(i int) int {
	for classes[s.src[i]]&blank != 0 {
		i++
	}
	return i
}

// report adds an error after which scanning goes on normally.
func (s *scanner) report(d *diag.Diagnostic) {
	if len(s.errs) < maxErrors {
		s.errs.Add(d)
	}
}

// emit returns a token and moves behind it.
func (s *scanner) emit(k kind, start, end int) token {
	s.pos = end
	return token{k, int32(start), int32(end)}
}

// fail returns a tBad token. Scanning can go on at pos.
func (s *scanner) fail(pos int, d *diag.Diagnostic) token {
	s.problem = d
	s.pos = pos
	return token{tBad, d.Span.Start, d.Span.End}
}

// word scans a name, a keyword, or a string with a prefix.
func (s *scanner) word(start int) token {
	src, i := s.src, start
	seen := byte(0)
	for classes[src[i]]&(letter|digit) != 0 {
		seen |= src[i]
		i++
	}
	if seen >= utf8.RuneSelf {
		return s.unicodeName(start)
	}
	if c := src[i]; (c == '"' || c == '\'') && i-start <= 2 {
		if flags, ok := stringPrefix(src[start:i]); ok {
			return s.str(start, i, flags)
		}
	}
	return s.emit(keyword(src[start:i]), start, i)
}

// unicodeName scans a name with letters beyond ASCII.
func (s *scanner) unicodeName(start int) token {
	i := start
	for {
		r, size := utf8.DecodeRuneInString(s.src[i:])
		if !isIdentifierPart(r, i == start) {
			break
		}
		i += size
	}
	if i == start {
		return s.strangeCharacter(start)
	}
	if !normalized(s.src[start:i]) {
		return s.unnormalized(start, i)
	}
	return s.emit(tName, start, i)
}

// isIdentifierPart tests the properties XID_Start and XID_Continue. It is exact for characters that
// normalization does not change.
func isIdentifierPart(r rune, first bool) bool {
	if r < utf8.RuneSelf {
		class := classes[byte(r)]
		return class&letter != 0 || !first && class&digit != 0
	}
	if unicode.IsLetter(r) || unicode.In(r, unicode.Nl, unicode.Other_ID_Start) {
		return true
	}
	return !first && unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
}
