package randptx

import "fmt"

// fill is how producers fill a slot.
type fill string

const (
	bulk   fill = "bulk"     // a copy of one lane, whose bytes the barrier object counts
	stores fill = "stores"   // by all lanes
	cpies  fill = "cp.async" // by all lanes, with arrivals when the copies are complete
)

// pipe is a ring of slots in shared memory between warps that produce and warps that consume, with a barrier
// object for each slot that says that it is full, and one that says that it is empty.
type pipe struct {
	*program
	slots, trips, tiles  int // trips in each tile
	producers, consumers int // warps
	fill                 fill
	// Who arrives for the warps that produce and for those that consume.
	producer, consumer arrival
	// The lines where a counter over all tiles becomes a slot and a phase.
	counters []int
}

// arrival is who arrives at a barrier object.
type arrival string

const (
	each  arrival = "each lane"
	lane0 arrival = "lane 0 of each warp"
	one   arrival = "one thread of all warps"
)

// slotBytes is what a producing warp fills of a slot.
const slotBytes = 4 * lanes

func ring(p *program) {
	c := &pipe{program: p, slots: 1 + p.r.IntN(5), tiles: 1, producers: 1 + p.r.IntN(2),
		consumers: 1 + p.r.IntN(2), fill: pick(p.r, bulk, bulk, stores, cpies),
		producer: pick(p.r, each, lane0),
		consumer: pick(p.r, each, lane0, one)}
	c.trips = 1 + p.r.IntN(2*c.slots+2)
	if p.one(2) && !p.counted {
		c.tiles += p.r.IntN(3)
	}
	p.threads = lanes * (c.producers + c.consumers)
	p.shared = c.producers * slotBytes * c.slots
	p.shape = fmt.Sprintf(
		"%d slots, %d trips, %d tiles, %d warps fill by %s (%s), %d read (%s)",
		c.slots, c.trips, c.tiles, c.producers, c.fill, c.producer, c.consumers, c.consumer)
	c.initialize()
	consume, end := p.label("consume"), p.label("end")
	p.line("setp.ge.u32 %%p0, %%warp, %d;", c.producers)
	p.line("@%%p0 bra %s;", consume)
	c.produce()
	p.line("bra %s;", end)
	p.line("%s:", consume)
	c.consume()
	p.line("%s:", end)
	if c.tiles > 1 {
		// Slots and phases begin again with each tile, as if all phases were even.
		p.fault(c.trips%(2*c.slots) != 0, "a phase that starts again with each tile",
			fmt.Sprintf("rem.u32 %%a0, %%k, %d;", c.trips), c.counters...)
	}
}

// all is how many slots are filled.
func (c *pipe) all() int { return c.trips * c.tiles }

// reuses reports whether a slot is filled a second time.
func (c *pipe) reuses() bool { return c.all() > c.slots }

// initialize writes what thread 0 does before all others.
func (c *pipe) initialize() {
	full, empty := c.producers, c.consumers
	if c.fill == cpies || c.fill == stores && c.producer == each {
		full *= lanes
	}
	switch c.consumer {
	case each:
		empty *= lanes
	case one:
		empty = 1
	}
	c.line("setp.eq.u32 %%p7, %%t, 0;")
	for i := range 2 * c.slots {
		n := full
		if i >= c.slots {
			n = empty
		}
		at := c.line("@%%p7 mbarrier.init.shared.b64 [bars+%d], %d;", 8*i, n)
		more := fmt.Sprintf("@%%p7 mbarrier.init.shared.b64 [bars+%d], %d;", 8*i, n+1)
		switch i {
		case 0:
			c.fault(true, "an arrival too many expected for a full slot", more, at)
			c.drop(true, "initialization of a barrier object", at)
		case c.slots:
			c.fault(c.reuses(), "an arrival too many expected for an empty slot", more, at)
		}
	}
	if c.one(2) {
		c.line("@%%p7 fence.mbarrier_init.release.cluster;")
	}
	c.drop(true, "barrier behind the initialization", c.line("bar.sync 0;"))
}

// at writes the place of the counter %k: the slot %a1, its parity %a2, the barrier objects %a3 and %a4.
func (c *pipe) at() {
	c.counters = append(c.counters, c.line("mov.u32 %%a0, %%k;"))
	c.line("rem.u32 %%a1, %%a0, %d; div.u32 %%a2, %%a0, %d; and.b32 %%a2, %%a2, 1;", c.slots, c.slots)
	c.line("mov.u32 %%a3, bars; mad.lo.u32 %%a3, %%a1, 8, %%a3; add.u32 %%a4, %%a3, %d;", 8*c.slots)
	c.line("mad.lo.u32 %%a5, %%a1, %d, %%s;", c.producers*slotBytes)
}

// await writes a wait for a phase and returns its lines.
func (c *pipe) await(object, parity string) []int {
	wait := c.label("wait")
	first := c.line("%s: mbarrier.%s.parity.shared.b64 %%p1, [%s], %s;", wait,
		pick(c.r, "try_wait", "test_wait"), object, parity)
	return []int{first, c.line("@!%%p1 bra %s;", wait)}
}

// next writes the end of a loop over all slots.
func (c *pipe) next(again string) {
	c.line("add.u32 %%k, %%k, 1;")
	c.line("setp.lt.u32 %%p2, %%k, %s;", c.bound(c.all()))
	c.line("@%%p2 bra %s;", again)
}

func (c *pipe) produce() {
	again, skip := c.label("again"), c.label("skip")
	c.line("mov.u32 %%k, 0;")
	c.line("%s:", again)
	c.at()
	if c.fill == bulk {
		c.line("setp.ne.u32 %%p3, %%lane, 0;")
		c.drop(true, "choice of one lane that copies", c.line("@%%p3 bra %s;", skip))
	}
	c.line("xor.b32 %%a6, %%a2, 1;")
	c.drop(c.reuses(), "wait for an empty slot", c.await("%a4", "%a6")...)
	c.line("mad.lo.u32 %%a5, %%warp, %d, %%a5;", slotBytes)
	c.line("mad.lo.u32 %%a7, %%k, %d, %%warp; mul.wide.u32 %%y1, %%a7, %d; add.u64 %%y1, %%y1, %%in;",
		c.producers, slotBytes)
	c.fillSlot()
	if c.fill == bulk {
		c.line("%s:", skip)
	}
	c.next(again)
	if c.fill == cpies {
		c.line("cp.async.wait_all;")
	}
}

// fillSlot writes how a producer fills its part of the slot at %a5 from %y1, and arrives.
func (c *pipe) fillSlot() {
	if c.fill == bulk {
		expect := c.line("mbarrier.arrive.expect_tx.shared.b64 _, [%%a3], %d;", slotBytes)
		load := c.line("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%%a5], [%%y1], "+
			"%d, "+
			"[%%a3];", slotBytes)
		c.replace(true, "more bytes expected than copied", expect, fmt.Sprint(slotBytes),
			fmt.Sprint(slotBytes+16))
		c.replace(true, "fewer bytes copied than expected", load, fmt.Sprint(slotBytes),
			fmt.Sprint(slotBytes-16))
		c.drop(true, "arrival that expects bytes", expect)
		c.drop(true, "copy", load)
		return
	}
	c.line("mad.lo.u32 %%a5, %%lane, 4, %%a5; mul.wide.u32 %%y2, %%lane, 4; add.u64 %%y1, %%y1, %%y2;")
	if c.fill == cpies {
		c.line("cp.async.ca.shared.global [%%a5], [%%y1], 4;")
		c.drop(true, "arrival of the copies", c.line("cp.async.mbarrier.arrive.noinc.shared.b64 [%%a3];"))
		return
	}
	c.line("ld.global.u32 %%v, [%%y1];")
	c.line("st.shared.u32 [%%a5], %%v;")
	c.arrive("%a3", c.producer, true)
}

// arrive writes the arrival of a warp. matters says whether anybody learns from it.
func (c *pipe) arrive(object string, who arrival, matters bool) {
	leader := "lane"
	switch who {
	case each:
		c.drop(matters, "arrival of the lanes at "+object,
			c.line("mbarrier.arrive.shared.b64 _, [%s];", object))
		return
	case lane0:
		c.drop(matters, "barrier of the warp before "+object, c.line("bar.warp.sync -1;"))
		c.line("setp.eq.u32 %%p4, %%lane, 0;")
	case one:
		leader = "thread"
		at := c.line("bar.sync 1, %d;", lanes*c.consumers)
		c.drop(matters, "barrier of the warps before "+object, at)
		c.fault(matters && c.consumers > 1, "a barrier of the warp for that of the warps before "+object,
			"bar.warp.sync -1;", at)
		c.line("setp.eq.u32 %%p4, %%t, %d;", lanes*(c.producers+c.r.IntN(c.consumers)))
	}
	c.drop(matters, "arrival of the "+leader+" at "+object,
		c.line("@%%p4 mbarrier.arrive.shared.b64 _, [%s];", object))
}

func (c *pipe) consume() {
	again := c.label("again")
	c.line("sub.u32 %%a8, %%warp, %d;", c.producers)
	c.line("mad.lo.u32 %%a8, %%a8, 7, %%lane; and.b32 %%a8, %%a8, 31;")
	c.line("mov.u32 %%k, 0;")
	c.line("%s:", again)
	c.at()
	wait := c.await("%a3", "%a2")
	c.drop(true, "wait for a full slot", wait...)
	c.fault(c.slots > 1 && c.all() > 1, "the first slot's barrier object asked for all slots",
		"mov.u32 %a3, "+
			"bars; "+c.lines[wait[0]], wait[0])
	c.line("mad.lo.u32 %%a5, %%a8, 4, %%a5;")
	for part := range c.producers {
		c.line("ld.shared.u32 %%v, [%%a5+%d];", part*slotBytes)
		c.line("mad.lo.u32 %%sum, %%sum, 3, %%v;")
	}
	if c.fill == bulk {
		c.line("fence.proxy.async.shared::cta;")
	}
	c.arrive("%a4", c.consumer, c.reuses())
	c.next(again)
}
