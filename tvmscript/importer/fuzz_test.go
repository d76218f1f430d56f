package importer_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/ir"
)

// FuzzImport: no text makes the importer panic, and every module that it makes is valid.
func FuzzImport(f *testing.F) {
	goldens, _ := filepath.Glob("testdata/golden/*.txtar")
	for _, path := range goldens {
		ar, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(ar.Files[0].Data)
	}
	mistakes, _ := filepath.Glob("testdata/errors/*.py")
	for _, path := range mistakes {
		src, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		module, diags := load("in.py", src)
		if module == nil {
			if !diags.HasErrors() {
				t.Fatal("neither a module nor an error")
			}
			return
		}
		if errs := ir.Verify(module); errs.HasErrors() {
			t.Fatalf("the module is not valid: %v", errs)
		}
	})
}
