package insertboundschecks

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// layout requires the offset and the strides that a cast claims, given that the extents are those that it
// claims.
func (c *checker) layout(op *ir.Op, from, to *ir.MemRefType, keep func(*demand)) {
	strides, offset, ok := memref.Strides(to)
	if !ok || c.hasLayout(from, to) {
		return
	}
	keep(&demand{
		op: op, anchor: op,
		message: ShapeMismatch.says("the offset or a stride is another one, but the cast is to %v", to),
		holds: func(w *writer) *ir.Value {
			m := op.Operand(0)
			if !from.Ranked {
				m = w.ranked(m, to)
			}
			return w.liesAs(m, to.Layout == nil, offset, strides)
		},
	})
}

// hasLayout reports whether memory of a type certainly lies as another type says.
func (c *checker) hasLayout(from, to *ir.MemRefType) bool {
	if !from.Ranked {
		return false
	}
	if from.Layout == nil && to.Layout == nil {
		return true
	}
	has, at, ok := memref.Strides(from)
	strides, offset, _ := memref.Strides(to)
	if !ok {
		return false
	}
	same := offset == ir.Dynamic || offset == at
	for d, n := range strides {
		// Of a row-major memref, a stride that the type does not tell follows from the extents.
		same = same && (n == ir.Dynamic && to.Layout != nil || n != ir.Dynamic && n == has[d])
	}
	return same
}

// ranked writes a cast of a memref of unknown rank that has the rank of a type, without a claim about its
// layout.
func (w *writer) ranked(m *ir.Value, t *ir.MemRefType) *ir.Value {
	dynamic := make([]int64, len(t.Shape))
	for d := range dynamic {
		dynamic[d] = ir.Dynamic
	}
	layout := w.b.Ctx.Strided(ir.Dynamic, dynamic)
	return memref.NewCast(w.b, m, w.b.Ctx.MemRef(dynamic, t.Elem, layout, t.MemorySpace))
}

// liesAs writes that a memref has an offset and strides, of which some are ir.Dynamic; those follow from the
// extents if it is to be row-major.
func (w *writer) liesAs(m *ir.Value, rowMajor bool, offset int64, strides []int64) *ir.Value {
	metadata := w.b.Op(memref.ExtractStridedMetadata, []*ir.Value{m})
	rank := len(strides)
	ok := arith.ConstBool(w.b, true)
	equal := func(x, y *ir.Value) { ok = w.and(ok, arith.Cmp(w.b, arith.EQ, x, y)) }
	if offset != ir.Dynamic {
		equal(metadata.Result(1), w.index(offset))
	}
	product := w.index(1)
	for d := rank - 1; d >= 0; d-- {
		stride := metadata.Result(2 + rank + d)
		switch {
		case rowMajor:
			equal(stride, product)
			product = w.mul(product, metadata.Result(2+d))
		case strides[d] != ir.Dynamic:
			equal(stride, w.index(strides[d]))
		}
	}
	return ok
}
