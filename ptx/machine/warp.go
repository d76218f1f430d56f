package machine

import (
	"math/bits"

	"github.com/inflight-compiler/inflight/ptx"
)

const warpSize = 32

// warp is 32 threads, or fewer at the end of a block. Its registers lie by number, then by lane.
type warp struct {
	b       *block
	number  int // in its block
	first   int // number of its first thread in the cluster
	all     uint32
	ended   uint32
	paths   []*path // those that run, or can when memory changes; the last one is next
	top     *path   // the one that runs
	regs    []uint64
	local   []byte // by lane
	threads []*thread
	blocked bool   // at an operation that has to wait
	final   bool   // the path that runs is at an operation of the warp to which no other lane can come
	late    uint32 // lanes that wait there for lanes of other paths
	waiting uint32 // lanes that have come to a barrier
	passed  bool   // the barrier has let it through
	repeats bool   // it has arrived already at a barrier that it comes to, and waits
	insists bool   // it arrives all the same
	votes   reduction
	yields  bool // it polls: others should run before it goes on
	// unanswered is the barrier object that it asked last, in vain, and asked where.
	unanswered *mbarrier
	asked      int32
	starving   *ptx.Instruction // that waits for registers
	unmet      []*visit         // waits whose lanes have done nothing together since
	effects    uint64           // how often it has changed what others may see
	own        bool             // what it stores to now is memory that no other thread has
	meetings   uint64           // how often it has gone on behind barriers, or arrived at them
	// it has read what others may write at any moment, since it began to run
	polled    bool
	recording bool // what the running path reads is recorded
	// the values that it has of memory which nothing has written, and those
	garbage *garbage
	kept    *[warpSize]map[uint64]int32 // in local memory, by lane and word, with where they were read
	given   [warpSize]given             // what lanes bring to an operation of the warp
	// it has executed something since the block began to look for a standstill
	ran bool
	// Where a period is looked for, how registers differ between launches; and that the warp has gone round
	// in a loop, and goes on when all others have as well, or wait.
	drifts   *drifts
	rests    bool
	met      uint32 // lanes that have arrived at the barrier of the cluster, in the round that goes on
	lastSite int32  // where lanes ended last
	products products
}

// newWarp makes a warp of a block at the beginning of the kernel.
func newWarp(b *block, number int) *warp {
	k := b.g.k
	first := b.first + number*warpSize
	n := min(b.g.threads-number*warpSize, warpSize)
	w := &warp{b: b, number: number, first: first, all: uint32(maskOf(n)),
		threads: b.threads[first : first+n]}
	w.regs = make([]uint64, int(k.registers)*warpSize)
	w.local = make([]byte, int(k.local)*warpSize)
	w.paths = []*path{{meet: int32(len(k.ops)), mask: w.all}}
	if b.g.period != nil {
		w.drifts = newDrifts(k.registers)
	}
	for _, f := range k.fills {
		lanes := w.lanes(f.register)
		for l := range lanes {
			lanes[l] = f.value(w, l)
		}
	}
	return w
}

// lanes returns the values of a register.
func (w *warp) lanes(r int32) *[warpSize]uint64 {
	return (*[warpSize]uint64)(w.regs[int(r)*warpSize:])
}

// live returns the lanes that have not ended.
func (w *warp) live() uint32 { return w.all &^ w.ended }

// done reports whether all lanes have ended.
func (w *warp) done() bool { return w.live() == 0 }

// holds returns the lanes of a mask for which a predicate holds.
func (w *warp) holds(predicate int32, mask uint32) uint32 {
	lanes := w.lanes(predicate)
	var set uint32
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		set |= uint32(lanes[l]&1) << l
	}
	return set
}

// pollShare is how many operations a path that polls executes before other lanes of its warp may.
const pollShare = 500

// run executes operations until the warp has to wait, gives way to others, has ended or has used its share;
// it returns how many.
func (w *warp) run(share int) int {
	ops, before := w.b.g.k.ops, w.b.g.changes
	w.yields, w.unanswered, w.blocked, w.polled = false, nil, false, false
	if w.rests {
		return 0
	}
	w.wake()
	w.next()
	n := 0
	for n < share && w.top != nil && !w.b.g.stopped() && !w.yields && !w.rests {
		p := w.top
		switch {
		case p.mask == 0 || p.pc == p.meet && p.parent != nil:
			w.leave(p)
			w.next()
		case int(p.pc) >= len(ops):
			w.end(p.mask)
		case !w.step(&ops[p.pc], p):
			return n
		case p.status != ready:
			w.next()
		}
		if n++; n >= pollShare && w.polled && w.top != nil && w.top.mask != w.live() {
			break
		}
	}
	switch {
	case w.top == nil:
	case before != w.b.g.changes:
		w.top.vain = 0
	case w.yields || w.polled:
		w.giveWay(w.top)
	}
	return n
}

// step executes one operation; false if it has to wait.
func (w *warp) step(o *op, top *path) bool {
	mask := top.mask
	if o.guard >= 0 {
		if mask = w.holds(o.guard, mask); o.negated {
			mask = top.mask &^ mask
		}
	}
	w.b.g.site = top.pc
	w.b.g.operation++
	w.b.g.executed[top.pc] = w.b.g.executed[top.pc] || mask != 0
	if w.drifts != nil {
		if w.passDrift(top.pc, o, top.mask, mask); w.b.g.stopped() {
			return true
		}
	}
	switch {
	case o.flow == branch:
		w.branch(o, top, mask)
		return true
	case mask == 0:
	case o.flow == plain:
		if w.garbage != nil {
			w.passGarbage(top.pc, mask)
		}
		w.execute(o, mask)
	case o.flow == leave:
		w.end(mask)
	case o.flow == pause:
		w.blocked = !o.wait(w, mask)
	}
	switch {
	case w.late != 0:
		w.waitLate(top)
		return true
	case w.blocked:
		return false
	}
	switch {
	case mask == 0:
	case o.effect == changes:
		w.changed()
	case o.effect == meets:
		w.meetings++
	}
	w.final = false
	top.pc++
	return true
}

// execute executes an operation that goes on with the next.
func (w *warp) execute(o *op, mask uint32) {
	switch {
	case !o.needless || !w.b.g.sliced || o.issues:
		o.run(w, mask)
	case o.whole:
		w.whole(mask)
	}
}

// branch sends some lanes to the target and the others on; those who part meet again.
func (w *warp) branch(o *op, top *path, taken uint32) {
	switch taken {
	case 0:
		top.pc++
	case top.mask:
		back := o.target <= top.pc
		if top.pc = o.target; back {
			w.lap(top)
			w.listen()
		}
	default:
		w.part(top, o.target, o.meet, taken)
		w.next()
	}
}

// end ends lanes of the path that runs.
func (w *warp) end(mask uint32) {
	w.ended |= mask
	w.top.mask, w.top.spin = w.top.mask&^mask, nil
	w.lastSite = w.b.g.site
	if w.done() {
		w.paths, w.top = nil, nil
	}
}

// each calls f for every lane of a mask, in order.
func each(mask uint32, f func(lane int)) {
	for ; mask != 0; mask &= mask - 1 {
		f(bits.TrailingZeros32(mask))
	}
}

// together reports whether the lanes are all of the warp that live, for an instruction that they must execute
// in step; otherwise it lets them wait for those that are on other paths, or stops the launch.
func (w *warp) together(mask uint32, what string) bool {
	if missing := w.live() &^ mask; missing != 0 {
		if w.waitsFor(missing) {
			return false
		}
		w.isElsewhere(missing, what)
		return false
	}
	w.meet(mask)
	return true
}

// isElsewhere stops the launch, since an operation needs lanes that will not come.
func (w *warp) isElsewhere(missing uint32, what string) {
	l := firstLane(missing)
	d := w.b.g.fail(codeDivergent, "%s needs %s, which is elsewhere", what, w.threads[l].name())
	for _, p := range w.paths {
		if p != w.top && p.mask>>l&1 == 1 {
			d.Note(w.b.g.place(p.pc), "it waits here")
		}
	}
}
