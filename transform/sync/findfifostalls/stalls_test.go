package findfifostalls_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/pass"
	_ "github.com/inflight-compiler/inflight/transform/sync/findfifostalls"
)

// find returns what the pass says of a program: places, messages and notes.
func find(t *testing.T, source string) string {
	t.Helper()
	p, err := pass.Parse("builtin.module(find-fifo-stalls)")
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
	var b strings.Builder
	for _, d := range (&pass.Manager{Pipeline: p}).Run(t.Context(), m) {
		b.WriteString(d.Span.String() + ": " + d.Message + " [" + string(d.Code) + "]\n")
		for _, n := range d.Notes {
			b.WriteString("  " + n.Span.String() + ": " + n.Message + "\n")
		}
	}
	return b.String()
}

// Of the right programs the pass says nothing, and of each wrong one what the golden has.
func TestStalls(t *testing.T) {
	golden.Txtar(t, "testdata/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		wrong := strings.HasSuffix(t.Name(), "wrong")
		var out []string
		for i, source := range strings.Split(string(golden.Get(t, ar, "input.mlir")), "// -----\n") {
			said := find(t, source)
			if wrong != (said != "") {
				t.Errorf("program %d: %s\n%s", i, said, source)
			}
			out = append(out, said)
		}
		golden.Set(ar, "messages", []byte(strings.Join(out, "// -----\n")))
	})
}
