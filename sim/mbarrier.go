package sim

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim/internal/happens"
	"github.com/inflight-compiler/inflight/sim/internal/shadow"
	"github.com/inflight-compiler/inflight/value"
)

func init() {
	register(map[string]emitter{
		"nvgpu.mbarrier.create":            emitBarrierCreate,
		"nvgpu.mbarrier.init":              emitBarrierInit,
		"nvgpu.mbarrier.arrive":            emitBarrierArrive,
		"nvgpu.mbarrier.arrive.nocomplete": emitBarrierArrive,
		"nvgpu.mbarrier.arrive.expect_tx":  emitBarrierExpect,
		"nvgpu.mbarrier.test.wait":         emitBarrierTest,
		"nvgpu.mbarrier.try_wait.parity":   emitBarrierWait,
	})
}

// An mbarrier in shared memory (PTX ISA, "mbarrier") completes a phase when the expected number of threads
// have arrived and the announced number of bytes have been written. A thread that has seen a phase complete
// knows what every thread did before it arrived in that phase, or in an earlier one, and what the copies
// counted on the mbarrier did.
//
// The state of an mbarrier is 8 bytes of shared memory. Its initialization is a write to them, and every
// other operation on it is an atomic update. So the use of an mbarrier is a race if no barrier of the block
// orders it after the initialization. The first execution of nvgpu.mbarrier.create makes a group of
// mbarriers; every thread of the block, and every further execution, gets the same group.

var codeBarrierUse = diag.Register("sim-barrier-misuse", "a barrier in shared memory is used as it cannot be",
	"It must be initialized before it is used, for at least one thread; in a phase at most as many threads "+
		"may arrive as it was "+
		"initialized for, and arrive.nocomplete must leave some to come.")

// barrierGroup is an array of mbarriers of a block.
type barrierGroup struct {
	memory *view // the states of the mbarriers, for the search for hazards
	slots  []*mbarrier
}

// mbarrier is one mbarrier of a group.
type mbarrier struct {
	expected int64 // number of threads of a phase, 0 before the initialization
	pending  int64 // number of threads still to arrive in this phase
	bytes    int64 // bytes announced and not yet written
	phase    uint64
	coming   *happens.Clock // knowledge of the threads that have arrived
	known    *happens.Clock // knowledge at the end of the previous phase
	time     int64          // Timed mode: of the latest arrival
	end      int64          // Timed mode: end of the previous phase
	loads    []*thread
}

func (g *barrierGroup) hash() uint64 {
	h := g.memory.buf.key
	for _, b := range g.slots {
		h = mix(mix(mix(h, uint64(b.pending)), uint64(b.bytes)), b.phase)
	}
	return h
}

// barrierOp is the data of an operation on an mbarrier: registers, -1 for operands that it does not have.
type barrierOp struct {
	group, id        int32
	amount, state    int32
	predicate, token int32
	noComplete       bool
}

// emitOnBarrier emits an operation on one mbarrier.
func (c *compiler) emitOnBarrier(x barrierOp, exec func(t *thread, in *instr)) {
	c.emit(instr{exec: exec, data: &x, pauses: true, touches: true})
}

// optionalSlot returns the register of an operand entry, -1 if the operand is left out.
func (c *compiler) optionalSlot(op *ir.Op, entry int) int32 {
	if v := op.OptionalOperand(entry); v != nil {
		return c.slot(v)
	}
	return -1
}

func emitBarrierCreate(c *compiler, op *ir.Op) error {
	n := nvgpu.BarrierCount(op.Result(0).Type())
	if n < 1 || n > value.MaxLanes {
		return c.unsupported(op, "of so many barriers")
	}
	name := valueName(op.Result(0), "the barrier")
	c.emit(instr{dst: c.result(op, 0), data: name, imm: uint64(n), exec: execBarrierCreate})
	return nil
}

func execBarrierCreate(t *thread, in *instr) {
	k := t.inKernel(in, false)
	if k == nil {
		return
	}
	delete(k.allocs, in) // every execution returns the same mbarriers
	t.mems[in.dst] = t.sharedMemory(in, func() *view {
		b := t.m.alloc(t, in, []int64{int64(in.imm)}, 8, 1, false)
		if b == nil {
			return nil
		}
		b.name = in.data.(string)
		g := &barrierGroup{memory: newView(b, 8), slots: make([]*mbarrier, in.imm)}
		for i := range g.slots {
			g.slots[i] = &mbarrier{}
		}
		return &view{buf: b, object: g}
	})
}

func emitBarrierInit(c *compiler, op *ir.Op) error {
	c.emitOnBarrier(barrierOp{
		group: c.operand(op, 0), amount: c.operand(op, 1), id: c.operand(op, 2),
		predicate: c.optionalSlot(op, 3),
	}, execBarrierInit)
	return nil
}

func execBarrierInit(t *thread, in *instr) {
	b, x := t.barrier(in, shadow.Write)
	if b == nil {
		return
	}
	n := int64(t.regs[x.amount])
	if n < 1 || n >= 1<<20 {
		t.fail(in, codeBarrierUse, "the barrier is initialized for %d threads", n)
		return
	}
	*b = mbarrier{expected: n, pending: n}
}

// barrier returns the mbarrier of an operation and records an access to it. It returns nil if the predicate
// is false, or after stopping the machine.
func (t *thread) barrier(in *instr, kind shadow.Kind) (*mbarrier, *barrierOp) {
	x := in.data.(*barrierOp)
	if x.predicate >= 0 && t.regs[x.predicate] == 0 {
		return nil, x
	}
	return t.barrierAt(in, x.group, x.id, kind), x
}

// barrierAt returns the mbarrier that a group and a number, in two registers, name.
func (t *thread) barrierAt(in *instr, group, id int32, kind shadow.Kind) *mbarrier {
	g := t.mems[group].object.(*barrierGroup)
	addr, ok := t.address(in, g.memory, []int32{id})
	if !ok {
		return nil
	}
	b := g.memory.buf
	if b.barred && !t.mayUse(in, b, addr, kind) {
		return nil
	}
	if t.tracked {
		t.onWrite(in, b, addr, 8, kind)
	}
	bar := g.slots[addr/8]
	if kind != shadow.Write && bar.expected == 0 {
		t.fail(in, codeBarrierUse, "the barrier is used before it is initialized")
		return nil
	}
	return bar
}

func emitBarrierArrive(c *compiler, op *ir.Op) error {
	x := barrierOp{group: c.operand(op, 0), id: c.operand(op, 1), token: c.result(op, 0), amount: -1,
		predicate: -1}
	if op.NumOperands() > 2 {
		x.amount, x.noComplete = c.operand(op, 2), true
	}
	c.emitOnBarrier(x, execBarrierArrive)
	return nil
}

func execBarrierArrive(t *thread, in *instr) {
	b, x := t.barrier(in, shadow.Atomic)
	if b == nil {
		return
	}
	n := int64(1)
	if x.amount >= 0 {
		n = int64(t.regs[x.amount])
	}
	t.regs[x.token] = b.phase
	if n < 1 || x.noComplete && n >= b.pending {
		t.fail(in, codeBarrierUse, "%s arrives without completing the phase, where %d is to come",
			diag.Count(n, "thread"), b.pending)
		return
	}
	t.arrive(in, b, n)
}

// arrive counts n threads on an mbarrier. A thread that sees the phase complete learns the knowledge of this
// thread.
func (t *thread) arrive(in *instr, b *mbarrier, n int64) {
	if n > b.pending {
		t.fail(in, codeBarrierUse, "%s more than the barrier was initialized for arrives in one phase",
			diag.Count(n-b.pending, "thread"))
		return
	}
	if t.tracked {
		b.coming = b.coming.Join(t.strand.Knowledge(&t.m.numbers))
	}
	b.pending -= n
	b.advance(t.clock)
}

// advance completes the phase if no thread and no bytes are expected any more.
func (b *mbarrier) advance(now int64) {
	b.time = max(b.time, now)
	if b.pending > 0 || b.bytes != 0 {
		return
	}
	b.phase++
	b.pending, b.end = b.expected, b.time
	b.known, b.coming = b.known.Join(b.coming), nil
}

func emitBarrierExpect(c *compiler, op *ir.Op) error {
	c.emitOnBarrier(barrierOp{
		group: c.operand(op, 0), amount: c.operand(op, 1), id: c.operand(op, 2),
		predicate: c.optionalSlot(op, 3),
	}, execBarrierExpect)
	return nil
}

// execBarrierExpect announces bytes, and arrives.
func execBarrierExpect(t *thread, in *instr) {
	b, x := t.barrier(in, shadow.Atomic)
	if b == nil {
		return
	}
	n := int64(t.regs[x.amount])
	if n < 0 || n >= 1<<20 {
		t.fail(in, codeBarrierUse, "%d bytes are announced", n)
		return
	}
	b.bytes += n
	t.arrive(in, b, 1)
}

func emitBarrierTest(c *compiler, op *ir.Op) error {
	c.emitOnBarrier(barrierOp{
		group: c.operand(op, 0), state: c.operand(op, 1), id: c.operand(op, 2), token: c.result(op, 0),
		predicate: -1,
	}, execBarrierTest)
	return nil
}

// execBarrierTest tests whether the phase of a token is complete. If it is not, other threads run before this
// one tests again.
func execBarrierTest(t *thread, in *instr) {
	b, x := t.barrier(in, shadow.Atomic)
	if b == nil {
		return
	}
	if b.phase == t.regs[x.state] {
		t.regs[x.token] = 0
		t.yield()
		return
	}
	t.regs[x.token] = 1
	t.passed(in, b)
}

// passed orders the rest of the thread after the complete phase.
func (t *thread) passed(in *instr, b *mbarrier) {
	if t.tracked {
		t.strand.learn(b.known)
	}
	if t.m.timing != nil {
		t.stallUntil(in, b.end)
	}
}

func emitBarrierWait(c *compiler, op *ir.Op) error {
	c.emitOnBarrier(barrierOp{group: c.operand(op, 0), state: c.operand(op, 1), id: c.operand(op, 3),
		predicate: -1}, execBarrierWait)
	return nil
}

// execBarrierWait waits until the phase of a parity is complete. The hardware returns false after some time,
// and programs then repeat the wait; here the wait does not end before the phase.
func execBarrierWait(t *thread, in *instr) {
	b, x := t.barrier(in, shadow.Atomic)
	if b == nil {
		return
	}
	if t.await(parity{b, t.regs[x.state] & 1, t.kernel}) {
		t.passed(in, b)
	}
}

// parity is the need of a thread that waits for a phase.
type parity struct {
	*mbarrier
	odd    uint64
	kernel *kernelThread
}

func (p parity) ready() bool { return p.phase&1 != p.odd }

// suppliers yields the copies counted on the mbarrier, then the other threads of the block.
func (p parity) suppliers(visit func(*thread) bool) {
	for _, t := range p.loads {
		if t.status != done && !visit(t) {
			return
		}
	}
	if p.kernel == nil {
		return
	}
	for _, t := range p.kernel.block.threads {
		if t.status != done && t.kernel != p.kernel && !visit(t) {
			return
		}
	}
}

func (p parity) why() string {
	return "the wait cannot end: the phase of the barrier still waits for " +
		diag.Count(p.pending, "thread") +
		" and " +
		diag.Count(p.bytes, "byte")
}
