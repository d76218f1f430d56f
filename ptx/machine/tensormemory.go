package machine

import (
	"slices"
	"sort"

	"github.com/inflight-compiler/inflight/diag"
)

// This file holds tensor memory: PTX ISA, "Tensor Memory". A block has 128 lanes of 512 columns of 32 bits,
// in which it allocates columns. Products and copies access it asynchronously, in the order in which one
// thread issues them, and are complete by the phase at whose barrier object a tcgen05.commit arrives; loads
// and stores by a warp are complete behind its tcgen05.wait.
//
// What must come after what is kept per operation, not per cell: an operation accesses some lanes of some
// columns. One that a later one overwrites as a whole is forgotten.

const (
	tensorLanes   = 128
	tensorColumns = 512
	tensorUnit    = 32 // columns of the smallest allocation
	groupLanes    = 16 // lanes that are told apart
)

// tensorMemory is the tensor memory of a block.
type tensorMemory struct {
	cells        []uint32 // by lane, then by column
	written      []bool
	allocations  []tensorAllocation
	last         int   // columns of the allocation before
	relinquished int32 // the instruction that gave up the permit plus 1, 0 for none
	ops          []*tensorOp
}

// tensorAllocation are columns that are allocated.
type tensorAllocation struct {
	first, columns int
	site           int32
}

// tensorPlace is what an operation accesses: a bit for each 16 lanes, and columns.
type tensorPlace struct {
	groups     uint8
	first, end int
}

func (p tensorPlace) meets(q tensorPlace) bool {
	return p.groups&q.groups != 0 && p.first < q.end && q.first < p.end
}

func (p tensorPlace) covers(q tensorPlace) bool {
	return q.groups&^p.groups == 0 && p.first <= q.first && q.end <= p.end
}

// tensorOp is an operation on tensor memory that later ones may have to come after.
type tensorOp struct {
	place   tensorPlace
	writes  bool
	async   bool // a product or a copy, which a thread issues
	frees   bool // it frees the columns, which needs no fence
	site    int32
	thread  *thread
	number  uint32 // of a product or a copy, in its thread
	lanes   uint32 // of a load or a store
	waited  bool
	waiting int32            // the wait that it is complete by
	epochs  [warpSize]uint32 // of the lanes, at that wait
	before  [warpSize]int    // how many fences in front of synchronization the lanes had executed
}

// tensorThread is what a thread has done about tensor memory.
type tensorThread struct {
	issued  uint32
	site    int32 // of the youngest product or copy
	pending []tensorPending
	commits []*tensorCommit
	// The fences in front of synchronization, with the epochs in which they were executed; and behind it, the
	// last of each instruction with what the thread knew then.
	before []tensorFence
	after  []tensorFence
}

// tensorPending is a product, a copy or a commit that has not taken place.
type tensorPending struct {
	act    func()
	commit *tensorCommit
}

// tensorCommit is a commit: products and copies with smaller numbers are complete when the phase is.
type tensorCommit struct {
	upTo   uint32
	object *mbarrier
	told   *clock
	phase  uint64
	landed bool
	site   int32
}

type tensorFence struct {
	site  int32
	epoch uint32
	clock *clock
}

// tensorOf returns what a thread has done about tensor memory.
func (t *thread) tensorOf() *tensorThread {
	if t.tensor == nil {
		t.tensor = &tensorThread{}
	}
	return t.tensor
}

// memory returns the cells, all of them the first time with what nothing has written.
func (m *tensorMemory) memory() []uint32 {
	if m.cells == nil {
		m.cells, m.written = make([]uint32, tensorLanes*tensorColumns),
			make([]bool, tensorLanes*tensorColumns)
		for i := range m.cells {
			m.cells[i] = ^uint32(0)
		}
	}
	return m.cells
}

func (m *tensorMemory) load(lane, column int) uint32 { return m.memory()[lane*tensorColumns+column] }

func (m *tensorMemory) store(lane, column int, v uint32) {
	m.memory()[lane*tensorColumns+column] = v
	m.written[lane*tensorColumns+column] = true
}

// isWritten reports whether something has written a cell, or is to.
func (m *tensorMemory) isWritten(lane, column int) bool {
	m.memory()
	return m.written[lane*tensorColumns+column]
}

// mark notes that cells are written, or will be when an operation takes place.
func (m *tensorMemory) mark(lane, column int) {
	m.memory()
	m.written[lane*tensorColumns+column] = true
}

// holds reports whether columns are allocated.
func (m *tensorMemory) holds(first, end int) bool {
	for c := first; c < end; {
		i := slices.IndexFunc(m.allocations, func(a tensorAllocation) bool {
			return a.first <= c && c < a.first+a.columns
		})
		if i < 0 {
			return false
		}
		c = m.allocations[i].first + m.allocations[i].columns
	}
	return first >= 0 && end <= tensorColumns
}

// room returns where so many columns are free, -1 for nowhere.
func (m *tensorMemory) room(columns int) int {
	for first := 0; first+columns <= tensorColumns; first += tensorUnit {
		if !slices.ContainsFunc(m.allocations, func(a tensorAllocation) bool {
			return first < a.first+a.columns && a.first < first+columns
		}) {
			return first
		}
	}
	return -1
}

// reaches reports whether an access of a warp or a thread stays within allocated columns; else it stops the
// launch.
func (t *thread) reachesTensor(p tensorPlace, what string) bool {
	g := t.b.g
	if t.b.tensor.holds(p.first, p.end) {
		return true
	}
	g.fail(codeTensorPlace, "%s %s columns %d to %d of tensor memory, which are not all allocated", t.name(),
		what, p.first, p.end-1)
	return false
}

// known reports whether a clock knows that the product or copy of a number is complete, and by which commit.
func (x *tensorThread) known(number uint32, c *clock) (*tensorCommit, bool) {
	first := sort.Search(len(x.commits), func(i int) bool { return x.commits[i].upTo > number })
	for _, f := range x.commits[first:] {
		if f.landed && f.object.number < len(c.phases) && uint64(c.phases[f.object.number]) > f.phase {
			return f, true
		}
	}
	return nil, false
}

// issueTensor adds a product or a copy.
func (t *thread) issueTensor(act func()) {
	x := t.tensorOf()
	x.issued++
	x.site = t.b.g.site
	x.pending = append(x.pending, tensorPending{act: act})
	if t.b.g.config.Mode == Early {
		t.landTensor(len(x.pending))
	}
}

// landTensor makes the first products, copies and commits of a thread take place.
func (t *thread) landTensor(n int) {
	x := t.tensor
	for ; n > 0 && len(x.pending) > 0 && !t.b.g.stopped(); n-- {
		p := x.pending[0]
		x.pending = x.pending[1:]
		t.b.g.changes++
		if p.commit == nil {
			p.act()
			continue
		}
		f := p.commit
		f.landed, f.phase = true, f.object.phase
		f.object.copied = true
		f.object.arriveBehind(t, 1, f.told, f.site)
	}
}

// landTensorFor makes the first commits take place that arrive at a barrier object.
func (b *cluster) landTensorFor(o *mbarrier) {
	for _, t := range b.threads {
		if t.tensor == nil {
			continue
		}
		if n := slices.IndexFunc(t.tensor.pending, func(p tensorPending) bool {
			return p.commit != nil && p.commit.object == o
		}); n >= 0 {
			t.landTensor(n + 1)
		}
	}
}

// landTensorSome lets products, copies and commits take place at any moment, in Random mode.
func (b *cluster) landTensorSome() {
	for _, t := range b.threads {
		for t.tensor != nil && len(t.tensor.pending) > 0 && b.g.random.IntN(4) == 0 {
			t.landTensor(1)
		}
	}
}

// landTensorAll makes all of them take place.
func (b *cluster) landTensorAll() {
	for _, t := range b.threads {
		if t.tensor != nil {
			t.landTensor(len(t.tensor.pending))
		}
	}
}

// endTensor reports what is left when the block has ended.
func (b *cluster) endTensor() {
	b.landTensorAll()
	g := b.g
	for _, t := range b.threads {
		x := t.tensor
		if g.stopped() || x == nil || x.issued == 0 ||
			slices.ContainsFunc(x.commits, func(f *tensorCommit) bool {
				return f.upTo == x.issued && f.phase < f.object.observed
			}) {
			continue
		}
		if g.found.isNew(codeAbandoned, x.site, x.site) {
			g.found.list.Add(diag.Warningf(codeAbandoned, g.place(x.site),
				"%s ends without a wait for this product "+
					"or copy", t.name()).
				Suggest("commit it with tcgen05.commit, and wait for the phase of its barrier object"))
		}
	}
	for _, own := range b.blocks {
		for _, a := range own.tensor.allocations {
			if !g.stopped() && g.found.isNew(codeTensorAllocation, a.site, -1) {
				g.found.list.Add(diag.Errorf(codeTensorAllocation, g.place(a.site),
					"%s of tensor memory are not freed before the block ends",
					diag.Count(a.columns, "column")).
					Suggest("put tcgen05.dealloc behind their last use"))
			}
		}
	}
}

// accessTensor compares an operation of threads of a warp with those before it, and remembers it.
func (b *block) accessTensor(threads []*thread, op *tensorOp) {
	m := &b.tensor
	if b.g.config.NoHazards {
		return
	}
	rest := m.ops[:0]
	for _, old := range m.ops {
		if !old.place.meets(op.place) {
			rest = append(rest, old)
			continue
		}
		if old.writes || op.writes {
			b.orderTensor(threads, old, op)
		}
		sameReader := !old.writes && !op.writes && old.async == op.async && old.thread == op.thread
		if op.place.covers(old.place) && (op.writes || sameReader) {
			continue
		}
		rest = append(rest, old)
	}
	clear(m.ops[len(rest):])
	m.ops = append(rest, op)
}

// tensorAccess is what an operation of a warp or a thread does, for accessTensor.
func (w *warp) newTensorOp(t *thread, place tensorPlace, writes, async bool, lanes uint32) *tensorOp {
	op := &tensorOp{place: place, writes: writes, async: async, site: w.b.g.site, thread: t, lanes: lanes,
		waiting: -1}
	if async {
		op.number = t.tensorOf().issued
	}
	each(lanes, func(l int) { op.before[l] = len(w.threads[l].tensorOf().before) })
	return op
}

// orderTensor reports two operations on the same cells that nothing orders, or only without the fences that
// belong to what does.
func (b *block) orderTensor(threads []*thread, old, op *tensorOp) {
	switch {
	case old.async && op.async && old.thread == op.thread:
		return // they take place in the order in which they are issued
	case old.async:
		b.orderBehindCommit(threads, old, op)
	case !old.waited:
		b.g.found.tensorInFlight(threads[0], old, op, b.waitTextOf(old))
	case old.thread.number/warpSize == threads[0].number/warpSize:
		b.g.tensorNeeds(old.waiting)
	default:
		b.orderBehindWait(threads, old, op)
	}
}

// waitTextOf returns the wait for a load or a store.
func (b *block) waitTextOf(old *tensorOp) string {
	if old.writes {
		return "tcgen05.wait::st.sync.aligned"
	}
	return "tcgen05.wait::ld.sync.aligned"
}

// orderBehindCommit is orderTensor for a product or copy that another thread issued, or before a load or
// store.
func (b *block) orderBehindCommit(threads []*thread, old, op *tensorOp) {
	x := old.thread.tensorOf()
	for _, t := range threads {
		if _, ok := x.known(old.number, t.clock); ok {
			if op.frees {
				return
			}
			b.fencedBehind(threads, old, op, func(c *clock) bool {
				_, ok := x.known(old.number, c)
				return ok
			})
			return
		}
	}
	b.g.found.tensorInFlight(threads[0], old, op, "")
}

// orderBehindWait is orderTensor for a load or store of another warp, which has waited for it.
func (b *block) orderBehindWait(threads []*thread, old, op *tensorOp) {
	first := old.thread.number &^ (warpSize - 1)
	knows := func(c *clock) bool {
		found := false
		each(old.lanes, func(l int) { found = found || c.epochs.at(first+l) > old.epochs[l] })
		return found
	}
	i := slices.IndexFunc(threads, func(t *thread) bool { return knows(t.clock) })
	if i < 0 {
		b.g.found.tensorUnordered(threads[0], old, op)
		return
	}
	b.g.tensorNeeds(old.waiting)
	if op.frees {
		return
	}
	sites := map[int32]bool{}
	each(old.lanes, func(l int) {
		u := b.threads[first+l]
		for _, f := range u.tensorOf().before[old.before[l]:] {
			for _, t := range threads {
				if t.clock.epochs.at(u.number) > f.epoch {
					sites[f.site] = true
					break
				}
			}
		}
	})
	b.g.tensorFenced(threads[0], old, op, sites, false)
	b.fencedBehind(threads, old, op, knows)
}

// fencedBehind looks for fences behind the synchronization, by a thread that knew of the operation before.
func (b *block) fencedBehind(threads []*thread, old, op *tensorOp, knows func(c *clock) bool) {
	sites := map[int32]bool{}
	for _, t := range threads {
		for _, f := range t.tensorOf().after {
			if knows(f.clock) {
				sites[f.site] = true
			}
		}
	}
	if len(sites) == 0 { // another thread's, behind which these come
		for _, u := range b.threads {
			if u.tensor == nil {
				continue
			}
			for _, f := range u.tensor.after {
				if knows(f.clock) && threads[0].clock.epochs.at(u.number) > f.epoch {
					sites[f.site] = true
				}
			}
		}
	}
	b.g.tensorFenced(threads[0], old, op, sites, true)
}

// tensorNeeds notes that an instruction is needed.
func (g *launch) tensorNeeds(site int32) {
	if g.tensorNeeded == nil {
		g.tensorNeeded = map[int32]bool{}
	}
	g.tensorNeeded[site] = true
}

// tensorFenced notes which fence a pair of operations needs, or that it has none.
func (g *launch) tensorFenced(t *thread, old, op *tensorOp, sites map[int32]bool, behind bool) {
	switch len(sites) {
	case 0:
		g.found.tensorUnfenced(t, old, op, behind)
	case 1:
		for site := range sites {
			g.tensorNeeds(site)
		}
	}
}

// needlessTensor remarks waits and fences of tensor memory that no pair of operations needed.
func (g *launch) needlessTensor() {
	if g.stopped() || g.found.list.HasErrors() || g.config.NoHazards {
		return
	}
	for n, in := range g.k.sites {
		if in.Opcode != "tcgen05" || !g.executed[n] || g.tensorNeeded[int32(n)] ||
			!slices.Contains(tensorOrderers, in.Modifiers[0]) ||
			!g.found.isNew(codeTensorNeedless, int32(n), 0) {
			continue
		}
		g.found.list.Add(diag.Remarkf(codeTensorNeedless, g.place(int32(n)),
			"nothing in this launch needs '%s'", in.Name()))
	}
}

// tensorOrderers are the instructions that do nothing but order others.
var tensorOrderers = []string{"wait::ld", "wait::st", "fence::before_thread_sync", "fence::after_thread_sync"}
