package convertvectortoscf

import (
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/dialect/tensor"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

// at makes the subscripts of what iteration iv of the first dimension accesses.
func (x *transfer) at(b *ir.Builder, iv *ir.Value) []*ir.Value {
	list := append([]*ir.Value(nil), x.Indices...)
	if d := x.dims[0]; d != broadcast {
		list[d] = sum(b, list[d], iv)
	}
	return list
}

// sum makes an affine.apply that adds.
func sum(b *ir.Builder, v, w *ir.Value) *ir.Value {
	a := affine.Access{Map: aff.NewMap(2, 0, aff.D(0).Add(aff.D(1))), Operands: []*ir.Value{v, w}}.Compose()
	return affine.NewApply(b, a.Map, a.Operands...)
}

// extent makes the extent of a dimension, which the type or the operation that made the memory may tell.
func extent(b *ir.Builder, v *ir.Value, d int) *ir.Value {
	def := memref.Dim
	if _, isMemRef := v.Type().(*ir.MemRefType); !isMemRef {
		def = tensor.Dim
	}
	op := b.Op(def, []*ir.Value{v, index(b, int64(d))})
	folded := new(ir.Folder).Fold(op)
	if len(folded) == 0 {
		return op.Result(0)
	}
	known := b.Materialize(op, folded)[0]
	op.Erase()
	return known
}

// inside makes what iteration iv of the first dimension does, under the condition that it is within the
// memory and that a mask of one dimension does not leave it out; and otherwise what other does. Both return
// the result, or nil if there is none.
func (x *transfer) inside(b *ir.Builder, iv *ir.Value, does, other func() *ir.Value) *ir.Value {
	var cond *ir.Value
	if d := x.dims[0]; d != broadcast && !x.InBounds[0] {
		end := extent(b, x.Base, d)
		cond = arith.Cmp(b, arith.SGT, end, sum(b, x.Indices[d], iv))
	}
	if x.dims[0] != broadcast && x.maskRank() == 1 {
		selected := vector.NewExtract(b, x.Mask, positionOf(iv))
		if cond == nil {
			cond = selected
		} else {
			cond = arith.Binary(b, arith.AndI, cond, selected)
		}
	}
	if cond == nil {
		return does()
	}
	return branch(b, cond, does, other)
}

// positionOf returns the position that iv selects; that of a constant is static.
func positionOf(iv *ir.Value) ir.OpFoldResult { return ir.OpFoldResult{Value: iv} }

// maskRank returns the number of dimensions of the mask, 0 without one.
func (x *transfer) maskRank() int {
	if x.Mask == nil {
		return 0
	}
	return len(x.Mask.Type().(*ir.VectorType).Shape)
}

// keepsMask reports whether transfers of one dimension less still have a mask.
func (x *transfer) keepsMask() bool {
	return x.Mask != nil && (x.dims[0] == broadcast || x.maskRank() > 1)
}

// branch makes a scf.if of what the functions make, with the value that they return, if any. As with MLIR's
// builders, the operation is made after what is in it.
func branch(b *ir.Builder, cond *ir.Value, then, other func() *ir.Value) *ir.Value {
	var types []ir.Type
	region := func(fill func() *ir.Value) *ir.Region {
		block := b.NewBlock()
		r := b.NewRegion(block)
		b.InBlock(block, func() {
			v := fill()
			yield(b, v)
			if v != nil {
				types = []ir.Type{v.Type()}
			}
		})
		return r
	}
	regions := []*ir.Region{region(then), region(other)}
	op := b.Create(ir.OpState{Def: scf.If, Operands: []*ir.Value{cond},
		Results: append([]ir.Type{}, types...), Regions: regions})
	if len(types) == 0 {
		return nil
	}
	return op.Result(0)
}

// boundsOf makes the bounds and the step of a loop over n iterations.
func boundsOf(b *ir.Builder, n int64) []*ir.Value {
	return []*ir.Value{index(b, 0), index(b, n), index(b, 1)}
}

// loop makes a scf.for with these bounds. It carries a value, if there is one, which body returns.
func loop(b *ir.Builder, bounds []*ir.Value, init *ir.Value,
	body func(iv, carried *ir.Value) *ir.Value) *ir.Op {
	types := []ir.Type{}
	if init != nil {
		bounds, types = append(bounds, init), append(types, init.Type())
	}
	block := b.NewBlock(append([]ir.Type{b.Ctx.Index}, types...)...)
	region := b.NewRegion(block)
	b.InBlock(block, func() {
		var carried *ir.Value
		if init != nil {
			carried = block.Arg(1)
		}
		yield(b, body(block.Arg(0), carried))
	})
	return b.Create(ir.OpState{Def: scf.For, Operands: bounds, Results: types, Regions: []*ir.Region{region}})
}

func yield(b *ir.Builder, v *ir.Value) {
	if v == nil {
		scf.NewYield(b)
		return
	}
	scf.NewYield(b, v)
}
