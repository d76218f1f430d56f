package machine

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// node is a value of JSON with its place.
type node struct {
	span   diag.Span
	value  any // string, json.Number, bool, nil, []*node, or []field
	closed bool
}

// field is a member of an object.
type field struct {
	name string
	span diag.Span
	node *node
}

// maxDepth is how deep values may be nested; descriptions need four levels.
const maxDepth = 20

// scanner reads JSON with places.
type scanner struct {
	file    *diag.File
	content []byte // with spaces for a byte order mark
	decoder *json.Decoder
}

// parseTree reads one value, and nothing behind it.
func parseTree(file *diag.File) (*node, *diag.Diagnostic) {
	content := file.Content
	if rest, marked := bytes.CutPrefix(content, []byte("\ufeff")); marked {
		content = append([]byte("   "), rest...)
	}
	s := &scanner{file: file, content: content, decoder: json.NewDecoder(bytes.NewReader(content))}
	s.decoder.UseNumber()
	n, d := s.value(0)
	if d != nil {
		return nil, d
	}
	if _, err := s.decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, diag.Errorf(codeSyntax, s.span(s.begin()),
			"a description is one object, and this stands behind it")
	}
	return n, nil
}

// begin returns where the next token begins.
func (s *scanner) begin() int {
	at := int(s.decoder.InputOffset())
	rest := s.content[at:]
	return at + len(rest) - len(bytes.TrimLeft(rest, " \t\r\n,:"))
}

// span returns the span from an offset to the end of the last token.
func (s *scanner) span(from int) diag.Span {
	return s.file.Span(from, max(from, int(s.decoder.InputOffset())))
}

// token returns the next token with its place.
func (s *scanner) token() (json.Token, diag.Span, *diag.Diagnostic) {
	from := s.begin()
	t, err := s.decoder.Token()
	if err == nil {
		return t, s.span(from), nil
	}
	at := s.file.Span(from, from)
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, at, diag.Errorf(codeSyntax, at, "the description ends before its last object does")
	case errors.As(err, &syntax):
		return nil, at, diag.Errorf(codeSyntax, at, "this is not JSON: %s",
			strings.TrimPrefix(syntax.Error(), "json: "))
	}
	return nil, at, diag.Errorf(codeSyntax, at, "this is not JSON: %v", err)
}

func (s *scanner) value(depth int) (*node, *diag.Diagnostic) {
	t, span, d := s.token()
	if d != nil {
		return nil, d
	}
	switch t {
	case json.Delim('{'):
		return s.object(span, depth+1)
	case json.Delim('['):
		return s.array(span, depth+1)
	case json.Delim('}'), json.Delim(']'):
		return &node{span: span, closed: true}, nil
	}
	return &node{span: span, value: t}, nil
}

func (s *scanner) array(span diag.Span, depth int) (*node, *diag.Diagnostic) {
	if depth > maxDepth {
		return nil, diag.Errorf(codeSyntax, span, "values are nested more than %d deep", maxDepth)
	}
	list := []*node{}
	for {
		n, d := s.value(depth)
		if d != nil {
			return nil, d
		}
		if n.closed {
			return &node{span: s.span(int(span.Start)), value: list}, nil
		}
		list = append(list, n)
	}
}

func (s *scanner) object(span diag.Span, depth int) (*node, *diag.Diagnostic) {
	if depth > maxDepth {
		return nil, diag.Errorf(codeSyntax, span, "values are nested more than %d deep", maxDepth)
	}
	fields, known := []field{}, map[string]diag.Span{}
	for {
		t, at, d := s.token()
		if d != nil {
			return nil, d
		}
		name, ok := t.(string)
		if !ok {
			return &node{span: s.span(int(span.Start)), value: fields}, nil
		}
		if first, again := known[name]; again {
			return nil, diag.Errorf(codeField, at, "%q is given twice", name).Note(first,
				"the first one is here")
		}
		known[name] = at
		n, d := s.value(depth)
		if d != nil {
			return nil, d
		}
		fields = append(fields, field{name, at, n})
	}
}
