package text

// kind is the kind of a token. Punctuation has one kind each.
type kind uint8

const (
	tEOF     kind = iota
	tError        // malformed; lexer.problem says why
	tID           // bare identifier or keyword
	tAt           // @name or @"name"
	tHash         // #name
	tPercent      // %name
	tCaret        // ^name
	tBang         // !name
	tInt
	tFloat
	tString
	tArrow
	tColon
	tDoubleColon
	tComma
	tEllipsis
	tEqual
	tLess
	tGreater
	tLBrace
	tRBrace
	tLParen
	tRParen
	tLSquare
	tRSquare
	tMinus
	tPlus
	tQuestion
	tSlash
	tStar
	tBar
	tMetaBegin // {-#
	tMetaEnd   // #-}
)

// token is the part of the text from start to end.
type token struct {
	kind       kind
	start, end int32
}

// The classes of bytes, a bit each, for the table classes.
const (
	letter  = 1 << iota // A-Z a-z
	digit               // 0-9
	under               // _
	special             // $ .
	dash                // -
	space               // blank, tab, newline, carriage return
	hexDigit
)

const (
	idStart    = letter | under
	idPart     = letter | digit | under | special
	suffixPart = idPart | dash
)

var classes = func() (c [256]uint8) {
	for b := 'a'; b <= 'z'; b++ {
		c[b] |= letter
		c[b-'a'+'A'] |= letter
	}
	for b := '0'; b <= '9'; b++ {
		c[b] |= digit | hexDigit
	}
	for b := 'a'; b <= 'f'; b++ {
		c[b] |= hexDigit
		c[b-'a'+'A'] |= hexDigit
	}
	for _, b := range " \t\r\n" {
		c[b] |= space
	}
	c['_'] |= under
	c['$'] |= special
	c['.'] |= special
	c['-'] |= dash
	return c
}()

// single holds the kinds of tokens that consist of one byte which begins no longer token.
var single = [256]kind{
	',': tComma, '=': tEqual, '<': tLess, '>': tGreater, '}': tRBrace,
	'(': tLParen, ')': tRParen, '[': tLSquare, ']': tRSquare, '+': tPlus,
	'?': tQuestion, '*': tStar, '|': tBar,
}

// lexer splits text into tokens.
type lexer struct {
	src     string
	pos     int
	problem string // of the last tError token
}

// next returns the next token.
func (l *lexer) next() token {
	src, i := l.src, l.pos
	for i < len(src) {
		c := src[i]
		if classes[c]&space != 0 {
			i++
			continue
		}
		if c == '/' && i+1 < len(src) && src[i+1] == '/' {
			for i < len(src) && src[i] != '\n' {
				i++
			}
			continue
		}
		l.pos = i
		return l.token(c)
	}
	l.pos = i
	return token{tEOF, int32(i), int32(i)}
}

// token returns the token that begins with byte c at the current position.
func (l *lexer) token(c byte) token {
	start := l.pos
	switch {
	case classes[c]&idStart != 0:
		return l.emit(tID, start, l.span(start+1, idPart))
	case single[c] != 0:
		return l.emit(single[c], start, start+1)
	case classes[c]&digit != 0:
		return l.number(start)
	}
	switch c {
	case '%', '^', '!', '#':
		return l.sigil(c, start)
	case '@':
		return l.symbol(start)
	case '"':
		return l.str(start, tString, start)
	case ':':
		if l.at(start+1) == ':' {
			return l.emit(tDoubleColon, start, start+2)
		}
		return l.emit(tColon, start, start+1)
	case '-':
		if l.at(start+1) == '>' {
			return l.emit(tArrow, start, start+2)
		}
		return l.emit(tMinus, start, start+1)
	case '{':
		if l.at(start+1) == '-' && l.at(start+2) == '#' {
			return l.emit(tMetaBegin, start, start+3)
		}
		return l.emit(tLBrace, start, start+1)
	case '/':
		return l.emit(tSlash, start, start+1)
	case '.':
		if l.at(start+1) == '.' && l.at(start+2) == '.' {
			return l.emit(tEllipsis, start, start+3)
		}
		return l.fail(start, start+1, "expected three consecutive dots for an ellipsis")
	}
	return l.fail(start, start+1, "unexpected character")
}

func (l *lexer) emit(k kind, start, end int) token {
	l.pos = end
	return token{k, int32(start), int32(end)}
}

func (l *lexer) fail(start, end int, problem string) token {
	l.problem = problem
	return l.emit(tError, start, min(end, len(l.src)))
}

// at returns the byte at i, or 0 behind the end.
func (l *lexer) at(i int) byte {
	if i < len(l.src) {
		return l.src[i]
	}
	return 0
}

// span returns the first position from i on whose byte is not in the class.
func (l *lexer) span(i int, class uint8) int {
	for i < len(l.src) && classes[l.src[i]]&class != 0 {
		i++
	}
	return i
}

// number scans 12, 0x1F and 1.5e-3. If no digits follow "0x", as in the shape 0xf32, only the 0 is a number.
func (l *lexer) number(start int) token {
	if l.src[start] == '0' && l.at(start+1) == 'x' && classes[l.at(start+2)]&hexDigit != 0 {
		return l.emit(tInt, start, l.span(start+2, hexDigit))
	}
	i := l.span(start, digit)
	if l.at(i) != '.' {
		return l.emit(tInt, start, i)
	}
	i = l.span(i+1, digit)
	if l.at(i)|0x20 == 'e' {
		j := i + 1
		if c := l.at(j); c == '+' || c == '-' {
			j++
		}
		if classes[l.at(j)]&digit != 0 {
			i = l.span(j, digit)
		}
	}
	return l.emit(tFloat, start, i)
}

// sigil scans %name, ^name, !name and #name. The name consists of digits, or is an identifier that may
// contain dashes.
func (l *lexer) sigil(c byte, start int) token {
	k, what := tPercent, "invalid SSA name"
	switch c {
	case '^':
		k, what = tCaret, "invalid block name"
	case '!':
		k, what = tBang, "invalid type identifier"
	case '#':
		if l.at(start+1) == '-' && l.at(start+2) == '}' {
			return l.emit(tMetaEnd, start, start+3)
		}
		k, what = tHash, "invalid attribute name"
	}
	switch class := classes[l.at(start+1)]; {
	case class&digit != 0:
		return l.emit(k, start, l.span(start+1, digit))
	case class&suffixPart != 0:
		return l.emit(k, start, l.span(start+1, suffixPart))
	}
	return l.fail(start, start+1, what)
}

// symbol scans @name and @"name".
func (l *lexer) symbol(start int) token {
	switch c := l.at(start + 1); {
	case c == '"':
		return l.str(start, tAt, start+1)
	case classes[c]&idStart != 0:
		return l.emit(tAt, start, l.span(start+2, idPart))
	}
	return l.fail(start, start+1, "@ identifier expected to start with letter or '_'")
}

// str scans a string whose opening quote is at quote.
func (l *lexer) str(start int, k kind, quote int) token {
	for i := quote + 1; i < len(l.src); i++ {
		switch l.src[i] {
		case '"':
			return l.emit(k, start, i+1)
		case '\n', '\v', '\f':
			return l.fail(start, i, "expected '\"' in string literal")
		case '\\':
			i++
			switch c := l.at(i); {
			case c == '"', c == '\\', c == 'n', c == 't':
			case classes[c]&hexDigit != 0 && classes[l.at(i+1)]&hexDigit != 0:
				i++
			default:
				return l.fail(start, i, "unknown escape in string literal")
			}
		}
	}
	return l.fail(start, len(l.src), "expected '\"' in string literal")
}

// unquote returns the value of a string literal s with its quotes.
func unquote(s string) string {
	s = s[1 : len(s)-1]
	escape := -1
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' {
			escape = i
			break
		}
	}
	if escape < 0 {
		return s
	}
	out := append(make([]byte, 0, len(s)), s[:escape]...)
	for i := escape; i < len(s); i++ {
		if s[i] != '\\' {
			out = append(out, s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case '"', '\\':
			out = append(out, c)
		case 'n':
			out = append(out, '\n')
		case 't':
			out = append(out, '\t')
		default:
			out = append(out, hexValue(c)<<4|hexValue(s[i+1]))
			i++
		}
	}
	return string(out)
}

func hexValue(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}
