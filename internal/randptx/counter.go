package randptx

import "fmt"

// Counter is a grid whose blocks write parts and count themselves: the last one to come reads all parts, or
// all blocks wait until all have come.
func counter(p *program) {
	p.blocks, p.threads = 2+p.r.IntN(3), lanes*(1+p.r.IntN(2))
	waits := p.one(2)
	c := &chain{program: p, scope: pick(p.r, "gpu", "sys")}
	p.shape = fmt.Sprintf("%d blocks of %d threads, all wait: %v, scope %s", p.blocks, p.threads, waits,
		c.scope)
	p.line("mul.wide.u32 %%y0, %%i, 4; add.u64 %%y0, %%y0, %%scratch;")
	p.line("st.global.u32 [%%y0], %%t;")
	c.sums()
	p.drop(true, "barrier before the block counts itself", p.line("bar.sync 0;"))
	over, end := p.label("over"), p.label("end")
	p.line("setp.ne.u32 %%p0, %%t, 0;")
	p.line("@%%p0 bra %s;", over)
	c.count(waits)
	p.line("%s:", over)
	p.drop(true, "barrier behind the count", p.line("bar.sync 0;"))
	if !waits {
		p.line("ld.shared.u32 %%v, [words];")
		p.line("setp.ne.u32 %%p1, %%v, %d;", p.blocks-1)
		p.line("@%%p1 bra %s;", end)
	}
	p.line("mul.wide.u32 %%y1, %%t, 4; add.u64 %%y1, %%y1, %%scratch;")
	for b := range p.blocks {
		p.line("ld.global.u32 %%v, [%%y1+%d];", 4*b*p.threads)
		p.line("add.u32 %%sum, %%sum, %%v;")
	}
	p.line("%s:", end)
}

// sums writes atomics of all threads of the grid on one word.
func (c *chain) sums() {
	if c.one(2) {
		return
	}
	at := c.line("red.global.add.u32 [%%flags+64], %%t;")
	c.fault(true, "a sum without an atomic",
		"ld.global.u32 %v, [%flags+64]; add.u32 %v, %v, %t; st.global.u32 [%flags+64], %v;", at)
}

// count writes what thread 0 does: it counts the block, and tells how many came before or waits for all.
func (c *chain) count(waits bool) {
	if c.one(2) {
		at := c.line("atom.acq_rel.%s.global.add.u32 %%v, [%%flags], 1;", c.scope)
		c.replace(true, "a count without an order", at, ".acq_rel", ".relaxed")
		c.replace(!waits, "a count that releases alone", at, ".acq_rel", ".release")
		c.replace(true, "a count that acquires alone", at, ".acq_rel", ".acquire")
		c.narrow("a count in the scope of the block", at)
	} else {
		c.fence("fence before the count")
		at := c.line("atom.relaxed.%s.global.add.u32 %%v, [%%flags], 1;", c.scope)
		c.narrow("a count in the scope of the block", at)
		if !waits {
			c.fence("fence behind the count")
		}
	}
	if !waits {
		c.line("st.shared.u32 [words], %%v;")
		return
	}
	again, acquires := c.label("again"), c.one(2)
	if acquires {
		at := c.line("%s: ld.acquire.%s.global.u32 %%v, [%%flags];", again, c.scope)
		c.replace(true, "a wait without acquire", at, ".acquire", ".relaxed")
	} else {
		c.line("%s: ld.volatile.global.u32 %%v, [%%flags];", again)
	}
	c.line("setp.lt.u32 %%p1, %%v, %d;", c.blocks)
	c.line("@%%p1 bra %s;", again)
	if !acquires {
		c.fence("fence behind the wait for all")
	}
}
