package team

import (
	"errors"

	"github.com/inflight-compiler/inflight/diag"
)

// Thread is a goroutine that executes code of a program, one task after another.
type Thread struct {
	team    *Team
	worker  Worker
	lane    int
	current *Task // task that it executes
	segment segment

	onward  *Task // coroutine that it executes next, when the current one has returned
	waiting bool  // it executes such coroutines while it waits
	dropped []dropped
}

// ErrStopped is the error of the methods of a Thread after the team was stopped.
var ErrStopped = errors.New("the program was stopped")

// Depth returns the number of tasks that the thread executes within each other.
func (th *Thread) Depth() int { return th.current.depth }

// Main reports whether the thread executes the entry and no task.
func (th *Thread) Main() bool { return th.current.parent == nil }

// mostNested is the largest number of tasks that a goroutine executes within each other, because each awaits
// the next.
const mostNested = 64

// Issue issues a task that starts after the end of its dependencies, and returns the task's number.
func (th *Thread) Issue(job Job, dependencies []uint32) (uint32, error) {
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
	k := th.newTask(job, dependencies)
	if k.state == ready {
		t.run([]*Task{k}, false)
		return k.id, th.waitForRoom(job.Site)
	}
	return k.id, nil
}

// newTask makes a task. The task is ready, waits for its dependencies, or has ended because one of them has
// ended in an error. The lock is held.
func (th *Thread) newTask(job Job, dependencies []uint32) *Task {
	t := th.team
	for _, id := range dependencies {
		th.startAside(t.tasks[id])
	}
	k := &Task{Job: job, id: t.number(), state: waiting}
	th.adopt(k)
	t.known++
	for _, id := range dependencies {
		if d := t.tasks[id]; d != nil {
			k.dependencies = append(k.dependencies, d)
			if d.state != ended {
				k.missing++
				d.dependents = append(d.dependents, k)
			}
		}
	}
	t.tasks[k.id] = k
	t.pending++
	if k.missing > 0 {
		return k
	}
	if cause := firstCause(k.dependencies); cause != nil {
		t.end(k, cause) // nothing depends on it yet
		return k
	}
	k.state, k.dependencies = ready, nil
	return k
}

// Await waits for a task and returns the first cause of the error in which the task has ended, nil if it has
// none.
func (th *Thread) Await(id, site uint32) (*diag.Diagnostic, error) {
	t := th.team
	t.mu.Lock()
	k := t.tasks[id]
	if th.start(k) && th.current.depth >= mostNested {
		t.run([]*Task{k}, false)
	}
	switch {
	case k != nil && k.state == ready && th.current.depth < mostNested:
		k.state = running
		t.mu.Unlock()
		th.execute(k, false)
		t.mu.Lock()
	case k == nil || k.state == ended:
		th.pass(site)
	}
	defer t.mu.Unlock()
	if t.stopped.Load() {
		return nil, ErrStopped
	}
	if k == nil {
		return nil, nil
	}
	if k.state != ended {
		w := th.newWait(site)
		k.waits = append(k.waits, w)
		if err := th.park(w); err != nil {
			return nil, err
		}
	}
	return k.cause, nil
}

// NewGroup makes a group of size tasks and returns its number.
func (th *Thread) NewGroup(size int64) uint32 {
	t := th.team
	t.mu.Lock()
	defer t.mu.Unlock()
	g := &group{id: t.number(), size: size}
	if size > 0 {
		t.groups[g.id] = g
	}
	return g.id
}

// Add adds a task to a group and returns its index there. It returns false if the group is full.
func (th *Thread) Add(id, groupID uint32) (int64, bool) {
	t := th.team
	t.mu.Lock()
	defer t.mu.Unlock()
	g := t.groups[groupID]
	if g == nil || int64(len(g.members)) >= g.size {
		return 0, false
	}
	k := t.tasks[id]
	th.startAside(k)
	g.members = append(g.members, k)
	if k != nil && k.state != ended {
		g.left++
		k.groups = append(k.groups, g)
	}
	t.completed(g)
	return int64(len(g.members)) - 1, true
}

// AwaitAll waits for a group. It returns the first cause of the error of the first task of the group that has
// ended in one, nil if there is none.
func (th *Thread) AwaitAll(groupID, site uint32) (*diag.Diagnostic, error) {
	t := th.team
	t.mu.Lock()
	defer t.mu.Unlock()
	g := t.groups[groupID]
	if g == nil {
		return nil, nil
	}
	if g.complete() {
		th.pass(site)
	} else {
		w := th.newWait(site)
		w.group = g
		g.waits = append(g.waits, w)
		if err := th.park(w); err != nil {
			return nil, err
		}
	}
	return firstCause(g.ended()), nil
}

// Finish waits for all tasks.
func (th *Thread) Finish() error {
	t := th.team
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stopped.Load() {
		return ErrStopped
	}
	if t.pending == 0 {
		return nil
	}
	t.last = th.newWait(NoSite)
	return th.park(t.last)
}

// execute executes a task to its end. If looksOn is set, the thread takes another task then; otherwise it
// continues with the task around it.
func (th *Thread) execute(k *Task, looksOn bool) {
	t, outer := th.team, th.current
	k.depth = outer.depth + 1
	th.current = k
	before := th.enter(Running, k.Site)
	var cause *diag.Diagnostic
	if n := t.levels.Add(1); n > mostLevels {
		t.Stop(t.config.TooDeep(k.Job))
	} else {
		cause = th.worker.Run(th, k.Job)
	}
	t.levels.Add(-1)
	th.leave(before)
	th.current = outer
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stopped.Load() {
		return
	}
	if cause != nil {
		k.failed = true
		t.failures = append(t.failures, failure{k, cause})
	}
	t.run(t.end(k, cause), looksOn)
	if len(t.parked) >= t.ceiling {
		t.ceiling++
		t.fill()
	}
	if t.pending == 0 && t.last != nil {
		t.over(t.last)
	}
}
