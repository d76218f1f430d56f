package sim

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/sim/internal/shadow"
)

// Accesses of the root strand while no operation is in flight are not recorded, because everything later is
// ordered after them. Package shadow decides races between the other accesses.

// moment describes a position in a run at which accesses take place. Accesses of one iteration between two
// issues or waits share a moment. The iterations are kept as the values of the scope's registers, because
// most moments are never reported.
type moment struct {
	shadow.Moment
	strand   *strand
	place    int32 // the site of the access that it was first made for
	scope    *scope
	values   [3]int64 // of the scope's induction variables, innermost first
	rest     []int64  // values beyond the first three
	callers  []Iteration
	inFlight *queueStatus
}

// at sets the moment's position in happens-before: an epoch of a strand.
func (n *moment) at(s *strand, epoch uint32) *moment {
	n.strand, n.Moment = s, shadow.Moment{Line: &s.Line, Epoch: epoch, Owner: n}
	return n
}

// momentOf returns the description of an access, nil for none.
func momentOf(a shadow.Access) *moment {
	if a.At == nil {
		return nil
	}
	return a.At.Owner.(*moment)
}

// strandOf returns the strand that makes an access.
func strandOf(a shadow.Access) *strand { return momentOf(a).strand }

// accessAt describes an access at a site that takes place now.
func (t *thread) accessAt(site int32, kind shadow.Kind) shadow.Access {
	return shadow.Access{At: &t.momentAt(site).Moment, Site: site, Kind: kind}
}

// momentAt returns the present moment of the thread, for an access at a site.
func (t *thread) momentAt(site int32) *moment {
	sc, s := t.m.prog.scopeAt(t.fn, site), t.strand
	if n := t.now; n != nil && n.Epoch == s.Epoch && n.scope == sc && n.strand == s {
		return n
	}
	n := (&moment{scope: sc, place: site, callers: t.callers, inFlight: s.inFlight()}).at(s, s.Epoch)
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
			own = append(own, Iteration{Name: sc.names[k], Value: v})
			i++
		}
	}
	slices.Reverse(own)
	return append(slices.Clone(n.callers), own...)
}

// quiet reports whether the root strand knows that every issued operation is complete. A task counts as known
// if the root's clock has its end. In programs with tokens of groups, the clock may also have the end of an
// operation that a wait has joined, so that the numbers cannot be compared: then quiet is true only if
// everything is joined.
func (m *machine) quiet() bool {
	if m.unjoined == 0 || m.root.Clock == nil || m.prog.groupTokens {
		return m.unjoined == 0
	}
	return m.unjoined == m.root.Clock.EndedCount()
}

// accesses returns the shadow of the buffer, which is made on first use.
func (b *buffer) accesses() *shadow.Memory {
	if b.shadow == nil {
		b.shadow = shadow.New(b, b.size>>b.shift)
	}
	return b.shadow
}

// elements returns the first and the last element that a range of bytes covers.
func (b *buffer) elements(addr, size int64) (first, last int64) {
	return addr >> b.shift, (addr + size - 1) >> b.shift
}

// onRead records that the thread reads bytes of a buffer.
func (t *thread) onRead(in *instr, b *buffer, addr, size int64) {
	t.recordRead(b, size)
	first, last := b.elements(addr, size)
	if !t.idle && !b.written.Has(first, last) {
		t.uninitialized(in, b, addr, size)
	}
	if t.strand.parent == nil && t.m.quiet() {
		return
	}
	t.strand.touch(b)
	b.accesses().Read(t, first, last, t.accessAt(in.site, shadow.Read))
}

// onWrite records that the thread writes bytes of a buffer.
func (t *thread) onWrite(in *instr, b *buffer, addr, size int64, kind shadow.Kind) {
	t.recordWrite(b, size)
	first, last := b.elements(addr, size)
	b.written.Mark(first, last)
	if t.strand.parent == nil && t.m.quiet() {
		return
	}
	t.strand.touch(b)
	b.accesses().Write(t, first, last, t.accessAt(in.site, kind))
}

// Grew counts the bytes of a shadow. If they exceed the limit, it stops the machine at the end of this
// instruction. It implements shadow.Watcher.
func (t *thread) Grew(_ *shadow.Memory, bytes int64) {
	m := t.m
	m.memory += bytes
	if m.memory > m.limits.Memory {
		m.stop(diag.Errorf(codeMemory, t.span(),
			"more than %d bytes are in use, with what the search for hazards needs", m.limits.Memory))
		t.halt()
	}
}

// Race reports that nothing orders two accesses. It implements shadow.Watcher.
func (t *thread) Race(m *shadow.Memory, element int64, first, second shadow.Access) {
	t.race(m.Owner.(*buffer), element, first, second)
}
