package syntax

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// recover reports the failure of a statement, unless an earlier failure caused it, and moves to the next
// logical line.
func (p *parser) recover(first token) {
	reason := p.reason
	p.failed, p.reason = false, nil
	height := len(p.errs)
	last := p.skipLine()
	if reason != nil {
		// Errors in the next line may have been reported already.
		p.errs = slices.Insert(p.errs, height, p.reconsider(reason, first, last))
		p.errs = p.errs[:min(len(p.errs), maxErrors)]
	}
	p.links, p.levels, p.outerString = 0, 0, -1
	p.exprs = p.exprs[:0]
}

// skipLine moves to the token behind the logical line in which parsing failed. It returns the last token of
// the line.
func (p *parser) skipLine() (last kind) {
	p.tok = p.failure
	p.scanner.field = 0
	if !p.tok.kind.hasText() && p.tok.kind != tBad {
		p.depth = 0
		last = p.prev
		if p.tok.kind == tNewline {
			p.next()
		}
		return last
	}
	if p.outerString >= 0 {
		p.skipString()
		p.tok.kind = tString
	}
	for {
		last = p.tok.kind
		if p.endsHeader(p.tok) {
			p.restart(token{tNewline, p.tok.end, p.tok.end})
			return last
		}
		t := p.scanner.next()
		if t.kind == tNewline || t.kind == tEOF ||
			p.depth > 0 && (p.beginsStatement(t) || p.statementOnly(t)) {
			p.restart(t)
			return last
		}
		p.tok = t
	}
}

// endsHeader reports whether a token is a ':' at the end of the line of a statement with a block. Most likely
// the header ends there, even if a bracket before it is open.
func (p *parser) endsHeader(t token) bool {
	if t.kind != tColon || p.depth == 0 {
		return false
	}
	switch p.head.kind {
	case tDef, tClass, tFor, tWhile, tIf, tElif, tElse, tWith:
		end := p.skipBlanks(p.pos)
		return p.src[end] == '#' || classes[p.src[end]]&newline != 0
	}
	return false
}

// statementOnly reports whether a token inside of brackets is the first of its line and a keyword that begins
// only statements.
func (p *parser) statementOnly(t token) bool {
	switch t.kind {
	case tDef, tClass, tWith, tWhile, tReturn, tPass, tBreak, tContinue, tImport, tDel, tGlobal, tNonlocal,
		tAssert, tRaise,
		tTry:
		return p.startsLine(t)
	}
	return false
}

// startsLine reports whether a token is the first of its line.
func (p *parser) startsLine(t token) bool {
	i := t.start
	for i > 0 && classes[p.src[i-1]]&blank != 0 {
		i--
	}
	return i == 0 || classes[p.src[i-1]]&newline != 0
}

// restart begins a logical line with a token, or behind it.
func (p *parser) restart(t token) {
	p.depth = 0
	p.atStart = true
	if t.kind != tNewline {
		p.pos = int(t.start)
		for p.pos > 0 && classes[p.src[p.pos-1]]&blank != 0 {
			p.pos--
		}
	}
	p.tok = token{}
	p.next()
}

// skipString moves behind the f-string in which parsing failed, without parsing its values.
func (p *parser) skipString() {
	p.depth = p.outerDepth
	q := p.quotingAt(p.outerString)
	end, closed := p.stringEnd(q, q.body)
	if closed {
		end += q.width()
	}
	p.pos = max(end, q.body)
}

// stop ends parsing, after enough errors.
func (p *parser) stop() {
	p.pos = p.endOfText()
	p.depth, p.dedents, p.atStart = 0, 0, true
	p.indents, p.failed = p.indents[:1], false
	p.tok = token{kind: tEOF, start: int32(p.pos), end: int32(p.pos)}
}

// reconsider returns the diagnostic for a failed statement, whose end is known now. A statement that begins
// with an ordinary name looks like an expression at first.
func (p *parser) reconsider(d *diag.Diagnostic, first token, last kind) *diag.Diagnostic {
	if first.kind != tName || d.Code != codeSyntax && d.Code != codeTarget {
		return d
	}
	word, span := p.text(first), p.span(first)
	next := p.failure.start >= first.end && strings.Trim(p.src[first.end:p.failure.start], " \t") == ""
	switch {
	case word == "match" && last == tColon:
		p.skipBlock = true
		return notPart(span, "a 'match' statement")
	case word == "type" && next && p.failure.kind == tName:
		return notPart(span, "a 'type' statement")
	case !next || d.Suggestion != "" || !p.failure.kind.hasText():
	case word == "print" || word == "exec":
		d.Suggest("%s is a function: put its arguments into parentheses", word)
	case startsOperand(p.failure.kind):
		words := lineWords
		if last == tColon {
			words = blockWords
		}
		if keyword := diag.Nearest(word, words); keyword != "" {
			d.Suggest("did you mean '%s'?", keyword)
		}
	}
	return d
}

// The keywords that begin statements, frequent ones first. Of two that are equally near to a misspelled word,
// the first is suggested.
var (
	blockWords = []string{"for", "with", "def", "if", "elif", "class", "while"}
	lineWords  = []string{"return", "import", "from", "assert", "del", "global", "nonlocal"}
)

// startsOperand reports whether a token begins an expression and cannot continue one.
func startsOperand(k kind) bool {
	switch k {
	case tName, tInt, tFloat, tString, tFString, tTrue, tFalse, tNone, tNot, tLambda, tTilde:
		return true
	}
	return false
}

// notPart returns the diagnostic for a construct of Python that TVMScript does not have.
func notPart(span diag.Span, construct string) *diag.Diagnostic {
	return diag.Errorf(codeUnsupported, span, "%s is not part of TVMScript", construct)
}
