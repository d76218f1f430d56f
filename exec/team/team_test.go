package team

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
)

// program is the code of tasks, by the numbers of their functions. It counts how many threads execute code at
// the same time.
type program struct {
	t       *testing.T
	mu      sync.Mutex
	code    []func(th *Thread) *diag.Diagnostic
	team    *Team
	busy    atomic.Int32
	most    atomic.Int32
	workers atomic.Int32
}

var (
	errStuck = errors.New("stuck")
	errDeep  = errors.New("too deep")
	errMany  = errors.New("too many")
	errRoom  = errors.New("no room")
)

func newProgram(t *testing.T, threads int) *program {
	p := &program{t: t}
	p.team = New(Config{
		Threads: threads,
		Hire:    func(*Thread) (Worker, error) { p.workers.Add(1); return p, nil },
		Stuck:   func(Stuck) error { return errStuck },
		TooDeep: func(Job) error { return errDeep },
		TooMany: func(Job) error { return errMany },
	})
	return p
}

func (p *program) Run(th *Thread, job Job) *diag.Diagnostic {
	p.mu.Lock()
	f := p.code[job.Function]
	p.mu.Unlock()
	return f(th)
}

func (p *program) Close() { p.workers.Add(-1) }

// function adds code that tasks can execute.
func (p *program) function(f func(th *Thread) *diag.Diagnostic) uint32 {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.code = append(p.code, f)
	return uint32(len(p.code) - 1)
}

// work takes a moment, in which other threads may run.
func (p *program) work() {
	n := p.busy.Add(1)
	for most := p.most.Load(); n > most && !p.most.CompareAndSwap(most, n); most = p.most.Load() {
	}
	for range 3 {
		runtime.Gosched()
	}
	p.busy.Add(-1)
}

// entry executes f as the entry, and checks that no goroutine and no worker is left.
func (p *program) entry(f func(th *Thread)) error {
	before := runtime.NumGoroutine()
	f(p.team.Entry(p))
	err := p.team.Close()
	for range 100 {
		if runtime.NumGoroutine() <= before {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before {
		p.t.Errorf("%d goroutines are left", n-before)
	}
	if n := p.workers.Load(); n != 0 {
		p.t.Errorf("%d workers are left", n)
	}
	return err
}

// Random tasks begin after the end of their dependencies. No more of them run at the same time than there are
// threads. An error ends all tasks that depend on its task.
func TestPropertyOrder(t *testing.T) {
	for seed := range uint64(passtest.Programs(60)) {
		r := rand.New(rand.NewPCG(seed, 11))
		threads := 1 + r.IntN(4)
		p := newProgram(t, threads)
		n := 1 + r.IntN(60)
		ids, ended, causes := make([]uint32, n), make([]atomic.Bool, n), make([]*diag.Diagnostic, n)
		err := p.entry(func(th *Thread) {
			for i := range n {
				var needs []int
				var dependencies []uint32
				for range r.IntN(3) {
					if i > 0 {
						j := r.IntN(i)
						needs, dependencies = append(needs, j), append(dependencies, ids[j])
					}
				}
				fails, awaited := r.IntN(8) == 0, -1
				if i > 0 && r.IntN(3) == 0 {
					awaited = r.IntN(i)
				}
				own := diag.Errorf("", diag.Span{}, "%d", i)
				for _, j := range append(needs, awaited) {
					if j >= 0 && causes[i] == nil {
						causes[i] = causes[j]
					}
				}
				if causes[i] == nil && fails {
					causes[i] = own
				}
				function := p.function(func(th *Thread) *diag.Diagnostic {
					for _, j := range needs {
						if !ended[j].Load() {
							t.Errorf("seed %d: task %d begins before %d has ended", seed, i, j)
						}
					}
					p.work()
					if awaited >= 0 {
						if cause, err := th.Await(ids[awaited], 0); cause != nil || err != nil {
							return cause
						}
						if !ended[awaited].Load() {
							t.Errorf("seed %d: task %d goes on before %d has ended", seed, i, awaited)
						}
					}
					p.work()
					ended[i].Store(true)
					if fails {
						return own
					}
					return nil
				})
				var err error
				if ids[i], err = th.Issue(Job{Function: function}, dependencies); err != nil {
					t.Fatal(err)
				}
			}
			g := th.NewGroup(int64(n))
			for i := range ids {
				if place, ok := th.Add(ids[i], g); !ok || place != int64(i) {
					t.Errorf("seed %d: task %d is at place %d", seed, i, place)
				}
			}
			if _, ok := th.Add(ids[0], g); ok {
				t.Errorf("seed %d: a full group takes another task", seed)
			}
			cause, err := th.AwaitAll(g, 0)
			if want := first(causes); err != nil || cause != want {
				t.Errorf("seed %d: the group ends with %v, want %v", seed, cause, want)
			}
			for i := range ids {
				if cause, err := th.Await(ids[i], 0); cause != causes[i] || err != nil {
					t.Errorf("seed %d: task %d ends with %v, want %v", seed, i, cause, causes[i])
				}
			}
			if err := th.Finish(); err != nil {
				t.Error(err)
			}
		})
		if most := int(p.most.Load()); err != nil || most > threads {
			t.Errorf("seed %d: %v; %d tasks run at once with %d threads", seed, err, most, threads)
		}
		if _, cause := p.team.Failure(); (cause == nil) != (first(causes) == nil) ||
			cause != nil && cause != first(causes) {
			t.Errorf("seed %d: the first failure is %v, want %v", seed, cause, first(causes))
		}
		if len(p.team.tasks) > n || len(p.team.groups) > 1 ||
			first(causes) == nil && len(p.team.tasks)+len(p.team.groups) > 0 {
			t.Errorf("seed %d: %d tasks and %d groups are kept", seed, len(p.team.tasks), len(p.team.groups))
		}
	}
}

func first(causes []*diag.Diagnostic) *diag.Diagnostic {
	for _, c := range causes {
		if c != nil {
			return c
		}
	}
	return nil
}

// A task that awaits another one executes it itself if it has not begun: no second thread is needed.
func TestRunsWhatItAwaits(t *testing.T) {
	p := newProgram(t, 1)
	var deep func(n int) uint32
	deep = func(n int) uint32 {
		return p.function(func(th *Thread) *diag.Diagnostic {
			if n > 0 {
				id, _ := th.Issue(Job{Function: deep(n - 1)}, nil)
				_, _ = th.Await(id, 0)
			}
			return nil
		})
	}
	hired := int32(-1)
	err := p.entry(func(th *Thread) {
		id, _ := th.Issue(Job{Function: deep(mostNested - 1)}, nil)
		_, _ = th.Await(id, 0)
		hired = p.workers.Load()
	})
	if err != nil || hired != 0 {
		t.Errorf("%d workers were hired, %v", hired, err)
	}
}

// Many waiting tasks need only few goroutines, as long as another task runs.
func TestFewGoroutines(t *testing.T) {
	p := newProgram(t, 2)
	const n = 5000
	began, release := make(chan struct{}), make(chan struct{})
	slow := p.function(func(*Thread) *diag.Diagnostic {
		close(began)
		<-release
		return nil
	})
	most := 0
	err := p.entry(func(th *Thread) {
		id, _ := th.Issue(Job{Function: slow}, nil)
		<-began
		waits := p.function(func(th *Thread) *diag.Diagnostic { _, _ = th.Await(id, 0); return nil })
		g := th.NewGroup(n)
		for range n {
			k, _ := th.Issue(Job{Function: waits}, nil)
			th.Add(k, g)
		}
		time.AfterFunc(50*time.Millisecond, func() { most = runtime.NumGoroutine(); close(release) })
		_, _ = th.AwaitAll(g, 0)
	})
	if err != nil || most > mostParked+50 {
		t.Errorf("%d goroutines, %v", most, err)
	}
}

// A program in which nothing can run any more ends with an error, and so does one whose tasks nest too deep.
func TestEnds(t *testing.T) {
	for threads := 1; threads < 4; threads++ {
		p := newProgram(t, threads)
		err := p.entry(func(th *Thread) {
			g := th.NewGroup(2)
			id, _ := th.Issue(Job{Function: p.function(func(th *Thread) *diag.Diagnostic {
				_, _ = th.AwaitAll(g, 7)
				return nil
			})}, nil)
			if _, err := th.Await(id, 3); !errors.Is(err, ErrStopped) {
				t.Errorf("the wait ends with %v", err)
			}
		})
		if !errors.Is(err, errStuck) {
			t.Errorf("%d threads: the program ends with %v", threads, err)
		}
		p = newProgram(t, threads)
		var deep uint32
		deep = p.function(func(th *Thread) *diag.Diagnostic {
			if id, err := th.Issue(Job{Function: deep}, nil); err == nil {
				_, _ = th.Await(id, 0)
			}
			return nil
		})
		err = p.entry(func(th *Thread) {
			id, _ := th.Issue(Job{Function: deep}, nil)
			_, _ = th.Await(id, 0)
		})
		if !errors.Is(err, errDeep) {
			t.Errorf("%d threads: the program ends with %v", threads, err)
		}
	}
}

// A thread that issues more tasks than other threads execute waits for them, and executes no task in between.
func TestWaitsForRoom(t *testing.T) {
	for threads := 1; threads < 3; threads++ {
		p := newProgram(t, threads)
		var ran, here atomic.Int32
		longest := 0
		err := p.entry(func(entry *Thread) {
			count := p.function(func(th *Thread) *diag.Diagnostic {
				if ran.Add(1); th == entry {
					here.Add(1)
				}
				return nil
			})
			for range 3 * mostInLine {
				_, _ = entry.Issue(Job{Function: count}, nil)
				longest = max(longest, p.team.lineLength())
			}
			_ = entry.Finish()
		})
		if err != nil || ran.Load() != 3*mostInLine || here.Load() != 0 || longest > mostInLine+1 {
			t.Errorf("%d tasks, %d of them where they were issued, %d in line: %v", ran.Load(), here.Load(),
				longest, err)
		}
	}
}

func (t *Team) lineLength() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.line.len()
}

// A thread may go on to issue tasks if those in line wait for something that only this thread can do.
func TestIssuesPastTasksThatWait(t *testing.T) {
	p := newProgram(t, 2)
	err := p.entry(func(th *Thread) {
		g := th.NewGroup(1)
		waits := p.function(func(th *Thread) *diag.Diagnostic { _, _ = th.AwaitAll(g, 0); return nil })
		nothing := p.function(func(*Thread) *diag.Diagnostic { return nil })
		for range mostParked {
			_, _ = th.Issue(Job{Function: waits}, nil)
		}
		for range mostInLine + 10 {
			_, _ = th.Issue(Job{Function: waits}, nil)
		}
		id, _ := th.Issue(Job{Function: nothing}, nil)
		th.Add(id, g)
		_, _ = th.Await(id, 0)
		_ = th.Finish()
	})
	if err != nil {
		t.Error(err)
	}
}

// All turns are used, however many goroutines wait.
func TestUsesAllTurns(t *testing.T) {
	p := newProgram(t, 3)
	met := false
	err := p.entry(func(th *Thread) {
		g, pair, meet := th.NewGroup(1), th.NewGroup(2), make(chan struct{})
		waits := p.function(func(th *Thread) *diag.Diagnostic { _, _ = th.AwaitAll(g, 0); return nil })
		for range 2 * mostParked {
			_, _ = th.Issue(Job{Function: waits}, nil)
		}
		first, _ := th.Issue(Job{Function: p.function(func(*Thread) *diag.Diagnostic {
			select {
			case <-meet:
				met = true
			case <-time.After(10 * time.Second):
			}
			return nil
		})}, nil)
		second, _ := th.Issue(
			Job{Function: p.function(func(*Thread) *diag.Diagnostic { close(meet); return nil })}, nil)
		th.Add(first, pair)
		th.Add(second, pair)
		_, _ = th.AwaitAll(pair, 0)
		th.Add(second, g)
		_ = th.Finish()
	})
	if err != nil || !met {
		t.Errorf("the two tasks met: %v, %v", met, err)
	}
}

// If no more threads can be made, threads that wait execute tasks in line.
func TestFewThreads(t *testing.T) {
	for room := range int32(3) {
		p := newProgram(t, 4)
		p.team.config.Hire = func(*Thread) (Worker, error) {
			if p.workers.Load() >= room {
				return nil, errRoom
			}
			p.workers.Add(1)
			return p, nil
		}
		var ran atomic.Int32
		err := p.entry(func(th *Thread) {
			last := uint32(0)
			inner := p.function(func(*Thread) *diag.Diagnostic { ran.Add(1); p.work(); return nil })
			outer := p.function(func(th *Thread) *diag.Diagnostic {
				first, _ := th.Issue(Job{Function: inner}, nil)
				second, _ := th.Issue(Job{Function: inner}, []uint32{first})
				_, _ = th.Await(second, 0)
				return nil
			})
			for range 100 {
				last, _ = th.Issue(Job{Function: outer}, []uint32{last})
				_, _ = th.Issue(Job{Function: outer}, nil)
			}
			_, _ = th.Await(last, 0)
			_ = th.Finish()
		})
		if err != nil || ran.Load() != 400 {
			t.Errorf("room for %d: %d of 400 tasks, %v", room, ran.Load(), err)
		}
		p = newProgram(t, 4)
		p.team.config.Hire = func(*Thread) (Worker, error) { return nil, errRoom }
		if err := p.entry(func(th *Thread) {
			g := th.NewGroup(1)
			id, _ :=
				th.Issue(
					Job{Function: p.function(func(th *Thread) *diag.Diagnostic {
						_, _ = th.AwaitAll(g, 0)
						return nil
					})}, nil)
			_, _ = th.Issue(Job{}, []uint32{id})
			if th.Finish() == nil {
				th.Add(id, g)
			}
		}); !errors.Is(err, errRoom) {
			t.Errorf("a wait that nobody can end ends with %v", err)
		}
	}
}

// A task that issues another one and ends is forgotten, and the order stays that of the program.
func TestForgetsWhatHasEnded(t *testing.T) {
	p := newProgram(t, 2)
	most, failing := 0, uint32(0)
	var chain func(th *Thread, n int)
	chain = func(th *Thread, n int) {
		_, _ = th.Issue(Job{Function: p.function(func(th *Thread) *diag.Diagnostic {
			p.team.mu.Lock()
			most = max(most, p.team.known)
			p.team.mu.Unlock()
			if n > 0 {
				chain(th, n-1)
				return nil
			}
			return diag.Errorf("", diag.Span{}, "the end of the chain")
		}), Site: uint32(n)}, nil)
	}
	err := p.entry(func(th *Thread) {
		chain(th, 5000)
		failing, _ = th.Issue(
			Job{Function: p.function(func(*Thread) *diag.Diagnostic {
				return diag.Errorf("", diag.Span{}, "behind it")
			})}, nil)
		_ = th.Finish()
	})
	_, cause := p.team.Failure()
	if err != nil || most > 10 || cause == nil || cause.Message != "the end of the chain" {
		t.Errorf("%d tasks were known at once, the first failure is %v, %v", most, cause, err)
	}
	if k := p.team.tasks[failing]; k == nil || k.parent == nil {
		t.Error("a task with an error of its own is forgotten")
	}
}

// More tasks than allowed end the program, if none of them can end.
func TestTooMany(t *testing.T) {
	for most, want := range map[int]error{1000: nil, 900: errMany} {
		p := newProgram(t, 2)
		p.team.config.Most = most
		err := p.entry(func(th *Thread) {
			g := th.NewGroup(1)
			waits := p.function(func(th *Thread) *diag.Diagnostic { _, _ = th.AwaitAll(g, 0); return nil })
			last, _ := th.Issue(Job{Function: waits}, nil)
			for range 998 {
				last, _ = th.Issue(Job{Function: waits}, []uint32{last})
			}
			id, _ := th.Issue(Job{Function: p.function(func(*Thread) *diag.Diagnostic { return nil })}, nil)
			th.Add(id, g)
			_ = th.Finish()
		})
		if !errors.Is(err, want) {
			t.Errorf("%d tasks: %v", most, err)
		}
	}
}

// Spans of one thread do not overlap. There is at least one span for each task, and for each wait for a task
// that has ended.
func TestRecorder(t *testing.T) {
	r := NewRecorder(0)
	p := newProgram(t, 2)
	p.team.config.Recorder = r
	work := p.function(func(*Thread) *diag.Diagnostic { time.Sleep(time.Millisecond); return nil })
	err := p.entry(func(th *Thread) {
		th.Begin()
		for i := range uint32(10) {
			id, _ := th.Issue(Job{Function: work, Site: i}, nil)
			if i%3 == 0 {
				_, _ = th.Await(id, 100+i)
				_, _ = th.Await(id, 200+i)
			}
		}
		_ = th.Finish()
		th.End()
	})
	if err != nil {
		t.Fatal(err)
	}
	ends, sites, passed := map[int]time.Duration{}, map[uint32]bool{}, 0
	for _, s := range r.Spans() {
		if s.Activity == Waiting && s.Site >= 200 && s.Site < 210 {
			passed++
		}
		if s.Begin < ends[s.Lane] || s.End < s.Begin {
			t.Errorf("%+v begins before what was before it ends, at %v", s, ends[s.Lane])
		}
		ends[s.Lane] = s.End
		if s.Activity == Running {
			sites[s.Site] = true
		}
	}
	if len(sites) != 11 {
		t.Errorf("only %d of 10 tasks and the entry are recorded", len(sites))
	}
	if passed != 4 {
		t.Errorf("%d of 4 waits for what has ended are recorded", passed)
	}
	if got := (&Recorder{most: 2, spans: r.spans[:2]}); !got.full() || r.full() {
		t.Error("a recorder keeps more spans than it is to keep")
	}
}
