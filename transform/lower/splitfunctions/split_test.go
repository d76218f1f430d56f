package splitfunctions_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randnest"
	"github.com/inflight-compiler/inflight/pass"
	_ "github.com/inflight-compiler/inflight/transform/lower/splitfunctions"
)

func TestGolden(t *testing.T) { passtest.Golden(t, "split-functions") }

// Programs leave the same bits in memory after the pass.
func TestPropertySameMemory(t *testing.T) {
	randnest.Property(t, 6, 60, 2, "split-functions{above=0 branches=1}",
		"split-functions{above=1 branches=2}")
}

// The pass makes parts of functions with more loops than it is told to leave alone, and of no others.
func TestWhichFunctions(t *testing.T) {
	source := `func.func @f(%m: memref<8xf32>, %k: f32) {
  affine.for %i = 0 to 8 {
    affine.store %k, %m[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    affine.store %k, %m[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    affine.store %k, %m[%i] : memref<8xf32>
  }
  return
}
func.func private @outside()`
	for options, want := range map[string]int{"above=3 branches=1": 2, "above=2 branches=1": 5,
		"above=2 branches=2": 3, "": 2} {
		got := passtest.Transform(t, passtest.Parse(t, source),
			"builtin.module(split-functions{"+options+"})")
		if n := len(got.Find(function.Func)); n != want {
			t.Errorf("%q: there are %d functions, not %d\n%s", options, n, want, passtest.Print(got))
		}
	}
}

// Options that make no sense are errors at the module.
func TestErrors(t *testing.T) {
	for _, options := range []string{"above=-1", "branches=0"} {
		p, err := pass.Parse("builtin.module(split-functions{" + options + "})")
		if err != nil {
			t.Fatal(err)
		}
		diags := (&pass.Manager{Pipeline: p}).Run(t.Context(),
			passtest.Parse(t, "func.func @f() {\n  return\n}\n"))
		if !diags.HasErrors() || !strings.Contains(diags.Err().Error(), "[split-functions-option]") {
			t.Errorf("%s: %v, want [split-functions-option]", options, diags)
		}
	}
}
