package elidewaits_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/internal/allpaths"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randasync"
	"github.com/inflight-compiler/inflight/ir"
	_ "github.com/inflight-compiler/inflight/transform/elidewaits"
)

// Of waits for counts exactly those go that brute force finds implied on all paths; of waits for tokens none that is not, and all
// but a few where ages matter that brute force cuts off.
func TestPropertyExact(t *testing.T) {
	removed, kept, found, missed := 0, 0, 0, 0 // the last two of waits for tokens that are implied
	for i := range passtest.Programs(1000) {
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
			switch exact := op.QueueEffect().Token == nil; {
			case gone && !w.Implied || exact && !gone && w.Implied:
				t.Fatalf("program %d: %v removed: %v, implied: %v\n%s", i, op.Span(), gone, w.Implied, source)
			case gone:
				removed++
				if !exact {
					found++
				}
			case w.Implied:
				missed++
			default:
				kept++
			}
		}
	}
	t.Logf("%d waits removed, %d kept; of the waits for tokens that are implied, %d removed and %d kept", removed, kept, found, missed)
	if n := passtest.Programs(1000) / 10; removed < n || kept < n || 50*missed > found {
		t.Errorf("%d waits removed, %d kept, %d found, %d missed", removed, kept, found, missed)
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
