package packoperands_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/randnest"
	_ "github.com/inflight-compiler/inflight/transform/loop/affinelooptile"
	_ "github.com/inflight-compiler/inflight/transform/loop/packoperands"
)

// Programs leave the same bits in memory after the pass, tiled or not.
func TestPropertySameMemory(t *testing.T) {
	randnest.Property(t, 4, 60, 5, "func.func(pack-operands)", "func.func(pack-operands{max-bytes=512})",
		"func.func(affine-loop-tile{tile-sizes=3,4,5},pack-operands)")
}
