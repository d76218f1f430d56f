package team

// run puts ready tasks in line and starts goroutines for them, as far as there are turns. If takesOne is set,
// the caller itself will take the first task. The lock is held.
func (t *Team) run(tasks []*Task, takesOne bool) {
	for i, k := range tasks {
		t.line.peek(isReady) // removes tasks that a wait has executed already
		t.line.push(k)
		if i > 0 || !takesOne {
			t.hire()
		}
	}
}

// mostParked is the number of waiting goroutines up to which new goroutines are started. Beyond it, a new one
// starts only after a task has ended, or when no other goroutine runs.
const mostParked = 256

// leastCeiling returns the lowest value of Team.ceiling.
func (t *Team) leastCeiling() int { return mostParked + t.limit }

// hire gives a free turn to a new goroutine, and reports whether it did. The lock is held.
func (t *Team) hire() bool {
	if t.turns == 0 || t.stopped.Load() || t.full != nil && len(t.idle) == 0 {
		return false
	}
	if len(t.parked) >= t.ceiling {
		if t.turns < t.limit {
			return false
		}
		// nothing runs, so other tasks must: as many at once as there are turns
		t.ceiling = len(t.parked) + t.limit
	}
	t.turns--
	t.goroutines.Add(1)
	go t.work()
	return true
}

// fill gives free turns to new goroutines, as far as there are tasks in line for them. The lock is held.
func (t *Team) fill() {
	for n := t.line.len(); n > 0 && t.line.peek(isReady) && t.hire(); n-- {
	}
}

// pass gives away the turn of a goroutine that waits or ends. If no other goroutine takes it and none runs, a
// waiting one executes a task in line itself. If that is not possible either, nothing can run any more, and
// the team stops. The lock is held.
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
	Group bool  // whether it is a wait for a group
	Size  int64 // size of the group
	Added int64 // number of tasks added to the group
}

// standstill returns the error about a team in which nothing can run any more.
func (t *Team) standstill() error {
	if t.full != nil && (t.helpers > 0 || t.line.peek(isReady)) {
		return t.full
	}
	return t.config.Stuck(t.stuck())
}

// stuck returns a wait that cannot end: of the waits for a group that is not full the first one, else the
// first wait.
func (t *Team) stuck() Stuck {
	var first *wait
	for w := range t.parked {
		if w == t.last && len(t.parked) > 1 {
			continue // the wait for all tasks waits for the others
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

// work executes tasks as long as there are any in line.
func (t *Team) work() {
	defer t.goroutines.Done()
	th, err := t.hired()
	if err != nil {
		t.refused(err)
		return
	}
	for k := th.next(); k != nil; k = th.next() {
		for ; k != nil; k = th.onwards() {
			th.execute(k, true)
		}
	}
}

// onwards returns the coroutine that the thread executes next, nil if there is none.
func (th *Thread) onwards() *Task {
	if th.onward == nil {
		return nil
	}
	th.team.mu.Lock()
	defer th.team.mu.Unlock()
	return th.takeOnward()
}

// refused records that no more thread can be made, so that the present ones must execute all tasks. It passes
// the turn on.
func (t *Team) refused(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.stopped.Load() {
		t.full = err
		t.pass()
	}
}

// next returns the next task for a goroutine, nil if the goroutine is not needed any more.
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

// queue is a first-in, first-out queue.
type queue[T any] struct {
	items []T
	first int
}

func (q *queue[T]) len() int { return len(q.items) - q.first }

func (q *queue[T]) empty() bool { return q.first == len(q.items) }

func (q *queue[T]) push(x T) {
	if q.first > len(q.items)/2 { // more than half of the slice is not used any more
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

// last removes items from the end until it has removed one that counts. It returns that item, and false if
// there is none.
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

// peek removes items that do not count from the front, and reports whether an item is left.
func (q *queue[T]) peek(counts func(T) bool) bool {
	for !q.empty() && !counts(q.items[q.first]) {
		q.pop()
	}
	return !q.empty()
}
