package machine

import "math/bits"

const warpSize = 32

// warp is 32 threads, or fewer at the end of a block. Its registers lie by number, then by lane.
type warp struct {
	b       *block
	number  int
	first   int // number of its first thread in the block
	all     uint32
	ended   uint32
	stack   []path
	regs    []uint64
	local   []byte // by lane
	threads []*thread
	blocked bool   // at an operation that has to wait
	waiting uint32 // lanes that have come to a barrier
	passed  bool   // the barrier has let it through
	votes   reduction
	yields  bool // it polls: others should run before it goes on
	// unanswered is the barrier object that it asked last, in vain, and asked where.
	unanswered *mbarrier
	asked      int32
	unmet      []*visit // waits whose lanes have done nothing together since
}

// path is where some lanes of a warp are, and where they meet the others.
type path struct {
	pc, meet int32
	mask     uint32
}

// newWarp makes a warp of a block at the beginning of the kernel.
func newWarp(b *block, number int) *warp {
	k := b.g.k
	first := number * warpSize
	n := min(b.g.threads-first, warpSize)
	w := &warp{b: b, number: number, first: first, all: uint32(maskOf(n)),
		threads: b.threads[first : first+n]}
	w.regs = make([]uint64, int(k.registers)*warpSize)
	w.local = make([]byte, int(k.local)*warpSize)
	w.stack = []path{{0, int32(len(k.ops)), w.all}}
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

// run executes operations until the warp has to wait, has ended or has used its share; it returns how many.
func (w *warp) run(share int) int {
	ops := w.b.g.k.ops
	w.yields, w.unanswered = false, nil
	for n := range share {
		if len(w.stack) == 0 || w.b.g.stopped() {
			return n
		}
		top := &w.stack[len(w.stack)-1]
		top.mask &^= w.ended
		if top.mask == 0 || top.pc == top.meet && len(w.stack) > 1 {
			w.stack = w.stack[:len(w.stack)-1]
			continue
		}
		if int(top.pc) >= len(ops) {
			w.end(top.mask)
			continue
		}
		if !w.step(&ops[top.pc], top) || w.yields {
			return n
		}
	}
	return share
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
	w.b.g.executed[top.pc] = w.b.g.executed[top.pc] || mask != 0
	switch {
	case o.flow == branch:
		w.branch(o, top, mask)
		return true
	case mask == 0:
	case o.flow == plain:
		o.run(w, mask)
	case o.flow == leave:
		w.end(mask)
	case o.flow == pause:
		w.blocked = !o.wait(w, mask)
		if w.blocked {
			return false
		}
	}
	top.pc++
	return true
}

// branch sends some lanes to the target and the others on; those who part meet again.
func (w *warp) branch(o *op, top *path, taken uint32) {
	rest := top.mask &^ taken
	switch {
	case taken == 0:
		top.pc++
		return
	case rest == 0:
		top.pc = o.target
		return
	}
	next := top.pc + 1
	if top.pc = o.meet; top.pc == top.meet && len(w.stack) > 1 {
		w.stack = w.stack[:len(w.stack)-1]
	}
	w.stack = append(w.stack, path{next, o.meet, rest}, path{o.target, o.meet, taken})
}

// end ends lanes.
func (w *warp) end(mask uint32) {
	w.ended |= mask
	if w.done() {
		w.stack = w.stack[:0]
	}
}

// each calls f for every lane of a mask, in order.
func each(mask uint32, f func(lane int)) {
	for ; mask != 0; mask &= mask - 1 {
		f(bits.TrailingZeros32(mask))
	}
}

// together reports whether the lanes are all that live among those of a member mask; otherwise it stops the
// launch. A mask of all ones means the whole warp.
func (w *warp) together(mask, members uint32, what string) bool {
	if missing := w.live() & members &^ mask; missing != 0 {
		lane := bits.TrailingZeros32(missing)
		w.b.g.fail(codeDivergent, "%s needs %s, which is elsewhere", what, w.threads[lane].name())
		return false
	}
	if outside := mask &^ members; outside != 0 {
		w.b.g.fail(codeDivergent, "%s is executed by %s, which its mask %#x does not name", what,
			w.threads[bits.TrailingZeros32(outside)].name(), members)
		return false
	}
	w.meet(mask)
	return true
}
