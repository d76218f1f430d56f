package syntax

import (
	"unicode/utf8"

	"github.com/inflight-compiler/inflight/diag"
)

// unescape appends the value of the literal text between start and end. It reports the first escape sequence
// without a meaning.
func (p *parser) unescape(dst []byte, start, end int, flags uint8) []byte {
	for i := start; i < end && !p.failed; {
		switch c := p.src[i]; {
		case c == '\r': // a line break is \n in Python, whatever it is in the file
			i = p.lineEnd(i)
			dst = append(dst, '\n')
		case c == '\\' && flags&rawString == 0 && i+1 < end:
			dst, i = p.escape(dst, i, end, flags)
		case c >= utf8.RuneSelf && flags&bytesString != 0:
			_, size := utf8.DecodeRuneInString(p.src[i:])
			d := diag.Errorf(codeString, p.file.Span(i, i+size), "a bytes string holds ASCII characters only")
			p.fail(d.Suggest(`write other bytes as \xhh`))
		default:
			dst = append(dst, c)
			i++
		}
	}
	return dst
}

// simpleEscapes has the character for each letter behind a backslash.
var simpleEscapes = [utf8.RuneSelf]byte{'\\': '\\', '\'': '\'', '"': '"', 'a': '\a', 'b': '\b', 'f': '\f',
	'n': '\n', 'r': '\r',
	't': '\t', 'v': '\v'}

// escape appends the value of the escape sequence at i, and returns the position behind the sequence.
func (p *parser) escape(dst []byte, i, end int, flags uint8) ([]byte, int) {
	c := p.src[i+1]
	switch {
	case c < utf8.RuneSelf && simpleEscapes[c] != 0:
		return append(dst, simpleEscapes[c]), i + 2
	case classes[c]&newline != 0:
		return dst, p.lineEnd(i + 1)
	case c >= '0' && c <= '7':
		return p.octalEscape(dst, i, end, flags)
	case c == 'x':
		return p.hexEscape(dst, i, end, 2, flags)
	case flags&bytesString != 0:
	case c == 'u':
		return p.hexEscape(dst, i, end, 4, flags)
	case c == 'U':
		return p.hexEscape(dst, i, end, 8, flags)
	case c == 'N':
		d := diag.Errorf(codeString, p.file.Span(i, i+2), `characters by name, \N{...}, are not supported`)
		p.fail(d.Suggest(`write the character itself, or its number as \uhhhh`))
		return dst, end
	}
	return append(dst, '\\'), i + 1 // Python keeps the backslash of an unknown sequence
}

// octalEscape reads \ooo: up to three digits.
func (p *parser) octalEscape(dst []byte, i, end int, flags uint8) ([]byte, int) {
	value, j := rune(0), i+1
	for j < end && j < i+4 && p.src[j] >= '0' && p.src[j] <= '7' {
		value = value*8 + rune(p.src[j]-'0')
		j++
	}
	return appendCharacter(dst, value, flags), j
}

// hexEscape reads \xhh, \uhhhh and \Uhhhhhhhh.
func (p *parser) hexEscape(dst []byte, i, end, digits int, flags uint8) ([]byte, int) {
	value, j := rune(0), i+2
	for ; j < i+2+digits; j++ {
		if j >= end || !isDigit(p.src[j], 16) {
			p.fail(diag.Errorf(codeString, p.file.Span(i, j), `\%c needs %d hexadecimal digits`, p.src[i+1],
				digits))
			return dst, end
		}
		v, _ := intValue(p.src[j:j+1], 16)
		value = value<<4 | rune(v)
	}
	if digits > 2 && !utf8.ValidRune(value) {
		p.fail(diag.Errorf(codeString, p.file.Span(i, j), "%s is no character", p.src[i:j]))
		return dst, end
	}
	return appendCharacter(dst, value, flags), j
}

// appendCharacter appends one character of a text, or one byte of a bytes string.
func appendCharacter(dst []byte, value rune, flags uint8) []byte {
	if flags&bytesString != 0 {
		return append(dst, byte(value))
	}
	return utf8.AppendRune(dst, value)
}
