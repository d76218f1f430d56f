package canceltransfers_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/memref"
	_ "github.com/inflight-compiler/inflight/internal/fixedseed"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randsequential"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/sync/canceltransfers"
	"github.com/inflight-compiler/inflight/value"
)

// What the pass makes of programs.
func TestGolden(t *testing.T) { passtest.Golden(t, "cancel-transfers") }

// Programs compute the same with fewer copies, of buffers in one memory and in two.
func TestPropertyMeaning(t *testing.T) {
	removed, n := 0, passtest.Programs(150)
	for i := range n {
		source := randsequential.Copies(rand.New(rand.NewPCG(uint64(i), 6)))
		if i%2 == 0 {
			source = strings.NewReplacer("memref.alloc()", "gpu.alloc ()", "memref.dealloc",
				"gpu.dealloc").Replace(source)
		}
		m := passtest.Parse(t, source)
		made := passtest.Transform(t, m, "builtin.module(func.func(cancel-transfers))")
		removed += len(m.Find(memref.Copy)) - len(made.Find(memref.Copy))
		for condition := range int64(2) {
			want, _ := passtest.Simulate(t, m, sim.Config{}, condition)
			got, hazards := passtest.Simulate(t, made, sim.Config{Mode: sim.Late}, condition)
			if len(hazards) > 0 || !slices.EqualFunc(want, got, value.Value.Equal) {
				t.Fatalf("program %d: %v\n%s\n%s", i, hazards, passtest.Print(m), passtest.Print(made))
			}
		}
	}
	t.Logf("%d copies removed in %d programs", removed, n)
	if removed < n/2 {
		t.Errorf("only %d copies removed in %d programs", removed, n)
	}
}
