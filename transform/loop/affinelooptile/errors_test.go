package affinelooptile_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
)

// Options that are no possible sizes are errors at the function.
func TestErrors(t *testing.T) {
	for _, options := range []string{"cache-size=0", "tile-size=-2", "tile-size=9223372036854775807",
		"tile-sizes=4,0", "tile-sizes=4,x"} {
		p, err := pass.Parse("builtin.module(func.func(affine-loop-tile{" + options + "}))")
		if err != nil {
			t.Fatal(err)
		}
		diags := (&pass.Manager{Pipeline: p}).Run(t.Context(),
			passtest.Parse(t, "func.func @f() {\n  return\n}\n"))
		if !diags.HasErrors() || !strings.Contains(diags.Err().Error(), "[affine-loop-tile-size]") {
			t.Errorf("%s: %v, want [affine-loop-tile-size]", options, diags)
		}
	}
}
