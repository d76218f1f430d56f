package linalgtoloops

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// nest is the loops that a structured operation becomes.
type nest struct {
	*linalg.Structured
	b         *ir.Builder
	zero, one *ir.Value
	extents   []*ir.Value // of all loops
	ivs       []*ir.Value // of the loops made so far
}

// newNest makes the extents of the loops in front of op.
func newNest(op *ir.Op) *nest {
	n := &nest{Structured: linalg.StructuredOf(op), b: ir.At(op)}
	from, _ := n.Extents() // a verified operation has them
	for _, e := range from {
		n.extents = append(n.extents, extent(n.b, n.Operands()[e.Operand], e.Dim))
	}
	n.zero, n.one = arith.ConstIndex(n.b, 0), arith.ConstIndex(n.b, 1)
	return n
}

// extent makes the extent of a dimension, a constant where the type says it.
func extent(b *ir.Builder, v *ir.Value, d int) *ir.Value {
	if size := v.Type().(*ir.MemRefType).Shape[d]; size != ir.Dynamic {
		return arith.ConstIndex(b, size)
	}
	return memref.NewDim(b, v, arith.ConstIndex(b, int64(d)))
}

// sequential makes the loops from the d-th, one in the other.
func sequential(n *nest, d int) {
	if d == n.NumLoops() {
		n.point()
		return
	}
	n.loop(d, sequential)
}

// loop makes loop d, with what rest makes in it.
func (n *nest) loop(d int, rest func(n *nest, d int)) {
	scf.NewFor(n.b, n.zero, n.extents[d], n.one, func(_ *ir.Builder, iv *ir.Value) {
		n.ivs = append(n.ivs, iv)
		rest(n, d+1)
	})
}

// parallel makes the loops from the d-th: those that are parallel and follow each other together.
func parallel(n *nest, d int) {
	end := d
	for end < n.NumLoops() && n.Iterators[end] == linalg.ParallelLoop {
		end++
	}
	switch {
	case d == n.NumLoops():
		n.point()
	case d == end:
		n.loop(d, parallel)
	default:
		n.together(d, end)
	}
}

// together makes a scf.parallel of the loops from d to end.
func (n *nest) together(d, end int) {
	var lower, upper, step []*ir.Value
	for i := d; i < end; i++ {
		lower, upper, step = append(lower, n.zero), append(upper, n.extents[i]), append(step, n.one)
	}
	scf.NewParallel(n.b, lower, upper, step, func(_ *ir.Builder, ivs []*ir.Value) {
		n.ivs = append(n.ivs, ivs...)
		parallel(n, end)
	})
}
