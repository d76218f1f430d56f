package injectptxasynccopy

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/ir"
)

// blockCopy matches a memref.copy of constant shape, which copies rows of consecutive elements.
func (m *matcher) blockCopy(op *ir.Op) (*copyPlan, *refusal) {
	p := &copyPlan{anchor: op, ops: []*ir.Op{op}, src: place{memref: op.Operand(0)},
		dst: place{memref: op.Operand(1)}}
	if !p.src.typ().Ranked || !p.dst.typ().Ranked {
		return nil, &refusal{op, codeShape, "its shape is not known"}
	}
	if r := m.spaceOf(op, p.dst, "destination", "shared", "shared.dyn"); r != nil {
		return nil, r
	}
	if r := m.spaceOf(op, p.src, "source", "global"); r != nil {
		return nil, r
	}
	shape := p.dst.typ().Shape
	if !memref.IsStatic(shape) {
		shape = p.src.typ().Shape
	}
	if !memref.IsStatic(shape) {
		return nil, &refusal{op, codeShape, "its extents are not constant"}
	}
	if len(shape) == 0 {
		return p, m.cut(p, op, 1, m.alignment(nvgpu.Bits(p.dst.typ().Elem)/8, nil, p.src, p.dst))
	}
	return m.rowsOf(p, shape)
}

// rowsOf divides a block into rows, and rows into pieces. The strides of the other dimensions give the
// beginnings of the rows.
func (m *matcher) rowsOf(p *copyPlan, shape []int64) (*copyPlan, *refusal) {
	last := len(shape) - 1
	p.shape = slices.Clone(shape[:last])
	size := nvgpu.Bits(p.dst.typ().Elem) / 8
	align := m.alignment(size, nil, m.first(p.src), m.first(p.dst))
	for _, t := range []*ir.MemRefType{p.src.typ(), p.dst.typ()} {
		strides, _, _ := memref.Strides(t)
		for d, s := range strides[:last] {
			if shape[d] > 1 {
				align = min(align, powerOfTwo(s*size, s == ir.Dynamic))
			}
		}
	}
	if slices.Contains(shape, 0) {
		return p, nil
	}
	return p, m.cut(p, p.anchor, shape[last], max(align, size))
}

// powerOfTwo returns the largest power of two that divides n, 1 if n is not known.
func powerOfTwo(n int64, unknown bool) int64 {
	if unknown {
		return 1
	}
	if n == 0 {
		return baseAlignment
	}
	return n & -n
}

// first returns the place of a block's first element. Missing subscripts are 0.
func (m *matcher) first(p place) place { return place{memref: p.memref} }
