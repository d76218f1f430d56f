package accepted

import (
	"regexp"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// comment accepts findings at one line.
type comment struct {
	span   diag.Span
	line   int // of the statement that it is about
	codes  []diag.Code
	reason string
	used   bool
}

var (
	commentForm = regexp.MustCompile(`(?m)(?://|#)[ \t]*inflight:[ \t]*allow\b([^\r\n]*)`)
	reasonForm  = regexp.MustCompile(`(?:^|\s)--(?:\s|$)`)
	noStatement = regexp.MustCompile(`^\s*(?:$|//|#|\.loc\b|[\w$]+:\s*(?:$|//))`)
)

// readComments returns the comments of a file that accept findings, and what is wrong with them.
func readComments(file *diag.File) (all []*comment, wrong diag.List) {
	for _, m := range commentForm.FindAllSubmatchIndex(file.Content, -1) {
		c := &comment{span: file.Span(m[0], m[1])}
		codes := string(file.Content[m[2]:m[3]])
		if at := reasonForm.FindStringIndex(codes); at != nil {
			codes, c.reason = codes[:at[0]], strings.TrimSpace(codes[at[1]:])
		}
		for _, word := range strings.FieldsFunc(codes, func(r rune) bool { return r == ',' || r <= ' ' }) {
			c.codes = append(c.codes, diag.Code(word))
		}
		if d := c.check(); d != nil {
			wrong.Add(d)
			continue
		}
		c.line = statementLine(file, c.span.Place())
		all = append(all, c)
	}
	return all, wrong
}

// check returns what is wrong with the form of a comment.
func (c *comment) check() *diag.Diagnostic {
	if len(c.codes) == 0 {
		return diag.Warningf(codeForm, c.span, "the comment names no code").
			Suggest("write // inflight: allow CODE -- reason")
	}
	for _, code := range c.codes {
		if _, known := diag.Lookup(code); known {
			continue
		}
		d := diag.Warningf(codeForm, c.span, "there is no code '%s'", code)
		var names []string
		for _, info := range diag.Codes() {
			names = append(names, string(info.Code))
		}
		if near := diag.Nearest(string(code), names); near != "" {
			d.Suggest("did you mean '%s'?", near)
		}
		return d
	}
	return nil
}

// statementLine returns the line of the statement that a comment is about: its own, if something stands in
// front of it there, else the next with a statement.
func statementLine(file *diag.File, at diag.Place) int {
	if !noStatement.MatchString(file.Line(at.Line)) {
		return at.Line
	}
	last, _ := file.Position(int32(len(file.Content)))
	for n := at.Line + 1; n <= last; n++ {
		if !noStatement.MatchString(file.Line(n)) {
			return n
		}
	}
	return 0
}

// accepts reports whether the comment is about a finding with a code at a place.
func (c *comment) accepts(code diag.Code, at diag.Span) bool {
	if at.File != c.span.File || c.line < at.Place().Line || c.line > at.EndPlace().Line {
		return false
	}
	for _, own := range c.codes {
		if own == code {
			return true
		}
	}
	return false
}
