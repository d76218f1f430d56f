package affinelooptile_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/randnest"
	_ "github.com/inflight-compiler/inflight/transform/loop/affinelooptile"
)

// Programs leave the same bits in memory after the pass.
func TestPropertySameMemory(t *testing.T) {
	randnest.Property(t, 6, 60, 2, "func.func(affine-loop-tile{tile-sizes=3,4,5})",
		"func.func(affine-loop-tile{tile-size=4 separate})", "func.func(affine-loop-tile{cache-size=1})")
}
