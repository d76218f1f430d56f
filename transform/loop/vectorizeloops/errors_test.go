package vectorizeloops_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
)

const chosen = `func.func @f(%a: memref<64xf32>) {
  affine.for %i = 1 to 64 {
    %x = affine.load %a[%i - 1] : memref<64xf32>
    affine.store %x, %a[%i] : memref<64xf32>
  } {inflight.vectorize}
  return
}
`

// What cannot be done is said, with the reason.
func TestErrors(t *testing.T) {
	for pipeline, want := range map[string]string{
		"vectorize-loops": "in.mlir:2:3: error: this loop cannot be vectorized: its iterations " +
			"may depend on each other [vectorize-loops-impossible]",
		"vectorize-loops{width=8}": "vectors of 8 bits with 0 lanes are not possible " +
			"[vectorize-loops-width]",
		"vectorize-loops{lanes=1}": "vectors of 128 bits with 1 lanes are not possible " +
			"[vectorize-loops-width]",
		"vectorize-loops{lanes=-4}": "vectors of 128 bits with -4 lanes are not possible " +
			"[vectorize-loops-width]",
	} {
		p, err := pass.Parse("builtin.module(" + pipeline + ")")
		if err != nil {
			t.Fatal(err)
		}
		diags := (&pass.Manager{Pipeline: p}).Run(t.Context(), passtest.Parse(t, chosen))
		if !diags.HasErrors() || !strings.Contains(diags.Err().Error(), want) {
			t.Errorf("%s: %v, want %s", pipeline, diags, want)
		}
	}
}
