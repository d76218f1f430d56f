package diag

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable returns a text in which everything that would move a terminal's cursor, change its state, hide text or turn its direction
// around stands as a number, as in \x1b or \u202e: control characters, line breaks and tabs among them, characters that format, and bytes
// that are no UTF-8. Names, files and lines of programs are shown by it, since who writes a program must not write what a report says.
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

// Sprintf is fmt.Sprintf, but that what arguments become is printable: only the format, which is ours, has line breaks. Reports and
// messages are written by it.
func Sprintf(format string, args ...any) string {
	if false {
		_ = fmt.Sprintf(format, args...) // tells go vet that this is a function like Sprintf
	}
	return fmt.Sprintf(format, shown(args)...)
}

// shown returns arguments that are printable in any format.
func shown(args []any) []any {
	safe := make([]any, len(args))
	for i, a := range args {
		switch a.(type) {
		case argument, bool, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, uintptr, float32, float64:
			safe[i] = a // it may be a width, too
		default:
			safe[i] = argument{a}
		}
	}
	return safe
}

// argument is an argument of Sprintf.
type argument struct{ value any }

// Format implements fmt.Formatter. The message of an error keeps its line breaks, which the renderer indents: it may be the output of
// another program.
func (a argument) Format(f fmt.State, verb rune) {
	text := fmt.Sprintf(fmt.FormatString(f, verb), a.value)
	if _, ok := a.value.(error); !ok {
		text = Printable(text)
	}
	_, _ = io.WriteString(f, text) // into memory
}
