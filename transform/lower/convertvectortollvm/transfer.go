package convertvectortollvm

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// maskRewriter rewrites what needs masks that are known at run time only: subscripts of elements have type
// index there.
type maskRewriter struct{ index ir.Type }

// form is how a transfer of one dimension, or none, accesses consecutive elements.
type form uint8

const (
	other    form = iota
	along         // the last dimension of the memory
	repeated      // one element for all
)

func formOf(t vector.Transfer) form {
	m, ok := t.Base.Type().(*ir.MemRefType)
	v := vectorOf(t.Vector.Type())
	if !ok || !m.Ranked || len(v.Shape) > 1 || m.Elem != v.Elem || t.Map == nil ||
		len(t.Map.Results) != len(v.Shape) {
		return other
	}
	strides, _, strided := memref.Strides(m)
	n := len(strides)
	switch {
	case !strided || n > 0 && strides[n-1] != 1:
		return other
	case len(v.Shape) == 0:
		return along
	case t.Map.Results[0].Kind == affine.Constant:
		return repeated
	case t.Map.Results[0].Kind == affine.Dim && t.Map.Results[0].Value == int64(n-1):
		return along
	}
	return other
}

// transferRead becomes a load, with a mask if elements are left out or may lie outside of the memory.
func (r *maskRewriter) transferRead(b *ir.Builder, op *ir.Op) *ir.Value {
	t, _ := vector.TransferOf(op)
	v := vectorOf(t.Vector.Type())
	switch formOf(t) {
	case along:
		mask := r.maskOf(b, t)
		if mask == nil {
			return vector.NewLoad(b, v, t.Base, t.Indices...)
		}
		return vector.NewMaskedLoad(b, t.Base, t.Indices, mask, vector.NewBroadcast(b, v, t.Padding))
	case repeated:
		if t.Mask != nil {
			return nil
		}
		return vector.NewBroadcast(b, v,
			vector.NewLoad(b, b.Ctx.Vector([]int64{1}, nil, v.Elem), t.Base, t.Indices...))
	}
	return nil
}

// transferWrite becomes a store in the same way.
func (r *maskRewriter) transferWrite(b *ir.Builder, op *ir.Op) *ir.Value {
	t, _ := vector.TransferOf(op)
	if formOf(t) != along {
		return nil
	}
	if mask := r.maskOf(b, t); mask != nil {
		vector.NewMaskedStore(b, t.Base, t.Indices, mask, t.Vector)
	} else {
		vector.NewStore(b, t.Vector, t.Base, t.Indices...)
	}
	return t.Vector
}

// maskOf returns the mask of the elements to be transferred, nil for all.
func (r *maskRewriter) maskOf(b *ir.Builder, t vector.Transfer) *ir.Value {
	if len(t.InBounds) == 0 || t.InBounds[0] {
		return t.Mask
	}
	m, last := t.Base.Type().(*ir.MemRefType), len(t.Indices)-1
	var size *ir.Value
	if n := m.Shape[last]; n != ir.Dynamic {
		size = arith.ConstIndex(b, n)
	} else {
		size = memref.NewDim(b, t.Base, arith.ConstIndex(b, int64(last)))
	}
	left := arith.Binary(b, arith.SubI, size, t.Indices[last])
	mask := vector.NewCreateMask(b, b.Ctx.Vector(vectorOf(t.Vector.Type()).Shape, nil, b.Ctx.I1), left)
	if t.Mask != nil {
		mask = arith.Binary(b, arith.AndI, mask, t.Mask)
	}
	return mask
}

// create compares the numbers of elements with a size, for every dimension.
func (r *maskRewriter) create(b *ir.Builder, op *ir.Op) *ir.Value {
	t := vectorOf(op.Result(0).Type())
	switch len(t.Shape) {
	case 0:
		return nil
	case 1:
		return r.below(b, t, op.Operand(0))
	}
	row := without(b.Ctx, t)
	inside, outside, out := vector.NewCreateMask(b, row, op.Operands()[1:]...), zero(b, row), zero(b, t)
	for i := range t.Shape[0] {
		is := arith.Cmp(b, arith.SGT, op.Operand(0), arith.ConstIndex(b, i))
		out = withRow(b, arith.NewSelect(b, is, inside, outside), out, i)
	}
	return out
}

// below makes the mask of the elements whose numbers are less than n.
func (r *maskRewriter) below(b *ir.Builder, t *ir.VectorType, n *ir.Value) *ir.Value {
	numbers := b.Ctx.Vector(t.Shape, nil, r.index)
	size := ir.ElemBytes(r.index)
	var data []byte
	for i := range t.Shape[0] {
		for k := range size {
			data = append(data, byte(i>>(8*k)))
		}
	}
	constant := arith.NewConstant(b, b.Ctx.Dense(numbers, string(data), false))
	bound := b.Create(ir.OpState{Def: arith.IndexCast, Operands: []*ir.Value{n},
		Results: []ir.Type{r.index}}).Result(0)
	return arith.Cmp(b, arith.SGT, vector.NewBroadcast(b, numbers, bound), constant)
}

// constantMask makes the constant whose first elements, along each dimension, are true.
func constantMask(b *ir.Builder, op *ir.Op) *ir.Value {
	t := vectorOf(op.Result(0).Type())
	sizes := op.Ints("mask_dim_sizes")
	if len(t.Shape) == 0 {
		return nil
	}
	var data []byte
	positions(t.Shape, nil, func(at []int64) {
		inside := byte(1)
		for i := range at {
			if at[i] >= sizes[i] {
				inside = 0
			}
		}
		data = append(data, inside)
	})
	return arith.NewConstant(b, b.Ctx.Dense(t, string(data), false))
}

// step makes the constant 0, 1, 2 and so on.
func step(b *ir.Builder, op *ir.Op) *ir.Value {
	t := vectorOf(op.Result(0).Type())
	data := make([]byte, 8*t.Shape[0])
	for i := range t.Shape[0] {
		for j := range 8 {
			data[8*i+int64(j)] = byte(i >> (8 * j))
		}
	}
	return arith.NewConstant(b, b.Ctx.Dense(t, string(data), false))
}
