package hlo

import (
	"context"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// maxDepth bounds how deeply shapes, operands and computations are nested.
const maxDepth = 100

// maxErrors bounds how many undefined names one run reports.
const maxErrors = 20

// Parse reads a module. The list has errors if it is not HLO, or names what is not defined; the module is nil
// then. The time is proportional to the size of the text. If ctx ends, its error is the list.
func Parse(ctx context.Context, file *diag.File) (*Module, diag.List) {
	file.ReadAs("hlo")
	if err := refused(file); err != nil {
		return nil, diag.List{err}
	}
	p := &parser{scanner: scanner{file: file, src: string(file.Content)}, ctx: ctx}
	p.m = &Module{File: file, names: map[string]*Computation{}}
	p.module()
	if p.err == nil {
		p.resolve()
	}
	if p.err != nil {
		p.errors = append(p.errors, p.err)
	}
	if len(p.errors) > 0 {
		return nil, p.errors
	}
	p.m.link()
	p.m.inferShapes()
	return p.m, nil
}

// parser makes a Module of a text.
type parser struct {
	scanner
	ctx     context.Context
	m       *Module
	errors  diag.List
	depth   int
	count   int // of instructions
	pending []reference
	called  []calledName
}

// reference is an operand that was not defined when it was read.
type reference struct {
	user  *Instruction
	index int
	name  string
}

// calledName is a computation that an attribute names.
type calledName struct {
	attribute *Attribute
	index     int
	name      string
	start     int
}

// enter counts a level of nesting.
func (p *parser) enter() bool {
	if p.depth++; p.depth <= maxDepth {
		return true
	}
	if p.err == nil {
		p.err = diag.Errorf(codeDepth, p.file.Span(p.at, p.at+1), "more than %d levels of nesting", maxDepth)
	}
	return false
}

func (p *parser) leave() { p.depth-- }

// failed keeps an error that is no reason to stop reading.
func (p *parser) failed(d *diag.Diagnostic) {
	if len(p.errors) < maxErrors {
		p.errors = append(p.errors, d)
	}
}

func (p *parser) module() bool {
	p.src = strings.TrimPrefix(p.src, "\ufeff")
	if len(p.src) != len(p.file.Content) {
		p.src, p.at = string(p.file.Content), 3
	}
	m := p.m
	if !p.skip(&m.comments) {
		return false
	}
	if !p.keyword("HloModule") {
		return p.expected("'HloModule'")
	}
	name, _, start, ok := p.name("the name of the module")
	if !ok {
		return false
	}
	m.Name, m.span = name, p.file.Span(start, p.at)
	p.take(':') // older texts have it
	if m.Attributes, ok = p.attributes(); !ok || !p.sections() {
		return false
	}
	var comments []string
	for p.skip(&comments) {
		if p.at >= len(p.src) {
			m.trailing = comments
			return len(m.Computations) > 0 || p.expected("a computation")
		}
		if p.word() == "HloModule" {
			return p.fail(p.at, p.at+len("HloModule"),
				"a second module begins here, and a file has one: put it into a file of its own")
		}
		c := &Computation{Module: m, comments: comments}
		if !p.computation(c) {
			return false
		}
		m.Computations, comments = append(m.Computations, c), nil
	}
	return false
}

var sectionNames = map[string]bool{
	"FileNames": true, "FunctionNames": true, "FileLocations": true, "StackFrames": true,
}

// sections reads the tables of source places, whose lines begin with a number.
func (p *parser) sections() bool {
	for {
		before := p.at
		if !p.skip(nil) {
			return false
		}
		word := p.word()
		rest := strings.TrimLeft(p.src[p.at+len(word):], " \t\r")
		if !sectionNames[word] || rest != "" && rest[0] != '\n' {
			p.at = before
			return true
		}
		p.at += len(word)
		section := Section{Name: word}
		p.line()
		for p.at < len(p.src) && isDigit(p.src[p.at]) {
			section.Lines = append(section.Lines, p.line())
		}
		p.m.Sections = append(p.m.Sections, section)
	}
}

// line moves past the rest of a line and returns it.
func (p *parser) line() string {
	end := strings.IndexByte(p.src[p.at:], '\n')
	next := p.at + end + 1
	if end < 0 {
		end, next = len(p.src)-p.at, len(p.src)
	}
	text := strings.TrimSpace(p.src[p.at : p.at+end])
	p.at = next
	return text
}

// computation reads a computation with its header.
func (p *parser) computation(c *Computation) bool {
	c.IsEntry = p.keyword("ENTRY")
	name, percent, start, ok := p.name("the name of a computation")
	if !ok {
		return false
	}
	c.Name, c.percent, c.span = name, percent, p.file.Span(start, p.at)
	if first := p.m.names[name]; first != nil {
		p.failed(diag.Errorf(codeTwice, c.span, "computation '%s' is defined twice", name).
			Note(first.span, "the first one"))
	}
	p.m.names[name] = c
	if c.IsEntry {
		if p.m.Entry != nil {
			p.failed(diag.Errorf(codeTwice, c.span, "a second computation is marked ENTRY").
				Note(p.m.Entry.span, "the first one"))
		}
		p.m.Entry = c
	}
	if !p.skip(nil) || p.peek() == '(' && !p.signature(c) || !p.body(c) {
		return false
	}
	c.Attributes, ok = p.attributes()
	return ok
}

// signature reads the parameters and the result in the header of a computation.
func (p *parser) signature(c *Computation) bool {
	c.HasSignature = true
	p.at++
	for !p.take(')') {
		if len(c.Parameters) > 0 && !p.expect(',', "or ')' behind a parameter") {
			return false
		}
		name, percent, _, ok := p.name("the name of a parameter")
		if !ok {
			return false
		}
		p.take(':') // older texts leave it out
		if percent {
			name = "%" + name
		}
		s, ok := p.shape()
		if !ok {
			return false
		}
		c.Parameters = append(c.Parameters, SignatureParameter{name, s})
	}
	if !p.skip(nil) || !strings.HasPrefix(p.src[p.at:], "->") {
		return p.expected("'->' behind the parameters")
	}
	p.at += 2
	var ok bool
	c.Result, ok = p.shape()
	return ok
}

// body reads the instructions of a computation, with their braces.
func (p *parser) body(c *Computation) bool {
	if !p.expect('{', "in front of the instructions") {
		return false
	}
	if !c.span.IsKnown() {
		c.span = p.file.Span(p.at-1, p.at)
	}
	c.names = map[string]*Instruction{}
	outer := p.pending
	p.pending = nil
	for {
		var comments []string
		if !p.skip(&comments) {
			return false
		}
		if p.peek() == '}' && len(c.Instructions) > 0 {
			p.at++
			c.ending = comments
			break
		}
		if !p.instruction(c, comments) {
			return false
		}
	}
	p.operandsBehind(c)
	p.pending = outer
	if c.Root == nil {
		c.Root = c.Instructions[len(c.Instructions)-1]
	}
	return true
}

// operandsBehind finds the operands that are defined behind their use.
func (p *parser) operandsBehind(c *Computation) {
	for _, r := range p.pending {
		if r.user.Operands[r.index] = c.names[r.name]; r.user.Operands[r.index] != nil {
			continue
		}
		d := diag.Errorf(codeName, r.user.operands[r.index], "'%s' is not an instruction of this computation",
			r.name)
		if p.m.names[r.name] != nil {
			d.Suggest("a computation has that name; operands are instructions")
		} else if near := p.nearest(c, r.name); near != "" {
			d.Suggest("did you mean '%s'?", near)
		}
		p.failed(d)
	}
}

// nearest returns the instruction that is most likely meant. It looks among 1000 instructions, and only for
// the first errors, so that a file full of mistakes does not take long.
func (p *parser) nearest(c *Computation, name string) string {
	if len(p.errors) > 2 {
		return ""
	}
	var names []string
	for _, in := range c.Instructions {
		if in.Name != "" && len(names) < 1000 {
			names = append(names, in.Name)
		}
	}
	return diag.Nearest(name, names)
}

// instruction reads a named instruction.
func (p *parser) instruction(c *Computation, comments []string) bool {
	if p.count++; p.count%1024 == 0 && p.ctx.Err() != nil {
		p.err = diag.FromError(p.ctx.Err())[0]
		return false
	}
	in := &Instruction{Parent: c, IsRoot: p.keyword("ROOT"), comments: comments}
	name, percent, start, ok := p.name("an instruction or '}'")
	if !ok {
		return false
	}
	in.Name, in.percent, in.span = name, percent, p.file.Span(start, p.at)
	if first := c.names[name]; first != nil {
		p.failed(diag.Errorf(codeTwice, in.span, "instruction '%s' is defined twice", name).
			Note(first.span, "the first one"))
	}
	c.names[name] = in
	if in.IsRoot {
		if c.Root != nil {
			p.failed(diag.Errorf(codeTwice, in.span, "a second instruction is marked ROOT").
				Note(c.Root.span, "the first one"))
		}
		c.Root = in
	}
	if !p.expect('=', "behind the name of an instruction") || !p.operation(in) {
		return false
	}
	if in.Attributes, ok = p.attributes(); !ok {
		return false
	}
	p.append(c, in)
	in.trailing = p.sameLine()
	return p.err == nil
}

func (p *parser) append(c *Computation, in *Instruction) {
	in.Index = len(c.Instructions)
	c.Instructions = append(c.Instructions, in)
}

// sameLine returns the comment behind an instruction on the same line, "" if there is none.
func (p *parser) sameLine() string {
	at := p.at
	for at < len(p.src) && (p.src[at] == ' ' || p.src[at] == '\t') {
		at++
	}
	end := p.comment(at)
	if end <= at || strings.IndexByte(p.src[at:end], '\n') >= 0 {
		return ""
	}
	p.at = end
	return strings.TrimRight(p.src[at:end], " \t\r\f\v")
}

// operation reads a shape, an opcode and operands.
func (p *parser) operation(in *Instruction) bool {
	var ok bool
	if !p.skip(nil) {
		return false
	}
	if p.beginsShape() {
		if in.Shape, ok = p.shape(); !ok {
			return false
		}
	}
	if !p.skip(nil) {
		return false
	}
	start := p.at
	if in.Opcode = p.word(); in.Opcode == "" {
		return p.expected("a shape or an opcode")
	}
	p.at += len(in.Opcode)
	if in.isInline {
		in.span = p.file.Span(start, p.at)
	}
	if !p.expect('(', "behind the opcode") {
		return false
	}
	if in.Opcode == "constant" || in.Opcode == "parameter" {
		open := p.at - 1
		p.at = open
		if !p.balanced() {
			return false
		}
		in.Literal = p.src[open+1 : p.at-1]
		return true
	}
	return p.operands(in)
}

// operands reads the operands of an instruction, with the parenthesis behind them.
func (p *parser) operands(in *Instruction) bool {
	for !p.take(')') {
		if len(in.Operands) > 0 && !p.expect(',', "or ')' behind an operand") {
			return false
		}
		if !p.skip(nil) || !p.operand(in) {
			return false
		}
	}
	return true
}

// operand reads an operand: a name, with or without a shape in front, or an instruction without a name.
func (p *parser) operand(in *Instruction) bool {
	var s *Shape
	var ok bool
	begin := p.at
	if p.beginsShape() {
		if s, ok = p.shape(); !ok || !p.skip(nil) {
			return false
		}
	}
	if word := p.word(); word != "" {
		after := scanner{src: p.src, at: p.at + len(word)}
		if after.take('(') {
			p.at = begin
			return p.inline(in)
		}
	}
	name, _, start, ok := p.name("an operand")
	if !ok {
		return false
	}
	operand := in.Parent.names[name]
	if operand == in {
		operand = nil
	}
	if operand == nil {
		p.pending = append(p.pending, reference{in, len(in.Operands), name})
	}
	p.addOperand(in, operand, s, start)
	return true
}

func (p *parser) addOperand(in, operand *Instruction, s *Shape, start int) {
	if s != nil && in.OperandShapes == nil {
		in.OperandShapes = make([]*Shape, len(in.Operands), len(in.Operands)+1)
	}
	in.Operands = append(in.Operands, operand)
	in.operands = append(in.operands, p.file.Span(start, p.at))
	if in.OperandShapes != nil {
		in.OperandShapes = append(in.OperandShapes, s)
	}
}

// inline reads an instruction that is written as an operand.
func (p *parser) inline(user *Instruction) bool {
	start := p.at
	o := &Instruction{Parent: user.Parent, isInline: true}
	if !p.enter() || !p.operation(o) {
		return false
	}
	p.leave()
	p.append(user.Parent, o)
	p.addOperand(user, o, nil, start)
	return true
}

// calledRoles are the attributes whose values are computations.
var calledRoles = map[string]bool{
	"calls": true, "to_apply": true, "condition": true, "body": true, "select": true, "scatter": true,
	"true_computation": true, "false_computation": true, "branch_computations": true,
	"called_computations": true,
}

// attributes reads `, name=value` as often as it stands there.
func (p *parser) attributes() ([]*Attribute, bool) {
	var all []*Attribute
	for p.take(',') {
		if !p.skip(nil) {
			return nil, false
		}
		a := &Attribute{Name: p.word()}
		if a.Name == "" {
			return nil, p.expected("the name of an attribute")
		}
		a.span = p.file.Span(p.at, p.at+len(a.Name))
		p.at += len(a.Name)
		if !p.expect('=', "behind the name of an attribute") || !p.skip(nil) || !p.attribute(a) {
			return nil, false
		}
		all = append(all, a)
	}
	return all, p.err == nil
}

// attribute reads the value of an attribute.
func (p *parser) attribute(a *Attribute) bool {
	if calledRoles[a.Name] && p.peek() == '{' && p.isComputation() {
		c := &Computation{Module: p.m}
		start := p.at
		if !p.enter() || !p.body(c) {
			return false
		}
		p.leave()
		a.Called, a.isInline, a.value = []*Computation{c}, true, p.file.Span(start, p.at)
		a.Text = p.src[start:p.at]
		return true
	}
	start, end, ok := p.value()
	if ok && strings.HasPrefix(p.src[start:end], "mesh[") && p.namesDevices() {
		_, end, ok = p.value()
	}
	if !ok {
		return false
	}
	a.Text, a.value = p.src[start:end], p.file.Span(start, end)
	if calledRoles[a.Name] {
		p.calls(a, start, end)
	}
	return true
}

// namesDevices reports whether the value, a mesh, goes on behind a comma with the numbers of its devices. If
// it does, the parser stands behind the comma.
func (p *parser) namesDevices() bool {
	s := scanner{src: p.src, file: p.file, at: p.at}
	if !s.take(',') || !s.skip(nil) || !strings.HasPrefix(s.src[s.at:], "device_ids=(") {
		return false
	}
	p.at = s.at
	return true
}

// isComputation reports whether the brace at the current place begins a computation, and not a list of names.
func (p *parser) isComputation() bool {
	s := scanner{src: p.src, file: p.file, at: p.at + 1}
	if !s.skip(nil) {
		return false
	}
	if s.keyword("ROOT") {
		return true
	}
	_, _, _, ok := s.name("") // no message is shown
	return ok && s.take('=')
}

// calls keeps the names in the value of an attribute, to be found among the computations in the end.
func (p *parser) calls(a *Attribute, start, end int) {
	s := scanner{src: p.src[:end], file: p.file, at: start}
	s.take('{')
	for {
		name, _, at, ok := s.name("") // what is wrong is said behind the loop
		if !ok {
			break
		}
		p.called = append(p.called, calledName{a, len(a.Called), name, at})
		a.Called = append(a.Called, nil)
		if !s.take(',') {
			break
		}
	}
	if s.take('}'); s.at != end || len(a.Called) == 0 && strings.ContainsAny(a.Text, "%\"") {
		p.at = min(s.at, end)
		p.expected("names of computations")
	}
}

// resolve finds the computations that attributes name, and the entry.
func (p *parser) resolve() {
	for _, r := range p.called {
		if r.attribute.Called[r.index] = p.m.names[r.name]; r.attribute.Called[r.index] != nil {
			continue
		}
		d := diag.Errorf(codeName, p.file.Span(r.start, r.start+len(r.name)),
			"'%s' is not a computation of this module", r.name)
		names := make([]string, 0, len(p.m.Computations))
		for _, c := range p.m.Computations[:min(1000, len(p.m.Computations))] {
			names = append(names, c.Name)
		}
		if near := diag.Nearest(r.name, names); near != "" && len(p.errors) < 3 {
			d.Suggest("did you mean '%s'?", near)
		}
		p.failed(d)
	}
	if p.m.Entry == nil {
		p.m.Entry = p.m.Computations[len(p.m.Computations)-1]
	}
}
