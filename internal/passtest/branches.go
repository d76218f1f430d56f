package passtest

import (
	"testing"

	"github.com/inflight-compiler/inflight/ir"
)

// CheckBranches reports blocks that do not know how many branches lead to them, as ir.Block.NumBranches
// tells.
func CheckBranches(t testing.TB, program *ir.Op) {
	t.Helper()
	for op := range program.Walk() {
		for _, r := range op.Regions() {
			from := r.Predecessors()
			for i, b := range r.Blocks() {
				if b.NumBranches() != len(from[b]) {
					t.Errorf("%s: %d branches to block %d are counted as %d", op.Name(), len(from[b]), i,
						b.NumBranches())
				}
			}
		}
	}
}
