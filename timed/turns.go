package timed

import "github.com/inflight-compiler/inflight/ir"

// Turns is a queue on which tasks take turns (task.queue). It keeps the completions that tasks on the queue,
// and threads that issue tasks, wait for.
type Turns struct {
	builder      *Builder
	name, engine string
	order        ir.CompletionOrder
	depth        int
	issued       int
	started      Done   // the start of the task that started last
	ended        []Done // completions of the ended tasks, in order; only the last if depth is 0
}

// Turns returns a queue for the tasks of an engine, the name of a processor or DMA engine of the machine.
// With any other name, tasks run on the engines that would execute them without a queue. If depth is 0, the
// queue holds any number of tasks.
func (b *Builder) Turns(name, engine string, order ir.CompletionOrder, depth int) *Turns {
	return &Turns{builder: b, name: name, engine: engine, order: order, depth: depth}
}

// Room makes a thread wait until the queue has room for one more task.
func (q *Turns) Room(t *Thread) {
	if n := q.issued - q.depth; q.depth > 0 && n >= 0 {
		t.Await(q.ended[n])
	}
	q.issued++
}

// Enter makes a thread a task of the queue.
func (q *Turns) Enter(t *Thread) {
	t.OnQueue(q.name)
	if x, ok := q.builder.placeNamed(q.engine); ok {
		t.place = x
	}
}

// Turn makes a task wait for its turn.
func (q *Turns) Turn(t *Thread) {
	switch {
	case q.order == ir.InOrder && len(q.ended) > 0:
		t.Await(q.ended[len(q.ended)-1])
	case q.order == ir.StartOrder:
		t.Await(q.started)
	}
}

// Started records that a task has everything that it needs.
func (q *Turns) Started(t *Thread) {
	if q.order == ir.StartOrder {
		q.started = t.Starts()
	}
}

// Ended records that a task has ended.
func (q *Turns) Ended(done Done) {
	if q.depth == 0 {
		q.ended = q.ended[:0]
	}
	q.ended = append(q.ended, done)
}
