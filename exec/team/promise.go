package team

import "github.com/inflight-compiler/inflight/diag"

// A promise is a token, a value or a group of coroutines: the program makes it, resolves it, and counts the
// references to it. A coroutine that waits for one is a job that the team issues when the promise is
// resolved; no goroutine and no stack waits meanwhile.
//
// The methods of Thread get and return promises by number. A number is free again when the last reference is
// dropped. A promise must not be used without a reference.

// promise is a token, a value or a group. Most promises have at most one coroutine that waits for them.
type promise struct {
	id       uint32
	payload  uint32 // address of the payload, 0 for none
	refs     int64  // one of them is the program's own until it resolves the promise
	then     Job    // goes on when the promise is resolved, if waits is set
	waits    bool
	resolved bool
	holds    Holds // what the payload refers to
	gate     *gate // in front of the lazy task that resolves it; of a gate itself the gate
	cause    *diag.Diagnostic
	more     *following
}

// following is what else a promise has.
type following struct {
	then  []Job
	waits []*wait
	sets  []place
	set   *set // of a group
}

// gate is what the coroutine of a lazy task waits for.
type gate struct {
	own    *promise // nil once it is open
	guards int      // promises of the task that something besides the task refers to
}

// set has the members of a group.
type set struct {
	own    *promise // nil if nothing refers to the group any more
	size   int64
	left   int64 // members that are not resolved
	causes []*diag.Diagnostic
}

// place is the place of a promise in a group.
type place struct {
	in *set
	at int
}

func (p *promise) extra() *following {
	if p.more == nil {
		p.more = &following{}
	}
	return p.more
}

// chunk is the number of promises that are allocated together. A promise stays where it is.
const chunk = 1024

// promises are all promises of a team. Number 0 stands for none.
type promises struct {
	chunks [][]promise
	free   []uint32
	made   uint32 // numbers that were given
	failed []Failed
}

// Failed is an error of its own in which a program has resolved something.
type Failed struct {
	Site  uint32
	Cause *diag.Diagnostic
}

func (p *promises) at(id uint32) *promise { return &p.chunks[id/chunk][id%chunk] }

func (p *promises) add() *promise {
	if n := len(p.free); n > 0 {
		id := p.free[n-1]
		p.free = p.free[:n-1]
		*p.at(id) = promise{id: id}
		return p.at(id)
	}
	if p.made++; int(p.made/chunk) == len(p.chunks) {
		p.chunks = append(p.chunks, make([]promise, chunk))
	}
	p.at(p.made).id = p.made
	return p.at(p.made)
}

func (p *promises) len() int { return int(p.made) - len(p.free) }

// Left returns the number of promises to which something refers.
func (t *Team) Left() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.promises.len()
}

// FirstFailed returns the error with the smallest site of those in which a program has resolved something.
func (t *Team) FirstFailed() (first Failed) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, f := range t.promises.failed {
		if first.Cause == nil || f.Site < first.Site {
			first = f
		}
	}
	return first
}

// newPromise makes a promise with references. The lock is held.
func (th *Thread) newPromise(site uint32, refs int64) (*promise, error) {
	t := th.team
	if t.stopped.Load() {
		return nil, ErrStopped
	}
	if t.known+t.promises.len() >= t.config.most() {
		t.stop(t.config.TooMany(Job{Site: site}))
		return nil, ErrStopped
	}
	p := t.promises.add()
	p.refs = refs
	return p, nil
}

// Holds is what the payload of a value refers to.
type Holds uint8

// What payloads refer to.
const (
	HoldsNothing Holds = iota
	HoldsPromise       // the payload is the number of a promise, to which it has a reference
	HoldsMemory        // the payload is the address of memory, which ends with the value
)

// Promise makes a token or value, with two references: one is dropped when it is resolved.
func (th *Thread) Promise(payload uint32, holds Holds, site uint32) (uint32, error) {
	th.team.mu.Lock()
	defer th.team.mu.Unlock()
	p, err := th.newPromise(site, 2)
	if err != nil {
		return 0, err
	}
	p.payload, p.holds = payload, holds
	return p.id, nil
}

// Gather makes a group of size members, with one reference.
func (th *Thread) Gather(size int64, site uint32) (uint32, error) {
	th.team.mu.Lock()
	defer th.team.mu.Unlock()
	p, err := th.newPromise(site, 1)
	if err != nil {
		return 0, err
	}
	p.extra().set = &set{own: p, size: size}
	p.resolved = size <= 0
	return p.id, nil
}

// Gate makes a token for which the coroutine of a lazy task waits, with two references.
func (th *Thread) Gate(site uint32) (uint32, error) {
	th.team.mu.Lock()
	defer th.team.mu.Unlock()
	p, err := th.newPromise(site, 2)
	if err != nil {
		return 0, err
	}
	p.gate = &gate{own: p}
	return p.id, nil
}

// Guard puts a token or value of a lazy task behind the task's gate, and drops a reference to both.
func (th *Thread) Guard(id, gate uint32) {
	t := th.team
	t.mu.Lock()
	defer t.mu.Unlock()
	g := t.promises.at(gate).gate
	p := t.promises.at(id)
	p.gate = g
	g.guards++
	th.release(p, 1)
	th.release(t.promises.at(gate), 1)
}

// Start starts the task of a token or value, if it is lazy and has not started, and drops a reference.
func (th *Thread) Start(id uint32) {
	t := th.team
	t.mu.Lock()
	defer t.mu.Unlock()
	p := t.promises.at(id)
	th.force(p, false)
	th.release(p, 1)
}

// Retain adds references.
func (th *Thread) Retain(id uint32, n int64) {
	th.team.mu.Lock()
	defer th.team.mu.Unlock()
	th.team.promises.at(id).refs += n
}

// Release drops references. Dropped returns what is free then.
func (th *Thread) Release(id uint32, n int64) {
	th.team.mu.Lock()
	defer th.team.mu.Unlock()
	th.release(th.team.promises.at(id), n)
}

// Resolve ends a token or value, and drops a reference. own says that the error is not that of another one.
func (th *Thread) Resolve(id uint32, cause *diag.Diagnostic, own bool, site uint32) {
	t := th.team
	t.mu.Lock()
	defer t.mu.Unlock()
	if own {
		t.promises.failed = append(t.promises.failed, Failed{site, cause})
	}
	th.resolve(t.promises.at(id), cause)
}

// Ready reports whether a promise is resolved.
func (th *Thread) Ready(id uint32) bool {
	th.team.mu.Lock()
	defer th.team.mu.Unlock()
	return th.team.promises.at(id).resolved
}

// Cause returns the error in which a promise has ended, nil for none: of a group that of its first member in
// error.
func (th *Thread) Cause(id uint32) *diag.Diagnostic {
	th.team.mu.Lock()
	defer th.team.mu.Unlock()
	return th.team.promises.at(id).outcome()
}

func (p *promise) outcome() *diag.Diagnostic {
	if p.more == nil || p.more.set == nil {
		return p.cause
	}
	for _, cause := range p.more.set.causes {
		if cause != nil {
			return cause
		}
	}
	return nil
}

// Join adds a promise to a group and returns its index there. It returns false if the group is full.
func (th *Thread) Join(id, group uint32) (int64, bool) {
	t := th.team
	t.mu.Lock()
	defer t.mu.Unlock()
	p, s := t.promises.at(id), t.promises.at(group).more.set
	if int64(len(s.causes)) >= s.size {
		return 0, false
	}
	th.force(p, false)
	at := len(s.causes)
	s.causes = append(s.causes, p.outcome())
	if !p.resolved {
		s.left++
		p.extra().sets = append(p.extra().sets, place{s, at})
	}
	th.completed(s)
	return int64(at), true
}

// completed resolves a group that has all of its members, if they have ended. The lock is held.
func (th *Thread) completed(s *set) {
	if s.own != nil && !s.own.resolved && s.left == 0 && int64(len(s.causes)) >= s.size {
		s.own.resolved = true
		th.wake(s.own)
	}
}

// Suspend returns true if a promise is resolved. Otherwise the job is issued when it is, and its lazy task is
// started if there is one: it runs on this thread when what the thread executes has returned.
func (th *Thread) Suspend(id uint32, job Job) (bool, error) {
	t := th.team
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stopped.Load() {
		return false, ErrStopped
	}
	p := t.promises.at(id)
	if p.resolved {
		return true, nil
	}
	if p.gate == nil || p.gate.own != p {
		t.pending++
		th.force(p, true)
	}
	if p.waits {
		p.extra().then = append(p.extra().then, job)
	} else {
		p.then, p.waits = job, true
	}
	return false, nil
}

// Resume issues a job.
func (th *Thread) Resume(job Job) error {
	_, err := th.Issue(job, nil)
	return err
}

// Wait waits for a promise. It executes what it starts by that on this thread, as far as that goes without
// another wait.
func (th *Thread) Wait(id, site uint32) error {
	t := th.team
	t.mu.Lock()
	defer t.mu.Unlock()
	p := t.promises.at(id)
	outer := th.waiting
	th.waiting = th.current.depth < mostNested
	th.force(p, true)
	for !p.resolved && th.onward != nil && !t.stopped.Load() {
		k := th.takeOnward()
		t.mu.Unlock()
		th.execute(k, false)
		t.mu.Lock()
	}
	th.waiting = outer
	if k := th.takeOnward(); k != nil {
		k.state = ready
		t.run([]*Task{k}, false)
	}
	if t.stopped.Load() {
		return ErrStopped
	}
	if p.resolved {
		th.pass(site)
		return nil
	}
	w := th.newWait(site)
	if s := p.extra().set; s != nil {
		w.group = &group{size: s.size, members: make([]*Task, len(s.causes))}
	}
	p.more.waits = append(p.more.waits, w)
	return th.park(w)
}

// force starts the lazy task behind a promise, unless it has started: next on this thread, or on any thread.
// The lock is held.
func (th *Thread) force(p *promise, here bool) {
	if p.gate != nil && p.gate.own != p {
		th.open(p.gate, nil, here)
		p.gate = nil
	}
}

// open resolves a gate. The lock is held.
func (th *Thread) open(g *gate, cause *diag.Diagnostic, here bool) {
	p := g.own
	if p == nil {
		return
	}
	g.own, p.gate = nil, nil
	p.resolved, p.cause = true, cause
	if p.waits {
		th.goOn(p.then, here)
	}
	th.release(p, 1)
}

var forsaken = &diag.Diagnostic{Message: "nothing can start the task any more"}

// release drops references. A lazy task to which nothing refers any more is resumed, to give back what it
// holds. The lock is held.
func (th *Thread) release(p *promise, n int64) {
	before := p.refs
	p.refs -= n
	if g := p.gate; g != nil && g.own != p && before > 1 && p.refs <= 1 {
		if g.guards--; g.guards == 0 {
			th.open(g, forsaken, true)
		}
	}
	if p.refs > 0 {
		return
	}
	if p.payload != 0 {
		d := dropped{p.payload, p.holds}
		if !p.resolved || p.cause != nil {
			d.holds = HoldsNothing
		}
		th.dropped = append(th.dropped, d)
	}
	if p.more != nil && p.more.set != nil {
		p.more.set.own = nil
	}
	id := p.id
	*p = promise{id: id}
	th.team.promises.free = append(th.team.promises.free, id)
}

// dropped is a payload to which nothing refers any more.
type dropped struct {
	payload uint32
	holds   Holds
}

// Dropped returns the address of a payload that is not needed any more, 0 if there is none, and what it
// refers to.
func (th *Thread) Dropped() (payload uint32, holds Holds) {
	n := len(th.dropped)
	if n == 0 {
		return 0, HoldsNothing
	}
	d := th.dropped[n-1]
	th.dropped = th.dropped[:n-1]
	return d.payload, d.holds
}

// resolve ends a promise. The lock is held.
func (th *Thread) resolve(p *promise, cause *diag.Diagnostic) {
	p.resolved, p.cause, p.gate = true, cause, nil
	th.wake(p)
	th.release(p, 1)
}

// wake lets everything go on that waits for a promise. The lock is held.
func (th *Thread) wake(p *promise) {
	if p.waits {
		th.team.pending--
		th.goOn(p.then, true)
		p.waits = false
	}
	if p.more == nil {
		return
	}
	for _, job := range p.more.then {
		th.team.pending--
		th.goOn(job, true)
	}
	for _, w := range p.more.waits {
		th.team.over(w)
	}
	for _, s := range p.more.sets {
		s.in.left--
		s.in.causes[s.at] = p.cause
		th.completed(s.in)
	}
	p.more.then, p.more.waits, p.more.sets = nil, nil, nil
}

// goOn issues a job: the next one of this thread, if here is set and the thread executes a task, else any
// thread's. The lock is held.
func (th *Thread) goOn(job Job, here bool) {
	if th.team.stopped.Load() {
		return
	}
	k := th.newTask(job, nil)
	if here && th.onward == nil && (th.current.depth > 0 || th.waiting) {
		k.state = running
		th.onward = k
		return
	}
	th.team.run([]*Task{k}, false)
}

// takeOnward returns the task that the thread is to execute next, nil if there is none. The lock is held.
func (th *Thread) takeOnward() *Task {
	k := th.onward
	th.onward = nil
	return k
}
