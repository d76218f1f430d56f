package optimizeloops_test

import (
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randnest"
	_ "github.com/inflight-compiler/inflight/transform/optimizeloops"
)

// pipelines have small tiles, so that small programs have several of them, and parts of them.
var pipelines = []string{
	"optimize-loops",
	"optimize-loops{kc=3 nc=8 rows=2 columns=8 unroll=2}",
	"optimize-loops{kc=4 nc=6 rows=3 columns=4 unroll=4 width=64}",
	"optimize-loops{kc=2 nc=16 rows=4 columns=4 unroll=1 pack-bytes=64}",
}

// Programs leave the same bits in memory after the pass.
func TestPropertySameMemory(t *testing.T) {
	for i := range passtest.Programs(60) {
		module := passtest.Parse(t, randnest.Program(rand.New(rand.NewPCG(uint64(i), 2))))
		made := passtest.Transform(t, module, "builtin.module(func.func("+pipelines[i%len(pipelines)]+"))")
		randnest.Same(t, module, made)
	}
}
