package machine

// This file holds operations that the lanes of a warp execute together which a mask names: they wait until
// all of these have come that have not ended. Lanes that meet the others further on go on without them until
// they come, or end.

// collective is such an operation. The lanes that a mask names may come to different instructions: those of
// one kind, with the same qualifiers, are one operation (PTX ISA, "vote.sync", "shfl.sync" and others).
type collective struct {
	what    string
	kind    string
	members int32 // the register of the mask
	// give puts what lanes bring where all find it, and take gives lanes their results, where all are the
	// lanes that have come.
	give func(w *warp, lanes uint32)
	take func(w *warp, lanes, all uint32)
}

// given is what a lane brings to an operation of the warp: its value, and where that was read if nothing had
// written it.
type given struct {
	value     uint64
	unwritten bool
	site      int32
	key       uint64 // of a barrier of the block: its number, and how many threads it waits for
}

// run executes the operation for the lanes of each mask that is named, if all of them have come.
func (x *collective) run(w *warp, mask uint32) {
	for rest := mask; rest != 0; {
		group := w.alike(x.members, rest)
		if rest &^= group; !x.complete(w, group) {
			return
		}
	}
	for rest := mask; rest != 0; {
		group := w.alike(x.members, rest)
		rest &^= group
		others := x.elsewhere(w, group)
		all := x.gather(w, group, others)
		w.meet(all)
		x.finish(w, group, all, others)
	}
}

// gather puts what the lanes bring where all find it, and returns who they are.
func (x *collective) gather(w *warp, lanes uint32, others []*path) uint32 {
	all := lanes
	x.give(w, lanes)
	for _, p := range others {
		all |= p.mask
		p.at.give(w, p.mask)
	}
	return all
}

// finish gives all lanes their results, and lets those go on that wait elsewhere.
func (x *collective) finish(w *warp, lanes, all uint32, others []*path) {
	x.take(w, lanes, all)
	for _, p := range others {
		p.at.take(w, p.mask, all)
		p.status = ready
		p.pc++
	}
}

// alike returns which of some lanes have the value of the first one in a register.
func (w *warp) alike(register int32, lanes uint32) uint32 {
	values, same := w.lanes(register), uint32(0)
	first := values[firstLane(lanes)]
	for m := lanes; m != 0; m &= m - 1 {
		if l := firstLane(m); values[l] == first {
			same |= 1 << l
		}
	}
	return same
}

// complete reports whether all lanes have come that some lanes name; otherwise it lets these wait, or stops
// the launch if the others will not come. A mask of all ones means the whole warp.
func (x *collective) complete(w *warp, mask uint32) bool {
	named := uint32(w.lanes(x.members)[firstLane(mask)])
	if outside := mask &^ named; outside != 0 {
		w.b.g.fail(codeDivergent, "%s is executed by %s, which its mask %#x does not name", x.what,
			w.threads[firstLane(outside)].name(), named)
		return false
	}
	missing := w.live() & named &^ mask
	if missing == 0 {
		return true
	}
	for _, p := range x.elsewhere(w, mask) {
		missing &^= p.mask
	}
	if missing == 0 {
		return true
	}
	if w.final {
		w.isElsewhere(missing, x.what)
		return false
	}
	w.late = mask
	w.top.needs, w.top.at, w.top.named = missing, x, named
	return false
}

// elsewhere returns the paths that wait at other instructions of the kind for the same lanes as some lanes
// do.
func (x *collective) elsewhere(w *warp, mask uint32) (others []*path) {
	if len(w.paths) == 1 {
		return nil
	}
	named := uint32(w.lanes(x.members)[firstLane(mask)])
	for _, p := range w.paths {
		if p != w.top && p.status == postponed && p.at != nil && p.at.kind == x.kind && p.named == named {
			others = append(others, p)
		}
	}
	return others
}

// waitLate lets lanes of the path that runs wait at an operation of the warp. They become a path of their own
// if others are on it.
func (w *warp) waitLate(p *path) {
	lanes := w.late
	w.late, w.blocked = 0, false
	if lanes == p.mask {
		w.postpone(p)
		return
	}
	w.remove(p)
	pc, rest := p.pc, p.mask&^lanes
	if p.pc++; p.pc == p.meet && p.parent != nil {
		p = p.parent
	}
	w.paths = append(w.paths, &path{pc: pc, meet: pc + 1, mask: lanes, parent: p},
		&path{pc: pc, meet: pc + 1, mask: rest, parent: p})
	w.next()
}

// needless lets a path go on that waits for lanes which have ended since; false if there is none.
func (w *warp) needless() bool {
	for _, p := range w.paths {
		if p.status == postponed && p.needs&w.live() == 0 {
			p.status = ready
			return true
		}
	}
	return false
}

// sendOn lets lanes that have come to where they meet others go on, if others wait for them at an operation
// that they may come to later, or never; false if there are none.
func (w *warp) sendOn() bool {
	for _, p := range w.paths {
		if p.at != nil && w.free(p.needs) {
			return true
		}
	}
	return false
}

// stuck returns the path that says best why no lane goes on: the one that has waited longest for lanes that
// may come to it from anywhere.
func (w *warp) stuck() *path {
	for _, p := range w.paths {
		if p.at != nil {
			return p
		}
	}
	return w.paths[len(w.paths)-1]
}
