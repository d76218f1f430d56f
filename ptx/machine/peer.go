package machine

import (
	"math/bits"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

// This file holds accesses to the shared memory of other blocks of the cluster: PTX ISA, "Shared State
// Space", "mapa" and "getctarank".
//
// An address of shared memory has the rank of its block above rankBits, and the place in that block's memory
// below, so that the addresses of the own block are addresses of the cluster as well.

// rankBits is how many bits of an address of shared memory say where in a block it is.
const rankBits = 24

// sharedAt returns the memory of an address of shared memory, and the place in it; nil if there is none.
func (b *block) sharedAt(addr uint64) (*memory, uint64) {
	home := b
	if len(b.blocks) > 1 {
		rank := addr >> rankBits
		if rank >= uint64(len(b.blocks)) {
			return nil, addr
		}
		home, addr = b.blocks[rank], addr&(1<<rankBits-1)
	}
	if addr < sharedBase {
		return nil, addr
	}
	return home.shared, addr - sharedBase
}

// window returns where the addresses of the block's shared memory begin.
func (b *block) window() uint64 { return uint64(b.rank) << rankBits }

// isOwn reports whether an address of shared memory is one of the block itself.
func (b *block) isOwn(addr uint64) bool {
	return len(b.blocks) == 1 || addr>>rankBits == uint64(b.rank)
}

// sharedConstant returns a register that holds the address of a shared variable in the block that executes.
func (c *compiler) sharedConstant(offset, mask uint64) int32 {
	key := [2]uint64{offset, mask}
	r, ok := c.places[key]
	if !ok {
		r = c.newRegister()
		c.places[key] = r
		c.k.fills = append(c.k.fills,
			fill{r, func(w *warp, _ int) uint64 { return (offset + w.b.window()) & mask }})
	}
	return r
}

// checkOwn stops the launch if an instruction for the shared memory of the own block accesses another one's.
func (w *warp) checkOwn(lane int, addr uint64) {
	if w.b.isOwn(addr) {
		return
	}
	if m, _ := w.b.sharedAt(addr); m != nil {
		w.b.g.fail(codeBounds,
			"%s accesses an address of %s, and the instruction is for the shared memory of "+
				"its own block", w.threads[lane].name(), m.name).
			Suggest("say .shared::cluster in the place of .shared or .shared::cta")
	}
}

// peers returns the blocks of the cluster whose ranks a mask has; nil after stopping the launch because it
// has others, or none.
func (w *warp) peers(lane int, mask uint64) []*block {
	n := len(w.b.blocks)
	if mask &= maskOf(16); mask == 0 || mask>>n != 0 {
		w.b.g.fail(codeBounds, "%s copies to the blocks of the mask %#x; its cluster has %s",
			w.threads[lane].name(), mask, diag.Count(n, "block")).
			Suggest(
				"let the mask have one bit for each rank that gets the copy; say with --cluster how many " +
					"blocks a cluster has")
		return nil
	}
	var all []*block
	for ; mask != 0; mask &= mask - 1 {
		all = append(all, w.b.blocks[bits.TrailingZeros64(mask)])
	}
	return all
}

// inPeer returns the place in the shared memory of a block that a place has in another one's.
func (b *block) inPeer(m *memory) *memory {
	if m.home == nil {
		return m
	}
	return b.shared
}

// decodeMapAddress decodes the address that a place has in another block of the cluster.
func decodeMapAddress(c *compiler, in *ptx.Instruction) bool {
	t := typeOf(in)
	d, a, block := c.result(in.Operands[0]), c.source(in.Operands[1], t), c.source(in.Operands[2], "b32")
	generic := !in.Has("shared::cluster")
	return c.perLane(func(w *warp, l int) {
		n, addr, window := w.lanes(block)[l], w.lanes(a)[l], uint64(0)
		if n >= uint64(len(w.b.blocks)) {
			w.b.g.fail(codeBounds, "%s maps an address to block %d of a cluster, which has %d",
				w.threads[l].name(), n, len(w.b.blocks)).
				Suggest("say with --cluster how many blocks a cluster has")
			return
		}
		if generic {
			if window = sharedWindow; addr>>bufferBits != window>>bufferBits {
				w.b.g.fail(codeBounds, "%s maps the address %#x, which is not in shared memory",
					w.threads[l].name(), addr)
				return
			}
		}
		if len(w.b.blocks) > 1 {
			addr = addr&(1<<rankBits-1) | n<<rankBits | window
		}
		w.lanes(d)[l] = addr
	})
}

// decodeRank decodes getctarank: the rank of the block that an address belongs to.
func decodeRank(c *compiler, in *ptx.Instruction) bool {
	d, a := c.result(in.Operands[0]), c.source(in.Operands[1], typeOf(in))
	return c.perLane(func(w *warp, l int) {
		addr := w.lanes(a)[l] & (1<<bufferBits - 1)
		if len(w.b.blocks) == 1 {
			addr = 0
		}
		w.lanes(d)[l] = addr >> rankBits
	})
}

// reachedPeer are a block and a thread of another one that accesses its shared memory.
type reachedPeer struct{ rank, thread int }

// remoteUse is the last such access.
type remoteUse struct {
	epoch uint32
	site  int32
}

// reachesOut notes an access of a thread to the shared memory of another block, which must have begun.
func (t *thread) reachesOut(m *memory, a *access) {
	home := m.home
	if home == nil || home == t.b || t.b.reached == nil {
		return
	}
	if a.group < 0 && a.queue < onBarrier { // of what a flight does checkCopies says when it is over
		t.b.reached[reachedPeer{home.rank, t.number}] = remoteUse{t.epoch, a.site}
	}
	if t.begun>>home.rank&1 == 1 {
		return
	}
	t.begun |= 1 << home.rank
	for i := range home.stride {
		if t.clock.epochs.at(home.first+i) > 0 || t.clock.inits.at(home.first+i) > 0 {
			return
		}
	}
	if g := t.b.g; g.found.isNew(codePeer, g.site, int32(-1)) {
		g.found.list.Add(g.found.lacks(diag.Errorf(codePeer, g.here(),
			"%s accesses %s, and nothing says that this block has begun", t.name(), m.name).
			Suggest("put barrier.cluster.arrive and barrier.cluster.wait in front of it"),
			Fix{Text: clusterSync, Site: g.site}))
	}
}

// clusterSync is the barrier of all threads of a cluster.
const clusterSync = "barrier.cluster.arrive; barrier.cluster.wait"

// checkExits reports blocks that may end before another one has accessed their shared memory.
func (c *cluster) checkExits() {
	if c.reached == nil || c.g.config.NoHazards || c.g.stopped() {
		return
	}
	for _, b := range c.blocks {
		last := &clock{}
		for _, t := range c.threads[b.first : b.first+c.stride] {
			last.join(t.clock)
		}
		for i, t := range c.threads {
			use, ok := c.reached[reachedPeer{b.rank, i}]
			if ok && last.epochs.at(i) <= use.epoch {
				c.g.found.endsEarly(b, t, use.site, "accesses its shared memory")
			}
		}
		c.checkCopies(b, last)
	}
}

// checkCopies reports copies between blocks that a block need not know to be complete when it ends.
func (c *cluster) checkCopies(b *block, last *clock) {
	for _, f := range c.flights {
		to, from := f.object.home, (*block)(nil)
		if f.from != nil {
			from = f.from.home
		}
		crosses := to != f.thread.b || from != nil && from != to
		if crosses && (to == b || from == b || f.thread.b == b && from != nil) && !f.known(last) {
			c.g.found.endsEarly(b, f.thread, f.site, "copies from or to its shared memory")
		}
	}
}

// endsEarly reports a block that may end before a thread of another one has accessed its shared memory.
func (f *findings) endsEarly(b *block, t *thread, site int32, does string) {
	end := b.own[len(b.own)-1].lastSite
	if !f.isNew(codePeer, site, end) {
		return
	}
	g := b.g
	f.list.Add(f.lacks(diag.Errorf(codePeer, g.place(site),
		"%s %s here, and nothing says that %s has not ended before", t.name(), does, b.rankName()).
		Note(g.place(end), "%s ends here", b.rankName()).
		Suggest("put barrier.cluster.arrive and barrier.cluster.wait behind the access, and in front of the "+
			"end of the block"),
		Fix{Text: clusterSync, Site: end}))
}

var codePeer = diag.Register("ptx-cluster-peer",
	"a block accesses the shared memory of another one that may not have begun, or may have ended",
	"The shared memory of another block of the cluster is there from its begin to its end. Before the first "+
		"access all blocks must have begun, and none may end before the last access to its memory is over: "+
		"put barrier.cluster.arrive and barrier.cluster.wait behind the initialization and in front of the "+
		"end, or let the block wait for what the others tell it.")
