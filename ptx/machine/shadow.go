package machine

import (
	"fmt"
	"sort"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// A shadow keeps, for each word of four bytes of a memory, the accesses that later ones must come after: the
// last writes, and the reads since. An access that a later one of the same kind comes after is forgotten.

// kind is what an access does.
type kind uint16

const (
	writes   kind = 1 << iota // it changes the bytes
	strong                    // it is atomic, or declared to meet others
	grid                      // of a strong one: its scope has all blocks
	wide                      // of a strong one: its scope has all blocks of the cluster
	updates                   // of one that writes: it reads in the same moment
	acquires                  // of a strong one: it is for what follows it
	valued                    // of a weak one that writes: its value is known
	initial                   // it initializes a barrier object
	fetches                   // of a weak one that reads: it goes by way of the texture cache
	ofMap                     // of one that reads: the bytes are a tensor map
)

// objectUse is a use of a barrier object: it is atomic among all uses of the cluster.
const objectUse = writes | strong | wide

// class is the part of a kind that accesses of blocks that nothing orders are told apart by.
func (k kind) class() kind { return k & (writes | strong) }

// access is one access to bytes of a word, or that of several lanes of a warp by one instruction, in the same
// epoch of each.
type access struct {
	block, thread int32  // the thread of the first lane
	lanes         uint32 // of the warp
	epoch         uint32
	site          int32
	group         int32  // of an asynchronous copy: the group that it was committed in; else -1
	number        uint32 // of an asynchronous copy, in its thread
	fences        uint32 // how many fences of proxies the thread had executed
	queue         queue  // of an asynchronous operation
	rank          uint8  // of the block in its cluster
	kind          kind
	bytes         uint8 // one bit for each of the word's
	size          uint8 // of a strong access: its bytes in all
	// Of a strong access: which write of its location it is, or reads; and the first of those that lead to
	// that one, each by an atomic operation that read the one before. 0 for none.
	first, version uint32
	value          uint32 // of the word behind the access, where it is known
}

const pageWords = 1 << 10

// page is what is remembered of words one behind the other, nil of those of which nothing is.
type page [pageWords]*history

// shadow is what is remembered of a memory.
type shadow struct {
	pages   []*page
	written []uint8 // by word, the bytes that were written; nil where all count as written
	// garbage are the words that hold a value of what nothing has written, with where it was read.
	garbage map[uint64]int32
}

func newShadow(size int) *shadow {
	return &shadow{pages: make([]*page, (size+4*pageWords-1)/(4*pageWords))}
}

// word returns what is remembered of a word.
func (s *shadow) word(n uint64) **history {
	at := n / pageWords
	for uint64(len(s.pages)) <= at {
		s.pages = append(s.pages, nil)
	}
	if s.pages[at] == nil {
		s.pages[at] = new(page)
	}
	return &s.pages[at][n%pageWords]
}

// touch records that a thread accesses bytes, and reports accesses that it conflicts with. For what a copy
// does, group and number are its own.
func (t *thread) touch(m *memory, at uint64, size int, a access) {
	g := t.b.g
	if m == nil || m.shadow == nil || g.config.NoHazards {
		return
	}
	a.block, a.thread, a.epoch, a.site = int32(t.b.number), int32(t.number), t.epoch, g.site
	a.rank = uint8(t.b.rank)
	a.lanes = 1 << (t.number % warpSize)
	a.fences = t.proxied
	a.size = uint8(size)
	t.checkDependency(m, at, &a)
	t.reachesOut(m, &a)
	for end := at + uint64(size); at < end; {
		n := min(4-at%4, end-at)
		a.bytes = uint8(1<<n-1) << (at % 4)
		if a.kind&valued != 0 {
			a.value = uint32(load(m.data[at&^3:], min(4, len(m.data)-int(at&^3))))
		}
		if m.shadow.written != nil {
			t.checkWritten(m, at, a)
		}
		if a.isShared() {
			t.recordShared(m, at, a)
		} else {
			t.record(m, at, a)
		}
		at += n
	}
}

// plainAccess is an access by the thread itself.
func plainAccess(k kind) access { return access{kind: k, group: -1} }

// checkWritten warns of a read of bytes that nothing has written.
func (t *thread) checkWritten(m *memory, at uint64, a access) {
	w := &m.shadow.written[at/4]
	if (a.kind&writes == 0 || a.kind&updates != 0) && a.bytes&^*w != 0 {
		t.b.g.found.warnUnwritten(t, at)
	}
	if a.kind&writes != 0 {
		*w |= a.bytes
	}
}

// record compares an access with those before it.
func (t *thread) record(m *memory, at uint64, a access) {
	word := &m.shadow.own(at / 4).all
	var others [4]int // of other blocks, by class
	same, n := 0, 0   // writes that nothing orders, and that write the same; what is kept
	distant := false  // a strong one of another block is remembered in the place of all
	for i := range *word {
		old := &(*word)[i]
		if old.bytes&a.bytes != 0 {
			left := t.compareLanes(m, at, *word, old, &a)
			t.checkCoherent(m, at, old, &a, left)
			if old.block != a.block {
				others[old.kind.class()]++
			}
			switch {
			case left != 0 && old.sameValue(&a):
				same++
			case old.retain(left, &a):
			case a.kind&strong != 0 && old.block != a.block && !distant:
				distant = true // a scope with the block of the one need not have that of the other
			default:
				continue
			}
			if others[old.kind.class()] > t.b.g.remembered() || same > maxSame && old.sameValue(&a) {
				continue
			}
		}
		if n != i {
			(*word)[n] = *old
		}
		n++
	}
	*word = append((*word)[:n], a)
}

// compare judges an access and one of those before it, and reports whether they are in order.
func (t *thread) compare(m *memory, at uint64, word []access, old, a *access) bool {
	conflict := (old.kind|a.kind)&writes != 0 && !old.meets(a)
	if t.follows(old, conflict) || t.observed(word, old) {
		t.checkProxy(m, at, old, a)
		return true
	}
	switch {
	case (old.kind|a.kind)&writes == 0:
	case conflict && old.sameValue(a):
		t.b.g.found.remarkSame(t, m, at, old)
	case conflict && t.b.g.isGuess(old, a):
		t.b.g.found.remarkGuess(t, m, at, old, a)
	case conflict:
		t.b.g.found.conflict(t, m, at, old, a)
	default:
		t.checkStale(m, at, old, a)
	}
	return false
}

// remembered is how many accesses of other blocks to a word are remembered of each class. Where blocks never
// know of each other, one is as good as any.
func (g *launch) remembered() int {
	if g.k.communicates {
		return 64
	}
	return 1
}

// meets reports whether two accesses to the same bytes are morally strong: both are strong, have the whole of
// each other's bytes, and scopes with the other's thread.
func (a *access) meets(b *access) bool {
	return a.kind&b.kind&strong != 0 && a.size == b.size && a.bytes == b.bytes &&
		(a.block == b.block && (a.rank == b.rank || a.kind&b.kind&wide != 0) || a.kind&b.kind&grid != 0)
}

// maxSame is how many writes of the same value to a word are remembered.
const maxSame = 4

// sameValue reports whether two accesses write the same to the bytes that they have in common.
func (a *access) sameValue(b *access) bool {
	if a.kind&b.kind&valued == 0 {
		return false
	}
	for i := range 4 {
		if a.bytes&b.bytes>>i&1 == 1 && byte(a.value>>(8*i)) != byte(b.value>>(8*i)) {
			return false
		}
	}
	return true
}

// checkStale judges two strong accesses that nothing orders: what a load of the two returns is open.
func (t *thread) checkStale(m *memory, at uint64, old, a *access) {
	const loads = writes | acquires
	g, reads := t.b.g, a
	if old.kind&loads == 0 {
		reads = old
	} else if a.kind&loads != 0 {
		return
	}
	if e := g.endsOf(reads.site); e.matters() && !e.spins {
		g.found.staleRead(t, m, at, old, a, e)
	}
}

// observed reports whether a strong write happened before what a thread does now because a strong read, or an
// atomic operation, that found it did.
func (t *thread) observed(word []access, old *access) bool {
	if old.version == 0 || old.kind&writes == 0 {
		return false
	}
	for i := range word {
		r := &word[i]
		if r.kind&strong != 0 && r != old && r.first <= old.version && old.version <= r.version &&
			t.follows(r, false) {
			return true
		}
	}
	return false
}

// forgets reports whether nothing needs to remember an access any more after a later one.
func forgets(old, a *access, ordered bool) bool {
	switch {
	case old.bytes&^a.bytes != 0:
		return false
	case a.kind&writes != 0 && a.kind&strong == 0:
		return true // what conflicts with the old one conflicts with this one, or was reported
	case a.kind&updates != 0 && old.meets(a) && old.version >= a.first && old.kind&writes != 0:
		return (old.kind^a.kind)&a.kind&(grid|wide) == 0 // what follows this one follows those that it read
	case a.kind == old.kind && a.group < 0 && old.group < 0:
		return ordered
	}
	return false
}

// follows reports whether an access happened before what the thread does now. If the two conflict, the waits
// that order them are noted.
func (t *thread) follows(old *access, conflict bool) bool {
	known := t.clock.of(t.b.number, int(old.block))
	if known == nil {
		return false
	}
	if old.group < 0 {
		return old.unknown(known)&^t.ownLane(old) == 0
	}
	b := t.b.cluster
	if int(old.block) != t.b.number {
		b, conflict = t.b.g.known[int(old.block)], false
	}
	return b != nil && t.followsCopy(b.threads[old.thread], known, old, conflict)
}

// followsCopy is follows for a copy that a thread issued, of whose block a clock is known.
func (t *thread) followsCopy(u *thread, clock *clock, old *access, conflict bool) bool {
	if old.queue == onTensor {
		_, ok := u.tensorOf().known(old.number, clock)
		return ok
	}
	if old.queue >= onBarrier {
		f := u.b.flights[old.number]
		known := f.known(clock)
		if known && conflict {
			f.noteUse(t)
		}
		return known
	}
	if conflict && old.queue == wgmma {
		u = u.waiterFor(t, clock, old)
	}
	known := u.knownWaits(t, clock, old.queue)
	waited := known > 0 && u.queues[old.queue].waits[known-1].completes(old)
	arrived := old.queue == cpAsync && old.number < clock.copies.at(u.number)
	if conflict && (waited || !arrived) {
		u.queues[old.queue].need(int(old.group), known, old, t.b.g.site)
	}
	return waited || arrived
}

// findings collects what is found, each pair of instructions once.
type findings struct {
	list diag.List
	seen map[finding]bool
	gaps map[*diag.Diagnostic]Gap
	// unwritten are the findings about memory that nothing has written, by the instruction that reads it.
	unwritten map[int32]*diag.Diagnostic
	// fixes are, of findings that lack another instruction than a barrier, where it belongs.
	fixes map[*diag.Diagnostic]Fix
}

// Gap is where a barrier is missing: behind the instruction From and not behind To, by their numbers in the
// order of the text. It is From > To where the threads come back to To in a loop, or did not come there in
// the order of the text.
type Gap struct{ From, To int32 }

// lacksBarrier adds a finding that a barrier between two instructions would not let happen.
func (f *findings) lacksBarrier(d *diag.Diagnostic, from, to int32) {
	if f.gaps == nil {
		f.gaps = map[*diag.Diagnostic]Gap{}
	}
	f.gaps[d] = Gap{from, to}
	f.list.Add(d)
}

type finding struct {
	code          diag.Code
	first, second int32
}

// maxFindings is how many findings a launch reports.
const maxFindings = 1000

// isNew remembers a finding; false if it is known or too much.
func (f *findings) isNew(code diag.Code, first, second int32) bool {
	if f.seen == nil {
		f.seen = map[finding]bool{}
	}
	key := finding{code, first, second}
	if f.seen[key] || len(f.list) >= maxFindings {
		return false
	}
	f.seen[key] = true
	return true
}

func (f *findings) warnUnwritten(t *thread, at uint64) {
	g := t.b.g
	t.unwritten = true
	if f.isNew(codeUninitialized, g.site, g.site) {
		d := diag.Warningf(codeUninitialized, g.here(),
			"%s reads byte %d of shared memory, which nothing has written", t.name(), at)
		f.list.Add(d)
		if f.unwritten == nil {
			f.unwritten = map[int32]*diag.Diagnostic{}
		}
		f.unwritten[g.site] = d
	}
}

func (f *findings) warnAbandoned(t *thread, site int32) {
	g := t.b.g
	if f.isNew(codeAbandoned, site, site) {
		f.list.Add(diag.Warningf(codeAbandoned, g.place(site), "%s ends without a wait for this %s", t.name(),
			strings.TrimPrefix(queueOf(g.k.sites[site]).thing(), "a ")))
	}
}

func (f *findings) warnEnded(g *launch, site int32, n int) {
	if f.isNew(codeEnded, site, site) {
		f.list.Add(diag.Warningf(codeEnded, g.place(site),
			"%d threads of the block have ended before they came to this barrier", n))
	}
}

// conflict reports two accesses that nothing orders.
func (f *findings) conflict(t *thread, m *memory, at uint64, old, a *access) {
	g := t.b.g
	if old.group >= 0 && old.block == a.block {
		f.copyConflict(t, m, at, old, a)
		return
	}
	if !f.isNew(codeRace, old.site, g.site) {
		return
	}
	where := fmt.Sprintf("byte %d of %s", at, m.name)
	if old.block != a.block {
		f.list.Add(diag.Errorf(codeRace, g.here(),
			"%s %s %s, and a thread of %s %s it; nothing orders the two", t.name(), a.verb(), where,
			g.groupName(int(old.block)), old.verb()).Note(g.place(old.site), "there"))
		return
	}
	f.lacksBarrier(diag.Errorf(codeRace, g.here(), "%s %s %s, which %s %s, and nothing orders the two",
		t.name(), a.verb(), where,
		t.b.threads[old.thread].name(), old.verb()).Note(g.place(old.site),
		"there").Suggest("put a barrier between them"), old.site, g.site)
}

// remarkSame says that two threads write the same value.
func (f *findings) remarkSame(t *thread, m *memory, at uint64, old *access) {
	g := t.b.g
	if !f.isNew(codeSameValue, old.site, g.site) {
		return
	}
	who := "a thread of another block"
	if int(old.block) == t.b.number {
		who = t.b.threads[old.thread].name()
	}
	d := diag.Remarkf(codeSameValue, g.here(),
		"%s and %s write the same value to byte %d of %s, and nothing orders the two", t.name(), who, at,
		m.name)
	if old.site != g.site {
		d.Note(g.place(old.site), "there")
	}
	f.list.Add(d)
}

// staleRead reports a strong load and a strong write that nothing orders.
func (f *findings) staleRead(t *thread, m *memory, at uint64, old, a *access, e ends) {
	g := t.b.g
	reads, write := a, old
	if a.kind&writes != 0 {
		reads, write = old, a
	}
	if !f.isNew(codeStaleRead, reads.site, reads.site) {
		return
	}
	what := "the value reaches a result"
	if !e.result {
		what = "the value is part of an address"
	}
	d := diag.Errorf(codeStaleRead, g.place(reads.site),
		"%s reads byte %d of %s, which %s writes, and nothing says which value it returns; %s",
		g.nameOf(t, reads), at, m.name, g.nameOf(t, write), what).Note(g.place(write.site),
		"it is written here")
	switch {
	case old.block != a.block:
		f.list.Add(d.Suggest(
			"let the writer set a flag behind a release, and read it with an acquire before"))
		return
	case old.thread/warpSize == a.thread/warpSize:
		d.Suggest("lanes of a warp do not go in step: put bar.warp.sync between the two")
	default:
		d.Suggest("put a barrier between the two")
	}
	f.lacksBarrier(d, old.site, a.site)
}

// nameOf names the thread of an access, where t is one that runs.
func (g *launch) nameOf(t *thread, a *access) string {
	if int(a.block) == t.b.number {
		return t.b.threads[a.thread].name()
	}
	return g.threadName(int(a.block), int(a.thread))
}

// copyConflict reports an access to what a copy may still access, once for each reason.
func (f *findings) copyConflict(t *thread, m *memory, at uint64, old, a *access) {
	g, u := t.b.g, t.b.threads[old.thread]
	why, site := u.missing(t, old)
	if !f.isNew(codeInFlight, site, int32(-1-why)) {
		return
	}
	d := diag.Errorf(codeInFlight, g.here(), "%s %s byte %d of %s while %s of %s may still %s it", t.name(),
		a.verb(), at, m.name,
		old.queue.thing(), ownName(u, t), old.plainVerb()).Note(g.place(old.site), "it is issued here")
	switch why {
	case noWait:
		if own, site := t.waitsAlone(u, old.queue); own {
			d.Note(g.place(site), "this wait of %s is for its own copies alone", t.name()).
				Suggest("let %s wait for it, and put a barrier behind its wait", u.name())
			break
		}
		d.Suggest("nothing waits for it before: add %s", waitNames[old.queue])
		if text := waitText(old); text != "" {
			f.lacks(d, Fix{Text: text, Site: g.site})
		}
	case noCommit:
		d.Suggest("it was not committed: add %s behind it", commitNames[old.queue])
		f.lacks(d, Fix{Text: commitText(old.queue), Site: old.site, Behind: true})
	case noBarrier:
		d.Note(g.place(site), "it is complete behind this wait, but no barrier follows before the access").
			Suggest("add a barrier behind the wait")
		f.lacksBarrier(d, site, g.site)
		return
	case weakWait:
		w := u.queues[old.queue].waits[u.knownWaits(t, t.clock, old.queue)-1]
		age := w.Commits - 1 - int(old.group)
		d.Note(g.place(site),
			"this wait leaves it in flight: %d groups were committed behind its own, and %d may stay", age,
			w.N).
			Suggest("wait until at most %d groups are in flight", age)
	}
	f.list.Add(d)
}

func ownName(u, t *thread) string {
	if u == t {
		return "its own"
	}
	return u.name()
}

func (a *access) verb() string {
	verb := "reads"
	if a.kind&writes != 0 {
		verb = "writes"
	}
	if a.group >= 0 {
		return verb + " asynchronously"
	}
	return verb
}

func (a *access) plainVerb() string {
	if a.kind&writes != 0 {
		return "write"
	}
	return "read"
}

// reason is what is missing between a copy and an access.
type reason int32

const (
	noWait reason = iota
	noCommit
	noBarrier
	weakWait
)

// knownWaits returns how many of its waits another thread knows of, who has a clock of its block.
func (u *thread) knownWaits(t *thread, known *clock, q queue) int {
	if u == t {
		return len(u.queues[q].waits)
	}
	return u.queues[q].waitsBefore(known.epochs.at(u.number))
}

// waitsAlone reports whether a thread has waited for groups of its own, where a copy of another one should be
// complete, and where.
func (t *thread) waitsAlone(u *thread, q queue) (bool, int32) {
	if u == t || q >= wgmma || len(t.queues[q].waits) == 0 {
		return false, 0
	}
	waits := t.queues[q].waits
	return true, waits[len(waits)-1].Site
}

// missing says which of wait, commit and barrier is missing between a copy of u and an access of t, and
// where.
func (u *thread) missing(t *thread, old *access) (reason, int32) {
	if old.queue >= onBarrier {
		return noWait, old.site
	}
	c := &u.queues[old.queue]
	known := u.knownWaits(t, t.clock, old.queue)
	if int(old.group) >= c.commits {
		return noCommit, old.site
	}
	if known > 0 && c.waits[known-1].Commits > int(old.group) {
		return weakWait, c.waits[known-1].Site
	}
	// A wait completes what those before it do.
	if i := sort.Search(len(c.waits), func(i int) bool {
		return c.waits[i].completes(old)
	}); i < len(c.waits) {
		return noBarrier, c.waits[i].Site
	}
	return noWait, old.site
}

// checkCoherent reports a read by way of the texture cache of what the launch wrote before. Where some lanes
// of the write come in no order, that is a race and reported as such.
func (t *thread) checkCoherent(m *memory, at uint64, old, a *access, left uint32) {
	g := t.b.g
	if a.kind&fetches == 0 || old.kind&writes == 0 || left != 0 ||
		!g.found.isNew(codeIncoherent, old.site, g.site) {
		return
	}
	g.found.list.Add(diag.Errorf(codeIncoherent, g.here(),
		"%s reads byte %d of %s by way of the texture cache, which does not see that %s wrote it in this "+
			"launch",
		t.name(), at, m.name, g.nameOf(t, old)).Note(g.place(old.site), "there").
		Suggest("read it with ld.global, or in the next launch"))
}
