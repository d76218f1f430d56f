package packoperands_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
)

// Options that are no possible sizes are errors at the function.
func TestErrors(t *testing.T) {
	for _, options := range []string{"max-bytes=0", "max-bytes=-1"} {
		p, err := pass.Parse("builtin.module(func.func(pack-operands{" + options + "}))")
		if err != nil {
			t.Fatal(err)
		}
		diags := (&pass.Manager{Pipeline: p}).Run(t.Context(),
			passtest.Parse(t, "func.func @f() {\n  return\n}\n"))
		if !diags.HasErrors() || !strings.Contains(diags.Err().Error(), "[pack-operands-bytes]") {
			t.Errorf("%s: %v, want [pack-operands-bytes]", options, diags)
		}
	}
}
