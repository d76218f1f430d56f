package sim

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/sim/internal/happens"
	"github.com/inflight-compiler/inflight/sim/internal/hazard"
	"github.com/inflight-compiler/inflight/timed"
)

// A task is a thread of control of its own whose completion a thread awaits by a token: the body of an
// async.execute, a call of an async.func, an operation of the gpu dialect with the word async. Its first
// instruction waits for its dependencies.
//
// A task is resolved exactly once: to ready where it ends, or to an error if an assertion of its own fails. A
// task that depends on a task in error, or awaits it, is in error with the same cause. If the entry function
// awaits a task in error, the run stops. Every other mistake stops the run wherever it happens.

// object is the contents of a register of references for a value of an asynchronous dialect's type.
type object interface {
	// hash returns a hash of the state that does not depend on the schedule.
	hash() uint64
}

// task is the completion of a thread, or of an object that the program resolves itself. The latter has no
// thread, and has a key.
type task struct {
	thread   *thread
	strand   *strand
	key      uint64
	held     *references // nil where references are not counted
	resolved bool
	cause    *diag.Diagnostic // the first cause of its error, nil if it is ready
	payloads []*payload
	clock    *happens.Clock // everything that happened before its end, if hazards are searched for
	end      int64          // Timed mode: when it completes
	done     timed.Done
	watchers []func()     // called when it is resolved
	from     []*task      // without a thread: tasks by which it is, or may be, resolved
	joins    bool         // whether it is ready with the first of several tasks
	place    *queuePlace  // position on a queue, nil if it is on none
	ticket   Ticket       // of a delegated operation
	holds    []*exclusive // resources that it holds
	outside  bool         // an event from outside, which orders nothing that happened before

	unstarted *unstarted // of a lazy task, or a gate, that has not started
	gate      *task      // the gate that guards the task, nil if there is none
	guards    []*task    // of a gate
}

// settle resolves a task. cause is the first cause if it is an error, before everything that happened before
// the end, and end the time.
func (k *task) settle(cause *diag.Diagnostic, before *happens.Clock, end int64) {
	k.resolved, k.cause, k.clock, k.end = true, cause, before, end
	for _, w := range k.watchers {
		w()
	}
	k.watchers = nil
}

// whenResolved calls f when the task is resolved, which may be at once.
func (k *task) whenResolved(f func()) {
	if k.resolved {
		f()
		return
	}
	k.watchers = append(k.watchers, f)
}

// suppliers yields the known threads that resolve the task. It returns false if visit has returned false.
func (k *task) suppliers(visit func(*thread) bool) bool {
	switch {
	case k.resolved:
	case k.thread != nil:
		return visit(k.thread)
	default:
		for _, other := range k.from {
			if !other.suppliers(visit) {
				return false
			}
		}
	}
	return true
}

// payload is the payload of an async value. It is known when its task is ready.
type payload struct {
	task *task
	bits []uint64
	ref  *view
}

func (k *task) hash() uint64 {
	h := mix(k.strand.key^k.key, 3)
	if k.resolved {
		h++
	}
	if k.cause != nil {
		h = mix(h, hashString(k.cause.Message))
	}
	return h
}

func (p *payload) hash() uint64 {
	h := mix(p.task.hash(), uint64(slices.Index(p.task.payloads, p)))
	return hashFrame(h, p.bits, []*view{p.ref})
}

// completion returns the task that a token or value belongs to, nil if there is none.
func completion(v *view) *task {
	if v == nil {
		return nil
	}
	switch o := v.object.(type) {
	case *task:
		return o
	case *payload:
		return o.task
	}
	return nil
}

// tasks is the need of a wait for tasks: all of them must be resolved.
type tasks []*task

func (ks tasks) ready() bool {
	for _, k := range ks {
		if !k.resolved {
			return false
		}
	}
	return true
}

func (ks tasks) suppliers(visit func(*thread) bool) {
	for _, k := range ks {
		if !k.suppliers(visit) {
			return
		}
	}
}

// taskResults describes a task that is being issued: the register of its token, negative if it has none, and
// those of its values.
type taskResults struct {
	token  int32
	values []int32
	queue  int32  // register of the queue on which it is issued, negative if there is none
	event  string // event from outside that the task represents, "" for none
}

// execTaskIssue issues a task.
func execTaskIssue(t *thread, in *instr) {
	x := in.data.(*taskResults)
	if x.queue >= 0 && !t.awaitRoom(in, x.queue) {
		return
	}
	child := t.issue(in)
	if child == nil {
		return
	}
	k := &task{thread: child, strand: child.strand}
	if x.queue >= 0 {
		t.queueIn(x.queue).enter(k)
	}
	if x.event != "" {
		t.m.imported(x.event, k)
	}
	child.task, child.began = k, -1
	t.giveTask(k, x)
	t.m.issuedTask(t.strand, k)
	t.sched().issued(t, child)
}

// giveTask puts the token and the values of a task into their registers.
func (t *thread) giveTask(k *task, x *taskResults) {
	if x.token >= 0 {
		t.mems[x.token] = &view{object: k}
	}
	for _, r := range x.values {
		p := &payload{task: k}
		k.payloads = append(k.payloads, p)
		t.mems[r] = &view{object: p}
	}
}

// issuedTask keeps a task for reports.
func (m *machine) issuedTask(by *strand, k *task) {
	if m.hazards != nil {
		by.tasks = unknownTo(by.tasks, k.strand, by.Clock)
		m.tasks = unknownTo(m.tasks, k.strand, m.root.Clock)
	}
}

// unknownTo appends a strand to a list. Whenever the list would grow, the strands that the clock knows to
// have ended are removed. Slices of the old list do not change.
func unknownTo(list []*strand, s *strand, c *happens.Clock) []*strand {
	if len(list) == cap(list) {
		list = slices.DeleteFunc(slices.Clone(list), func(s *strand) bool { return s.ended(c) })
		list = append(make([]*strand, 0, 2*len(list)+8), list...)
	}
	return append(list, s)
}

// ended reports whether a clock knows that the strand has ended.
func (s *strand) ended(c *happens.Clock) bool {
	return s.Number != 0 && c.Get(s.Number) == happens.Forever
}

// execTaskStart waits for the dependencies of a task.
func execTaskStart(t *thread, in *instr) {
	execAwait(t, in)
	t.began = t.clock
}

// execAwait waits for the tasks in registers args, and then copies payloads into registers.
func execAwait(t *thread, in *instr) {
	if !t.awaitTasks(in) {
		return
	}
	for _, u := range in.data.([]unwrap) {
		t.unwrap(u)
	}
}

// unwrap is the copy of the payload of a value into registers.
type unwrap struct {
	value, dst int32
	ref        bool
}

func (t *thread) unwrap(u unwrap) {
	p := t.mems[u.value].object.(*payload)
	if u.ref {
		t.mems[u.dst] = p.ref
		return
	}
	copy(t.regs[u.dst:], p.bits)
}

// awaitTasks waits for the tasks in registers args and orders the rest of the thread after them. It returns
// false if the thread has to wait, or has ended because one of the tasks is in error.
func (t *thread) awaitTasks(in *instr) bool {
	if len(in.args) == 0 {
		return true
	}
	var n completions
	for _, r := range in.args {
		if !n.add(t.mems[r]) {
			t.fail(in, hazard.Uninitialized, "a token is used before it is defined")
			return false
		}
	}
	if !t.await(&n) {
		return false
	}
	for _, g := range n.groups {
		t.observeGroup(in, g)
	}
	return t.observe(in, n.tasks)
}

// completions is the need of a wait for tasks, and for groups of queues with all older groups.
type completions struct {
	tasks  tasks
	groups []*group
	lines  groups
}

// add adds the task or group of a token or value. It returns false if the token is not defined.
func (n *completions) add(v *view) bool {
	if k := completion(v); k != nil {
		n.tasks = append(n.tasks, k)
		return true
	}
	if v == nil {
		return false
	}
	g, ok := v.object.(*group)
	if ok {
		n.groups, n.lines = append(n.groups, g), append(n.lines, g.line()...)
	}
	return ok
}

func (n *completions) ready() bool { return n.tasks.ready() && n.lines.ready() }

func (n *completions) suppliers(visit func(*thread) bool) {
	n.tasks.suppliers(visit)
	n.lines.suppliers(visit)
}

// observe orders the rest of the thread after resolved tasks. It returns false if one of them is in error.
func (t *thread) observe(in *instr, ks tasks) bool {
	t.recordTasks(ks)
	var cause *diag.Diagnostic
	for _, k := range ks {
		if t.tracked {
			t.strand.learn(k.clock)
		}
		if t.m.timing != nil {
			t.stallUntil(in, k.end)
		}
		if cause == nil {
			cause = k.cause
		}
	}
	if cause == nil {
		return true
	}
	if t.task != nil {
		t.resolve(in, cause)
		return false
	}
	d := t.fail(in, codeAsyncError, "what is awaited here has ended in an error: %s", cause.Message)
	d.Note(cause.Span, "the first cause is here")
	return false
}

// execTaskEnd ends a task. Registers args have the payloads of its values.
func execTaskEnd(t *thread, in *instr) {
	for i, r := range in.args {
		p, u := t.task.payloads[i], in.data.([]yielded)[i]
		p.put(t, r, u)
	}
	t.resolve(in, nil)
}

// put sets a payload from the registers of a thread.
func (p *payload) put(t *thread, r int32, u yielded) {
	if u.ref {
		p.ref = t.mems[r]
	} else {
		p.bits = slices.Clone(t.regs[r : r+u.lanes])
	}
}

// yielded describes the register of a payload.
type yielded struct {
	ref   bool
	lanes int32
}

// resolve ends a task. It is in error if there is a cause, else ready.
func (t *thread) resolve(in *instr, cause *diag.Diagnostic) {
	t.leaveForks(in)
	t.m.endStrand(t, in)
	k := t.task
	var before *happens.Clock
	if t.tracked && !k.outside {
		before = t.strand.Ending(&t.m.numbers)
	}
	k.done = t.recordEnd()
	k.settle(cause, before, t.clock)
	k.releaseResources()
	t.endTaskEvent()
	if len(t.frames) > 0 { // an error ends the calls in which it happens
		t.fn, t.frames = t.frames[0].fn, nil
	}
	t.finish()
}

// leaveForks ends the parallel loops around an error.
func (t *thread) leaveForks(in *instr) {
	for len(t.forks) > 0 {
		if t.strand.fork == t.forks[len(t.forks)-1] {
			execIterationEnd(t, in)
		}
		execJoin(t, in)
	}
}

// failTask ends a task in an error of its own.
func (t *thread) failTask(in *instr, d *diag.Diagnostic) {
	t.m.failures = append(t.m.failures, t.task)
	t.resolve(in, d)
}

// reportFailures stops the run with the error of a task that nothing has awaited, if no other error stopped
// it.
func (m *machine) reportFailures() {
	var first *task
	if m.ended < 0 || m.handled {
		return // the run was given up, or the program handles errors itself
	}
	for _, k := range m.failures {
		if first == nil || inProgramOrder(k.strand, first.strand) < 0 {
			first = k
		}
	}
	if first != nil {
		m.stop(diag.Errorf(first.cause.Code, first.cause.Span, "%s", first.cause.Message).Note(
			m.prog.sites[first.thread.site].span(),
			"in the task issued here, which the program does not await"))
	}
}

// tokenGroup is a set of tokens that are awaited together. It is complete when its size is reached and all
// its tokens are resolved.
type tokenGroup struct {
	settled int // number of tasks at the beginning of added that are resolved
	key     uint64
	size    int64
	added   tasks
	held    *references    // nil where references are not counted
	clock   *happens.Clock // everything that happened before each addition
}

func (g *tokenGroup) hash() uint64 {
	h := mix(g.key, uint64(g.size))
	for _, k := range g.added {
		h = mix(h, k.hash())
	}
	return h
}

func (g *tokenGroup) ready() bool { return int64(len(g.added)) >= g.size && len(g.open()) == 0 }

func (g *tokenGroup) suppliers(visit func(*thread) bool) { g.open().suppliers(visit) }

// open returns the tasks of the group from the first one that is not resolved. The tasks before it are not
// tested again, so that a wait for all of them takes linear time.
func (g *tokenGroup) open() tasks {
	for g.settled < len(g.added) && g.added[g.settled].resolved {
		g.settled++
	}
	return g.added[g.settled:]
}

func (g *tokenGroup) why() string {
	if n := int64(len(g.added)); n < g.size {
		return fmt.Sprintf("the wait cannot end: the group waits for %s, but is given %d",
			diag.Count(g.size, "token"), n)
	}
	return "the wait cannot end: the operation that it waits for is blocked as well"
}
