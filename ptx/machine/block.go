package machine

import "fmt"

// block is a block being executed. What it has together with the other blocks of its cluster is the
// cluster's.
type block struct {
	*cluster
	rank     int // in the cluster
	id       Extents
	first    int     // number of its first thread in the cluster
	own      []*warp // its warps
	shared   *memory
	barriers map[uint64]*barrier
	objects  map[uint64]*mbarrier
	pool     pool
	tensor   tensorMemory
	refused  bool // it was told that no cluster is left
}

// thread is what a thread needs beside its registers.
type thread struct {
	b      *block
	number int    // in its cluster
	clock  *clock // what it knows of the others
	epoch  uint32 // how often it has told others what it did
	queues [onBarrier]copies
	// How many fences of proxies it has executed, and what of each, by its number: nil before the first. It
	// is never changed.
	proxied uint32
	waited  bool // it comes behind a wait for the grids before
	fences  []ownFence
	// By how far it reaches, how many of its epochs ended before its last fence.sc.
	total [reachKinds]uint32
	// unwritten says that its last access read what nothing has written.
	unwritten bool
	pattern
	partner
	tensor *tensorThread // nil where it has done nothing about tensor memory
}

// name says which thread it is, for the middle of a sentence.
func (t *thread) name() string { return t.b.nameOf(t.number) }

func newBlock(c *cluster, rank int) *block {
	g := c.g
	b := &block{cluster: c, rank: rank, id: g.blockID(c.number, rank), first: rank * c.stride,
		barriers: map[uint64]*barrier{}, objects: map[uint64]*mbarrier{}}
	data := make([]byte, g.sharedBytes())
	for i := range data {
		data[i] = 0xff
	}
	b.shared = &memory{name: "shared memory", data: data, shadow: newShadow(len(data)), home: b}
	if g.cluster.Count() > 1 {
		b.shared.name = fmt.Sprintf("shared memory of rank %d", rank)
	}
	b.shared.shadow.written = make([]uint8, (len(data)+3)/4)
	return b
}

// sharedBytes returns the size of shared memory with its dynamic part.
func (g *launch) sharedBytes() int64 {
	if g.k.hasExtern || g.dynamic > 0 {
		return g.k.dynamic + g.dynamic
	}
	return g.k.shared
}

// share is how many instructions a warp executes before another one may.
const share = 5000

// turn is what is known of a block that runs until it has ended, or others should.
type turn struct {
	state    turnState
	executed int64 // since the block's turn began
	polls    bool  // it has read what other blocks may write at any moment, since something changed
	vain     int64 // what it has executed since then
	spoke    bool  // it has polled since its turn began
	changes  uint64
	// still is the launch's count of changes when the block began to look for a standstill.
	still uint64
	// asked is the launch's count of changes when a block that stands still was asked last whether it wakes.
	asked uint64
}

// turnState says how a block's turn ended.
type turnState uint8

const (
	goesOn   turnState = iota
	givesWay           // it polls, or has run for long: others may run
	stands             // nothing in it goes on before others change memory
	hasEnded
)

// The instructions after which a block gives way: if it polls and nothing changes, and if it polls at all.
const (
	vainShare = 5000
	turnShare = 1 << 20
)

// sweep is what one round over the warps of a block did.
type sweep struct {
	live, waiting int
	executed      int64
	// moved is how many warps have executed something, but for laps of cycles that change nothing.
	moved int
}

// run executes all warps until the turn of the block ends.
func (b *cluster) run() {
	g, t := b.g, &b.turn
	t.state, t.executed, t.spoke = goesOn, 0, false
	for !g.stopped() && t.state == goesOn {
		before := g.changes
		r := b.sweep()
		switch {
		case r.live == 0:
			t.state = hasEnded
		case r.executed == 0 && (b.release() || g.period != nil && g.period.next(b)):
		case b.standsStill(&r) && !b.insist():
			t.state = stands
		case b.givesWay(&r):
			t.state = givesWay
		}
		if b.idle++; r.waiting < r.live || g.changes != before {
			b.idle = 0 // a ring of copies ends each round with waits
		}
		if b.idle > maxIdle {
			b.hopeless()
		}
		g.checkLimits()
	}
}

// sweep lets every warp run.
func (b *cluster) sweep() sweep {
	g, r := b.g, sweep{}
	for _, i := range b.order() {
		w := b.warps[i]
		if w.done() || g.stopped() {
			continue
		}
		r.live++
		n := int64(w.run(b.share()))
		r.executed += n
		g.steps += n
		if w.unanswered != nil || n == 0 && (w.blocked || w.asksPhases()) {
			r.waiting++
		}
		if n > 0 {
			w.ran = true
			if !w.cycles() {
				r.moved++
			}
		}
		b.landSome()
	}
	return r
}

// standsStill reports whether nothing in the block can go on before others change memory: for a while no warp
// has executed anything but laps that end as they began, each two at least.
func (b *cluster) standsStill(r *sweep) bool {
	if r.executed == 0 {
		return true
	}
	if r.moved > 0 || b.turn.still != b.g.changes {
		b.turn.still = b.g.changes
		for _, w := range b.warps {
			w.ran = false
			if w.cycles() {
				w.top.spin.proven = 0
			}
		}
		return false
	}
	for _, w := range b.warps {
		if w.ran && !w.done() && (!w.cycles() || w.top.spin.proven < 2) {
			return false
		}
	}
	return true
}

// givesWay reports whether others should run before the block goes on.
func (b *cluster) givesWay(r *sweep) bool {
	t := &b.turn
	t.executed += r.executed
	t.spoke = t.spoke || t.polls
	switch {
	case t.changes != b.g.changes:
		t.changes, t.polls, t.vain = b.g.changes, false, 0
	case t.polls:
		t.vain += r.executed
	}
	if t.vain > vainShare {
		t.vain = 0
		return true
	}
	return t.spoke && (t.executed > turnShare || b.g.config.Mode == Random && b.g.random.IntN(8) == 0)
}

// end accounts for the copies that are in flight when the block has ended.
func (b *cluster) end() {
	for _, t := range b.threads {
		for q := range t.queues {
			c := &t.queues[q]
			switch {
			case b.g.stopped():
			case c.abandons():
				b.g.found.warnAbandoned(t, c.site)
			default:
				c.needAtEnd()
			}
			for i := range c.pending {
				p := &c.pending[i]
				p.land()
				if p.arrives != nil {
					p.arrives.bring(p)
				}
			}
		}
	}
	b.endFlights()
	b.endTensor()
	b.checkExits()
	if b.g.err != nil && b.g.err.Code == codeMbarrier {
		b.repeatsWarned()
	}
	for _, x := range b.blocks {
		x.endPool()
	}
	b.g.changes++
}

// landAll makes all copies take place.
func (b *cluster) landAll() {
	for _, t := range b.threads {
		for q := range wgmma {
			if len(t.queues[q].pending) > 0 {
				t.landAll(q)
			}
		}
	}
	b.landFlights(func(*flight) bool { return true })
	b.landTensorAll()
}

// order returns the order in which the warps run next.
func (b *cluster) order() []int {
	if b.g.config.Mode == Random {
		return b.g.random.Perm(len(b.warps))
	}
	all := make([]int, len(b.warps))
	for i := range all {
		all[i] = i
	}
	return all
}

func (b *cluster) share() int {
	if b.g.config.Mode == Random {
		return 1 + b.g.random.IntN(200)
	}
	return share
}

// maxIdle is after how many rounds nothing can change any more but by programs that count how often they ask.
const maxIdle = 1000

// hopeless reports that all warps that are not at a barrier ask for phases which nobody completes.
func (b *cluster) hopeless() {
	for _, w := range b.warps {
		if w.starving != nil && !w.done() {
			b.g.site = w.top.pc
			code, why := w.starves()
			b.g.fail(code, "%s %s", w.threads[0].name(), why)
			return
		}
	}
	for _, w := range b.warps {
		if o := w.unanswered; o != nil && !w.done() {
			b.g.site = w.asked
			b.g.fail(codeMbarrier, "%s %s", w.threads[0].name(), o.wanting())
			return
		}
	}
}

// begun reports whether something has come of the phase that goes on.
func (o *mbarrier) begun() bool { return o.pending < o.expected || o.bytes != 0 }

// wanting says what a phase that never completes lacks.
func (o *mbarrier) wanting() string {
	return fmt.Sprintf("waits for a phase that never completes: %d arrivals and %d bytes are missing",
		o.pending,
		o.bytes)
}
