package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/ptx"
)

// This file follows drifts through copies of tiles. Where a box lies in its tensor changes neither where it
// lies in shared memory nor what its barrier object counts, so that coordinates may drift: of maps of which
// nothing is known, and of maps that the launch describes where nothing writes what the copies read.

// followCopy is for copies by a thread, in bulk and of tiles.
func followCopy(w *warp, does *touched, in *ptx.Instruction, mask uint32) {
	switch {
	case in.Has("prefetch"):
	case in.Has("tensor"):
		followTile(w, in, mask)
	case in.Has("reduce"):
		w.b.g.period.give("'%s' is not followed", in.Name())
	default:
		followSteady(w, does, in, mask)
	}
}

// followTile is for copies of tiles.
func followTile(w *warp, in *ptx.Instruction, mask uint32) {
	p, x := w.b.g.period, w.b.g.k.boxes[int(w.top.pc)]
	if x == nil || x.multicast && !w.drifts.steady(x.mask, mask) {
		p.give("'%s' counts what differs", in.Name())
		return
	}
	each(mask, func(l int) {
		if p.failed {
			return
		}
		m, place := w.tensorMap(l, x)
		if m == nil {
			return
		}
		p.readsAll(place.memory)
		if m.open == nil {
			x.followBox(w, in, l, m)
		}
	})
}

// followBox notes what a copy by a map that is known accesses in global memory.
func (x *tensorCopy) followBox(w *warp, in *ptx.Instruction, l int, m *tensorMap) {
	p := w.b.g.period
	tensor, base := w.find(l, globalSpace, m.Base)
	c := x.coordinates(w, l)
	switch {
	case tensor == nil || x.misfit(m) != "" || x.outOfPlace(m, c) != "":
		return // the copy says what is wrong
	case w.drifts.allSteady(slices.Concat(x.at, x.offsets), 1<<l):
		box := &tile{m: m, e: m.element()}
		box.findPieces(c)
		for _, piece := range box.pieces {
			p.accesses(in, tensor, base+piece.at, 0, 1)
			p.accesses(in, tensor, base+piece.at+uint64(piece.size)-1, 0, 1)
		}
	case x.reduction != "" || !x.toShared || m.Im2col || m.Interleave != 0 || m.element().per > 1 ||
		m.element().isPadded() ||
		base+m.extent() > uint64(len(tensor.data)):
		p.give("where '%s' copies differs", in.Name())
	default:
		p.readsAll(tensor)
	}
}

// extent returns how many bytes a tensor has from its first to its last.
func (m *tensorMap) extent() uint64 {
	n := uint64(m.Dims[0]) * uint64(m.element().global)
	for d := 1; d < int(m.Rank); d++ {
		n += uint64(max(m.Dims[d], 1)-1) * uint64(m.Strides[d-1])
	}
	return n
}

// readsAll notes that any place of a memory may be read: nothing is claimed if it is written.
func (p *period) readsAll(m *memory) {
	if n := slices.Index(p.g.globals(), m); n >= 0 {
		x := &p.moved[n][p.passed]
		x.any, x.mixed = true, true
	}
}
