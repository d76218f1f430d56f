package sim

import "math/rand/v2"

// eager runs every operation when it is issued, which is always a legal execution.
type eager struct{}

func (eager) issued(t, child *thread)              { t.m.nested(t, child) }
func (eager) committed(*thread, *group)            {}
func (eager) drive(m *machine, main *thread)       { m.finish(main); m.endMain(main) }
func (eager) await(*thread, *instr, []*group) bool { return true }

// lazy runs an operation only when a wait forces its group, or at the end.
type lazy struct{}

func (lazy) issued(_, _ *thread)       {}
func (lazy) committed(*thread, *group) {}

func (lazy) await(t *thread, in *instr, groups []*group) bool {
	outer := t.m.forcing
	t.m.forcing = in.site
	for _, g := range groups {
		for _, child := range g.threads {
			if child.status != done {
				t.m.nested(t, child)
			}
		}
	}
	t.m.forcing = outer
	return t.m.err == nil
}

func (lazy) drive(m *machine, main *thread) {
	m.finish(main)
	m.endMain(main)
	m.finishLeaked()
}

// nested runs a thread to its end in the middle of an instruction of another, which ends its turn if the machine stops.
func (m *machine) nested(t, child *thread) {
	m.finish(child)
	if m.err != nil {
		t.halt()
	}
}

// endMain accounts for what the entry function leaves in flight.
func (m *machine) endMain(main *thread) {
	if m.err != nil {
		return
	}
	m.endStrand(main, &main.code[main.pc-1])
}

// finishLeaked runs what nothing waited for, including what that leaves behind.
func (m *machine) finishLeaked() {
	for len(m.leaked) > 0 && m.err == nil {
		child := m.leaked[0]
		m.leaked = m.leaked[1:]
		m.finish(child)
	}
}

// shuffled interleaves threads at random, one or several instructions at a time.
type shuffled struct {
	rng     *rand.Rand
	threads []*thread // not finished
	bias    float64   // probability that the main thread goes on
	burst   int       // largest number of steps in a turn
}

// newShuffled returns the schedule of a seed. Seeds differ also in how far operations lag behind their issue and in
// how finely threads interleave, so that a few seeds cover different kinds of schedules.
func newShuffled(seed uint64) *shuffled {
	rng := rand.New(rand.NewPCG(seed, 0x5eed))
	return &shuffled{
		rng:   rng,
		bias:  []float64{0.05, 0.3, 0.6, 0.9, 0.99}[rng.IntN(5)],
		burst: []int{1, 3, 20, 200, 5000}[rng.IntN(5)],
	}
}

func (s *shuffled) issued(t, child *thread) {
	s.threads = append(s.threads, child)
	t.halt() // let others run before the next instruction, too
}

func (s *shuffled) committed(*thread, *group) {}

func (s *shuffled) await(t *thread, _ *instr, groups []*group) bool { return t.block(groups) }

// block returns whether all groups are complete; otherwise the thread must execute the wait again when they are.
func (t *thread) block(groups []*group) bool {
	for _, g := range groups {
		if !g.complete() {
			t.pc--
			t.waiting = groups
			t.status = blocked
			t.halt()
			return false
		}
	}
	return true
}

// unblock makes a blocked thread runnable if what it waits for is complete.
func (t *thread) unblock() {
	for _, g := range t.waiting {
		if !g.complete() {
			return
		}
	}
	t.status, t.waiting = running, nil
}

func (s *shuffled) drive(m *machine, main *thread) {
	s.threads = append(s.threads, main)
	for len(s.threads) > 0 && m.err == nil {
		t := s.pick()
		if t == nil {
			m.stop(m.deadlock(s.threads))
			return
		}
		m.spend(t, t.run(1+s.rng.IntN(s.burst)))
		if t.status == done {
			s.remove(t)
			if t == main {
				m.endMain(main)
			}
		}
	}
}

// pick returns a thread that can run, nil if there is none.
func (s *shuffled) pick() *thread {
	last := len(s.threads) - 1
	if last > 0 && s.rng.Float64() < s.bias {
		if main := s.mainThread(); main != nil {
			return main
		}
	}
	for first, n := s.rng.IntN(last+1), 0; n <= last; n++ {
		t := s.threads[(first+n)%(last+1)]
		if t.status == blocked {
			t.unblock()
		}
		if t.status == running {
			return t
		}
	}
	return nil
}

// mainThread returns the main thread if it can run.
func (s *shuffled) mainThread() *thread {
	for _, t := range s.threads {
		if !t.async {
			if t.status == blocked {
				t.unblock()
			}
			if t.status == running {
				return t
			}
		}
	}
	return nil
}

func (s *shuffled) remove(t *thread) {
	for i, u := range s.threads {
		if u == t {
			s.threads = append(s.threads[:i], s.threads[i+1:]...)
			return
		}
	}
}
