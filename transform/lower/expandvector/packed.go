package expandvector

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// maxElements bounds how many accesses an operation becomes.
const maxElements = 4096

// packed is an access to elements that lie one behind the other as far as a mask selects them, on its way
// from element to element.
type packed struct {
	*ir.Builder
	vector.Access
	next *ir.Value // the last subscript of the next element, nil in memory without dimensions
}

// packedOf returns the access of an operation, and whether it can be expanded.
func packedOf(b *ir.Builder, op *ir.Op) (*packed, bool) {
	a, _ := vector.PackedAccessOf(op)
	m, t := a.Base.Type().(*ir.MemRefType), a.Vector.Type().(*ir.VectorType)
	if m.Elem != t.Elem || len(m.Shape) == 0 || ir.NumElements(t.Shape) > maxElements {
		return nil, false
	}
	return &packed{b, a, a.Offsets[len(a.Offsets)-1]}, true
}

// subscripts returns those of the next element.
func (p *packed) subscripts() []*ir.Value {
	return append(p.Offsets[:len(p.Offsets)-1:len(p.Offsets)-1], p.next)
}

// each calls a function for every position of the vector, in row-major order, with the bit of the mask.
func (p *packed) each(visit func(position []ir.OpFoldResult, bit *ir.Value)) {
	shape := p.Vector.Type().(*ir.VectorType).Shape
	position := make([]int64, len(shape))
	one := arith.ConstIndex(p.Builder, 1)
	for range ir.NumElements(shape) {
		bit := vector.NewExtract(p.Builder, p.Mask, at(position...)...)
		visit(at(position...), bit)
		p.next = arith.NewSelect(p.Builder, bit, arith.Binary(p.Builder, arith.AddI, p.next, one), p.next)
		for d := len(shape) - 1; d >= 0; d-- {
			if position[d]++; position[d] < shape[d] {
				break
			}
			position[d] = 0
		}
	}
}

func expandLoad(b *ir.Builder, op *ir.Op) ([]*ir.Value, bool) {
	p, ok := packedOf(b, op)
	if !ok {
		return nil, false
	}
	out := p.Vector
	elem := out.Type().(*ir.VectorType).Elem
	p.each(func(position []ir.OpFoldResult, bit *ir.Value) {
		one := scf.NewIfYielding(b, bit, []ir.Type{elem}, func(b *ir.Builder) []*ir.Value {
			return []*ir.Value{memref.NewLoad(b, p.Base, p.subscripts()...)}
		}, func(b *ir.Builder) []*ir.Value {
			return []*ir.Value{vector.NewExtract(b, p.Vector, position...)}
		})
		out = vector.NewInsert(b, one.Result(0), out, position...)
	})
	return []*ir.Value{out}, true
}

func compressStore(b *ir.Builder, op *ir.Op) ([]*ir.Value, bool) {
	p, ok := packedOf(b, op)
	if !ok {
		return nil, false
	}
	p.each(func(position []ir.OpFoldResult, bit *ir.Value) {
		scf.NewIf(b, bit, func(b *ir.Builder) {
			memref.NewStore(b, vector.NewExtract(b, p.Vector, position...), p.Base, p.subscripts()...)
		}, nil)
	})
	return nil, true
}
