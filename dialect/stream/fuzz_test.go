package stream_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// FuzzText holds that no text makes the reader, the verifier or the printer fail, and that a valid program
// prints in both forms as the same program.
func FuzzText(f *testing.F) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		f.Fatal("no seeds", err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range txtar.Parse(content).Files {
			f.Add(string(part.Data))
		}
	}
	read := func(src string) *ir.Op {
		m, _ := text.Parse(all.NewContext(), diag.NewFile("fuzz.mlir", []byte(src)), text.Options{})
		if m == nil || len(ir.Verify(m)) > 0 {
			return nil
		}
		return m
	}
	f.Fuzz(func(t *testing.T, src string) {
		m := read(src)
		if m == nil {
			return
		}
		custom := text.String(m, text.PrintOptions{})
		for _, form := range []string{custom, text.String(m, text.PrintOptions{Generic: true})} {
			again := read(form)
			if again == nil {
				t.Fatalf("cannot be read:\n%s", form)
			}
			if got := text.String(again, text.PrintOptions{}); got != custom {
				t.Fatalf("%s\nis printed as\n%s", custom, got)
			}
		}
	})
}
