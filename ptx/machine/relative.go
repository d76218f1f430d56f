package machine

import (
	"encoding/binary"
	"maps"
	"slices"
)

// This file writes down the state of a block so that two moments of one launch, or of two, have the same text
// if all that happens from then on is the same but for what registers and memory hold: which threads are
// where, which accesses nothing orders yet, what threads know of each other, which copies are in flight.
//
// Counts only grow, and are only compared: how many epochs of a thread have ended, how many groups it has
// committed, how many phases of a barrier object are complete. So each is written as its place among all that
// are still known of the same kind, beside how far it is from the present where an operation may ask for
// that: waits leave the youngest groups, and parities tell phases apart by one.
//
// What no state of a ring needs is not written: a block with messages between threads, values that nothing
// has written, or loops that ask memory has no text.

// relative writes the state of a block, in two rounds: the first collects the counts.
type relative struct {
	b       *cluster
	out     []byte
	writing bool
	failed  bool // there is something that is not written down
	// by thread, or by the number of a barrier object
	epochs, made, numbers []tally
	groups                [onBarrier][]tally
	phases                []tally
	objects               []*mbarrier
	// What comes several times is written once, in a table: numbers, by what is written, by clocks, by pieces
	// of their lists, and by histories.
	table     []byte
	texts     map[string]int
	clocks    map[*clock]int
	pieces    map[numbersOfWarp]int
	histories map[*history]int

	farthest int64 // how many groups a wait may leave
}

// tally are the counts of one kind that are still known, in order.
type tally []int64

func (c *tally) add(n int64) { *c = append(*c, n) }

func (c *tally) settle() {
	slices.Sort(*c)
	*c = slices.Compact(*c)
}

// relative returns the text of the state, with what is remembered of some words of global memory; false if it
// has none.
func (b *cluster) relative(words map[*memory]words) ([]byte, bool) {
	n := len(b.threads)
	r := &relative{b: b, epochs: make([]tally, n), made: make([]tally, n), numbers: make([]tally, n),
		phases: make([]tally, b.made), objects: make([]*mbarrier, b.made), texts: map[string]int{}}
	for q := range r.groups {
		r.groups[q] = make([]tally, n)
	}
	objects := 0
	for _, x := range b.blocks {
		objects += len(x.objects)
		for _, o := range x.objects {
			r.objects[o.number] = o
		}
	}
	_, leaves := b.g.k.Waits()
	for _, n := range leaves {
		r.farthest = max(r.farthest, int64(n)+2)
	}
	if objects != b.made || len(b.g.schedule.alive) != 1 || len(b.g.notJudged) > 0 {
		return nil, false
	}
	for range 2 {
		r.clocks, r.pieces, r.histories = map[*clock]int{}, map[numbersOfWarp]int{}, map[*history]int{}
		r.block()
		for _, x := range b.blocks {
			r.shadow(x.shared.shadow, 0, allWords)
		}
		for i, m := range slices.Concat(b.g.buffers, b.g.variables) {
			if x, chosen := words[m]; chosen {
				r.raw(int64(i))
				r.shadow(m.shadow, x.offset, x)
			}
		}
		r.done()
		r.settle()
		r.writing = true
	}
	return append(r.out, r.table...), !r.failed
}

// words are those of a memory that count: from a word on, up to a word, and by how much these are moved.
type words struct{ from, to, offset int64 }

var allWords = words{from: 0, to: 1 << 62}

func (r *relative) settle() {
	for _, kind := range slices.Concat([][]tally{r.epochs, r.made, r.numbers, r.phases}, r.groups[:]) {
		for i := range kind {
			kind[i].settle()
		}
	}
}

// raw writes a number.
func (r *relative) raw(all ...int64) {
	if r.writing {
		for _, n := range all {
			r.out = binary.AppendVarint(r.out, n)
		}
	}
}

func (r *relative) truth(b bool) { r.raw(int64(truth(b))) }

// place writes the place of a count among those of its kind.
func (r *relative) place(of *tally, n int64) {
	if !r.writing {
		of.add(n)
		return
	}
	place, _ := slices.BinarySearch(*of, n)
	r.raw(int64(place))
}

func (r *relative) epoch(thread int, n uint32) { r.place(&r.epochs[thread], int64(n)) }

// group writes a group of a thread, or how many were complete.
func (r *relative) group(q queue, thread int, n int64) {
	r.place(&r.groups[q][thread], n)
	r.raw(min(int64(r.b.threads[thread].queues[q].commits)-n, r.farthest))
}

// phase writes a phase of a barrier object, or how many were complete.
func (r *relative) phase(o int, n int64) {
	if r.objects[o] == nil {
		r.failed = true
		return
	}
	r.place(&r.phases[o], n)
	r.raw(max(min(int64(r.objects[o].phase)-n, 4), -4))
}

// block writes all but memory.
func (r *relative) block() {
	b := r.b
	r.raw(int64(b.idle))
	r.truth(b.turn.still == b.g.changes)
	for _, w := range b.warps {
		r.warp(w)
	}
	for _, t := range b.threads {
		r.thread(t)
	}
	for _, x := range b.blocks {
		for _, id := range slices.Sorted(maps.Keys(x.barriers)) {
			r.barrier(id, x.barriers[id])
		}
		for _, n := range slices.Concat(x.pool.per, x.pool.done) {
			r.raw(int64(n))
		}
	}
	r.rendezvous()
	for at, o := range r.objects {
		if o == nil {
			r.failed = true
			return
		}
		r.raw(int64(at))
		r.object(o)
	}
	for _, f := range b.flights {
		if !f.landed || f.phase >= f.object.observed {
			r.flight(f)
		}
	}
	r.raw(int64(len(b.flying)))
	for _, x := range b.waited {
		r.raw(int64(x.thread))
		r.epoch(x.thread, x.epoch)
	}
}

// done writes which groups of each thread were complete at the ends of the epochs that others know of.
func (r *relative) done() {
	for i, t := range r.b.threads {
		for q := range t.queues {
			c := &t.queues[q]
			if !c.used {
				continue
			}
			known := slices.Clone(r.epochs[i])
			known.settle()
			for _, e := range known {
				if n := c.waitsBefore(uint32(min(e, int64(len(c.byEpoch))))); n > 0 {
					r.group(queue(q), i, int64(c.waits[n-1].Done))
					r.group(queue(q), i, int64(c.waits[n-1].DoneReads))
				} else {
					r.raw(-1)
				}
			}
		}
	}
}

// warp writes where the lanes of a warp are.
func (r *relative) warp(w *warp) {
	if w.garbage != nil || w.kept != nil || w.starving != nil {
		r.failed = true
	}
	r.raw(int64(w.all), int64(w.ended), int64(w.late), int64(w.waiting))
	for _, x := range []bool{w.final, w.passed, w.repeats, w.insists, w.ran, w.votes.and, w.votes.or} {
		r.truth(x)
	}
	r.raw(int64(w.votes.count), int64(len(w.paths)), int64(slices.Index(w.paths, w.top)))
	seen := map[*path]int{}
	for _, p := range w.paths {
		for ; p != nil; p = p.parent {
			if n, known := seen[p]; known {
				r.raw(int64(n))
				break
			}
			seen[p] = len(seen)
			r.path(w, p)
		}
		r.raw(-1)
	}
	if w.threads[0].queues[wgmma].used {
		r.products(w)
	}
	for _, v := range w.unmet {
		if v.judged {
			continue
		}
		for _, o := range r.b.sortedObjects() {
			if i := slices.Index(o.visits, v); i >= 0 {
				r.raw(int64(o.number), int64(i))
			}
		}
	}
	r.raw(-1)
}

func (r *relative) path(w *warp, p *path) {
	r.raw(int64(p.pc), int64(p.meet), int64(p.mask), int64(p.came), int64(p.status), int64(p.needs),
		int64(p.named), int64(min(p.vain, maxVain+1)))
	if p.at != nil {
		r.raw(1, int64(p.at.members))
	}
	if s := p.spin; s != nil {
		r.spin(w, p, s)
	}
}

// spin writes what is known of the laps of a path. One that has changed something begins anew with the next.
func (r *relative) spin(w *warp, p *path, s *spin) {
	if r.truth(s.effects == w.effects); s.effects != w.effects {
		return
	}
	r.raw(int64(s.laps), int64(s.limit), int64(len(s.registers)), int64(s.proven), int64(len(s.reads)))
	if len(s.registers) > 0 {
		r.raw(int64(s.pc))
	}
	r.truth(s.recording && s.meetings != w.meetings)
	r.truth(s.recording)
	r.truth(s.cycles)
	for i := range s.reads {
		x := &s.reads[i]
		if x.object == nil {
			r.failed = true // it asks memory
			continue
		}
		r.raw(int64(x.site), int64(x.lane), int64(x.object.number), int64(truth(x.object.phase == x.phase)))
	}
	if p.status == asleep || !r.writing {
		return // it begins anew when it wakes
	}
	for first := 0; first < len(s.registers); first += warpSize {
		each(p.mask&^w.drifts.open[first/warpSize], func(l int) {
			r.raw(growth(s.registers[first+l], w.regs[first+l]))
		})
	}
}

func (r *relative) thread(t *thread) {
	if t.total != [reachKinds]uint32{} || t.released != nil || len(t.heard) > 0 ||
		t.fenced != [reachKinds]*fenced{} {
		r.failed = true
	}
	r.clock(t.clock)
	r.epoch(t.number, t.epoch)
	r.place(&r.made[t.number], int64(t.proxied))
	r.truth(t.waited)
	r.raw(int64(t.arrivals-t.meets), int64(t.begun))
	r.epoch(t.number, t.initFenced)
	for _, f := range t.fences {
		r.place(&r.made[t.number], int64(f.made))
		r.group(cpAsync, t.number, int64(f.groups))
	}
	for q := range t.queues {
		r.queue(t, queue(q), &t.queues[q])
	}
}

func (r *relative) queue(t *thread, q queue, c *copies) {
	if r.truth(c.used); !c.used {
		return
	}
	r.group(q, t.number, int64(c.commits))
	r.group(q, t.number, int64(c.complete()))
	r.group(q, t.number, int64(c.completeReads()))
	r.group(q, t.number, int64(c.last.group))
	r.truth(c.issued > c.arrived)
	r.truth(c.issued > 0)
	if q == cpAsync {
		r.place(&r.numbers[t.number], int64(c.issued))
		r.place(&r.numbers[t.number], int64(c.arrived))
	}
	for i := range c.pending {
		r.pending(t, q, &c.pending[i])
	}
	r.raw(-1)
}

func (r *relative) pending(t *thread, q queue, p *pending) {
	r.raw(int64(p.size), int64(p.site))
	r.group(q, t.number, int64(p.group))
	if q == cpAsync {
		r.place(&r.numbers[t.number], int64(p.number))
	}
	if p.to != nil && p.to.home != nil {
		r.raw(int64(p.to.home.rank), int64(p.at))
	}
	if p.arrives != nil {
		r.raw(int64(p.arrives.number))
		r.clock(p.told)
	}
}

func (r *relative) barrier(id uint64, b *barrier) {
	r.raw(int64(id), int64(b.count), int64(b.arrived), int64(b.site), int64(b.votes.count))
	r.truth(b.votes.and)
	r.truth(b.votes.or)
	r.raw(int64(len(b.waiting)), int64(len(b.comers)), int64(len(b.left)))
	for _, w := range b.waiting {
		r.raw(int64(w.first))
	}
	for _, t := range b.comers {
		r.raw(int64(t.number))
	}
	for _, p := range b.left {
		r.raw(int64(p.w.first), int64(p.site))
	}
	r.clock(b.known)
}

// clock writes what a clock knows.
func (r *relative) clock(c *clock) {
	if c == nil {
		r.raw(-1)
		return
	}
	n, known := r.clocks[c]
	if !known {
		n = r.apart(func() { r.knowledge(c) })
		r.clocks[c] = n
	}
	r.raw(int64(n))
}

// knowledge writes what a clock knows.
func (r *relative) knowledge(c *clock) {
	if c.others != nil || c.total != (past{}) || c.heard != (past{}) {
		r.failed = true
	}
	r.perThread(ofEpochs, c.epochs)
	r.perThread(ofGroups, c.groups)
	r.perThread(ofCopies, c.copies)
	r.perThread(ofEpochs, c.inits)
	for o, n := range c.phases {
		r.phase(o, int64(n))
	}
	for n, f := range c.fences {
		if f == nil {
			continue
		}
		r.raw(int64(n))
		r.perThread(ofFences, f.made)
		r.perThread(ofEpochs, f.epochs)
		r.perThread(ofGroups, f.groups)
	}
}

// numberKind says what numbers of threads count.
type numberKind uint8

const (
	ofEpochs numberKind = iota
	ofGroups            // of cp.async
	ofCopies            // by cp.async
	ofFences
)

// numbersOfWarp are numbers of the threads of a warp of a cluster.
type numbersOfWarp struct {
	kind numberKind
	warp int
	all  *perWarp
}

var noNumbers perWarp

// perThread writes numbers of all threads.
func (r *relative) perThread(kind numberKind, all perThread) {
	for i := 0; i*warpSize < len(r.b.threads); i++ {
		x := numbersOfWarp{kind, i, all.piece(i)}
		if x.all == nil {
			x.all = &noNumbers
		}
		n, known := r.pieces[x]
		if !known {
			n = r.apart(func() { r.ofWarp(x) })
			r.pieces[x] = n
		}
		r.raw(int64(n))
	}
}

func (r *relative) ofWarp(x numbersOfWarp) {
	first := x.warp * warpSize
	for l, t := range r.b.threads[first:min(first+warpSize, len(r.b.threads))] {
		n := int64(x.all[l])
		switch x.kind {
		case ofEpochs:
			r.epoch(first+l, uint32(n))
		case ofCopies:
			r.place(&r.numbers[first+l], n)
		case ofFences:
			r.place(&r.made[first+l], n)
		case ofGroups:
			if t.queues[cpAsync].used {
				r.group(cpAsync, first+l, n)
			}
		}
	}
}

// apart writes a text that may come several times: beside the others, once, with a number, which it returns.
func (r *relative) apart(write func()) int {
	first := len(r.out)
	write()
	if !r.writing {
		return 0
	}
	n, known := r.texts[string(r.out[first:])]
	if !known {
		n = len(r.texts)
		r.texts[string(r.out[first:])] = n
		r.table = binary.AppendUvarint(r.table, uint64(len(r.out)-first))
		r.table = append(r.table, r.out[first:]...)
	}
	r.out = r.out[:first]
	return n
}

func (r *relative) object(o *mbarrier) {
	if o.repeated != nil {
		r.failed = true
	}
	n := o.number
	r.raw(o.expected, o.pending, o.bytes, int64(o.phase&1), int64(o.by))
	r.clock(o.coming)
	r.clock(o.known)
	r.clock(o.comingFar)
	r.clock(o.knownFar)
	r.truth(o.copied)
	r.phase(n, int64(o.phase))
	r.phase(n, int64(o.sure))
	r.phase(n, int64(o.observed))
	r.phase(n, int64(o.brought))
	r.perThread(ofEpochs, o.before)
	r.perThread(ofEpochs, o.since)
	for i, s := range o.seen {
		if s.count == 0 {
			r.raw(0)
			continue
		}
		r.raw(1, int64(s.site))
		r.phase(n, int64(s.count)-1)
		r.epoch(i, s.epoch)
	}
	r.raw(int64(len(o.seen)), int64(len(o.visits)))
	for _, v := range o.visits {
		r.raw(int64(v.w.first), int64(v.mask), int64(v.site), int64(v.again), int64(v.met))
		each(v.mask, func(l int) { r.epoch(v.w.first+l, v.epochs[l]) })
		each(v.met, func(l int) { r.epoch(v.w.first+l, v.metEpochs[l]) })
	}
}

func (r *relative) flight(f *flight) {
	r.raw(int64(f.object.number), int64(f.thread.number), int64(f.site), int64(f.size))
	if f.to.home != nil {
		r.raw(int64(f.to.home.rank), int64(f.at))
	}
	r.truth(f.landed)
	if f.landed {
		r.phase(f.object.number, int64(f.phase))
		return
	}
	r.clock(f.told)
}

// shadow writes what is remembered of words of a memory.
func (r *relative) shadow(s *shadow, offset int64, x words) {
	if len(s.garbage) > 0 {
		r.failed = true
	}
	if r.writing {
		r.out = append(r.out, s.written...)
	}
	run := struct{ first, words, history int64 }{}
	end := func() {
		if run.words > 0 {
			r.raw(run.first-offset, run.words, run.history)
		}
	}
	for page, all := range s.pages {
		if all == nil {
			continue
		}
		for i, h := range all {
			word := int64(page*pageWords + i)
			if h == nil || word < x.from || word >= x.to {
				continue
			}
			n := r.historyOf(h)
			if n != run.history || word != run.first+run.words {
				end()
				run.first, run.words, run.history = word, 0, n
			}
			run.words++
		}
	}
	end()
	r.raw(-1)
}

// historyOf writes what is remembered of a word, and returns its number.
func (r *relative) historyOf(h *history) int64 {
	n, known := r.histories[h]
	if !known {
		n = r.apart(func() {
			for i := range h.all {
				r.access(&h.all[i])
			}
		})
		r.histories[h] = n
	}
	return int64(n)
}

func (r *relative) access(a *access) {
	r.raw(int64(a.thread), int64(a.lanes), int64(a.site), int64(a.queue), int64(a.kind), int64(a.bytes),
		int64(a.size))
	switch {
	case a.version != 0:
		r.failed = true
	case a.group < 0:
		each(a.lanes, func(l int) {
			t := a.ofWarp() + l
			r.epoch(t, a.epoch)
			r.place(&r.made[t], int64(a.fences))
		})
	case a.queue >= onBarrier:
		r.flight(r.b.flights[a.number])
	default:
		r.group(a.queue, int(a.thread), int64(a.group))
		if a.queue == cpAsync {
			r.place(&r.numbers[a.thread], int64(a.number))
		}
	}
}
