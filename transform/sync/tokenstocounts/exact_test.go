package tokenstocounts_test

import (
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/internal/allpaths"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randasync"
	"github.com/inflight-compiler/inflight/ir"
	_ "github.com/inflight-compiler/inflight/transform/sync/tokenstocounts"
)

// Every count is the smallest age that the token has on any path: with one more, the wait would let the
// token's group be in flight on that path; with one less, it would wait for a group that nobody asked for.
func TestPropertyExact(t *testing.T) {
	waits := 0
	for i := range passtest.Programs(1000) {
		r := rand.New(rand.NewPCG(uint64(i), 4))
		source := randasync.Program(r,
			randasync.Config{Statements: 5, Depth: 2, Tokens: true, Branches: i%3 == 0})
		module := passtest.Parse(t, source)
		truth := allpaths.Run(module)
		if truth.States > allpaths.MaxStates {
			continue
		}
		counted := waitsOf(passtest.Transform(t, module, "builtin.module(tokens-to-counts{form=nvvm})"))
		for k, op := range waitsOf(module) {
			w := truth.Waits[op]
			if w == nil {
				continue // not reached
			}
			waits++
			if got := min(counted[k].QueueEffect().Count, allpaths.Limit); got != int64(w.MinAge) {
				t.Fatalf("program %d: %v has the count %d, all paths say %d\n%s", i, op.Span(), got, w.MinAge,
					source)
			}
		}
	}
	if waits < passtest.Programs(1000) {
		t.Errorf("only %d waits", waits)
	}
}

func waitsOf(module *ir.Op) []*ir.Op {
	var list []*ir.Op
	for op := range module.Walk() {
		if op.QueueEffect().Kind == ir.QueueWait {
			list = append(list, op)
		}
	}
	return list
}
