package randptx

import "fmt"

// tensorSlot is a slot of a ring whose tiles are multiplied: 128 rows of A and 32 columns of B, of 32 bytes.
const tensorSlot = 5120

// tensorRing is a kernel whose products are in tensor memory: a warp copies tiles to a ring of slots, another
// one multiplies and lets its commits release the slots, and four read the sums of a tile while those of the
// next one are made in the columns of another accumulator, if there are two.
type tensorRing struct {
	*program
	slots, trips, tiles, accumulators int // trips in each tile
	reader                            arrival
}

func tensors(p *program) {
	c := &tensorRing{program: p, slots: 1 + p.r.IntN(3), tiles: 1 + p.r.IntN(4),
		accumulators: 1 + p.r.IntN(2), reader: pick(p.r, each, lane0)}
	c.trips = 1 + p.r.IntN(2*c.slots+1)
	p.version, p.target, p.threads, p.shared = "8.6", "sm_100a", 6*lanes, c.slots*tensorSlot
	p.shape = fmt.Sprintf("%d slots, %d trips, %d tiles, %d accumulators, read by %s", c.slots, c.trips,
		c.tiles, c.accumulators, c.reader)
	c.initialize()
	fill, multiply, end := p.label("fill"), p.label("multiply"), p.label("end")
	p.line("setp.eq.u32 %%p0, %%warp, 4; setp.eq.u32 %%p1, %%warp, 5; setp.eq.u32 %%p2, %%lane, 0;")
	p.line("mov.u32 %%k, 0; mov.u32 %%tile, 0;")
	p.line("@%%p0 bra %s;", fill)
	p.line("@%%p1 bra %s;", multiply)
	c.read()
	p.line("bra %s;", end)
	p.line("%s:", fill)
	p.line("@!%%p2 bra %s;", end)
	c.fill()
	p.line("bra %s;", end)
	p.line("%s:", multiply)
	p.line("@!%%p2 bra %s;", end)
	c.multiply()
	p.line("%s:", end)
	p.line("bar.warp.sync -1;")
	p.drop(true, "barrier in front of the end of the allocation", p.line("bar.sync 0;"))
	p.drop(true, "end of the allocation",
		p.line("@%%p1 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %%ta, %d;", 32*c.accumulators))
}

// object returns the place of a barrier object: of a full slot, of an empty one, of sums that are complete,
// and of sums that have been read.
func (c *tensorRing) object(kind, i int) int {
	first := []int{0, c.slots, 2 * c.slots, 2*c.slots + c.accumulators}
	return 8 * (first[kind] + i)
}

// initialize writes the barrier objects and the allocation.
func (c *tensorRing) initialize() {
	c.line(".reg .b32 %%ta, %%d, %%r<4>, %%tile, %%n1; .reg .b64 %%da, %%db, %%base; .reg .pred %%adds;")
	c.line("setp.eq.u32 %%p7, %%t, 0;")
	readers := map[arrival]int{each: 4 * lanes, lane0: 4}[c.reader]
	for kind, n := range []int{1, 1, 1, readers} {
		for i := range []int{c.slots, c.slots, c.accumulators, c.accumulators}[kind] {
			c.line("@%%p7 mbarrier.init.shared::cta.b64 [bars+%d], %d;", c.object(kind, i), n)
		}
	}
	c.line("@%%p7 fence.mbarrier_init.release.cluster;")
	c.line("setp.eq.u32 %%p1, %%warp, 5;")
	c.drop(true, "allocation",
		c.line("@%%p1 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [words], %d;",
			32*c.accumulators))
	c.drop(true, "barrier behind the initialization", c.line("bar.sync 0;"))
	c.line("ld.shared.u32 %%ta, [words];")
}

// at writes the barrier object %a3 of the number %a0, which goes through n of them, its place %a1 and its
// parity %a2.
func (c *tensorRing) at(number string, kind, n int) {
	c.line("rem.u32 %%a1, %s, %d; div.u32 %%a2, %s, %d; and.b32 %%a2, %%a2, 1;", number, n, number, n)
	c.line("mov.u32 %%a3, bars; mad.lo.u32 %%a3, %%a1, 8, %%a3; add.u32 %%a3, %%a3, %d;", c.object(kind, 0))
}

// await writes a wait for a phase of %a3.
func (c *tensorRing) await(what string, wrong bool, parity string) {
	wait := c.label("wait")
	first := c.line("%s: mbarrier.%s.parity.shared::cta.b64 %%p3, [%%a3], %s;", wait,
		pick(c.r, "try_wait", "test_wait"), parity)
	c.drop(wrong, what, first, c.line("@!%%p3 bra %s;", wait))
}

// next writes the end of a loop.
func (c *tensorRing) next(counter string, n int, again string) {
	c.line("add.u32 %s, %s, 1; setp.lt.u32 %%p4, %s, %d;", counter, counter, counter, n)
	c.line("@%%p4 bra %s;", again)
}

func (c *tensorRing) fill() {
	again := c.label("again")
	all := c.trips * c.tiles
	c.line("%s:", again)
	c.at("%k", 1, c.slots)
	c.line("xor.b32 %%a2, %%a2, 1;")
	c.await("wait for an empty slot", all > c.slots, "%a2")
	c.at("%k", 0, c.slots)
	c.line("mad.lo.u32 %%a5, %%a1, %d, %%s;", tensorSlot)
	c.line("rem.u32 %%a6, %%k, 12; mul.wide.u32 %%y1, %%a6, %d; add.u64 %%y1, %%in, %%y1;", tensorSlot)
	c.drop(true, "arrival that expects bytes",
		c.line("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%%a3], %d;", tensorSlot))
	c.drop(true, "copy", c.line("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%%a5], "+
		"[%%y1], %d, [%%a3];", tensorSlot))
	c.next("%k", all, again)
}

func (c *tensorRing) multiply() {
	tile, again := c.label("tile"), c.label("again")
	commit := func() int {
		return c.line("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%%a3];")
	}
	// Rows of 16 bytes, eight of which are 128 bytes; the second half of each row lies 128 bytes behind.
	c.line("mov.u64 %%base, 0x400000080000; shr.u32 %%a0, %%s, 4; cvt.u64.u32 %%y1, %%a0;")
	c.line("mov.u64 %%y2, 0x1000000000; or.b64 %%base, %%base, %%y2; or.b64 %%base, %%base, %%y1;")
	c.line("%s:", tile)
	c.at("%tile", 3, c.accumulators)
	c.line("xor.b32 %%a2, %%a2, 1;")
	reused := c.tiles > c.accumulators
	c.await("wait for the readers of the sums", reused, "%a2")
	c.warn(reused, "fence behind the wait for the readers", c.line("tcgen05.fence::after_thread_sync;"))
	c.line("mad.lo.u32 %%d, %%a1, 32, %%ta; mov.u32 %%n1, 0; setp.ne.u32 %%adds, 0, 0;")
	c.line("%s:", again)
	c.at("%k", 0, c.slots)
	c.await("wait for a full slot", true, "%a2")
	c.line("mul.wide.u32 %%y1, %%a1, %d; add.u64 %%da, %%base, %%y1; add.u64 %%db, %%da, 256;",
		tensorSlot/16)
	c.line("tcgen05.mma.cta_group::1.kind::f16 [%%d], %%da, %%db, 0x8080010, %%adds;")
	c.line("setp.eq.u32 %%adds, 0, 0;")
	c.at("%k", 1, c.slots)
	c.drop(c.trips*c.tiles > c.slots, "commit that releases the slot", commit())
	c.line("add.u32 %%k, %%k, 1;")
	c.next("%n1", c.trips, again)
	c.at("%tile", 2, c.accumulators)
	c.drop(true, "commit of the sums", commit())
	c.next("%tile", c.tiles, tile)
}

func (c *tensorRing) read() {
	tile := c.label("tile")
	c.line("%s:", tile)
	c.at("%tile", 2, c.accumulators)
	c.await("wait for the sums", true, "%a2")
	c.warn(true, "fence behind the wait for the sums", c.line("tcgen05.fence::after_thread_sync;"))
	c.line("bar.warp.sync -1;")
	c.line("mad.lo.u32 %%d, %%a1, 32, %%ta; shl.b32 %%a5, %%warp, 21; add.u32 %%d, %%d, %%a5;")
	c.line("tcgen05.ld.sync.aligned.32x32b.x4.b32 {%%r0, %%r1, %%r2, %%r3}, [%%d];")
	c.drop(true, "wait for the load", c.line("tcgen05.wait::ld.sync.aligned;"))
	reused := c.tiles > c.accumulators
	c.warn(reused, "fence in front of the arrival of the readers",
		c.line("tcgen05.fence::before_thread_sync;"))
	c.at("%tile", 3, c.accumulators)
	guard := ""
	if c.reader == lane0 {
		c.line("bar.warp.sync -1;")
		guard = "@%p2 "
	}
	c.drop(reused, "arrival of the readers",
		c.line("%smbarrier.arrive.shared::cta.b64 _, [%%a3];", guard))
	for i := range 4 {
		c.line("mad.lo.u32 %%sum, %%sum, 3, %%r%d;", i)
	}
	c.next("%tile", c.tiles, tile)
}
