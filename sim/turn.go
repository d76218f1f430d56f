package sim

import (
	"fmt"
	"slices"

	taskop "github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim/internal/happens"
	"github.com/inflight-compiler/inflight/timed"
)

func init() {
	register(map[string]emitter{
		"task.queue":    emitQueue,
		"task.resource": emitResource,
		"task.execute":  emitTurnTask,
		"task.yield":    (*compiler).exit,
	})
}

// ---- resources ----

// exclusive is a resource that one task at a time holds.
type exclusive struct {
	key    uint64
	holder *task
	clock  *happens.Clock // everything that its earlier holders have done
	end    int64          // Timed mode: when the last holder gave it back
	name   string
}

func (r *exclusive) hash() uint64 {
	if r.holder == nil {
		return r.key
	}
	return mix(r.key, r.holder.strand.key)
}

func emitResource(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execResource, dst: c.result(op, 0)})
	return nil
}

func execResource(t *thread, in *instr) {
	t.strand.allocs++
	t.mems[in.dst] = &view{
		object: &exclusive{key: mix(t.strand.key^11, t.strand.allocs),
			name: nameOf(t.m.prog.sites[in.site].op)}}
}

// exclusives is the need of a task for resources: no task may hold any of them.
type exclusives []*exclusive

func (rs exclusives) ready() bool {
	return !slices.ContainsFunc(rs, func(r *exclusive) bool { return r.holder != nil })
}

func (rs exclusives) suppliers(visit func(*thread) bool) {
	for _, r := range rs {
		if r.holder != nil && !r.holder.suppliers(visit) {
			return
		}
	}
}

func (rs exclusives) why() string {
	return "the wait cannot end: the task that holds the resource is blocked as well"
}

// execAcquire takes all resources in registers args, once all of them are free.
func execAcquire(t *thread, in *instr) {
	var rs exclusives
	for _, r := range in.args {
		rs = append(rs, t.mems[r].object.(*exclusive))
	}
	if !t.await(rs) {
		return
	}
	for _, r := range rs {
		r.holder = t.task
		if t.record != nil {
			t.record.Use(r, r.name)
		}
		t.follow(in, r.clock, r.end)
	}
	t.task.holds = rs
}

// follow orders the rest of the thread after the knowledge of a clock, which was complete at time end.
func (t *thread) follow(in *instr, c *happens.Clock, end int64) {
	if t.tracked {
		t.strand.learn(c)
	}
	if t.m.timing != nil {
		t.stallUntil(in, end)
	}
}

// ---- queues ----

// taskQueue decides when its tasks may start.
type taskQueue struct {
	key     uint64
	order   ir.CompletionOrder
	depth   int
	places  []*queuePlace  // positions of the tasks that are not complete, in the order of their issue
	started *happens.Clock // knowledge of the tasks that have started
	ended   *happens.Clock // everything that the ended tasks have done
	ends    []int64        // Timed mode: when tasks ended, or will end
	start   int64          // Timed mode: when the last task started
	turns   *timed.Turns   // nil if no graph is recorded
}

// queuePlace is the position of a task on a queue.
type queuePlace struct {
	queue   *taskQueue
	task    *task
	started bool
}

func (q *taskQueue) hash() uint64 {
	h := q.key
	for _, k := range q.places {
		h = mix(h, k.task.strand.key)
		if k.started {
			h++
		}
	}
	return h
}

func emitQueue(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: execQueue, dst: c.result(op, 0), a: int32(taskop.Order(op)),
		imm: uint64(taskop.Depth(op))})
	return nil
}

func execQueue(t *thread, in *instr) {
	t.strand.allocs++
	q := &taskQueue{key: mix(t.strand.key^13, t.strand.allocs), order: ir.CompletionOrder(in.a),
		depth: int(in.imm)}
	q.turns = t.recordTurns(in)
	t.mems[in.dst] = &view{object: q}
}

func (t *thread) queueIn(r int32) *taskQueue { return t.mems[r].object.(*taskQueue) }

// enter gives a task the last position.
func (q *taskQueue) enter(k *task) {
	k.place = &queuePlace{queue: q, task: k}
	q.places = append(q.places, k.place)
	if r := k.thread.record; r != nil {
		q.turns.Enter(r)
	}
}

// room is the need of a task's issue: the queue must have fewer tasks than its depth.
type room struct{ *taskQueue }

func (q room) ready() bool { return q.depth == 0 || len(q.places) < q.depth }

func (q room) suppliers(visit func(*thread) bool) {
	for _, k := range q.places {
		if !k.task.suppliers(visit) {
			return
		}
	}
}

func (q room) why() string {
	return fmt.Sprintf(
		"the wait cannot end: the queue of depth %d is full, and the tasks on it are blocked as well",
		q.depth)
}

// awaitRoom waits until one more task may be issued on a queue. It returns false if the thread has to wait.
func (t *thread) awaitRoom(in *instr, r int32) bool {
	q := t.queueIn(r)
	if !t.await(room{q}) {
		return false
	}
	if t.record != nil {
		q.turns.Room(t.record)
	}
	if q.depth > 0 && t.m.timing != nil && len(q.ends) >= q.depth {
		slices.Sort(q.ends)
		t.stallUntil(in, q.ends[len(q.ends)-q.depth])
	}
	return true
}

// ready reports whether the order of the queue allows the task to start.
func (k *queuePlace) ready() bool {
	q := k.queue
	switch q.order {
	case ir.InOrder:
		return q.places[0] == k
	case ir.StartOrder:
		for _, before := range q.places {
			if before == k {
				return true
			}
			if !before.started {
				return false
			}
		}
	}
	return true
}

func (k *queuePlace) suppliers(visit func(*thread) bool) {
	for _, before := range k.queue.places {
		if before == k || !before.task.suppliers(visit) {
			return
		}
	}
}

func (k *queuePlace) why() string {
	return "the wait cannot end: an operation before it on its queue is blocked as well"
}

// execTurn waits until the order of its queue allows the task to start.
func execTurn(t *thread, in *instr) {
	k := t.task.place
	if !t.await(k) {
		return
	}
	if t.record != nil {
		k.queue.turns.Turn(t.record)
	}
	switch q := k.queue; q.order {
	case ir.InOrder:
		end := int64(0)
		if len(q.ends) > 0 {
			end = slices.Max(q.ends)
		}
		t.follow(in, q.ended, end)
	case ir.StartOrder:
		t.follow(in, q.started, q.start)
	}
}

// execStarted records on the queue that the task has started.
func execStarted(t *thread, _ *instr) {
	k := t.task.place
	k.started = true
	q := k.queue
	q.start = max(q.start, t.clock)
	if t.record != nil {
		q.turns.Started(t.record)
	}
	if t.tracked {
		q.started = q.started.Join(t.strand.Knowledge(&t.m.numbers))
	}
}

// releaseResources gives back the resources of a task that has ended, and its position on a queue.
func (k *task) releaseResources() {
	for _, r := range k.holds {
		r.holder = nil
		r.clock, r.end = r.clock.Join(k.clock), k.end
	}
	k.holds = nil
	if k.place == nil {
		return
	}
	q := k.place.queue
	q.places = slices.DeleteFunc(q.places, func(other *queuePlace) bool { return other == k.place })
	if q.turns != nil {
		q.turns.Ended(k.done)
	}
	q.ended, q.ends = q.ended.Join(k.clock), append(q.ends, k.end)
	if q.depth > 0 && len(q.ends) > 2*q.depth {
		slices.Sort(q.ends)
		q.ends = slices.Clone(q.ends[len(q.ends)-q.depth:])
	}
}

// ---- tasks ----

// emitTurnTask emits a task that waits for its turn on a queue, and for resources.
func emitTurnTask(c *compiler, op *ir.Op) error {
	results := c.taskResults(op.Results())
	queue := taskop.Queue(op)
	if queue != nil {
		results.queue = c.slot(queue)
	}
	return c.task(op, results, func() {
		c.assign(taskop.CapturedArgs(op), taskop.Captures(op))
		if queue != nil {
			c.emitFree(instr{exec: execTurn})
		}
		if rs := taskop.Resources(op); len(rs) > 0 {
			c.emitFree(instr{exec: execAcquire, touches: true, args: c.slotsOf(rs)})
		}
		if v := taskop.Unless(op); v != nil {
			c.emitFree(instr{exec: execUnless, touches: true, a: c.slot(v)})
		}
		if queue != nil {
			c.emitFree(instr{exec: execStarted})
		}
	})
}

// execUnless ends the task if the token in register a is already an error.
func execUnless(t *thread, in *instr) {
	var n completions
	n.add(t.mems[in.a])
	for _, k := range n.tasks {
		if k.resolved && k.cause != nil {
			t.follow(in, k.clock, k.end)
			t.resolve(in, k.cause)
			return
		}
	}
}
