package sim

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/coro"
	"github.com/inflight-compiler/inflight/ir"
)

func init() {
	register(map[string]emitter{
		"coro.create":   emitFrameCreate,
		"coro.free":     onObject(execFrameFree),
		"coro.load":     emitFrameLoad,
		"coro.store":    emitFrameStore,
		"coro.resume":   emitFrameResume,
		"coro.await":    emitFrameAwait,
		"coro.is_ready": emitIsReady,
	})
}

var codeFrame = diag.Register("sim-coro-frame", "a frame of a coroutine is used wrongly",
	"A slot holds what was stored there last, and nothing before; behind coro.free there is no frame any "+
		"more.")

// coroFrame is the frame of a split coroutine.
type coroFrame struct {
	key   uint64
	slots []slot
	freed bool
}

// slot has one value of the frame, if set is true.
type slot struct {
	set  bool
	bits []uint64
	ref  *view
}

func (f *coroFrame) hash() uint64 {
	h := f.key
	for _, s := range f.slots {
		h = hashFrame(h, s.bits, []*view{s.ref})
	}
	return h
}

func emitFrameCreate(c *compiler, op *ir.Op) error {
	layout := coro.LayoutOf(op.Result(0), op, c.symbols)
	c.emit(instr{exec: execFrameCreate, dst: c.result(op, 0), imm: uint64(len(coro.Slots(layout)))})
	return nil
}

func execFrameCreate(t *thread, in *instr) {
	t.strand.allocs++
	t.mems[in.dst] = &view{
		object: &coroFrame{key: mix(t.strand.key^33, t.strand.allocs), slots: make([]slot, in.imm)}}
}

// coroFrame returns the frame in a register. If the frame is freed, it stops the machine and returns nil.
func (t *thread) coroFrame(in *instr, r int32) *coroFrame {
	f := t.mems[r].object.(*coroFrame)
	if f.freed {
		t.fail(in, codeFrame, "the frame is freed already")
		return nil
	}
	return f
}

func execFrameFree(t *thread, in *instr) {
	if f := t.coroFrame(in, in.a); f != nil {
		f.freed = true
	}
}

func emitFrameStore(c *compiler, op *ir.Op) error {
	n, _ := op.IntAttr("slot")
	v := op.Operand(1)
	c.emit(instr{
		exec: execFrameStore, a: c.operand(op, 0), b: c.slot(v), imm: uint64(n),
		data: yielded{isRef(v.Type()), laneCount(v.Type())},
	})
	return nil
}

func execFrameStore(t *thread, in *instr) {
	f := t.coroFrame(in, in.a)
	if f == nil {
		return
	}
	s := slot{set: true}
	if u := in.data.(yielded); u.ref {
		s.ref = t.mems[in.b]
	} else {
		s.bits = slices.Clone(t.regs[in.b : in.b+u.lanes])
	}
	f.slots[in.imm] = s
}

func emitFrameLoad(c *compiler, op *ir.Op) error {
	n, _ := op.IntAttr("slot")
	c.emit(instr{exec: execFrameLoad, a: c.operand(op, 0), dst: c.result(op, 0), imm: uint64(n)})
	return nil
}

func execFrameLoad(t *thread, in *instr) {
	f := t.coroFrame(in, in.a)
	if f == nil {
		return
	}
	switch s := f.slots[in.imm]; {
	case !s.set:
		t.fail(in, codeFrame, "slot %d is read before anything is stored there", in.imm)
	case s.ref != nil:
		t.mems[in.dst] = s.ref
	default:
		copy(t.regs[in.dst:], s.bits)
	}
}

// emitGoOn emits the continuation of a coroutine: a call with the frame, and the end of the thread. If
// awaited is not nil, the continuation begins with a wait for that object.
func emitGoOn(c *compiler, op *ir.Op, issue instr, frame, awaited *ir.Value) error {
	fn, err := c.callee(op, "callee")
	if err != nil {
		return err
	}
	return c.issueOne(issue, func() instr {
		if awaited != nil {
			c.emitFree(instr{exec: func(t *thread, in *instr) {
				t.awaitObject(in, in.a)
			}, a: c.slot(awaited)})
		}
		return instr{exec: func(t *thread, in *instr) {
			t.call(in, fn)
		}, args: []int32{c.slot(frame)}, data: []int32{}}
	})
}

func emitFrameResume(c *compiler, op *ir.Op) error {
	return emitGoOn(c, op, instr{exec: execGoOn, pauses: true}, op.Operand(0), nil)
}

// execGoOn issues a thread with the instruction's body.
func execGoOn(t *thread, in *instr) {
	if child := t.issue(in); child != nil {
		child.resumed = true
		t.sched().issued(t, child)
	}
}

func emitFrameAwait(c *compiler, op *ir.Op) error {
	issue := instr{exec: execFrameAwait, pauses: true, b: c.operand(op, 0), dst: c.result(op, 0)}
	return emitGoOn(c, op, issue, op.Operand(1), op.Operand(0))
}

// execFrameAwait continues if the awaited object is resolved. Otherwise it issues a thread that waits for the
// object.
func execFrameAwait(t *thread, in *instr) {
	n, _, _ := t.outcome(in, in.b)
	if n == nil {
		return
	}
	if n.ready() {
		t.regs[in.dst] = 1
		t.awaitObject(in, in.b)
		return
	}
	t.regs[in.dst] = 0
	if !t.waitsBehindGate(in, in.b, func(*thread) {}) {
		execGoOn(t, in)
	}
}

func emitIsReady(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execIsReady, b: c.operand(op, 0), dst: c.result(op, 0)})
	return nil
}

func execIsReady(t *thread, in *instr) {
	n, _, _ := t.outcome(in, in.b)
	if n == nil {
		return
	}
	t.regs[in.dst] = 0
	if n.ready() {
		t.regs[in.dst] = 1
		t.awaitObject(in, in.b)
	}
}
