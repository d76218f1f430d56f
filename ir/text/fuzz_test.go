package text_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// FuzzParse parses arbitrary text. The parser must not panic. A program that it accepts must be printed, in
// both forms, as text that parses to the same program.
func FuzzParse(f *testing.F) {
	for _, file := range corpusFiles(f) {
		for _, suffix := range []string{"", ".generic"} {
			if src := read(f, file+suffix); len(src) < 8_000 {
				f.Add(src)
			}
		}
	}
	invalid, _ := filepath.Glob("testdata/invalid/*.mlir")
	for _, file := range invalid {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, piece := range strings.Split(string(src), "\n// -----\n") {
			f.Add(piece)
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		m, diags := text.Parse(newContext(), diag.NewFile("fuzz.mlir", []byte(src)), text.Options{})
		if (m == nil) == (len(diags) == 0) {
			t.Fatalf("module %v with diagnostics %v", m != nil, diags)
		}
		if m == nil {
			return
		}
		for _, opts := range []text.PrintOptions{{Generic: true}, {Generic: true, DebugInfo: true}} {
			first := string(text.Append(nil, m, opts))
			second := string(text.Append(nil, parse(t, newContext(), "again.mlir", first), opts))
			if first != second {
				t.Fatalf("printed, read back and printed again it differs:\n%s", cmp.Diff(first, second))
			}
		}
		if ir.Verify(m) != nil {
			return // custom syntax is only for valid operations
		}
		first := string(text.Append(nil, m, text.PrintOptions{}))
		again, diags := text.Parse(newContext(), diag.NewFile("again.mlir", []byte(first)), text.Options{})
		switch {
		case again == nil && strings.Contains(diags.Error(), "expects different type than prior uses"):
			// As upstream, the syntax has one type for all values, but their shapes may be compatible without
			// being equal.
		case again == nil:
			t.Fatalf("%v\nin:\n%s", diags, first)
		default:
			if second := string(text.Append(nil, again, text.PrintOptions{})); first != second {
				t.Fatalf("printed, read back and printed again it differs:\n%s", cmp.Diff(first, second))
			}
		}
	})
}
