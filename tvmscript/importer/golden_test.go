package importer_test

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	funcs "github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/tvmscript/importer"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// load imports a text.
func load(name string, src []byte) (*ir.Op, diag.List) {
	file, diags := syntax.Parse(diag.NewFile(name, src))
	if diags.HasErrors() {
		return nil, diags
	}
	return importer.Import(all.NewContext(), file)
}

// mustLoad imports a text that has no errors.
func mustLoad(t testing.TB, name string, src []byte) *ir.Op {
	t.Helper()
	module, diags := load(name, src)
	if diags.HasErrors() {
		var text bytes.Buffer
		_ = diag.Text{W: &text}.Render(diags)
		t.Fatal(text.String())
	}
	if errs := ir.Verify(module); errs.HasErrors() {
		t.Fatalf("the module is not valid: %v", errs)
	}
	return module
}

// Every construct has the form that is written down.
func TestGolden(t *testing.T) {
	golden.Txtar(t, "testdata/golden/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		module := mustLoad(t, "in.py", golden.Get(t, ar, "in.py"))
		golden.Set(ar, "out.mlir", []byte(text.String(module, text.PrintOptions{})))
	})
}

// Every operation has a place in the Python text, but for the module and what ends regions.
func TestLocations(t *testing.T) {
	golden.Txtar(t, "testdata/golden/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		module := mustLoad(t, "in.py", golden.Get(t, ar, "in.py"))
		for op := range module.Walk() {
			span := ir.LocationSpan(op.Loc())
			if span.File == nil || span.File.Name != "in.py" {
				t.Errorf("%s has the location %v", op.Name(), op.Loc())
			}
			if line, _ := span.File.Position(span.Start); op != module &&
				strings.HasPrefix(span.File.Line(line), "#") {
				t.Errorf("%s is at a comment: %s", op.Name(), span.File.Line(line))
			}
		}
	})
}

// MLIR accepts every module.
func TestMLIRVerifies(t *testing.T) {
	opt := tools.Require(t, "mlir-opt")
	golden.Txtar(t, "testdata/golden/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		module := mustLoad(t, "in.py", golden.Get(t, ar, "in.py"))
		if callsFromStatements(module) {
			t.Skip("mlir-opt looks for no symbols outside of operations that it does not know")
		}
		cmd := tools.Command(t, opt, "--allow-unregistered-dialect", "-o", "/dev/null")
		cmd.Stdin = strings.NewReader(text.String(module, text.PrintOptions{Generic: true}))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

// callsFromStatements reports whether a call stands in an operation of the pipeline dialect.
func callsFromStatements(module *ir.Op) bool {
	for _, call := range module.Find(funcs.Call) {
		for outer := range call.Ancestors() {
			if strings.HasPrefix(outer.Name(), "pipeline.") {
				return true
			}
		}
	}
	return false
}
