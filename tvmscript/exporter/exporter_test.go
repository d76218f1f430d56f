package exporter_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/tvmscript/exporter"
)

// TestExport prints the programs of testdata/*.txtar, each of which tells what it shows.
func TestExport(t *testing.T) {
	golden.Txtar(t, "testdata/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		out, diags := exporter.Append(nil, parse(t, "in.mlir", golden.Get(t, ar, "in.mlir")))
		if diags.HasErrors() != (out == nil) {
			t.Errorf("%d bytes of text beside the diagnostics %v", len(out), diags)
		}
		if golden.Has(ar, "diagnostics") || len(diags) > 0 {
			golden.Set(ar, "diagnostics", []byte(render(diags)))
		}
		if out != nil {
			golden.Set(ar, "out.py", out)
		}
	})
}

// TestExamples prints the examples, as they were written and as the pipeline pass left them.
func TestExamples(t *testing.T) {
	for _, pattern := range []string{"rfc77/*", "gemm/small*", "stencil/*", "reduction/*"} {
		files, err := filepath.Glob("../../examples/" + pattern + ".mlir")
		if err != nil || len(files) == 0 {
			t.Fatalf("no examples in %s: %v", pattern, err)
		}
		for _, name := range files {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			out := export(t, parse(t, name, src))
			base := filepath.Base(filepath.Dir(name)) + "_" +
				strings.ReplaceAll(strings.TrimSuffix(filepath.Base(name), ".mlir"), ".", "_")
			golden.Compare(t, filepath.Join("testdata", "examples", base+".py"), out)
		}
	}
}

func newContext() *ir.Context {
	c := all.NewContext()
	c.AllowUnregistered = true // for #gpu.thread<x>
	return c
}

func parse(t testing.TB, name string, src []byte) *ir.Op {
	t.Helper()
	m, diags := text.Parse(newContext(), diag.NewFile(name, src), text.Options{})
	if diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, src)
	}
	if errs := ir.Verify(m); errs.HasErrors() {
		t.Fatalf("%v\n%s", errs, src)
	}
	return m
}

func export(t testing.TB, m *ir.Op) []byte {
	t.Helper()
	out, diags := exporter.Append(nil, m)
	if diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, text.String(m, text.PrintOptions{}))
	}
	return out
}

func render(diags diag.List) string {
	var b strings.Builder
	if err := (diag.Text{W: &b}).Render(diags); err != nil {
		panic(err)
	}
	return b.String()
}

// TestPython asks Python, where there is one, whether it can parse what was printed.
func TestPython(t *testing.T) {
	python := tools.Require(t, "python3")
	dir := t.TempDir()
	write := func(name string, content []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	archives, _ := filepath.Glob("testdata/*.txtar")
	for _, name := range archives {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if golden.Has(ar, "out.py") {
			n++
			write(strings.TrimSuffix(filepath.Base(name), ".txtar")+".py", golden.Get(t, ar, "out.py"))
		}
	}
	examples, _ := filepath.Glob("testdata/examples/*.py")
	for _, name := range examples {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		n++
		write("example_"+filepath.Base(name), src)
	}
	if n < 20 {
		t.Fatalf("only %d files", n)
	}
	script := "import ast, pathlib, sys\nfor f in sorted(pathlib.Path(sys.argv[1]).glob('*.py')): " +
		"ast.parse(f.read_text(), str(f))"
	if out, err := tools.Command(t, python, "-c", script, dir).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
