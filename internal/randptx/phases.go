package randptx

import (
	"fmt"
	"math/bits"
)

// Phases are kernels without loops: threads write their own cells of arrays and read those of others, and
// meet at barriers of the block, of some warps, or of one warp. What orders what is found by brute force,
// with a clock for each thread.

// step is what some warps do.
type step struct {
	kind  stepKind
	warps uint32 // bits of the warps that take part
	array int    // of an access
	shift int    // of a read: whose cell, counted from the thread's own
	id    int    // of a barrier of some warps
	comes uint32 // the warps that arrive at it and do not wait
}

type stepKind int

const (
	writeOwn stepKind = iota
	readOther
	blockBarrier
	warpsBarrier
	warpBarrier
)

const lanes = 32

func phases(p *program) {
	warps := 2 + p.r.IntN(3)
	p.threads = lanes * warps
	arrays := 1 + p.r.IntN(3)
	p.shared = 4 * p.threads * arrays
	var steps []step
	for a := range arrays {
		steps = append(steps, step{kind: writeOwn, warps: 1<<warps - 1, array: a})
	}
	for range 3 + p.r.IntN(8) {
		steps = orderly(p, append(steps, randomAccess(p, warps, arrays)))
	}
	p.shape = fmt.Sprintf("%d steps of %d warps on %d arrays", len(steps), warps, arrays)
	inGlobal := p.one(4)
	p.line("mul.wide.u32 %%y0, %%t, 4;")
	p.line("add.u64 %%y0, %%y0, %%scratch;")
	p.line("mad.lo.u32 %%s, %%t, 4, %%s;")
	for i, s := range steps {
		first := len(p.lines)
		p.step(s, warps, inGlobal)
		if s.kind >= blockBarrier {
			var all []int
			for n := first; n < len(p.lines); n++ {
				all = append(all, n)
			}
			without := append(append([]step(nil), steps[:i]...), steps[i+1:]...)
			p.drop(races(without, p.threads), fmt.Sprintf("barrier in step %d", i), all...)
		}
	}
}

// randomAccess returns an access by some of the warps.
func randomAccess(p *program, warps, arrays int) step {
	s := step{kind: pick(p.r, writeOwn, readOther, readOther), warps: 1<<warps - 1, array: p.r.IntN(arrays)}
	if p.one(3) {
		s.warps = uint32(1 + p.r.IntN(1<<warps-1))
	}
	if s.kind == readOther {
		s.shift = pick(p.r, 0, 1, 5, 31, lanes, lanes+1, 2*lanes)
	}
	return s
}

// orderly returns steps, of which all but the last are right, with a barrier before the last if it needs one.
func orderly(p *program, steps []step) []step {
	if !races(steps, p.threads) {
		return steps
	}
	warps, last := p.threads/lanes, steps[len(steps)-1]
	all := uint32(1<<warps - 1)
	id := 1
	for _, s := range steps {
		id = max(id, s.id+1)
	}
	candidates := []step{{kind: warpBarrier, warps: all}, {kind: blockBarrier, warps: all}}
	if id < 16 {
		some := uint32(1+p.r.IntN(int(all))) | last.warps
		some |= 1 << p.r.IntN(warps)
		candidates = append(candidates, step{kind: warpsBarrier, warps: some, id: id},
			step{kind: warpsBarrier, warps: all, id: id, comes: all &^ last.warps})
	}
	p.r.Shuffle(len(candidates), func(i, j int) {
		candidates[i], candidates[j] = candidates[j], candidates[i]
	})
	before := steps[:len(steps)-1]
	for _, c := range candidates {
		with := append(append(append([]step(nil), before...), c), last)
		if !races(with, p.threads) {
			return with
		}
	}
	panic("a barrier of the block orders everything")
}

// step writes the lines of a step.
func (p *program) step(s step, warps int, inGlobal bool) {
	over := p.label("over")
	if s.warps != 1<<warps-1 {
		p.line("shr.u32 %%a0, %d, %%warp; and.b32 %%a0, %%a0, 1; setp.eq.u32 %%p0, %%a0, 0;", s.warps)
		p.line("@%%p0 bra %s;", over)
	}
	space, own := "shared", "%s"
	if inGlobal {
		space, own = "global", "%y0"
	}
	at := 4 * s.array * p.threads
	switch s.kind {
	case writeOwn:
		p.line("st.%s.u32 [%s+%d], %%t;", space, own, at)
	case readOther:
		p.line("add.u32 %%a1, %%t, %d; rem.u32 %%a1, %%a1, %d; sub.s32 %%a1, %%a1, %%t;", s.shift, p.threads)
		if inGlobal {
			p.line("mul.wide.s32 %%y1, %%a1, 4; add.u64 %%y1, %%y1, %%y0;")
			p.line("ld.global.u32 %%v, [%%y1+%d];", at)
		} else {
			p.line("mad.lo.s32 %%a2, %%a1, 4, %%s;")
			p.line("ld.shared.u32 %%v, [%%a2+%d];", at)
		}
		p.line("mad.lo.u32 %%sum, %%sum, 3, %%v;")
	case blockBarrier:
		p.line("%s", pick(p.r, "bar.sync 0;", "barrier.sync 0;", "barrier.sync.aligned 0;",
			fmt.Sprintf("bar.sync 0, %d;", p.threads)))
	case warpsBarrier:
		p.barrierOfWarps(s)
	case warpBarrier:
		p.line("bar.warp.sync -1;")
	}
	p.line("%s:", over)
}

// barrierOfWarps writes a barrier by number, at which some may only arrive.
func (p *program) barrierOfWarps(s step) {
	count := lanes * bits.OnesCount32(s.warps)
	if s.comes == 0 {
		p.line("bar.sync %d, %d;", s.id, count)
		return
	}
	waits, behind := p.label("waits"), p.label("behind")
	p.line("shr.u32 %%a0, %d, %%warp; and.b32 %%a0, %%a0, 1; setp.eq.u32 %%p0, %%a0, 0;", s.comes)
	p.line("@%%p0 bra %s;", waits)
	p.line("bar.arrive %d, %d;", s.id, count)
	p.line("bra %s;", behind)
	p.line("%s: bar.sync %d, %d;", waits, s.id, count)
	p.line("%s:", behind)
}

// event is an access to a cell.
type event struct {
	thread, step int
	writes       bool
}

// races reports whether two threads access a cell, one of them writes, and no barriers order the two.
func races(steps []step, threads int) bool {
	clocks := make([][]int, threads) // of each thread, how many steps of each thread it knows
	for t := range clocks {
		clocks[t] = make([]int, threads)
	}
	cells := map[int][]event{}
	for n, s := range steps {
		for t := range threads {
			if s.warps>>(t/lanes)&1 == 0 || s.kind >= blockBarrier {
				continue
			}
			cell := s.array*threads + (t+s.shift)%threads
			for _, e := range cells[cell] {
				if e.thread != t && (e.writes || s.kind == writeOwn) && clocks[t][e.thread] <= e.step {
					return true
				}
			}
			cells[cell] = append(cells[cell], event{t, n, s.kind == writeOwn})
		}
		for t := range threads {
			clocks[t][t] = n + 1
		}
		s.meet(clocks)
	}
	return false
}

// meet joins the clocks of those that meet at a barrier.
func (s step) meet(clocks [][]int) {
	switch s.kind {
	case blockBarrier, warpsBarrier:
		join(clocks, s.warps, s.comes)
	case warpBarrier:
		for w := range len(clocks) / lanes {
			join(clocks, 1<<w, 0)
		}
	}
}

// join tells the threads of some warps, but for those that only come, what all of them know.
func join(clocks [][]int, warps, comes uint32) {
	known := make([]int, len(clocks))
	for t, c := range clocks {
		if warps>>(t/lanes)&1 == 1 {
			for u, n := range c {
				known[u] = max(known[u], n)
			}
		}
	}
	for t := range clocks {
		if w := t / lanes; warps>>w&1 == 1 && comes>>w&1 == 0 {
			copy(clocks[t], known)
		}
	}
}
