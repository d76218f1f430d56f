package sameprogram

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// load is the tree of a load: the element, and when.
func (r *reader) load(op *ir.Op) int {
	m := op.Operand(0)
	return r.id(fmt.Sprintf("load:%v %s %s", elementText(op.Result(0).Type()),
		r.element(m, r.subscripts(op, 1)), r.arrival.of(op, root(m))))
}

// subscripts returns those of an access.
func (r *reader) subscripts(op *ir.Op, first int) []linear {
	operands := op.Operands()[first:]
	if a, ok := op.Attr("map").(*ir.AffineMapAttr); ok {
		return r.affineMap(a.Map, operands)
	}
	out := make([]linear, len(operands))
	for i, v := range operands {
		out[i] = r.integer(v)
	}
	return out
}

// element describes an element of a memref by its place in the buffer: subscripts, or behind a view of
// another shape its number in memory.
func (r *reader) element(m *ir.Value, subs []linear) string {
	how := ""
	for m.DefiningOp() != nil && m.DefiningOp().Def().View != nil {
		op := m.DefiningOp()
		view, ok := op.Def().View(op)
		if !ok {
			break
		}
		if view.Reshape && !isSameShape(&view) {
			place, ok := r.place(op)
			if !ok {
				break
			}
			if how == "" {
				how, subs = fmt.Sprintf(" bytes of %v ", elementText(m.Type().(*ir.MemRefType).Elem)),
					r.distance(m, subs)
			}
			// What this shows is in row-major order: bytes of it are bytes of what it is a view of.
			subs, m = []linear{subs[0].plus(place, 1)}, view.Source
			continue
		}
		if how != "" && view.Offsets != nil && !view.Reshape {
			break
		}
		if view.Offsets != nil && !view.Reshape {
			subs = r.through(&view, subs)
		}
		m = view.Source
	}
	s := fmt.Sprintf("#%d%s[", r.buffer(m), how)
	for i, x := range subs {
		if i > 0 {
			s += ","
		}
		s += fmt.Sprintf("#%d", r.tree(x, 64))
	}
	return s + "]"
}

// isSameShape reports whether a reinterpretation changes nothing.
func isSameShape(view *ir.View) bool {
	from, ok1 := view.Source.Type().(*ir.MemRefType)
	to, ok2 := view.Result.Type().(*ir.MemRefType)
	return ok1 && ok2 && from.Elem == to.Elem && from.Layout == nil && to.Layout == nil &&
		slices.Equal(from.Shape, to.Shape) &&
		!slices.Contains(to.Shape, ir.Dynamic)
}

// place returns the byte of what a view shows where the view begins. Its extents and strides must be
// constants.
func (r *reader) place(op *ir.Op) (linear, bool) {
	t := op.Result(0).Type().(*ir.MemRefType)
	strides, offset, ok := memref.Strides(t)
	if !ok || offset == ir.Dynamic || slices.Contains(strides, ir.Dynamic) {
		return linear{}, false
	}
	if op.Name() == "memref.view" {
		shift, ok := ir.ConstInt(op.Operand(1))
		return number(shift), ok
	}
	return number(offset * elementBytes(t)), true
}

// distance returns the bytes between the beginning of a memref with constant strides and an element.
func (r *reader) distance(m *ir.Value, subs []linear) []linear {
	t := m.Type().(*ir.MemRefType)
	strides, _, _ := memref.Strides(t)
	sum := number(0)
	for d, x := range subs {
		sum = sum.plus(x, strides[d]*elementBytes(t))
	}
	return []linear{sum}
}

// elementBytes is the size of an element. Vectors, which are viewed as such only, count as one byte.
func elementBytes(t *ir.MemRefType) int64 { return int64(max(ir.ElemBytes(t.Elem), 1)) }

func (r *reader) through(view *ir.View, subs []linear) []linear {
	out := make([]linear, 0, len(view.Offsets))
	for d, x := range view.Offsets {
		at := r.fold(x)
		if d >= len(view.Dropped) || !view.Dropped[d] {
			at = at.plus(r.product(subs[0], r.fold(view.Strides[d]), 64), 1)
			subs = subs[1:]
		}
		out = append(out, at)
	}
	return out
}

func (r *reader) fold(x ir.OpFoldResult) linear {
	if x.Value != nil {
		return r.integer(x.Value)
	}
	return number(x.Const)
}

// memref describes a memref as an operand: its first element, and its extents where it is a part.
func (r *reader) memref(m *ir.Value) string {
	t, ok := m.Type().(*ir.MemRefType)
	if !ok || !t.Ranked || root(m) == m {
		return fmt.Sprintf("#%d", r.buffer(m))
	}
	s := r.element(m, make([]linear, len(t.Shape)))
	for d := range t.Shape {
		s += fmt.Sprintf("x#%d", r.tree(r.extent(m, int64(d)), 64))
	}
	return s
}

// buffer numbers buffers in the order in which they are first mentioned, with their types and where they are
// allocated.
func (r *reader) buffer(m *ir.Value) int {
	if id, ok := r.buffers[m]; ok {
		return id
	}
	op := m.DefiningOp()
	if op == nil {
		id := r.fresh("memref")
		r.buffers[m] = id
		return id
	}
	r.next++
	r.buffers[m] = r.id(fmt.Sprintf("buffer%d", r.next))
	t, ok := m.Type().(*ir.MemRefType)
	if !ok {
		return r.buffers[m]
	}
	s := fmt.Sprintf("buffer%d of %v in %v allocated in %d dtype %s", r.next, elementText(t.Elem),
		t.MemorySpace, r.region[op.Block()],
		attribute(op.Attr("tvm.dtype")))
	for d := range t.Shape {
		s += fmt.Sprintf(" x#%d", r.tree(r.extent(m, int64(d)), 64))
	}
	r.buffers[m] = r.id(s)
	return r.buffers[m]
}

// extent returns an extent of a memref.
func (r *reader) extent(m *ir.Value, d int64) linear {
	t, ok := m.Type().(*ir.MemRefType)
	if !ok || !t.Ranked || d < 0 || d >= int64(len(t.Shape)) {
		return r.linear(r.id("extent"))
	}
	if t.Shape[d] != ir.Dynamic {
		return number(t.Shape[d])
	}
	op := m.DefiningOp()
	switch {
	case op == nil:
		if id, ok := r.shapes[[2]any{m, d}]; ok {
			return r.form(id)
		}
		return r.linear(r.id(fmt.Sprintf("extent%d(#%d)", d, r.buffer(m))))
	case op.Name() == "memref.alloc" || op.Name() == "memref.alloca":
		n := 0
		for _, extent := range t.Shape[:d] {
			if extent == ir.Dynamic {
				n++
			}
		}
		return r.integer(op.OperandsOf(0)[n])
	case op.Def().View != nil:
		view, ok := op.Def().View(op)
		if !ok || view.Reshape {
			break
		}
		if view.Offsets == nil {
			return r.extent(view.Source, d)
		}
		for i := range view.Sizes {
			if i < len(view.Dropped) && view.Dropped[i] {
				continue
			}
			if d == 0 {
				return r.fold(view.Sizes[i])
			}
			d--
		}
	}
	return r.linear(r.id(fmt.Sprintf("extent%d(#%d)", d, r.buffer(m))))
}

// elementText is the type of an element.
func elementText(t ir.Type) string {
	if width(t) == 64 {
		return "i64"
	}
	return typeText(t)
}
