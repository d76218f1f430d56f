package raisetoaffine_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/randnest"
	_ "github.com/inflight-compiler/inflight/transform/loop/raisetoaffine"
	_ "github.com/inflight-compiler/inflight/transform/lower/loweraffine"
)

// Programs whose loops and subscripts are lowered leave the same bits in memory when they are raised again.
func TestPropertySameMemory(t *testing.T) {
	randnest.Property(t, 8, 60, 1, "lower-affine,func.func(raise-to-affine)")
}
