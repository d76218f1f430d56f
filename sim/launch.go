package sim

import (
	"fmt"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim/internal/happens"
	"github.com/inflight-compiler/inflight/timed"
	"github.com/inflight-compiler/inflight/value"
)

// A kernel runs once for every thread of a grid. The threads of a block are threads of control that run
// concurrently and meet at barriers. Each thread has queues of its own, so that a wait covers only the copies
// that the thread itself has issued. The threads are joined, block by block, where the launch ends. Nothing
// orders one block after another. In the modes that run an operation at its issue, as late as possible, or
// timed, one block runs after the other. In the modes Random and Exhaustive, as many blocks are resident
// together as have residentThreads threads.
//
// In the sequential program the threads of a block run in their order, from barrier to barrier.

const (
	residentThreads = 256
	warpSize        = 32
)

// CodeLaunchSize is the code of errors in the sizes of a launch, wherever its kernel is executed.
var CodeLaunchSize = diag.Register("sim-launch-size",
	"a kernel is launched with a grid that no device has, or that it is not for",
	"Every extent must be at least 1, a block has at most 1024 threads, 64 of them along z, and a grid "+
		"at most 65535 blocks along y and "+
		"z. The simulator runs at most 2^31 - 1 blocks. A kernel that says known_block_size or "+
		"known_grid_size is launched with these sizes.")

var (
	codeDivergent = diag.Register("sim-divergent-barrier", "not all threads of a block reach a barrier",
		"Some threads of the block, or of the warp, wait at a barrier or for a collective operation; "+
			"others have ended or wait at "+
			"another one. Take it out of the condition, so that all threads execute it or none.")
	codeNoKernel = diag.Register("sim-not-in-kernel",
		"an operation for the threads of a kernel is executed outside of one",
		"Barriers, identifiers of threads and collective operations mean something only in a gpu.launch, "+
			"or in a kernel that "+
			"gpu.launch_func launches.")
)

// extents is a size or an index along x, y and z.
type extents [3]int64

func (e extents) count() int64 { return e[0] * e[1] * e[2] }

// within reports whether all extents are at least 1, and their product is at most limit.
func (e extents) within(limit int64) bool {
	n := int64(1)
	for _, extent := range e {
		if extent < 1 || extent > limit/n {
			return false
		}
		n *= extent
	}
	return true
}

// at returns the n-th index; x varies fastest.
func (e extents) at(n int64) extents { return extents{n % e[0], n / e[0] % e[1], n / e[0] / e[1]} }

// String returns the extents as "(3, 0, 0)".
func (e extents) String() string { return fmt.Sprintf("(%d, %d, %d)", e[0], e[1], e[2]) }

// launcher is the data of the instruction that launches a kernel: the kernel, nil if the launch has a region,
// and the registers of the sizes.
type launcher struct {
	kernel      *ir.Op
	grid, block [3]int32
	shared      int32 // register of the bytes of dynamic shared memory, -1 for none
	narrow      uint64
}

// grid is a kernel being executed.
type grid struct {
	op          *ir.Op // gpu.launch or gpu.launch_func
	size, block extents
	shared      int64 // bytes of dynamic shared memory of each block
	issue       uint32
	next        int64 // block to start next
	resident    int64 // number of blocks that may run together
	running     []*block
	begun       int64 // Timed mode: time of the launch
	end         int64 // Timed mode: time when the last block ends
	record      *timed.Thread
}

// block is a block being executed.
type block struct {
	grid    *grid
	id      extents
	fork    *fork
	threads []*thread
	ended   int // threads that have ended
	all     *meeting
	warps   []*meeting
	shared  map[any][]*view // shared memory, by its allocation, in the order of the program
	memory  []*buffer       // all shared memory
	objects map[any]object
}

// kernelThread is a thread of a block.
type kernelThread struct {
	block  *block
	id     extents
	number int64
	allocs map[any]int // how often the thread has executed each allocation of shared memory
	// gathered has the values of all threads of the block that a reduction combines.
	gathered []uint64
}

// String returns the indices of the thread, and of its block if there are several, for the middle of a
// sentence.
func (k *kernelThread) String() string {
	if k.block.grid.size.count() == 1 {
		return "thread " + k.id.String()
	}
	return "thread " + k.id.String() + " of block " + k.block.id.String()
}

// execLaunch launches a kernel and waits for its end.
func execLaunch(t *thread, in *instr) {
	g := t.grid
	if g == nil {
		if g = t.newGrid(in); g == nil {
			return
		}
		t.grid = g
	}
	for {
		t.retire(in, g)
		for t.m.err == nil && g.next < g.size.count() && int64(len(g.running)) < g.resident {
			t.startBlock(in, g)
		}
		if t.m.err != nil {
			t.halt()
			return
		}
		if len(g.running) == 0 {
			break
		}
		if !t.await(g) {
			return
		}
	}
	t.m.unjoined--
	t.recordLaunched(g)
	t.grid = nil
	if t.m.timing != nil {
		t.stallUntil(in, g.end)
	}
}

// newGrid begins a launch. It returns nil, after stopping the machine, if the sizes are wrong.
func (t *thread) newGrid(in *instr) *grid {
	g := &grid{op: t.m.prog.sites[in.site].op, resident: 1, begun: t.clock, end: t.clock}
	if !g.measure(t, in, in.data.(*launcher)) {
		return nil
	}
	if t.m.mode == Random || t.m.mode == Exhaustive {
		g.resident = max(residentThreads/g.block.count(), 1)
	}
	t.recordLaunch(in, g)
	s := t.strand
	s.Epoch++
	s.status = nil
	g.issue = s.Epoch
	t.m.unjoined++
	return g
}

// measure reads the sizes of a launch from their registers. It returns false, after stopping the machine, if
// they are wrong.
func (g *grid) measure(t *thread, in *instr, x *launcher) bool {
	for d := range 3 {
		g.size[d], g.block[d] = value.Signed(t.regs[x.grid[d]], x.narrow),
			value.Signed(t.regs[x.block[d]], x.narrow)
	}
	if wrong := gpu.LaunchSizeError(x.kernel, g.size[:], g.block[:]); wrong != "" {
		t.fail(in, CodeLaunchSize, "%s", wrong)
		return false
	}
	if !g.size.within(1<<31 - 1) {
		t.fail(in, CodeLaunchSize, "a grid of %v blocks is more than the simulator runs", g.size)
		return false
	}
	if x.shared >= 0 {
		g.shared = max(value.Signed(t.regs[x.shared], 32), 0)
	}
	return true
}

// startBlock makes the threads of the next block.
func (t *thread) startBlock(in *instr, g *grid) {
	b := &block{
		grid: g, id: g.size.at(g.next), fork: &fork{outer: t.strand, Team: happens.Team{Issue: g.issue}},
		shared: map[any][]*view{}, objects: map[any]object{},
	}
	g.next++
	g.running = append(g.running, b)
	n := g.block.count()
	for i := range n {
		if !t.m.reserve(t, in, 1, t.bodyBytes(in)) {
			return
		}
		b.threads = append(b.threads, t.kernelThread(in, b, i))
	}
	b.all = newMeeting("block", b.threads)
	for i := int64(0); i < n; i += warpSize {
		b.warps = append(b.warps, newMeeting("warp", b.threads[i:min(i+warpSize, n)]))
	}
	for _, u := range b.threads {
		t.sched().enlist(u)
	}
}

// kernelThread makes thread number i of a block. The thread begins with the body of the launch.
func (t *thread) kernelThread(in *instr, b *block, i int64) *thread {
	k := &kernelThread{block: b, id: b.grid.block.at(i), number: i}
	u := t.beginBody(in)
	u.kernel, u.clock, u.unseen, u.record = k, b.grid.begun, true, b.grid.record
	if i == 0 && b.id == (extents{}) {
		u.unseen, u.lane = t.unseen, k.String()
	}
	s := t.strand.child(b.grid.issue)
	s.in(b.fork)
	s.kernel = k
	if t.tracked {
		s.issuedAt = t.momentAt(in.site)
	}
	u.strand = s
	return u
}

// retire joins the blocks that have ended, in their order, and frees their shared memory.
func (t *thread) retire(in *instr, g *grid) {
	kept := g.running[:0]
	for _, b := range g.running {
		if b.ended < len(b.threads) {
			kept = append(kept, b)
			continue
		}
		s := t.strand
		s.Epoch++
		s.status = nil
		b.fork.Join = s.Epoch
		s.Clock = s.Clock.Join(b.fork.Clock)
		for _, m := range b.memory {
			t.m.release(t, m, in.site)
		}
		for _, u := range b.threads {
			g.end = max(g.end, u.clock)
		}
	}
	g.running = kept
}

// ready reports whether a block has ended, or no block is running.
func (g *grid) ready() bool {
	for _, b := range g.running {
		if b.ended == len(b.threads) {
			return true
		}
	}
	return len(g.running) == 0
}

func (g *grid) suppliers(visit func(*thread) bool) {
	for _, b := range g.running {
		for _, t := range b.threads {
			if t.status != done && !visit(t) {
				return
			}
		}
	}
}

// execThreadEnd ends a thread of a kernel.
func execThreadEnd(t *thread, in *instr) {
	b := t.kernel.block
	t.m.endStrand(t, in)
	b.fork.Clock = b.fork.Clock.Join(t.strand.Learned())
	b.ended++
	t.finish()
	b.all.leave(t, in, int(t.kernel.number))
	b.warps[t.kernel.number/warpSize].leave(t, in, int(t.kernel.number%warpSize))
}

// inKernel returns the thread of a kernel that executes an instruction. It returns nil, after stopping the
// machine, if no thread of a kernel does. If together is set, the thread itself must execute the instruction,
// and not an operation that the thread has issued.
func (t *thread) inKernel(in *instr, together bool) *kernelThread {
	if t.kernel == nil || together && t.strand.kernel == nil {
		t.fail(in, codeNoKernel, "'%s' is executed by no thread of a kernel",
			t.m.prog.sites[in.site].op.Name())
		return nil
	}
	return t.kernel
}

// ---- meetings ----

// meeting is an operation at which the threads of a block or of a warp wait for each other. All of them must
// arrive, at the same operation.
type meeting struct {
	what    string
	members []*thread
	at      []*instr // by member: the instruction at which it waits, nil if it has not arrived
	through []bool   // by member: whether all have arrived and it has not continued yet
	waiting int
	ended   int
	coming  *happens.Clock // knowledge of the members that wait
	known   *happens.Clock // knowledge of all members when the last of them had arrived
	time    int64          // Timed mode: the latest arrival
}

func newMeeting(what string, members []*thread) *meeting {
	return &meeting{what: what, members: members, at: make([]*instr, len(members)),
		through: make([]bool, len(members))}
}

// attendance is the need of a member that waits at a meeting.
type attendance struct {
	*meeting
	member int
}

func (a attendance) ready() bool { return a.through[a.member] }

func (a attendance) suppliers(visit func(*thread) bool) {
	for i, t := range a.members {
		if a.at[i] == nil && !a.through[i] && t.status != done && !visit(t) {
			return
		}
	}
}

func (a attendance) why() string {
	return fmt.Sprintf("the wait cannot end: %d of %d threads of the %s have come", a.waiting, len(a.members),
		a.what)
}

// meet makes a member wait for all others. The last member to arrive executes act. If orders is set, each
// member learns everything that the others have done. meet returns false if the thread has to wait or the
// machine has stopped.
func (t *thread) meet(in *instr, mt *meeting, member int, orders bool, act func(*meeting)) bool {
	if !mt.through[member] && mt.at[member] == nil {
		mt.at[member] = in
		mt.waiting++
		mt.time = max(mt.time, t.clock)
		if orders && t.tracked {
			mt.coming = mt.coming.Join(t.strand.Knowledge(&t.m.numbers))
		}
		if !mt.settle(t, act) {
			return false
		}
	}
	if !mt.through[member] {
		return t.await(attendance{mt, member})
	}
	mt.through[member] = false
	if orders && t.tracked {
		t.strand.learn(mt.known)
		t.strand.Barriers = append(t.strand.Barriers, t.strand.Epoch)
	}
	if t.m.timing != nil {
		t.stallUntil(in, mt.time)
	}
	return true
}

// settle lets the members continue if all have arrived. It returns false if the machine has stopped, because
// some will never arrive or act has failed.
func (mt *meeting) settle(t *thread, act func(*meeting)) bool {
	if mt.waiting == 0 || mt.waiting+mt.ended < len(mt.members) {
		return true
	}
	if d := mt.divergence(t.m.prog); d != nil {
		t.m.stop(d)
		t.halt()
		return false
	}
	mt.known, mt.coming = mt.coming, nil
	if act != nil {
		act(mt)
	}
	if t.m.err != nil {
		t.halt()
		return false
	}
	for i := range mt.members {
		mt.at[i], mt.through[i] = nil, true
	}
	mt.waiting = 0
	return true
}

// leave records that a member has ended.
func (mt *meeting) leave(t *thread, in *instr, member int) {
	mt.ended++
	mt.settle(t, nil)
}

// divergence returns an error if not all members have arrived at the same operation, nil if they have.
func (mt *meeting) divergence(p *Program) *diag.Diagnostic {
	first := 0
	for mt.at[first] == nil {
		first++
	}
	here := &p.sites[mt.at[first].site]
	for i, in := range mt.at {
		switch {
		case in == nil:
			return diag.Errorf(codeDivergent, here.span(),
				"%v waits here for all threads of the %s, but %v has ended",
				mt.members[first].kernel, mt.what, mt.members[i].kernel)
		case p.sites[in.site].op != here.op:
			return diag.Errorf(codeDivergent, here.span(),
				"%v waits here for all threads of the %s, but %v waits elsewhere",
				mt.members[first].kernel, mt.what, mt.members[i].kernel).Note(p.sites[in.site].span(),
				"it waits here")
		}
	}
	return nil
}

// execBarrier waits for all threads of the block.
func execBarrier(t *thread, in *instr) {
	if k := t.inKernel(in, true); k != nil {
		t.meet(in, k.block.all, int(k.number), true, nil)
	}
}
