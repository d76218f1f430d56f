package syntax

import (
	"bytes"
	"context"
	"unicode/utf8"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/interrupt"
)

// Parse parses a source text. If there are errors the file is nil. It reports up to 20 errors, in the order
// of the text.
func Parse(src *diag.File) (*File, diag.List) { return ParseContext(context.Background(), src) }

// ParseContext is Parse with a context. If the context ends, so does parsing, with the error of
// interrupt.Error.
func ParseContext(c context.Context, src *diag.File) (*File, diag.List) {
	file, err := parse(c, src)
	if err != nil {
		return nil, diag.FromError(err)
	}
	return file, nil
}

func parse(c context.Context, src *diag.File) (file *File, err error) {
	defer interrupt.Catch(&err)
	src.ReadAs(diag.TVMScript)
	if d := checkText(src); d != nil {
		return nil, d
	}
	p := newParser(src)
	p.poll = interrupt.NewPoll(c)
	body := p.program()
	if len(p.errs) > 0 {
		return nil, p.errs.Err()
	}
	return &File{At: At{0, int32(len(src.Content))}, Source: src, Body: body}, nil
}

// The limits on a text.
const (
	maxSize   = 1 << 30 // bytes; keeps offsets in an int32
	maxErrors = 20
)

// checkText reports a text that cannot be split into tokens at all.
func checkText(src *diag.File) *diag.Diagnostic {
	content := src.Content
	switch {
	case len(content) > maxSize:
		return diag.Errorf(codeTooLarge, src.Span(0, 0), "the text is larger than 1 GiB")
	case !utf8.Valid(content):
		i := invalidByte(content)
		return diag.Errorf(codeEncoding, src.Span(i, i+1), "the byte %#02x is not UTF-8",
			content[i]).Suggest("convert the file to UTF-8")
	}
	if i := bytes.IndexByte(content, 0); i >= 0 {
		return diag.Errorf(codeEncoding, src.Span(i, i+1),
			"the text contains a NUL character").Suggest("convert the file to UTF-8")
	}
	return nil
}

// invalidByte returns the position of the first byte that is not UTF-8.
func invalidByte(content []byte) int {
	i := 0
	for i < len(content) {
		r, size := utf8.DecodeRune(content[i:])
		if r == utf8.RuneError && size <= 1 {
			break
		}
		i += size
	}
	return i
}

// parser is the state of parsing one text.
//
// After an error the current token is tBad and stays so until recovery. Every function below then returns
// quickly, with a node that is not used. So only loops have to check whether parsing has failed.
type parser struct {
	scanner
	poll    *interrupt.Poll
	tok     token // the current token
	prev    kind  // the kind of the token before
	prevEnd int32 // the end of the last token with text

	failed  bool
	reason  *diag.Diagnostic // of the failure; nil if it was reported before
	failure token            // the token at which parsing failed

	head        token // the first token of the current statement or clause
	outerString int   // position of the outermost f-string around, -1 outside of f-strings
	outerDepth  int   // the depth of brackets there
	skipBlock   bool  // the block that follows is not parsed
	levels      int   // depth of nested expressions
	blocks      int   // depth of nested blocks
	links       int   // number of operators in long chains; see link

	slabs slabs
	none  Name // stands for an expression that could not be parsed

	// Stacks of the nodes that enclosing calls are collecting.
	exprs []Expr
	stmts []Stmt
}

func newParser(src *diag.File) *parser {
	return &parser{scanner: newScanner(src), outerString: -1}
}

// program parses the whole text.
func (p *parser) program() []Stmt {
	p.next()
	body := p.statements()
	if p.tok.kind != tEOF {
		panic("syntax: a block ends that has not begun")
	}
	return body
}

// next moves to the next token.
func (p *parser) next() {
	if p.failed {
		return
	}
	if p.tok.kind.hasText() {
		p.prevEnd = p.tok.end
	}
	p.prev = p.tok.kind
	p.tok = p.scanner.next()
	if p.tok.kind == tBad {
		p.fail(p.problem)
	}
}

// accept moves behind the current token if it is of the kind.
func (p *parser) accept(k kind) bool {
	if p.tok.kind != k {
		return false
	}
	p.next()
	return true
}

// text returns the text of a token.
func (p *parser) text(t token) string { return p.src[t.start:t.end] }

// span returns the place of a token.
func (p *parser) span(t token) diag.Span {
	return diag.Span{File: p.file, Start: t.start, End: t.end}
}

// nodeSpan returns the place of a node.
func (p *parser) nodeSpan(n Node) diag.Span {
	start, end := n.Pos()
	return diag.Span{File: p.file, Start: start, End: end}
}

// since returns the extent from start to the last token.
func (p *parser) since(start int32) At { return At{start, p.prevEnd} }

// identifier parses a name. what describes the named thing in messages.
func (p *parser) identifier(what string) Ident {
	t := p.tok
	if t.kind != tName {
		d := p.failHere("expected %s, found %s", what, p.found())
		if t.kind.isKeyword() {
			d.Suggest("'%s' is a keyword of Python; choose another name", p.text(t))
		}
		return Ident{}
	}
	p.next()
	return Ident{At{t.start, t.end}, p.text(t)}
}

// expect moves behind a token of the kind, or reports another token.
func (p *parser) expect(k kind) {
	if p.tok.kind != k {
		p.failHere("expected '%s', found %s", kindText[k], p.found())
		return
	}
	p.next()
}

// close moves behind the bracket that closes open. expected names the other tokens that could stand in its
// place.
func (p *parser) close(open token, k kind, expected string) {
	switch {
	case p.accept(k), p.failed:
	case p.leftOpen():
		p.failHere("expected %s, found %s", expected, p.found())
	default:
		header := p.endsHeader(p.tok)
		d := p.failHere("expected %s, found %s", expected, p.found())
		d.Note(p.span(open), "inside of this '%s'", p.text(open))
		if p.suggestInBrackets(d); header {
			d.Suggest("add '%s'", kindText[k])
		}
	}
}

// suggestInBrackets adds a suggestion for a token that cannot stand in brackets.
func (p *parser) suggestInBrackets(d *diag.Diagnostic) {
	switch t := p.failure; {
	case t.kind == tAssign:
		d.Suggest("write '==' to compare")
	case t.kind == tFor:
		d.Suggest("put the tuple in front of 'for' into parentheses")
	case t.kind == tName, t.kind == tInt, t.kind == tFloat, t.kind == tString, t.kind == tFString:
		d.Suggest("separate what stands in brackets by ','")
	}
}

// leftOpen reports whether a bracket was clearly forgotten before the current token: the text ends, or a line
// begins that is no deeper than the statement.
func (p *parser) leftOpen() bool {
	return p.depth > 0 && (p.tok.kind == tEOF || p.beginsStatement(p.tok) || p.statementOnly(p.tok))
}

// beginsStatement reports whether a token inside of brackets is the first of its line and no deeper than the
// statement.
func (p *parser) beginsStatement(t token) bool {
	if !t.kind.hasText() || t.kind.closes() || t.kind.opens() || t.start <= p.head.start {
		return false
	}
	return p.startsLine(t) && t.start-p.lineOf(t.start) <= p.head.start-p.lineOf(p.head.start)
}

// lineOf returns the beginning of the line of a position.
func (p *parser) lineOf(pos int32) int32 {
	for pos > 0 && classes[p.src[pos-1]]&newline == 0 {
		pos--
	}
	return pos
}

// The limits of nesting; see grammar.txt.
const (
	maxLevels = 200
	maxLinks  = 10_000
	longChain = 16
)

// enter begins a nested expression, and leave ends it. enter fails at the limit.
func (p *parser) enter() bool {
	if p.levels++; p.levels > maxLevels {
		p.failAt(codeTooDeep, "more than %d expressions are nested in each other", maxLevels)
	}
	return !p.failed
}

func (p *parser) leave() { p.levels-- }

// link counts an operator that makes its left operand deeper, as in a + b + c. Parsing such a chain needs no
// stack, but walking the tree does. n is the number of the operator in its chain. Short chains do not count.
func (p *parser) link(n int) {
	if n < longChain {
		return
	}
	if p.links++; p.links > maxLinks {
		p.failAt(codeTooDeep, "more than %d operators are chained in one statement", maxLinks)
	}
}
