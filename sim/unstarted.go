package sim

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/coro"
	taskop "github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
)

// The tasks of lazy functions (async.LazyAttr). A call makes a task and the thread that will execute it. The
// first operation that needs the completion starts the thread, as if that operation had issued it: the thread
// happens after everything that the thread which starts it has done before. A task that nothing starts is not
// in flight.
//
// Behind async-func-to-async-runtime a lazy function is a coroutine that waits for a gate. The gate guards
// the token and the values of the call.

var codeForsaken = diag.Register("sim-never-started", "a lazy task was given up before anything started it",
	"The last reference to its token and its values was dropped. Nothing can see the error: the task only "+
		"gives back its arguments.")

func init() {
	register(map[string]emitter{"task.runtime_call": emitRuntimeCall})
}

// unstarted is what a lazy task needs to start.
type unstarted struct {
	thread *thread // which has no strand yet
	begin  func(child *thread)
}

// makesLazyTasks reports whether a program may make lazy tasks.
func makesLazyTasks(module *ir.Op) bool {
	for op := range module.Walk() {
		if async.IsLazy(op) || isCallOf(op, taskop.GateFunction) {
			return true
		}
	}
	return false
}

func isCallOf(op *ir.Op, name string) bool {
	return op.Is(taskop.RuntimeCall) && op.StringAttr(taskop.CalleeAttr) == name
}

// forced emits an instruction that starts the lazy tasks whose completion an operation needs. It stands in
// front of the operation.
func (c *compiler) forced(op *ir.Op) {
	if !c.prog.lazy {
		return
	}
	list := taskop.Forced(op)
	if op.Is(coro.Await) {
		list = op.Operands()[:1]
	}
	if len(list) > 0 {
		c.emitFree(instr{exec: execForce, args: c.slotsOf(list), pauses: true})
	}
}

func execForce(t *thread, in *instr) {
	for _, r := range in.args {
		if k := completion(t.mems[r]); k != nil {
			t.start(in, k)
		}
	}
}

// start starts a lazy task, or the one that its gate holds, unless it has started. The thread t is the one
// that needs the completion.
func (t *thread) start(in *instr, k *task) {
	if k.gate != nil {
		k = k.gate
	}
	u := k.unstarted
	if u == nil || t.m.err != nil {
		return
	}
	k.unstarted = nil
	if int(t.strand.Depth) >= t.m.limits.Depth {
		t.fail(in, codeDepth, "more than %d nested asynchronous operations", t.m.limits.Depth)
		return
	}
	child := u.thread
	if !t.m.reserve(t, in, 1, child.fn.frameBytes()) {
		return
	}
	t.adopt(child, in)
	u.begin(child)
	t.inFlight(child)
	if child.task != nil {
		t.m.issuedTask(t.strand, child.task)
	}
	t.sched().issued(t, child)
}

// execLazyCall makes a task that has not started.
func execLazyCall(t *thread, in *instr) {
	k := t.unresolved()
	k.unstarted = &unstarted{t.beginBody(in), func(child *thread) {
		k.thread, k.strand = child, child.strand
		child.task, child.began = k, -1
	}}
	t.giveTask(k, in.data.(*taskResults))
}

// ---- gates of coroutines ----

func emitRuntimeCall(c *compiler, op *ir.Op) error {
	switch op.StringAttr(taskop.CalleeAttr) {
	case taskop.GateFunction:
		c.emit(instr{exec: execGate, dst: c.result(op, 0)})
	case taskop.GuardFunction:
		c.emit(instr{exec: execGuard, a: c.operand(op, 0), b: c.operand(op, 1)})
	case taskop.StartFunction:
		c.emit(instr{exec: execStart, a: c.operand(op, 0), pauses: true})
	default:
		return c.unsupported(op, "")
	}
	return nil
}

func execGate(t *thread, in *instr) { t.hold(in, t.create(in)) }

// execGuard puts the token or value in register a behind the gate in register b, and drops a reference to
// each of them.
func execGuard(t *thread, in *instr) {
	if t.object(in, in.a) == nil || t.object(in, in.b) == nil {
		return
	}
	k, gate := completion(t.mems[in.a]), completion(t.mems[in.b])
	k.gate, gate.guards = gate, append(gate.guards, k)
	t.took(in, k)
	t.took(in, gate)
}

// took drops a reference that a call of the runtime has taken over, in programs that count references.
func (t *thread) took(in *instr, k *task) {
	if t.m.prog.counts && k.held != nil {
		t.drop(in, k.held, 1)
	}
}

// execStart starts a lazy task without a wait, and drops the reference.
func execStart(t *thread, in *instr) {
	if t.object(in, in.a) == nil {
		return
	}
	k := completion(t.mems[in.a])
	t.start(in, k)
	t.took(in, k)
}

// waitsBehindGate makes a coroutine that is about to wait for the object in a register wait without a thread
// in flight, and reports whether that object is a gate. begin gets the thread that the gate starts.
func (t *thread) waitsBehindGate(in *instr, r int32, begin func(child *thread)) bool {
	gate := completion(t.mems[r])
	if gate == nil || len(gate.guards) == 0 || gate.resolved {
		return false
	}
	gate.unstarted = &unstarted{t.beginBody(in), func(child *thread) {
		child.resumed = true
		begin(child)
		gate.settle(gate.cause, child.strand.Clock, child.clock)
		t.drop(in, gate.held, 1)
	}}
	return true
}

// forsaken starts the coroutine behind a gate with an error if nothing but the runtime refers to what the
// gate guards. The coroutine then gives back what it holds.
func (t *thread) forsaken(in *instr, gate *task) {
	for _, k := range gate.guards {
		if k.held.held > 1 {
			return
		}
	}
	if gate.unstarted != nil && t.m.prog.counts {
		gate.cause = t.errorf(in, codeForsaken,
			"the task was never started, and nothing can start it any more")
		t.start(in, gate)
	}
}
