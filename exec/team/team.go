package team

import (
	"math"
	"sync"
	"sync/atomic"

	"github.com/inflight-compiler/inflight/diag"
)

// Worker executes the code of tasks, one after the other, or within each other where one awaits the next.
type Worker interface {
	// Run executes a task to its end, and returns the error that it ends in. What stops the whole program is
	// given to Team.Stop.
	Run(th *Thread, job Job) *diag.Diagnostic
	// Close frees what the worker has.
	Close()
}

// Config says how a team works.
type Config struct {
	// Threads is how many goroutines execute code at once, the one of the entry among them.
	Threads int
	// Hire makes a worker.
	Hire func(th *Thread) (Worker, error)
	// Stuck says that nothing can go on, and TooDeep that too many tasks wait for others.
	Stuck   func(Stuck) error
	TooDeep func(Job) error
	// TooMany says that there are more tasks than Most at once, of which one cannot forget any; 0 is no
	// limit.
	TooMany func(Job) error
	Most    int
	// Recorder, if not nil, is told who did what when.
	Recorder *Recorder
}

// most returns how many tasks there may be at once.
func (c *Config) most() int {
	if c.Most <= 0 {
		return math.MaxInt
	}
	return c.Most
}

// mostLevels is how many tasks may have begun and not ended. Each has a stack.
const mostLevels = 10_000

// Team has the tasks of one run of a program, and the turns of goroutines.
type Team struct {
	config     Config
	limit      int
	stopped    atomic.Bool
	levels     atomic.Int64
	goroutines sync.WaitGroup

	mu       sync.Mutex
	turns    int // that are left
	lastID   uint32
	tasks    map[uint32]*Task // that have not ended, or in an error
	groups   map[uint32]*group
	pending  int          // tasks that have not ended
	line     queue[*Task] // ready to run; some are not any more
	resuming queue[*wait] // need a turn to go on
	issuers  queue[*wait] // wait for room in line
	parked   map[*wait]struct{}
	ceiling  int   // as many of them may be while others run
	full     error // why there is no room for another thread, nil if there may be
	helpers  int   // threads that execute tasks while they wait, because of that
	known    int   // tasks that are not forgotten
	last     *wait // for the end of all tasks
	idle     []*Thread
	lanes    int
	failures []failure
	cause    error // why it was stopped
}

// failure is a task that has ended in an error of its own.
type failure struct {
	task  *Task
	cause *diag.Diagnostic
}

// New makes a team. Its first turn is that of the goroutine that executes the entry.
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

// Entry returns the thread of the goroutine that executes the entry, with a worker of its own.
func (t *Team) Entry(w Worker) *Thread {
	th := &Thread{team: t, worker: w, current: &Task{state: running}}
	t.lanes++
	return th
}

// hired returns a thread that has nothing to do, or a new one.
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

// number returns a number that no task and no group has that is not forgotten.
func (t *Team) number() uint32 {
	for {
		t.lastID++
		if t.lastID != 0 && t.tasks[t.lastID] == nil && t.groups[t.lastID] == nil {
			return t.lastID
		}
	}
}

// Stop ends everything: those that wait go on with ErrStopped, and nothing begins. The first cause is kept.
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

// Stopped reports whether the team was stopped, so that code that runs has to end.
func (t *Team) Stopped() bool { return t.stopped.Load() }

// Close stops the team, waits until its goroutines have ended, frees the workers, and returns why it was
// stopped before.
func (t *Team) Close() error {
	t.Stop(nil)
	t.goroutines.Wait()
	for _, th := range t.idle {
		th.worker.Close()
	}
	return t.cause
}

// Failure returns the first task in the order of the program that has ended in an error of its own, and the
// error; nil if there is none.
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
