package diag

import (
	"bytes"
	"io"
	"strings"
)

// Text renders diagnostics for people: one headline each, the source line with the place underlined, the
// notes in the same form, and the suggestion.
//
//	pipe.mlir:3:9: error: expected ')' [parse-expected]
//	    3 |   f(%a, %b
//	      |         ^~
//	pipe.mlir:3:4: note: to close this
//	    3 |   f(%a, %b
//	      |    ^
//	help: add ')'
type Text struct {
	W io.Writer
	// Color asks for ANSI colours. The caller knows whether W is a terminal.
	Color bool
}

// Render writes every diagnostic that err holds, in the order in which FromError returns them; plain errors
// as "error: message". The result is an error of the writer.
func (t Text) Render(err error) error {
	var b bytes.Buffer
	for _, d := range FromError(err) {
		t.diagnostic(&b, d)
	}
	_, werr := t.W.Write(b.Bytes())
	return werr
}

// diagnostic renders one diagnostic with its notes and its suggestion.
func (t Text) diagnostic(b *bytes.Buffer, d *Diagnostic) {
	t.block(b, d.Span, d.Severity.String(), d.Message, d.Code)
	for _, n := range d.Notes {
		t.block(b, n.Span, "note", n.Message, "")
	}
	if d.Suggestion != "" {
		t.headline(b, Span{}, "help", d.Suggestion, "")
	}
}

// block renders a headline and, if the source text is loaded, the snippet below it.
func (t Text) block(b *bytes.Buffer, span Span, kind, message string, code Code) {
	t.headline(b, span, kind, message, code)
	if span.hasSource() && span.Start >= 0 {
		newSnippet(span).write(b, t.paint(colorOf(kind)))
	}
}

// headline renders what Diagnostic.Error returns, with colours.
func (t Text) headline(b *bytes.Buffer, span Span, kind, message string, code Code) {
	if place := span.Place().String(); place != "" {
		b.WriteString(t.paint(bold)(Printable(place) + ": "))
	}
	b.WriteString(t.paint(colorOf(kind))(kind + ":"))
	b.WriteByte(' ')
	b.WriteString(t.paint(bold)(printableLines(message)))
	if code != "" {
		b.WriteString(t.paint(faint)(" [" + string(code) + "]"))
	}
	b.WriteByte('\n')
}

// The ANSI colours in use, as SGR parameters.
const (
	bold    = "1"
	faint   = "2"
	red     = "1;31"
	green   = "1;32"
	yellow  = "1;33"
	magenta = "1;35"
	cyan    = "1;36"
)

// colorOf returns the colour of a kind of headline.
func colorOf(kind string) string {
	switch kind {
	case "error":
		return red
	case "warning":
		return magenta
	case "help":
		return green
	case "note":
		return cyan
	}
	return yellow
}

// paint returns a function that adds a colour to text, or returns the text unchanged if t.Color is false.
func (t Text) paint(color string) func(string) string {
	if !t.Color {
		return func(s string) string { return s }
	}
	return func(s string) string { return "\x1b[" + color + "m" + s + "\x1b[0m" }
}

// printableLines makes a message printable. Its line breaks stay, and the lines behind them are indented.
func printableLines(s string) string {
	lines := strings.Split(strings.TrimRight(s, "\n"), "\n")
	for i, line := range lines {
		lines[i] = Printable(line)
	}
	return strings.Join(lines, "\n    ")
}
