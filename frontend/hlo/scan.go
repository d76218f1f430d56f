package hlo

import (
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// scanner moves through a text: white space, comments, names and values. Its methods return false, with err
// set, where the text is not HLO.
type scanner struct {
	file *diag.File
	src  string
	at   int
	err  *diag.Diagnostic
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isName(c byte) bool   { return isLetter(c) || isDigit(c) || c == '.' || c == '-' }
func isBlank(c byte) bool {
	return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v'
}

// fail sets the error, if there is none yet and the text has a file, and returns false.
func (s *scanner) fail(start, end int, format string, args ...any) bool {
	if s.err == nil && s.file != nil {
		s.err = diag.Errorf(codeSyntax, s.file.Span(start, max(end, start)), format, args...)
	}
	return false
}

// expected fails with what stands at the current place.
func (s *scanner) expected(what string) bool {
	if s.err != nil {
		return false
	}
	if s.at >= len(s.src) {
		return s.fail(s.at, s.at, "expected %s, but the file ends", what)
	}
	end := s.at
	for end < len(s.src) && isName(s.src[end]) && end-s.at < 40 {
		end++
	}
	end = max(end, s.at+1)
	return s.fail(s.at, end, "expected %s, found '%s'", what, s.src[s.at:end])
}

// peek returns the byte at the current place, 0 at the end.
func (s *scanner) peek() byte {
	if s.at < len(s.src) {
		return s.src[s.at]
	}
	return 0
}

// comment returns the end of the comment at an offset, the offset itself if there is none, and -1 if the
// comment does not end.
func (s *scanner) comment(at int) int {
	if at+1 >= len(s.src) || s.src[at] != '/' {
		return at
	}
	switch s.src[at+1] {
	case '/':
		if n := strings.IndexByte(s.src[at:], '\n'); n >= 0 {
			return at + n
		}
		return len(s.src)
	case '*':
		if n := strings.Index(s.src[at+2:], "*/"); n >= 0 {
			return at + n + 4
		}
		return -1
	}
	return at
}

// skip moves past white space and comments. Comments are appended to kept, if that is not nil.
func (s *scanner) skip(kept *[]string) bool {
	for s.at < len(s.src) {
		if isBlank(s.src[s.at]) {
			s.at++
			continue
		}
		end := s.comment(s.at)
		if end < 0 {
			return s.fail(s.at, s.at+2, "the comment does not end")
		}
		if end == s.at {
			break
		}
		if kept != nil {
			*kept = append(*kept, strings.TrimRight(s.src[s.at:end], " \t\r\f\v"))
		}
		s.at = end
	}
	return true
}

// take moves past a byte, with white space and comments in front of it, if it stands there.
func (s *scanner) take(c byte) bool {
	before := s.at
	if s.skip(nil) && s.peek() == c {
		s.at++
		return true
	}
	s.at = before
	return false
}

// expect is take, and an error if the byte does not stand there.
func (s *scanner) expect(c byte, where string) bool {
	if s.take(c) {
		return true
	}
	return s.skip(nil) && s.expected("'"+string(c)+"' "+where)
}

// word returns the name at the current place, without moving; "" if there is none.
func (s *scanner) word() string {
	if !isLetter(s.peek()) {
		return ""
	}
	end := s.at + 1
	for end < len(s.src) && isName(s.src[end]) {
		end++
	}
	if s.src[end-1] == '-' && end < len(s.src) && s.src[end] == '>' {
		end-- // the arrow of a signature
	}
	return s.src[s.at:end]
}

// keyword moves past a word if it stands there.
func (s *scanner) keyword(word string) bool {
	if s.word() != word {
		return false
	}
	s.at += len(word)
	return true
}

// name moves past a name with or without %.
func (s *scanner) name(what string) (name string, percent bool, start int, ok bool) {
	if !s.skip(nil) {
		return "", false, 0, false
	}
	start = s.at
	if percent = s.peek() == '%'; !percent {
		if name = s.word(); name == "" {
			return "", false, start, s.expected(what)
		}
		s.at += len(name)
		return name, false, start, true
	}
	end := s.at + 1
	for end < len(s.src) && isName(s.src[end]) {
		end++
	}
	if end == s.at+1 {
		return "", true, start, s.expected(what)
	}
	name, s.at = s.src[s.at+1:end], end
	return name, true, start, true
}

// closing returns the offset of the bracket that closes the one at an offset, -1 if there is none. Brackets
// within strings and comments do not count.
func closing(text string, open int) int {
	s := scanner{src: text, at: open}
	if !s.balanced() {
		return -1
	}
	return s.at - 1
}

var closers = [256]byte{'(': ')', '[': ']', '{': '}'}

// balanced moves past a bracket, all that it encloses, and the bracket that closes it.
func (s *scanner) balanced() bool {
	var open []int
	for s.at < len(s.src) {
		switch c := s.src[s.at]; c {
		case '(', '[', '{':
			open = append(open, s.at)
			s.at++
		case ')', ']', '}':
			last := open[len(open)-1]
			if closers[s.src[last]] != c {
				return s.mismatch(last, c)
			}
			s.at++
			if open = open[:len(open)-1]; len(open) == 0 {
				return true
			}
		case '"':
			if !s.quoted() {
				return false
			}
		case '/':
			end := s.comment(s.at)
			if end < 0 {
				return s.fail(s.at, s.at+2, "the comment does not end")
			}
			s.at = max(end, s.at+1)
		default:
			s.at++
		}
	}
	return s.fail(open[len(open)-1], open[len(open)-1]+1, "the bracket is not closed")
}

func (s *scanner) mismatch(open int, c byte) bool {
	if s.err == nil && s.file != nil {
		s.err = diag.Errorf(codeSyntax, s.file.Span(s.at, s.at+1), "expected '%s', found '%s'",
			string(closers[s.src[open]]), string(c)).Note(s.file.Span(open, open+1), "to close this")
	}
	return false
}

// quoted moves past a string, in which \ stands in front of a character that does not end it.
func (s *scanner) quoted() bool {
	start := s.at
	for s.at++; s.at < len(s.src); s.at++ {
		switch s.src[s.at] {
		case '\\':
			s.at++
		case '"':
			s.at++
			return true
		}
	}
	s.at = len(s.src)
	return s.fail(start, start+1, "the string does not end")
}

// value moves past the value of an attribute and returns its extent. A value ends in front of a comma or a
// closing bracket, at the end of its line, and in front of another instruction on the same line.
func (s *scanner) value() (start, end int, ok bool) {
	if !s.skip(nil) {
		return 0, 0, false
	}
	start = s.at
	for s.at < len(s.src) {
		switch c := s.src[s.at]; {
		case c == '(' || c == '[' || c == '{':
			if !s.balanced() {
				return 0, 0, false
			}
			end = s.at
		case c == '"':
			if !s.quoted() {
				return 0, 0, false
			}
			end = s.at
		case c == ',' || c == ')' || c == ']' || c == '}':
			return start, end, end > start || s.expected("the value of an attribute")
		case isBlank(c) || s.comment(s.at) != s.at:
			more, ok := s.continues()
			if !ok || !more {
				return start, end, ok
			}
		default:
			s.at++
			end = s.at
		}
	}
	return start, end, end > start || s.expected("the value of an attribute")
}

// continues reports whether a value goes on behind white space. If it does, the scanner stands there.
func (s *scanner) continues() (more, ok bool) {
	before := s.at
	if !s.skip(nil) {
		return false, false
	}
	here := s.at
	if strings.IndexByte(s.src[before:here], '\n') < 0 && !s.beginsInstruction() && here < len(s.src) {
		s.at = here
		return true, true
	}
	s.at = before
	return false, true
}

// beginsInstruction reports whether the text goes on with ROOT, a name with %, or a name and an equals sign.
func (s *scanner) beginsInstruction() bool {
	if s.peek() == '%' {
		return true
	}
	word := s.word()
	if word == "ROOT" {
		return true
	}
	for i := s.at + len(word); word != "" && i < len(s.src); i++ {
		if s.src[i] != ' ' && s.src[i] != '\t' {
			return s.src[i] == '=' && i > s.at+len(word)
		}
	}
	return false
}
