package affineparallelize_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
)

// What the pass makes of programs.
func TestGolden(t *testing.T) { passtest.Golden(t, "affine-parallelize") }

// A number of nested loops that is none is an error at the function.
func TestErrors(t *testing.T) {
	p, err := pass.Parse("builtin.module(func.func(affine-parallelize{max-nested=-1}))")
	if err != nil {
		t.Fatal(err)
	}
	diags := (&pass.Manager{Pipeline: p}).Run(t.Context(),
		passtest.Parse(t, "func.func @f() {\n  return\n}\n"))
	if !diags.HasErrors() || !strings.Contains(diags.Err().Error(), "[affine-parallelize-nested]") {
		t.Errorf("%v, want [affine-parallelize-nested]", diags)
	}
}
