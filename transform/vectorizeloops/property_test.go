package vectorizeloops_test

import (
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randnest"
	_ "github.com/inflight-compiler/inflight/transform/vectorizeloops"
)

// Programs leave the same bits in memory after the pass, whatever the width of vectors is.
func TestPropertySameMemory(t *testing.T) {
	for i := range passtest.Programs(60) {
		module := passtest.Parse(t, randnest.Program(rand.New(rand.NewPCG(uint64(i), 3))))
		options := []string{"", "{width=64}", "{lanes=3}", "{width=256}"}[i%4]
		made := passtest.Transform(t, module, "builtin.module(vectorize-loops"+options+")")
		randnest.Same(t, module, made)
	}
}
