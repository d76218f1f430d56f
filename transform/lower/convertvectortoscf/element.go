package convertvectortoscf

import (
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// elements makes a loop over the elements of a vector of one dimension that no access to a vector reads or
// writes: they are along another dimension than the last, are one that is repeated, or do not follow each
// other.
func (l *lowering) elements(x *transfer, rw *ir.Rewriter) bool {
	m, onMemory := x.Base.Type().(*ir.MemRefType)
	if !onMemory || len(x.t.Shape) != 1 || len(x.dims) != 1 ||
		isMinor(x.dims, x.memoryRank(), false) && hasUnitStride(m) {
		return false
	}
	if x.isRead() {
		x.readElements(rw)
	} else {
		x.writeElements(rw)
	}
	return true
}

// hasUnitStride reports whether the elements along the last dimension follow each other.
func hasUnitStride(m *ir.MemRefType) bool {
	strides, _, ok := memref.Strides(m)
	return ok && (len(strides) == 0 || strides[len(strides)-1] == 1)
}

// readElements inserts one element after the other into a vector of the padding.
func (x *transfer) readElements(rw *ir.Rewriter) {
	b := rw.Builder
	bounds := boundsOf(b, x.t.Shape[0])
	made := loop(b, bounds, vector.NewBroadcast(b, x.t, x.Padding), func(iv, carried *ir.Value) *ir.Value {
		at := x.at(b, iv)
		return x.inside(b, iv, func() *ir.Value {
			return vector.NewInsert(b, memref.NewLoad(b, x.Base, at...), carried, positionOf(iv))
		}, func() *ir.Value { return carried })
	})
	rw.Replace(x.op, made.Result(0))
}

// writeElements extracts and stores one element after the other.
func (x *transfer) writeElements(rw *ir.Rewriter) {
	b := rw.Builder
	loop(b, boundsOf(b, x.t.Shape[0]), nil, func(iv, _ *ir.Value) *ir.Value {
		at := x.at(b, iv)
		return x.inside(b, iv, func() *ir.Value {
			memref.NewStore(b, vector.NewExtract(b, x.Vector, positionOf(iv)), x.Base, at...)
			return nil
		}, func() *ir.Value { return nil })
	})
	rw.Erase(x.op)
}
