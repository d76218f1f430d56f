package npy

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// header is what the dictionary at the beginning of a file says.
type header struct {
	dtype        DType
	bigEndian    bool
	fortranOrder bool
	shape        []int
}

// parser reads the dictionary. The grammar is the part of Python's that NumPy writes:
//
//	header = "{" [ pair { "," pair } [ "," ] ] "}"
//	pair   = string ":" ( string | "True" | "False" | tuple )
//	tuple  = "(" [ integer "," [ integer { "," integer } [ "," ] ] ] ")"
type parser struct {
	file *diag.File
	pos  int
}

// parseHeader reads the text of a header. Its diagnostics point into file, which holds that text alone.
func parseHeader(file *diag.File) (header, error) {
	p := &parser{file: file}
	var h header
	if err := p.dictionary(&h); err != nil {
		return header{}, err
	}
	return h, nil
}

// dictionary reads the whole header: the three keys in any order, each exactly once.
func (p *parser) dictionary(h *header) error {
	if !p.accept('{') {
		return p.expected("'{'")
	}
	var seen []string
	for !p.accept('}') {
		key, err := p.pair(h, seen)
		if err != nil {
			return err
		}
		seen = append(seen, key)
		if !p.accept(',') && p.peek() != '}' {
			return p.expected("',' or '}'")
		}
	}
	for _, key := range []string{"descr", "fortran_order", "shape"} {
		if !slices.Contains(seen, key) {
			return p.errorf("the header has no %q", key)
		}
	}
	if p.peek() != 0 || p.pos < len(p.file.Content) {
		return p.expected("nothing after the dictionary")
	}
	return nil
}

// pair reads a key and its value and returns the key.
func (p *parser) pair(h *header, seen []string) (string, error) {
	p.peek()
	start := p.pos
	key, err := p.str()
	if err != nil {
		return "", err
	}
	if slices.Contains(seen, key) {
		return "", p.errorAt(start, codeHeader, "key %q appears twice", key)
	}
	if !p.accept(':') {
		return "", p.expected("':'")
	}
	switch key {
	case "descr":
		err = p.descr(h)
	case "fortran_order":
		h.fortranOrder, err = p.boolean()
	case "shape":
		h.shape, err = p.tuple()
	default:
		err = p.errorAt(start, codeHeader, "unknown key %q", key)
	}
	return key, err
}

// descr reads the element type. Records are lists; they are told apart from a malformed header.
func (p *parser) descr(h *header) error {
	if c := p.peek(); c == '[' || c == '(' {
		return p.dtypeError(p.pos, "arrays of records are not supported")
	}
	start := p.pos
	descr, err := p.str()
	if err != nil {
		return err
	}
	var ok bool
	if h.dtype, h.bigEndian, ok = parseDescr(descr); !ok {
		return p.dtypeError(start, "element type %q is not supported", descr)
	}
	return nil
}

// dtypeError returns a diagnostic that says how to get a supported type.
func (p *parser) dtypeError(at int, format string, args ...any) error {
	return p.errorAt(at, codeDType, format, args...).
		Suggest("convert the array before saving it, for instance with a.astype(\"float32\")")
}

// str reads a string in single or double quotes. Escapes are refused: no key and no type needs one.
func (p *parser) str() (string, error) {
	quote := p.peek()
	if quote != '\'' && quote != '"' {
		return "", p.expected("a string")
	}
	rest := p.file.Content[p.pos+1:]
	end := bytes.IndexByte(rest, quote)
	if end < 0 {
		return "", p.errorf("string without end")
	}
	s := string(rest[:end])
	if strings.ContainsAny(s, "\\\n") {
		return "", p.errorf("string with an escape or a line break")
	}
	p.pos += end + 2
	return s, nil
}

// boolean reads True or False.
func (p *parser) boolean() (bool, error) {
	p.peek()
	start := p.pos
	switch word := p.word(); word {
	case "True":
		return true, nil
	case "False":
		return false, nil
	default:
		p.pos = start
		return false, p.expected("True or False")
	}
}

// tuple reads a shape. (3) is a number in Python, so one extent needs its comma.
func (p *parser) tuple() ([]int, error) {
	if !p.accept('(') {
		return nil, p.expected("'('")
	}
	shape := []int{}
	for !p.accept(')') {
		extent, err := p.extent()
		if err != nil {
			return nil, err
		}
		shape = append(shape, extent)
		if p.accept(',') {
			continue
		}
		if len(shape) == 1 || p.peek() != ')' {
			return nil, p.expected("','")
		}
	}
	return shape, nil
}

// extent reads a decimal number that is not negative.
func (p *parser) extent() (int, error) {
	p.peek()
	start := p.pos
	word := p.word()
	if word == "" || strings.Trim(word, "0123456789") != "" {
		p.pos = start
		return 0, p.expected("an extent (a number that is not negative)")
	}
	n, err := strconv.Atoi(word)
	if err != nil {
		return 0, p.errorAt(start, codeShape, "extent %s is too large", abbreviate(word))
	}
	return n, nil
}

// abbreviate keeps a number of thousands of digits out of a message.
func abbreviate(s string) string {
	if len(s) <= 30 {
		return s
	}
	return s[:30] + "..."
}

// word reads letters, digits and underscores, as many as there are.
func (p *parser) word() string {
	start := p.pos
	for p.pos < len(p.file.Content) && isWordByte(p.file.Content[p.pos]) {
		p.pos++
	}
	return string(p.file.Content[start:p.pos])
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// peek skips white space and returns the next byte, 0 at the end.
func (p *parser) peek() byte {
	for p.pos < len(p.file.Content) && strings.IndexByte(" \t\r\n", p.file.Content[p.pos]) >= 0 {
		p.pos++
	}
	if p.pos == len(p.file.Content) {
		return 0
	}
	return p.file.Content[p.pos]
}

// accept consumes the byte c if it comes next.
func (p *parser) accept(c byte) bool {
	if p.peek() != c || p.pos == len(p.file.Content) {
		return false
	}
	p.pos++
	return true
}

// expected reports that something else should stand at the current position.
func (p *parser) expected(what string) error {
	found := "the end of the header"
	if c := p.peek(); p.pos < len(p.file.Content) {
		found = fmt.Sprintf("%q", c)
	}
	return p.errorf("expected %s, found %s", what, found)
}

// errorf reports a malformed header at the current position.
func (p *parser) errorf(format string, args ...any) error {
	return p.errorAt(p.pos, codeHeader, format, args...).Suggest("load the file with NumPy and save it again")
}

// errorAt reports a problem at an offset of the header.
func (p *parser) errorAt(at int, code diag.Code, format string, args ...any) *diag.Diagnostic {
	return diag.Errorf(code, p.file.Span(at, at+1), format, args...)
}
