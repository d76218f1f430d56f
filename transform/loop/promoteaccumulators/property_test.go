package promoteaccumulators_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/randnest"
	_ "github.com/inflight-compiler/inflight/transform/loop/promoteaccumulators"
)

// Programs leave the same bits in memory after the pass.
func TestPropertySameMemory(t *testing.T) {
	randnest.Property(t, 5, 60, 6, "promote-accumulators")
}
