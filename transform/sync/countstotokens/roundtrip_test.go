package countstotokens_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randasync"
	"github.com/inflight-compiler/inflight/ir"
	_ "github.com/inflight-compiler/inflight/transform/sync/countstotokens"
	_ "github.com/inflight-compiler/inflight/transform/sync/tokenstocounts"
)

// counts returns the waits for counts of a program in its order, as "queue: count".
func counts(module *ir.Op) []string {
	var list []string
	for op := range module.Walk() {
		if e := op.QueueEffect(); e.Kind == ir.QueueWait && e.Token == nil {
			list = append(list, fmt.Sprintf("%s%d: %d", e.Queue.Engine, e.Queue.Number, e.Count))
		}
	}
	return list
}

// From counts to tokens and back, every wait has the count that it had.
func TestPropertyRoundTrip(t *testing.T) {
	waits := 0
	for i := range passtest.Programs(300) {
		r := rand.New(rand.NewPCG(uint64(i), 3))
		source := randasync.Program(r, randasync.Config{
			Statements: 5, Depth: 2, Counts: true, Counted: i%2 == 0, Branches: i%3 == 0, Numbered: 2,
		})
		module := passtest.Parse(t, source)
		tokens := passtest.Transform(t, module, "builtin.module(counts-to-tokens)")
		if left := counts(tokens); len(left) > 0 {
			t.Fatalf("program %d: counts are left: %v\n%s\n%s", i, left, source, passtest.Print(tokens))
		}
		back := passtest.Transform(t, tokens, "builtin.module(tokens-to-counts{form=nvvm})")
		want, got := counts(module), counts(back)
		waits += len(want)
		if fmt.Sprint(want) != fmt.Sprint(got) {
			t.Fatalf("program %d: the waits %v\ncame back as %v\n%s\n%s\n%s", i, want, got, source,
				passtest.Print(tokens), passtest.Print(back))
		}
	}
	if waits < passtest.Programs(300) {
		t.Errorf("only %d waits", waits)
	}
}
