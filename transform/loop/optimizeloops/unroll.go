package optimizeloops

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
	"github.com/inflight-compiler/inflight/transform/loop/internal/accumulate"
	"github.com/inflight-compiler/inflight/transform/loop/internal/loopunroll"
)

// maxWindow bounds the iterations of loops that are unrolled entirely, maxTerms the operations that they
// become.
const (
	maxWindow = 8
	maxTerms  = 192
)

// windows unrolls the short innermost loops of a function that sum up, such as those over the window of a
// filter, so that a sum is one expression. It reports whether there were any.
func (s *sizes) windows(fn *ir.Op) (changed bool) {
	for {
		n := 0
		for _, loop := range kernels(fn) {
			if isWindow(loop) && s.spend(maxWindow*size(loop)) && loopunroll.Full(loop) {
				n++
			}
		}
		if n == 0 {
			return changed
		}
		ir.ApplyPatternsGreedily(fn, ir.GreedyConfig{})
		for _, loop := range kernels(fn) {
			accumulate.Reuse(loop.Body())
			accumulate.DropStores(loop.Body())
		}
		changed = true
	}
}

// isWindow reports whether a loop in another one is to be unrolled entirely.
func isWindow(loop *ir.Op) bool {
	n, ok := affineloop.Trips(loop)
	return ok && n >= 1 && n <= maxWindow && loop.ParentOf(affine.For) != nil && n*size(loop) <= maxTerms &&
		(loop.NumResults() > 0 || accumulates(loop))
}

// size returns the number of operations in a loop.
func size(loop *ir.Op) int64 {
	n := int64(0)
	for range loop.Walk() {
		n++
	}
	return n
}

// accumulates reports whether a loop stores to an element that is the same in all iterations.
func accumulates(loop *ir.Op) bool {
	return slices.ContainsFunc(loop.Find(affine.Store), func(store *ir.Op) bool {
		r, ok := affineloop.RefOf(store)
		return ok && !slices.Contains(r.At.Operands, loop.Body().Arg(0))
	})
}
