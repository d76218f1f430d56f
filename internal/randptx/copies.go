package randptx

import "fmt"

// Copies are kernels in which each thread fills its part of a ring of slots by cp.async, in groups, and reads
// what other threads have copied.
func copies(p *program) {
	c := copyRing{program: p, slots: 1 + p.r.IntN(5), meetsTwice: p.one(2)}
	c.trips = 1 + p.r.IntN(2*c.slots+3)
	c.meetsTwice = c.meetsTwice || c.slots == 1
	p.threads = pick(p.r, 32, 64, 96)
	p.shared = 16 * p.threads * c.slots
	p.shape = fmt.Sprintf("%d slots, %d trips of %d threads, meets twice: %v", c.slots, c.trips, p.threads,
		c.meetsTwice)
	p.line("mad.lo.u32 %%a0, %%t, 16, %%s;")
	p.line("mul.wide.u32 %%y0, %%t, 16;")
	p.line("add.u64 %%y0, %%y0, %%in;")
	p.line("add.u32 %%a1, %%t, %d; rem.u32 %%a1, %%a1, %d; mad.lo.u32 %%a1, %%a1, 16, %%s;",
		1+p.r.IntN(p.threads-1), p.threads)
	for k := range c.slots - 1 {
		p.line("mov.u32 %%a2, %d;", k)
		c.copy()
		p.line("cp.async.commit_group;")
	}
	c.loop()
	p.line("cp.async.wait_all;")
}

// copyRing is the data of a kernel. If it meets twice, threads meet behind the wait and at the end of a trip,
// and copy in between; otherwise the barrier behind the wait also says that a slot is free again.
type copyRing struct {
	*program
	slots, trips int
	meetsTwice   bool
}

// copy writes the copy of the trip in %a2.
func (c copyRing) copy() {
	bytes := 16 * c.threads
	c.line("rem.u32 %%a3, %%a2, %d; mad.lo.u32 %%a3, %%a3, %d, %%a0;", c.slots, bytes)
	c.line("mul.wide.u32 %%y1, %%a2, %d; add.u64 %%y1, %%y1, %%y0;", bytes)
	c.line("setp.lt.u32 %%p1, %%a2, %s;", c.bound(c.trips))
	c.line("@%%p1 cp.async.cg.shared.global [%%a3], [%%y1], 16;")
}

// issue writes the copy of a trip that comes later, as a group.
func (c copyRing) issue() {
	c.line("add.u32 %%a2, %%k, %d;", c.slots-1)
	c.copy()
	commit := c.line("cp.async.commit_group;")
	// Without its commit a group counts for nothing, and the wait leaves an older one, or this, in flight.
	c.drop(c.meetsTwice || c.trips > 1, "commit in the loop", commit)
}

func (c copyRing) loop() {
	again := c.label("again")
	c.line("mov.u32 %%k, 0;")
	c.line("%s:", again)
	n := max(c.slots-2, 0)
	if c.meetsTwice {
		c.issue()
		n = c.slots - 1
	}
	wait := c.line("cp.async.wait_group %d;", n)
	c.drop(true, "wait", wait)
	c.fault(true, "a group more in flight", fmt.Sprintf("cp.async.wait_group %d;", n+1), wait)
	c.drop(true, "barrier behind the wait", c.line("bar.sync 0;"))
	c.line("rem.u32 %%a4, %%k, %d; mad.lo.u32 %%a4, %%a4, %d, %%a1;", c.slots, 16*c.threads)
	c.line("ld.shared.u32 %%v, [%%a4];")
	c.line("add.u32 %%sum, %%sum, %%v;")
	if c.meetsTwice {
		// A slot is filled again that other threads read in the trip before.
		c.drop(c.trips > c.slots, "barrier at the end of a trip", c.line("bar.sync 0;"))
	} else {
		c.issue()
	}
	c.line("add.u32 %%k, %%k, 1;")
	c.line("setp.lt.u32 %%p0, %%k, %s;", c.bound(c.trips))
	c.line("@%%p0 bra %s;", again)
}
