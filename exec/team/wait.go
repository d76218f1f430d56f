package team

// wait is a goroutine that waits for a task, for a group, for the end of all tasks, or for room in line.
type wait struct {
	thread  *Thread
	site    uint32
	group   *group
	over    bool          // the awaited event has happened
	helping bool          // the goroutine executes tasks in line during the wait
	turn    chan struct{} // closed when the goroutine may continue
}

func (th *Thread) newWait(site uint32) *wait {
	return &wait{thread: th, site: site, turn: make(chan struct{})}
}

// park gives the turn of the thread away until the wait is over. The lock is held before and after the call,
// not during the wait.
func (th *Thread) park(w *wait) error {
	t := th.team
	for !w.over {
		if t.stopped.Load() {
			return ErrStopped
		}
		t.parked[w] = struct{}{}
		th.suspend(w)
		if w.helping {
			th.helpOut(w)
		}
	}
	if t.stopped.Load() {
		return ErrStopped
	}
	return nil
}

// suspend gives the turn of the thread away until the thread gets one again. The lock is held before and
// after the call, not in between.
func (th *Thread) suspend(w *wait) {
	t := th.team
	before := th.enter(Waiting, w.site)
	t.pass()
	t.mu.Unlock()
	<-w.turn
	t.mu.Lock()
	th.leave(before)
}

// over records that the awaited event has happened. The goroutine continues when it gets a turn. The lock is
// held.
func (t *Team) over(w *wait) {
	if w.over || t.stopped.Load() {
		return
	}
	w.over = true
	if w.helping {
		return // the goroutine has a turn
	}
	crowded := len(t.parked) >= t.ceiling
	delete(t.parked, w)
	if t.turns > 0 {
		t.turns--
		close(w.turn)
	} else {
		t.resuming.push(w)
	}
	if len(t.parked) <= mostParked/2 {
		t.ceiling = t.leastCeiling()
	}
	if crowded {
		t.fill()
	}
}

// ---- where there is no room for more threads ----

// help gives a turn to a waiting thread, which executes a task in line within its wait, because no more
// thread can be made. It reports whether there are such a task and such a thread. The lock is held.
func (t *Team) help() bool {
	if t.full == nil || t.stopped.Load() || !t.line.peek(isReady) {
		return false
	}
	var chosen *wait
	for w := range t.parked {
		if w.thread.current.depth < mostNested && (chosen == nil || w.thread.lane < chosen.thread.lane) {
			chosen = w
		}
	}
	if chosen == nil {
		return false
	}
	delete(t.parked, chosen)
	chosen.helping = true
	t.helpers++
	t.turns--
	close(chosen.turn)
	return true
}

// helpOut executes the last task in line. That task is more likely than the first one to be needed by the
// tasks of this thread. The lock is held before and after the call, not in between.
func (th *Thread) helpOut(w *wait) {
	t := th.team
	if k, ok := t.line.last(isReady); ok && !t.stopped.Load() {
		k.state = running
		t.mu.Unlock()
		th.execute(k, false)
		t.mu.Lock()
	}
	t.helpers--
	w.helping, w.turn = false, make(chan struct{})
}

// ---- where there are more tasks than others can execute ----

// mostInLine is the largest number of ready tasks in line. When there are more, a thread that issues one
// waits until half of them have begun. Without this limit, a program that issues more tasks than its threads
// execute would use up the memory.
const mostInLine = 1 << 16

// waitForRoom waits until the line is shorter, or until waits keep the tasks in line from ending. The lock is
// held before and after the call, not in between.
func (th *Thread) waitForRoom(site uint32) error {
	t := th.team
	if t.line.len() > mostInLine && len(t.parked) < mostParked && t.full == nil {
		w := th.newWait(site)
		t.issuers.push(w)
		th.suspend(w)
	}
	if t.stopped.Load() {
		return ErrStopped
	}
	return nil
}

// mayIssue reports whether a thread that waits for room in line may continue. The lock is held.
func (t *Team) mayIssue() bool {
	return !t.issuers.empty() &&
		(t.line.len() <= mostInLine/2 || len(t.parked) >= mostParked || t.full != nil)
}
