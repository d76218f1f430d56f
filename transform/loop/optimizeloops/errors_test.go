package optimizeloops_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
)

// Options that are no possible sizes are errors at the function.
func TestErrors(t *testing.T) {
	for _, options := range []string{"width=8", "rows=0", "kc=-1", "nc=100000", "unroll=0"} {
		p, err := pass.Parse("builtin.module(func.func(optimize-loops{" + options + "}))")
		if err != nil {
			t.Fatal(err)
		}
		diags := (&pass.Manager{Pipeline: p}).Run(t.Context(),
			passtest.Parse(t, "func.func @f() {\n  return\n}\n"))
		if !diags.HasErrors() || !strings.Contains(diags.Err().Error(), "[optimize-loops-sizes]") {
			t.Errorf("%s: %v, want [optimize-loops-sizes]", options, diags)
		}
	}
}
