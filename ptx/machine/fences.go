package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/ptx"
)

// This file finds what fences of memory are for. A fence acts in two ways (PTX ISA, "Memory Consistency
// Model"): it is a part of release and acquire patterns, of which two synchronize, and fences.sc have an
// order among each other.
//
// The text tells which patterns a fence can be a part of: with the strong writes behind it and the strong
// reads before it. Where another fence or the access itself already makes a pattern that orders as much, the
// fence is not needed for that access. An execution tells which instructions access the same place, and who
// does. A fence whose patterns meet no pattern of another thread then orders nothing in any execution, and
// one whose patterns meet only those of the own block need reach no further.

// level is how far a pattern must reach.
type level uint8

const (
	nearLevel level = iota // threads of the block
	farLevel               // threads of the grid
	hostLevel              // who is not in the grid
	levels
)

// scopeOf returns how far an instruction reaches at most. Other blocks of the cluster are as those of the
// grid.
func scopeOf(in *ptx.Instruction, o order) level {
	switch {
	case o.reach == inBlock:
		return nearLevel
	case in.Has("sys") || in.Has("volatile") || in.Has("mmio"):
		return hostLevel
	}
	return farLevel
}

// synchronizer is an instruction of the order of memory: a strong access, an operation on a barrier object,
// or a fence.
type synchronizer struct {
	order
	in            *ptx.Instruction
	scope         level
	reads, writes bool // neither: a fence
	fence         int  // the number of a fence of the text
	object        bool
}

// fencing is what the text of a kernel says of its fences of memory.
type fencing struct {
	k      *Kernel
	fences []*ptx.Instruction // in the order of the text
	ops    map[int]*synchronizer
	before [][]int // the predecessors of each operation
	// open are the fences that make patterns with an access, by level, where nothing else does; patterns says
	// whether anything makes one.
	open     [levels]map[int][]int
	patterns [levels]map[int]bool
	unstable bool // which places are accessed depends on who comes first
}

// synchronizerOf returns what an instruction does for the order of memory, nil for nothing.
func synchronizerOf(in *ptx.Instruction) *synchronizer {
	s := &synchronizer{in: in, fence: -1}
	switch in.Opcode {
	case "ld", "st":
		s.order = accessOrder(in)
		s.reads, s.writes = in.Opcode == "ld", in.Opcode == "st"
	case "atom", "red":
		s.order = atomicOrder(in)
		s.reads, s.writes = true, true
	case "mbarrier":
		s.object, s.strong = true, true
		s.reads = in.Has("test_wait") || in.Has("try_wait")
		s.writes = !s.reads && !in.Has("init") && !in.Has("inval") && !in.Has("pending_count")
		s.acquire, s.release = s.reads && !in.Has("relaxed"), s.writes && !in.Has("relaxed")
	case "membar", "fence":
		if in.Has("proxy") || in.Has("mbarrier_init") {
			return nil
		}
		s.order = fenceOrder(in)
	}
	s.scope = scopeOf(in, s.order)
	if !s.strong {
		return nil
	}
	return s
}

func (s *synchronizer) isFence() bool { return !s.reads && !s.writes && !s.object }

// newFencing reads the text of a kernel; it returns nil if that has no fences of memory.
func newFencing(k *Kernel) *fencing {
	x := &fencing{k: k, ops: map[int]*synchronizer{}, before: make([][]int, len(k.ops)+1)}
	for n, in := range k.sites {
		for _, s := range successors(k.ops, n) {
			x.before[s] = append(x.before[s], n)
		}
		s := synchronizerOf(in)
		if s == nil {
			continue
		}
		x.ops[n] = s
		if s.isFence() {
			if s.fence = slices.Index(x.fences, in); s.fence < 0 {
				s.fence = len(x.fences)
				x.fences = append(x.fences, in)
			}
		}
	}
	if len(x.fences) == 0 {
		return nil
	}
	for l := range levels {
		x.open[l], x.patterns[l] = map[int][]int{}, map[int]bool{}
		for n, s := range x.ops {
			if s.reads || s.writes {
				x.find(n, s, l)
			}
		}
	}
	for n, s := range x.ops {
		x.unstable = x.unstable || s.reads && !s.object && k.endsOf(n).address
	}
	return x
}

// find finds the fences that make patterns with an access: behind what reads, and before what writes. A read
// and its pattern are kept by the number of the operation, a write and its one by the next number but sign.
func (x *fencing) find(n int, s *synchronizer, l level) {
	if s.reads {
		x.search(n, n, s.acquire && s.scope >= l, l, func(m int) []int { return successors(x.k.ops, m) },
			func(o order) bool { return o.acquire })
	}
	if s.writes {
		x.search(n, writing(n), s.release && s.scope >= l, l, func(m int) []int { return x.before[m] },
			func(o order) bool { return o.release })
	}
}

// writing is the key of the pattern of which an operation is the write.
func writing(n int) int { return -1 - n }

// search follows all paths from an access to the fences that make a pattern of the access. A fence which
// every thread executes that comes there hides those further away.
func (x *fencing) search(n, key int, itself bool, l level, next func(int) []int, side func(order) bool) {
	x.patterns[l][key] = itself
	for _, hides := range []bool{false, true} {
		seen := make([]bool, len(x.k.ops)+1)
		for work := slices.Clone(next(n)); len(work) > 0; {
			m := work[len(work)-1]
			work = work[:len(work)-1]
			if seen[m] || m == len(x.k.ops) {
				continue
			}
			seen[m] = true
			s := x.ops[m]
			if s != nil && s.isFence() && side(s.order) && s.reaches(l) {
				x.patterns[l][key] = true
				if hides && !itself && !slices.Contains(x.open[l][key], s.fence) {
					x.open[l][key] = append(x.open[l][key], s.fence)
				}
				if hides && x.k.ops[m].guard < 0 && s.scope >= l {
					continue
				}
			}
			work = append(work, next(m)...)
		}
	}
}

// reaches reports whether a fence may be part of a pattern that others look for at a level. Another grid of
// the device is none of the host.
func (s *synchronizer) reaches(l level) bool { return s.scope >= min(l, farLevel) }

// users are the operations that access a place by strong accesses, and who executes them.
type users struct {
	ops           []int32
	block, thread int32
	begun         bool
	several, many bool // threads, and blocks
}

// note notes an access.
func (u *users) note(t *thread, site int32) {
	if !slices.Contains(u.ops, site) {
		u.ops = append(u.ops, site)
	}
	block, thread := int32(t.b.place()), int32(t.number)
	if !u.begun {
		u.block, u.thread, u.begun = block, thread, true
		return
	}
	u.many = u.many || u.block != block
	u.several = u.several || u.many || u.thread != thread
}

// meetings are which operations access the same places.
type meetings struct {
	near, far map[[2]int32]bool // a write and a read of other threads
	alone     map[int]bool      // patterns whose access meets none of another thread of the grid
	contended int               // places that several threads access by strong accesses, not exactly
	wide      bool              // one of them by several blocks, or by who is not in the grid
}

// gather adds what is known of the places of a memory that others may see too, or only the block.
func (g *launch) gather(m *memory, open bool) {
	if g.fencing == nil || m == nil {
		return
	}
	x := &g.meetings
	if x.near == nil {
		x.near, x.far, x.alone = map[[2]int32]bool{}, map[[2]int32]bool{}, map[int]bool{}
	}
	for _, l := range m.cells {
		x.add(g.fencing, &l.users, open)
	}
}

// add adds a place.
func (x *meetings) add(f *fencing, u *users, open bool) {
	reads, writes := 0, 0
	for _, a := range u.ops {
		if f.ops[int(a)].reads {
			reads++
		}
		if f.ops[int(a)].writes {
			writes++
		}
		for _, b := range u.ops {
			if u.several && f.ops[int(a)].writes && f.ops[int(b)].reads {
				x.near[[2]int32{a, b}] = true
				x.far[[2]int32{a, b}] = x.far[[2]int32{a, b}] || u.many
			}
		}
	}
	if u.several && writes > 0 {
		x.contended, x.wide = x.contended+1, x.wide || u.many
	}
	if !open || u.several && reads > 0 && writes > 0 {
		return
	}
	for _, a := range u.ops {
		x.alone[int(a)], x.alone[writing(int(a))] = true, true
	}
	x.contended, x.wide = x.contended+1, true
}

// MemoryFence is what a launch needed a fence of memory for. What it says holds for all executions of the
// launch, if no hazard was found.
type MemoryFence struct {
	Instruction *ptx.Instruction
	Executed    bool
	// Known says that all that orders memory was executed, so that the rest is known.
	Known bool
	// Beside is another fence, with nothing between the two, that orders as much; nil if there is none.
	Beside *ptx.Instruction
	// Near and Far are strong writes and strong reads that find them, of two threads of a block and of any
	// two, whose patterns need the fence; nil where there are none. Alone is an access that no other thread
	// of the grid makes a pattern with, and that who is not in the grid may.
	Near, Far, Alone *Crossing
	// Stores is a plain write to global memory behind the fence, of one for the whole system: a flag for the
	// host may be written so. It is nil if there is none.
	Stores *ptx.Instruction
	// Total says that the fence is a fence.sc whose order among others may matter, and Wide that it may
	// matter between blocks.
	Total, Wide bool
}

// memoryFences says of the fences of memory what needs them, in the order of the text.
func (g *launch) memoryFences() []MemoryFence {
	f := g.fencing
	if f == nil {
		return nil
	}
	for _, m := range slices.Concat(g.buffers, g.variables) {
		g.gather(m, true)
	}
	known := true
	for n := range f.ops {
		known = known && g.executed[n]
	}
	all := make([]MemoryFence, len(f.fences))
	for i, in := range f.fences {
		all[i] = MemoryFence{Instruction: in, Known: known, Beside: f.beside(i)}
		total := fenceOrder(in).total && (g.meetings.contended > 1 || g.toldTotal)
		all[i].Total, all[i].Wide = total, total && (g.meetings.wide || g.toldTotal)
	}
	for n, s := range f.ops {
		if s.isFence() {
			all[s.fence].Executed = all[s.fence].Executed || g.executed[n]
			if s.scope == hostLevel && all[s.fence].Stores == nil {
				all[s.fence].Stores = f.storesBehind(n)
			}
		}
	}
	g.meet(all)
	return all
}

// meet notes in the fences which patterns they are a part of that meet those of others.
func (g *launch) meet(all []MemoryFence) {
	f, x := g.fencing, &g.meetings
	for _, w := range f.order() {
		if x.alone[writing(w)] {
			f.alone(all, writing(w), w)
		}
		if x.alone[w] {
			f.alone(all, w, w)
		}
		for _, r := range f.order() {
			if !f.ops[w].writes || !f.ops[r].reads {
				continue
			}
			pair := [2]int32{int32(w), int32(r)}
			objects := f.ops[w].object && f.ops[r].object
			if x.near[pair] || objects || f.unstable {
				f.pair(all, pair, nearLevel)
			}
			if x.far[pair] || f.unstable && !f.ops[w].object && g.grid.Count() > 1 {
				f.pair(all, pair, farLevel)
			}
		}
	}
}

// order returns the operations of the order of memory in the order of the text.
func (f *fencing) order() []int {
	var all []int
	for n := range f.ops {
		all = append(all, n)
	}
	slices.Sort(all)
	return all
}

// storesBehind returns a plain write to global memory that comes behind an operation, nil if there is none.
func (f *fencing) storesBehind(n int) *ptx.Instruction {
	seen := make([]bool, len(f.k.ops)+1)
	for work := successors(f.k.ops, n); len(work) > 0; {
		m := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[m] || m == len(f.k.ops) {
			continue
		}
		seen[m] = true
		in := f.k.sites[m]
		if s := spaceOf(in); in.Opcode == "st" && f.ops[m] == nil && (s == globalSpace || s == genericSpace) {
			return in
		}
		work = append(work, successors(f.k.ops, m)...)
	}
	return nil
}

// pair notes a strong write and a strong read that meet.
func (f *fencing) pair(all []MemoryFence, pair [2]int32, l level) {
	w, r := writing(int(pair[0])), int(pair[1])
	if !f.patterns[l][w] || !f.patterns[l][r] {
		return
	}
	for _, key := range []int{w, r} {
		for _, n := range f.open[l][key] {
			to := &all[n].Near
			if l == farLevel {
				to = &all[n].Far
			}
			if *to == nil || (*to).From == (*to).To { // another instruction tells more
				*to = &Crossing{pair[0], pair[1]}
			}
		}
	}
}

// alone notes an access that nobody in the grid makes a pattern with.
func (f *fencing) alone(all []MemoryFence, key, n int) {
	for _, i := range f.open[hostLevel][key] {
		if all[i].Alone == nil {
			all[i].Alone = &Crossing{int32(n), int32(n)}
		}
	}
}

// beside returns a fence that orders as much as another one, with nothing that accesses memory between the
// two, wherever the other one stands.
func (f *fencing) beside(fence int) *ptx.Instruction {
	var found *ptx.Instruction
	for _, n := range f.order() {
		if f.ops[n].fence != fence {
			continue
		}
		other := f.follows(n, func(m int) []int { return successors(f.k.ops, m) })
		if other == nil {
			other = f.follows(n, func(m int) []int { return f.before[m] })
		}
		if other == nil || found != nil && other != found {
			return nil
		}
		found = other
	}
	return found
}

// follows returns the fence that comes next on the only way there is, if it orders as much.
func (f *fencing) follows(n int, next func(int) []int) *ptx.Instruction {
	own, m := f.ops[n], n
	for range f.k.ops {
		step := next(m)
		if len(step) != 1 || step[0] == n || step[0] >= len(f.k.ops) {
			return nil
		}
		m = step[0]
		switch s := f.ops[m]; {
		case f.k.ops[m].flow != plain && f.k.sites[m].Opcode != "bra":
			return nil
		case s == nil && (computers[f.k.sites[m].Opcode] || f.k.sites[m].Opcode == "bra"):
		case s == nil || !s.isFence() || s.fence == own.fence || f.k.ops[m].guard >= 0 || !s.covers(own):
			return nil
		default:
			return s.in
		}
	}
	return nil
}

// covers reports whether a fence orders at least what another one does.
func (s *synchronizer) covers(o *synchronizer) bool {
	return s.scope >= o.scope && (s.acquire || !o.acquire) && (s.release || !o.release) &&
		(s.total || !o.total) && !s.in.Has("sync_restrict")
}

// orders reports whether something needs the order that a fence makes.
func (m *MemoryFence) orders() bool {
	return m.Near != nil || m.Far != nil || m.Alone != nil || m.Total
}

// MayTellHost reports whether a fence for the whole system, which nothing in the grid needs, may be for a
// flag that is written without an order.
func (m *MemoryFence) MayTellHost() bool { return !m.orders() && m.Stores != nil && m.Beside == nil }

// IsNeedless reports whether the launch can do nothing else without the fence.
func (m *MemoryFence) IsNeedless() bool {
	return m.Executed && m.Known && (m.Beside != nil || !m.orders() && m.Stores == nil)
}

// Enough returns the fence that is enough in the place of this one: of a smaller scope, or one that has no
// order among others. It is "" if there is none, or if the fence is needless.
func (m *MemoryFence) Enough() string {
	in := m.Instruction
	if !m.Executed || !m.Known || m.IsNeedless() || m.Alone != nil || m.Near == nil && m.Far == nil ||
		in.Has("sync_restrict") {
		return ""
	}
	old := oneOf(in, "cta", "cluster", "gpu", "gl", "sys")
	scope, kind := old, in.Opcode
	switch {
	case m.Far == nil && !m.Wide && old != "cluster":
		scope = "cta"
	case old == "sys" && in.Opcode == "membar":
		scope = "gl"
	case old == "sys":
		scope = "gpu"
	}
	if order := oneOf(in, "sc", "acq_rel", "acquire", "release"); order == "sc" && !m.Total {
		kind += ".acq_rel"
	} else if order != "" {
		kind += "." + order
	}
	if scope == old && kind != "fence.acq_rel" || scope == old && !in.Has("sc") {
		return ""
	}
	return kind + "." + scope
}
