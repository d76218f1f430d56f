package diag

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Printable returns a text with escapes such as \x1b or \u202e in place of characters that would move a
// terminal's cursor, change its state, hide text or reverse its direction: control characters with line
// breaks and tabs, format characters, and bytes that are not UTF-8. Names, files and lines of programs are
// printed through it, so that a program cannot imitate the lines of a report.
func Printable(s string) string {
	for i, r := range s {
		if !isPrintable(s[i:], r) {
			return s[:i] + escape(s[i:])
		}
	}
	return s
}

// isPrintable reports whether a rune is printed unchanged. rest begins with the rune.
func isPrintable(rest string, r rune) bool {
	if r == utf8.RuneError {
		_, size := utf8.DecodeRuneInString(rest)
		return size > 1 // U+FFFD itself stands in the text
	}
	return unicode.IsPrint(r)
}

// escape is Printable for a text that needs escapes.
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

// PrintableLines is Printable, except that line breaks and tabs stay.
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

// Sprintf is fmt.Sprintf, except that the texts of arguments are made printable. Only the format, which is a
// constant of Inflight, may have line breaks. Reports and messages are made by it.
func Sprintf(format string, args ...any) string {
	if false {
		_ = fmt.Sprintf(format, args...) // makes go vet check calls like those of fmt.Sprintf
	}
	return fmt.Sprintf(format, shown(args)...)
}

// Fprintf writes what Sprintf returns.
func Fprintf(w io.Writer, format string, args ...any) (int, error) {
	return io.WriteString(w, Sprintf(format, args...))
}

// shown returns the arguments in a form that is printable in any format.
func shown(args []any) []any {
	safe := make([]any, len(args))
	for i, a := range args {
		switch a.(type) {
		case argument, bool, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, uintptr,
			float32, float64:
			safe[i] = a // a number may be a width in the format
		default:
			safe[i] = argument{a}
		}
	}
	return safe
}

// argument is an argument of Sprintf whose text is made printable.
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

// PrintableJSON returns a JSON text with the same values, in which characters that Printable escapes are
// escaped as in JSON, such as \u202e.
func PrintableJSON(text []byte) []byte {
	for i := 0; i < len(text); i++ {
		if text[i] >= 0x7f {
			return escapeJSON(text)
		}
	}
	return text // JSON escapes ASCII control characters itself
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
