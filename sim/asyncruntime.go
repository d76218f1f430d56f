package sim

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim/internal/happens"
	"github.com/inflight-compiler/inflight/sim/internal/hazard"
)

// The operations that async.execute is lowered to: the program itself makes and resolves tokens and values,
// and counts the references to them.

func init() {
	register(map[string]emitter{
		"async.runtime.create":        emitRuntimeCreate,
		"async.runtime.create_group":  emitRuntimeCreateGroup,
		"async.runtime.add_to_group":  emitAddToGroup,
		"async.runtime.set_available": onObject(execSetAvailable),
		"async.runtime.set_error":     onObject(execSetError),
		"async.runtime.is_error":      emitIsError,
		"async.runtime.await":         emitRuntimeAwait,
		"async.runtime.store":         emitRuntimeStore,
		"async.runtime.load":          emitRuntimeLoad,
		"async.runtime.add_ref":       func(c *compiler, op *ir.Op) error { return emitRefs(c, op, 1) },
		"async.runtime.drop_ref":      func(c *compiler, op *ir.Op) error { return emitRefs(c, op, -1) },
	})
}

var (
	codeTwice = diag.Register("sim-resolved-twice", "a token is resolved a second time",
		"A token or value ends once: by one async.runtime.set_available or one async.runtime.set_error on "+
			"every path.")
	codeUnresolved = diag.Register("sim-unresolved",
		"the outcome of a token is asked for before it is resolved",
		"async.runtime.is_error and async.runtime.load need what they ask to be awaited before.")
	codeDropped = diag.Register("sim-dropped-object", "a token is used after its last reference was dropped",
		"Each use needs a reference. The note names what dropped the last one; add an "+
			"async.runtime.add_ref before, or drop later.")
	codeLeak = diag.Register("sim-leaked-object", "a token is never freed",
		"More references were added than dropped. In a program that counts references, each path has to "+
			"drop what it holds.")
)

// references counts the references to an object of the runtime, in programs that count them.
type references struct {
	made    int32 // the site that made the object
	of      *task // the token or value, nil for a group
	held    int64
	dropped int32 // the site of the last drop
}

// heldObject is an object with references.
type heldObject interface{ refs() *references }

func (k *task) refs() *references { return k.held }

func (p *payload) refs() *references { return p.task.held }

func (g *tokenGroup) refs() *references { return g.held }

// hold returns the first n references of an object. One reference to a token or value belongs to the runtime
// until the object is resolved.
func (m *machine) hold(in *instr, n int64) *references {
	r := &references{made: in.site, held: n}
	if m.prog.counts {
		m.held = append(m.held, r)
	}
	return r
}

// object returns the object in a register. If the object is freed or undefined, it stops the machine and
// returns nil.
func (t *thread) object(in *instr, r int32) object {
	v := t.mems[r]
	if v == nil || v.object == nil {
		t.fail(in, hazard.Uninitialized, "a token is used before it is defined")
		return nil
	}
	if c, ok := v.object.(heldObject); ok && c.refs() != nil && c.refs().held <= 0 {
		d := t.fail(in, codeDropped, "the object is used after its last reference was dropped")
		d.Note(t.m.prog.sites[c.refs().dropped].span(), "dropped here")
		return nil
	}
	return v.object
}

// onObject returns an emitter of an instruction on the object that is the only operand.
func onObject(exec func(t *thread, in *instr)) emitter {
	return func(c *compiler, op *ir.Op) error {
		c.emit(instr{exec: exec, a: c.operand(op, 0), pauses: true})
		return nil
	}
}

func emitRuntimeCreate(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execRuntimeCreate, dst: c.result(op, 0), imm: numPayloads(op)})
	return nil
}

// numPayloads returns 1 if the result is a value, 0 if it is a token.
func numPayloads(op *ir.Op) uint64 {
	if async.IsValue(op.Result(0).Type()) {
		return 1
	}
	return 0
}

func execRuntimeCreate(t *thread, in *instr) { t.hold(in, t.create(in)) }

// hold gives a new token or value its references.
func (t *thread) hold(in *instr, k *task) {
	k.held = t.m.hold(in, 2)
	k.held.of = k
}

// create makes a token, or a value if imm is 1, and puts it into register dst. The program resolves it
// itself.
func (t *thread) create(in *instr) *task {
	k := t.unresolved()
	if in.imm == 0 {
		t.mems[in.dst] = &view{object: k}
		return k
	}
	p := &payload{task: k}
	k.payloads = []*payload{p}
	t.mems[in.dst] = &view{object: p}
	return k
}

// unresolved makes the completion of a task without a thread.
func (t *thread) unresolved() *task {
	t.strand.allocs++
	return &task{strand: t.strand, key: mix(t.strand.key^9, t.strand.allocs)}
}

func emitRuntimeCreateGroup(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execRuntimeCreateGroup, a: c.operand(op, 0), dst: c.result(op, 0)})
	return nil
}

func execRuntimeCreateGroup(t *thread, in *instr) {
	execCreateTokenGroup(t, in)
	t.mems[in.dst].object.(*tokenGroup).held = t.m.hold(in, 1)
}

func execSetAvailable(t *thread, in *instr) { t.resolveObject(in, nil) }

// execSetError resolves an object to an error. The cause is the first error that the thread has seen, if it
// has seen one.
func execSetError(t *thread, in *instr) {
	cause := t.seen
	if cause == nil {
		cause = t.errorf(in, codeAsyncError, "a task ends in an error here")
	}
	t.resolveObject(in, cause)
}

// resolveObject resolves the token or value in register a, and drops the reference that the runtime has.
func (t *thread) resolveObject(in *instr, cause *diag.Diagnostic) {
	o := t.object(in, in.a)
	if o == nil {
		return
	}
	k := completion(t.mems[in.a])
	if k.resolved {
		t.fail(in, codeTwice, "the token or value is resolved already")
		return
	}
	k.done = t.recordResolved()
	t.settleNow(k, cause)
	t.drop(in, k.held, 1)
}

// settleNow resolves a task that no thread ends. A thread that awaits it knows everything that this thread
// has done so far.
func (t *thread) settleNow(k *task, cause *diag.Diagnostic) {
	t.line.Flush()
	var before *happens.Clock
	if t.tracked {
		before = t.strand.Knowledge(&t.m.numbers)
	}
	k.settle(cause, before, t.clock)
}

// outcome returns the need of a wait for the object in a register, the tasks that the object stands for, and
// the object itself if it is a group.
func (t *thread) outcome(in *instr, r int32) (n need, ks tasks, group *tokenGroup) {
	o := t.object(in, r)
	if g, ok := o.(*tokenGroup); ok {
		return g, g.added, g
	}
	if o == nil {
		return nil, nil, nil
	}
	ks = tasks{completion(t.mems[r])}
	return ks, ks, nil
}

// awaitObject waits for the object in a register, and orders the rest of the thread after its end. It returns
// false if the thread has to wait.
func (t *thread) awaitObject(in *instr, r int32) bool {
	n, ks, group := t.outcome(in, r)
	if n == nil || !t.await(n) {
		return false
	}
	t.recordTasks(ks)
	for _, k := range ks {
		if t.tracked {
			t.strand.learn(k.clock)
		}
		if t.m.timing != nil {
			t.stallUntil(in, k.end)
		}
	}
	if group != nil && t.tracked {
		t.strand.learn(group.clock)
	}
	return true
}

func emitRuntimeAwait(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: func(t *thread, in *instr) {
		t.awaitObject(in, in.a)
	}, pauses: true, a: c.operand(op, 0)})
	return nil
}

func emitIsError(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execIsError, a: c.operand(op, 0), dst: c.result(op, 0)})
	return nil
}

func execIsError(t *thread, in *instr) {
	n, ks, _ := t.outcome(in, in.a)
	if n == nil {
		return
	}
	if !n.ready() {
		t.fail(in, codeUnresolved, "the token or value is asked for its outcome before it is resolved")
		return
	}
	t.m.handled = true
	t.regs[in.dst] = 0
	for _, k := range ks {
		if k.cause != nil {
			t.regs[in.dst] = 1
			if t.seen == nil {
				t.seen = k.cause
			}
		}
	}
}

func emitRuntimeStore(c *compiler, op *ir.Op) error {
	v := op.Operand(0)
	c.emit(instr{
		exec: execRuntimeStore, a: c.slot(v), b: c.operand(op, 1),
		data: yielded{isRef(v.Type()), laneCount(v.Type())},
	})
	return nil
}

func execRuntimeStore(t *thread, in *instr) {
	if o := t.object(in, in.b); o != nil {
		o.(*payload).put(t, in.a, in.data.(yielded))
	}
}

func emitRuntimeLoad(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execRuntimeLoad, a: c.operand(op, 0),
		data: unwrap{c.operand(op, 0), c.result(op, 0), isRef(op.Result(0).Type())}})
	return nil
}

func execRuntimeLoad(t *thread, in *instr) {
	o := t.object(in, in.a)
	if o == nil {
		return
	}
	if k := o.(*payload).task; !k.resolved || k.cause != nil {
		t.fail(in, codeUnresolved, "the value has no payload yet, or ended in an error")
		return
	}
	t.unwrap(in.data.(unwrap))
}

// ---- references ----

func emitRefs(c *compiler, op *ir.Op, sign int64) error {
	c.prog.counts = true
	n, _ := op.IntAttr("count")
	c.emit(instr{exec: execRefs, a: c.operand(op, 0), imm: uint64(sign * n)})
	return nil
}

func execRefs(t *thread, in *instr) {
	o := t.object(in, in.a)
	if o == nil {
		return
	}
	r := o.(heldObject).refs()
	if r == nil {
		return // the object belongs to a task that is not lowered
	}
	if n := int64(in.imm); n < 0 {
		t.drop(in, r, -n)
	} else {
		r.held += n
	}
}

func (t *thread) drop(in *instr, r *references, n int64) {
	r.held -= n
	r.dropped = in.site
	if r.of != nil && r.of.gate != nil {
		t.forsaken(in, r.of.gate)
	}
}

// reportHeld stops the run with an error if the program never frees an object. It does so only in programs
// that count references, and only if no other error stopped the run.
func (m *machine) reportHeld() {
	var first *references
	for _, r := range m.held {
		if r.held > 0 && (first == nil || r.made < first.made) {
			first = r
		}
	}
	if m.err == nil && first != nil {
		m.stop(diag.Errorf(codeLeak, m.prog.sites[first.made].span(),
			"the object that is made here is never freed: it has %s at the end",
			diag.Count(first.held, "reference")))
	}
}
