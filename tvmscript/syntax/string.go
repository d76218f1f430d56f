package syntax

import (
	"strings"
	"unicode/utf8"

	"github.com/inflight-compiler/inflight/diag"
)

// The meanings of the letters in front of a string.
const (
	rawString    = 1 << iota // r: a backslash escapes nothing
	bytesString              // b
	formatString             // f
)

// stringPrefix returns the flags of a prefix. ok is false if the letters are no prefix.
func stringPrefix(letters string) (flags uint8, ok bool) {
	for i := range len(letters) {
		flag := uint8(0)
		switch letters[i] | 0x20 {
		case 'r':
			flag = rawString
		case 'b':
			flag = bytesString
		case 'f':
			flag = formatString
		case 'u':
			return 0, len(letters) == 1
		default:
			return 0, false
		}
		if flags&flag != 0 {
			return 0, false
		}
		flags |= flag
	}
	return flags, flags&(bytesString|formatString) != bytesString|formatString
}

// quoting describes the prefix and the quotes of a string literal.
type quoting struct {
	flags  uint8
	quote  byte
	triple bool
	body   int // behind the opening quotes
}

// quotingAt returns the quoting of the literal that begins at start.
func (s *scanner) quotingAt(start int) quoting {
	i := start
	for s.src[i] != '"' && s.src[i] != '\'' {
		i++
	}
	q := quoting{quote: s.src[i], body: i + 1}
	q.flags, _ = stringPrefix(s.src[start:i])
	if s.src[i+1] == q.quote && s.src[i+2] == q.quote {
		q.triple, q.body = true, i+3
	}
	return q
}

// closedAt reports whether the closing quotes stand at i.
func (s *scanner) closedAt(q quoting, i int) bool {
	if s.src[i] != q.quote {
		return false
	}
	return !q.triple || s.src[i+1] == q.quote && s.src[i+2] == q.quote
}

// width returns the number of quotes on each side.
func (q quoting) width() int {
	if q.triple {
		return 3
	}
	return 1
}

// str scans a string whose quotes begin at quote. Of an f-string it scans only the opening quotes.
func (s *scanner) str(start, quote int, flags uint8) token {
	q := s.quotingAt(quote)
	q.flags = flags
	if flags&formatString != 0 {
		return s.emit(tFString, start, q.body)
	}
	end, ok := s.stringEnd(q, q.body)
	if !ok {
		return s.unclosedString(start, q, end)
	}
	return s.emit(tString, start, end+q.width())
}

// stringEnd returns the position of the closing quotes. If there are none, ok is false, and end is where
// scanning can go on.
func (s *scanner) stringEnd(q quoting, i int) (end int, ok bool) {
	for {
		switch c := s.src[i]; {
		case c == q.quote && s.closedAt(q, i):
			return i, true
		case c == 0 || classes[c]&newline != 0 && !q.triple:
			return i, false
		case c == '\\' && s.src[i+1] != 0:
			i++
			if end := s.lineEnd(i); end > i { // a line break may be two bytes
				i = end
				continue
			}
		}
		i++
	}
}

// unclosedString reports a string without closing quotes.
func (s *scanner) unclosedString(start int, q quoting, end int) token {
	quotes := s.src[q.body-q.width() : q.body]
	if s.field != 0 {
		d := diag.Errorf(codeFString, s.file.Span(start, q.body),
			"the f-string ends inside of its braces, or a string in them is not closed")
		return s.fail(end, d.Suggest("close the braces by }"))
	}
	d := diag.Errorf(codeString, s.file.Span(start, q.body), "the string that begins here is not closed")
	switch other := s.otherQuote(q, end); {
	case q.triple:
		d.Suggest("close it by %s", quotes)
	case other >= 0:
		d.Note(s.file.Span(other, other+1),
			"this quote is of the other kind").Suggest("begin and end a string with the same kind of quotes")
	default:
		d.Suggest("close it by %s on the same line; a string over several lines stands between %s", quotes,
			strings.Repeat(quotes, 3))
	}
	return s.fail(end, d)
}

// otherQuote returns the last quote of the other kind in the literal, or -1.
func (s *scanner) otherQuote(q quoting, end int) int {
	other := byte('"')
	if q.quote == '"' {
		other = '\''
	}
	if i := strings.LastIndexByte(s.src[q.body:end], other); i >= 0 {
		return q.body + i
	}
	return -1
}

// literalValue returns the value of a tString token.
func (p *parser) literalValue(t token) (value string, isBytes bool) {
	q := p.quotingAt(int(t.start))
	start, end := q.body, int(t.end)-q.width()
	isBytes = q.flags&bytesString != 0
	body := p.src[start:end]
	if strings.IndexByte(body, '\\') < 0 && strings.IndexByte(body, '\r') < 0 && (!isBytes || isASCII(body)) {
		return body, isBytes
	}
	return string(p.unescape(make([]byte, 0, len(body)), start, end, q.flags)), isBytes
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
