package randptx

import (
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/ptx/machine"
)

// boxBytes is the size of a box that is copied to a slot.
const boxBytes = 128

// tileRing is a kernel whose blocks, several to a cluster, fill the slots of a ring by copies of tiles: each
// its own box of A, and a box of B that goes to all blocks of its cluster. Consumers add, tell the producers
// of all blocks that a slot is free, and store a tile of sums from shared memory after some trips. It goes on
// with the next tile in the slot that follows.
type tileRing struct {
	*program
	size                               int // blocks of a cluster
	slots, trips, tiles                int // trips in each tile
	producers, consumers               int // warps
	elected, multicast, reduces, makes bool
	dimensions                         int // of the tensor that is read
	consumer                           arrival
	counters                           []int
}

func tiles(p *program) {
	c := &tileRing{program: p, size: pick(p.r, 1, 2, 4), slots: 1 + p.r.IntN(4), tiles: 1,
		producers: 1 + p.r.IntN(2), consumers: 1 + p.r.IntN(2), elected: p.one(2), reduces: p.one(3),
		makes: p.one(3), dimensions: 1 + p.r.IntN(3), consumer: pick(p.r, each, lane0, one)}
	c.multicast = c.size > 1 || p.one(2)
	c.trips = 1 + p.r.IntN(2*c.slots+2)
	if p.one(2) && !p.counted {
		c.tiles += 1 + p.r.IntN(2)
	}
	p.version, p.target = "8.6", "sm_90a"
	p.cluster, p.blocks = c.size, c.size*(1+p.r.IntN(2))
	p.threads, p.shared = lanes*(c.producers+c.consumers), c.slotBytes()*c.slots
	p.shape = fmt.Sprintf(
		"clusters of %d, %d slots, %d trips, %d tiles, %d warps fill (elected %v), %d read "+
			"(%s), boxes of %d dimensions, multicast %v, reduces %v, a map of its own %v", c.size, c.slots,
		c.trips, c.tiles, c.producers, c.elected, c.consumers, c.consumer, c.dimensions, c.multicast,
		c.reduces, c.makes)
	c.describe()
	c.initialize()
	consume, end := p.label("consume"), p.label("end")
	p.line("setp.ge.u32 %%p0, %%warp, %d;", c.producers)
	p.line("@%%p0 bra %s;", consume)
	c.produce(end)
	p.line("bra %s;", end)
	p.line("%s:", consume)
	c.consume()
	p.line("%s:", end)
	last := p.line("barrier.cluster.arrive; barrier.cluster.wait;")
	p.drop(c.size > 1, "barrier of the cluster before the end", last)
	p.fault(c.size > 1, "no wait at the barrier of the cluster before the end", "barrier.cluster.arrive;",
		last)
	if c.tiles > 1 {
		p.fault(c.trips%(2*c.slots) != 0, "a phase that starts again with each tile",
			fmt.Sprintf("rem.u32 %%a0, %%k, %d;", c.trips), c.counters...)
	}
}

// slotBytes is what lies in a slot: a box of A, and one of B from each block.
func (c *tileRing) slotBytes() int { return boxBytes * (1 + c.size) }

// sumBytes is a tile of sums.
func (c *tileRing) sumBytes() int { return 4 * lanes * c.consumers }

// reuses reports whether a slot is filled a second time.
func (c *tileRing) reuses() bool { return c.trips*c.tiles > c.slots || c.counted }

// describe adds the maps of the tensors that are read and stored, as the host makes them.
func (c *tileRing) describe() {
	read := machine.TensorMap{Type: "u32", Dims: []uint64{BufferBytes / 4}, Box: []uint32{boxBytes / 4}}
	switch c.dimensions {
	case 2:
		read.Dims, read.Strides, read.Box = []uint64{8, BufferBytes / 32}, []uint64{32}, []uint32{8, 4}
	case 3:
		read.Dims, read.Strides, read.Box = []uint64{8, 2, BufferBytes / 64}, []uint64{32, 64},
			[]uint32{8, 2, 2}
	}
	if c.dimensions > 1 {
		read.Swizzle = pick(c.r, "none", "32B")
	}
	c.maps = append(c.maps, Map{"mapIn", "in", read})
	if !c.makes {
		c.maps = append(c.maps, Map{"mapOut", "scratch", machine.TensorMap{Type: "u32",
			Dims: []uint64{BufferBytes / 4}, Box: []uint32{uint32(lanes * c.consumers)}}})
	}
}

// initialize writes what comes before warps take their roles.
func (c *tileRing) initialize() {
	c.line(".reg .b16 %%h; .reg .b32 %%rank, %%tile, %%mine, %%out1, %%n1; .reg .b64 %%mi, %%mo;")
	c.line(".shared .align 128 .b8 sums[%d];", 2*c.sumBytes())
	c.line("mov.u32 %%rank, %%cluster_ctarank; mov.b64 %%mi, mapIn; mov.u32 %%k, 0; mov.u32 %%tile, 0;")
	if !c.makes {
		c.line("mov.b64 %%mo, mapOut;")
	}
	empty := c.size * c.consumers
	switch c.consumer {
	case each:
		empty *= lanes
	case one:
		empty = c.size
	}
	c.line("setp.eq.u32 %%p7, %%t, 0;")
	for i := range c.slots {
		c.line("@%%p7 mbarrier.init.shared::cta.b64 [bars+%d], %d;", 8*i, c.producers)
		at := c.line("@%%p7 mbarrier.init.shared::cta.b64 [bars+%d], %d;", 8*(c.slots+i), empty)
		if i == 0 {
			c.replace(c.reuses(), "an arrival too many expected", at, fmt.Sprintf(", %d;", empty),
				fmt.Sprintf(", %d;", empty+1))
			c.drop(true, "initialization of a barrier object", at)
		}
	}
	relaxed := pick(c.r, "", ".relaxed") // a barrier that releases makes the fence's absence a warning
	if c.makes {
		relaxed = "" // the map is published as well
	}
	fence := c.line("@%%p7 fence.mbarrier_init.release.cluster;")
	if c.drop(relaxed != "", "fence of initializations", fence); relaxed == "" {
		c.changes[len(c.changes)-1].warned = c.multicast
	}
	if c.makes {
		c.makeMap()
	}
	meet := c.line("barrier.cluster.arrive%s.aligned; barrier.cluster.wait.aligned;", relaxed)
	c.drop(true, "barrier of the cluster behind the initialization", meet)
	c.fault(c.size > 1, "the block's barrier behind the initialization", "bar.sync 0;", meet)
}

// makeMap writes how the first warp makes the map of the tensor that is stored, in shared memory.
func (c *tileRing) makeMap() {
	skip := c.label("made")
	c.line(".shared .align 128 .b8 made[128]; .reg .pred %%p8;")
	c.line("mul.wide.u32 %%y4, %%block, 128; add.u64 %%mo, %%flags, %%y4;")
	c.line("setp.ne.u32 %%p8, %%warp, 0;")
	c.line("@%%p8 bra %s;", skip)
	c.line("mov.u32 %%a0, made; mad.lo.u32 %%a0, %%lane, 4, %%a0; st.shared.u32 [%%a0], 0;")
	c.line("bar.warp.sync -1;")
	for _, field := range []string{"rank.shared::cta.b1024.b32 [made], 0",
		fmt.Sprintf("box_dim.shared::cta.b1024.b32 [made], 0, %d", lanes*c.consumers),
		fmt.Sprintf("global_dim.shared::cta.b1024.b32 [made], 0, %d", lanes*c.consumers),
		"element_stride.shared::cta.b1024.b32 [made], 0, 1", "elemtype.shared::cta.b1024.b32 [made], 2",
		"interleave_layout.shared::cta.b1024.b32 [made], 0", "swizzle_mode.shared::cta.b1024.b32 [made], 0",
		"fill_mode.shared::cta.b1024.b32 [made], 0"} {
		c.line("@%%p7 tensormap.replace.tile.%s;", field)
	}
	c.line("%s:", skip)
}

// at writes the place of the counter %k: the slot %a1, its parity %a2, the barrier objects %a3 and %a4, and
// the bytes %a5.
func (c *tileRing) at() {
	c.counters = append(c.counters, c.line("mov.u32 %%a0, %%k;"))
	c.line("rem.u32 %%a1, %%a0, %d; div.u32 %%a2, %%a0, %d; and.b32 %%a2, %%a2, 1;", c.slots, c.slots)
	c.line("mov.u32 %%a3, bars; mad.lo.u32 %%a3, %%a1, 8, %%a3; add.u32 %%a4, %%a3, %d;", 8*c.slots)
	c.line("mad.lo.u32 %%a5, %%a1, %d, %%s;", c.slotBytes())
}

// await writes a wait for a phase and returns its lines.
func (c *tileRing) await(sem, object, parity string) []int {
	wait := c.label("wait")
	first := c.line("%s: mbarrier.%s.parity%s.shared::cta.b64 %%p1, [%s], %s;", wait,
		pick(c.r, "try_wait", "test_wait"), sem, object, parity)
	return []int{first, c.line("@!%%p1 bra %s;", wait)}
}

// produce writes the producers: one warp copies both boxes, or each of two copies one.
func (c *tileRing) produce(end string) {
	again := c.label("again")
	if c.elected {
		c.line("elect.sync _|%%p3, -1;")
	} else {
		c.line("setp.eq.u32 %%p3, %%lane, %d;", c.r.IntN(lanes))
	}
	c.drop(true, "choice of one lane that copies", c.line("@!%%p3 bra %s;", end))
	c.line("setp.eq.u32 %%p4, %%warp, 0;")
	mask := c.line("mov.u16 %%h, %d;", 1<<c.size-1)
	if c.multicast {
		c.fault(true, "a block that the mask leaves out", fmt.Sprintf("mov.u16 %%h, %d;", 1<<(c.size-1)-1),
			mask)
	}
	c.line("%s:", again)
	c.at()
	c.line("xor.b32 %%a6, %%a2, 1;")
	sem := pick(c.r, "", ".acquire.cluster")
	wait := c.await(sem, "%a4", "%a6")
	c.drop(c.reuses(), "wait for an empty slot", wait...)
	c.replace(true, "the other parity", wait[0], "%a6", "%a2")
	if sem != "" {
		c.replace(c.reuses() && c.size > 1, "the scope of the block in the wait for an empty slot", wait[0],
			".acquire.cluster", ".acquire.cta")
	}
	c.line("mad.lo.u32 %%a7, %%block, 64, %%k;")
	switch c.dimensions {
	case 1:
		c.line("shl.b32 %%a7, %%a7, 5;")
	case 2:
		c.line("shl.b32 %%a7, %%a7, 2;")
	case 3:
		c.line("shl.b32 %%a7, %%a7, 1;")
	}
	c.copies()
	c.next(again)
}

// copies writes the copies of a trip, each behind the arrival that expects its bytes.
func (c *tileRing) copies() {
	kind := "cp.async.bulk.tensor." + fmt.Sprint(c.dimensions) +
		"d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
	place := strings.Repeat("0, ", c.dimensions-1) + "%a7"
	many, mask := "", ""
	if c.multicast {
		many, mask = ".multicast::cluster", ", %h"
	}
	expect := func(bytes int, guard string) {
		at := c.line("%smbarrier.arrive.expect_tx.shared::cta.b64 _, [%%a3], %d;", guard, bytes)
		c.replace(true, "the bytes of a box too few", at, fmt.Sprintf(", %d;", bytes),
			fmt.Sprintf(", %d;", bytes-boxBytes))
		c.replace(true, "the bytes of a box too many", at, fmt.Sprintf(", %d;", bytes),
			fmt.Sprintf(", %d;", bytes+boxBytes))
		c.drop(true, "arrival that expects bytes", at)
	}
	ofA, ofB := "", ""
	if c.producers == 2 {
		ofA, ofB = "@%p4 ", "@!%p4 "
		expect(boxBytes, ofA)
		expect(c.size*boxBytes, ofB)
	} else {
		expect(c.slotBytes(), "")
	}
	first := c.line("%s%s [%%a5], [%%mi, {%s}], [%%a3];", ofA, kind, place)
	c.line("mad.lo.u32 %%a5, %%rank, %d, %%a5; add.u32 %%a5, %%a5, %d;", boxBytes, boxBytes)
	second := c.line("%s%s%s [%%a5], [%%mi, {%s}], [%%a3]%s;", ofB, kind, many, place, mask)
	c.drop(true, "copy of A", first)
	c.drop(true, "copy of B", second)
}

// next writes the end of the loop of a producer.
func (c *tileRing) next(again string) {
	c.line("add.u32 %%k, %%k, 1;")
	bound := fmt.Sprint(c.trips * c.tiles)
	if c.counted {
		bound = c.bound(0)
	}
	c.line("setp.lt.u32 %%p2, %%k, %s;", bound)
	c.line("@%%p2 bra %s;", again)
}

func (c *tileRing) consume() {
	tile, again := c.label("tile"), c.label("again")
	c.line("sub.u32 %%mine, %%t, %d; setp.eq.u32 %%p5, %%mine, 0;", lanes*c.producers)
	c.line("mov.u32 %%out1, sums; mad.lo.u32 %%out1, %%mine, 4, %%out1;")
	c.line("%s: mov.u32 %%n1, 0;", tile)
	c.line("%s:", again)
	c.at()
	wait := c.await(pick(c.r, "", ".acquire.cta"), "%a3", "%a2")
	c.drop(true, "wait for a full slot", wait...)
	c.line("mad.lo.u32 %%a5, %%lane, 4, %%a5;")
	for part := range 1 + c.size {
		c.line("ld.shared.u32 %%v, [%%a5+%d]; mad.lo.u32 %%sum, %%sum, 3, %%v;", part*boxBytes)
	}
	c.warn(c.reuses(), "fence behind the reads of a slot", c.line("fence.proxy.async.shared::cta;"))
	c.free()
	c.line("add.u32 %%k, %%k, 1; add.u32 %%n1, %%n1, 1; setp.lt.u32 %%p2, %%n1, %s;", c.bound(c.trips))
	c.line("@%%p2 bra %s;", again)
	c.store()
	if c.tiles > 1 {
		c.line("add.u32 %%tile, %%tile, 1; setp.lt.u32 %%p2, %%tile, %d;", c.tiles)
		c.line("@%%p2 bra %s;", tile)
	}
	c.line("@%%p5 cp.async.bulk.wait_group 0;")
}

// free writes how consumers tell the producers of all blocks that a slot is free.
func (c *tileRing) free() {
	several := c.size > 1
	arrive := func(guard string) int {
		return c.line("%smbarrier.arrive.release.cluster.shared::cluster.b64 _, [%%a8];", guard)
	}
	var arrivals, to []int
	switch c.consumer {
	case each:
		for rank := range c.size {
			to = append(to, c.line("mapa.shared::cluster.u32 %%a8, %%a4, %d;", rank))
			arrivals = append(arrivals, arrive(""))
		}
		c.drop(c.reuses(), "arrival at the last block", arrivals[c.size-1])
		if several && c.reuses() {
			c.fault(true, "an arrival at the wrong block",
				fmt.Sprintf("mapa.shared::cluster.u32 %%a8, %%a4, %d;", c.size-2), to[c.size-1])
		}
	case lane0, one:
		who := "%lane"
		if c.consumer == one {
			who = "%mine"
			at := c.meet()
			c.drop(c.reuses(), "barrier of the warps before the arrivals", at)
			c.fault(c.reuses() && c.consumers > 1, "a barrier of the warp for that of the warps",
				"bar.warp.sync -1;", at)
		} else {
			c.drop(c.reuses(), "barrier of the warp before the arrivals", c.line("bar.warp.sync -1;"))
		}
		first := c.line("setp.lt.u32 %%p4, %s, %d;", who, c.size)
		c.replace(c.reuses(), "an arrival too few", first, fmt.Sprintf(", %d;", c.size),
			fmt.Sprintf(", %d;", c.size-1))
		at := c.line("@%%p4 mapa.shared::cluster.u32 %%a8, %%a4, %s;", who)
		c.replace(c.reuses() && several, "all arrivals at the own block", at, "%a4, "+who, "%a4, %rank")
		arrivals = []int{arrive("@%p4 ")}
	}
	c.drop(c.reuses(), "arrivals", arrivals...)
	c.fault(several, "the scope of the block in the arrivals",
		strings.Replace(c.lines[arrivals[0]], "release.cluster", "release.cta", 1), arrivals...)
}

// store writes how the consumers store a tile of sums: from shared memory, by a copy. Where the kernel
// changes the map in front of each store, the sums lie in two places in turns.
func (c *tileRing) store() {
	again := c.tiles > 1
	wait := c.line("@%%p5 cp.async.bulk.wait_group.read 0;")
	c.drop(again, "wait for the store before", wait)
	if c.makes {
		c.fault(again, "a map that is changed too early", "@%p5 cp.async.bulk.wait_group.read 1;", wait)
		c.line("and.b32 %%a0, %%tile, 1; mad.lo.u32 %%a9, %%a0, %d, %%out1;", c.sumBytes())
	} else {
		c.drop(again, "barrier behind the wait for the store", c.meet())
		c.line("mov.u32 %%a9, %%out1;")
	}
	c.line("st.shared.u32 [%%a9], %%sum;")
	c.drop(true, "fence in front of the store", c.line("fence.proxy.async.shared::cta;"))
	c.drop(!c.makes || c.consumers > 1, "barrier in front of the store", c.meet())
	c.line("mad.lo.u32 %%a0, %%block, %d, %%tile; mul.lo.u32 %%a0, %%a0, %d;", c.tiles, lanes*c.consumers)
	skip := c.label("stored")
	if c.makes {
		c.changeMap(skip)
	}
	kind, how := "cp.async", ""
	if c.reduces {
		kind, how = "cp.reduce.async", ".add"
	}
	c.line("@%%p5 %s.bulk.tensor.1d.global.shared::cta%s.tile.bulk_group [%%mo, {%%a0}], [%%a9];", kind, how)
	c.line("@%%p5 cp.async.bulk.commit_group;")
	c.line("%s:", skip)
}

// meet writes the barrier of the consumers.
func (c *tileRing) meet() int { return c.line("bar.sync 1, %d;", lanes*c.consumers) }

// changeMap writes how the first warp of the consumers lets the map begin where the tile %a0 does, and
// publishes it. The others go on at skip.
func (c *tileRing) changeMap(skip string) {
	c.line("setp.ne.u32 %%p4, %%warp, %d;", c.producers)
	c.line("@%%p4 bra %s;", skip)
	c.line("mul.wide.u32 %%y4, %%a0, 4; add.u64 %%y4, %%scratch, %%y4; mov.u32 %%a0, 0;")
	c.line("@%%p5 tensormap.replace.tile.global_address.shared::cta.b1024.b64 [made], %%y4;")
	c.line("bar.warp.sync -1;")
	c.line("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned " +
		"[%%mo], [made], 128;")
	c.drop(true, "fence of the map", c.line("fence.proxy.tensormap::generic.acquire.gpu [%%mo], 128;"))
	c.line("bar.warp.sync -1;")
}
