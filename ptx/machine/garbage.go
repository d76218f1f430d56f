package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
)

// This file follows values of shared memory that nothing has written, through the registers and the local
// memory of each lane and back through shared memory, until one reaches a result or an address. It begins
// when such a value is read, and costs nothing before. Products of matrices and what a warp computes together
// of its lanes' values end it: which of their inputs count is not known, and rows that nobody wants may hold
// anything.

// garbage is which lanes of which registers hold such a value, and where it was read.
type garbage struct {
	lanes map[int32]uint32
	from  map[int32]int32
}

// has reports whether a lane of a register holds a value that nothing has written.
func (g *garbage) has(register int32, lane int) bool {
	return g != nil && g.lanes[register]>>lane&1 == 1
}

// of returns which lanes of a register hold such a value, and where it was read.
func (g *garbage) of(register int32) (uint32, int32) {
	if g == nil {
		return 0, 0
	}
	return g.lanes[register], g.from[register]
}

// setGarbage says which of some lanes of a register hold such a value, which was read at a site.
func (w *warp) setGarbage(register int32, lanes, bad uint32, site int32) {
	g := w.garbage
	if g == nil {
		if bad == 0 {
			return
		}
		g = &garbage{map[int32]uint32{}, map[int32]int32{}}
		w.garbage = g
	}
	left := g.lanes[register]&^lanes | bad
	switch {
	case left != 0:
		g.lanes[register] = left
		if bad != 0 {
			g.from[register] = site
		}
	case len(g.lanes) > 0:
		delete(g.lanes, register)
		if len(g.lanes) == 0 {
			w.garbage = nil
		}
	}
}

// passGarbage follows such values through an operation, before it is executed.
func (w *warp) passGarbage(n int32, mask uint32) {
	k := w.b.g.k
	does, in := &k.touched[n], k.sites[n]
	for _, r := range does.bases {
		if w.garbage.lanes[r]&mask != 0 {
			w.b.g.found.garbageReaches(w.b.g, w.garbage.from[r], "it is part of an address here")
		}
	}
	bad, site := uint32(0), int32(0)
	for _, r := range does.values {
		lanes := w.garbage.lanes[r] & mask
		if lanes == 0 {
			continue
		}
		if c := does.choice; c != nil {
			lanes = w.chosen(r, c, lanes)
		}
		bad |= lanes
		if lanes != 0 {
			site = w.garbage.from[r]
		}
	}
	switch {
	case in.Opcode == "shfl":
		return
	case slices.Contains(gathers, in.Opcode):
		bad = 0
	case bad != 0 && in.Opcode != "st" && in.Opcode != "call" && storesResult(in) && !in.Has("cas"):
		w.b.g.found.garbageReaches(w.b.g, site, "the value reaches a result here")
	}
	for _, r := range does.written {
		w.setGarbage(r, mask, bad, site)
		if w.garbage == nil {
			return
		}
	}
}

// gathers are the instructions that make a result of the values of several lanes, and loads.
var gathers = []string{"vote", "match", "redux", "mma", "wmma", "wgmma", "ldmatrix", "ld", "elect",
	"activemask"}

// chosen returns which lanes take a register in a choice of two by a third.
func (w *warp) chosen(r int32, choice *[3]int32, lanes uint32) uint32 {
	if r == choice[2] {
		return lanes
	}
	first := w.holds(choice[2], lanes)
	var taken uint32
	if r == choice[0] {
		taken |= first
	}
	if r == choice[1] {
		taken |= lanes &^ first
	}
	return taken
}

// garbage follows such values through an access of one lane.
func (x *transfer) garbage(w *warp, l int, m *memory, at uint64) {
	t, kept := w.threads[l], w.keptIn(l, m)
	unwritten := t.unwritten
	t.unwritten = false
	if kept == nil || !unwritten && w.garbage == nil && len(*kept) == 0 {
		return
	}
	for i, r := range x.registers {
		place := at + uint64(i*x.size)
		switch {
		case x.kind&writes == 0:
			if site, bad := m.isGarbage(*kept, place, x.size, x.site); bad {
				w.setGarbage(r, 1<<l, 1<<l, site)
			}
		case !w.garbage.has(r, l):
			for word := place / 4; 4*word < place+uint64(x.size); word++ {
				delete(*kept, word)
			}
		case m.own || m.home != nil:
			if *kept == nil {
				*kept = map[uint64]int32{}
			}
			for word := place / 4; 4*word < place+uint64(x.size); word++ {
				(*kept)[word] = w.garbage.from[r]
			}
		default:
			w.b.g.found.garbageReaches(w.b.g, w.garbage.from[r], "the value reaches a result here")
		}
	}
}

// keptIn returns the words of a memory that hold such values, with where they were read; nil for memory that
// nobody changes.
func (w *warp) keptIn(lane int, m *memory) *map[uint64]int32 {
	switch {
	case m.shadow != nil:
		return &m.shadow.garbage
	case !m.own:
		return nil
	case w.kept == nil:
		w.kept = &[warpSize]map[uint64]int32{}
	}
	return &w.kept[lane]
}

// isGarbage reports whether bytes hold a value that nothing has written, and where it was read first.
func (m *memory) isGarbage(kept map[uint64]int32, at uint64, size int, here int32) (int32, bool) {
	for end := at + uint64(size); at < end; at++ {
		if site, stored := kept[at/4]; stored {
			return site, true
		}
		if s := m.shadow; s != nil && s.written != nil && s.written[at/4]>>(at%4)&1 == 0 {
			return here, true
		}
	}
	return 0, false
}

// garbageReaches makes the warning about a read an error.
func (f *findings) garbageReaches(g *launch, site int32, how string) {
	if d := f.unwritten[site]; d != nil && d.Severity != diag.Error {
		d.Severity = diag.Error
		d.Note(g.here(), "%s", how)
	}
}
