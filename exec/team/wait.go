package team

// wait is a goroutine that waits for a task, for a group, for the end of all tasks, or for room in line.
type wait struct {
	thread  *Thread
	site    uint32
	group   *group
	over    bool          // what it waits for has happened
	helping bool          // the goroutine executes tasks in line meanwhile
	turn    chan struct{} // closed when it may go on
}

func (th *Thread) newWait(site uint32) *wait {
	return &wait{thread: th, site: site, turn: make(chan struct{})}
}

// park gives the turn of the thread away until it is over with a wait. The lock is held before and after, not
// in between.
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

// suspend gives the turn of the thread away until it gets one again. The lock is held before and after, not
// in between.
func (th *Thread) suspend(w *wait) {
	t := th.team
	before := th.enter(Waiting, w.site)
	t.pass()
	t.mu.Unlock()
	<-w.turn
	t.mu.Lock()
	th.leave(before)
}

// over says that what a goroutine waits for has happened: it goes on when it is its turn. The lock is held.
func (t *Team) over(w *wait) {
	if w.over || t.stopped.Load() {
		return
	}
	w.over = true
	if w.helping {
		return // it has a turn
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

// help gives a turn to a thread that waits, to execute a task in line within the one that waits: there is no
// room for another thread. It reports whether there is a task and a thread. The lock is held.
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

// helpOut executes the last task in line, which is rather one that those need which the thread is in than the
// first is. The lock is held before and after, not in between.
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

// mostInLine is how many tasks are ready and have not begun before those that issue more have to wait until
// half of them have. A program that issues more than others can execute would otherwise use up the memory.
const mostInLine = 1 << 16

// waitForRoom waits until the line is shorter, or what is in line does not get on. The lock is held before
// and after, not in between.
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

// mayIssue reports whether somebody waits for room in line, and need not any more. The lock is held.
func (t *Team) mayIssue() bool {
	return !t.issuers.empty() &&
		(t.line.len() <= mostInLine/2 || len(t.parked) >= mostParked || t.full != nil)
}
