package sccp_test

import (
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randcall"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/all"
)

// Programs compute what they did before constants took the place of values, and lose operations by it.
func TestPropertyConstantsAreWhatIsComputed(t *testing.T) {
	before, after := 0, 0
	for seed := range uint64(passtest.Programs(150)) {
		written := passtest.Parse(t, randcall.Program(rand.New(rand.NewPCG(seed, 6))))
		pipeline := "builtin.module(sccp)"
		if seed%2 == 1 {
			pipeline = "builtin.module(sccp,canonicalize,inline{default-pipeline=},sccp)"
		}
		replaced := passtest.Transform(t, written, pipeline)
		for _, condition := range []int64{0, 1, 7} {
			want, _ := passtest.Simulate(t, written, sim.Config{Mode: sim.Sequential}, condition)
			got, _ := passtest.Simulate(t, replaced, sim.Config{Mode: sim.Sequential}, condition)
			for i := range want {
				if !want[i].Equal(got[i]) {
					t.Fatalf("seed %d: argument %d differs\n%s\nbecame\n%s", seed, i, passtest.Print(written),
						passtest.Print(replaced))
				}
			}
		}
		if seed%2 == 0 {
			before, after = before+computed(written), after+computed(replaced)
		}
	}
	if before-after < passtest.Programs(150)/2 {
		t.Errorf("%d of %d operations are left", after, before)
	}
}

// computed returns the number of operations that are no constants.
func computed(m *ir.Op) (n int) {
	for op := range m.Walk() {
		if !op.Is(arith.Constant) {
			n++
		}
	}
	return n
}
