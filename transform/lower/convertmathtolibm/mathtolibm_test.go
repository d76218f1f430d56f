package convertmathtolibm_test

import (
	"errors"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/lower/convertmathtolibm"
)

// What the library does not have is an error at its place.
func TestErrors(t *testing.T) {
	for _, source := range []string{
		"func.func @f(%x: f32) -> f32 {\n  %0 = math.copysign %x, %x : f32\n  return %0 : f32\n}",
		"func.func @f(%x: f80) -> f80 {\n  %0 = math.erf %x : f80\n  return %0 : f80\n}",
		"func.func @f(%x: vector<[4]xf32>) -> vector<[4]xf32> {\n  %0 = math.erf %x : vector<[4]xf32>\n  " +
			"return %0 : vector<[4]xf32>\n}",
	} {
		err := convertmathtolibm.Pass.Run(
			pass.NewRun(t.Context(), convertmathtolibm.Pass, passtest.Parse(t, source), nil))
		if d, ok := errors.AsType[*diag.Diagnostic](err); !ok || d.Code != "math-to-libm-unsupported" ||
			d.Span.Place().Line != 2 {
			t.Errorf("got %v for\n%s", err, source)
		}
	}
}
