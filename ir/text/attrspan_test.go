package text_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// The attributes of loops keep their places in the text, in custom and in generic form, and a clone has them
// too. Entries of nested dictionaries and attributes of other operations have no places. Places do not change
// the printed text.
func TestAttrSpans(t *testing.T) {
	for name, src := range map[string]string{
		"custom": `func.func @f(%n: index) {
  scf.for %i = %n to %n step %n {
  } {a = [0, 1], "b c" = {a = 2, d = 3}, e}
  return
}`,
		"affine": `func.func @f() {
  affine.for %i = 0 to 4 {
  } {a = [0, 1], "b c" = {a = 2, d = 3}, e}
  return
}`,
		"generic": `func.func @f(%n: index) {
  "scf.for"(%n, %n, %n) ({
  ^bb0(%i: index):
    scf.yield
  }) {a = [0, 1], "b c" = {a = 2, d = 3}, e} : (index, index, index) -> ()
  return
}`,
	} {
		m, diags := text.Parse(newContext(), newFile(src), text.Options{})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		loop := m.Body().First().Body().First()
		for _, op := range []*ir.Op{loop, loop.Clone(nil)} {
			for attr, want := range map[string]string{"a": "a = [0, 1]", "b c": `"b c" = {a = 2, d = 3}`,
				"e": "e", "d": ""} {
				if got := op.AttrSpan(attr).Text(); got != want {
					t.Errorf("%s: %s stands at %q, want %q", name, attr, got, want)
				}
			}
		}
		if loop.AttrSpan("d") != loop.Span() || loop.Span().Place().Line != 2 {
			t.Errorf("%s: an unknown attribute is at %v, the loop at %v", name, loop.AttrSpan("d"),
				loop.Span())
		}
		if _, annotated := m.Body().First().Loc().(*ir.AnnotatedLoc); annotated {
			t.Errorf("%s: the function keeps places of attributes", name)
		}
		withPlaces := text.String(m, text.PrintOptions{DebugInfo: true})
		loop.SetLoc(loop.Loc().(*ir.AnnotatedLoc).SourceLoc)
		if plain := text.String(m, text.PrintOptions{DebugInfo: true}); plain != withPlaces {
			t.Errorf("%s: the places show:\n%s\n%s", name, withPlaces, plain)
		}
	}
}

// WithAttrSpan replaces the place of one attribute. It changes only locations in source text.
func TestWithAttrSpan(t *testing.T) {
	ctx := newContext()
	loc := ir.WithAttrSpan(
		ir.WithAttrSpan(&ir.SourceLoc{File: newFile("abcdef")}, ir.AttrSpan{Name: "a", End: 1}),
		ir.AttrSpan{Name: "b", Start: 1, End: 2})
	loc = ir.WithAttrSpan(loc, ir.AttrSpan{Name: "a", Start: 4, End: 6})
	spans := loc.(*ir.AnnotatedLoc).Attrs
	if len(spans) != 2 || spans[0].Name != "b" || spans[1].Start != 4 {
		t.Errorf("the spans are %v", spans)
	}
	if got := ir.WithAttrSpan(ctx.UnknownLoc, ir.AttrSpan{Name: "a"}); got != ir.Location(ctx.UnknownLoc) {
		t.Errorf("loc(unknown) has become %v", got)
	}
	fused := ctx.FusedLoc(nil, []ir.Location{loc})
	if fused != ctx.FusedLoc(nil, []ir.Location{loc.(*ir.AnnotatedLoc).SourceLoc}) {
		t.Error("one place makes two locations")
	}
}
