package team

// run puts tasks that are ready in line and gives them turns, as far as there are turns and the caller does
// not take the first itself, when it asks for the next. The lock is held.
func (t *Team) run(tasks []*Task, takesOne bool) {
	for i, k := range tasks {
		t.line.peek(isReady) // those that somebody awaited and executed stand there still
		t.line.push(k)
		if i > 0 || !takesOne {
			t.hire()
		}
	}
}

// mostParked is how many goroutines wait at once before others that could run have to wait until something
// has ended, or nothing else can run. A turn may be used all the same, once.
const mostParked = 256

// leastCeiling is how many goroutines may wait at once while others run.
func (t *Team) leastCeiling() int { return mostParked + t.limit }

// hire gives a turn that is left to a new goroutine, and reports whether it did. The lock is held.
func (t *Team) hire() bool {
	if t.turns == 0 || t.stopped.Load() || t.full != nil && len(t.idle) == 0 {
		return false
	}
	if len(t.parked) >= t.ceiling {
		if t.turns < t.limit {
			return false
		}
		t.ceiling = len(t.parked) + t.limit // nothing runs: others have to, and as many at once as can
	}
	t.turns--
	t.goroutines.Add(1)
	go t.work()
	return true
}

// fill gives the turns that are left to new goroutines, as far as there are tasks in line for them. The lock
// is held.
func (t *Team) fill() {
	for n := t.line.len(); n > 0 && t.line.peek(isReady) && t.hire(); n-- {
	}
}

// pass gives the turn of a goroutine that waits or ends to another. If there is none, and none that runs, one
// that waits executes tasks in line itself; if there are none either, nothing will ever happen any more. The
// lock is held.
func (t *Team) pass() {
	if w, ok := t.resuming.pop(); ok {
		close(w.turn)
		return
	}
	if t.mayIssue() {
		w, _ := t.issuers.pop()
		close(w.turn)
		return
	}
	t.turns++
	t.fill()
	if t.turns == t.limit && len(t.parked) > 0 && !t.help() {
		t.stop(t.standstill())
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

// standstill is the error of a team in which nothing can go on.
func (t *Team) standstill() error {
	if t.full != nil && (t.helpers > 0 || t.line.peek(isReady)) {
		return t.full
	}
	return t.config.Stuck(t.stuck())
}

// stuck returns the wait that cannot end: the one for a group that is not full, of those the first.
func (t *Team) stuck() Stuck {
	var first *wait
	for w := range t.parked {
		if w == t.last && len(t.parked) > 1 {
			continue // the end waits for the others
		}
		if first == nil || w.incomplete() && !first.incomplete() ||
			w.incomplete() == first.incomplete() && w.thread.lane < first.thread.lane {
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
		t.refused(err)
		return
	}
	for k := th.next(); k != nil; k = th.next() {
		th.execute(k, true)
	}
}

// refused says that there is no room for another thread: those that there are have to do. The turn is
// another's.
func (t *Team) refused(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.stopped.Load() {
		t.full = err
		t.pass()
	}
}

// next returns the task that a goroutine executes next, nil if it is not needed any more.
func (th *Thread) next() *Task {
	t := th.team
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.stopped.Load() && t.resuming.empty() && !t.mayIssue() && t.line.peek(isReady) {
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

// last takes out what was put in line last and counts, and reports whether there is anything.
func (q *queue[T]) last(counts func(T) bool) (x T, ok bool) {
	for !ok && !q.empty() {
		end := len(q.items) - 1
		if counts(q.items[end]) {
			x, ok = q.items[end], true
		}
		var none T
		q.items[end] = none
		q.items = q.items[:end]
	}
	return x, ok
}

// peek drops what does not count any more from the front, and reports whether something is left.
func (q *queue[T]) peek(counts func(T) bool) bool {
	for !q.empty() && !counts(q.items[q.first]) {
		q.pop()
	}
	return !q.empty()
}
