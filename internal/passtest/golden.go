package passtest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/pass"
)

// Golden runs a pass on the program in.mlir of every file of testdata, with the options in the section
// options if there is one, and compares what it made, in out.mlir, and what it said, in remarks.
func Golden(t *testing.T, name string) { GoldenIn(t, "testdata", name) }

// GoldenIn is Golden with another folder than testdata. The name may be several passes, of which the last
// gets the options.
func GoldenIn(t *testing.T, folder, name string) {
	golden.Txtar(t, folder+"/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		options := ""
		if golden.Has(ar, "options") {
			options = strings.TrimSpace(string(golden.Get(t, ar, "options")))
		}
		line := name + "{" + options + "}"
		if known := pass.Lookup(name); known != nil && known.Anchor == "func.func" {
			line = "func.func(" + line + ")"
		}
		p, err := pass.Parse("builtin.module(" + line + ")")
		if err != nil {
			t.Fatal(err)
		}
		file := diag.NewFile("in.mlir", golden.Get(t, ar, "in.mlir"))
		module, diags := text.Parse(all.NewContext(), file, text.Options{})
		if !diags.HasErrors() {
			diags = ir.Verify(module)
		}
		if !diags.HasErrors() {
			diags = (&pass.Manager{Pipeline: p}).Run(context.Background(), module)
		}
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		if wrong := ir.Verify(module); wrong.HasErrors() {
			t.Fatalf("what %s made is invalid: %v\n%s", name, wrong, Print(module))
		}
		CheckBranches(t, module)
		var remarks strings.Builder
		for _, d := range diags {
			fmt.Fprintf(&remarks, "%v: %v: %s [%s]\n", d.Span, d.Severity, d.Message, d.Code)
		}
		golden.Set(ar, "out.mlir", []byte(Print(module)))
		golden.Set(ar, "remarks", []byte(remarks.String()))
	})
}
