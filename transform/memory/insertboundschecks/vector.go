package insertboundschecks

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis/inequality"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// pattern is how a vector lies in memory.
type pattern struct {
	op      *ir.Op
	memory  *ir.Value
	offsets []*ir.Value
	shape   []int64 // of the vector, in elements of memory
	dims    []int   // the dimension of memory that each of them runs along, -1 if it is repeated
	skips   []bool  // whether what lies outside along it is left out
	mask    *ir.Value
}

// transfer requires what a transfer touches to be in bounds, along the dimensions in which it does not leave
// out what is not.
func (c *checker) transfer(op *ir.Op, keep func(*demand)) {
	v, _ := vector.TransferOf(op)
	m, ok := v.Base.Type().(*ir.MemRefType)
	if !ok {
		return
	}
	p := &pattern{op: op, memory: v.Base, offsets: v.Indices,
		shape: elements(v.Vector.Type().(*ir.VectorType), m), mask: v.Mask}
	for i, e := range v.Map.Results {
		d := -1
		if e.Kind == affine.Dim {
			d = int(e.Value)
		}
		p.dims, p.skips = append(p.dims, d), append(p.skips, d >= 0 && !v.InBounds[i])
	}
	c.pattern(p, keep)
}

// lanes requires the elements that a mask selects to be in bounds.
func (c *checker) lanes(op *ir.Op, v vector.Access, keep func(*demand)) {
	m, ok := v.Base.Type().(*ir.MemRefType)
	if !ok {
		return
	}
	p := &pattern{op: op, memory: v.Base, offsets: v.Offsets, shape: elements(vectorOf(op, v.Vector), m),
		mask: v.Mask}
	if v.Indices != nil {
		c.gather(p, v.Indices, keep)
		return
	}
	for i := range p.shape {
		p.dims, p.skips = append(p.dims, len(m.Shape)-len(p.shape)+i), append(p.skips, false)
	}
	c.pattern(p, keep)
}

func (c *checker) pattern(p *pattern, keep func(*demand)) {
	if p.op.Parent() != nil && p.op.Parent().Name() == "vector.mask" {
		c.refuse(p.op, "under a vector.mask")
		return
	}
	if p.mask == nil {
		for d := range p.offsets {
			c.patternDim(p, d, keep)
		}
		return
	}
	for d := range p.offsets {
		a, skips := c.accessOf(p, d)
		extent := c.env.Extent(p.memory, d)
		if skips || c.holds(a.exact, a, extent) || c.holds(a.modular, a, extent) || c.masked(p, d, extent) {
			continue
		}
		keep(&demand{
			op: p.op, anchor: p.op, message: outside(a, extent),
			holds: func(w *writer) *ir.Value { return w.selectedLanes(p) },
		})
		return
	}
	c.proven++
}

// accessOf returns what a pattern touches along a dimension, and whether it leaves out what is not in bounds.
func (c *checker) accessOf(p *pattern, d int) (access, bool) {
	a := access{op: p.op, memory: p.memory, dim: d, exact: c.env.Value(p.offsets[d]),
		modular: c.env.Modular(p.offsets[d])}
	i := slices.Index(p.dims, d)
	if i < 0 {
		return a, false
	}
	a.up = p.shape[i] - 1
	return a, p.skips[i]
}

// patternDim requires a pattern without a mask to be in bounds along one dimension.
func (c *checker) patternDim(p *pattern, d int, keep func(*demand)) {
	a, skips := c.accessOf(p, d)
	extent := c.env.Extent(p.memory, d)
	if skips {
		return
	}
	// Where all lanes are left out because of a dimension further out, this one does not matter.
	var leaving []int
	for outer := range d {
		if i := slices.Index(p.dims, outer); i >= 0 && p.skips[i] {
			leaving = append(leaving, outer)
		}
	}
	if len(leaving) == 0 {
		c.inBounds(a, keep)
		return
	}
	if c.holds(a.exact, a, extent) || c.holds(a.modular, a, extent) {
		c.proven++
		return
	}
	keep(&demand{op: p.op, anchor: p.op, message: outside(a, extent), holds: func(w *writer) *ir.Value {
		ok := w.inRange(&demand{base: a.modular, extent: extent, up: a.up})
		for _, outer := range leaving {
			ok = w.or(ok, w.outOf(p, outer))
		}
		return ok
	}})
}

// outOf writes that no lane of a pattern is in bounds along a dimension.
func (w *writer) outOf(p *pattern, d int) *ir.Value {
	extent := w.extent(p.memory, d)
	all := arith.ConstBool(w.b, true)
	for k := range p.shape[slices.Index(p.dims, d)] {
		in := w.below(w.add(p.offsets[d], w.index(k)), extent)
		all = w.and(all, w.not(in))
	}
	return all
}

// masked reports whether a mask certainly selects nothing that is not in bounds.
func (c *checker) masked(p *pattern, d int, extent inequality.Form) bool {
	op := p.mask.DefinedBy(vector.CreateMask)
	if op == nil || len(p.shape) != 1 || len(p.dims) != 1 || p.dims[0] != d {
		return false
	}
	first := c.env.Value(p.offsets[d])
	end, exact := first.Plus(c.env.Value(op.Operand(0)), 1)
	return exact && c.env.AtLeast(first, 0) && c.env.Ordered(end, 0, extent)
}

// selectedLanes writes that each lane that the mask selects is in bounds or left out.
func (w *writer) selectedLanes(p *pattern) *ir.Value {
	all := arith.ConstBool(w.b, true)
	for at := range lanesOf(p.shape) {
		repeated := false
		for i, d := range p.dims {
			repeated = repeated || d < 0 && at[i] > 0
		}
		if !repeated {
			all = w.and(all, w.or(w.not(w.maskAt(p, at)), w.laneOK(p, at)))
		}
	}
	return all
}

// laneOK writes that a lane is in bounds or left out.
func (w *writer) laneOK(p *pattern, at []int64) *ir.Value {
	ok := arith.ConstBool(w.b, true)
	for d := len(p.offsets) - 1; d >= 0; d-- {
		i := slices.Index(p.dims, d)
		subscript := p.offsets[d]
		if i >= 0 {
			subscript = w.add(subscript, w.index(at[i]))
		}
		in := w.below(subscript, w.extent(p.memory, d))
		if i >= 0 && p.skips[i] {
			ok = w.or(w.not(in), ok)
		} else {
			ok = w.and(in, ok)
		}
	}
	return ok
}

// maskAt writes whether a lane is selected. The mask of a transfer has the dimensions of the memory, in their
// order.
func (w *writer) maskAt(p *pattern, at []int64) *ir.Value {
	var position []ir.OpFoldResult
	for d := range p.offsets {
		if i := slices.Index(p.dims, d); i >= 0 {
			position = append(position, ir.OpFoldResult{Const: at[i]})
		}
	}
	return vector.NewExtract(w.b, p.mask, position...)
}

// gather requires the elements that a gather or scatter selects to be in bounds. A distance may lead out of a
// row, in memory without gaps.
func (c *checker) gather(p *pattern, indices *ir.Value, keep func(*demand)) {
	keep(&demand{
		op: p.op, anchor: p.op, message: OutOfBounds.says("an element is outside of %s", nameOf(p.memory)),
		holds: func(w *writer) *ir.Value {
			all := arith.ConstBool(w.b, true)
			for at := range lanesOf(p.shape) {
				var position []ir.OpFoldResult
				for _, n := range at {
					position = append(position, ir.OpFoldResult{Const: n})
				}
				distance := vector.NewExtract(w.b, indices, position...)
				if distance.Type() != w.b.Ctx.Index {
					distance = arith.Cast(w.b, arith.IndexCast, distance, w.b.Ctx.Index)
				}
				all = w.and(all, w.or(w.not(vector.NewExtract(w.b, p.mask, position...)),
					w.gathered(p, distance)))
			}
			return all
		},
	})
}

// gathered writes that the element that lies a distance behind the first one of a pattern is in bounds.
func (w *writer) gathered(p *pattern, distance *ir.Value) *ir.Value {
	last := len(p.offsets) - 1
	if last < 0 {
		return arith.Cmp(w.b, arith.EQ, distance, w.index(0))
	}
	outer, number, count := arith.ConstBool(w.b, true), w.index(0), w.index(1)
	for d, subscript := range p.offsets {
		extent := w.extent(p.memory, d)
		if d == last {
			subscript = w.add(subscript, distance)
			inRow := w.below(subscript, extent)
			number, count = w.add(w.mul(number, extent), subscript), w.mul(count, extent)
			return w.and(outer, w.or(inRow, w.and(w.withoutGaps(p.memory), w.below(number, count))))
		}
		outer = w.and(outer, w.below(subscript, extent))
		number, count = w.add(w.mul(number, extent), subscript), w.mul(count, extent)
	}
	return outer
}

// withoutGaps writes that the elements of a memref lie one behind the other.
func (w *writer) withoutGaps(m *ir.Value) *ir.Value {
	t := m.Type().(*ir.MemRefType)
	ok := arith.ConstBool(w.b, true)
	if t.Layout == nil {
		return ok
	}
	meta := w.b.Op(memref.ExtractStridedMetadata, []*ir.Value{m})
	rank, stride := len(t.Shape), w.index(1)
	for d := rank - 1; d >= 0; d-- {
		ok = w.and(ok, arith.Cmp(w.b, arith.EQ, meta.Result(2+rank+d), stride))
		stride = w.mul(stride, meta.Result(2+d))
	}
	return ok
}

func (w *writer) extent(m *ir.Value, d int) *ir.Value {
	if n := m.Type().(*ir.MemRefType).Shape[d]; n != ir.Dynamic {
		return w.index(n)
	}
	return memref.NewDim(w.b, m, w.index(int64(d)))
}

func (w *writer) not(x *ir.Value) *ir.Value {
	return arith.Binary(w.b, arith.XOrI, x, arith.ConstBool(w.b, true))
}

// lanesOf yields the coordinates of the elements of a vector. They must not be kept.
func lanesOf(shape []int64) func(func([]int64) bool) {
	return func(yield func([]int64) bool) {
		at := make([]int64, len(shape))
		for range ir.NumElements(shape) {
			if !yield(at) {
				return
			}
			for i := len(at) - 1; i >= 0; i-- {
				if at[i]++; at[i] < shape[i] {
					break
				}
				at[i] = 0
			}
		}
	}
}
