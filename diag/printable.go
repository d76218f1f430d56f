package diag

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Printable returns a text in which everything that would move a terminal's cursor, change its state, hide
// text or turn its direction around stands as a number, as in \x1b or \u202e: control characters, line breaks
// and tabs among them, characters that format, and bytes that are no UTF-8. Names, files and lines of
// programs are shown by it, since who writes a program must not write what a report says.
func Printable(s string) string {
	for i, r := range s {
		if !isPrintable(s[i:], r) {
			return s[:i] + escape(s[i:])
		}
	}
	return s
}

// isPrintable reports whether a rune is shown as it is; rest begins with it.
func isPrintable(rest string, r rune) bool {
	if r == utf8.RuneError {
		_, size := utf8.DecodeRuneInString(rest)
		return size > 1 // it is in the text
	}
	return unicode.IsPrint(r)
}

// escape is Printable without the short way.
func escape(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case isPrintable(s, r):
			b.WriteString(s[:size])
		case size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case r <= 0xFFFF:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
		s = s[size:]
	}
	return b.String()
}

// PrintableLines is Printable, but that line breaks and tabs stay.
func PrintableLines(s string) string {
	lines := strings.SplitAfter(s, "\n")
	for i, line := range lines {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		for k, f := range fields {
			fields[k] = Printable(f)
		}
		lines[i] = strings.Join(fields, "\t") + line[len(strings.TrimSuffix(line, "\n")):]
	}
	return strings.Join(lines, "")
}

// Sprintf is fmt.Sprintf, but that what arguments become is printable: only the format, which is ours, has
// line breaks. Reports and messages are written by it.
func Sprintf(format string, args ...any) string {
	if false {
		_ = fmt.Sprintf(format, args...) // tells go vet that this is a function like Sprintf
	}
	return fmt.Sprintf(format, shown(args)...)
}

// Fprintf writes what Sprintf returns.
func Fprintf(w io.Writer, format string, args ...any) (int, error) {
	return io.WriteString(w, Sprintf(format, args...))
}

// shown returns arguments that are printable in any format.
func shown(args []any) []any {
	safe := make([]any, len(args))
	for i, a := range args {
		switch a.(type) {
		case argument, bool, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, uintptr,
			float32, float64:
			safe[i] = a // it may be a width, too
		default:
			safe[i] = argument{a}
		}
	}
	return safe
}

// argument is an argument of Sprintf.
type argument struct{ value any }

// Format implements fmt.Formatter. The message of an error keeps its line breaks, which the renderer indents:
// it may be the output of another program.
func (a argument) Format(f fmt.State, verb rune) {
	text := fmt.Sprintf(fmt.FormatString(f, verb), a.value)
	if _, ok := a.value.(error); ok {
		text = PrintableLines(text)
	} else {
		text = Printable(text)
	}
	_, _ = io.WriteString(f, text) // into memory
}

// PrintableJSON returns a text in JSON with the same values, in which what Printable shows as a number stands
// as one of JSON, \u202e.
func PrintableJSON(text []byte) []byte {
	for i := 0; i < len(text); i++ {
		if text[i] >= 0x7f {
			return escapeJSON(text)
		}
	}
	return text // control characters of ASCII are escaped
}

func escapeJSON(text []byte) []byte {
	var b []byte
	for _, r := range string(text) {
		switch {
		case r < 0x7f || unicode.IsPrint(r):
			b = utf8.AppendRune(b, r)
		case r <= 0xFFFF:
			b = fmt.Appendf(b, `\u%04x`, r)
		default:
			high, low := utf16.EncodeRune(r)
			b = fmt.Appendf(b, `\u%04x\u%04x`, high, low)
		}
	}
	return b
}
