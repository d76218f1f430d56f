package airtoasync_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/pass"
	"golang.org/x/tools/txtar"
)

const separator = "// -----\n"

// expand runs the pass on a program, and returns what it says.
func expand(t *testing.T, source string) (*ir.Op, diag.List) {
	t.Helper()
	p, err := pass.Parse("builtin.module(air-to-async)")
	if err != nil {
		t.Fatal(err)
	}
	m, diags := text.Parse(all.NewContext(), diag.NewFile("in.mlir", []byte(source)), text.Options{})
	if !diags.HasErrors() {
		diags = ir.Verify(m)
	}
	if diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, source)
	}
	return m, (&pass.Manager{Pipeline: p}).Run(t.Context(), m)
}

// said returns diagnostics as text: places, messages, notes and help.
func said(list diag.List) string {
	var b strings.Builder
	for _, d := range list {
		at := func(s diag.Span) string {
			if s == (diag.Span{}) {
				return ""
			}
			return s.String() + ": "
		}
		b.WriteString(at(d.Span) + d.Message + " [" + string(d.Code) + "]\n")
		for _, n := range d.Notes {
			b.WriteString("  " + at(n.Span) + n.Message + "\n")
		}
	}
	return b.String()
}

// Every program of the cases is refused, with the messages in the golden: they have the lines of the program,
// and the tiles.
func TestRefused(t *testing.T) {
	golden.Txtar(t, "testdata/refused/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		var out []string
		for i, source := range strings.Split(string(golden.Get(t, ar, "input.mlir")), separator) {
			_, diags := expand(t, source)
			if !diags.HasErrors() {
				t.Errorf("program %d is accepted:\n%s", i, source)
			}
			out = append(out, said(diags))
		}
		golden.Set(ar, "messages", []byte(strings.Join(out, separator)))
	})
}
