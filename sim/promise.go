package sim

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim/internal/happens"
	"github.com/inflight-compiler/inflight/sim/internal/hazard"
)

// Promises, the first of several completions, queries that do not wait, and events from outside: the
// operations that resolve tokens besides the ends of tasks.

func init() {
	register(map[string]emitter{
		"task.promise":     emitPromise,
		"task.fulfill":     emitFulfill,
		"task.fail":        emitFail,
		"task.settle":      emitSettle,
		"task.any":         emitAny,
		"task.is_complete": emitIsComplete,
		"task.import":      emitImport,
		"task.export":      func(*compiler, *ir.Op) error { return nil },
	})
}

var (
	codeFailed = diag.Register("sim-failed", "a promise was made an error",
		"A task.fail injected the error, which is how a program or its host cancels what has not started.")
	codeUnfulfilled = diag.Register("sim-unfulfilled", "a promise was not fulfilled in time",
		"The task that settles the promise has ended without fulfilling it. Fulfill it on every path, or "+
			"let the task fail.")
)

func emitPromise(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: func(t *thread, in *instr) {
		t.create(in)
	}, dst: c.result(op, 0), imm: numPayloads(op)})
	return nil
}

func emitFulfill(c *compiler, op *ir.Op) error {
	in := instr{exec: execFulfill, a: c.operand(op, 0), pauses: true, touches: true}
	if op.NumOperands() > 1 {
		v := op.Operand(1)
		in.b, in.data = c.slot(v), yielded{isRef(v.Type()), laneCount(v.Type())}
	}
	c.emit(in)
	return nil
}

func execFulfill(t *thread, in *instr) {
	k := t.promise(in)
	if k == nil {
		return
	}
	if kind, ok := in.data.(yielded); ok {
		k.payloads[0].put(t, in.b, kind)
	}
	t.settleNow(k, nil)
}

// promise returns the promise in register a. It stops the machine and returns nil if the promise is resolved
// already, or if the token belongs to no promise.
func (t *thread) promise(in *instr) *task {
	k := completion(t.mems[in.a])
	switch {
	case k == nil || k.thread != nil || k.joins:
		t.fail(in, codeTwice, "this is no promise: another operation resolves it")
	case k.resolved:
		t.fail(in, codeTwice, "the token or value is resolved already")
	default:
		return k
	}
	return nil
}

func emitFail(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execFail, a: c.operand(op, 0), pauses: true, touches: true,
		data: op.StringAttr("message")})
	return nil
}

func execFail(t *thread, in *instr) {
	if k := t.promise(in); k != nil {
		t.settleNow(k, t.errorf(in, codeFailed, "%s", in.data.(string)))
	}
}

func emitSettle(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execSettle, a: c.operand(op, 0), b: c.operand(op, 1), pauses: true, touches: true})
	return nil
}

// execSettle registers that the end of the task in register b resolves the promise in register a, unless
// another operation has resolved the promise before.
func execSettle(t *thread, in *instr) {
	promise, by := completion(t.mems[in.a]), completion(t.mems[in.b])
	if by == nil {
		t.fail(in, codeGroupToken, "the token of a group of a queue cannot settle a promise")
		return
	}
	unfulfilled := t.errorf(in, codeUnfulfilled,
		"the promise is not fulfilled, and the task that it is settled by has ended")
	promise.from = append(promise.from, by)
	by.whenResolved(func() {
		if promise.resolved {
			return
		}
		cause := by.cause
		if cause == nil {
			cause = unfulfilled
		}
		promise.settle(cause, by.clock, by.end)
	})
}

func emitAny(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execAny, args: c.slotsOf(op.Operands()), dst: c.result(op, 0), imm: numPayloads(op),
		touches: true})
	return nil
}

// execAny makes a value that becomes ready when the first of the tasks in registers args becomes ready.
func execAny(t *thread, in *instr) {
	first := t.create(in)
	first.joins = true
	for _, r := range in.args {
		k := completion(t.mems[r])
		if k == nil {
			t.fail(in, codeGroupToken, "the token of a group of a queue cannot be one of several here")
			return
		}
		first.from = append(first.from, k)
	}
	for i, k := range first.from {
		k.whenResolved(func() { first.oneOf(i) })
	}
}

// oneOf records that operand i of the task.any is resolved.
func (k *task) oneOf(i int) {
	one := k.from[i]
	switch {
	case k.resolved:
	case one.cause == nil:
		k.payloads[0].bits = []uint64{uint64(i)}
		k.settle(nil, one.clock, one.end)
	case !slices.ContainsFunc(k.from, func(other *task) bool { return other.cause == nil }):
		var before *happens.Clock
		for _, other := range k.from {
			before = before.Join(other.clock)
		}
		k.settle(k.from[0].cause, before, one.end)
	}
}

func emitIsComplete(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execIsComplete, a: c.operand(op, 0), dst: c.result(op, 0), pauses: true,
		touches: true})
	return nil
}

// execIsComplete tests whether a token is resolved, without waiting. If it is not, other threads run first.
func execIsComplete(t *thread, in *instr) {
	var n completions
	if !n.add(t.mems[in.a]) {
		t.fail(in, hazard.Uninitialized, "a token is used before it is defined")
		return
	}
	t.regs[in.dst] = 0
	if !n.ready() {
		t.yield()
		return
	}
	t.regs[in.dst] = 1
	for _, k := range n.tasks {
		t.follow(in, k.clock, k.end)
	}
	for _, g := range n.groups {
		t.observeGroup(in, g)
	}
}

// emitImport emits an event from outside: a task without a body, which ends when the schedule lets it end.
func emitImport(c *compiler, op *ir.Op) error {
	results := c.taskResults(op.Results())
	results.event = op.StringAttr("event")
	known := c.emit(instr{exec: execKnownEvent, data: results})
	err := c.issue(instr{exec: execTaskIssue, pauses: true, data: results}, nil, func() error {
		c.taskEnd(nil)
		return nil
	})
	c.setTarget(known)
	return err
}

// execKnownEvent jumps to a with the token of an event, if the program has imported that event before.
func execKnownEvent(t *thread, in *instr) {
	x := in.data.(*taskResults)
	if k := t.m.events[x.event]; k != nil {
		t.mems[x.token] = &view{object: k}
		t.pc = int(in.a)
	}
}

// imported keeps the task that represents an event from outside.
func (m *machine) imported(event string, k *task) {
	k.outside = true
	if m.events == nil {
		m.events = map[string]*task{}
	}
	m.events[event] = k
}
