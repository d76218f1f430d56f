package machine

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

func init() { register(map[string]decoder{"mbarrier": decodeMbarrier}) }

// mbarrier is a barrier object in shared memory: a phase is complete when all arrivals and bytes that it
// expects have come.
type mbarrier struct {
	expected, pending int64
	bytes             int64
	phase             uint64
	number            int // in its cluster
	home              *block
	at                uint64  // where it lies in the block's shared memory
	maker             *thread // that initialized it, and in which of its epochs
	made              uint32
	phases
	// What arrivals told of the phase that goes on, and of those that are complete: those of the own block,
	// with those of other blocks for waits that reach them.
	coming, known       *clock
	comingFar, knownFar *clock
}

// settle begins the next phase if nothing is pending.
func (b *mbarrier) settle(in *block) {
	if b.pending > 0 || b.bytes != 0 {
		return
	}
	b.complete(in.cluster, b.phase)
	b.phase++
	b.pending = b.expected
	b.known, b.coming = b.coming, nil
	b.knownFar, b.comingFar = b.comingFar, nil
	if b.known != nil {
		b.known = b.known.knowingPhases(b, b.phase)
	}
	if b.knownFar != nil {
		b.knownFar = b.knownFar.knowingPhases(b, b.phase)
	}
}

// tells returns what the phases that are complete tell a wait.
func (b *mbarrier) tells(r reach) *clock {
	if r >= inCluster {
		return b.known.and(b.knownFar)
	}
	return b.known
}

// arriveWith counts arrivals of a thread, who tells what it has done; one that is relaxed tells what the
// thread did before its last fence.
func (b *mbarrier) arriveWith(t *thread, n int64, relaxed bool, r reach) {
	threads := []*thread{t}
	known := tell(threads)
	far := b.home != t.b
	if relaxed || far && r == inBlock {
		b.needs(known, t.b.g.site) // it comes behind all that, and tells of less
		known = &clock{}
	}
	between := inBlock
	if far {
		between = inCluster
	}
	if f := t.fenced[between]; relaxed && r >= between && f != nil {
		known = t.b.finds(f.told(t, between))
	}
	b.arriveBehind(t, n, known, t.b.g.site)
	b.learnPhase(threads)
}

// learnPhase makes threads that have arrived know how many phases are complete, if they know what was needed
// for that.
func (b *mbarrier) learnPhase(threads []*thread) {
	if b.known == nil && b.knownFar == nil {
		return
	}
	var last, joined *clock
	for _, t := range threads {
		if b.knownPhases(t) != b.phase {
			continue
		}
		if t.clock != last {
			last, joined = t.clock, t.clock.knowingPhases(b, b.phase)
		}
		t.clock = joined
	}
}

// arrivals are threads of a warp that arrive at a barrier object in one instruction, without completing a
// phase: they tell together what they have done.
type arrivals struct {
	b       *mbarrier
	n       int
	threads [warpSize]*thread
}

// add adds a thread; false if its arrival could complete the phase.
func (a *arrivals) add(b *mbarrier, t *thread) bool {
	if a.b != b {
		a.count()
		a.b = b
	}
	if int64(a.n)+1 >= b.pending {
		a.count()
		return false
	}
	a.threads[a.n] = t
	a.n++
	return true
}

// count counts the arrivals.
func (a *arrivals) count() {
	if a.n == 0 {
		return
	}
	threads := a.threads[:a.n]
	a.b.arriveBehind(threads[0], int64(a.n), tell(threads), threads[0].b.g.site)
	a.b.learnPhase(threads)
	a.n = 0
}

// arriveBehind counts arrivals that an instruction of a thread made, behind what the thread told then.
func (b *mbarrier) arriveBehind(t *thread, n int64, known *clock, site int32) {
	if n > b.pending {
		t.b.g.fail(codeMbarrier, "%s arrives at a barrier object where %d more are expected", t.name(),
			b.pending)
		return
	}
	b.needs(known, site)
	if t.b == b.home {
		b.coming = known.and(b.coming).and(b.known)
	} else {
		b.comingFar = known.and(b.comingFar)
	}
	b.comingFar = b.comingFar.and(b.knownFar)
	b.pending -= n
	b.settle(b.home)
}

// arriveFor is the arrival of a thread's copies, those with smaller numbers, when they are complete.
func (b *mbarrier) arriveFor(t *thread, p *pending) {
	if t.b.g.stopped() {
		return
	}
	b.copied = true
	b.bring(p)
	done := &clock{copies: perThread(nil).with(t.number, p.number)}
	done.join(p.told)
	b.arriveBehind(t, 1, done, p.site)
}

// object returns the barrier object at an address, which a lane uses; nil after stopping the launch if there
// is none.
func (w *warp) object(l int, x location) *mbarrier {
	b, at := w.peek(l, x)
	if b != nil {
		w.threads[l].touch(b.home.shared, at, 8, plainAccess(objectUse))
	}
	return b
}

// peek returns the barrier object at an address, and where it lies.
func (w *warp) peek(l int, x location) (*mbarrier, uint64) {
	data, m, at := w.reach(l, x.space, x.of(w, l), 8, "uses")
	if data == nil {
		return nil, 0
	}
	var b *mbarrier
	if m.home != nil {
		b = m.home.objects[at]
	}
	if b == nil {
		w.b.g.fail(codeMbarrier, "%s uses a barrier object that is not initialized", w.threads[l].name())
		return nil, 0
	}
	return b, at
}

// barrierSpace returns the space of the address of a barrier object: shared memory, or what the address says.
func barrierSpace(in *ptx.Instruction) space {
	if oneOf(in, "shared", "shared::cta", "shared::cluster") != "" {
		return sharedSpace
	}
	return genericSpace
}

// decodeMbarrier decodes the operations on barrier objects.
func decodeMbarrier(c *compiler, in *ptx.Instruction) bool {
	if len(in.Modifiers) == 0 {
		return false
	}
	switch in.Modifiers[0] {
	case "init":
		return counts(in, 2) && c.initObject(in)
	case "inval":
		if !counts(in, 1) {
			return false
		}
		where := c.address(in.Operands[0], barrierSpace(in))
		return c.perLane(func(w *warp, l int) {
			if w.object(l, where) != nil {
				delete(w.b.objects, where.of(w, l))
			}
		})
	case "arrive", "arrive_drop":
		return c.arriveAt(in)
	case "expect_tx":
		if !counts(in, 2) {
			return false
		}
		where, n := c.address(in.Operands[0], barrierSpace(in)), c.source(in.Operands[1], "b32")
		return c.perLane(func(w *warp, l int) {
			if b := w.object(l, where); b != nil {
				b.bytes += signed(w.lanes(n)[l], 32)
			}
		})
	case "complete_tx":
		if !counts(in, 2) {
			return false
		}
		where, n := c.address(in.Operands[0], barrierSpace(in)), c.source(in.Operands[1], "b32")
		return c.perLane(func(w *warp, l int) {
			if b := w.object(l, where); b != nil {
				b.needs(tell(w.threads[l:l+1]), w.b.g.site)
				b.bytes -= signed(w.lanes(n)[l], 32)
				b.settle(b.home)
			}
		})
	case "test_wait", "try_wait":
		return c.testObject(in)
	case "pending_count":
		return decodePendingCount(c, in)
	}
	return false
}

// perLane emits an operation that lanes execute one by one, in order.
func (c *compiler) perLane(act func(w *warp, l int)) bool {
	return c.emitPlain(func(w *warp, mask uint32) {
		each(mask, func(l int) {
			if !w.b.g.stopped() {
				act(w, l)
			}
		})
	})
}

func (c *compiler) initObject(in *ptx.Instruction) bool {
	where, count := c.address(in.Operands[0], barrierSpace(in)), c.source(in.Operands[1], "b32")
	return c.perLane(func(w *warp, l int) {
		data, m, at := w.reach(l, where.space, where.of(w, l), 8, "initializes")
		if data == nil {
			return
		}
		n := int64(w.lanes(count)[l])
		if n < 1 || n >= 1<<20 {
			w.b.g.fail(codeMbarrier, "%s initializes a barrier object for %d arrivals", w.threads[l].name(),
				n)
			return
		}
		t := w.threads[l]
		if m.home != w.b {
			w.b.g.fail(codeMbarrier,
				"%s initializes a barrier object in %s; it has to be in the shared memory "+
					"of its block", t.name(), m.name)
			return
		}
		t.touch(m, at, 8, plainAccess(writes|initial))
		w.b.objects[at] = &mbarrier{expected: n, pending: n, number: w.b.made, home: w.b, at: at, maker: t,
			made: t.epoch}
		w.b.note(t, Event{Kind: Begins, Object: int32(w.b.made), Bytes: n})
		w.b.made++
	})
}

// arriveAt decodes arrivals, with or without bytes to expect.
func (c *compiler) arriveAt(in *ptx.Instruction) bool {
	n := len(in.Operands)
	hasState := false
	if n > 0 {
		_, isAddress := in.Operands[0].(*ptx.Address)
		hasState = !isAddress
	}
	rest := in.Operands[int(truth(hasState)):]
	if len(rest) < 1 || len(rest) > 2 {
		return false
	}
	state, where := c.newRegister(), c.address(rest[0], barrierSpace(in))
	if hasState {
		state = c.result(in.Operands[0])
	}
	count := c.constant(1)
	if len(rest) == 2 {
		count = c.source(rest[1], "b32")
	}
	x := &arrival{where: where, state: state, count: count, expects: in.Has("expect_tx"),
		drops: in.Modifiers[0] == "arrive_drop", relaxed: in.Has("relaxed"), reach: reachOf(in, inCluster)}
	return c.emitPlain(x.run)
}

// stateShift is where a state, which an arrival returns, has how many arrivals were pending before it. Below
// is the phase.
const stateShift = 44

// decodePendingCount decodes mbarrier.pending_count of a state.
func decodePendingCount(c *compiler, in *ptx.Instruction) bool {
	if !counts(in, 2) {
		return false
	}
	d, state := c.result(in.Operands[0]), c.source(in.Operands[1], "b64")
	return c.unary(d, state, func(v uint64) uint64 { return v >> stateShift })
}

// arrival is the data of an arrival.
type arrival struct {
	where                   location
	state, count            int32
	expects, drops, relaxed bool
	reach                   reach // the cluster where nothing says how far
}

func (x *arrival) run(w *warp, mask uint32) {
	var uses places
	var objects [warpSize]*mbarrier
	each(mask, func(l int) {
		if w.b.g.stopped() {
			return
		}
		if b, at := w.peek(l, x.where); b != nil {
			objects[l] = b
			uses.add(l, b.home.shared, at)
		}
	})
	w.touch(&uses, 8, plainAccess(objectUse))
	var together arrivals
	each(uses.mask, func(l int) {
		if !w.b.g.stopped() {
			x.one(w, l, objects[l], &together)
		}
	})
	together.count()
}

// crosses reports an arrival at another block's object with the scope of the own block: those who wait there
// need not see what came before, and the object itself is not updated atomically.
func (x *arrival) crosses(w *warp, l int, b *mbarrier) {
	g := w.b.g
	if x.reach >= inCluster || !g.found.isNew(codeScope, g.site, g.site) {
		return
	}
	g.found.list.Add(diag.Errorf(codeScope, g.here(),
		"%s arrives at a barrier object of %s with the scope of its own block: who waits there need not see "+
			"what came before", w.threads[l].name(), b.home.rankName()).
		Suggest("say .cluster in the place of .cta"))
}

// one is the arrival of one thread at an object.
func (x *arrival) one(w *warp, l int, b *mbarrier, together *arrivals) {
	n, before := int64(w.lanes(x.count)[l]), b.pending
	if together.b == b {
		before -= int64(together.n)
	}
	w.lanes(x.state)[l] = b.phase | uint64(before)<<stateShift
	if x.expects {
		b.noteFill(w.threads[l], Expects, n)
	} else {
		b.noteFill(w.threads[l], Arrives, 0)
	}
	if b.home != w.b {
		x.crosses(w, l, b)
	} else if n == 1 && !x.drops && !x.expects && !x.relaxed && together.add(b, w.threads[l]) {
		return
	}
	together.count()
	if x.drops {
		b.expected--
	}
	if x.expects {
		b.bytes += n
		n = 1
	}
	b.arriveWith(w.threads[l], n, x.relaxed, x.reach)
}

// testObject decodes test_wait and try_wait, on a state or a parity.
func (c *compiler) testObject(in *ptx.Instruction) bool {
	n := len(in.Operands)
	if n < 3 || n > 4 {
		return false
	}
	d, where := c.result(in.Operands[0]), c.address(in.Operands[1], barrierSpace(in))
	parity, t := in.Has("parity"), ptx.Type("b64")
	if parity {
		t = "b32"
	}
	state, relaxed, r := c.source(in.Operands[2], t), in.Has("relaxed"), reachOf(in, inCluster)
	return c.emitPlain(func(w *warp, mask uint32) {
		var back returns
		var uses places
		each(mask, func(l int) {
			if w.b.g.stopped() {
				return
			}
			b, at := w.peek(l, where)
			if b == nil {
				return
			}
			if b.home != w.b {
				w.b.g.fail(codeMbarrier,
					"%s waits for a barrier object in %s; a thread waits for those of its "+
						"own block", w.threads[l].name(), b.home.shared.name)
				return
			}
			w.seesPhase(l, b, at)
			v := w.lanes(state)[l]
			if !parity {
				v &= maskOf(stateShift)
			}
			b.asked(w.threads[l], v, parity)
			complete := b.phase > v
			if parity {
				complete = b.phase&1 != v&1
			}
			w.lanes(d)[l] = truth(complete)
			if complete { // asking in vain teaches nothing, and many ask often
				uses.add(l, b.home.shared, at)
			}
			switch {
			case !complete:
				w.yields, w.unanswered, w.asked = true, b, w.b.g.site
				w.b.landFor(b)
				return
			case relaxed && b.tells(r) != nil:
				own := told{near: newLeaf(uint64(w.b.place()), b.tells(r))}
				w.threads[l].observe(message{release: own}, order{})
			}
			back.add(b, b.tells(r), l)
		})
		// What a phase tells comes too late for the object itself, which must be initialized before anybody
		// asks.
		w.touch(&uses, 8, plainAccess(objectUse))
		if !relaxed {
			back.learn(w)
		}
		back.note(w)
	})
}

// landFor makes copies take place that a barrier object waits for.
func (b *cluster) landFor(o *mbarrier) {
	if b.landed.object == o && b.landed.changes == b.g.changes && b.g.measuring == nil {
		return // nothing was issued since
	}
	b.landArrivals()
	b.landFlights(func(f *flight) bool { return f.object == o })
	b.landTensorFor(o)
	b.landed.object, b.landed.changes = o, b.g.changes
}

// landArrivals makes copies take place whose arrival was asked for.
func (b *cluster) landArrivals() {
	for _, t := range b.threads {
		if c := &t.queues[cpAsync]; len(c.pending) > 0 {
			t.landFirst(cpAsync, func(p *pending) bool { return p.number < c.arrived })
		}
	}
}

// copyArrive decodes cp.async.mbarrier.arrive: the arrival of a thread when its copies until here are
// complete.
func (c *compiler) copyArrive(in *ptx.Instruction) bool {
	if !in.Has("arrive") || !counts(in, 1) {
		return false
	}
	where, counted := c.address(in.Operands[0], spaceOf(in)), in.Has("noinc")
	return c.perLane(func(w *warp, l int) {
		b, t := w.object(l, where), w.threads[l]
		if b == nil {
			return
		}
		if !counted {
			b.pending++
		}
		own := t.use(cpAsync)
		b.noteFill(t, Arrives, 0)
		told := tell([]*thread{t})
		own.pending = append(own.pending,
			pending{arrives: b, number: own.issued, told: told, site: w.b.g.site})
		own.arrived = own.issued
		if t.b.g.config.Mode == Early {
			t.landAll(cpAsync)
		}
	})
}

var codeScope = diag.Register("ptx-cluster-scope",
	"a thread arrives at another block's barrier object with the scope of its own block",
	"An arrival releases what came before it to the threads of its scope. Those that wait for an object of "+
		"another block are in the scope of the cluster, not in that of the block: "+
		"mbarrier.arrive.release.cluster.shared::cluster. Without a scope an arrival at another block's "+
		"object is taken as one of the cluster, as kernels are written so.")
