package convertlinalgtoloops

import (
	"cmp"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// nest is the loops that a structured operation becomes.
type nest struct {
	*linalg.Structured
	b                    *ir.Builder
	sizes                []ir.OpFoldResult // of all loops
	lower, extents, step []*ir.Value       // of all loops, where they are values
	ivs                  []*ir.Value       // of the loops made so far
	affine               bool              // loops, loads and stores are those of affine
}

// newNest makes the extents of the loops in front of op.
func newNest(op *ir.Op, b *ir.Builder) *nest {
	n := &nest{Structured: linalg.StructuredOf(op), b: b}
	from, _ := n.Extents() // a verified operation has them
	n.sizes = make([]ir.OpFoldResult, len(from))
	order := make([]int, len(from))
	for d := range order {
		order[d] = d
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(from[i].Operand-from[j].Operand, from[i].Dim-from[j].Dim)
	})
	for _, d := range order { // upstream's pass asks for them in the order of the operands
		n.sizes[d] = extent(n.b, n.Operands()[from[d].Operand], from[d].Dim)
	}
	return n
}

// bounds makes values of the bounds and steps of all loops.
func (n *nest) bounds() {
	for _, e := range n.sizes { // equal constants become one in this order
		n.lower = append(n.lower, arith.ConstIndex(n.b, 0))
		if e.Value == nil {
			e.Value = arith.ConstIndex(n.b, e.Const)
		}
		n.extents = append(n.extents, e.Value)
		n.step = append(n.step, arith.ConstIndex(n.b, 1))
	}
}

// extent makes the extent of a dimension, a constant where the type says it.
func extent(b *ir.Builder, v *ir.Value, d int) ir.OpFoldResult {
	if size := v.Type().(*ir.MemRefType).Shape[d]; size != ir.Dynamic {
		return ir.OpFoldResult{Const: size}
	}
	return ir.OpFoldResult{Value: memref.NewDim(b, v, arith.ConstIndex(b, int64(d)))}
}

// sequentialLoops makes all loops, one in the other.
func sequentialLoops(n *nest) bool {
	n.bounds()
	sequential(n, 0)
	return true
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
	scf.NewFor(n.b, n.lower[d], n.extents[d], n.step[d], func(_ *ir.Builder, iv *ir.Value) {
		n.ivs = append(n.ivs, iv)
		rest(n, d+1)
	})
}

// parallelLoops makes all loops, those that are parallel and follow each other together.
func parallelLoops(n *nest) bool {
	n.bounds()
	parallel(n, 0)
	return true
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
	scf.NewParallel(n.b, n.lower[d:end], n.extents[d:end], n.step[d:end],
		func(_ *ir.Builder, ivs []*ir.Value) {
			n.ivs = append(n.ivs, ivs...)
			parallel(n, end)
		})
}
