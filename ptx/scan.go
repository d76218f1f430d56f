package ptx

import (
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

type tokenKind uint8

const (
	tEOF    tokenKind = iota
	tWord             // a name or an opcode
	tDot              // a word with a dot in front: .reg, .L2::128B
	tNumber           // any number
	tString           // with its quotes
	tPunct            // one character
	tBad
)

type token struct {
	kind       tokenKind
	start, end int
}

// scanner splits a text into tokens; comments and white space are between them.
type scanner struct {
	file *diag.File
	src  string
	at   int
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c == '$' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isWord(c byte) bool   { return isLetter(c) || isDigit(c) }

// skip moves past white space and comments; false if a comment does not end.
func (s *scanner) skip() bool {
	for s.at < len(s.src) {
		rest := s.src[s.at:]
		switch {
		case strings.IndexByte(" \t\r\n\f\v", rest[0]) >= 0:
			s.at++
		case strings.HasPrefix(rest, "//"):
			n := strings.IndexByte(rest, '\n')
			if n < 0 {
				n = len(rest)
			}
			s.at += n
		case strings.HasPrefix(rest, "/*"):
			n := strings.Index(rest[2:], "*/")
			if n < 0 {
				return false
			}
			s.at += n + 4
		default:
			return true
		}
	}
	return true
}

func (s *scanner) next() token {
	if !s.skip() {
		start := s.at
		s.at = len(s.src)
		return token{tBad, start, start + 2}
	}
	start := s.at
	if start >= len(s.src) {
		return token{tEOF, start, start}
	}
	kind := s.scan(s.src[start])
	return token{kind, start, s.at}
}

func (s *scanner) scan(c byte) tokenKind {
	s.at++
	switch {
	case isLetter(c):
		s.word()
		return tWord
	case c == '%' && s.at < len(s.src) && isWord(s.src[s.at]):
		s.word()
		return tWord
	case c == '.' && s.at < len(s.src) && isWord(s.src[s.at]):
		s.qualified()
		return tDot
	case isDigit(c):
		s.number()
		return tNumber
	case c == '"':
		return s.str()
	case strings.IndexByte(",;:{}()[]@!|+-=<>*/%&^~?", c) >= 0:
		return tPunct
	}
	return tBad
}

func (s *scanner) word() {
	for s.at < len(s.src) && isWord(s.src[s.at]) {
		s.at++
	}
}

// qualified scans words with :: between them.
func (s *scanner) qualified() {
	s.word()
	for strings.HasPrefix(s.src[s.at:], "::") && s.at+2 < len(s.src) && isWord(s.src[s.at+2]) {
		s.at += 2
		s.word()
	}
}

// number scans digits, letters and what belongs to a decimal fraction.
func (s *scanner) number() {
	isHex := strings.HasPrefix(strings.ToLower(s.src[s.at-1:min(s.at+1, len(s.src))]), "0x")
	for s.at < len(s.src) {
		c := s.src[s.at]
		exponentSign := (c == '+' || c == '-') && !isHex && s.src[s.at-1]|0x20 == 'e' && !s.hexFloat()
		fraction := c == '.' && !isHex && s.at+1 < len(s.src) && isDigit(s.src[s.at+1])
		if !isWord(c) && !exponentSign && !fraction {
			return
		}
		s.at++
	}
}

// hexFloat reports whether the number being scanned is 0f... or 0d..., where e is a digit.
func (s *scanner) hexFloat() bool {
	i := s.at - 1
	for i > 0 && isWord(s.src[i-1]) {
		i--
	}
	return len(s.src) > i+1 && s.src[i] == '0' && (s.src[i+1]|0x20 == 'f' || s.src[i+1]|0x20 == 'd')
}

func (s *scanner) str() tokenKind {
	for s.at < len(s.src) && s.src[s.at] != '\n' {
		c := s.src[s.at]
		s.at++
		switch {
		case c == '"':
			return tString
		case c == '\\' && s.at < len(s.src):
			s.at++
		}
	}
	return tBad
}
