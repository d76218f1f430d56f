package team

import (
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
)

// coroutines are coroutines as a compiler makes them, by number. Each waits for those before it that it
// needs, one by one or as a group, and then resolves its promise.
type coroutines struct {
	*program
	all []*coroutine

	guarded sync.Mutex
	ran     []bool         // by coroutine: it has passed its gate
	dropped map[uint32]int // by payload, how often it was given back
}

// coroutine is what the frame of a coroutine has.
type coroutine struct {
	number  int
	lazy    bool
	grouped bool
	needs   []int
	own     *diag.Diagnostic // the error in which it ends if what it needs does not, nil for none

	promise, gate, group uint32
	job                  Job
	step                 int // waits that it has passed
}

// drain takes what the thread has to give back.
func (c *coroutines) drain(th *Thread) {
	for {
		payload, holds := th.Dropped()
		if payload == 0 {
			return
		}
		if holds == HoldsPromise {
			c.t.Errorf("payload %d is said to be the number of a promise", payload)
		}
		c.guarded.Lock()
		c.dropped[payload]++
		c.guarded.Unlock()
	}
}

func (c *coroutines) release(th *Thread, id uint32) {
	th.Release(id, 1)
	c.drain(th)
}

// call calls coroutine k. The caller has one reference to its promise.
func (c *coroutines) call(th *Thread, k *coroutine) error {
	var err error
	if k.promise, err = th.Promise(uint32(k.number+1), HoldsNothing, 0); err != nil {
		return err
	}
	for _, j := range k.needs {
		th.Retain(c.all[j].promise, 1)
	}
	k.job = Job{Function: c.function(func(th *Thread) *diag.Diagnostic {
		if err := c.goOn(th, k); err != nil {
			c.t.Error(err)
		}
		return nil
	})}
	if !k.lazy {
		return th.Resume(k.job)
	}
	if k.gate, err = th.Gate(0); err != nil {
		return err
	}
	th.Retain(k.promise, 1)
	th.Retain(k.gate, 1)
	th.Guard(k.promise, k.gate)
	ready, err := th.Suspend(k.gate, k.job)
	if ready {
		c.t.Errorf("the gate of %d is open at once", k.number)
	}
	return err
}

// goOn goes on with a coroutine up to its next wait, or its end.
func (c *coroutines) goOn(th *Thread, k *coroutine) error {
	if k.gate != 0 {
		cause := th.Cause(k.gate)
		c.release(th, k.gate)
		if k.gate = 0; cause != nil {
			c.end(th, k, cause)
			return nil
		}
	}
	c.guarded.Lock()
	c.ran[k.number] = true
	c.guarded.Unlock()
	c.work()
	if k.grouped {
		return c.gather(th, k)
	}
	for k.step < len(k.needs) {
		on := c.all[k.needs[k.step]].promise
		if ready, err := th.Suspend(on, k.job); !ready || err != nil {
			return err
		}
		if cause := th.Cause(on); cause != nil {
			c.end(th, k, cause)
			return nil
		}
		k.step++
	}
	c.end(th, k, k.own)
	return nil
}

// gather waits for all that a coroutine needs by a group.
func (c *coroutines) gather(th *Thread, k *coroutine) error {
	if k.group == 0 {
		var err error
		if k.group, err = th.Gather(int64(len(k.needs)), 0); err != nil {
			return err
		}
		for i, j := range k.needs {
			if at, ok := th.Join(c.all[j].promise, k.group); !ok || at != int64(i) {
				c.t.Errorf("member %d of the group of %d is at %d, %v", i, k.number, at, ok)
			}
		}
		if _, ok := th.Join(k.promise, k.group); ok {
			c.t.Errorf("the group of %d has no end", k.number)
		}
	}
	if ready, err := th.Suspend(k.group, k.job); !ready || err != nil {
		return err
	}
	cause := th.Cause(k.group)
	if cause == nil {
		cause = k.own
	}
	c.end(th, k, cause)
	return nil
}

// end resolves a coroutine's promise and drops the references of the frame.
func (c *coroutines) end(th *Thread, k *coroutine, cause *diag.Diagnostic) {
	th.Resolve(k.promise, cause, cause != nil && cause == k.own, uint32(k.number))
	c.drain(th)
	if k.group != 0 {
		c.release(th, k.group)
	}
	for _, j := range k.needs {
		c.release(th, c.all[j].promise)
	}
}

// randomCoroutines makes coroutines that need some of those before them.
func randomCoroutines(t *testing.T, r *rand.Rand) *coroutines {
	c := &coroutines{program: newProgram(t, 1+r.IntN(4)), dropped: map[uint32]int{}}
	for i := range 1 + r.IntN(40) {
		k := &coroutine{number: i, lazy: r.IntN(2) == 0, grouped: r.IntN(3) == 0}
		for range r.IntN(4) {
			if i > 0 {
				k.needs = append(k.needs, r.IntN(i))
			}
		}
		if r.IntN(8) == 0 {
			k.own = diag.Errorf("", diag.Span{}, "%d", i)
		}
		c.all = append(c.all, k)
	}
	c.ran = make([]bool, len(c.all))
	return c
}

// outcomes says which coroutines pass their gate, and in which error each of them ends, if the entry waits
// for some: what is needed behind an error is not started by a wait, but by a group.
func (c *coroutines) outcomes(waits []int) (ran []bool, causes []*diag.Diagnostic) {
	ran, causes = make([]bool, len(c.all)), make([]*diag.Diagnostic, len(c.all))
	var start func(i int)
	start = func(i int) {
		if ran[i] {
			return
		}
		ran[i] = true
		for _, j := range c.all[i].needs {
			if c.all[i].grouped || causes[i] == nil {
				if start(j); causes[i] == nil {
					causes[i] = causes[j]
				}
			}
		}
		if causes[i] == nil {
			causes[i] = c.all[i].own
		}
	}
	for i, k := range c.all {
		if !k.lazy || slices.Contains(waits, i) {
			start(i)
		}
	}
	return ran, causes
}

// Random coroutines run if they are eager or something that runs waits for them, end in the first error of
// what they need, and leave nothing: neither a promise, nor a payload that was not given back once.
func TestPropertyPromises(t *testing.T) {
	for seed := range uint64(passtest.Programs(400)) {
		r := rand.New(rand.NewPCG(seed, 29))
		c := randomCoroutines(t, r)
		var waits []int
		for i := range c.all {
			if r.IntN(5) == 0 {
				waits = append(waits, i)
			}
		}
		ran, causes := c.outcomes(waits)
		err := c.entry(func(th *Thread) {
			for _, k := range c.all {
				if err := c.call(th, k); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
			}
			for n, i := range waits {
				if id := c.all[i].promise; n%4 == 3 {
					th.Retain(id, 1)
					th.Start(id)
				} else if err := th.Wait(id, 0); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				} else if got := th.Cause(id); got != causes[i] || !th.Ready(id) {
					t.Errorf("seed %d: %d ends in %v, want %v", seed, i, got, causes[i])
				}
			}
			for _, k := range c.all {
				c.release(th, k.promise)
			}
			if err := th.Finish(); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			c.drain(th)
		})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !slices.Equal(c.ran, ran) {
			t.Errorf("seed %d: %v have run, want %v", seed, c.ran, ran)
		}
		if left := c.team.Left(); left != 0 {
			t.Errorf("seed %d: %d promises are left", seed, left)
		}
		for i := range c.all {
			if n := c.dropped[uint32(i+1)]; n != 1 {
				t.Errorf("seed %d: the payload of %d is given back %d times", seed, i, n)
			}
		}
		c.checkFirst(seed, ran, causes)
	}
}

// checkFirst checks the error that the run reports: the first one of its own.
func (c *coroutines) checkFirst(seed uint64, ran []bool, causes []*diag.Diagnostic) {
	var want *diag.Diagnostic
	for i, k := range c.all {
		if ran[i] && k.own != nil && causes[i] == k.own {
			want = k.own
			break
		}
	}
	if got := c.team.FirstFailed(); got.Cause != want {
		c.t.Errorf("seed %d: the first error is %v, want %v", seed, got.Cause, want)
	}
}

// A payload that is the number of a promise is given back as such, if it was ever put there.
func TestHeldPayload(t *testing.T) {
	p := newProgram(t, 1)
	err := p.entry(func(th *Thread) {
		for i, cause := range []*diag.Diagnostic{nil, diag.Errorf("", diag.Span{}, "an error")} {
			id, err := th.Promise(uint32(8+i), HoldsPromise, 0)
			if err != nil {
				t.Fatal(err)
			}
			if payload, _ := th.Dropped(); payload != 0 {
				t.Errorf("%d is given back while it is in use", payload)
			}
			th.Resolve(id, cause, false, 0)
			th.Release(id, 1)
			if payload, holds := th.Dropped(); payload != uint32(8+i) ||
				(holds == HoldsPromise) != (cause == nil) {
				t.Errorf("%d, %v is given back for the error %v", payload, holds, cause)
			}
		}
	})
	if err != nil || p.team.Left() != 0 {
		t.Errorf("%v, %d promises are left", err, p.team.Left())
	}
}

// A wait for what nothing resolves ends the run, and nothing can be made then. So does one promise too many.
func TestPromisesThatCannotEnd(t *testing.T) {
	for name, f := range map[string]func(th *Thread) error{
		"a promise": func(th *Thread) error {
			id, _ := th.Promise(0, HoldsNothing, 0)
			return th.Wait(id, 0)
		},
		"a group without its members": func(th *Thread) error {
			id, _ := th.Gather(2, 0)
			return th.Wait(id, 0)
		},
	} {
		p := newProgram(t, 2)
		err := p.entry(func(th *Thread) {
			if err := f(th); !errors.Is(err, ErrStopped) {
				t.Errorf("%s: %v, want %v", name, err, ErrStopped)
			}
			_, noPromise := th.Promise(0, HoldsNothing, 0)
			_, noGroup := th.Gather(1, 0)
			_, noGate := th.Gate(0)
			for _, err := range []error{noPromise, noGroup, noGate, th.Resume(Job{})} {
				if !errors.Is(err, ErrStopped) {
					t.Errorf("%s: %v behind the end", name, err)
				}
			}
		})
		if !errors.Is(err, errStuck) {
			t.Errorf("%s: the run ends by %v, want %v", name, err, errStuck)
		}
	}
	p := newProgram(t, 1)
	p.team.config.Most = 3
	err := p.entry(func(th *Thread) {
		for i := range 4 {
			if _, err := th.Promise(0, HoldsNothing, 0); (err != nil) != (i == 3) {
				t.Errorf("promise %d: %v", i, err)
			}
		}
	})
	if !errors.Is(err, errMany) {
		t.Errorf("the run ends by %v, want %v", err, errMany)
	}
}
