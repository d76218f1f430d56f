package randnest_test

import (
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randnest"
)

// All programs are right, run, and leave the same behind each time.
func TestPrograms(t *testing.T) {
	for i := range passtest.Programs(50) {
		module := passtest.Parse(t, randnest.Program(rand.New(rand.NewPCG(uint64(i), 1))))
		randnest.Same(t, module, module.Clone(nil))
	}
}
