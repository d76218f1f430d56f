package gpuasyncregion

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/analysis/kerneleffects"
	"github.com/inflight-compiler/inflight/ir"
)

// transform is what the blocks of a program share.
type transform struct {
	launches kerneleffects.Launches
	leaves   bool                     // tokens may leave regions
	arrived  map[*ir.Block][]*pending // tokens from regions that a region comes after
}

// touched returns what an operation touches. Memory that it allocates counts as written: who uses it comes
// after.
func (x *transform) touched(ev *analysis.Evaluator, op *ir.Op) []analysis.Access {
	accesses := ev.Accesses(op)
	for i := range accesses {
		if accesses[i].Kind == ir.Allocate {
			accesses[i].Kind = ir.Write
		}
	}
	return accesses
}

// conflict reports whether the order of two operations matters.
func conflict(a, b []analysis.Access) bool {
	return slices.ContainsFunc(a, func(x analysis.Access) bool {
		return slices.ContainsFunc(b, func(y analysis.Access) bool { return analysis.Conflict(&x, &y) })
	})
}
