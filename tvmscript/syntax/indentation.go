package syntax

import (
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// indent is the depth of a line, measured twice. wide has tabs up to the next multiple of 8, and narrow has
// tabs as wide as a blank. If the two disagree about which line is deeper, the meaning of the text depends on
// the settings of an editor.
type indent struct{ wide, narrow int32 }

// maxIndents bounds the nesting of blocks, as in CPython.
const maxIndents = 100

// lineStart skips empty lines and measures the indentation of the next line. It returns the tIndent, tDedent
// or tEOF that follows from it. It returns false if the line is as deep as the one before.
func (s *scanner) lineStart() (token, bool) {
	if s.dedents > 0 {
		return s.dedent(), true
	}
	depth, i := s.measure()
	s.pos = i
	if s.src[i] == 0 {
		depth = indent{}
	}
	if depth == s.top() {
		if s.src[i] == 0 {
			return s.emit(tEOF, i, i), true
		}
		s.atStart = false
		return token{}, false
	}
	if depth.wide > s.top().wide {
		return s.deeper(depth, i), true
	}
	return s.shallower(depth, i)
}

// top returns the indentation of the current block.
func (s *scanner) top() indent { return s.indents[len(s.indents)-1] }

// measure returns the indentation of the next line with a token, and the position of that token.
func (s *scanner) measure() (indent, int) {
	i := s.pos
	for {
		var depth indent
		depth, i = s.measureLine(i)
		if s.src[i] == '#' {
			i = s.skipComment(i)
		}
		end := s.lineEnd(i)
		if end == i {
			return depth, i
		}
		i = end
	}
}

// measureLine returns the indentation of the line at i, and its end. A backslash among the blanks continues
// the line: the blanks before it count, or those behind it if there are none before.
func (s *scanner) measureLine(i int) (depth indent, end int) {
	before := int32(0) // the depth at the first backslash
	for ; ; i++ {
		switch s.src[i] {
		case ' ':
			depth.wide++
			depth.narrow++
			continue
		case '\t':
			depth.wide = (depth.wide/8 + 1) * 8
			depth.narrow++
			continue
		case '\f':
			depth = indent{}
			continue
		case '\\':
			if end := s.lineEnd(i + 1); end > i+1 && s.src[end] != 0 { // otherwise next reports it
				if before == 0 {
					before = depth.wide
				}
				i = end - 1
				continue
			}
		}
		if before > 0 {
			depth = indent{before, before}
		}
		return depth, i
	}
}

// deeper begins a block.
func (s *scanner) deeper(depth indent, i int) token {
	if depth.narrow <= s.top().narrow {
		s.mixedTabs(i)
	}
	s.indents = append(s.indents, depth)
	s.atStart = false
	return token{tIndent, int32(i), int32(i)}
}

// shallower ends blocks. It ends the first one now, and later calls end the others.
func (s *scanner) shallower(depth indent, i int) (token, bool) {
	n := len(s.indents)
	for depth.wide < s.indents[n-1].wide {
		n--
	}
	if depth.wide > s.indents[n-1].wide {
		n++ // The line has the depth of no block. It counts as a line of the next deeper block.
		s.unfit(depth, i)
	} else if depth.narrow != s.indents[n-1].narrow {
		s.mixedTabs(i)
	}
	s.dedents = len(s.indents) - n
	s.indents = s.indents[:n]
	if s.dedents == 0 {
		s.atStart = false
		return token{}, false
	}
	return s.dedent(), true
}

// unfit reports a line whose depth is that of no block around it. Of several consecutive lines it reports the
// first.
func (s *scanner) unfit(depth indent, i int) {
	s.unfitStart = i
	if depth == s.unfitIndent {
		return
	}
	s.unfitIndent = depth
	d := diag.Errorf(codeIndentation, s.indentation(i), "this indentation fits no block around")
	s.report(d.Suggest("the blocks around are indented by %s", s.columns()))
}

func (s *scanner) dedent() token {
	s.dedents--
	if s.dedents == 0 && s.src[s.pos] != 0 {
		s.atStart = false
	}
	return token{tDedent, int32(s.pos), int32(s.pos)}
}

// mixedTabs reports an indentation whose depth depends on the width of tabs.
func (s *scanner) mixedTabs(i int) {
	d := diag.Errorf(codeIndentation, s.indentation(i),
		"tabs and blanks are mixed, so that the depth of this line depends on the width of a tab")
	s.report(d.Suggest("indent with blanks only"))
}

// indentation returns the span of the blanks in front of i.
func (s *scanner) indentation(i int) diag.Span {
	start := i
	for start > 0 && classes[s.src[start-1]]&blank != 0 {
		start--
	}
	return s.file.Span(start, i)
}

// columns lists the indentations of the blocks around, of which there are at least two.
func (s *scanner) columns() string {
	var b strings.Builder
	for i, in := range s.indents {
		switch {
		case i == len(s.indents)-1:
			b.WriteString(" or ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(strconv.Itoa(int(in.wide)))
	}
	return b.String() + " columns"
}
