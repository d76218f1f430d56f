package asyncdma_test

import (
	"os"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/asyncdma"
)

// FuzzPass runs the pass on anything that is a sound program: it leaves a sound program.
func FuzzPass(f *testing.F) {
	content, err := os.ReadFile("testdata/remarks.mlir")
	if err != nil {
		f.Fatal(err)
	}
	for _, program := range strings.Split(string(content), "// -----\n") {
		f.Add(program)
	}
	f.Fuzz(func(t *testing.T, source string) {
		c := all.NewContext()
		c.AllowUnregistered = true
		m, _ := text.Parse(c, diag.NewFile("fuzz.mlir", []byte(source)), text.Options{})
		if m == nil || len(source) > 8000 || len(ir.Verify(m)) > 0 {
			return
		}
		p := asyncdma.Pass
		if err := p.Run(pass.NewRun(p, m, nil)); err != nil {
			t.Fatal(err)
		}
		if errs := ir.Verify(m); errs.HasErrors() {
			t.Fatalf("%v\n%s\nbecame\n%s", errs, source, text.String(m, text.PrintOptions{}))
		}
	})
}
