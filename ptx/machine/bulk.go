package machine

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

// This file holds bulk copies: PTX ISA, "cp.async.bulk". A copy to shared memory is complete when the barrier
// object that counts its bytes has completed the phase in which it did; one from shared memory belongs to a
// group.

// flight is a copy that a barrier object is told of.
type flight struct {
	pending
	object *mbarrier
	landed bool
	phase  uint64 // in which its bytes were counted
	thread *thread
	site   int32
	told   *clock // what the thread told when it issued the copy
	used   uint32 // the warps that have accessed what it brought
	open   *openMap
}

// known reports whether a clock knows that the phase which counted the bytes is complete.
func (f *flight) known(c *clock) bool {
	return f.landed && f.object.number < len(c.phases) && uint64(c.phases[f.object.number]) > f.phase
}

// land makes the copy take place, and counts its bytes.
func (f *flight) land(b *cluster) {
	f.landed, f.phase = true, f.object.phase
	b.g.measure(b, f)
	b.g.changes++
	f.pending.land()
	f.object.copied = true
	f.object.needs(f.told, f.site)
	f.object.bytes -= int64(f.size)
	f.object.settle(f.object.home)
}

// landFlights makes those copies take place that are chosen and have not.
func (b *cluster) landFlights(chosen func(*flight) bool) {
	rest := b.flying[:0]
	for _, f := range b.flying {
		if chosen(f) && !f.isOpen(b) {
			f.land(b)
		} else {
			rest = append(rest, f)
		}
	}
	clear(b.flying[len(rest):])
	b.flying = rest
}

// endFlights reports copies that nobody has waited for when the block ends.
func (b *cluster) endFlights() {
	b.landFlights(func(*flight) bool { return true })
	for _, f := range b.flights {
		if f.phase >= f.object.observed && !b.g.stopped() && !b.g.found.unseen(f.object, f.phase, f.site) {
			b.g.found.warnAbandoned(f.thread, f.site)
		}
	}
	b.unseenArrivals()
}

// bulkUnit is what addresses and sizes of bulk copies are multiples of.
const bulkUnit = 16

// bulkCopy decodes a copy of bytes; the last address is that of the barrier object.
func (c *compiler) bulkCopy(in *ptx.Instruction) bool {
	switch {
	case in.Has("tensor"):
		return c.tensorCopy(in)
	case in.Has("reduce"):
		return c.bulkReduction(in)
	case in.Has("prefetch"):
		return decodeNothing(c, in)
	case in.Has("cp_mask"), len(in.Modifiers) < 4 || len(in.Operands) < 3:
		return false
	}
	plain := withoutPolicy(in)
	x := &bulkCopy{size: c.source(in.Operands[2], "b32"), site: c.site(),
		toShared: in.Modifiers[2] != "global"}
	x.to, x.from = c.address(in.Operands[0], namedSpace(in.Modifiers[2])),
		c.address(in.Operands[1], namedSpace(in.Modifiers[3]))
	if x.toShared {
		x.object = c.address(in.Operands[3], sharedSpace)
	}
	x.from.own = in.Modifiers[3] == "shared::cta"
	if in.Has("multicast::cluster") {
		if !counts(plain, 5) || !x.toShared {
			return false
		}
		x.multicast, x.mask = true, c.source(plain.Operands[4], "b16")
	}
	return c.perLane(x.run)
}

// namedSpace returns the space of a name.
func namedSpace(name string) space {
	if name == "global" {
		return globalSpace
	}
	return sharedSpace
}

// bulkCopy is the data of a copy.
type bulkCopy struct {
	to, from, object location
	size             int32
	site             int32
	toShared         bool
	multicast        bool // to all blocks that the register mask names
	mask             int32
}

func (x *bulkCopy) run(w *warp, l int) {
	t, size := w.threads[l], int(w.lanes(x.size)[l])
	if size%bulkUnit != 0 || size == 0 {
		w.b.g.fail(codeBulk, "%s copies %d bytes at once, which is not a multiple of %d", t.name(), size,
			bulkUnit)
		return
	}
	to, at := w.bulkPlace(l, x.to, size)
	from, source := w.bulkPlace(l, x.from, size)
	if to == nil || from == nil {
		return
	}
	p := pending{to: to, from: from, at: at, source: source, size: size, filled: size}
	if x.toShared {
		x.send(w, l, p)
		return
	}
	c := t.use(bulkStore)
	a := access{queue: bulkStore, group: int32(c.commits), number: c.issued}
	t.touchBoth(&p, a)
	t.issue(bulkStore, p)
}

// touchBoth records what a copy reads and what it writes.
func (t *thread) touchBoth(p *pending, a access) {
	if p.tile != nil {
		p.tile.touch(t, a)
		return
	}
	t.touch(p.from, p.source, p.size, a)
	if a.kind = writes; p.reduction == nil {
		t.touch(p.to, p.at, p.size, a)
		return
	}
	a.kind = writes | strong | grid | updates
	for n := 0; n < p.size; n += p.element {
		t.touch(p.to, p.at+uint64(n), p.element, a)
	}
}

// send issues a copy to shared memory: to that of each block that the mask names, or where the address says.
func (x *bulkCopy) send(w *warp, l int, p pending) {
	object, at := w.peek(l, x.object)
	switch {
	case object == nil:
	case !x.multicast:
		if object.home != p.to.home {
			w.b.g.fail(codeMbarrier, "%s copies to %s, and the barrier object is in %s", w.threads[l].name(),
				p.to.name, object.home.shared.name).
				Suggest("name the barrier object of the block that the copy goes to")
			return
		}
		w.fly(l, p, object, x.site)
	default:
		for _, b := range w.peers(l, w.lanes(x.mask)[l]) {
			w.flyTo(b, l, p, at, x.site)
		}
	}
}

// flyTo issues a copy to the same place in the shared memory of a block, whose barrier object at a place
// counts the bytes.
func (w *warp) flyTo(b *block, l int, p pending, object uint64, site int32) {
	if p.to = b.inPeer(p.to); p.tile != nil {
		p.tile = p.tile.in(p.to)
	}
	if o := b.objects[object]; o != nil {
		w.fly(l, p, o, site)
		return
	}
	w.b.g.fail(codeMbarrier, "%s copies to %s, whose barrier object is not initialized", w.threads[l].name(),
		p.to.name)
}

// fly issues a copy to shared memory whose bytes a barrier object of the same block counts.
func (w *warp) fly(l int, p pending, o *mbarrier, site int32) {
	t := w.threads[l]
	t.touch(o.home.shared, o.at, 8, access{kind: objectUse, group: -1, queue: onBarrier})
	t.checkInit(o)
	f := w.addFlight(t, p, o, site)
	t.touchBoth(&p, access{queue: onBarrier, number: f.number})
	f.take(t)
}

// addFlight makes a flight, which has a number from then on.
func (w *warp) addFlight(t *thread, p pending, o *mbarrier, site int32) *flight {
	f := &flight{pending: p, object: o, thread: t, told: tell([]*thread{t})}
	o.noteFill(t, Copies, int64(p.size))
	f.site, f.number = site, uint32(len(t.b.flights))
	if p.tile != nil {
		f.open = p.tile.m.open
	}
	t.b.flights = append(t.b.flights, f)
	t.b.flying = append(t.b.flying, f)
	return f
}

// take makes a flight take place at once, if all do.
func (f *flight) take(t *thread) {
	if t.b.g.config.Mode == Early {
		t.b.landFlights(func(x *flight) bool { return x == f })
	}
}

// checkInit warns of an asynchronous operation that uses an object which another block has initialized, and
// no fence of initializations has published.
func (t *thread) checkInit(o *mbarrier) {
	g := t.b.g
	if o.home == t.b || o.maker == nil || t.clock.inits.at(o.maker.number) > o.made ||
		t.clock.epochs.at(o.maker.number) <= o.made || !g.found.isNew(codeInitFence, g.site, g.site) {
		return // the object itself says that nothing orders the two
	}
	g.found.list.Add(diag.Warningf(codeInitFence, g.here(),
		"%s lets an asynchronous operation use a barrier object of %s, whose initialization no "+
			"fence.mbarrier_init has published", t.name(), o.home.rankName()).
		Suggest(
			"put fence.mbarrier_init.release.cluster behind mbarrier.init, in front of the barrier of the " +
				"cluster"))
}

// bulkPlace returns the memory of one side of a copy, nil after stopping the launch.
func (w *warp) bulkPlace(l int, x location, size int) (*memory, uint64) {
	g, addr := w.b.g, x.of(w, l)
	m, at := w.find(l, x.space, addr)
	switch {
	case m == nil:
		g.fail(codeBounds, "%s copies %d bytes at address %#x, where no memory is", w.threads[l].name(), size,
			addr)
	case at%bulkUnit != 0:
		g.fail(codeMisaligned, "%s copies %d bytes at %d of %s, which is not a multiple of %d",
			w.threads[l].name(), size, at, m.name, bulkUnit)
	case m.within(at, size) == nil:
		g.fail(codeBounds, "%s copies bytes %s of %s, which has %d", w.threads[l].name(),
			byteRange(int64(at), size), m.name, len(m.data))
	default:
		return m, at
	}
	return nil, 0
}

var codeBulk = diag.Register("ptx-bulk-copy", "a bulk copy has a size that the hardware does not copy",
	"Bulk copies move a multiple of 16 bytes between addresses that are multiples of 16. Round the size "+
		"up, and pad the buffers.")
