package randnest

import (
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
)

// Property runs one of the pipelines on each of n random programs, or as many as INFLIGHT_PROPERTY says, and
// fails the test unless all leave the same bits in memory, and at least one in often programs is changed.
func Property(t *testing.T, seed uint64, n, often int, pipelines ...string) {
	t.Helper()
	n = passtest.Programs(n)
	changed := 0
	for i := range n {
		module := passtest.Parse(t, Program(rand.New(rand.NewPCG(uint64(i), seed))))
		made := passtest.Transform(t, module, "builtin.module("+pipelines[i%len(pipelines)]+")")
		Same(t, module, made)
		if passtest.Print(module) != passtest.Print(made) {
			changed++
		}
	}
	if changed*often < n {
		t.Errorf("%d of %d programs changed, which is less than one in %d", changed, n, often)
	}
}
