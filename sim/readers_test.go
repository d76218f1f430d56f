package sim_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/sim"
)

// Each of very many unordered reads is remembered: a write that is ordered after all but one of them is a
// race, and a write ordered after all of them is not.
func TestManyReaders(t *testing.T) {
	const n = 500
	for _, c := range []struct{ forgotten, hazards int }{{-1, 0}, {0, 1}, {n / 2, 1}, {n - 1, 1}} {
		var b strings.Builder
		b.WriteString("func.func @main(%a: memref<i32>) {\n  %x = arith.constant 7 : i32\n")
		for i := range n {
			fmt.Fprintf(&b,
				"  %%t%d = async.execute {\n    %%v = memref.load %%a[] : memref<i32>\n    async.yield\n  "+
					"}\n", i)
		}
		for i := range n {
			if i != c.forgotten {
				fmt.Fprintf(&b, "  async.await %%t%d : !async.token\n", i)
			}
		}
		b.WriteString("  memref.store %x, %a[] : memref<i32>\n")
		if c.forgotten >= 0 {
			fmt.Fprintf(&b, "  async.await %%t%d : !async.token\n", c.forgotten)
		}
		b.WriteString("  return\n}\n")
		_, hazards := passtest.Simulate(t, passtest.Parse(t, b.String()), sim.Config{Mode: sim.Sequential}, 0)
		if len(hazards) != c.hazards {
			t.Errorf("without the wait for %d: %d hazards, want %d", c.forgotten, len(hazards), c.hazards)
		}
	}
}
