package team

// wait is a goroutine that waits for a task, for a group, or for the end of all tasks.
type wait struct {
	thread *Thread
	site   uint32
	group  *group
	over   bool          // what it waits for has happened
	turn   chan struct{} // closed when it may go on
}

// over says that what a goroutine waits for has happened: it goes on when it is its turn. The lock is held.
func (t *Team) over(w *wait) {
	if w.over || t.stopped.Load() {
		return
	}
	w.over = true
	delete(t.parked, w)
	if t.turns > 0 {
		t.turns--
		close(w.turn)
		return
	}
	t.resuming.push(w)
}

// run puts tasks that are ready in line and gives them turns, as far as there are turns and the caller does not take the first
// itself, when it asks for the next. The lock is held.
func (t *Team) run(tasks []*Task, takesOne bool) {
	for i, k := range tasks {
		t.line.peek(isReady) // those that somebody awaited and executed stand there still
		t.line.push(k)
		if i > 0 || !takesOne {
			t.hire()
		}
	}
}

// mostParked is how many goroutines wait at once before others that could run have to wait until nothing else can.
const mostParked = 256

// hire gives a turn that is left to a new goroutine. The lock is held.
func (t *Team) hire() {
	if t.turns == 0 || t.stopped.Load() || len(t.parked) >= mostParked && t.turns < t.limit {
		return
	}
	t.turns--
	t.goroutines.Add(1)
	go t.work()
}

// pass gives the turn of a goroutine that waits or ends to another. If there is none, and none that runs, nothing will ever happen
// any more. The lock is held.
func (t *Team) pass() {
	if w, ok := t.resuming.pop(); ok {
		close(w.turn)
		return
	}
	t.turns++
	if t.line.peek(isReady) {
		t.hire()
	} else if t.turns == t.limit && len(t.parked) > 0 {
		t.stop(t.config.Stuck(t.stuck()))
	}
}

func isReady(k *Task) bool { return k.state == ready }

// Stuck is a wait that cannot end.
type Stuck struct {
	Site  uint32
	Group bool  // whether it is for a group,
	Size  int64 // which wants so many tasks
	Added int64 // and has been given so many
}

// stuck returns the wait that cannot end: the one for a group that is not full, of those the first.
func (t *Team) stuck() Stuck {
	var first *wait
	for w := range t.parked {
		if w == t.last && len(t.parked) > 1 {
			continue // the end waits for the others
		}
		if first == nil || w.incomplete() && !first.incomplete() || w.incomplete() == first.incomplete() && w.thread.lane < first.thread.lane {
			first = w
		}
	}
	s := Stuck{Site: first.site}
	if g := first.group; g != nil {
		s.Group, s.Size, s.Added = true, g.size, int64(len(g.members))
	}
	return s
}

func (w *wait) incomplete() bool { return w.group != nil && int64(len(w.group.members)) < w.group.size }

// work executes tasks as long as there are any.
func (t *Team) work() {
	defer t.goroutines.Done()
	th, err := t.hired()
	if err != nil {
		t.Stop(err)
		return
	}
	for k := th.next(); k != nil; k = th.next() {
		th.execute(k, true)
	}
}

// next returns the task that a goroutine executes next, nil if it is not needed any more.
func (th *Thread) next() *Task {
	t := th.team
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.stopped.Load() && t.resuming.empty() && t.line.peek(isReady) {
		k, _ := t.line.pop()
		k.state = running
		return k
	}
	t.idle = append(t.idle, th)
	t.pass()
	return nil
}

// queue is a line in which the first is served first.
type queue[T any] struct {
	items []T
	first int
}

func (q *queue[T]) len() int { return len(q.items) - q.first }

func (q *queue[T]) empty() bool { return q.first == len(q.items) }

func (q *queue[T]) push(x T) {
	if q.first > len(q.items)/2 { // what was served is more than what is in line
		q.items = append(q.items[:0], q.items[q.first:]...)
		clear(q.items[len(q.items):cap(q.items)])
		q.first = 0
	}
	q.items = append(q.items, x)
}

func (q *queue[T]) pop() (x T, ok bool) {
	if q.empty() {
		return x, false
	}
	x, q.items[q.first] = q.items[q.first], x
	q.first++
	return x, true
}

// peek drops what does not count any more from the front, and reports whether something is left.
func (q *queue[T]) peek(counts func(T) bool) bool {
	for !q.empty() && !counts(q.items[q.first]) {
		q.pop()
	}
	return !q.empty()
}
