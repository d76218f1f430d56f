package affineloopfusion_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
)

// What the pass makes of programs.
func TestGolden(t *testing.T) { passtest.Golden(t, "affine-loop-fusion") }

// Options that have no possible value are errors at the function.
func TestErrors(t *testing.T) {
	for _, options := range []string{"compute-tolerance=much", "compute-tolerance=-1",
		"compute-tolerance=nan", "fast-mem-space=-1", "fast-mem-space=a", "local-buf-threshold=-1"} {
		p, err := pass.Parse("builtin.module(func.func(affine-loop-fusion{" + options + "}))")
		if err != nil {
			t.Fatal(err)
		}
		diags := (&pass.Manager{Pipeline: p}).Run(t.Context(),
			passtest.Parse(t, "func.func @f() {\n  return\n}\n"))
		if !diags.HasErrors() || !strings.Contains(diags.Err().Error(), "[affine-loop-fusion-option]") {
			t.Errorf("%s: %v, want [affine-loop-fusion-option]", options, diags)
		}
	}
}
