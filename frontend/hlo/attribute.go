package hlo

import (
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// This file reads the values of attributes. All methods take a nil attribute, which has no value.

// String returns the value without quotes and escapes, "" for nil.
func (a *Attribute) String() string {
	if a == nil {
		return ""
	}
	return unquoted(a.Text)
}

func unquoted(text string) string {
	if len(text) < 2 || text[0] != '"' {
		return text
	}
	if s, err := strconv.Unquote(text); err == nil {
		return s
	}
	return text[1 : len(text)-1]
}

// Bool reports whether the value is true.
func (a *Attribute) Bool() bool { return a != nil && a.Text == "true" }

// Int returns the value as an integer, and whether it is one.
func (a *Attribute) Int() (int64, bool) {
	if a == nil {
		return 0, false
	}
	return number(a.Text)
}

// Ints returns the numbers of a value such as {0,1}.
func (a *Attribute) Ints() ([]int64, *diag.Diagnostic) {
	if a == nil {
		return nil, nil
	}
	s := a.scanner()
	list := s.ints()
	return list, s.end()
}

// Lists returns the lists of numbers of a value such as {{0,1},{2,3}}.
func (a *Attribute) Lists() ([][]int64, *diag.Diagnostic) {
	if a == nil {
		return nil, nil
	}
	s := a.scanner()
	lists := s.lists()
	return lists, s.end()
}

// Pairs returns the pairs of a value such as {{0,1},{1,0}}, which source_target_pairs has.
func (a *Attribute) Pairs() ([][2]int64, *diag.Diagnostic) {
	lists, err := a.Lists()
	if err != nil {
		return nil, err
	}
	pairs := make([][2]int64, len(lists))
	for i, l := range lists {
		if len(l) != 2 {
			return nil, diag.Errorf(codeAttribute, a.value,
				"%s: expected pairs of numbers, as in {{0,1},{1,0}}",
				a.Name)
		}
		pairs[i] = [2]int64(l)
	}
	return pairs, nil
}

// Alias says that two places share memory: a part of an output, and a part of a parameter or an operand.
type Alias struct {
	Output  []int64 // index into the output
	Operand int64   // number of the parameter or the operand
	Index   []int64 // index into it
	Kind    string  // may-alias or must-alias; "" if it is not written
}

// Aliases returns the pairs of input_output_alias and of output_to_operand_aliasing, such as
// { {0}: (1, {}, may-alias) }.
func (a *Attribute) Aliases() ([]Alias, *diag.Diagnostic) {
	if a == nil {
		return nil, nil
	}
	s := a.scanner()
	var all []Alias
	s.open('{')
	for s.bad == nil && !s.take('}') {
		if len(all) > 0 {
			s.open(',')
		}
		alias := Alias{Output: s.ints()}
		s.open(':')
		s.open('(')
		alias.Operand = s.int()
		if s.take(',') {
			alias.Index = s.ints()
		}
		if s.take(',') {
			s.skip(nil)
			alias.Kind = s.word()
			s.at += len(alias.Kind)
		}
		s.open(')')
		all = append(all, alias)
	}
	return all, s.end()
}

// Donors returns the parts of parameters that buffer_donor gives away, such as { (0, {}), (1, {2}) }.
func (a *Attribute) Donors() ([]Alias, *diag.Diagnostic) {
	if a == nil {
		return nil, nil
	}
	s := a.scanner()
	var all []Alias
	s.open('{')
	for s.bad == nil && !s.take('}') {
		if len(all) > 0 {
			s.open(',')
		}
		s.open('(')
		d := Alias{Operand: s.int()}
		s.open(',')
		d.Index = s.ints()
		s.open(')')
		all = append(all, d)
	}
	return all, s.end()
}

// Field is a name and a value within braces, as metadata and frontend_attributes have them.
type Field struct{ Name, Text string }

// String returns the value without quotes and escapes.
func (f Field) String() string { return unquoted(f.Text) }

// Fields returns the fields of a value such as {op_name="f" source_line=3}, with or without commas. It
// returns those in front of what is malformed.
func (a *Attribute) Fields() []Field {
	if a == nil {
		return nil
	}
	s := scanner{src: a.Text}
	if !s.take('{') {
		return nil
	}
	return s.fields()
}

// fields reads NAME=VALUE up to a closing brace.
func (s *scanner) fields() []Field {
	var all []Field
	for {
		for s.take(',') {
		}
		if !s.skip(nil) {
			return all
		}
		name := s.word()
		if s.at += len(name); name == "" || !s.take('=') || !s.skip(nil) {
			return all
		}
		start := s.at
		for s.at < len(s.src) && !isBlank(s.src[s.at]) && s.src[s.at] != ',' && s.src[s.at] != '}' {
			switch s.src[s.at] {
			case '"':
				if !s.quoted() {
					return all
				}
			case '{', '[', '(':
				if !s.balanced() {
					return all
				}
			default:
				s.at++
			}
		}
		all = append(all, Field{name, s.src[start:s.at]})
	}
}

// Field returns the text of a field, without quotes, and whether the attribute has it.
func (a *Attribute) Field(name string) (string, bool) {
	for _, f := range a.Fields() {
		if f.Name == name {
			return f.String(), true
		}
	}
	return "", false
}

// Names returns the names of a value such as {%a, %b}, without %.
func (a *Attribute) Names() []string {
	if a == nil {
		return nil
	}
	var names []string
	for _, n := range strings.FieldsFunc(strings.Trim(a.Text, "{}"), func(r rune) bool {
		return r == ',' || r < 128 && isBlank(byte(r))
	}) {
		names = append(names, strings.TrimPrefix(n, "%"))
	}
	return names
}

// valueScanner reads a value and keeps the first error.
type valueScanner struct {
	scanner
	attribute *Attribute
	bad       *diag.Diagnostic
}

func (a *Attribute) scanner() *valueScanner {
	return &valueScanner{scanner: scanner{src: a.Text}, attribute: a}
}

// wrong keeps an error at the current place.
func (s *valueScanner) wrong(what string) {
	if s.bad != nil {
		return
	}
	s.skip(nil)
	v := s.attribute.value
	span, at := v, int(v.Start)+s.at
	if v.File != nil && int(v.End-v.Start) == len(s.attribute.Text) {
		span = v.File.Span(min(at, int(v.End)-1), min(at+1, int(v.End)))
	}
	s.bad = diag.Errorf(codeAttribute, span, "%s: expected %s", s.attribute.Name, what)
}

// open moves past a byte that must stand there.
func (s *valueScanner) open(c byte) {
	if s.bad == nil && !s.take(c) {
		s.wrong("'" + string(c) + "'")
	}
}

// end returns the error, of which one is text behind the value.
func (s *valueScanner) end() *diag.Diagnostic {
	s.skip(nil)
	if s.at < len(s.src) {
		s.wrong("the end of the value")
	}
	return s.bad
}

func (s *valueScanner) int() int64 {
	s.skip(nil)
	end := s.at
	if end < len(s.src) && s.src[end] == '-' {
		end++
	}
	for end < len(s.src) && isDigit(s.src[end]) {
		end++
	}
	n, ok := number(s.src[s.at:end])
	if !ok {
		s.wrong("a number")
		return 0
	}
	s.at = end
	return n
}

// ints reads {0,1}.
func (s *valueScanner) ints() []int64 {
	var list []int64
	s.open('{')
	for s.bad == nil && !s.take('}') {
		if len(list) > 0 {
			s.open(',')
		}
		list = append(list, s.int())
	}
	return list
}

// lists reads {{0,1},{2,3}}.
func (s *valueScanner) lists() [][]int64 {
	var lists [][]int64
	s.open('{')
	for s.bad == nil && !s.take('}') {
		if len(lists) > 0 {
			s.open(',')
		}
		lists = append(lists, s.ints())
	}
	return lists
}
