package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

func init() { register(map[string]decoder{"cp": decodeCopy}) }

// Wait is one execution of cp.async.wait_group or cp.async.wait_all by a thread.
type Wait struct {
	// Site is the number of the instruction, for Kernel.Instruction.
	Site int32
	// Commits is the number of groups that the thread had committed, N how many of the youngest may stay incomplete, and
	// Done how many are complete then, whatever wait they were complete by.
	Commits, N, Done int
}

// Need is one group of a thread that must be complete.
type Need struct {
	// Group is the number of the group in its thread. It must be complete by one of the thread's first Known waits: later ones
	// come too late for the first access that meets the group's copies. Copy and Access are the numbers of the two instructions.
	Group, Known int
	Copy, Access int32
}

// Trace is what one thread waited for, and what of it was needed.
type Trace struct {
	Waits []Wait
	Needs []Need
	// Commits is the number of groups that the thread committed.
	Commits int
}

// Instruction returns the instruction of a number.
func (k *Kernel) Instruction(site int32) *ptx.Instruction { return k.sites[site] }

// copies are the asynchronous copies of a thread.
type copies struct {
	commits int
	issued  uint32
	pending []pending
	waits   []Wait
	byEpoch []int32 // by epoch, how many waits there were at its end
	needs   []Need  // by group; Known is -1 where nothing is needed
}

// pending is a copy that has not taken place.
type pending struct {
	group        int
	number       uint32
	to, from     *memory
	at, source   uint64
	size, filled int // the bytes written, and how many of them come from the source
	arrives      *mbarrier
}

// complete returns how many groups are complete.
func (c *copies) complete() int {
	if len(c.waits) == 0 {
		return 0
	}
	return c.waits[len(c.waits)-1].Done
}

// epochEnds notes how many waits there were.
func (c *copies) epochEnds() { c.byEpoch = append(c.byEpoch, int32(len(c.waits))) }

// waitsBefore returns how many waits belong to the first epochs.
func (c *copies) waitsBefore(epochs uint32) int {
	if epochs == 0 {
		return 0
	}
	return int(c.byEpoch[epochs-1])
}

// need notes that a group must be complete by one of the first waits.
func (c *copies) need(group, known int, copy, access int32) {
	for len(c.needs) <= group {
		c.needs = append(c.needs, Need{Known: -1})
	}
	if n := &c.needs[group]; n.Known < 0 || known < n.Known {
		*n = Need{group, known, copy, access}
	}
}

// traces returns what the threads waited for.
func (b *block) traces() []Trace {
	all := make([]Trace, len(b.threads))
	for i, t := range b.threads {
		needs := slices.DeleteFunc(t.copies.needs, func(n Need) bool { return n.Known < 0 })
		all[i] = Trace{t.copies.waits, needs, t.copies.commits}
	}
	return all
}

// land makes a copy take place.
func (p *pending) land() {
	if p.to == nil {
		return
	}
	to := p.to.data[p.at : p.at+uint64(p.size)]
	n := 0
	if p.filled > 0 {
		n = copy(to, p.from.data[p.source:p.source+uint64(p.filled)])
	}
	clear(to[n:])
}

// landIf makes those copies take place that are chosen; what is to arrive does so when all before it has landed.
func (t *thread) landIf(chosen func(p *pending) bool) {
	c := &t.copies
	kept := c.pending[:0]
	copying := false
	var arrivals []pending
	for _, p := range c.pending {
		switch {
		case p.arrives != nil && !copying:
			arrivals = append(arrivals, p)
		case p.arrives == nil && chosen(&p):
			p.land()
		default:
			copying = copying || p.arrives == nil
			kept = append(kept, p)
		}
	}
	c.pending = kept
	for _, p := range arrivals {
		p.arrives.arriveFor(t, p.number)
	}
}

func (t *thread) landAll() { t.landIf(func(*pending) bool { return true }) }

// landSome lets copies take place at any moment, in Random mode.
func (b *block) landSome() {
	if b.g.config.Mode != Random {
		return
	}
	for _, t := range b.threads {
		if len(t.copies.pending) > 0 {
			t.landIf(func(*pending) bool { return b.g.random.IntN(4) == 0 })
		}
	}
}

// issue adds a copy.
func (t *thread) issue(p pending) {
	p.group, p.number = t.copies.commits, t.copies.issued
	t.copies.issued++
	t.copies.pending = append(t.copies.pending, p)
	if mode := t.b.g.config.Mode; mode == Early {
		t.landAll()
	}
}

// waitFor waits until at most n groups are incomplete.
func (t *thread) waitFor(site int32, n int) {
	c := &t.copies
	done := max(c.complete(), c.commits-n)
	c.waits = append(c.waits, Wait{site, c.commits, n, done})
	if len(c.pending) > 0 {
		t.landIf(func(p *pending) bool { return p.group < done })
	}
}

// decodeCopy decodes cp.async and what belongs to it.
func decodeCopy(c *compiler, in *ptx.Instruction) bool {
	switch {
	case !in.Has("async"):
		return false
	case in.Has("commit_group"):
		return len(in.Operands) == 0 && c.emitPlain(func(w *warp, mask uint32) {
			each(mask, func(l int) { w.threads[l].copies.commits++ })
		})
	case in.Has("wait_all"):
		site := c.site()
		return len(in.Operands) == 0 && c.emitPlain(func(w *warp, mask uint32) {
			each(mask, func(l int) {
				w.threads[l].copies.commits++
				w.threads[l].waitFor(site, 0)
			})
		})
	case in.Has("wait_group"):
		if len(in.Operands) != 1 {
			return false
		}
		n, ok := in.Operands[0].(*ptx.Immediate)
		if !ok || n.Kind != ptx.Integer || n.Bits > 1<<20 {
			c.bad(in.Operands[0], "the number of groups is a constant")
			return true
		}
		site := c.site()
		return c.emitPlain(func(w *warp, mask uint32) {
			each(mask, func(l int) { w.threads[l].waitFor(site, int(n.Bits)) })
		})
	case in.Has("mbarrier"):
		return c.copyArrive(in)
	}
	return c.asyncCopy(in)
}

// asyncCopy decodes the copy itself.
func (c *compiler) asyncCopy(in *ptx.Instruction) bool {
	n := len(in.Operands)
	if n < 3 || n > 4 || !in.Has("global") || oneOf(in, "shared", "shared::cta") == "" || in.Has("ca") == in.Has("cg") {
		return false
	}
	size, ok := in.Operands[2].(*ptx.Immediate)
	switch {
	case !ok || size.Kind != ptx.Integer || size.Bits != 4 && size.Bits != 8 && size.Bits != 16:
		c.bad(in.Operands[2], "cp.async copies 4, 8 or 16 bytes")
		return true
	case in.Has("cg") && size.Bits != 16:
		c.bad(in.Operands[2], "cp.async.cg copies 16 bytes, not %d", size.Bits)
		return true
	}
	to, from := c.address(in.Operands[0], sharedSpace), c.address(in.Operands[1], globalSpace)
	x := &asyncCopy{size: int(size.Bits), filled: -1, ignore: -1, site: c.site()}
	if n == 4 {
		if name, ok := in.Operands[3].(*ptx.Name); ok && c.width(name, "b32") == 1 {
			x.ignore = c.source(name, "pred")
		} else {
			x.filled = c.source(in.Operands[3], "b32")
		}
	}
	x.to, x.from, x.site = to, from, c.site()
	return c.emitPlain(x.run)
}

// asyncCopy is the data of a copy.
type asyncCopy struct {
	to, from       location
	size           int
	filled, ignore int32 // registers: of the bytes that the source gives, of whether it gives none; -1 for all
	site           int32
}

func (x *asyncCopy) run(w *warp, mask uint32) {
	g := w.b.g
	w.countBanks(x.site, mask, x.to, x.size)
	each(mask, func(l int) {
		if g.stopped() {
			return
		}
		filled := x.size
		if x.filled >= 0 {
			filled = int(min(w.lanes(x.filled)[l], uint64(x.size)+1))
		}
		if x.ignore >= 0 && w.lanes(x.ignore)[l]&1 == 1 {
			filled = 0
		}
		if filled > x.size {
			g.fail(codeBounds, "%s copies %d bytes, and takes more than that from the source", w.threads[l].name(), x.size)
			return
		}
		x.one(w, l, filled)
	})
}

// one issues the copy of one thread.
func (x *asyncCopy) one(w *warp, l, filled int) {
	t := w.threads[l]
	data, to, at := w.reach(l, x.to.space, x.to.of(w, l), x.size, "copies")
	if data == nil {
		return
	}
	p := pending{to: to, at: at, size: x.size, filled: filled}
	addr := x.from.of(w, l)
	if addr%uint64(x.size) != 0 {
		w.b.g.fail(codeMisaligned, "%s copies %d bytes from address %#x, which is not a multiple of %d", t.name(), x.size, addr, x.size)
		return
	}
	if filled > 0 {
		from, source := w.find(l, x.from.space, addr)
		if from == nil || from.within(source, filled) == nil {
			x.outside(w, t, from, source, filled)
			return
		}
		p.from, p.source = from, source
		a := access{group: int32(t.copies.commits), number: t.copies.issued}
		t.touch(from, source, filled, a)
	}
	t.touch(to, at, x.size, access{kind: writes, group: int32(t.copies.commits), number: t.copies.issued})
	t.issue(p)
}

// outside reports a source that is not in memory.
func (x *asyncCopy) outside(w *warp, t *thread, from *memory, source uint64, filled int) *diag.Diagnostic {
	if from == nil {
		return w.b.g.fail(codeBounds, "%s copies %d bytes from address %#x, where no memory is", t.name(), filled, source)
	}
	return w.b.g.fail(codeBounds, "%s copies bytes %s of %s, which has %d", t.name(), byteRange(int64(source), filled), from.name, len(from.data))
}
