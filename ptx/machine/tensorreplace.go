package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

// This file holds what changes tensor maps: PTX ISA, "tensormap.replace", "tensormap.cp_fenceproxy" and
// "fence.proxy.tensormap". A change is a weak write of the whole map. A copy reads its map from its issue to
// its completion, so that a change in between is found as any write of memory in flight is.

func init() { register(map[string]decoder{"tensormap": decodeTensorMap}) }

// decodeTensorMap decodes the two instructions.
func decodeTensorMap(c *compiler, in *ptx.Instruction) bool {
	if in.Has("cp_fenceproxy") {
		return c.publishMap(in)
	}
	field := oneOf(in, "global_address", "rank", "box_dim", "global_dim", "global_stride", "element_stride",
		"elemtype", "interleave_layout", "swizzle_mode", "swizzle_atomicity", "fill_mode")
	ordinal := 0
	switch field {
	case "box_dim", "global_dim", "global_stride", "element_stride":
		n, ok := in.Operands[1].(*ptx.Immediate)
		if len(in.Operands) != 3 || !ok {
			return false
		}
		if ordinal = int(n.Bits); n.Bits >= maxRank || field == "global_stride" && n.Bits >= maxRank-1 {
			c.bad(n, "a tensor has no dimension %d", n.Bits)
			return true
		}
	case "":
		return false
	default:
		if len(in.Operands) != 2 {
			return false
		}
	}
	value := c.source(in.Operands[len(in.Operands)-1], typeOf(in))
	where := c.address(in.Operands[0], spaceOf(in))
	units := c.strideUnits()
	return c.perLane(func(w *warp, l int) {
		data, m, at := w.mapBytes(l, where, "changes")
		if data == nil {
			return
		}
		read := readMap(data)
		if read == nil {
			w.b.g.fail(codeTensorMap, "%s changes a tensor map at %d of %s, where other bytes are",
				w.threads[l].name(), at, m.name).
				Suggest("fill it with zeros before, or copy another map there")
			return
		}
		read.replace(field, ordinal, w.lanes(value)[l], units)
		copy(data, read.bytes())
		w.threads[l].touch(m, at, MapSize, plainAccess(writes))
	})
}

// strideUnits returns how many bytes a stride of tensormap.replace counts: 16 for texts that ptxas took, up
// to version 8.5, without the lowest four bits.
func (c *compiler) strideUnits() uint64 {
	if v := c.module.Version; 10*v[0]+v[1] <= 85 {
		return 16
	}
	return 1
}

// replace changes a field.
func (m *tensorMap) replace(field string, d int, v, units uint64) {
	small := uint8(min(v, 255))
	switch field {
	case "global_address":
		m.Base = v
	case "rank":
		m.Rank = uint8(min(v+1, 255))
	case "box_dim":
		m.Box[d], m.Boxed = uint16(min(v, 1<<16-1)), true
	case "global_dim":
		m.Dims[d] = uint32(v)
	case "global_stride":
		m.Strides[d] = v * units
	case "element_stride":
		m.Steps[d] = small
	case "elemtype":
		m.Element = small
	case "interleave_layout":
		m.Interleave = small
	case "swizzle_mode":
		m.Swizzle = small
	case "swizzle_atomicity":
		m.Atom = small
	case "fill_mode":
		m.Fill = small
	}
}

// mapBytes returns the bytes of a map with their memory and place; nil after stopping the launch.
func (w *warp) mapBytes(l int, x location, what string) ([]byte, *memory, uint64) {
	g, addr := w.b.g, x.of(w, l)
	m, at := w.find(l, x.space, addr)
	var data []byte
	if m != nil {
		data = m.within(at, MapSize)
	}
	switch {
	case data == nil:
		g.fail(codeBounds, "%s %s a tensor map at address %#x, where no memory is", w.threads[l].name(), what,
			addr).Suggest("%s", expected(x.space, addr))
		return nil, nil, 0
	case at%64 != 0:
		g.fail(codeTensorMap, "%s %s a tensor map at %d of %s, which is not a multiple of 64",
			w.threads[l].name(), what, at, m.name)
		return nil, nil, 0
	}
	w.noteReach(m, at, at+MapSize)
	return data, m, at
}

// publishMap decodes tensormap.cp_fenceproxy: a warp copies a map to global memory, and releases it.
func (c *compiler) publishMap(in *ptx.Instruction) bool {
	if size, ok := in.Operands[2].(*ptx.Immediate); !ok || size.Bits != MapSize {
		c.bad(in.Operands[2], "a tensor map has %d bytes", MapSize)
		return true
	}
	to, from := c.address(in.Operands[0], globalSpace), c.address(in.Operands[1], sharedSpace)
	return c.emitPlain(func(w *warp, mask uint32) {
		w.meet(mask)
		l := firstLane(mask) // the warp does it once
		source, shared, at := w.mapBytes(l, from, "copies")
		if source == nil {
			return
		}
		w.threads[l].touch(shared, at, MapSize, plainAccess(0))
		data, m, at := w.mapBytes(l, to, "copies")
		if data == nil {
			return
		}
		copy(data, source)
		w.threads[l].touch(m, at, MapSize, plainAccess(writes))
		w.threads[l].releaseMaps()
	})
}

// mapFence is one execution of a fence of the proxy of tensor maps.
type mapFence struct {
	thread   *thread
	clock    *clock // what the thread knew
	epoch    uint32
	fences   uint32 // of the thread, this one among them
	mapPlace        // of one that acquires
}

// maxMapFences is how many executions of a thread are remembered, for each place of a map.
const maxMapFences = 8

// mapFences are the fences of a launch.
type mapFences struct {
	released map[*thread][]mapFence
	acquired map[mapPlace][]mapFence
}

// newMapFence is a fence that a thread executes now.
func (t *thread) newMapFence() mapFence {
	t.proxied++
	return mapFence{thread: t, clock: t.clock, epoch: t.epoch, fences: t.proxied}
}

// releaseMaps notes that a thread releases what it did to maps.
func (t *thread) releaseMaps() {
	all := &t.b.g.mapFences
	if all.released == nil {
		all.released = map[*thread][]mapFence{}
	}
	list := append(all.released[t], t.newMapFence())
	all.released[t] = list[max(0, len(list)-maxMapFences):]
}

// acquireMap notes that a thread acquires a map.
func (t *thread) acquireMap(at mapPlace) {
	all := &t.b.g.mapFences
	if all.acquired == nil {
		all.acquired = map[mapPlace][]mapFence{}
	}
	f, n := t.newMapFence(), 0
	f.mapPlace = at
	list := all.acquired[at]
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].thread == t {
			if n++; n == maxMapFences {
				list = slices.Delete(list, i, i+1)
			}
		}
	}
	all.acquired[at] = append(list, f)
}

// decodeMapFence decodes fence.proxy.tensormap::generic.
func decodeMapFence(c *compiler, in *ptx.Instruction) bool {
	if in.Has("release") {
		return c.perLane(func(w *warp, l int) { w.threads[l].releaseMaps() })
	}
	if size, ok := in.Operands[1].(*ptx.Immediate); !ok || size.Bits != MapSize {
		c.bad(in.Operands[1], "a tensor map has %d bytes", MapSize)
		return true
	}
	where := c.address(in.Operands[0], genericSpace)
	return c.perLane(func(w *warp, l int) {
		addr := where.of(w, l)
		if m, at := w.find(l, where.space, addr); m != nil {
			w.threads[l].acquireMap(mapPlace{m, at})
		}
	})
}

// knows reports whether a fence lies behind what a thread of a block did in an epoch, after so many fences of
// its own.
func (f *mapFence) knows(block, thread int, epoch, fences uint32) bool {
	if f.thread.b.number == block && f.thread.number == thread {
		return f.fences > fences
	}
	known := f.clock.of(f.thread.b.number, block)
	return known != nil && known.epochs.at(thread) > epoch
}

// isKnownTo reports whether a thread comes behind a fence.
func (f *mapFence) isKnownTo(t *thread) bool {
	if f.thread == t {
		return true
	}
	known := t.clock.of(t.b.number, f.thread.b.number)
	return known != nil && known.epochs.at(f.thread.number) > f.epoch
}

// checkMapFence reports a copy by a map that was changed before, without a release and an acquire of the map
// between the two.
func (t *thread) checkMapFence(m *memory, old *access) {
	if old.kind&writes == 0 {
		return
	}
	g := t.b.g
	lacks := "an acquire"
	for _, f := range g.mapFences.acquired[g.reading] {
		if !f.knows(int(old.block), int(old.thread), old.epoch, old.fences) || !f.isKnownTo(t) {
			continue
		}
		if old.group >= 0 || t.isReleased(old, &f) {
			return
		}
		lacks = "a release"
	}
	if !g.found.isNew(codeMapFence, old.site, g.site) {
		return
	}
	d := diag.Errorf(codeMapFence, g.here(),
		"%s copies by a tensor map in %s that %s changed, and %s by fence.proxy.tensormap::generic is "+
			"missing "+
			"between the two", t.name(), m.name, g.nameOf(t, old), lacks).Note(g.place(old.site), "there")
	if lacks == "a release" {
		d.Suggest("put fence.proxy.tensormap::generic.release.gpu behind the change, in front of the barrier")
	} else {
		d.Suggest("put fence.proxy.tensormap::generic.acquire.gpu [map], 128 in front of the copy")
	}
	g.found.list.Add(d)
}

// isReleased reports whether a release lies between a change of a map and an acquire.
func (t *thread) isReleased(old *access, acquire *mapFence) bool {
	for u, list := range t.b.g.mapFences.released {
		for i := range list {
			f := &list[i]
			if f.knows(int(old.block), int(old.thread), old.epoch, old.fences) &&
				acquire.knows(u.b.number, u.number, f.epoch, f.fences-1) {
				return true
			}
		}
	}
	return false
}
