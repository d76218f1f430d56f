package exporter_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/tvmscript/exporter"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// FuzzAppend prints whatever verifies: either there are errors, or text that the parser of TVMScript takes,
// the same each time.
func FuzzAppend(f *testing.F) {
	for _, src := range corpus(f) {
		f.Add(src)
	}
	// Bytes that are no text, in strings and where names of functions are.
	f.Add("func.func @f() {\n  %no = arith.constant false\n  cf.assert %no, \"\xab\x06\"\n  return\n}\n")
	f.Add(
		"func.func private @g() attributes {tvm.call = \"a\x8e(\"}\nfunc.func @f() {\n  func.call @g() : " +
			"() -> ()\n  return\n}\n")
	f.Fuzz(func(t *testing.T, src string) {
		m, diags := text.Parse(newContext(), diag.NewFile("in.mlir", []byte(src)), text.Options{})
		if m == nil || diags.HasErrors() || ir.Verify(m).HasErrors() {
			return
		}
		out, diags := exporter.Append(nil, m)
		if diags.HasErrors() != (out == nil) {
			t.Fatalf("%d bytes of text beside the diagnostics %v", len(out), diags)
		}
		if out == nil {
			return
		}
		if _, diags := syntax.Parse(diag.NewFile("out.py", out)); diags.HasErrors() {
			t.Fatalf("%v\n%s", diags, out)
		}
		if again, _ := exporter.Append(nil, m); string(again) != string(out) {
			t.Fatalf("the second time it is\n%s\nand was\n%s", again, out)
		}
	})
}

// corpus returns the programs in the repository: those that tests parse, and the examples.
func corpus(t testing.TB) []string {
	t.Helper()
	var out []string
	for _, pattern := range []string{
		"testdata/*.txtar", "../../*/testdata/*.txtar", "../../*/*/testdata/*.txtar",
		"../../*/testdata/*.mlir", "../../*/*/testdata/*.mlir",
		"../../*/testdata/*/*.mlir", "../../*/*/testdata/*/*.mlir", "../../examples/*/*.mlir",
	} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			out = append(out, programsOf(t, name)...)
		}
	}
	if len(out) < 50 {
		t.Fatalf("only %d programs", len(out))
	}
	return out
}

func programsOf(t testing.TB, name string) []string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Ext(name) == ".mlir" {
		return []string{string(content)}
	}
	var out []string
	ar := txtar.Parse(content)
	for _, file := range ar.Files {
		if filepath.Ext(file.Name) == ".mlir" {
			out = append(out, string(golden.Get(t, ar, file.Name)))
		}
	}
	return out
}
