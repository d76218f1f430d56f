package diag

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// GitHub renders diagnostics as workflow commands of GitHub Actions, one line each, which become annotations
// of the lines that they name:
//
//	::error file=k.ptx,line=3,endLine=3,col=9,endColumn=11,title=ptx-race::the message
//
// Notes and the suggestion follow the message, as lines of it.
type GitHub struct {
	W io.Writer
}

// Render writes every diagnostic that err holds, in the order in which FromError returns them. The result is
// an error of the writer.
func (g GitHub) Render(err error) error {
	var b bytes.Buffer
	for _, d := range FromError(err) {
		b.WriteString("::" +
			map[Severity]string{Error: "error", Warning: "warning", Remark: "notice"}[d.Severity])
		separator := " "
		for _, p := range githubProperties(d) {
			b.WriteString(separator + p.name + "=" + githubProperty.Replace(p.value))
			separator = ","
		}
		b.WriteString("::" + githubData.Replace(githubMessage(d)) + "\n")
	}
	_, err = g.W.Write(b.Bytes())
	return err
}

// What stands for characters that have a meaning in workflow commands: in messages, and in properties.
var (
	githubData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

type property struct{ name, value string }

// githubProperties returns what is known of a diagnostic's place, and its code.
func githubProperties(d *Diagnostic) []property {
	var all []property
	add := func(name, value string) { all = append(all, property{name, Printable(value)}) }
	start, end := d.Span.Place(), d.Span.EndPlace()
	if start.Filename != "" {
		add("file", start.Filename)
	}
	if start.Line > 0 {
		add("line", fmt.Sprint(start.Line))
		add("endLine", fmt.Sprint(end.Line))
	}
	if start.Col > 0 {
		add("col", fmt.Sprint(start.Col))
	}
	if start.Line == end.Line && end.Col > start.Col {
		add("endColumn", fmt.Sprint(end.Col))
	}
	if d.Code != "" {
		add("title", string(d.Code))
	}
	return all
}

// githubMessage returns the message, the notes and the suggestion as lines.
func githubMessage(d *Diagnostic) string {
	lines := []string{PrintableLines(d.Message)}
	for _, n := range d.Notes {
		lines = append(lines, PrintableLines(headline(n.Span, "note", n.Message, "")))
	}
	if d.Suggestion != "" {
		lines = append(lines, PrintableLines("help: "+d.Suggestion))
	}
	return strings.Join(lines, "\n")
}
