package randptx

import (
	"fmt"
	"strings"
)

// Flags are chains of warps of a block, or of blocks of a grid: each waits for the flag of the one before it,
// reads what those before it have written, writes something itself and raises its own flag.

// chain is the data of a kernel.
type chain struct {
	*program
	parties  int
	inBlock  bool // the parties are warps of one block
	inShared bool // data and flags are in shared memory
	scope    string
}

// space is where the data and the flags are.
func (c *chain) space() string {
	if c.inShared {
		return "shared"
	}
	return "global"
}

func flags(p *program) {
	c := &chain{program: p, parties: 2 + p.r.IntN(3), inBlock: p.one(2), scope: pick(p.r, "gpu", "sys")}
	p.threads = lanes
	if c.inBlock {
		p.threads *= c.parties
		c.inShared = p.one(2)
		c.scope = pick(p.r, "cta", "gpu")
		p.line("mov.u32 %%i, %%warp;")
	} else {
		p.blocks = c.parties
		p.threads *= 1 + p.r.IntN(2)
		p.line("mov.u32 %%i, %%block;")
	}
	p.shape = fmt.Sprintf("%d parties, warps %v, shared memory %v, scope %s, %d threads", c.parties,
		c.inBlock,
		c.inShared, c.scope, p.threads)
	c.places()
	for i := range c.parties {
		next := p.label("next")
		p.line("setp.ne.u32 %%p0, %%i, %d;", i)
		p.line("@%%p0 bra %s;", next)
		c.party(i)
		p.line("%s:", next)
	}
}

// size is how many threads a party has.
func (c *chain) size() int {
	if c.inBlock {
		return lanes
	}
	return c.threads
}

// places writes where data and flags are: a thread's cell of party 0, and the first flag.
func (c *chain) places() {
	if !c.inShared {
		c.line("rem.u32 %%a0, %%t, %d; mul.wide.u32 %%y0, %%a0, 4; add.u64 %%y0, %%y0, %%scratch;", c.size())
		return
	}
	c.shared = 4 * lanes * c.parties
	c.line("mad.lo.u32 %%a0, %%lane, 4, %%s;")
	c.line("setp.lt.u32 %%p0, %%t, %d;", c.parties)
	c.line("mov.u32 %%a1, words; mad.lo.u32 %%a1, %%t, 4, %%a1;")
	c.line("@%%p0 st.shared.u32 [%%a1], 0;")
	c.line("bar.sync 0;")
}

// cell is where a thread's cell of a party's data is, flag where a party's flag is.
func (c *chain) cell(party int) string {
	return fmt.Sprintf("[%s+%d]", map[bool]string{true: "%a0", false: "%y0"}[c.inShared], 4*c.size()*party)
}

func (c *chain) flag(party int) string {
	return fmt.Sprintf("[%s+%d]", map[bool]string{true: "words", false: "%flags"}[c.inShared], 4*party)
}

// together writes a barrier of all threads of a party.
func (c *chain) together(what string) {
	at := c.line("%s", map[bool]string{true: "bar.warp.sync -1;", false: "bar.sync 0;"}[c.inBlock])
	c.drop(true, what, at)
}

// party writes what one party does.
func (c *chain) party(i int) {
	leader := "%lane"
	if !c.inBlock {
		leader = "%t"
	}
	if i > 0 {
		allWait := c.one(3)
		over := c.label("over")
		if !allWait {
			c.line("setp.ne.u32 %%p1, %s, 0;", leader)
			c.line("@%%p1 bra %s;", over)
		}
		c.awaitFlag(i - 1)
		c.line("%s:", over)
		if !allWait {
			c.together("barrier behind the wait for a flag")
		}
	}
	for before := range i {
		c.readOthers(before)
	}
	if i == c.parties-1 {
		return
	}
	c.line("st.%s.u32 %s, %%t;", c.space(), c.cell(i))
	c.together("barrier before a flag")
	c.line("setp.eq.u32 %%p1, %s, 0;", leader)
	c.raise(i)
}

// readOthers reads the cell of another thread of a party that has written, in the order of its threads.
func (c *chain) readOthers(party int) {
	c.line("add.u32 %%a2, %%t, %d; rem.u32 %%a2, %%a2, %d; rem.u32 %%a3, %%t, %d; sub.s32 %%a2, %%a2, %%a3;",
		1+c.r.IntN(c.size()-1), c.size(), c.size())
	at := 4 * c.size() * party
	if c.inShared {
		c.line("mad.lo.s32 %%a2, %%a2, 4, %%a0;")
		c.line("ld.shared.u32 %%v, [%%a2+%d];", at)
	} else {
		c.line("mul.wide.s32 %%y1, %%a2, 4; add.u64 %%y1, %%y1, %%y0;")
		c.line("ld.global.u32 %%v, [%%y1+%d];", at)
	}
	c.line("mad.lo.u32 %%sum, %%sum, 3, %%v;")
}

// awaitFlag writes a loop until a flag is raised, by a load that acquires or with a fence behind it.
func (c *chain) awaitFlag(i int) {
	again := c.label("again")
	kind := c.r.IntN(5)
	load := []string{"ld.acquire.SCOPE.SPACE.u32 %v, FLAG;", "ld.relaxed.SCOPE.SPACE.u32 %v, FLAG;",
		"ld.volatile.SPACE.u32 %v, FLAG;", "atom.acquire.SCOPE.SPACE.or.b32 %v, FLAG, 0;",
		"atom.relaxed.SCOPE.SPACE.or.b32 %v, FLAG, 0;"}[kind]
	first := c.line("%s: %s", again, c.fitted(load, i))
	last := []int{c.line("setp.eq.u32 %%p2, %%v, 0;"), c.line("@%%p2 bra %s;", again)}
	c.drop(true, "wait for a flag", append([]int{first}, last...)...)
	if kind == 0 || kind == 3 {
		c.replace(true, "a flag that is seen without acquire", first, ".acquire", ".relaxed")
	} else {
		c.fence("fence behind the wait for a flag")
	}
	c.narrow("a flag that is seen in the scope of the block", first)
}

// raise writes what raises a flag if %p1 holds, by a store that releases or behind a fence.
func (c *chain) raise(i int) {
	kind := c.r.IntN(6)
	if kind >= 3 {
		c.fence("fence before a flag")
	}
	store := []string{"st.release.SCOPE.SPACE.u32 FLAG, 1;", "atom.release.SCOPE.SPACE.exch.b32 %v, FLAG, 1;",
		"red.release.SCOPE.SPACE.add.u32 FLAG, 1;", "st.relaxed.SCOPE.SPACE.u32 FLAG, 1;",
		"st.volatile.SPACE.u32 FLAG, 1;", "atom.relaxed.SCOPE.SPACE.add.u32 %v, FLAG, 1;"}[kind]
	at := c.line("@%%p1 %s", c.fitted(store, i))
	c.drop(true, "flag", at)
	if kind < 3 {
		c.replace(true, "a flag that is raised without release", at, ".release", ".relaxed")
	}
	c.narrow("a flag that is raised in the scope of the block", at)
}

// fitted puts the scope, the space and a flag into an instruction.
func (c *chain) fitted(text string, flag int) string {
	return strings.NewReplacer("SCOPE", c.scope, "SPACE", c.space(), "FLAG", c.flag(flag)).Replace(text)
}

// fence writes a fence that is wide enough.
func (c *chain) fence(what string) {
	at := c.line("%s", pick(c.r, "fence.acq_rel."+c.scope+";", "fence.sc."+c.scope+";",
		map[string]string{"cta": "membar.cta;", "gpu": "membar.gl;", "sys": "membar.sys;"}[c.scope]))
	c.drop(true, what, at)
	c.narrow("a narrow "+what, at)
}

// narrow notes the fault that an instruction has the scope of a block, if the parties are blocks.
func (c *chain) narrow(what string, at int) {
	for _, scope := range []string{"." + c.scope, ".gl;"} {
		if !c.inBlock && strings.Contains(c.lines[at], scope) {
			c.replace(true, what, at, scope, map[bool]string{true: ".cta;", false: ".cta"}[scope == ".gl;"])
			return
		}
	}
}
