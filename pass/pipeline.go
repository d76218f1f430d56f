package pass

import (
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

var (
	codeSyntax = diag.Register("pass-syntax", "the text of a pass pipeline does not parse",
		"A pipeline is written as "+
			"builtin.module(func.func(cse,canonicalize{max-iterations=3}),symbol-dce): operations "+
			"with the passes to run on them in parentheses, options in braces.")
	codeUnknownPass = diag.Register("pass-unknown", "a pipeline names a pass that does not exist",
		"The passes are listed by `inflight opt --help`.")
	codeOption = diag.Register("pass-option",
		"a pass is given an option that it does not have, or a wrong value",
		"Options are written as name=value, separated by spaces. `inflight explain PASS` lists those of a "+
			"pass.")
	codeNesting = diag.Register("pass-nesting", "a pass stands in a pipeline for another operation",
		"Passes restricted to one operation have to be nested under it, as in "+
			"builtin.module(func.func(...)).")
)

// Pipeline is a list of passes that run on operations of one name.
type Pipeline struct {
	// Anchor is the full name of the operation, "any" for every operation.
	Anchor string
	Items  []Item
}

// Item is a pass with its options, or a pipeline that runs on the operations directly in the current one.
type Item struct {
	Pass   *Pass
	Values Values
	Nested *Pipeline
}

// AnyAnchor is the anchor of pipelines that run on every operation.
const AnyAnchor = "any"

// String returns the text that Parse reads.
func (p *Pipeline) String() string {
	parts := make([]string, len(p.Items))
	for i, it := range p.Items {
		parts[i] = it.String()
	}
	return p.Anchor + "(" + strings.Join(parts, ",") + ")"
}

// String returns the text of the item in a pipeline.
func (it Item) String() string {
	if it.Nested != nil {
		return it.Nested.String()
	}
	return it.Pass.Name + it.Values.String()
}

// Add appends a pass. A pass with another anchor is appended to the last item if that is a nested pipeline
// with this anchor, and otherwise to a new nested pipeline.
func (p *Pipeline) Add(pass *Pass, values Values) {
	target := p
	if pass.Anchor != "" && pass.Anchor != p.Anchor && p.Anchor != AnyAnchor {
		target = p.nest(pass.Anchor)
	}
	target.Items = append(target.Items, Item{Pass: pass, Values: values})
}

func (p *Pipeline) nest(anchor string) *Pipeline {
	if n := len(p.Items); n > 0 && p.Items[n-1].Nested != nil && p.Items[n-1].Nested.Anchor == anchor {
		return p.Items[n-1].Nested
	}
	nested := &Pipeline{Anchor: anchor}
	p.Items = append(p.Items, Item{Nested: nested})
	return nested
}

// Parse parses the text of a pipeline. Its errors are diagnostics with a place in the text.
func Parse(text string) (*Pipeline, error) {
	p := &parser{file: diag.NewFile("pass-pipeline", []byte(text)), text: text}
	p.skipSpace()
	pl, err := p.top()
	if err != nil {
		return nil, err
	}
	if p.skipSpace(); p.pos < len(text) {
		return nil, p.errorf(p.pos, codeSyntax, "expected the end of the pipeline")
	}
	return pl, nil
}

// maxNesting limits the nesting of pipelines.
const maxNesting = 64

// parser reads a pipeline by recursive descent.
type parser struct {
	file  *diag.File
	text  string
	pos   int
	depth int
}

func (p *parser) errorf(off int, code diag.Code, format string, args ...any) error {
	return diag.Errorf(code, p.file.Span(off, off), format, args...)
}

func (p *parser) skipSpace() {
	for p.pos < len(p.text) && strings.IndexByte(space, p.text[p.pos]) >= 0 {
		p.pos++
	}
}

// take skips spaces, and consumes c if it is the next byte.
func (p *parser) take(c byte) bool {
	p.skipSpace()
	if p.pos < len(p.text) && p.text[p.pos] == c {
		p.pos++
		return true
	}
	return false
}

// name reads the name of an operation or pass.
func (p *parser) name() string {
	p.skipSpace()
	start := p.pos
	for p.pos < len(p.text) && strings.IndexByte(",(){}"+space, p.text[p.pos]) < 0 {
		p.pos++
	}
	return p.text[start:p.pos]
}

func (p *parser) top() (*Pipeline, error) {
	start := p.pos
	anchor := p.name()
	if anchor == "" || !p.take('(') {
		return nil, p.errorf(start, codeSyntax,
			"expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'")
	}
	return p.items(anchor)
}

// items parses the text behind the opening parenthesis of a pipeline.
func (p *parser) items(anchor string) (*Pipeline, error) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxNesting {
		return nil, p.errorf(p.pos, codeSyntax, "pipelines are nested more than %d deep", maxNesting)
	}
	pl := &Pipeline{Anchor: anchor}
	if p.take(')') {
		return pl, nil
	}
	for {
		it, err := p.item(pl)
		if err != nil {
			return nil, err
		}
		pl.Items = append(pl.Items, it)
		if p.take(')') {
			return pl, nil
		}
		if !p.take(',') {
			return nil, p.errorf(p.pos, codeSyntax, "expected ',' or ')' after parsing pipeline")
		}
	}
}

func (p *parser) item(in *Pipeline) (Item, error) {
	p.skipSpace()
	start := p.pos
	name := p.name()
	if name == "" {
		return Item{}, p.errorf(start, codeSyntax, "expected the name of a pass or an operation")
	}
	if p.take('(') {
		nested, err := p.items(name)
		return Item{Nested: nested}, err
	}
	found := Lookup(name)
	if found == nil {
		return Item{}, p.unknown(start, name)
	}
	if found.Anchor != "" && in.Anchor != AnyAnchor && found.Anchor != in.Anchor {
		return Item{}, p.errorf(start, codeNesting,
			"can't add pass '%s' restricted to '%s' on a pipeline intended to run on '%s', did you intend "+
				"to nest?",
			name, found.Anchor, in.Anchor)
	}
	values, err := p.values(found)
	return Item{Pass: found, Values: values}, err
}

func (p *parser) unknown(off int, name string) error {
	err := diag.Errorf(codeUnknownPass, p.file.Span(off, off+len(name)),
		"'%s' does not refer to a registered pass or pass pipeline", name)
	var names []string
	for _, p := range All() {
		names = append(names, p.Name)
	}
	if near := diag.Nearest(name, names); near != "" {
		return err.Suggest("did you mean '%s'?", near)
	}
	return err.Suggest("`inflight opt --help` lists the passes")
}

// values reads the options in braces, if there are any.
func (p *parser) values(of *Pass) (Values, error) {
	if p.skipSpace(); p.pos == len(p.text) || p.text[p.pos] != '{' {
		return nil, nil
	}
	start := p.pos
	end := matchingBrace(p.text[start:])
	if end < 0 {
		return nil, p.errorf(start, codeSyntax, "missing closing '}' for the options of '%s'", of.Name)
	}
	values, err := ParseValues(of, p.text[start+1:start+end])
	if err != nil {
		return nil, p.errorf(start, codeOption, "'%s': %v", of.Name, err)
	}
	p.pos = start + end + 1
	return values, nil
}
