package exporter_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/sameprogram"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/tvmscript/importer"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// TestRoundTrip reads what is printed of every program in testdata: it is the same program and, printed and
// read once more, the same text.
func TestRoundTrip(t *testing.T) {
	archives, _ := filepath.Glob("testdata/*.txtar")
	for _, name := range archives {
		t.Run(filepath.Base(name), func(t *testing.T) {
			ar, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if golden.Has(ar, "out.py") && !golden.Has(ar, "diagnostics") {
				roundTrip(t, parse(t, "in.mlir", golden.Get(t, ar, "in.mlir")))
			}
		})
	}
	examples, _ := filepath.Glob("../../examples/*/*.mlir")
	for _, name := range examples {
		if slices.ContainsFunc(
			[]string{"/tokens/", "/async/", "/air/", "/stream/", "/ranks/", "/wasm/", "/gpu/", "/regions/",
				"/gemm/gemm."},
			func(folder string) bool { return strings.Contains(name, folder) }) {
			// TVMScript has no tokens, no tensors, no modules of kernels, no loops that carry values, no
			// dialects of other systems, and functions without results
			continue
		}
		t.Run(name, func(t *testing.T) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			roundTrip(t, parse(t, name, src))
		})
	}
}

func roundTrip(t testing.TB, m *ir.Op) {
	t.Helper()
	py := export(t, m)
	back := importText(t, py)
	if d := sameprogram.Diff(m, back); d != "" {
		t.Fatalf("%s\n%s\n%s", d, py, mlir(back))
	}
	again := importText(t, export(t, back))
	if mlir(again) != mlir(back) {
		t.Errorf("the second time it is\n%s\n%s\nand was\n%s\n%s", export(t, back), mlir(again), py,
			mlir(back))
	}
}

// importText reads a module from TVMScript.
func importText(t testing.TB, src []byte) *ir.Op {
	t.Helper()
	file, diags := syntax.Parse(diag.NewFile("out.py", src))
	if diags.HasErrors() {
		t.Fatalf("%s\n%s", render(diags), src)
	}
	m, diags := importer.Import(newContext(), file)
	if diags.HasErrors() {
		t.Fatalf("%s\n%s", render(diags), src)
	}
	if errs := ir.Verify(m); errs.HasErrors() {
		t.Fatalf("%s\n%s", render(errs), src)
	}
	return m
}

func mlir(m *ir.Op) string { return text.String(m, text.PrintOptions{}) }

// TestReprint reads the TVMScript examples, prints them and reads that: the IR has the same text, but for
// what is bound to a name and used more than once, and is the same program in any case.
func TestReprint(t *testing.T) {
	names, _ := filepath.Glob("../../examples/tvm/*.py")
	if len(names) < 10 {
		t.Fatalf("only %d examples", len(names))
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			m := importText(t, src)
			py := export(t, m)
			back := importText(t, py)
			if d := sameprogram.Diff(m, back); d != "" {
				t.Fatalf("%s\n%s", d, py)
			}
			if mlir(back) != mlir(m) {
				t.Errorf("it has become: %s\n%s", differing(mlir(back), mlir(m)), py)
			}
		})
	}
}

// TestImportedGoldens prints what the importer makes of each construct of TVMScript and reads that: it is the
// same program.
func TestImportedGoldens(t *testing.T) {
	names, _ := filepath.Glob("../importer/testdata/golden/*.txtar")
	if len(names) < 20 {
		t.Fatalf("only %d goldens", len(names))
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			ar, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			m := importText(t, golden.Get(t, ar, "in.py"))
			py := export(t, m)
			if strings.HasSuffix(name, "/shapes.txtar") {
				// an extent that is an expression comes back as a variable and an assertion, which Diff takes
				// for less
				return
			}
			if d := sameprogram.Diff(m, importText(t, py)); d != "" {
				t.Errorf("%s\n%s", d, py)
			}
		})
	}
}
