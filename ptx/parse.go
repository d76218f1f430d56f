package ptx

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// maxErrors is how many mistakes are reported for one text, and maxDepth how deep blocks nest.
const (
	maxErrors = 20
	maxDepth  = 100
)

// parser reads one text. After a mistake it is failed, and takes no token, until it recovers behind the
// statement.
type parser struct {
	scanner
	tok     token
	prevEnd int
	failed  bool
	depth   int
	calling bool // parentheses hold the arguments of a call
	errs    diag.List
}

// Parse reads a text. The error, if any, is a diag.List; the module then holds what could be read.
func Parse(file *diag.File) (*Module, error) {
	p := &parser{scanner: scanner{file: file, src: string(file.Content)}}
	p.advance()
	m := &Module{File: file}
	p.header(m)
	for p.tok.kind != tEOF && len(p.errs) < maxErrors {
		if item := p.moduleItem(); item != nil {
			m.Items = append(m.Items, item)
		}
		p.recover()
	}
	return m, p.errs.Err()
}

func (p *parser) advance() {
	p.prevEnd = p.tok.end
	p.tok = p.next()
}

func (p *parser) text() string { return p.src[p.tok.start:p.tok.end] }

func (p *parser) here() diag.Span { return p.file.Span(p.tok.start, p.tok.end) }

// from returns the span from an offset to the end of the last token.
func (p *parser) from(start int) diag.Span { return p.file.Span(start, p.prevEnd) }

// fail reports a mistake at the current token, once until recover.
func (p *parser) fail(format string, args ...any) {
	p.failAt(diag.Errorf(codeSyntax, p.here(), format, args...))
}

func (p *parser) failAt(d *diag.Diagnostic) {
	if !p.failed {
		p.errs.Add(d)
	}
	p.failed = true
}

// found describes the current token.
func (p *parser) found() string {
	switch {
	case p.tok.kind == tEOF:
		return "the end of the text"
	case strings.HasPrefix(p.text(), "/*"):
		return "a comment that does not end"
	case strings.HasPrefix(p.text(), "\""):
		return "a string"
	}
	return "'" + p.text() + "'"
}

func (p *parser) expected(what string) { p.fail("expected %s, found %s", what, p.found()) }

// recover goes on behind the statement with the mistake.
func (p *parser) recover() {
	if !p.failed {
		return
	}
	p.failed = false
	for p.tok.kind != tEOF && !p.is("}") && !p.endsFunction() {
		if p.is("{") && p.depth == 0 { // the body of a function with a mistake in its head
			p.skipBlock()
			p.accept(";")
			return
		}
		semicolon := p.is(";")
		p.advance()
		if semicolon {
			return
		}
	}
	if p.depth == 0 && p.is("}") {
		p.advance()
	}
}

// skipBlock skips a block with those in it, up to the function after it if it does not end.
func (p *parser) skipBlock() {
	depth := 0
	for p.tok.kind != tEOF && !p.endsFunction() {
		depth += int(truth(p.is("{"))) - int(truth(p.is("}")))
		p.advance()
		if depth == 0 {
			return
		}
	}
}

// endsFunction reports whether the current token stands only between functions.
func (p *parser) endsFunction() bool {
	if p.tok.kind != tDot || p.tok.start == p.prevEnd {
		return false
	}
	switch p.text() {
	case ".entry", ".func", ".visible", ".weak", ".common", ".hidden", ".version", ".alias", ".file",
		".section":
		return true
	}
	return false
}

func (p *parser) is(text string) bool { return !p.failed && p.text() == text && p.tok.kind != tEOF }

func (p *parser) accept(text string) bool {
	if !p.is(text) {
		return false
	}
	p.advance()
	return true
}

func (p *parser) expect(text string) {
	if !p.accept(text) {
		p.expected("'" + text + "'")
	}
}

// word takes a name.
func (p *parser) word(what string) string {
	if p.failed || p.tok.kind != tWord {
		p.expected(what)
		return ""
	}
	text := p.text()
	p.advance()
	return text
}

// integer takes a number that is not negative and at most limit.
func (p *parser) integer(limit int64) int64 {
	if p.failed || p.tok.kind != tNumber {
		p.expected("a number")
		return 0
	}
	kind, bits, ok := parseNumber(p.text())
	if !ok || kind != Integer || bits > uint64(limit) {
		p.failAt(diag.Errorf(codeNumber, p.here(), "'%s' is not an integer from 0 to %d", p.text(), limit))
		return 0
	}
	p.advance()
	return int64(bits)
}

func (p *parser) header(m *Module) {
	p.expect(".version")
	if number := p.text(); !p.failed {
		major, minor, _ := strings.Cut(number, ".")
		a, err1 := strconv.Atoi(major)
		b, err2 := strconv.Atoi(minor)
		if p.tok.kind != tNumber || err1 != nil || err2 != nil {
			p.expected("a version such as 7.1")
		}
		m.Version = [2]int{a, b}
		p.advance()
	}
	p.expect(".target")
	m.Targets = append(m.Targets, p.word("a target such as sm_80"))
	for p.accept(",") {
		m.Targets = append(m.Targets, p.word("a target"))
	}
	m.AddressSize = 32
	if p.accept(".address_size") {
		if m.AddressSize = int(p.integer(64)); !p.failed && m.AddressSize != 32 && m.AddressSize != 64 {
			p.failAt(diag.Errorf(codeNumber, p.from(p.prevEnd-2), "addresses have 32 or 64 bits, not %d",
				m.AddressSize))
		}
	}
	if p.failed { // everything behind the header can still be read
		p.failed = false
		for p.tok.kind != tEOF &&
			(p.tok.kind != tDot ||
				slices.Contains([]string{".version", ".target", ".address_size"}, p.text())) {
			p.advance()
		}
	}
}

func (p *parser) moduleItem() Item {
	start := p.tok.start
	linkage := p.linkage()
	switch text := p.text(); {
	case p.failed:
		return nil
	case text == "@" && p.after() == '@': // debug information of old compilers, one line each
		p.skipLine()
		return nil
	case p.tok.kind != tDot:
		p.expected("a directive")
		p.advance()
		return nil
	case text == ".entry" || text == ".func":
		return p.function(start, linkage)
	case text == ".alias":
		return p.alias()
	case isSpace(text) && text != ".param":
		v := p.variable(linkage)
		v.Span = p.from(start)
		p.expect(";")
		return v
	}
	return p.directive()
}

func (p *parser) linkage() Linkage {
	switch text := p.text(); text {
	case ".visible", ".extern", ".weak", ".common", ".hidden":
		p.advance()
		return Linkage(text[1:])
	}
	return ""
}

// skipLine goes on behind the line.
func (p *parser) skipLine() {
	for p.at < len(p.src) && p.src[p.at] != '\n' {
		p.at++
	}
	p.advance()
}

// alias reads another name for a function.
func (p *parser) alias() Item {
	start := p.tok.start
	p.advance()
	a := &Alias{Name: p.word("a name")}
	p.expect(",")
	a.Function = p.word("the name of a function")
	a.Span = p.from(start)
	p.expect(";")
	return a
}

func isSpace(word string) bool {
	switch word {
	case ".global", ".const", ".shared", ".shared::cta", ".local", ".param", ".tex":
		return true
	}
	return false
}

// directive reads a directive that computes nothing.
func (p *parser) directive() Item {
	start := p.tok.start
	d := &Directive{Name: p.text()[1:]}
	p.advance()
	rest := p.tok.start
	switch d.Name {
	case "loc":
		p.location(d)
	case "file":
		p.integer(math.MaxInt32)
		if p.tok.kind != tString {
			p.expected("a file name")
		}
		p.advance()
		for p.accept(",") {
			p.integer(math.MaxInt64)
		}
		d.Text = p.src[rest:p.prevEnd]
	case "pragma":
		for p.tok.kind == tString || p.is(",") {
			p.advance()
		}
		d.Text = p.src[rest:p.prevEnd]
		p.expect(";")
	case "section":
		p.section()
		d.Text = p.src[rest:p.prevEnd]
	default:
		if isLimit(d.Name) {
			p.limit(d)
			break
		}
		p.failAt(diag.Errorf(codeSyntax, p.file.Span(start, p.prevEnd), "there is no directive '.%s' here",
			d.Name))
	}
	d.Span = p.from(start)
	return d
}

// isLimit reports whether a directive stands between the head of a function and its body.
func isLimit(name string) bool {
	switch name {
	case "maxntid", "reqntid", "maxnctapersm", "minnctapersm", "maxnreg", "reqnctapercluster",
		"maxclusterrank", "explicitcluster", "noreturn", "blocksareclusters", "abi_preserve",
		"abi_preserve_control":
		return true
	}
	return false
}

// location reads the three numbers of .loc, and the words about an inlined call.
func (p *parser) location(d *Directive) {
	rest := p.tok.start
	d.Numbers = []int64{p.integer(math.MaxInt32), p.integer(math.MaxInt32), p.integer(math.MaxInt32)}
	if !p.accept(",") {
		return
	}
	p.word("'function_name'")
	p.word("a label")
	if p.accept("+") {
		p.integer(math.MaxInt32)
	}
	p.expect(",")
	p.word("'inlined_at'")
	for range 3 {
		p.integer(math.MaxInt32)
	}
	d.Text, d.Numbers = p.src[rest:p.prevEnd], nil
}

// section skips a section of debug information.
func (p *parser) section() {
	for p.tok.kind != tEOF && !p.is("{") {
		p.advance()
	}
	for p.tok.kind != tEOF && !p.is("}") {
		p.advance()
	}
	p.expect("}")
}

// limit reads the numbers of a directive about the size of blocks.
func (p *parser) limit(d *Directive) {
	if d.Name == "noreturn" || d.Name == "explicitcluster" || d.Name == "blocksareclusters" {
		return
	}
	d.Numbers = append(d.Numbers, p.integer(math.MaxInt32))
	for p.accept(",") {
		d.Numbers = append(d.Numbers, p.integer(math.MaxInt32))
	}
	if !p.failed && len(d.Numbers) > 3 {
		p.failAt(diag.Errorf(codeVariable, p.from(p.prevEnd-1), "'.%s' has at most three numbers", d.Name))
	}
}

func (p *parser) function(start int, linkage Linkage) Item {
	f := &Function{Linkage: linkage, Entry: p.text() == ".entry"}
	p.advance()
	f.Attribute = p.attribute()
	if p.is("(") {
		f.Returns = p.parameters()
	}
	f.Name = p.word("the name of a function")
	if p.is("(") {
		f.Params = p.parameters()
	}
	f.Span = p.from(start)
	p.limits(f)
	switch {
	case p.accept(";"):
	case p.tok.kind == tEOF || p.tok.kind == tDot && (p.endsFunction() || isSpace(p.text()) ||
		p.text() == ".extern"): // old compilers write prototypes without a semicolon
	default:
		f.Body = p.block()
	}
	return f
}

// limits reads the directives between the head of a function and its body.
func (p *parser) limits(f *Function) {
	for p.tok.kind == tDot && !p.failed && (isLimit(p.text()[1:]) || p.is(".pragma") || p.is(".loc")) {
		if d, ok := p.directive().(*Directive); ok && !p.failed {
			f.Limits = append(f.Limits, d)
		}
	}
	if p.tok.kind == tDot && !p.endsFunction() && !isSpace(p.text()) && p.text() != ".extern" {
		p.expected("a directive about the size of blocks, or '{'")
	}
}

// attribute reads what .attribute says, between its parentheses.
func (p *parser) attribute() string {
	if !p.accept(".attribute") {
		return ""
	}
	p.expect("(")
	start, depth := p.tok.start, 1
	for !p.failed && p.tok.kind != tEOF && !p.is(";") && (depth > 1 || !p.is(")")) {
		depth += int(truth(p.is("("))) - int(truth(p.is(")")))
		p.advance()
	}
	text := p.src[start:max(p.prevEnd, start)]
	p.expect(")")
	return text
}

// parameters reads a list of parameters between parentheses.
func (p *parser) parameters() []*Variable {
	var all []*Variable
	p.expect("(")
	for !p.is(")") && !p.failed {
		start := p.tok.start
		if !p.is(".param") && !p.is(".reg") {
			p.expected("'.param' or '.reg'")
			return nil
		}
		v := p.variable("")
		v.Span = p.from(start)
		all = append(all, v)
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	return all
}

// variable reads a variable, from its space to before the semicolon.
func (p *parser) variable(linkage Linkage) *Variable {
	v := &Variable{Linkage: linkage, Vector: 1}
	if !isSpace(p.text()) && !p.is(".reg") {
		p.expected("a state space such as .shared")
		return v
	}
	v.Space, _, _ = strings.Cut(p.text()[1:], "::")
	p.advance()
	v.Attribute = p.attribute()
	v.Align = p.alignment()
	v.Vector = p.vector()
	v.Type = p.typeName()
	if v.Align == 0 {
		v.Align = p.alignment()
	}
	if v.Space == "param" && p.accept(".ptr") {
		v.Pointer = &Pointer{}
		if isSpace(p.text()) {
			v.Pointer.Space = p.text()[1:]
			p.advance()
		}
		v.Pointer.Align = p.alignment()
	}
	v.Name = p.word("the name of a variable")
	for p.accept("[") {
		if p.is("]") {
			v.Extents = append(v.Extents, -1)
		} else {
			v.Extents = append(v.Extents, p.extent(1<<32))
		}
		p.expect("]")
	}
	switch {
	case !p.accept("="):
	case v.Type == "samplerref" || v.Type == "texref" || v.Type == "surfref":
		v.Fields = p.fields()
	default:
		v.Init = []Operand{}
		p.initializer(v, 0)
	}
	return v
}

// vector reads .v2, .v4 or .v8; without one it returns 1.
func (p *parser) vector() int {
	switch {
	case p.accept(".v2"):
		return 2
	case p.accept(".v4"):
		return 4
	case p.accept(".v8"):
		return 8
	}
	return 1
}

// extent reads a constant expression from 0 to a limit.
func (p *parser) extent(limit uint64) int64 {
	start := p.tok.start
	n := p.expression()
	if n == nil {
		return 0
	}
	if n.Kind != Integer || n.Bits > limit {
		p.failAt(diag.Errorf(codeNumber, p.from(start), "'%s' is not an integer from 0 to %d",
			p.src[start:p.prevEnd], limit))
		return 0
	}
	return int64(n.Bits)
}

// fields reads the initializer of a sampler, { name = value, ... }.
func (p *parser) fields() string {
	start := p.tok.start
	p.expect("{")
	for !p.failed && p.tok.kind != tEOF && !p.is("}") && !p.is(";") {
		p.advance()
	}
	p.expect("}")
	return p.src[start:max(p.prevEnd, start)]
}

func (p *parser) alignment() int64 {
	if !p.accept(".align") {
		return 0
	}
	start := p.tok.start
	n := p.integer(1 << 20)
	if !p.failed && n&(n-1) != 0 || !p.failed && n == 0 {
		p.failAt(diag.Errorf(codeVariable, p.from(start), "the alignment %d is not a power of two", n))
	}
	return n
}

func (p *parser) typeName() Type {
	if p.tok.kind == tDot && Type(p.text()[1:]).Kind() != NoType && !p.failed {
		t := Type(p.text()[1:])
		p.advance()
		return t
	}
	p.expected("a type such as .b32")
	return ""
}

// initializer reads values, flattening the braces of arrays of arrays.
func (p *parser) initializer(v *Variable, depth int) {
	if !p.accept("{") {
		if o := p.initial(); o != nil {
			v.Init = append(v.Init, o)
		}
		return
	}
	if depth > len(v.Extents) {
		p.fail("the braces nest deeper than the array")
		return
	}
	for !p.is("}") && !p.failed {
		p.initializer(v, depth+1)
		if !p.accept(",") {
			break
		}
	}
	p.expect("}")
}

// initial reads one value: a number, the name of a variable or a function with an offset, such a name as a
// generic address, or one byte of it, as in 0xFF00(name).
func (p *parser) initial() Operand {
	start := p.tok.start
	if p.tok.kind != tWord {
		n := p.expression()
		if n == nil {
			return nil
		}
		if n.Kind != Integer || !p.accept("(") {
			return n
		}
		name := p.addressOf()
		p.expect(")")
		name.Mask, name.Span = n.Bits, p.from(start)
		return name
	}
	return p.addressOf()
}

// addressOf reads a name with an offset, generic or not.
func (p *parser) addressOf() *Name {
	start := p.tok.start
	n := &Name{Name: p.word("a name")}
	if n.Name == "generic" && p.accept("(") {
		n.Generic, n.Name = true, p.word("a name")
		p.expect(")")
	}
	if p.is("+") || p.is("-") {
		n.Offset = p.offset()
	}
	n.Span = p.from(start)
	return n
}
