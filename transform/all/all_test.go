package all_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inflight-compiler/inflight/diag"
	dialects "github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/pass"
	_ "github.com/inflight-compiler/inflight/transform/all"
)

// Every pass has an example, and makes of its Before what its After says.
func TestExamples(t *testing.T) {
	for _, p := range pass.All() {
		t.Run(p.Name, func(t *testing.T) {
			if p.Summary == "" || p.Doc == "" || p.Before == "" || p.After == "" {
				t.Fatal("a pass has a summary, a documentation, and an example before and after")
			}
			if got := runExample(t, p); got != p.After {
				t.Errorf("-After +got:\n%s", cmp.Diff(p.After, got))
			}
		})
	}
}

func runExample(t *testing.T, p *pass.Pass) string {
	t.Helper()
	program, diags := text.Parse(dialects.NewContext(), diag.NewFile("before.mlir", []byte(p.Before)),
		text.Options{})
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(program).Err(); err != nil {
		t.Fatal(err)
	}
	values, err := pass.ParseValues(p, p.ExampleOptions)
	if err != nil {
		t.Fatal(err)
	}
	pl := &pass.Pipeline{Anchor: program.Name()}
	pl.Add(p, values)
	if err := (&pass.Manager{Pipeline: pl}).Run(t.Context(), program).Err(); err != nil {
		t.Fatal(err)
	}
	return text.String(program, text.PrintOptions{}) + "\n"
}

// Every option has a help text and a default that is a value of its type.
func TestOptionDeclarations(t *testing.T) {
	for _, p := range pass.All() {
		for _, o := range p.Options {
			if o.Help == "" {
				t.Errorf("%s: option %s has no help", p.Name, o.Name)
			}
			if _, err := pass.ParseValues(p, o.Name+"='"+o.Default+"'"); err != nil {
				t.Errorf("%s: default of option %s: %v", p.Name, o.Name, err)
			}
		}
	}
}
