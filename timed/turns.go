package timed

import "github.com/inflight-compiler/inflight/ir"

// Turns is a queue on which tasks take their turns, a task.queue: what they wait for there, and who issues
// them.
type Turns struct {
	builder      *Builder
	name, engine string
	order        ir.CompletionOrder
	depth        int
	issued       int
	started      Done   // when the last one that started did
	ended        []Done // of those that ended so far, in order; the last one alone where there is always room
}

// Turns returns a queue with the tasks of an engine: the name of a processor or a DMA engine of the machine,
// or anything else where tasks are executed by what executes them without a queue. There is room for any
// number of tasks if depth is 0.
func (b *Builder) Turns(name, engine string, order ir.CompletionOrder, depth int) *Turns {
	return &Turns{builder: b, name: name, engine: engine, order: order, depth: depth}
}

// Room has a thread wait until it may issue one task more.
func (q *Turns) Room(t *Thread) {
	if n := q.issued - q.depth; q.depth > 0 && n >= 0 {
		t.Await(q.ended[n])
	}
	q.issued++
}

// Enter says that a thread is a task of the queue.
func (q *Turns) Enter(t *Thread) {
	t.OnQueue(q.name)
	if x, ok := q.builder.placeNamed(q.engine); ok {
		t.place = x
	}
}

// Turn has a task wait for its turn.
func (q *Turns) Turn(t *Thread) {
	switch {
	case q.order == ir.InOrder && len(q.ended) > 0:
		t.Await(q.ended[len(q.ended)-1])
	case q.order == ir.StartOrder:
		t.Await(q.started)
	}
}

// Started says that a task has all that it needs.
func (q *Turns) Started(t *Thread) {
	if q.order == ir.StartOrder {
		q.started = t.Starts()
	}
}

// Ended says that a task has ended.
func (q *Turns) Ended(done Done) {
	if q.depth == 0 {
		q.ended = q.ended[:0]
	}
	q.ended = append(q.ended, done)
}
