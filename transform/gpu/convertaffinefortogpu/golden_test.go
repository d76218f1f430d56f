package convertaffinefortogpu_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
)

// What the pass makes of programs.
func TestGolden(t *testing.T) { passtest.Golden(t, "convert-affine-for-to-gpu") }

// Nests that cannot be mapped are errors at the loop that is in the way, as in MLIR.
func TestErrors(t *testing.T) {
	const start = "func.func @f(%m: memref<8x8xf32>, %x: f32) {\n  affine.for %i = 0 to 8 {\n"
	const store = "    affine.store %x, %m[%i, %i] : memref<8x8xf32>\n"
	for _, c := range []struct{ options, body, want string }{
		{"", store, "in.mlir:3:5: error: expected a nested loop [affine-to-gpu-nest]"},
		{"", store + "    affine.for %j = 0 to 8 {\n    }\n",
			"in.mlir:2:3: error: expected perfectly nested loops in the body [affine-to-gpu-nest]"},
		{"", "    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 8 {\n    }\n",
			"in.mlir:3:5: error: loops with bounds depending on other mapped loops are not supported " +
				"[affine-to-gpu-nest]"},
		{"gpu-block-dims=4", store, "in.mlir:1:1: error: cannot map to 4 dimensions [affine-to-gpu-dims]"},
		{"gpu-thread-dims=-1", store, "in.mlir:1:1: error: cannot map to -1 dimensions [affine-to-gpu-dims]"},
	} {
		p, err := pass.Parse("builtin.module(func.func(convert-affine-for-to-gpu{" + c.options + "}))")
		if err != nil {
			t.Fatal(err)
		}
		diags := (&pass.Manager{Pipeline: p}).Run(t.Context(),
			passtest.Parse(t, start+c.body+"  }\n  return\n}\n"))
		if len(diags) != 1 || !strings.Contains(diags[0].Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.options, diags, c.want)
		}
	}
}
