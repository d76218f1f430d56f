package converttollvm_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
	_ "github.com/inflight-compiler/inflight/transform/all"
)

// Options that the pass cannot follow are errors.
func TestOptionsThatCannotBeFollowed(t *testing.T) {
	for _, option := range []string{"dynamic=true", "filter-dialects=arith,foo"} {
		p, err := pass.Parse("builtin.module(convert-to-llvm{" + option + "})")
		if err != nil {
			t.Fatal(err)
		}
		diags := (&pass.Manager{Pipeline: p}).Run(t.Context(), passtest.Parse(t, "func.func @f() { return }"))
		if !diags.HasErrors() || diags[0].Code != "convert-to-llvm-option" {
			t.Errorf("%s: %v", option, diags)
		}
	}
}
