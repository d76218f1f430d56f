package airtoasync_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/sim"
)

// Faults that users of mlir-air have reported, in programs written for this test: the messages have lines and
// tiles, and one message stands for one fault. The programs whose names begin with right_ are the repaired
// ones, of which nothing is said.
func TestReports(t *testing.T) {
	golden.Txtar(t, "testdata/reports/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		source := string(golden.Get(t, ar, "in.mlir"))
		right := strings.Contains(t.Name(), "right_")
		m, diags := passtest.Run(t, "builtin.module(air-to-async)", source)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		r, err := check.Module(t.Context(), m, check.Options{SkipWaits: true})
		if err != nil || !r.Complete {
			t.Fatalf("%v, %+v", err, r)
		}
		out := passtest.Said(diags) + passtest.Said(r.Diagnostics())
		if right != (out == "") {
			t.Errorf("found: %q", out)
		}
		golden.Set(ar, "found", []byte(out))
		_, hazards := passtest.Simulate(t, m, sim.Config{Mode: sim.Late}, 0)
		if found := len(r.Functions[0].Hazards) > 0; found != (len(hazards) > 0) {
			t.Errorf("the judge finds hazards: %v; the simulator finds %d", found, len(hazards))
		}
	})
}
