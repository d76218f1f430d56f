package expandstridedmetadata

import (
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

// quantity is an index known now or at run time.
type quantity = ir.OpFoldResult

func known(n int64) quantity { return quantity{Const: n} }

// product returns the product of quantities.
func product(b *ir.Builder, list ...quantity) quantity {
	var f affine.Formula
	e := aff.C(1)
	for _, q := range list {
		e = e.Mul(f.Of(q))
	}
	return f.Value(b, e)
}

// metadata is what a memref is made of: its buffer, offset, sizes and strides.
type metadata struct {
	base           *ir.Value
	offset         quantity
	sizes, strides []quantity
}

// metadataOf takes a memref apart. What its type says is constant.
func metadataOf(b *ir.Builder, source *ir.Value) *metadata {
	t := source.Type().(*ir.MemRefType)
	strides, offset, _ := memref.Strides(t)
	op := b.Op(memref.ExtractStridedMetadata, []*ir.Value{source})
	n := len(t.Shape)
	m := &metadata{base: op.Result(0), offset: either(offset, op.Result(1))}
	for i := range n {
		m.sizes = append(m.sizes, either(t.Shape[i], op.Result(2+i)))
		m.strides = append(m.strides, either(strides[i], op.Result(2+n+i)))
	}
	return m
}

// either is a number from a type, or the value where the type does not know it.
func either(n int64, v *ir.Value) quantity {
	if n == ir.Dynamic {
		return quantity{Value: v}
	}
	return known(n)
}

// asValue returns a quantity as a value.
func asValue(b *ir.Builder, q quantity) *ir.Value {
	if q.Value != nil {
		return q.Value
	}
	return arith.ConstIndex(b, q.Const)
}

// reinterpret makes a memref of a type from its metadata. The numbers that the type knows are constants.
func (m *metadata) reinterpret(b *ir.Builder, t *ir.MemRefType) *ir.Value {
	strides, offset, _ := memref.Strides(t)
	at := prefer(offset, m.offset)
	for i := range m.sizes {
		m.sizes[i], m.strides[i] = prefer(t.Shape[i], m.sizes[i]), prefer(strides[i], m.strides[i])
	}
	return memref.NewReinterpretCast(b, t, m.base, at, m.sizes, m.strides)
}

func prefer(n int64, q quantity) quantity {
	if n == ir.Dynamic {
		return q
	}
	return known(n)
}
