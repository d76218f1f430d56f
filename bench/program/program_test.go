package program_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/bench/program"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// A benchmark on a program that is refused would measure an error message, and
// one with another number of operations than it says would flatter.
func TestProgramsAreValidAndOfTheirSize(t *testing.T) {
	for _, n := range []int{1, 1000, 10_000} {
		m, diags := text.Parse(all.NewContext(), diag.NewFile("program.mlir", program.Text(n)), text.Options{})
		if m != nil {
			diags = append(diags, ir.Verify(m)...)
		}
		if diags != nil {
			t.Fatal(diags)
		}
		ops := 0
		for range m.Walk() {
			ops++
		}
		if ops < n || ops > n+n/20+2*50 {
			t.Errorf("asked for %d operations, got %d", n, ops)
		}
	}
}
