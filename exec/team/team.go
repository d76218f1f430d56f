package team

import (
	"math"
	"sync"
	"sync/atomic"

	"github.com/inflight-compiler/inflight/diag"
)

// Worker executes the code of tasks, one after the other. Where a task awaits another one, the worker may
// execute that one within it.
type Worker interface {
	// Run executes a task to its end, and returns the error in which the task ends. An error that stops the
	// whole program is passed to Team.Stop.
	Run(th *Thread, job Job) *diag.Diagnostic
	// Close releases the resources of the worker.
	Close()
}

// Config configures a team.
type Config struct {
	// Threads is the largest number of goroutines that execute code at the same time, the entry's goroutine
	// included.
	Threads int
	// Hire makes a worker.
	Hire func(th *Thread) (Worker, error)
	// Stuck returns the error about a program in which nothing can run any more. TooDeep returns the error
	// about too many nested tasks.
	Stuck   func(Stuck) error
	TooDeep func(Job) error
	// TooMany returns the error about more tasks at a time than Most, none of which can be forgotten. A Most
	// of 0 means no limit.
	TooMany func(Job) error
	Most    int
	// Recorder, if not nil, receives what each thread does.
	Recorder *Recorder
}

// most returns the largest number of tasks at a time.
func (c *Config) most() int {
	if c.Most <= 0 {
		return math.MaxInt
	}
	return c.Most
}

// mostLevels is the largest number of tasks that have begun and not ended. Each of them has a stack.
const mostLevels = 10_000

// Team has the tasks of one run of a program, and the turns of goroutines.
type Team struct {
	config     Config
	limit      int
	stopped    atomic.Bool
	levels     atomic.Int64
	goroutines sync.WaitGroup

	mu       sync.Mutex
	turns    int // number of turns that no goroutine has
	lastID   uint32
	tasks    map[uint32]*Task // tasks that have not ended, or have ended in an error
	groups   map[uint32]*group
	pending  int          // number of tasks that have not ended
	line     queue[*Task] // tasks ready to run; some of them may run already
	resuming queue[*wait] // waits that are over and need a turn
	issuers  queue[*wait] // waits for room in line
	parked   map[*wait]struct{}
	ceiling  int   // number of parked waits up to which goroutines are started
	full     error // error because of which no more thread can be made, nil if one can
	helpers  int   // number of threads that execute tasks during a wait, because of full
	known    int   // number of tasks that are not forgotten
	last     *wait // the wait for the end of all tasks
	idle     []*Thread
	lanes    int
	failures []failure
	promises promises
	cause    error // the reason why the team was stopped
}

// failure is a task that has ended in an error of its own.
type failure struct {
	task  *Task
	cause *diag.Diagnostic
}

// New returns a team. Its first turn belongs to the goroutine that executes the entry.
func New(c Config) *Team {
	c.Threads = max(1, c.Threads)
	t := &Team{
		config: c, limit: c.Threads, turns: c.Threads - 1, tasks: map[uint32]*Task{},
		groups: map[uint32]*group{},
		parked: map[*wait]struct{}{},
	}
	t.ceiling = t.leastCeiling()
	return t
}

// Entry returns the thread of the goroutine that executes the entry, with a worker.
func (t *Team) Entry(w Worker) *Thread {
	th := &Thread{team: t, worker: w, current: &Task{state: running}}
	t.lanes++
	return th
}

// hired returns an idle thread, or a new one.
func (t *Team) hired() (*Thread, error) {
	t.mu.Lock()
	if n := len(t.idle); n > 0 {
		th := t.idle[n-1]
		t.idle = t.idle[:n-1]
		t.mu.Unlock()
		return th, nil
	}
	th := &Thread{team: t, lane: t.lanes, current: &Task{parent: &Task{}}}
	t.lanes++
	t.mu.Unlock()
	w, err := t.config.Hire(th)
	th.worker = w
	return th, err
}

// number returns a number that no known task or group has.
func (t *Team) number() uint32 {
	for {
		t.lastID++
		if t.lastID != 0 && t.tasks[t.lastID] == nil && t.groups[t.lastID] == nil {
			return t.lastID
		}
	}
}

// Stop stops the team: waits end with ErrStopped, and no task begins. The first cause is kept.
func (t *Team) Stop(cause error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stop(cause)
}

func (t *Team) stop(cause error) {
	if t.stopped.Load() {
		return
	}
	t.cause = cause
	t.stopped.Store(true)
	for w := range t.parked {
		close(w.turn)
	}
	clear(t.parked)
	for _, line := range []*queue[*wait]{&t.resuming, &t.issuers} {
		for w, ok := line.pop(); ok; w, ok = line.pop() {
			close(w.turn)
		}
	}
}

// Stopped reports whether the team was stopped, so that running code has to end.
func (t *Team) Stopped() bool { return t.stopped.Load() }

// Close stops the team, waits until its goroutines have ended, and closes the workers. It returns the cause
// for which the team was stopped before, if it was.
func (t *Team) Close() error {
	t.Stop(nil)
	t.goroutines.Wait()
	for _, th := range t.idle {
		th.worker.Close()
	}
	return t.cause
}

// Failure returns the first task in the order of the program that has ended in an error of its own, and that
// error. The error is nil if there is none.
func (t *Team) Failure() (Job, *diag.Diagnostic) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var first failure
	for _, f := range t.failures {
		if first.task == nil || f.task.before(first.task) {
			first = f
		}
	}
	if first.task == nil {
		return Job{}, nil
	}
	return first.task.Job, first.cause
}
