package elideredundantwaits_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/internal/allpaths"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randasync"
	"github.com/inflight-compiler/inflight/ir"
	_ "github.com/inflight-compiler/inflight/transform/sync/elideredundantwaits"
)

// Of waits for counts and of waits for tokens, exactly those go that brute force finds implied on all paths.
func TestPropertyExact(t *testing.T) {
	removed, kept, tokens := 0, 0, 0 // the last: of those removed, the waits for tokens
	for i := range passtest.Programs(300) {
		r := rand.New(rand.NewPCG(uint64(i), 5))
		source := randasync.Program(r, randasync.Config{
			Statements: 6, Depth: 2, Counts: i%3 != 0, Tokens: i%3 == 0, Branches: i%2 == 0, Numbered: 2,
		})
		module := passtest.Parse(t, source)
		truth := allpaths.Run(module)
		if truth.States > allpaths.MaxStates {
			continue
		}
		elided := passtest.Transform(t, module, "builtin.module(elide-redundant-waits)")
		left := spans(elided)
		for op, w := range truth.Waits {
			gone := !slices.Contains(left, op.Span().String())
			switch {
			case gone != w.Implied:
				t.Fatalf("program %d: %v removed: %v, implied: %v\n%s", i, op.Span(), gone, w.Implied, source)
			case !gone:
				kept++
			default:
				removed++
				if op.QueueEffect().Token != nil {
					tokens++
				}
			}
		}
	}
	t.Logf("%d waits removed, %d of them for tokens, and %d kept", removed, tokens, kept)
	if n := passtest.Programs(300) / 10; removed < n || kept < n || tokens < n/2 {
		t.Errorf("%d waits removed, %d of them for tokens, and %d kept", removed, tokens, kept)
	}
}

// spans returns the places of the waits of a program.
func spans(module *ir.Op) []string {
	var list []string
	for op := range module.Walk() {
		if op.QueueEffect().Kind == ir.QueueWait {
			list = append(list, op.Span().String())
		}
	}
	return list
}
