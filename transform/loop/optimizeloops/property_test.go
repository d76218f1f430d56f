package optimizeloops_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/randnest"
	_ "github.com/inflight-compiler/inflight/transform/loop/optimizeloops"
)

// Programs leave the same bits in memory after the pass. Small tiles make several of them, and parts of them,
// of small programs.
func TestPropertySameMemory(t *testing.T) {
	randnest.Property(t, 2, 60, 3,
		"func.func(optimize-loops)",
		"func.func(optimize-loops{kc=3 nc=8 rows=2 columns=8 unroll=2})",
		"func.func(optimize-loops{kc=4 nc=6 rows=3 columns=4 unroll=4 width=64})",
		"func.func(optimize-loops{kc=2 nc=16 rows=4 columns=4 unroll=1 pack-bytes=64})",
	)
}
