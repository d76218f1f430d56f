package sim

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
)

// This file executes the operations of the async runtime that stand outside of coroutines: a program that handles errors
// itself, awaits with async.runtime.await, which does not fail, and asks async.runtime.is_error. What it creates with
// async.runtime.create it must resolve. References are not counted here.

func init() {
	register(map[string]emitter{
		"async.runtime.await":         emitRuntimeAwait,
		"async.runtime.is_error":      emitIsError,
		"async.runtime.load":          emitRuntimeLoad,
		"async.runtime.store":         emitRuntimeStore,
		"async.runtime.create":        emitRuntimeCreate,
		"async.runtime.set_available": emitSetAvailable,
		"async.runtime.set_error":     emitSetError,
		"async.runtime.create_group":  emitCreateTokenGroup,
		"async.runtime.add_to_group":  emitAddToGroup,
		"async.runtime.add_ref":       emitNothing,
		"async.runtime.drop_ref":      emitNothing,
	})
}

// stateOf returns the tasks that a token, value or group stands for, and what must have come to pass for all to be resolved.
func stateOf(v *view) (tasks, need) {
	if v == nil {
		return nil, nil
	}
	if g, ok := v.object.(*tokenGroup); ok {
		return g.added, g
	}
	if k := completion(v); k != nil {
		return tasks{k}, tasks{k}
	}
	return nil, nil
}

func emitRuntimeAwait(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execRuntimeAwait, pauses: true, a: c.operand(op, 0)})
	return nil
}

// execRuntimeAwait waits, and orders what follows after what it waited for, error or not.
func execRuntimeAwait(t *thread, in *instr) {
	ks, n := stateOf(t.mems[in.a])
	if n == nil {
		t.fail(in, codeUninitialized, "a token is used before it is defined")
		return
	}
	if !t.await(n) {
		return
	}
	for _, k := range ks {
		if t.tracked {
			t.strand.learn(k.clock)
		}
		if t.m.timing != nil {
			t.stallUntil(in, k.end)
		}
	}
	if g, ok := n.(*tokenGroup); ok && t.tracked {
		t.strand.learn(g.clock)
	}
}

func emitIsError(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execIsError, a: c.operand(op, 0), dst: c.result(op, 0)})
	return nil
}

// execIsError answers for what is resolved. From then on the program handles errors itself.
func execIsError(t *thread, in *instr) {
	ks, n := stateOf(t.mems[in.a])
	if n == nil || !n.ready() {
		t.fail(in, codeRuntimeState, "is_error asks for something that is not resolved")
		return
	}
	t.m.handled = true
	t.regs[in.dst] = 0
	if slices.ContainsFunc(ks, func(k *task) bool { return k.cause != nil }) {
		t.regs[in.dst] = 1
	}
}

func emitRuntimeLoad(c *compiler, op *ir.Op) error {
	r := op.Result(0)
	c.emit(instr{exec: execRuntimeLoad, data: unwrap{c.operand(op, 0), c.slot(r), isRef(r.Type())}})
	return nil
}

func execRuntimeLoad(t *thread, in *instr) {
	u := in.data.(unwrap)
	if k := completion(t.mems[u.value]); k == nil || !k.resolved || k.cause != nil {
		t.fail(in, codeRuntimeState, "a value is loaded that is not ready")
		return
	}
	t.unwrap(u)
}

func emitRuntimeStore(c *compiler, op *ir.Op) error {
	v := op.Operand(0)
	c.emit(instr{exec: execRuntimeStore, a: c.operand(op, 0), b: c.operand(op, 1), data: yielded{isRef(v.Type()), laneCount(v.Type())}})
	return nil
}

func execRuntimeStore(t *thread, in *instr) {
	p := t.created(in, in.b)
	if p == nil {
		return
	}
	if u := in.data.(yielded); u.ref {
		p.payloads[0].ref = t.mems[in.a]
	} else {
		p.payloads[0].bits = slices.Clone(t.regs[in.a : in.a+u.lanes])
	}
}

func emitRuntimeCreate(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execRuntimeCreate, dst: c.result(op, 0), data: async.IsValue(op.Result(0).Type())})
	return nil
}

// execRuntimeCreate makes a token or a value that no thread resolves at its end.
func execRuntimeCreate(t *thread, in *instr) {
	k := &task{strand: t.strand}
	t.mems[in.dst] = &view{object: k}
	if in.data.(bool) {
		p := &payload{task: k}
		k.payloads = []*payload{p}
		t.mems[in.dst] = &view{object: p}
	}
}

func emitSetAvailable(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: func(t *thread, in *instr) { t.settle(in, nil) }, a: c.operand(op, 0)})
	return nil
}

func emitSetError(c *compiler, op *ir.Op) error {
	c.emit(instr{a: c.operand(op, 0), exec: func(t *thread, in *instr) {
		t.settle(in, t.errorf(in, codeAsyncError, "it was set to an error"))
	}})
	return nil
}

// settle resolves what the program created.
func (t *thread) settle(in *instr, cause *diag.Diagnostic) {
	k := t.created(in, in.a)
	if k == nil {
		return
	}
	k.resolved, k.cause, k.end = true, cause, t.clock
	if t.tracked {
		k.clock = t.strand.knowledge(t.m)
	}
}

// created returns what async.runtime.create made and nothing has resolved.
func (t *thread) created(in *instr, register int32) *task {
	k := completion(t.mems[register])
	if k == nil || k.thread != nil || k.resolved {
		t.fail(in, codeRuntimeState, "only what async.runtime.create made can be resolved, and once")
		return nil
	}
	return k
}
