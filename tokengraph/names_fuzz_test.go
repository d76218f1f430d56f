package tokengraph_test

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/tokengraph"
)

// drawnElements are the elements of pictures, and drawnAttributes their attributes. None of them runs a
// script or loads a resource.
var (
	drawnElements   = []string{"svg", "style", "defs", "marker", "path", "rect", "text", "title", "g"}
	drawnAttributes = []string{"xmlns", "width", "height", "viewBox", "id", "refX", "refY", "markerWidth",
		"markerHeight", "orient",
		"class", "d", "x", "y", "rx", "marker-end"}
)

// A picture with any names is well-formed XML with drawing elements only. Each name is printable text on one
// line in it. The same holds for the list.
func FuzzNames(f *testing.F) {
	f.Add("</text><script>alert(1)</script>", "host", "a.mlir:1:1")
	f.Add("]]>", "\" onload=\"x", "</style><a href='javascript:x'>")
	f.Add("\x00\x1b[2J", "a\nb", "\xff\u202e<!--")
	f.Fuzz(func(t *testing.T, name, label, place string) {
		g := &tokengraph.Graph{
			Name: name, Lanes: []string{"host", label},
			Boxes: []tokengraph.Box{{Lane: 0, Label: label, Place: place},
				{Lane: 1, Column: 1, Label: name, Place: place}},
			Arrows: []tokengraph.Arrow{{From: 0, To: 1}, {From: 0, To: 1, Elided: true}},
		}
		loop := &tokengraph.Pipeline{
			Name: label, Summary: place, Rows: []tokengraph.Row{{Label: name, Place: place, Queue: -1}},
			Columns: []tokengraph.Column{{Part: "body", Time: label, Cells: []tokengraph.Cell{{Text: name}}}},
		}
		program := tokengraph.Program{Pipelines: []*tokengraph.Pipeline{loop}, Graphs: []*tokengraph.Graph{g}}
		var picture, list strings.Builder
		if err := errors.Join(tokengraph.WriteSVG(&picture, program),
			tokengraph.WriteText(&list, program)); err != nil {
			t.Fatal(err)
		}
		for _, s := range []string{picture.String(), list.String()} {
			if !utf8.ValidString(s) ||
				strings.IndexFunc(s, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) >= 0 {
				t.Errorf("not printable: %q", s)
			}
		}
		texts := textsOf(t, picture.String())
		for _, want := range []string{name, label, place} {
			if !slices.Contains(texts, diag.Printable(want)) {
				t.Errorf("%q is not in the picture: %q", want, texts)
			}
		}
	})
}

// textsOf returns the texts and titles of a picture, and checks that it has only these elements and
// attributes.
func textsOf(t *testing.T, picture string) (texts []string) {
	t.Helper()
	inside := ""
	for d := xml.NewDecoder(strings.NewReader(picture)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return texts
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, picture)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if inside = token.Name.Local; !slices.Contains(drawnElements, inside) {
				t.Errorf("the element %s in %s", inside, picture)
			}
			for _, a := range token.Attr {
				if !slices.Contains(drawnAttributes, a.Name.Local) {
					t.Errorf("the attribute %s in %s", a.Name.Local, picture)
				}
			}
			if inside == "text" || inside == "title" {
				texts = append(texts, "")
			}
		case xml.CharData:
			if inside == "text" || inside == "title" {
				texts[len(texts)-1] += string(token)
			}
		case xml.EndElement:
			inside = ""
		default:
			t.Errorf("a %T in %s", token, picture)
		}
	}
}
