package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

func init() {
	register(map[string]decoder{
		"bar": decodeBar, "barrier": decodeBar, "membar": decodeFence, "fence": decodeFence,
	})
}

// barrier is one of the numbered barriers of a block, in its current round.
type barrier struct {
	count   int // threads that it waits for; 0 means all that have not ended
	arrived int
	waiting []*warp
	comers  []*thread // those who wait
	left    []passing // of those who have gone on
	known   *clock    // of these
	votes   reduction
	site    int32
}

// passing is the arrival of a warp that has gone on.
type passing struct {
	w    *warp
	site int32
}

// reduction is what bar.red computes of the predicates of all threads.
type reduction struct {
	and, or bool
	count   uint64
}

// decodeBar decodes barriers of the block and of the warp.
func decodeBar(c *compiler, in *ptx.Instruction) bool {
	if in.Has("cluster") {
		return c.clusterBarrier(in)
	}
	if in.Has("warp") {
		if !in.Has("sync") || len(in.Operands) != 1 {
			return false
		}
		return c.warpBarrier(c.source(in.Operands[0], "b32"))
	}
	if in.Has("red") {
		return c.votingBarrier(in)
	}
	if len(in.Operands) < 1 || len(in.Operands) > 2 || in.Has("sync") == in.Has("arrive") ||
		in.Has("arrive") && len(in.Operands) < 2 {
		return false
	}
	x := &numbered{id: c.source(in.Operands[0], "b32"), count: c.constant(0), votes: -1,
		arrives: in.Has("arrive")}
	if len(in.Operands) == 2 {
		x.count = c.source(in.Operands[1], "b32")
	}
	return c.numberedBarrier(in, x)
}

// votingBarrier decodes bar.red.
func (c *compiler) votingBarrier(in *ptx.Instruction) bool {
	n := len(in.Operands)
	x := &numbered{how: oneOf(in, "popc", "and", "or")}
	if n < 3 || n > 4 || x.how == "" {
		return false
	}
	x.result, x.id, x.count = c.result(in.Operands[0]), c.source(in.Operands[1], "b32"), c.constant(0)
	if n == 4 {
		x.count = c.source(in.Operands[2], "b32")
	}
	x.votes = c.source(in.Operands[n-1], "pred")
	return c.numberedBarrier(in, x)
}

// numbered is the data of an instruction at a numbered barrier of the block. One that is not aligned may be
// another one for each lane of a warp: the warp comes to the barrier when all of its lanes have (PTX ISA,
// "barrier").
type numbered struct {
	id, count     int32
	arrives       bool
	votes, result int32 // a predicate and what bar.red makes of those of all threads; votes is -1 for others
	how           string
	lanes         *collective // nil for one that is aligned
}

// numberedBarrier emits a barrier of the block.
func (c *compiler) numberedBarrier(in *ptx.Instruction, x *numbered) bool {
	lanes := &collective{what: "the barrier", kind: "barrier " + oneOf(in, "sync", "arrive", "red") + x.how,
		members: c.constant(maskOf(32)), give: x.give, take: x.take}
	if in.Opcode == "barrier" && !in.Has("aligned") {
		x.lanes = lanes
	}
	c.emit(op{flow: pause, wait: x.wait})
	return true
}

// give notes at which barrier lanes are, and what they vote.
func (x *numbered) give(w *warp, lanes uint32) {
	w.bring(x.votes, lanes)
	each(lanes, func(l int) { w.given[l].key = w.lanes(x.id)[l] | w.lanes(x.count)[l]<<32 })
}

// take gives lanes the result of a vote.
func (x *numbered) take(w *warp, lanes, _ uint32) {
	if x.votes < 0 {
		return
	}
	v := map[string]uint64{"popc": w.votes.count, "and": truth(w.votes.and), "or": truth(w.votes.or)}[x.how]
	each(lanes, func(l int) { w.lanes(x.result)[l] = v })
}

// wait comes to the barrier, and reports whether the lanes go on.
func (x *numbered) wait(w *warp, mask uint32) bool {
	if x.lanes == nil {
		x.give(w, mask)
		if !x.pass(w, mask) {
			return false
		}
		x.take(w, mask, mask)
		return true
	}
	if !x.lanes.complete(w, mask) {
		return false
	}
	others := x.lanes.elsewhere(w, mask)
	all := x.lanes.gather(w, mask, others)
	if !x.pass(w, all) {
		return false
	}
	x.lanes.finish(w, mask, all, others)
	return true
}

// pass lets a warp arrive at the barrier, or wait there.
func (x *numbered) pass(w *warp, mask uint32) bool {
	l := firstLane(mask)
	each(mask, func(other int) {
		if w.given[l].key != w.given[other].key {
			w.b.g.fail(codeDivergent,
				"%s and %s of one warp are at different barriers, or wait for different numbers of threads",
				w.threads[l].name(), w.threads[other].name())
		}
	})
	if w.b.g.stopped() {
		return false
	}
	id, count := w.given[l].key&maskOf(32), w.given[l].key>>32
	if x.arrives {
		return w.arrive(id, count, mask)
	}
	var set *uint32
	if x.votes >= 0 {
		votes := w.givenVotes(mask)
		set = &votes
	}
	return w.waitAt(id, count, mask, set) != nil
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// comeTo counts the lanes of a warp at a barrier; nil if that stopped the launch.
func (w *warp) comeTo(id, count uint64, mask uint32) *barrier {
	g := w.b.g
	if !w.together(mask, "the barrier") {
		return nil
	}
	if id > 15 || count%warpSize != 0 || count > 1024 {
		g.fail(codeDivergent,
			"barrier %d of %d threads; there are barriers 0 to 15, of multiples of 32 threads", id, count)
		return nil
	}
	bar := w.b.barriers[id]
	if bar == nil {
		bar = &barrier{count: int(count), votes: reduction{and: true}, site: g.site}
		w.b.barriers[id] = bar
	}
	if bar.count != int(count) {
		g.fail(codeDivergent, "barrier %d waits for %d threads here and for %d elsewhere", id, count,
			bar.count).
			Note(g.place(bar.site), "here")
		return nil
	}
	if bar.count == 0 {
		bar.arrived += popcount(mask)
	} else {
		bar.arrived += warpSize // with a count, warps count as a whole
	}
	return bar
}

// arrive counts lanes at a barrier that go on. A warp that has arrived there already is wrong; to find out
// what else is, it arrives when nobody else can go on. False if it has to wait.
func (w *warp) arrive(id, count uint64, mask uint32) bool {
	if bar := w.b.barriers[id]; bar != nil && !w.insists {
		if i := slices.IndexFunc(bar.left, func(a passing) bool { return a.w == w }); i >= 0 {
			w.repeats = true
			w.b.g.found.arrivesAgain(w.threads[firstLane(mask)], id, bar.left[i].site)
			return false
		}
	}
	w.repeats, w.insists = false, false
	if bar := w.comeTo(id, count, mask); bar != nil {
		w.b.note(w.threads[firstLane(mask)], Event{Kind: Passes, Object: int32(id)})
		bar.leaveBehind(w, mask)
		bar.settle(w.b)
	}
	return true
}

// leaveBehind keeps what threads know that arrive and go on: what they do from here on is not part of it.
func (bar *barrier) leaveBehind(w *warp, mask uint32) {
	known := tell(w.selected(mask))
	if bar.known != nil {
		known.join(bar.known)
	}
	bar.known = known
	bar.left = append(bar.left, passing{w, w.b.g.site})
}

// insist lets a warp arrive again at a barrier where nobody else goes on; false if there is none.
func (b *cluster) insist() bool {
	for _, w := range b.warps {
		if w.repeats && !w.insists && !w.done() {
			w.insists = true
			return true
		}
	}
	return false
}

// arrivesAgain reports that a thread arrives a second time before a barrier is complete.
func (f *findings) arrivesAgain(t *thread, id uint64, before int32) {
	g := t.b.g
	if !f.isNew(codeArrivesAgain, before, g.site) {
		return
	}
	d := diag.Errorf(codeArrivesAgain, g.here(),
		"%s arrives again at barrier %d, which those that it arrived for have not left", t.name(), id).
		Suggest("let it wait at another barrier until they have")
	if before != g.site {
		d.Note(g.place(before), "it arrives here before")
	}
	f.list.Add(d)
}

// waitAt waits at a barrier with all others; nil if they have not all come. set are the lanes that vote for
// bar.red.
func (w *warp) waitAt(id, count uint64, mask uint32, set *uint32) *reduction {
	if w.passed {
		w.passed = false
		return &w.votes
	}
	if w.waiting != 0 {
		return nil
	}
	bar := w.comeTo(id, count, mask)
	if bar == nil {
		return nil
	}
	w.b.note(w.threads[firstLane(mask)], Event{Kind: Meets, Object: int32(id)})
	if set != nil {
		n := popcount(*set)
		bar.votes.count += uint64(n)
		bar.votes.and = bar.votes.and && *set == mask
		bar.votes.or = bar.votes.or || n > 0
	}
	w.waiting = mask
	bar.comers = append(bar.comers, w.selected(mask)...)
	bar.waiting = append(bar.waiting, w)
	bar.settle(w.b)
	if !w.passed {
		return nil
	}
	w.passed = false
	return &w.votes
}

// settle lets those who wait go on if all have come.
func (bar *barrier) settle(b *block) bool {
	want := bar.count
	if want == 0 {
		for _, w := range b.own {
			want += popcount(w.live())
		}
	}
	if bar.arrived < want {
		return false
	}
	if bar.count == 0 && want < b.g.threads {
		b.g.found.warnEnded(b.g, bar.site, b.g.threads-want)
	}
	known := bar.known
	if len(bar.comers) > 0 {
		if known = tell(bar.comers); bar.known != nil {
			known.join(bar.known)
		}
	}
	for _, w := range bar.waiting {
		w.passed, w.waiting, w.votes = true, 0, bar.votes
		learn(w.selected(w.live()), known)
	}
	for id, other := range b.barriers {
		if other == bar {
			delete(b.barriers, id)
		}
	}
	return true
}

// selected returns the threads of a mask.
func (w *warp) selected(mask uint32) []*thread {
	var all []*thread
	each(mask, func(l int) { all = append(all, w.threads[l]) })
	return all
}

// release settles the barriers that wait for threads that have ended since; false if there is none.
func (b *cluster) release() bool {
	for _, x := range b.blocks {
		for id := range uint64(16) {
			if bar := x.barriers[id]; bar != nil && bar.settle(x) {
				return true
			}
		}
	}
	return b.settleRendezvous()
}

// warpBarrier emits a barrier of the lanes that a mask names.
func (c *compiler) warpBarrier(members int32) bool {
	x := &collective{what: "the barrier of the warp", kind: "bar.warp", members: members}
	x.give = func(*warp, uint32) {}
	x.take = func(w *warp, lanes, all uint32) {
		if lanes>>firstLane(all)&1 == 1 { // once for all
			comers := w.selected(all)
			learn(comers, tell(comers))
		}
	}
	return c.emitPlain(x.run)
}

// decodeFence decodes fences: of memory, of proxies, and that of the initialization of barrier objects, which
// are not accessed as memory.
func decodeFence(c *compiler, in *ptx.Instruction) bool {
	if in.Has("tensormap::generic") {
		return decodeMapFence(c, in)
	}
	if in.Has("proxy") {
		return decodeProxyFence(c, in)
	}
	if in.Has("mbarrier_init") {
		return c.initFence()
	}
	return c.decodeMemoryFence(fenceOrder(in))
}
