package vector_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// between matches what separates the programs of a file: the lines between cases, and those between
// functions.
var between = regexp.MustCompile(`(?m)^// -----\n|^\n`)

// FuzzTables holds that no program makes a table function panic: what verifies still verifies when it is
// canonicalized, and prints as a program that reads.
func FuzzTables(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.mlir")
	corpus, _ := filepath.Glob("../../ir/text/testdata/corpus/vector_*.mlir*")
	for _, file := range append(files, corpus...) {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range between.Split(string(src), -1) {
			f.Add(part)
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 4000 {
			return
		}
		c := newContext()
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
