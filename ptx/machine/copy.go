package machine

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

func init() { register(map[string]decoder{"cp": decodeCopy}) }

// pending is a copy that has not taken place.
type pending struct {
	group        int
	number       uint32
	to, from     *memory
	at, source   uint64
	size, filled int // the bytes written, and how many of them come from the source
	arrives      *mbarrier
	told         *clock // what the thread told when the arrival was asked for, by an instruction
	site         int32
	product      *tileProduct // in the place of a copy, a product of matrices
	update       func()       // in the place of a copy, what changes the bytes
	tile         *tile        // in the place of a range of bytes, a box
	reduction    func(old, v uint64) uint64
	element      int // bytes of an element of a reduction
}

// land makes a copy take place.
func (p *pending) land() {
	if p.product != nil {
		p.product.compute()
		return
	}
	if p.update != nil {
		p.update()
		return
	}
	if p.tile != nil {
		p.tile.land()
		return
	}
	if p.to == nil {
		return
	}
	to := p.to.data[p.at : p.at+uint64(p.size)]
	if p.reduction != nil {
		reduce(to, p.from.data[p.source:p.source+uint64(p.size)], p.element, p.reduction)
		return
	}
	n := 0
	if p.filled > 0 {
		n = copy(to, p.from.data[p.source:p.source+uint64(p.filled)])
	}
	clear(to[n:])
}

// landIf makes those copies take place that are chosen; what is to arrive does so when all before it has
// landed.
func (t *thread) landIf(q queue, chosen func(p *pending) bool) {
	c := &t.queues[q]
	kept := c.pending[:0]
	copying := false
	var arrivals []pending
	for i := range c.pending {
		switch p := &c.pending[i]; {
		case p.arrives != nil && !copying:
			arrivals = append(arrivals, *p)
			t.b.g.changes++
		case p.arrives == nil && chosen(p):
			t.b.g.changes++
			p.land()
		default:
			copying = copying || p.arrives == nil
			kept = append(kept, *p)
		}
	}
	c.pending = kept
	for _, p := range arrivals {
		p.arrives.arriveFor(t, &p)
	}
}

// landFirst makes the first copies take place, as long as they are chosen, and what is to arrive behind them.
func (t *thread) landFirst(q queue, chosen func(p *pending) bool) {
	c := &t.queues[q]
	n := 0
	for ; n < len(c.pending); n++ {
		p := &c.pending[n]
		if p.arrives == nil && !chosen(p) {
			break
		}
		t.b.g.changes++
		p.land()
	}
	landed := c.pending[:n]
	c.pending = c.pending[n:]
	for i := range landed {
		if p := &landed[i]; p.arrives != nil {
			p.arrives.arriveFor(t, p)
		}
	}
	if len(c.pending) == 0 {
		c.pending = landed[:0]
	}
}

func (t *thread) landAll(q queue) { t.landFirst(q, func(*pending) bool { return true }) }

// landSome lets copies take place at any moment, in Random mode.
func (b *cluster) landSome() {
	if b.g.config.Mode != Random {
		return
	}
	for _, t := range b.threads {
		for q := range queue(onBarrier) {
			stopped := false // products take place in order
			if len(t.queues[q].pending) > 0 {
				t.landIf(q, func(p *pending) bool {
					lands := !stopped && b.g.random.IntN(4) == 0
					stopped = p.product != nil && !lands
					return lands
				})
			}
		}
	}
	b.landFlights(func(*flight) bool { return b.g.random.IntN(4) == 0 })
	b.landTensorSome()
}

// issue adds a copy to a queue.
func (t *thread) issue(q queue, p pending) {
	c := t.use(q)
	p.group, p.number = c.commits, c.issued
	c.issued++
	c.last, c.site = p, t.b.g.site
	c.pending = append(c.pending, p)
	if mode := t.b.g.config.Mode; mode == Early {
		t.landAll(q)
	}
}

// decodeCopy decodes cp.async and what belongs to it.
func decodeCopy(c *compiler, in *ptx.Instruction) bool {
	switch {
	case !in.Has("async"):
		return false
	case in.Has("commit_group"):
		return len(in.Operands) == 0 && c.commit(queueOf(in))
	case in.Has("wait_all"):
		site := c.site()
		return len(in.Operands) == 0 && c.emitPlain(func(w *warp, mask uint32) {
			each(mask, func(l int) {
				w.threads[l].use(cpAsync).commits++
				w.threads[l].waitFor(cpAsync, Wait{Site: site})
			})
		})
	case in.Has("wait_group"):
		return c.waitGroup(in, queueOf(in))
	case in.Has("bulk"):
		return c.bulkCopy(in)
	case in.Has("mbarrier"):
		return c.copyArrive(in)
	}
	return c.asyncCopy(in)
}

// asyncCopy decodes the copy itself.
func (c *compiler) asyncCopy(in *ptx.Instruction) bool {
	in = withoutPolicy(in)
	n := len(in.Operands)
	if n < 3 || n > 4 || !in.Has("global") || oneOf(in, "shared", "shared::cta") == "" ||
		in.Has("ca") == in.Has("cg") {
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
	to, from location
	size     int
	// registers: of the bytes that the source gives, of whether it gives none; -1 for all
	filled, ignore int32
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
			g.fail(codeBounds, "%s copies %d bytes, and takes more than that from the source",
				w.threads[l].name(), x.size)
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
	p, c := pending{to: to, at: at, size: x.size, filled: filled}, t.use(cpAsync)
	addr := x.from.of(w, l)
	if addr%uint64(x.size) != 0 {
		w.b.g.fail(codeMisaligned, "%s copies %d bytes from address %#x, which is not a multiple of %d",
			t.name(), x.size, addr, x.size)
		return
	}
	if filled > 0 {
		from, source := w.find(l, x.from.space, addr)
		if from == nil || from.within(source, filled) == nil {
			x.outside(w, t, from, source, filled)
			return
		}
		p.from, p.source = from, source
		a := access{group: int32(c.commits), number: c.issued}
		t.touch(from, source, filled, a)
	}
	t.touch(to, at, x.size, access{kind: writes, group: int32(c.commits), number: c.issued})
	t.issue(cpAsync, p)
}

// outside reports a source that is not in memory.
func (x *asyncCopy) outside(w *warp, t *thread, from *memory, source uint64, filled int) *diag.Diagnostic {
	if from == nil {
		return w.b.g.fail(codeBounds, "%s copies %d bytes from address %#x, where no memory is", t.name(),
			filled, source)
	}
	return w.b.g.fail(codeBounds, "%s copies bytes %s of %s, which has %d", t.name(),
		byteRange(int64(source), filled), from.name, len(from.data))
}
