package text_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// newContext returns a context like that of mlir-opt with --allow-unregistered-dialect.
func newContext() *ir.Context {
	c := all.NewContext()
	c.AllowUnregistered = true
	return c
}

// parse parses valid text.
func parse(t testing.TB, c *ir.Context, name, src string) *ir.Op {
	t.Helper()
	m, diags := text.Parse(c, diag.NewFile(name, []byte(src)), text.Options{})
	if m == nil {
		t.Fatalf("%v\nin:\n%s", diags.Err(), src)
	}
	return m
}

// corpusFiles returns the inputs of the corpus.
func corpusFiles(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/corpus/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatalf("no corpus: %v", err)
	}
	return files
}

func read(t testing.TB, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// foreign reports whether the only error is that the text has the custom form of an operation in a dialect
// that Inflight does not have.
func foreign(c *ir.Context, diags diag.List) bool {
	_, rest, ok := strings.Cut(diags.Error(), "not found for custom op '")
	dialect, _, _ := strings.Cut(rest, ".")
	return ok && c.Dialect(dialect) == nil
}

// TestCorpus compares the printed text with the text that mlir-opt 22 prints for the same input, in custom
// and in generic form, and parses both texts again.
func TestCorpus(t *testing.T) {
	for _, file := range corpusFiles(t) {
		base := filepath.Base(file)
		t.Run(base, func(t *testing.T) {
			c := newContext()
			m, diags := text.Parse(c, diag.NewFile(base, []byte(read(t, file))), text.Options{})
			if m == nil {
				if foreign(c, diags) {
					t.Skipf("skipped: %v", diags)
				}
				t.Fatal(diags)
			}
			opts := text.PrintOptions{DebugInfo: strings.HasPrefix(base, "loc_")}
			compare(t, m, file+".pretty", opts)
			opts.Generic = true
			compare(t, m, file+".generic", opts)
		})
	}
}

func compare(t *testing.T, m *ir.Op, golden string, opts text.PrintOptions) {
	t.Helper()
	got := string(text.Append(nil, m, opts))
	want := strings.TrimSuffix(read(t, golden), "\n") // mlir-opt adds a line
	if got != want {
		t.Errorf("%s (-mlir-opt +inflight):\n%s", golden, cmp.Diff(want, got))
	}
	again := parse(t, newContext(), filepath.Base(golden), got)
	if second := string(text.Append(nil, again, opts)); second != got {
		t.Errorf("%s is printed differently once read back:\n%s", golden, cmp.Diff(got, second))
	}
}

// TestCorpusGenericWithoutDialects parses the generic form without any table and prints it again. Nothing is
// lost. Without tables some properties are opaque text, and maps that occur only in them are printed in
// place.
func TestCorpusGenericWithoutDialects(t *testing.T) {
	for _, file := range corpusFiles(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			bare := ir.NewContext()
			bare.AllowUnregistered = true
			src := read(t, file+".generic")
			opts := text.PrintOptions{Generic: true,
				DebugInfo: strings.HasPrefix(filepath.Base(file), "loc_")}
			opaque := string(text.Append(nil, parse(t, bare, file, src), opts))
			got := string(text.Append(nil, parse(t, newContext(), file, opaque), opts))
			if want := strings.TrimSuffix(src, "\n"); got != want {
				t.Error(cmp.Diff(want, got))
			}
		})
	}
}

func newFile(src string) *diag.File { return diag.NewFile("test.mlir", []byte(src)) }
