package affineloopunrolljam_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/randnest"
	_ "github.com/inflight-compiler/inflight/transform/loop/affineloopunrolljam"
)

// Programs leave the same bits in memory after the pass.
func TestPropertySameMemory(t *testing.T) {
	randnest.Property(t, 7, 60, 12, "func.func(affine-loop-unroll-jam)",
		"func.func(affine-loop-unroll-jam{unroll-jam-factor=3})")
}
