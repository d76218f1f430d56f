package tfrt

import (
	"sync"
)

// deepest is how deep continuations are called within each other. Beyond that they become tasks, so that no
// graph of values makes the stack grow.
const deepest = 100

// worker is what runs on one thread.
type worker struct {
	queue *queue
	depth int
}

// goOn calls f, or hands it to the queue if the stack is deep.
func (w *worker) goOn(f func(w *worker)) {
	if w.depth >= deepest {
		w.queue.add(f)
		return
	}
	w.depth++
	f(w)
	w.depth--
}

// queue is a queue of tasks, first in first out, with threads that run them.
type queue struct {
	mu      sync.Mutex
	changed *sync.Cond
	tasks   []func(w *worker)
	next    int // the first of tasks that has not been taken
	open    int // tasks that have not ended, and work elsewhere that will add some
	closed  bool
	threads sync.WaitGroup
	workers int
}

// newQueue returns a queue with that many threads. With one, tasks run on the thread that waits.
func newQueue(workers int) *queue {
	q := &queue{workers: workers}
	q.changed = sync.NewCond(&q.mu)
	if workers > 1 {
		for range workers {
			q.threads.Add(1)
			go q.work()
		}
	}
	return q
}

func (q *queue) close() {
	q.mu.Lock()
	q.closed = true
	q.changed.Broadcast()
	q.mu.Unlock()
	q.threads.Wait()
}

// add adds a task.
func (q *queue) add(f func(w *worker)) {
	q.mu.Lock()
	q.tasks = append(q.tasks, f)
	q.open++
	q.changed.Broadcast()
	q.mu.Unlock()
}

// begin and end are around work that runs elsewhere.
func (q *queue) begin() {
	q.mu.Lock()
	q.open++
	q.mu.Unlock()
}

func (q *queue) end() {
	q.mu.Lock()
	q.open--
	q.changed.Broadcast()
	q.mu.Unlock()
}

// wake lets those that wait look again.
func (q *queue) wake() {
	q.mu.Lock()
	q.changed.Broadcast()
	q.mu.Unlock()
}

// take returns the next task, nil if there is none. The caller holds the lock.
func (q *queue) take() func(w *worker) {
	if q.next == len(q.tasks) {
		return nil
	}
	f := q.tasks[q.next]
	q.tasks[q.next] = nil
	if q.next++; q.next == len(q.tasks) {
		q.tasks, q.next = q.tasks[:0], 0
	} else if q.next > 1024 && q.next > len(q.tasks)/2 {
		q.tasks, q.next = append(q.tasks[:0], q.tasks[q.next:]...), 0
	}
	return f
}

// work runs tasks until the queue is closed.
func (q *queue) work() {
	defer q.threads.Done()
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		f := q.take()
		switch {
		case f != nil:
			q.run(f)
		case q.closed:
			return
		default:
			q.changed.Wait()
		}
	}
}

// run runs a task without the lock, which the caller holds.
func (q *queue) run(f func(w *worker)) {
	q.mu.Unlock()
	f(&worker{queue: q})
	q.mu.Lock()
	if q.open--; q.open == 0 {
		q.changed.Broadcast()
	}
}

// until waits until a condition holds, or until nothing is left to do. With one thread it runs the tasks. It
// reports whether the condition holds.
func (q *queue) until(holds func() bool) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		q.mu.Unlock()
		ok := holds()
		q.mu.Lock()
		if ok {
			return true
		}
		if q.workers == 1 {
			if f := q.take(); f != nil {
				q.run(f)
				continue
			}
		}
		if q.open == 0 {
			q.mu.Unlock()
			ok := holds()
			q.mu.Lock()
			return ok
		}
		q.changed.Wait()
	}
}
