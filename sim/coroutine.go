package sim

import (
	"github.com/inflight-compiler/inflight/ir"
)

// A coroutine that is not split runs on the thread of its caller until its first suspension. From then on it
// has a thread of its own, which continues with a copy of the frame, while the caller jumps to the end of the
// ramp.

func init() {
	register(map[string]emitter{
		"async.coro.id":                  emitCoroID,
		"async.coro.begin":               emitCoroBegin,
		"async.coro.save":                emitCoroSave,
		"async.coro.suspend":             emitCoroSuspend,
		"async.coro.free":                func(*compiler, *ir.Op) error { return nil },
		"async.coro.end":                 emitCoroEnd,
		"async.runtime.resume":           emitResume,
		"async.runtime.await_and_resume": emitAwaitAndResume,
	})
}

// coroutine is the object that a coroutine's handle refers to.
type coroutine struct {
	thread *thread // nil until it is suspended for the first time
	key    uint64
	awaits int32 // the register of the object after which it is resumed, -1 for none
}

func (k *coroutine) hash() uint64 {
	if k.thread == nil {
		return k.key
	}
	return k.key + 1
}

func emitCoroID(c *compiler, op *ir.Op) error {
	c.slot(op.Result(0))
	return nil
}

func emitCoroBegin(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execCoroBegin, dst: c.result(op, 0)})
	return nil
}

func execCoroBegin(t *thread, in *instr) {
	t.strand.allocs++
	t.mems[in.dst] = &view{object: &coroutine{key: mix(t.strand.key^17, t.strand.allocs)}}
}

func emitCoroSave(c *compiler, op *ir.Op) error {
	c.emitFree(instr{exec: execMoveMem, a: c.operand(op, 0), dst: c.result(op, 0)})
	return nil
}

func emitResume(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execSchedule, a: c.operand(op, 0), b: -1})
	return nil
}

func emitAwaitAndResume(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execSchedule, a: c.operand(op, 1), b: c.operand(op, 0)})
	return nil
}

// execSchedule sets the object after which the coroutine is resumed. The coroutine is about to be suspended.
func execSchedule(t *thread, in *instr) { t.mems[in.a].object.(*coroutine).awaits = in.b }

// emitCoroSuspend emits a suspension. The first suspension issues a thread, which executes the wait and the
// jump to the second successor; the ramp then jumps to the first successor.
func emitCoroSuspend(c *compiler, op *ir.Op) error {
	state := c.operand(op, 0)
	at := c.emit(instr{exec: execSuspend, pauses: true, b: state})
	c.emitFree(instr{exec: execResumed, b: state})
	c.branch(op.Successor(1), nil)
	c.setTarget(at)
	c.branch(op.Successor(0), nil)
	return nil
}

func execSuspend(t *thread, in *instr) {
	k := t.mems[in.b].object.(*coroutine)
	if k.thread != nil {
		return // the coroutine has its own thread
	}
	if k.awaits >= 0 && t.waitsBehindGate(in, k.awaits, func(child *thread) { k.thread = child }) {
		t.pc = int(in.a)
		return
	}
	if child := t.issue(in); child != nil {
		k.thread, child.resumed = child, true
		t.sched().issued(t, child)
	}
}

// execResumed waits until the coroutine may continue.
func execResumed(t *thread, in *instr) {
	if r := t.mems[in.b].object.(*coroutine).awaits; r >= 0 {
		t.awaitObject(in, r)
	}
}

func emitCoroEnd(c *compiler, op *ir.Op) error {
	c.emitFree(instr{exec: execCoroEnd, a: c.operand(op, 0)})
	return nil
}

// execCoroEnd ends the thread of a coroutine. The ramp instead continues, and returns.
func execCoroEnd(t *thread, in *instr) {
	if t.mems[in.a].object.(*coroutine).thread == t {
		execEnd(t, in)
	}
}
