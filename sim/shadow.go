package sim

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
)

// Races are decided by happens-before. Every element has a shadow cell that remembers the last write and the
// accesses since that are not ordered among themselves; a new access races with a remembered one exactly if
// nothing orders them. Forgetting an access that is ordered before a newer one of the same or a stronger kind
// loses no race: whatever is unordered with the forgotten one is also unordered with the newer one.
//
// Accesses of the root strand while nothing is in flight are not recorded at all, since everything later is
// ordered after them.

// accessKind says what an access does.
type accessKind uint8

const (
	accessRead accessKind = iota
	accessWrite
	accessAtomic // an atomic update: a write that does not race with others of its kind
	accessFree   // the end of the buffer's life: a write
	accessAlloc  // the beginning of the life of a buffer that a token guards: a write
)

// writes reports whether the access changes memory.
func (k accessKind) writes() bool { return k != accessRead }

// access is one recorded access. The zero access means none.
type access struct {
	at   *moment
	site int32
	kind accessKind
	// mixed says, of the latest access since a write, that those before are not all of its kind.
	mixed bool
}

// moment is where in a run an access took place: shared by the accesses of one iteration between two issues
// or waits. Its iterations are kept as the values of the scope's registers, since most moments are never
// reported.
type moment struct {
	strand   *strand
	epoch    uint32
	place    int32 // the site it was described for first
	scope    *scope
	values   [3]int64 // of the scope's induction variables, innermost first
	rest     []int64  // those beyond
	callers  []Iteration
	inFlight *queueStatus
}

// momentAt describes the present for an access at a site.
func (t *thread) momentAt(site int32) *moment {
	sc, s := t.m.prog.scopeAt(t.fn, site), t.strand
	if n := t.now; n != nil && n.epoch == s.Epoch && n.scope == sc && n.strand == s {
		return n
	}
	n := &moment{strand: s, epoch: s.Epoch, scope: sc, place: site, callers: t.callers,
		inFlight: s.inFlight()}
	if len(t.frames) > 0 {
		n.callers = t.iterations(nil)
	}
	i := 0
	for ; sc != nil; sc = sc.parent {
		for k := len(sc.regs) - 1; k >= 0; k-- {
			if v := int64(t.regs[sc.regs[k]]); i < len(n.values) {
				n.values[i] = v
			} else {
				n.rest = append(n.rest, v)
			}
			i++
		}
	}
	t.now = n
	return n
}

// iterations returns the values of the loops around the moment, outermost first.
func (n *moment) iterations() []Iteration {
	own := make([]Iteration, 0, 4)
	i := 0
	for sc := n.scope; sc != nil; sc = sc.parent {
		for k := len(sc.regs) - 1; k >= 0; k-- {
			v := int64(0)
			if i < len(n.values) {
				v = n.values[i]
			} else {
				v = n.rest[i-len(n.values)]
			}
			own = append(own, Iteration{sc.names[k], v})
			i++
		}
	}
	slices.Reverse(own)
	return append(slices.Clone(n.callers), own...)
}

// cell is the shadow of one element: the last write, and accesses since then that are not ordered among
// themselves.
type cell struct {
	last  access
	since access
	more  []access
}

// page is the shadow of consecutive elements.
type page [pageLen]cell

const (
	pageBits = 9
	pageLen  = 1 << pageBits

	cellBytes = 56 // what a cell takes, for the limit of memory
)

// quiet reports whether the root knows everything that was issued to be complete. Tasks that it knows are
// those that its clock has the end of. With tokens of groups, the clock has the end of operations as well
// that a wait has joined: then it does not tell.
func (m *machine) quiet() bool {
	if m.unjoined == 0 || m.root.Clock == nil || m.prog.groupTokens {
		return m.unjoined == 0
	}
	return m.unjoined == m.root.Clock.EndedCount()
}

// cell returns the shadow of element g, made on first use.
func (b *buffer) cell(t *thread, g int64) *cell {
	if b.pages == nil {
		n := (b.size>>b.shift + pageLen - 1) >> pageBits
		b.countShadow(t, 8*n)
		b.pages = make([]*page, n)
	}
	p := b.pages[g>>pageBits]
	if p == nil {
		b.countShadow(t, pageLen*cellBytes)
		p = new(page)
		b.pages[g>>pageBits] = p
	}
	return &p[g&(pageLen-1)]
}

// countShadow counts bytes of the shadow, and stops the machine, at the end of this instruction, if that is
// too much.
func (b *buffer) countShadow(t *thread, n int64) {
	m := t.m
	m.memory += n
	b.shadowBytes += n
	if m.memory > m.limits.Memory {
		m.stop(diag.Errorf(codeMemory, t.span(),
			"more than %d bytes are in use, with what the search for hazards needs", m.limits.Memory))
		t.halt()
	}
}

// onRead records that a thread reads bytes.
func (t *thread) onRead(in *instr, b *buffer, addr, size int64) {
	t.recordRead(b, size)
	if b.written != nil && !t.prints && !b.wasWritten(addr, size) {
		t.uninitialized(in, b, addr, size)
	}
	if t.strand.parent == nil && t.m.quiet() {
		return
	}
	t.strand.touch(b)
	a := access{at: t.momentAt(in.site), site: in.site, kind: accessRead}
	for g := addr >> b.shift; g <= (addr+size-1)>>b.shift; g++ {
		t.readCell(b, g, a)
	}
}

func (t *thread) readCell(b *buffer, g int64, a access) {
	c := b.cell(t, g)
	s := a.at.strand
	if c.last.at != nil && !isOrdered(c.last.at.strand, c.last.at.epoch, s) {
		t.race(b, g, c.last, a)
	}
	t.compareEqual(b, g, a)
	if c.since.at == nil {
		c.since = a
		return
	}
	c.add(t, b, g, a)
}

// few is how many accesses since a write are looked through at each further one. Of more, those that are
// ordered before others are forgotten only when there is no room, so that the time for any number of readers
// is linear.
const few = 64

// add records a read, or an atomic update, among the accesses since the last write.
func (c *cell) add(t *thread, b *buffer, g int64, a access) {
	if c.knows(a) {
		return
	}
	a.mixed = c.since.mixed || c.since.kind != a.kind
	if n := len(c.more); !a.mixed && n >= few && n < cap(c.more) {
		c.more = append(c.more, c.since)
		c.since = a
		return
	}
	all := append(c.more, c.since)
	keep := all[:0]
	for _, x := range all {
		before := isOrdered(x.at.strand, x.at.epoch, a.at.strand)
		if !before && x.kind.writes() != a.kind.writes() {
			t.race(b, g, x, a)
		}
		if !before || x.kind != a.kind {
			keep = append(keep, x)
		}
	}
	c.since, c.more = a, keep
}

// knows reports whether an access of the same strand, epoch and kind is recorded, among many as the latest: a
// second one tells nothing new.
func (c *cell) knows(a access) bool {
	if c.since.repeats(a) {
		return true
	}
	return len(c.more) < few && slices.ContainsFunc(c.more, a.repeats)
}

// repeats reports whether an access is of the same kind at the same moment.
func (a access) repeats(x access) bool {
	return x.kind == a.kind && x.at.strand == a.at.strand && x.at.epoch == a.at.epoch
}

// onWrite records that a thread writes bytes.
func (t *thread) onWrite(in *instr, b *buffer, addr, size int64, kind accessKind) {
	t.recordWrite(b, size)
	if b.written != nil {
		b.markWritten(addr, size)
	}
	if t.strand.parent == nil && t.m.quiet() {
		return
	}
	t.strand.touch(b)
	a := access{at: t.momentAt(in.site), site: in.site, kind: kind}
	for g := addr >> b.shift; g <= (addr+size-1)>>b.shift; g++ {
		t.writeCell(b, g, a)
	}
}

func (t *thread) writeCell(b *buffer, g int64, a access) {
	c := b.cell(t, g)
	s := a.at.strand
	if c.last.at != nil {
		if c.since.at == nil && c.last.at.strand == s && c.last.at.epoch == a.at.epoch &&
			(c.last.site == a.site || !t.mayAgree(c.last)) {
			return
		}
		if !isOrdered(c.last.at.strand, c.last.at.epoch, s) {
			t.race(b, g, c.last, a)
		}
	}
	t.compareEqual(b, g, a)
	if a.kind == accessAtomic {
		if c.since.at == nil {
			c.since = a
		} else {
			c.add(t, b, g, a)
		}
		return
	}
	t.checkSince(b, g, c, a)
	t.overwrite(b, g, c.last, a)
	c.last, c.since, c.more = a, access{}, c.more[:0]
}

// checkSince reports the accesses since the last write that a write is not ordered after.
func (t *thread) checkSince(b *buffer, g int64, c *cell, a access) {
	if c.since.at == nil {
		return
	}
	for i := -1; i < len(c.more); i++ {
		x := c.since
		if i >= 0 {
			x = c.more[i]
		}
		if !isOrdered(x.at.strand, x.at.epoch, a.at.strand) {
			t.race(b, g, x, a)
		}
	}
}

// freeShadow checks the end of a buffer's life against every recorded access.
func (t *thread) freeShadow(b *buffer) {
	for p, pg := range b.pages {
		if pg == nil {
			continue
		}
		for i := range pg {
			c, g := &pg[i], int64(p)<<pageBits+int64(i)
			if x := c.last; x.at != nil && !isOrdered(x.at.strand, x.at.epoch, t.strand) {
				t.race(b, g, x, b.freedAt)
			}
			t.compareEqual(b, g, b.freedAt)
			t.checkSince(b, g, c, b.freedAt)
		}
	}
}

// ---- unwritten elements ----

// wasWritten reports whether all bytes were written.
func (b *buffer) wasWritten(addr, size int64) bool {
	for g := addr >> b.shift; g <= (addr+size-1)>>b.shift; g++ {
		if b.written[g>>6]&(1<<(g&63)) == 0 {
			return false
		}
	}
	return true
}

// markWritten notes that bytes were written; when none is left, nothing needs to be looked up any more.
func (b *buffer) markWritten(addr, size int64) {
	for g := addr >> b.shift; g <= (addr+size-1)>>b.shift; g++ {
		if bit := uint64(1) << (g & 63); b.written[g>>6]&bit == 0 {
			b.written[g>>6] |= bit
			b.unwritten--
		}
	}
	if b.unwritten == 0 {
		b.written = nil
	}
}
