package all_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// FuzzTables holds that no program makes a table function panic: reading, verifying, folding, rewriting and
// printing end well, what verifies still verifies when it is canonicalized, and prints as a program that
// reads.
func FuzzTables(f *testing.F) {
	files, err := filepath.Glob("testdata/*/*.txtar")
	if err != nil || len(files) == 0 {
		f.Fatal("no seeds", err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		ar := txtar.Parse(content)
		for _, src := range strings.Split(string(ar.Files[0].Data), separator) {
			f.Add(src)
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 4000 {
			return
		}
		c := all.NewContext()
		c.AllowUnregistered = true
		m, _ := text.Parse(c, diag.NewFile("fuzz.mlir", []byte(src)), text.Options{})
		if m == nil || len(ir.Verify(m)) > 0 {
			return
		}
		before := text.String(m, text.PrintOptions{})
		ir.ApplyPatternsGreedily(m, ir.GreedyConfig{})
		if errs := ir.Verify(m); len(errs) > 0 {
			t.Fatalf("%v\n%s", errs, before)
		}
		after := text.String(m, text.PrintOptions{})
		if again, errs := text.Parse(c, diag.NewFile("printed.mlir", []byte(after)),
			text.Options{}); again == nil {
			t.Fatalf("%v\n%s", errs, after)
		}
	})
}
