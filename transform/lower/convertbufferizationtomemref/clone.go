package convertbufferizationtomemref

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// clone makes new memory and copies the buffer to it.
func clone(op *ir.Op, rw *ir.Rewriter) bool {
	b := rw.Builder
	t := op.Result(0).Type().(*ir.MemRefType)
	dense := b.Ctx.MemRef(t.Shape, t.Elem, nil, t.MemorySpace)
	if t.Ranked && !memref.CastCompatible(dense, t) {
		return false
	}
	memref.FoldCasts(op, nil)
	from := op.Operand(0)
	var made *ir.Value
	if t.Ranked {
		if made = memref.NewAlloc(b, dense, extents(b, from, t)...); dense != t {
			made = memref.NewCast(b, made, t)
		}
	} else {
		made = withoutRank(b, from, t)
	}
	memref.NewCopy(b, from, made)
	rw.Replace(op, made)
	return true
}

// extents makes the extents of a buffer that a type leaves open.
func extents(b *ir.Builder, from *ir.Value, t *ir.MemRefType) []*ir.Value {
	var list []*ir.Value
	for d, extent := range t.Shape {
		if extent == ir.Dynamic {
			list = append(list, extentOf(b, from, int64(d)))
		}
	}
	return list
}

// extentOf makes extent d, which the type or the operation that made the memory may tell.
func extentOf(b *ir.Builder, from *ir.Value, d int64) *ir.Value {
	dim := memref.NewDim(b, from, arith.ConstIndex(b, d))
	folded := new(ir.Folder).Fold(dim.DefiningOp())
	if len(folded) == 0 {
		return dim
	}
	known := b.Materialize(dim.DefiningOp(), folded)[0]
	dim.DefiningOp().Erase()
	return known
}

// withoutRank makes memory of a type without rank: a row of as many elements as from has, seen in its shape.
func withoutRank(b *ir.Builder, from *ir.Value, t *ir.MemRefType) *ir.Value {
	zero, one := arith.ConstIndex(b, 0), arith.ConstIndex(b, 1)
	rank := b.Op(memref.Rank, []*ir.Value{from}).Result(0)
	shape := memref.NewAlloca(b, b.Ctx.MemRef([]int64{ir.Dynamic}, b.Ctx.Index, nil, nil), rank)
	total := scf.NewForCarrying(b, zero, rank, one, []*ir.Value{one},
		func(b *ir.Builder, d *ir.Value, carried []*ir.Value) []*ir.Value {
			extent := memref.NewDim(b, from, d)
			memref.NewStore(b, extent, shape, d)
			return []*ir.Value{arith.Binary(b, arith.MulI, carried[0], extent)}
		}).Result(0)
	row := memref.NewAlloc(b, b.Ctx.MemRef([]int64{ir.Dynamic}, t.Elem, nil, t.MemorySpace), total)
	return b.Make(memref.Reshape, []*ir.Value{row, shape}, []ir.Type{t}).Result(0)
}
