package machine

import "slices"

// Lanes of a warp that a branch separates go on along paths of their own, and meet again where the branch
// says. One path runs at a time, the youngest first. Another one runs when it cannot go on by itself: when it
// spins, when it asks in vain, or when lanes of other paths must come to what it executes.

// path is where some lanes of a warp are. One that has parted waits at pc for its lanes; the others run.
type path struct {
	pc, meet int32
	mask     uint32
	parent   *path  // waits at meet for the lanes; nil for lanes that meet nobody
	came     uint32 // of one that waits, the lanes that have come
	status   status
	vain     int         // how often it gave way to other paths since it changed anything
	spin     *spin       // nil for one that has not gone round in a loop
	needs    uint32      // of one that is postponed: the lanes that it waits for
	at       *collective // and the operation, unless all lanes must execute that in step
	named    uint32      // by that operation: the lanes that take part
}

// status says why a path does not run.
type status uint8

const (
	ready     status = iota
	postponed        // at an operation of the warp, for lanes of other paths
	asleep           // it spins until memory changes
)

// maxVain is how often a path asks in vain before lanes that wait for it, where they would meet, go on alone.
const maxVain = 8

// part sends some lanes of a path to the target and the others on; those who part meet again.
func (w *warp) part(p *path, target, meet int32, taken uint32) {
	next, rest := p.pc+1, p.mask&^taken
	w.remove(p)
	if p.pc = meet; p.pc == p.meet && p.parent != nil {
		p = p.parent
	}
	w.paths = append(w.paths, &path{pc: next, meet: meet, mask: rest, parent: p},
		&path{pc: target, meet: meet, mask: taken, parent: p})
}

// remove takes a path away from those that run.
func (w *warp) remove(p *path) {
	if i := slices.Index(w.paths, p); i >= 0 {
		w.paths = slices.Delete(w.paths, i, i+1)
	}
}

// leave ends a path whose lanes have come to where they meet others, or have ended.
func (w *warp) leave(p *path) {
	w.remove(p)
	if p.parent == nil {
		return
	}
	p.parent.came |= p.mask
	w.settle(p.parent)
}

// settle lets a path that waits go on if all its lanes have come.
func (w *warp) settle(p *path) {
	for ; p != nil; p = p.parent {
		if p.mask&w.ended != 0 {
			p.mask, p.spin = p.mask&^w.ended, nil
		}
		p.came &= p.mask
		switch {
		case p.mask == 0:
			continue // nor does anybody who waits for its lanes have to
		case p.came == p.mask:
			p.came = 0
			w.paths = append(w.paths, p)
		}
		return
	}
}

// next chooses the path that runs, if one can.
func (w *warp) next() {
	w.top = w.choose()
	w.listen()
}

// listen finds out whether what the running path reads is recorded: for its own lap, or for that of a path
// that has parted into it.
func (w *warp) listen() {
	w.recording = false
	for p := w.top; p != nil; p = p.parent {
		w.recording = w.recording || p.spin != nil && p.spin.recording
	}
}

// choose returns the path that runs next, nil if none can.
func (w *warp) choose() *path {
	for {
		for i := len(w.paths) - 1; i >= 0; i-- {
			if p := w.paths[i]; p.status == ready {
				w.paths = append(slices.Delete(w.paths, i, i+1), p)
				return p
			}
		}
		switch {
		case len(w.paths) == 0:
			return nil
		case w.needless():
		case slices.ContainsFunc(w.paths, func(p *path) bool { return p.status == asleep }):
			if !w.split() {
				return nil
			}
		case !w.sendOn(): // all are at operations of the warp, for which other lanes will not come
			w.stuck().status = ready
			w.final = true
		}
	}
}

// split lets lanes that have come to where they meet others go on without them; false if there are none.
func (w *warp) split() bool {
	return w.free(^uint32(0))
}

// free is split for those of some lanes.
func (w *warp) free(lanes uint32) bool {
	for _, leaf := range w.paths {
		for p := leaf.parent; p != nil; p = p.parent {
			if p.came&lanes == 0 {
				continue
			}
			w.paths = append(w.paths, &path{pc: p.pc, meet: p.meet, mask: p.came, parent: p.parent})
			p.mask, p.came, p.spin = p.mask&^p.came, 0, nil
			return true
		}
	}
	return false
}

// giveWay lets other paths of the warp run before one that asked in vain.
func (w *warp) giveWay(p *path) {
	p.vain++
	others := slices.ContainsFunc(w.paths, func(q *path) bool { return q != p && q.status == ready })
	if !others && (p.vain <= maxVain || !w.split()) {
		return
	}
	w.remove(p)
	w.paths = slices.Insert(w.paths, 0, p)
}

// postpone lets a path wait for lanes of others at an operation of the warp. Those that wait at the same one
// become one path.
func (w *warp) postpone(p *path) {
	p.status = postponed
	for _, q := range slices.Clone(w.paths) {
		if q != p && q.pc == p.pc && q.status == postponed && q.named == p.named {
			w.merge(p, q)
			p.status = ready
		}
	}
}

// merge gives the lanes of q to p, which is at the same operation. Paths that wait for either, and not for
// both, do so no longer.
func (w *warp) merge(p, q *path) {
	w.remove(q)
	common := p.parent
	for common != nil && !common.waitsFor(q) {
		common = common.parent
	}
	left := []*path{}
	for _, x := range []*path{p, q} {
		for y := x.parent; y != common; y = y.parent {
			y.mask, y.spin = y.mask&^x.mask, nil
			left = append(left, y)
		}
	}
	p.mask, p.spin = p.mask|q.mask, nil
	p.parent, p.meet = common, int32(len(w.b.g.k.ops))
	if common != nil {
		p.meet = common.pc
	}
	for _, y := range left {
		w.settle(y)
	}
}

// waitsFor reports whether a path waits for another one, or for one that does.
func (p *path) waitsFor(q *path) bool {
	for y := q.parent; y != nil; y = y.parent {
		if y == p {
			return true
		}
	}
	return false
}

// waitsFor lets the running path wait at an operation of the warp for lanes that are on other paths; false if
// they are not, or will not come.
func (w *warp) waitsFor(lanes uint32) bool {
	if w.final || !slices.ContainsFunc(w.paths, func(p *path) bool {
		return p != w.top && p.mask&lanes != 0
	}) {
		return false
	}
	w.late = w.top.mask
	w.top.needs, w.top.at, w.top.named = lanes, nil, 0
	return true
}
