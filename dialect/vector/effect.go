package vector

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// maxRows is the number of rows of a vector up to which an access has one effect for each row.
const maxRows = 64

// somewhere is the effect on some elements of a memref, which are known only at run time.
func somewhere(kind ir.EffectKind, memory *ir.Value) ir.Effect {
	return ir.Effect{Kind: kind, Value: memory}
}

// addAccess adds the effects of an access to a vector of type t that begins at the subscripts: one effect for
// each row of its last dimension. A vector with too many rows has one effect on some of the memref instead. A
// tensor has no effects, because it is a value.
func addAccess(kind ir.EffectKind, memory *ir.Value, subscripts []*ir.Value, t *ir.VectorType,
	add func(ir.Effect)) {
	m, ok := memory.Type().(*ir.MemRefType)
	if !ok {
		return
	}
	if m.Elem == ir.Type(t) {
		add(ir.Effect{Kind: kind, Value: memory, Indices: subscripts}) // one element, which is a vector
		return
	}
	rank, last := len(m.Shape), len(t.Shape)-1
	switch {
	case last < 0:
		add(ir.Effect{Kind: kind, Value: memory, Indices: subscripts})
		return
	case t.Scalable != nil || count(t.Shape[:last]) > maxRows || last >= rank || len(subscripts) != rank:
		add(somewhere(kind, memory))
		return
	}
	for row := range ir.NumElements(t.Shape[:last]) {
		e := ir.Effect{Kind: kind, Value: memory, Indices: subscripts, Extent: t.Shape[last]}
		if last > 0 {
			e.Map = rowMap(rank, t.Shape[:last], row)
		}
		add(e)
	}
}

// rowMap returns the map from the subscripts of a vector to those of one of its rows. shape has the extents
// of the vector without the last one.
func rowMap(rank int, shape []int64, row int64) *affine.Map {
	results := make([]*affine.Expr, rank)
	for d := range results {
		results[d] = affine.D(d)
	}
	for i := len(shape) - 1; i >= 0; i-- {
		at := rank - 1 - len(shape) + i
		results[at] = results[at].Add(affine.C(row % shape[i]))
		row /= shape[i]
	}
	return affine.NewMap(rank, 0, results...)
}
