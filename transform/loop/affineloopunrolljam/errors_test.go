package affineloopunrolljam_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
)

// Options that are no possible sizes are errors at the function.
func TestErrors(t *testing.T) {
	for _, options := range []string{"unroll-jam-factor=0", "unroll-jam-factor=100000"} {
		p, err := pass.Parse("builtin.module(func.func(affine-loop-unroll-jam{" + options + "}))")
		if err != nil {
			t.Fatal(err)
		}
		diags := (&pass.Manager{Pipeline: p}).Run(t.Context(),
			passtest.Parse(t, "func.func @f() {\n  return\n}\n"))
		if !diags.HasErrors() || !strings.Contains(diags.Err().Error(), "[affine-loop-unroll-jam-factor]") {
			t.Errorf("%s: %v, want [affine-loop-unroll-jam-factor]", options, diags)
		}
	}
}
