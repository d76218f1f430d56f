package lowerasyncdma

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// axis is a dimension of a rectangle: a loop, or the elements of a vector.
type axis struct {
	loop  *ir.Op
	sym   *analysis.Symbol
	lower *ir.Value
	step  int64
	// extent is constant. If upper is set, the extent is the distance of the loop's bounds.
	extent int64
	upper  *ir.Value
	parts  []*axis // of an axis that consists of several
}

// rectangle recognizes loops around a load and a store that copy a rectangle.
func (l *lowering) rectangle(op *ir.Op) (*block, *refusal) {
	b := &block{anchor: op}
	store := op
	for store.Is(scf.For) {
		a, r := l.axis(store)
		if r != nil {
			return nil, r
		}
		b.axes = append(b.axes, a)
		inner, r := sole(store, false)
		if r != nil || inner == nil {
			return nil, &refusal{op, codeShape, "its loops hold more than one copy of an element"}
		}
		store = inner
	}
	load, r := copied(op, store)
	if r != nil {
		return nil, r
	}
	if t, ok := store.Operand(0).Type().(*ir.VectorType); ok {
		b.axes = append(b.axes, &axis{step: 1, extent: t.Shape[0]})
	}
	b.load, b.src = load, side{memref: load.Operand(0), at: load.Operands()[1:]}
	b.dst = side{memref: store.Operand(1), at: store.Operands()[2:]}
	if r := b.movable(); r != nil {
		return nil, r
	}
	return b, l.shape(b)
}

// axis describes a loop whose bounds do not depend on the loops around it in the same nest.
func (l *lowering) axis(loop *ir.Op) (*axis, *refusal) {
	t := l.ev.LoopRange(loop.Def().Loop.Bounds(loop, 0))
	a := &axis{loop: loop, sym: l.ev.SymbolOf(loop.Body().Arg(0)), lower: loop.Operand(0), step: t.Step,
		extent: t.Trips}
	switch {
	case loop.NumResults() > 0:
		return nil, &refusal{loop, codeShape, "its loop carries values"}
	case t.Trips < 0 && t.Step != 1:
		return nil, &refusal{loop, codeShape, "the extent of its loop is not known"}
	case t.Trips < 0:
		a.extent, a.upper = ir.Dynamic, loop.Operand(1)
	}
	return a, nil
}

// copied returns the load whose result a store writes.
func copied(at, store *ir.Op) (*ir.Op, *refusal) {
	if !store.Is(memref.Store) && !store.Is(vector.Store) {
		return nil, &refusal{at, codeShape, fmt.Sprintf("'%s' is no copy of an element", store.Name())}
	}
	load := store.Operand(0).DefiningOp()
	want := memref.Load
	if store.Is(vector.Store) {
		want = vector.Load
	}
	switch {
	case load == nil || !load.Is(want) || load.Block() != store.Block():
		return nil, &refusal{at, codeShape, "what it stores is not what it loads"}
	case load.Operand(0).Type().(*ir.MemRefType).Elem != store.Operand(1).Type().(*ir.MemRefType).Elem:
		return nil, &refusal{at, codeShape, "the types of its elements differ"}
	}
	if t, ok := store.Operand(0).Type().(*ir.VectorType); ok &&
		(len(t.Shape) != 1 || store.Is(memref.Store)) {
		return nil, &refusal{at, codeShape, fmt.Sprintf("'%v' is no row of elements", t)}
	}
	return load, nil
}

// shape finds the axis of each dimension. It must be the same on both sides.
func (l *lowering) shape(b *block) *refusal {
	for _, a := range b.axes {
		if a.loop != nil && !outside(a, b.anchor) {
			return &refusal{b.anchor, codeShape, "the bounds of its loops depend on each other"}
		}
	}
	for _, s := range []*side{&b.src, &b.dst} {
		if r := l.sideShape(b, s); r != nil {
			return r
		}
	}
	if !slices.Equal(axesOf(&b.src), axesOf(&b.dst)) {
		return &refusal{b.anchor, codeShape,
			"the dimensions of its source are not in the order of those of its destination"}
	}
	if parts(axesOf(&b.src)) != len(b.axes) {
		return &refusal{b.anchor, codeShape, "a loop around it copies the same elements again"}
	}
	if l.overlaps(b) {
		return &refusal{b.anchor, codeOverlap, "its source and its destination may be the same memory"}
	}
	return b.unitStride()
}

// outside reports whether the bounds of an axis are known in front of the nest.
func outside(a *axis, anchor *ir.Op) bool {
	vs := []*ir.Value{a.lower}
	if a.upper != nil {
		vs = append(vs, a.upper)
	}
	return !slices.ContainsFunc(vs, func(v *ir.Value) bool {
		b := v.ParentBlock()
		return b.ParentOp() == nil || anchor == b.ParentOp() || anchor.IsAncestorOf(b.ParentOp())
	})
}

// parts counts the loops and vectors of which axes consist.
func parts(list []*axis) int {
	n := 0
	for _, a := range list {
		n += max(len(a.parts), 1)
	}
	return n
}

func axesOf(s *side) []*axis {
	var list []*axis
	for _, a := range s.axis {
		if a != nil {
			list = append(list, a)
		}
	}
	return list
}

// sideShape finds the axis of each dimension of a side.
func (l *lowering) sideShape(b *block, s *side) *refusal {
	s.axis, s.stride = make([]*axis, len(s.at)), make([]int64, len(s.at))
	for d, v := range s.at {
		form := l.ev.Eval(v)
		var along []walk
		for _, a := range b.axes {
			step := int64(1)
			switch {
			case a.loop == nil && d < len(s.at)-1:
				continue
			case a.loop != nil:
				c := form.Coef(a.sym)
				form = form.Sub(l.ev.Of(a.sym.Value).Scale(c))
				if step = c * a.step; c == 0 {
					continue
				}
			}
			along = append(along, walk{a, step})
		}
		for _, a := range b.axes {
			if a.loop != nil && !l.ev.Subst(form, a.sym, analysis.Const(0)).Equal(form) {
				return &refusal{b.anchor, codeShape, "its subscripts are not linear"}
			}
		}
		var ok bool
		if s.axis[d], s.stride[d], ok = b.fuse(along); !ok {
			return &refusal{b.anchor, codeShape, "it does not copy a rectangle"}
		}
	}
	return nil
}

// walk is an axis along a dimension, with the distance between its steps.
type walk struct {
	axis *axis
	step int64
}

// maxExtent limits the extent of an axis that consists of several.
const maxExtent = 1 << 40

// fuse combines axes along one dimension into a single axis, if each of them steps over all elements that the
// next one covers.
func (b *block) fuse(along []walk) (a *axis, stride int64, ok bool) {
	switch len(along) {
	case 0:
		return nil, 0, true
	case 1:
		return along[0].axis, along[0].step, along[0].step > 0
	}
	slices.SortStableFunc(along, func(x, y walk) int { return cmp.Compare(y.step, x.step) })
	extent, stride := int64(1), along[len(along)-1].step
	for _, w := range slices.Backward(along) {
		n := w.axis.extent
		if w.step <= 0 || w.step != stride*extent || n == ir.Dynamic || n > maxExtent/max(extent, 1) {
			return nil, 0, false
		}
		extent *= n
	}
	return b.fused(along, extent), stride, true
}

// fused returns the axis that consists of others. It returns the same axis for both sides.
func (b *block) fused(along []walk, extent int64) *axis {
	var parts []*axis
	for _, w := range along {
		parts = append(parts, w.axis)
	}
	for _, a := range b.combined {
		if slices.Equal(a.parts, parts) {
			return a
		}
	}
	a := &axis{extent: extent, parts: parts}
	b.combined = append(b.combined, a)
	return a
}

// overlaps reports whether the loops may read elements that they write.
func (l *lowering) overlaps(b *block) bool {
	list := l.ev.Accesses(b.anchor)
	for i := range list {
		for j := range list {
			if list[i].Kind != list[j].Kind && analysis.Conflict(&list[i], &list[j]) {
				return true
			}
		}
	}
	return false
}

// unitStride refuses a rectangle whose innermost elements are not consecutive.
func (b *block) unitStride() *refusal {
	for _, s := range []side{b.src, b.dst} {
		t := s.memref.Type().(*ir.MemRefType)
		strides, _, ok := memref.Strides(t)
		if !ok {
			return &refusal{b.anchor, codeShape, fmt.Sprintf("the layout of '%v' is not known", t)}
		}
		for d := len(s.axis) - 1; d >= 0; d-- {
			if a := s.axis[d]; a != nil && a.extent != 1 {
				if strides[d] != 1 || s.stride[d] != 1 {
					return &refusal{b.anchor, codeStrided, "its elements do not lie next to each other"}
				}
				break
			}
		}
	}
	return nil
}
