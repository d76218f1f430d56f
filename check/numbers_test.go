package check

import (
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// Values without names are numbered in the order of the functions, for any number of functions that are
// checked at the same time.
func TestNumbersFollowTheOrder(t *testing.T) {
	var first string
	for range 20 {
		m := parseText(t, twoFunctions)
		for op := range m.Walk() {
			for _, v := range op.Results() {
				v.SetName("")
			}
		}
		r, err := Module(t.Context(), m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		report := r.Text()
		if first == "" {
			first = report
		}
		if report != first || r.Functions[0].Hazards[0].Name == r.Functions[1].Hazards[0].Name {
			t.Fatalf("%s\nfirst:\n%s", report, first)
		}
	}
}

const twoFunctions = `
func.func @f() {
  %0 = memref.alloc() : memref<4xf32>
  %c = arith.constant 0 : index
  pipeline.async_scope {
    %1 = memref.load %0[%c] : memref<4xf32>
    memref.store %1, %0[%c] : memref<4xf32>
  }
  %2 = memref.load %0[%c] : memref<4xf32>
  return
}
func.func @g() {
  %0 = memref.alloc() : memref<4xf32>
  %c = arith.constant 0 : index
  pipeline.async_scope {
    %1 = memref.load %0[%c] : memref<4xf32>
    memref.store %1, %0[%c] : memref<4xf32>
  }
  %2 = memref.load %0[%c] : memref<4xf32>
  return
}
`

func parseText(t *testing.T, src string) *ir.Op {
	t.Helper()
	m, errs := text.Parse(all.NewContext(), diag.NewFile("in.mlir", []byte(src)), text.Options{})
	if err := errs.Err(); err != nil {
		t.Fatal(err)
	}
	return m
}
