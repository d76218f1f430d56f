package pipelinetombarriers

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/carried"
)

// place is where a role is in a ring: a slot, and the parity of the number of times that it went round.
type place struct{ slot, parity *ir.Value }

// walk carries the places of rings through the code of a role, to the loops of the rings. In their bodies it
// calls iteration, with the places of the loop's rings.
type walk struct {
	*kernel
	// loops are those of the rings in the code of the role, and what they are in the kernel; within has the
	// rings in them, and in what is around them.
	loops     map[*ir.Op]*ir.Op
	within    map[*ir.Op][]int
	iteration func(loop *ir.Op, body *ir.Block, at []place)
	state     []place
}

func (k *kernel) walk(loops map[*ir.Op]*ir.Op, iteration func(*ir.Op, *ir.Block, []place)) *walk {
	w := &walk{kernel: k, loops: loops, within: map[*ir.Op][]int{}, iteration: iteration,
		state: make([]place, len(k.rings))}
	for made, loop := range loops {
		for op := made; op != nil && op != k.f; op = op.Parent() {
			w.within[op] = append(w.within[op], k.byLoop[loop]...)
		}
	}
	for _, list := range w.within {
		slices.Sort(list)
	}
	return w
}

// run starts at slot 0 with parity 0.
func (w *walk) run(block *ir.Block) {
	b := ir.NewBuilder(block.ParentOp().Context())
	b.SetStart(block)
	b.Loc = block.ParentOp().Loc()
	first := place{arith.ConstIndex(b, 0), arith.ConstBool(b, false)}
	for i := range w.state {
		w.state[i] = first
	}
	w.block(block)
}

// block carries the places through the operations of a block.
func (w *walk) block(block *ir.Block) {
	for op := range block.Ops() {
		if rings := w.within[op]; len(rings) > 0 {
			w.through(op, rings)
		}
	}
}

// values returns the places of rings as values, and set takes them.
func (w *walk) values(rings []int) (list []*ir.Value, types []ir.Type) {
	for _, i := range rings {
		list = append(list, w.state[i].slot, w.state[i].parity)
	}
	for _, v := range list {
		types = append(types, v.Type())
	}
	return list, types
}

func (w *walk) set(rings []int, list []*ir.Value) {
	for n, i := range rings {
		w.state[i] = place{list[2*n], list[2*n+1]}
	}
}

// through carries the places of rings through an operation.
func (w *walk) through(op *ir.Op, rings []int) {
	loop := w.loops[op]
	list, types := w.values(rings)
	w.set(rings, carried.Through(op, types, list, func(block *ir.Block, list []*ir.Value) []*ir.Value {
		w.set(rings, list)
		if loop != nil {
			w.step(loop, block)
		} else {
			w.block(block)
		}
		list, _ = w.values(rings)
		return list
	}))
}

// step rewrites the body of a loop of rings, and goes on to their next places.
func (w *walk) step(loop *ir.Op, body *ir.Block) {
	var at []place
	for _, i := range w.byLoop[loop] {
		at = append(at, w.state[i])
	}
	w.iteration(loop, body, at)
	b := ir.At(body.Last())
	b.Loc = loop.Loc()
	for n, i := range w.byLoop[loop] {
		w.state[i] = w.rings[i].next(b, at[n])
	}
}

// next makes the place after one: the next slot or, behind the last, the first with the other parity.
func (r *ring) next(b *ir.Builder, at place) place {
	next := arith.Binary(b, arith.AddI, at.slot, arith.ConstIndex(b, 1))
	around := arith.Cmp(b, arith.EQ, next, arith.ConstIndex(b, r.slots))
	return place{
		slot:   arith.NewSelect(b, around, arith.ConstIndex(b, 0), next),
		parity: arith.Binary(b, arith.XOrI, at.parity, around),
	}
}

// view makes the part of a buffer's memory that a slot has.
func (x *buffer) view(b *ir.Builder, slot *ir.Value, place, size []int64, reduced int) *ir.Value {
	s := memref.Slice{Offsets: []ir.OpFoldResult{{Value: slot}}, Sizes: []ir.OpFoldResult{{Const: 1}},
		Strides: []ir.OpFoldResult{{Const: 1}}}
	for d := range place {
		s.Offsets = append(s.Offsets, ir.OpFoldResult{Const: place[d]})
		s.Sizes = append(s.Sizes, ir.OpFoldResult{Const: size[d]})
		s.Strides = append(s.Strides, ir.OpFoldResult{Const: 1})
	}
	offsets, _ := ir.SplitIndices(s.Offsets)
	sizes, _ := ir.SplitIndices(s.Sizes)
	strides, _ := ir.SplitIndices(s.Strides)
	t := memref.ReducedSubViewType(b.Ctx, sizes[len(sizes)-reduced:], x.memory.Type().(*ir.MemRefType),
		offsets,
		sizes, strides)
	return memref.NewSubView(b, t, x.memory, s)
}
