package syntax

import (
	"strings"
	"unicode/utf8"

	"github.com/inflight-compiler/inflight/diag"
)

// The tokens that begin with a byte of punctuation: the byte alone, twice, in front of '=', and twice in
// front of '='.
type spellings struct{ single, double, assign, doubleAssign kind }

var punctuation = [utf8.RuneSelf]spellings{
	'(': {single: tLParen}, ')': {single: tRParen}, '[': {single: tLSquare}, ']': {single: tRSquare},
	'{': {single: tLBrace}, '}': {single: tRBrace}, ',': {single: tComma}, ';': {single: tSemicolon},
	'~': {single: tTilde},
	':': {single: tColon, assign: tWalrus},
	'=': {single: tAssign, assign: tEqual},
	'+': {single: tPlus, assign: tPlusEq},
	'-': {single: tMinus, assign: tMinusEq},
	'%': {single: tPercent, assign: tPercentEq},
	'@': {single: tAt, assign: tAtEq},
	'&': {single: tAmp, assign: tAmpEq},
	'|': {single: tBar, assign: tBarEq},
	'^': {single: tCaret, assign: tCaretEq},
	'!': {assign: tNotEqual},
	'*': {tStar, tStarStar, tStarEq, tStarStarEq},
	'/': {tSlash, tSlashSlash, tSlashEq, tSlashSlashEq},
	'<': {tLess, tShl, tLessEq, tShlEq},
	'>': {tGreater, tShr, tGreaterEq, tShrEq},
}

// punctuation scans all tokens but words, numbers, and strings with a prefix.
func (s *scanner) punctuation(c byte, i int) token {
	switch c {
	case '(', '[', '{':
		s.open(i)
		return s.emit(punctuation[c].single, i, i+1)
	case ')', ']', '}':
		s.depth = max(s.depth-1, 0)
		return s.emit(punctuation[c].single, i, i+1)
	case '.':
		return s.dot(i)
	case '"', '\'':
		return s.str(i, i, 0)
	case ':':
		if s.inField() { // {x:=5} has the format "=5"
			return s.emit(tColon, i, i+1)
		}
	case '-':
		if s.src[i+1] == '>' {
			return s.emit(tArrow, i, i+2)
		}
	case '!':
		if s.inField() && s.src[i+1] != '=' {
			return s.emit(tBang, i, i+1)
		}
	}
	return s.operator(c, i)
}

// open remembers an opening bracket. opens is longer than depth after brackets have been closed.
func (s *scanner) open(i int) {
	s.opens = append(s.opens[:s.depth], int32(i))
	s.depth++
}

// inField reports whether the scanner is directly inside of the {} of an f-string, not in brackets there.
func (s *scanner) inField() bool { return s.field != 0 && s.depth == s.field }

// operator scans the longest operator at i.
func (s *scanner) operator(c byte, i int) token {
	spell := &punctuation[c]
	switch next := s.src[i+1]; {
	case next == '=' && spell.assign != 0:
		return s.emit(spell.assign, i, i+2)
	case next == c && spell.double != 0:
		if s.src[i+2] == '=' {
			return s.emit(spell.doubleAssign, i, i+3)
		}
		return s.emit(spell.double, i, i+2)
	case spell.single != 0:
		return s.emit(spell.single, i, i+1)
	}
	return s.strangeCharacter(i)
}

// dot scans '.', '...' and numbers such as .5.
func (s *scanner) dot(i int) token {
	switch {
	case classes[s.src[i+1]]&digit != 0:
		return s.number(i)
	case s.src[i+1] == '.' && s.src[i+2] == '.':
		return s.emit(tEllipsis, i, i+3)
	}
	return s.emit(tDot, i, i+1)
}

// strangeCharacter reports a character that no token begins with.
func (s *scanner) strangeCharacter(i int) token {
	r, size := utf8.DecodeRuneInString(s.src[i:])
	d := diag.Errorf(codeToken, s.file.Span(i, i+size), "the character %q has no meaning here", r)
	switch {
	case r == '!':
		d.Suggest("negation is written 'not'")
	case r == '?':
		d.Suggest("a choice is written 'x if condition else y'")
	case r == '$' || r == '`':
		d.Suggest("remove it, or put it into a string")
	case strings.ContainsRune("“”„‘’‚«»″′", r):
		d.Suggest("strings stand between straight quotes: '...' or \"...\"")
	case r == '\u00a0' || r == '\u3000' || r == '\ufeff' || r == '\u200b':
		d.Suggest("this is an invisible character; replace it by an ordinary blank")
	}
	return s.fail(i+size, d)
}
