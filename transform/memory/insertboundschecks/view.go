package insertboundschecks

import (
	"fmt"
	"math"

	"github.com/inflight-compiler/inflight/analysis/inequality"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// view requires a view to show nothing that is not in its source.
func (c *checker) view(op *ir.Op, keep func(*demand)) {
	v, ok := op.Def().View(op)
	switch {
	case !ok:
	case v.Offsets != nil && !v.Reshape:
		c.slice(op, v, keep)
	case op.Is(memref.Cast):
		c.cast(op, keep)
	case op.Is(memref.ReinterpretCast):
		c.reinterpret(op, keep)
	case op.Is(memref.View):
		c.bytes(op, keep)
	case op.Is(memref.Reshape):
		c.reshape(op, keep)
	case op.Is(memref.ExpandShape):
		c.expand(op, keep)
	case op.Is(memref.CollapseShape):
		c.collapse(op)
	}
}

func (c *checker) fold(x ir.OpFoldResult) inequality.Form {
	if x.Value != nil {
		return c.env.Value(x.Value)
	}
	return inequality.Const(x.Const)
}

func (c *checker) foldModular(x ir.OpFoldResult) inequality.Form {
	if x.Value != nil {
		return c.env.Modular(x.Value)
	}
	return inequality.Const(x.Const)
}

// slice requires the parts of a subview to lie in its source. A part without elements may be anywhere.
func (c *checker) slice(op *ir.Op, v ir.View, keep func(*demand)) {
	for d := range v.Offsets {
		size, stride := v.Sizes[d], v.Strides[d]
		extent := c.env.Extent(v.Source, d)
		message := func() string {
			text := OutOfBounds.says("the part is outside of dimension %d of %s", d, nameOf(v.Source))
			if extent.IsConst() {
				text += fmt.Sprintf(", which has extent %d", extent.Const)
			}
			return text
		}
		if size.Value == nil && stride.Value == nil && fewElements(size.Const, stride.Const) {
			if size.Const == 0 {
				continue
			}
			a := access{op: op, memory: v.Source, dim: d, exact: c.fold(v.Offsets[d]),
				modular: c.foldModular(v.Offsets[d])}
			if last := (size.Const - 1) * stride.Const; last >= 0 {
				a.up = last
			} else {
				a.down = -last
			}
			c.within(a, extent, keep, message)
			continue
		}
		c.part(op, v, d, extent, keep, message)
	}
}

// fewElements reports whether the distances of a part fit well into 64 bits.
func fewElements(size, stride int64) bool {
	const much = 1 << 31
	return size >= 0 && size < much && stride > -much && stride < much
}

// part requires a part whose size or stride is not constant to lie in its source.
func (c *checker) part(op *ir.Op, v ir.View, d int, extent inequality.Form, keep func(*demand),
	message func() string) {
	offset, size, stride := v.Offsets[d], v.Sizes[d], v.Strides[d]
	if c.partFits(c.fold(offset), c.fold(size), stride, extent) {
		c.proven++
		return
	}
	keep(&demand{op: op, anchor: op, message: message(), holds: func(w *writer) *ir.Value {
		o, n, e := w.fold(offset), w.fold(size), w.form(extent)
		ok := w.and(w.below(o, e), w.reaches(o, w.sub(n, w.index(1)), stride, e))
		none := arith.Cmp(w.b, arith.EQ, n, w.index(0))
		return w.or(none, w.and(arith.Cmp(w.b, arith.SGT, n, w.index(0)), ok))
	}})
	c.env.Assume(c.fold(size))
}

// reaches writes that the last element of a part is in an extent, given that the first one is: so many steps
// do not need more room than there is, above the first element or below it.
func (w *writer) reaches(first, steps *ir.Value, stride ir.OpFoldResult, extent *ir.Value) *ir.Value {
	above := func() *ir.Value { return w.sub(w.sub(extent, w.index(1)), first) }
	if k := stride.Const; stride.Value == nil {
		switch {
		case k == 0:
			return arith.ConstBool(w.b, true)
		case k < 0:
			return arith.Cmp(w.b, arith.ULE, steps, w.divided(first, -k))
		}
		return arith.Cmp(w.b, arith.ULE, steps, w.divided(above(), k))
	}
	zero := w.index(0)
	down := arith.Cmp(w.b, arith.SLT, stride.Value, zero)
	room := arith.NewSelect(w.b, down, first, above())
	distance := arith.NewSelect(w.b, down, arith.Binary(w.b, arith.SubI, zero, stride.Value), stride.Value)
	fits := arith.Cmp(w.b, arith.ULE, steps,
		arith.Binary(w.b, arith.DivUI, room, arith.Binary(w.b, arith.MaxUI, distance, w.index(1))))
	return w.or(fits, arith.Cmp(w.b, arith.EQ, distance, zero))
}

// partFits reports whether a part certainly lies in its source.
func (c *checker) partFits(offset, size inequality.Form, stride ir.OpFoldResult,
	extent inequality.Form) bool {
	if stride.Value != nil || stride.Const <= 0 || !c.env.AtLeast(size, 0) || !c.env.AtLeast(offset, 0) {
		return false
	}
	end, exact := offset.Plus(size, stride.Const)
	return exact && c.env.Ordered(end, 1-stride.Const, extent)
}

// cast requires the shape and the layout that a cast claims.
func (c *checker) cast(op *ir.Op, keep func(*demand)) {
	from, ok := op.Operand(0).Type().(*ir.MemRefType)
	to, okToo := op.Result(0).Type().(*ir.MemRefType)
	if !ok || !okToo || !to.Ranked {
		return
	}
	if !from.Ranked {
		keep(&demand{
			op: op, anchor: op, message: ShapeMismatch.says("a memref of another rank is cast to %v", to),
			holds: func(w *writer) *ir.Value { return w.hasShape(op.Operand(0), to.Shape) },
		})
	} else {
		for d, n := range to.Shape {
			if n != ir.Dynamic {
				c.equal(op, c.env.Extent(op.Operand(0), d), inequality.Const(n), keep, func() string {
					return ShapeMismatch.says("dimension %d has another extent, but the cast is to %v", d, to)
				})
			}
		}
	}
	c.layout(op, from, to, keep)
}

// hasShape writes that a memref of unknown rank has a shape, of which extents may be unknown.
func (w *writer) hasShape(m *ir.Value, shape []int64) *ir.Value {
	rank := w.b.Op(memref.Rank, []*ir.Value{m}).Result(0)
	ok := arith.Cmp(w.b, arith.EQ, rank, w.index(int64(len(shape))))
	for d, n := range shape {
		if n != ir.Dynamic {
			// An extent of a dimension that does not exist is asked for only if the comparison of the ranks
			// fails as well.
			at := arith.NewSelect(w.b, ok, w.index(int64(d)), w.index(0))
			ok = w.and(ok, arith.Cmp(w.b, arith.EQ, memref.NewDim(w.b, m, at), w.index(n)))
		}
	}
	return ok
}

// reinterpret requires what a memref is taken for to lie in the buffer that it shows.
func (c *checker) reinterpret(op *ir.Op, keep func(*demand)) {
	base := buffer(op.Operand(0))
	t, ok := base.Type().(*ir.MemRefType)
	if !ok || !t.Ranked || t.Layout != nil {
		c.refuse(op, "of memory that is not row-major")
		return
	}
	s := memref.SliceOf(op)
	if c.staticallyIn(s, t) || len(t.Shape) == 1 && c.linearlyIn(s, c.env.Extent(base, 0)) {
		c.proven++
		return
	}
	keep(&demand{
		op: op, anchor: op, message: OutOfBounds.says("elements are outside of %s", nameOf(base)),
		holds: func(w *writer) *ir.Value { return w.shown(s, base) },
	})
	for _, size := range s.Sizes {
		c.env.Assume(c.fold(size))
	}
}

// buffer returns the memref that all of a buffer is known by.
func buffer(m *ir.Value) *ir.Value {
	var trail ir.Trail
	for !trail.Repeats(m) {
		op := m.DefiningOp()
		switch {
		case op == nil:
			return m
		case op.Is(memref.ExtractStridedMetadata):
			m = op.Operand(0)
			continue
		case op.Def().View == nil, op.Is(memref.View):
			return m
		}
		v, ok := op.Def().View(op)
		if !ok {
			return m
		}
		m = v.Source
	}
	return m
}

// staticallyIn reports whether all is constant, and in the buffer.
func (c *checker) staticallyIn(s memref.Slice, t *ir.MemRefType) bool {
	offset, n := s.Offsets[0], int64(1)
	first, last := offset.Const, offset.Const
	for _, extent := range t.Shape {
		if extent == ir.Dynamic || !fewElements(extent, 1) {
			return false
		}
		if n *= extent; n > math.MaxUint32 {
			return false
		}
	}
	for d := range s.Sizes {
		size, stride := s.Sizes[d], s.Strides[d]
		if size.Value != nil || stride.Value != nil || !fewElements(size.Const, stride.Const) {
			return false
		}
		reach := (max(size.Const, 1) - 1) * stride.Const
		first, last = first+min(reach, 0), last+max(reach, 0)
		if last < 0 || first > offset.Const {
			return false // it does not fit 64 bits
		}
	}
	return offset.Value == nil && first >= 0 && last < n
}

// linearlyIn reports whether a row of elements certainly is in a buffer of that extent.
func (c *checker) linearlyIn(s memref.Slice, extent inequality.Form) bool {
	return len(s.Sizes) == 1 && c.partFits(c.fold(s.Offsets[0]), c.fold(s.Sizes[0]), s.Strides[0], extent)
}

// shown writes that all elements that a slice selects are in a buffer.
func (w *writer) shown(s memref.Slice, base *ir.Value) *ir.Value {
	count := w.index(1)
	for d := range base.Type().(*ir.MemRefType).Shape {
		count = w.mul(count, memref.NewDim(w.b, base, w.index(int64(d))))
	}
	first, one, zero := w.fold(s.Offsets[0]), w.index(1), w.index(0)
	sizes, ok, none := arith.ConstBool(w.b, true), w.below(first, count), arith.ConstBool(w.b, false)
	r := &room{above: w.sub(w.sub(count, one), first), below: first}
	for d := range s.Sizes {
		n := w.fold(s.Sizes[d])
		sizes = w.and(sizes, arith.Cmp(w.b, arith.SGE, n, zero))
		none = w.or(none, arith.Cmp(w.b, arith.EQ, n, zero))
		ok = w.and(ok, w.strides(r, w.sub(n, one), s.Strides[d]))
	}
	return w.and(sizes, w.or(none, ok))
}

// room is how many elements there are above and below those that are known to be in a buffer.
type room struct{ above, below *ir.Value }

// strides writes that there is room for so many steps, and takes that away.
func (w *writer) strides(r *room, steps *ir.Value, stride ir.OpFoldResult) (ok *ir.Value) {
	switch {
	case stride.Value == nil && stride.Const >= 0:
		ok, r.above = w.taken(r.above, steps, w.index(stride.Const))
	case stride.Value == nil:
		ok, r.below = w.taken(r.below, steps, w.index(-stride.Const))
	default:
		zero := w.index(0)
		down := arith.Cmp(w.b, arith.SLT, stride.Value, zero)
		distance := arith.NewSelect(w.b, down, w.sub(zero, stride.Value), stride.Value)
		var left *ir.Value
		ok, left = w.taken(arith.NewSelect(w.b, down, r.below, r.above), steps, distance)
		*r = room{above: arith.NewSelect(w.b, down, r.above, left),
			below: arith.NewSelect(w.b, down, left, r.below)}
	}
	return ok
}

// taken writes that some elements are enough for so many steps, and what is left of them.
func (w *writer) taken(elements, steps, distance *ir.Value) (ok, left *ir.Value) {
	limit := arith.Binary(w.b, arith.DivUI, elements, arith.Binary(w.b, arith.MaxUI, distance, w.index(1)))
	fits := arith.Cmp(w.b, arith.ULE, steps, limit)
	ok = w.or(fits, arith.Cmp(w.b, arith.EQ, distance, w.index(0)))
	return ok, w.sub(elements, w.mul(steps, distance))
}

// bytes requires a typed view of bytes to lie in them.
func (c *checker) bytes(op *ir.Op, keep func(*demand)) {
	source, t := op.Operand(0), op.Result(0).Type().(*ir.MemRefType)
	sizes := ir.MixedIndices(t.Shape, op.Operands()[2:])
	extent, shift, size := c.env.Extent(source, 0), c.env.Value(op.Operand(1)), ir.MemoryBytes(t.Elem)
	if size == 0 {
		c.refuse(op, "as elements of unknown size")
		return
	}
	if total, ok := constantProduct(sizes); ok && c.env.AtLeast(shift, 0) &&
		c.env.Ordered(shift, total*size, extent) {
		c.proven++
		return
	}
	keep(&demand{
		op: op, anchor: op, message: OutOfBounds.says("bytes are outside of %s", nameOf(source)),
		holds: func(w *writer) *ir.Value {
			all := w.form(extent)
			starts := arith.Cmp(w.b, arith.ULE, op.Operand(1), all)
			fits := w.atMost(sizes, w.sub(all, op.Operand(1)), size)
			return w.and(w.and(starts, w.natural(sizes)), w.or(w.none(sizes), fits))
		},
	})
	for _, n := range sizes {
		c.env.Assume(c.fold(n))
	}
}

// constantProduct returns the number of elements of a shape if it is constant and not very large.
func constantProduct(sizes []ir.OpFoldResult) (int64, bool) {
	n := int64(1)
	for _, s := range sizes {
		if s.Value != nil || !fewElements(s.Const, 1) || n > 1<<40/max(s.Const, 1) {
			return 0, false
		}
		n *= s.Const
	}
	return n, true
}

// natural writes that no size is negative.
func (w *writer) natural(sizes []ir.OpFoldResult) *ir.Value {
	ok := arith.ConstBool(w.b, true)
	for _, n := range sizes {
		if n.Value != nil {
			ok = w.and(ok, arith.Cmp(w.b, arith.SGE, n.Value, w.index(0)))
		}
	}
	return ok
}

// atMost writes that so many elements of a size are at most a number, given that no extent is negative.
func (w *writer) atMost(extents []ir.OpFoldResult, most *ir.Value, size int64) *ir.Value {
	count := w.index(size)
	if len(extents) == 0 {
		return arith.Cmp(w.b, arith.ULE, count, most)
	}
	ok := arith.ConstBool(w.b, true)
	for _, x := range extents {
		n := w.fold(x)
		room := arith.Binary(w.b, arith.DivUI, most, arith.Binary(w.b, arith.MaxUI, n, w.index(1)))
		ok = w.and(ok, arith.Cmp(w.b, arith.ULE, count, room))
		count = w.mul(count, n)
	}
	return ok
}

// none writes that one of some extents is 0.
func (w *writer) none(extents []ir.OpFoldResult) *ir.Value {
	found := arith.ConstBool(w.b, false)
	for _, n := range extents {
		found = w.or(found, arith.Cmp(w.b, arith.EQ, w.fold(n), w.index(0)))
	}
	return found
}

// reshape requires the shape that is read from memory to have as many elements.
func (c *checker) reshape(op *ir.Op, keep func(*demand)) {
	source, shape := op.Operand(0), op.Operand(1)
	from, ok := source.Type().(*ir.MemRefType)
	rank := shape.Type().(*ir.MemRefType).Shape[0]
	if !ok || !from.Ranked || rank == ir.Dynamic {
		c.refuse(op, "to or from an unknown rank")
		return
	}
	keep(&demand{
		op: op, anchor: op, message: ShapeMismatch.says("the elements cannot take the shape"),
		holds: func(w *writer) *ir.Value {
			count := w.index(1)
			for d := range from.Shape {
				count = w.mul(count, memref.NewDim(w.b, source, w.index(int64(d))))
			}
			var sizes []ir.OpFoldResult
			for d := range rank {
				n := memref.NewLoad(w.b, shape, w.index(d))
				if n.Type() != w.b.Ctx.Index {
					n = arith.Cast(w.b, arith.IndexCast, n, w.b.Ctx.Index)
				}
				sizes = append(sizes, ir.OpFoldResult{Value: n})
			}
			return w.and(w.natural(sizes), w.splits(sizes, count))
		},
	})
}

// splits writes that a number is the product of sizes that are not negative.
func (w *writer) splits(sizes []ir.OpFoldResult, count *ir.Value) *ir.Value {
	product := w.index(1)
	for _, n := range sizes {
		product = w.mul(product, w.fold(n))
	}
	ok := arith.Cmp(w.b, arith.EQ, product, count)
	return w.and(ok, w.or(w.none(sizes), w.atMost(sizes, count, 1)))
}

// expand requires each group of dimensions to have as many elements as the dimension that becomes it.
func (c *checker) expand(op *ir.Op, keep func(*demand)) {
	t := op.Result(0).Type().(*ir.MemRefType)
	sizes := ir.MixedIndices(t.Shape, op.Operands()[1:])
	for d, group := range memref.Reassociation(op) {
		var parts []ir.OpFoldResult
		for _, i := range group {
			parts = append(parts, sizes[i])
		}
		extent := c.env.Extent(op.Operand(0), d)
		if n, ok := constantProduct(parts); ok && extent.IsConst() && extent.Const == n {
			continue
		}
		if len(parts) == 1 && c.env.Ordered(c.fold(parts[0]), 0, extent) &&
			c.env.Ordered(extent, 0, c.fold(parts[0])) {
			c.proven++
			continue
		}
		keep(&demand{
			op: op, anchor: op, message: ShapeMismatch.says("dimension %d does not expand to the sizes", d),
			holds: func(w *writer) *ir.Value {
				return w.and(w.natural(parts), w.splits(parts, w.form(extent)))
			},
		})
		for _, n := range parts {
			c.env.Assume(c.fold(n))
		}
	}
}

// collapse refuses to join dimensions of which nobody knows whether they are contiguous.
func (c *checker) collapse(op *ir.Op) {
	t := op.Operand(0).Type().(*ir.MemRefType)
	strides, _, ok := memref.Strides(t)
	for _, group := range memref.Reassociation(op) {
		for _, d := range group[:max(len(group)-1, 0)] {
			if t.Layout != nil && (!ok || strides[d] == ir.Dynamic) {
				c.refuse(op, "of memory with strides that are not known")
			}
		}
	}
}

// fold writes an integer that may be known.
func (w *writer) fold(x ir.OpFoldResult) *ir.Value {
	if x.Value != nil {
		return x.Value
	}
	return w.index(x.Const)
}

// divided writes the quotient by a positive number.
func (w *writer) divided(x *ir.Value, by int64) *ir.Value {
	if by == 1 {
		return x
	}
	return arith.Binary(w.b, arith.DivUI, x, w.index(by))
}
