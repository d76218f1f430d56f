package vectorizeloops_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/randnest"
	_ "github.com/inflight-compiler/inflight/transform/loop/vectorizeloops"
)

// Programs leave the same bits in memory after the pass, whatever the width of vectors is.
func TestPropertySameMemory(t *testing.T) {
	randnest.Property(t, 3, 60, 5, "vectorize-loops", "vectorize-loops{width=64}", "vectorize-loops{lanes=3}",
		"vectorize-loops{width=256}")
}
