package team

// Defer makes a lazy task, and returns the task's number. The task is started by the first thread that awaits
// it, adds it to a group, or issues a task that depends on it. A task that nothing starts never runs, and
// nothing waits for its end.
func (th *Thread) Defer(job Job) (uint32, error) {
	t := th.team
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stopped.Load() {
		return 0, ErrStopped
	}
	if t.known >= t.config.most() {
		t.stop(t.config.TooMany(job))
		return 0, ErrStopped
	}
	k := &Task{Job: job, id: t.number(), state: unstarted}
	t.known++
	t.tasks[k.id] = k
	return k.id, nil
}

// start makes a lazy task ready that has not started, and reports whether there was one. In the order of the
// program it stands where it is started. The lock is held.
func (th *Thread) start(k *Task) bool {
	if k == nil || k.state != unstarted {
		return false
	}
	th.adopt(k)
	k.state = ready
	th.team.pending++
	return true
}

// startAside is start for a task that runs on any thread. The lock is held.
func (th *Thread) startAside(k *Task) {
	if th.start(k) {
		th.team.run([]*Task{k}, false)
	}
}

// adopt makes a task the last one that the thread's task has issued. The lock is held.
func (th *Thread) adopt(k *Task) {
	th.team.shorten(th.current)
	k.parent, k.number = th.current, th.current.issued
	th.current.issued++
	th.current.children++
}
