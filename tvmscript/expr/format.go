package expr

import (
	"math"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// repr returns Python's text of a value. It is cut if it is too long for a message.
func (e *Evaluator) repr(v Value) string {
	w := writer{}
	w.write(v, true)
	return w.text.String()
}

// text returns str(v).
func (e *Evaluator) text(v Value, at syntax.Node) (string, error) {
	if u, ok := v.(*Unknown); ok {
		return "", e.unknown(u, at)
	}
	w := writer{}
	w.write(v, false)
	if w.unnamed != nil {
		return "", e.Errorf(CodeType, at, "%s has no text that is known at import time", w.unnamed.Kind())
	}
	return w.text.String(), e.length(int64(w.text.Len()), at)
}

// writer writes values as Python does.
type writer struct {
	text    strings.Builder
	depth   int
	unnamed Value // a value without a text
}

func (w *writer) write(v Value, quote bool) {
	if w.text.Len() > maxLength || w.depth > 100 {
		w.text.WriteString("...")
		return
	}
	w.depth++
	defer func() { w.depth-- }()
	switch v := v.(type) {
	case *Int:
		w.text.WriteString(strconv.FormatInt(v.V, 10))
	case *Float:
		w.text.WriteString(floatText(v.V))
	case *Bool:
		w.text.WriteString(map[bool]string{true: "True", false: "False"}[v.V])
	case *Str:
		if quote {
			w.text.WriteString(quoted(v.V))
		} else {
			w.text.WriteString(v.V)
		}
	case *None:
		w.text.WriteString("None")
	case *Dtype:
		w.text.WriteString(v.String())
	case *Imm:
		if v.isHuge() {
			w.text.WriteString(strconv.FormatUint(uint64(v.Int), 10))
			return
		}
		w.write(v.plain(), quote)
	case *Seq:
		w.sequence(v)
	case *Dict:
		w.dict(v)
	default:
		w.unnamed = v
		w.text.WriteString(v.Kind())
	}
}

func (w *writer) sequence(s *Seq) {
	open, end := "(", ")"
	if s.List {
		open, end = "[", "]"
	} else if len(s.Elems) == 1 {
		end = ",)"
	}
	w.text.WriteString(open)
	for i, v := range s.Elems {
		if i > 0 {
			w.text.WriteString(", ")
		}
		w.write(v, true)
		if w.text.Len() > maxLength {
			break
		}
	}
	w.text.WriteString(end)
}

func (w *writer) dict(d *Dict) {
	w.text.WriteByte('{')
	for i, k := range d.Keys {
		if i > 0 {
			w.text.WriteString(", ")
		}
		w.write(k, true)
		w.text.WriteString(": ")
		w.write(d.Values[i], true)
		if w.text.Len() > maxLength {
			break
		}
	}
	w.text.WriteByte('}')
}

// floatText returns the shortest text from which the same number is read, in Python's notation.
func floatText(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	text := strconv.FormatFloat(f, 'e', -1, 64)
	exponent, _ := strconv.Atoi(text[strings.IndexByte(text, 'e')+1:])
	if exponent < -4 || exponent >= 16 {
		return text
	}
	text = strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// quoted returns a string in Python's quotes.
func quoted(s string) string {
	quote := byte('\'')
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = '"'
	}
	out := []byte{quote}
	for _, r := range s {
		switch {
		case r == rune(quote) || r == '\\':
			out = append(out, '\\', byte(r))
		case r == '\n':
			out = append(out, `\n`...)
		case r == '\t':
			out = append(out, `\t`...)
		case r == '\r':
			out = append(out, `\r`...)
		case r < ' ' || r == 0x7f:
			const digits = "0123456789abcdef"
			out = append(out, '\\', 'x', digits[r>>4], digits[r&15])
		default:
			out = append(out, string(r)...)
		}
	}
	return string(append(out, quote))
}

// fstring evaluates f"...{x}...".
func (e *Evaluator) fstring(x *syntax.FString) (Value, error) {
	var text strings.Builder
	for _, part := range x.Parts {
		piece, err := e.fstringPart(part)
		if err != nil {
			return nil, err
		}
		text.WriteString(piece)
		if err := e.length(int64(text.Len()), x); err != nil {
			return nil, err
		}
	}
	return &Str{text.String()}, nil
}

// fstringPart returns the text of a part of an f-string. A constant with a dtype is written as a number.
func (e *Evaluator) fstringPart(part syntax.Expr) (string, error) {
	f, ok := part.(*syntax.FormatValue)
	if !ok {
		return e.ConstStr(part)
	}
	v, err := e.Value(f.X)
	if err != nil {
		return "", err
	}
	spec := ""
	if f.Spec != nil {
		s, err := e.fstring(f.Spec)
		if err != nil {
			return "", err
		}
		spec = s.(*Str).V
	}
	if imm, ok := v.(*Imm); ok && !imm.isHuge() {
		v = imm.plain()
	}
	if f.Conversion != 0 {
		text := e.repr(v)
		if f.Conversion == 's' {
			if text, err = e.text(v, f.X); err != nil {
				return "", err
			}
		}
		v = &Str{text}
	}
	return e.format(v, spec, f.X)
}

// formatSpec is a format specification: [[fill]align][sign][#][0][width][,][.precision][type].
type formatSpec struct {
	fill, align, sign string
	alternate         bool
	width             int
	group             string
	precision         int // -1: none
	kind              byte
}

// parseSpec reads a format specification. ok is false if s is none.
func parseSpec(s string) (formatSpec, bool) {
	f := formatSpec{fill: " ", precision: -1}
	runes := []rune(s)
	isAlign := func(r rune) bool { return strings.ContainsRune("<>=^", r) }
	switch {
	case len(runes) > 1 && isAlign(runes[1]):
		f.fill, f.align, runes = string(runes[0]), string(runes[1]), runes[2:]
	case len(runes) > 0 && isAlign(runes[0]):
		f.align, runes = string(runes[0]), runes[1:]
	}
	s = string(runes)
	if s != "" && strings.Contains("+- ", s[:1]) {
		f.sign, s = s[:1], s[1:]
	}
	if rest, ok := strings.CutPrefix(s, "#"); ok {
		f.alternate, s = true, rest
	}
	if rest, ok := strings.CutPrefix(s, "0"); ok {
		s = rest
		if f.align == "" {
			f.fill, f.align = "0", "="
		}
	}
	var ok bool
	if f.width, s, ok = cutNumber(s, 0); !ok {
		return f, false
	}
	if s != "" && strings.Contains(",_", s[:1]) {
		f.group, s = s[:1], s[1:]
	}
	if rest, found := strings.CutPrefix(s, "."); found {
		if f.precision, s, ok = cutNumber(rest, -1); !ok || f.precision < 0 {
			return f, false
		}
	}
	if s != "" {
		f.kind, s = s[0], s[1:]
	}
	return f, s == ""
}

// cutNumber removes the digits at the front of a text, and returns their number. It returns missing if there
// are none.
func cutNumber(s string, missing int) (n int, rest string, ok bool) {
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	if i == 0 {
		return missing, s, true
	}
	n, err := strconv.Atoi(s[:i])
	return n, s[i:], err == nil && n <= 10000
}

// format returns format(v, spec).
func (e *Evaluator) format(v Value, spec string, at syntax.Node) (string, error) {
	if spec == "" {
		return e.text(v, at)
	}
	f, ok := parseSpec(spec)
	if !ok {
		return "", e.Errorf(CodeValue, at, "%q is no format that is understood", spec)
	}
	body, isNumber := "", true
	switch v := v.(type) {
	case *Int, *Bool:
		n, _ := asInt(v)
		body, ok = f.integer(n)
	case *Float:
		body, ok = f.number(v.V)
	case *Str:
		isNumber = false
		body, ok = v.V, f.kind == 0 || f.kind == 's'
		ok = ok && f.sign == "" && f.group == "" && f.align != "="
		if runes := []rune(body); f.precision >= 0 && f.precision < len(runes) {
			body = string(runes[:f.precision])
		}
	default:
		ok = false
	}
	if !ok {
		return "", e.Errorf(CodeValue, at, "the format %q does not go with %s", spec, v.Kind())
	}
	return f.pad(body, isNumber), nil
}

// integer formats the digits of an integer.
func (f formatSpec) integer(n int64) (string, bool) {
	base, prefix := 10, ""
	switch f.kind {
	case 0, 'd', 'n':
	case 'b':
		base, prefix = 2, "0b"
	case 'o':
		base, prefix = 8, "0o"
	case 'x', 'X':
		base, prefix = 16, "0x"
	case 'e', 'E', 'f', 'F', 'g', 'G', '%':
		return f.number(float64(n))
	default:
		return "", false
	}
	if f.precision >= 0 || f.group == "," && base != 10 {
		return "", false
	}
	digits := strconv.FormatInt(n, base)
	digits, negative := strings.CutPrefix(digits, "-")
	digits = f.grouped(digits, map[bool]int{true: 3, false: 4}[base == 10])
	if f.alternate {
		digits = prefix + digits
	}
	if f.kind == 'X' {
		digits = strings.ToUpper(digits)
	}
	return f.signed(digits, negative), true
}

// number formats a float.
func (f formatSpec) number(v float64) (string, bool) {
	negative := math.Signbit(v) && !math.IsNaN(v)
	v = math.Abs(v)
	if f.alternate {
		return "", false
	}
	if !isFinite(v) {
		return f.signed(floatText(v), negative), true
	}
	precision := f.precision
	if precision < 0 {
		precision = 6
	}
	var digits string
	switch f.kind {
	case 'f', 'F':
		digits = strconv.FormatFloat(v, 'f', precision, 64)
	case '%':
		digits = strconv.FormatFloat(v*100, 'f', precision, 64) + "%"
	case 'e', 'E':
		digits = strconv.FormatFloat(v, f.kind, precision, 64)
	case 'g', 'G':
		digits = general(v, max(precision, 1), f.kind)
	case 0:
		digits = floatText(v)
		if f.precision >= 0 {
			return "", false
		}
	default:
		return "", false
	}
	whole, rest := digits, ""
	if i := strings.IndexAny(digits, ".e%"); i >= 0 {
		whole, rest = digits[:i], digits[i:]
	}
	return f.signed(f.grouped(whole, 3)+rest, negative), true
}

// general formats a number by the format g: significant digits without trailing zeros. A number that is very
// small or has more digits gets an exponent.
func general(v float64, precision int, kind byte) string {
	text := strconv.FormatFloat(v, 'e', precision-1, 64)
	mantissa, exp, _ := strings.Cut(text, "e")
	exponent, _ := strconv.Atoi(exp)
	if exponent < -4 || exponent >= precision {
		if strings.Contains(mantissa, ".") {
			mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
		}
		return mantissa + string(kind-'g'+'e') + exp
	}
	text = strconv.FormatFloat(v, 'f', precision-1-exponent, 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// grouped puts a separator between groups of digits.
func (f formatSpec) grouped(digits string, size int) string {
	if f.group == "" {
		return digits
	}
	out := ""
	for len(digits) > size {
		out = f.group + digits[len(digits)-size:] + out
		digits = digits[:len(digits)-size]
	}
	return digits + out
}

func (f formatSpec) signed(digits string, negative bool) string {
	switch {
	case negative:
		return "-" + digits
	case f.sign == "+" || f.sign == " ":
		return f.sign + digits
	}
	return digits
}

// pad fills a text up to the width. Numbers are aligned to the right, and strings to the left.
func (f formatSpec) pad(body string, isNumber bool) string {
	missing := f.width - len([]rune(body))
	if missing <= 0 {
		return body
	}
	align := f.align
	if align == "" {
		align = map[bool]string{true: ">", false: "<"}[isNumber]
	}
	fill := func(n int) string { return strings.Repeat(f.fill, n) }
	switch align {
	case "<":
		return body + fill(missing)
	case "^":
		return fill(missing/2) + body + fill(missing-missing/2)
	case "=":
		i := 0
		for i < len(body) &&
			(strings.IndexByte("+- ", body[i]) >= 0 || strings.HasPrefix(body[i:], "0x") ||
				i > 0 && body[i-1] == '0' && body[i] == 'x') {
			i++
		}
		return body[:i] + fill(missing) + body[i:]
	}
	return fill(missing) + body
}
