package syntax

import (
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// fail ends the parsing of the statement. Only the first reason is kept. A nil reason means that an error was
// reported before.
func (p *parser) fail(d *diag.Diagnostic) {
	if p.failed {
		return
	}
	p.failed, p.reason, p.failure = true, d, p.tok
	p.tok = token{tBad, p.tok.start, p.tok.end}
}

// failAt fails at the current token. The caller may add to the diagnostic.
func (p *parser) failAt(code diag.Code, format string, args ...any) *diag.Diagnostic {
	d := diag.Errorf(code, p.here(), format, args...)
	p.fail(d)
	return d
}

// failHere is failAt for an error of grammar. If a bracket was clearly forgotten before the current token, it
// reports that instead.
func (p *parser) failHere(format string, args ...any) *diag.Diagnostic {
	if p.failed || !p.leftOpen() {
		return p.failAt(codeSyntax, format, args...)
	}
	open := int(p.opens[p.depth-1])
	d := diag.Errorf(codeSyntax, p.file.Span(open, open+1), "'%s' is not closed", p.src[open:open+1])
	p.fail(d.Note(p.here(), format, args...).Suggest("add '%s'",
		kindText[closingBracket(punctuation[p.src[open]].single)]))
	return d
}

// failNode fails at a node that was parsed before.
func (p *parser) failNode(code diag.Code, n Node, format string, args ...any) *diag.Diagnostic {
	d := diag.Errorf(code, p.nodeSpan(n), format, args...)
	p.fail(d)
	return d
}

// unsupported fails at a construct of Python that TVMScript does not have.
func (p *parser) unsupported(construct string) *diag.Diagnostic {
	return p.failAt(codeUnsupported, "%s is not part of TVMScript", construct)
}

// here returns the place of the current token. If a line ends too early, it is the place behind the line's
// last token.
func (p *parser) here() diag.Span {
	if p.tok.kind.hasText() {
		return p.span(p.tok)
	}
	return diag.Span{File: p.file, Start: p.prevEnd, End: p.prevEnd}
}

// found describes the current token.
func (p *parser) found() string {
	switch t := p.tok; t.kind {
	case tEOF:
		return "the end of the file"
	case tNewline:
		return "the end of the line"
	case tIndent:
		return "a deeper line"
	case tDedent:
		return "the end of the block"
	case tBad:
		return "an error"
	case tInt, tFloat:
		return "the number " + abridged(p.text(t))
	case tString:
		return "the string " + abridged(p.text(t))
	case tFString:
		return "an f-string"
	default:
		if t.kind.isKeyword() {
			return "the keyword '" + p.text(t) + "'"
		}
		return "'" + abridged(p.text(t)) + "'"
	}
}

// abridged returns the beginning of a text, on one line.
func abridged(text string) string {
	const limit = 40
	line, _, more := strings.Cut(text, "\n")
	line = strings.TrimSuffix(line, "\r")
	if runes := []rune(line); len(runes) > limit {
		line, more = string(runes[:limit]), true
	}
	if more {
		return line + "..."
	}
	return line
}
