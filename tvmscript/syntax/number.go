package syntax

import (
	"math"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// number scans an integer or a floating-point literal.
func (s *scanner) number(start int) token {
	if s.src[start] == '0' {
		if base := radix(s.src[start+1]); base != 0 {
			return s.radixInt(start, base)
		}
	}
	i, ok := start, true
	k := tInt
	if s.src[i] != '.' {
		i, ok = s.digits(i, 10)
	}
	if ok && s.src[i] == '.' {
		k = tFloat
		i++
		if classes[s.src[i]]&digit != 0 {
			i, ok = s.digits(i, 10)
		}
	}
	if ok {
		var exponent bool
		if i, exponent, ok = s.exponent(i); exponent {
			k = tFloat
		}
	}
	if !ok {
		return s.badUnderscore(i)
	}
	if k == tInt && s.src[start] == '0' && strings.Trim(s.src[start:i], "0_") != "" && s.src[i]|0x20 != 'j' {
		return s.leadingZero(start, i)
	}
	return s.endNumber(k, start, i, "decimal")
}

// radix returns the base for the letter behind a 0, or 0.
func radix(c byte) byte {
	switch c | 0x20 {
	case 'x':
		return 16
	case 'o':
		return 8
	case 'b':
		return 2
	}
	return 0
}

var radixName = [...]string{2: "binary", 8: "octal", 16: "hexadecimal"}

// radixInt scans 0x1F, 0o17 and 0b11.
func (s *scanner) radixInt(start int, base byte) token {
	i := start + 2
	if s.src[i] == '_' {
		i++
	}
	if !isDigit(s.src[i], base) {
		if classes[s.src[i]]&digit != 0 {
			return s.badNumber(i, i+1, "the digit "+s.src[i:i+1]+" is not "+radixName[base])
		}
		return s.badNumber(start, i, "a "+radixName[base]+" number needs digits behind "+s.src[start:start+2])
	}
	i, ok := s.digits(i, base)
	switch {
	case !ok:
		return s.badUnderscore(i)
	case classes[s.src[i]]&digit != 0:
		return s.badNumber(i, i+1, "the digit "+s.src[i:i+1]+" is not "+radixName[base])
	}
	return s.endNumber(tInt, start, i, radixName[base])
}

// digits skips digits with single underscores between them.
func (s *scanner) digits(i int, base byte) (end int, ok bool) {
	for {
		for isDigit(s.src[i], base) {
			i++
		}
		if s.src[i] != '_' {
			return i, true
		}
		i++
		if !isDigit(s.src[i], base) {
			return i, false
		}
	}
}

// isDigit reports whether c is a digit of the base.
func isDigit(c, base byte) bool {
	switch {
	case c >= '0' && c <= '9':
		return c-'0' < base
	case base == 16:
		return c|0x20 >= 'a' && c|0x20 <= 'f'
	}
	return false
}

// exponent skips e-3. An e without digits is no exponent: endNumber reports it.
func (s *scanner) exponent(i int) (end int, found, ok bool) {
	if s.src[i]|0x20 != 'e' {
		return i, false, true
	}
	j := i + 1
	if s.src[j] == '+' || s.src[j] == '-' {
		j++
	}
	if classes[s.src[j]]&digit == 0 {
		return i, false, true
	}
	end, ok = s.digits(j, 10)
	return end, true, ok
}

// endNumber emits a number, unless letters follow it directly.
func (s *scanner) endNumber(k kind, start, i int, what string) token {
	c := s.src[i]
	if classes[c]&letter == 0 || keywordFollows(s.src[i:]) {
		return s.emit(k, start, i)
	}
	end := i
	for classes[s.src[end]]&(letter|digit) != 0 {
		end++
	}
	if (c == 'j' || c == 'J') && end == i+1 {
		d := diag.Errorf(codeUnsupported, s.file.Span(start, end),
			"a complex number is not part of TVMScript")
		return s.fail(end, d.Suggest("use real numbers"))
	}
	d := diag.Errorf(codeNumber, s.file.Span(start, end), "%q is neither a number nor a name",
		s.src[start:end])
	return s.fail(end,
		d.Suggest("a %s number cannot be followed by letters; a name does not begin with a digit", what))
}

// keywordFollows reports whether a text begins with a keyword that Python allows directly behind a number, as
// in "1if x else 2".
func keywordFollows(text string) bool {
	for _, word := range [...]string{"and", "else", "for", "if", "in", "is", "not", "or"} {
		if strings.HasPrefix(text, word) {
			return true
		}
	}
	return false
}

// leadingZero reports 012. It was octal in earlier versions of Python, and most readers would take it for
// decimal.
func (s *scanner) leadingZero(start, i int) token {
	text := s.src[start:i]
	d := diag.Errorf(codeNumber, s.file.Span(start, i), "a decimal number does not begin with 0")
	if value := strings.TrimLeft(text, "0_"); strings.Trim(value, "01234567_") == "" {
		d.Suggest("write 0o%s for an octal number, %s for a decimal one", value, value)
	} else {
		d.Suggest("write %s", value)
	}
	return s.fail(i, d)
}

// badUnderscore reports the underscore in front of i.
func (s *scanner) badUnderscore(i int) token {
	return s.badNumber(i-1, i, "an underscore in a number stands between two digits")
}

// badNumber reports an error between start and end, and skips the rest of the number.
func (s *scanner) badNumber(start, end int, why string) token {
	after := end
	for classes[s.src[after]]&(letter|digit) != 0 {
		after++
	}
	return s.fail(after, diag.Errorf(codeNumber, s.file.Span(start, end), "%s", why))
}

// intLiteral returns the node of a tInt token.
func (p *parser) intLiteral(t token) Expr {
	x := p.slabs.ints.new()
	x.At = At{t.start, t.end}
	x.Text = withoutUnderscores(p.text(t))
	base, digits := uint64(10), x.Text
	if len(digits) > 1 {
		if b := radix(digits[1]); b != 0 {
			base, digits = uint64(b), digits[2:]
		}
	}
	x.Value, x.Big = intValue(digits, base)
	return x
}

// intValue returns the value of digits. big says that they exceed an int64.
func intValue(digits string, base uint64) (value int64, big bool) {
	v := uint64(0)
	for i := range len(digits) {
		if v > (math.MaxInt64-15)/base {
			// The digits are close to the limit or beyond it. This way is slower and exact.
			n, err := strconv.ParseInt(digits, int(base), 64)
			if err != nil {
				return 0, true
			}
			return n, false
		}
		c := digits[i]
		if c > '9' {
			c = c&^0x20 - 'A' + '9' + 1
		}
		v = v*base + uint64(c-'0')
	}
	return int64(v), false
}

// floatLiteral returns the node of a tFloat token. As in Python, a number too large for a float64 is
// infinite.
func (p *parser) floatLiteral(t token) Expr {
	text := withoutUnderscores(p.text(t))
	value, _ := strconv.ParseFloat(text, 64)
	return &Float{At: At{t.start, t.end}, Text: text, Value: value}
}

func withoutUnderscores(text string) string {
	if strings.IndexByte(text, '_') < 0 {
		return text
	}
	return strings.ReplaceAll(text, "_", "")
}
