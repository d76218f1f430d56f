package exporter_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randjump"
	"github.com/inflight-compiler/inflight/internal/sameprogram"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// TestRandomJumps reads random loops with break and continue, prints what has become of them and reads that:
// it is the same program, and computes the same.
func TestRandomJumps(t *testing.T) {
	const head = "@T.prim_func\ndef f(A: T.Buffer((8,), \"int32\"), C: T.Buffer((8,), \"int32\")):\n"
	for seed := range uint64(passtest.Programs(60)) {
		src := head + randjump.Program(rand.New(rand.NewPCG(seed, 42)))
		m := importText(t, []byte(src))
		py := export(t, m)
		back := importText(t, py)
		if d := sameprogram.Diff(m, back); d != "" {
			t.Fatalf("%s\n%s\n%s", d, src, py)
		}
		if again := importText(t, export(t, back)); mlir(again) != mlir(back) {
			t.Fatalf("the second time it is different: %s\n%s", differing(mlir(again), mlir(back)), py)
		}
		if !slices.EqualFunc(run(t, m, 0, sim.Sequential), run(t, back, 0, sim.Sequential),
			value.Value.Equal) {
			t.Fatalf("the results differ\n%s\n%s", src, py)
		}
	}
}
