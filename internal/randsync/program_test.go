package randsync_test

import (
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randsync"
)

// Programs verify.
func TestPrograms(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		passtest.Parse(t, randsync.Program(r, randsync.Any(r)))
	}
}
