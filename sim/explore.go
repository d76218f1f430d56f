package sim

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim/internal/hazard"
	"github.com/inflight-compiler/inflight/value"
)

// Exploration is the result of trying every schedule.
type Exploration struct {
	// Schedules counts the schedules that ran to the end. Pruned counts those given up because they reached a
	// state that was explored already.
	Schedules, Pruned int
	// States is the number of different final states: results, memory of arguments and globals, errors.
	States int
	// Complete is set if no schedule is left at this granularity.
	Complete bool
	// WholeOperations is set if asynchronous operations were run as a whole, because their single accesses
	// gave too many schedules.
	WholeOperations bool
	// Violation is the first schedule whose final state differs from the sequential one, nil if there is
	// none. Err is the error that stopped the machine in that schedule, if any.
	Violation []Turn
	Err       error
}

// Turn is a part of a schedule during which one thread runs.
type Turn struct {
	// Op is the asynchronous operation that runs, nil for the entry function. Issued has the iterations of
	// the loops around its issue.
	Op     *ir.Op
	Issued []Iteration
	// Accesses is the number of memory accesses that the thread executes.
	Accesses int
}

// String returns the turn as "2 accesses of main".
func (t Turn) String() string {
	what := "main"
	if t.Op != nil {
		what = fmt.Sprintf("the operation at %s", t.Op.Span())
		if len(t.Issued) > 0 {
			what += " (" + hazard.Iterations(t.Issued) + ")"
		}
	}
	if t.Accesses == 1 {
		return "1 access of " + what
	}
	return fmt.Sprintf("%d accesses of %s", t.Accesses, what)
}

// Diagnostic returns the violation as a diagnostic, nil if there is none.
func (e *Exploration) Diagnostic(at *ir.Op) *diag.Diagnostic {
	if e.Violation == nil {
		return nil
	}
	turns := make([]string, len(e.Violation))
	for i, t := range e.Violation {
		turns[i] = t.String()
	}
	return at.Errorf(codeSchedule, "a legal schedule gives another result than the sequential program").
		Note(diag.Span{}, "the schedule: %s", strings.Join(turns, ", then "))
}

var codeSchedule = diag.Register("sim-schedule-dependent", "the result depends on the schedule",
	"Two legal schedules of the asynchronous operations end in different states, so the program has a "+
		"race. `inflight check` "+
		"names the two accesses.")

// chooser is the scheduler of one run of an exploration. It follows a prefix of choices; after the prefix it
// takes the first choice each time.
type chooser struct {
	x       *explorer
	threads []*thread
	prefix  []int
	choices []int
	widths  []int
	turns   []Turn
	pruned  bool
}

// explorer is a depth-first search over choices, by running the program again for every schedule.
type explorer struct {
	whole   bool
	visited map[uint64]bool
	states  map[uint64]bool
	steps   int64
}

func (c *chooser) issued(_, child *thread)   { c.enlist(child) }
func (c *chooser) enlist(t *thread)          { c.threads = append(c.threads, t) }
func (c *chooser) committed(*thread, *group) {}

// drive lets every thread run up to its next memory access, which no other thread can notice. Then it chooses
// the thread that makes its access next.
func (c *chooser) drive(m *machine, main *thread) {
	c.threads = append(c.threads, main)
	for m.err == nil {
		ready := c.advance(m, main)
		if m.err != nil || len(ready) == 0 {
			break
		}
		t := ready[0]
		if len(ready) > 1 {
			i, ok := c.choose(m, len(ready))
			if !ok {
				return
			}
			t = ready[i]
		}
		c.turn(m, t)
	}
	if m.err == nil && len(c.threads) > 0 {
		m.stop(m.deadlock(main, c.threads))
	}
}

// advance runs all threads up to their next access and returns the threads that have one.
func (c *chooser) advance(m *machine, main *thread) []*thread {
	var ready []*thread
	for again := true; again && m.err == nil; {
		again = false
		ready = ready[:0]
		for i := 0; i < len(c.threads); i++ {
			t := c.threads[i]
			t.runnable()
			for t.status == running && !t.code[t.pc].touches && m.err == nil {
				m.spend(t, t.run(1))
			}
			switch t.status {
			case running:
				ready = append(ready, t)
			case done:
				c.threads = append(c.threads[:i], c.threads[i+1:]...)
				i--
				again = true // another thread may have waited for it
				if t == main {
					m.endMain(main)
				}
			}
		}
	}
	return getOn(ready)
}

// getOn returns the threads among ready that can make progress. A thread that polls is left out as long as
// other threads are ready.
func getOn(ready []*thread) []*thread {
	others := slices.DeleteFunc(slices.Clone(ready), func(t *thread) bool { return t.polls })
	if len(others) == 0 {
		return ready
	}
	return others
}

// turn executes one access of a thread. Where asynchronous operations run as a whole, it executes all
// accesses of the thread up to a wait.
func (c *chooser) turn(m *machine, t *thread) {
	for _, u := range c.threads {
		u.polls = false
	}
	n := 0
	for t.status == running && m.err == nil {
		if t.code[t.pc].touches {
			if n > 0 && !(c.x.whole && t.async) {
				break
			}
			n++
		}
		m.spend(t, t.run(1))
	}
	turn := Turn{Accesses: n}
	if t.async {
		turn.Op = m.prog.sites[t.site].op
		if t.strand.issuedAt != nil {
			turn.Issued = t.strand.issuedAt.iterations()
		}
	}
	if last := len(c.turns) - 1; last >= 0 && c.turns[last].continuedBy(turn) {
		c.turns[last].Accesses += n
		return
	}
	c.turns = append(c.turns, turn)
}

// continuedBy reports whether both turns are of the same operation.
func (t Turn) continuedBy(u Turn) bool { return t.Op == u.Op && slices.Equal(t.Issued, u.Issued) }

// choose returns which of n threads runs next. It returns false if all schedules from this state were
// explored before.
func (c *chooser) choose(m *machine, n int) (int, bool) {
	pick := 0
	if d := len(c.choices); d < len(c.prefix) {
		pick = c.prefix[d]
	} else {
		h := m.hash(c.threads)
		if c.x.visited[h] {
			c.pruned = true
			return 0, false
		}
		c.x.visited[h] = true
	}
	c.choices, c.widths = append(c.choices, pick), append(c.widths, n)
	return pick, true
}

// next returns the prefix of the next schedule in depth-first order, nil if there is none.
func (c *chooser) next() []int {
	for d := len(c.choices) - 1; d >= 0; d-- {
		if c.choices[d]+1 < c.widths[d] {
			return append(append([]int(nil), c.choices[:d]...), c.choices[d]+1)
		}
	}
	return nil
}

// explore tries all schedules: first access by access and then, if there are too many, with asynchronous
// operations as a whole. Memory of the arguments ends with the contents of the sequential program.
func (p *Program) explore(ctx context.Context, cfg Config, args []value.Value, hz *hazards) (*Result, error) {
	e := &Exploration{}
	inputs := cloneValues(args)
	m, main, err := newMachine(ctx, p, cfg, args, hz)
	if err != nil {
		return &Result{}, err
	}
	m.sched = &eager{}
	cfg.Output = nil // the other schedules print nothing
	m.execute(main)
	res := m.result()
	res.Exploration, res.Waits = e, nil
	if m.err != nil {
		return res, m.err
	}
	x := &explorer{steps: m.steps}
	want := m.finalState()
	err = x.search(ctx, p, cfg, inputs, hz, e, want)
	if err == nil && !e.Complete {
		x.whole, e.WholeOperations = true, true
		err = x.search(ctx, p, cfg, inputs, hz, e, want)
	}
	res.Steps = x.steps
	if hz != nil {
		hz.tell(p, res)
	}
	return res, err
}

// search runs schedules at one granularity until none is left or the limit is reached.
func (x *explorer) search(ctx context.Context, p *Program, cfg Config, inputs []value.Value, hz *hazards,
	e *Exploration,
	want uint64) error {
	x.visited = map[uint64]bool{}
	if x.states == nil {
		x.states = map[uint64]bool{want: true}
	}
	limits, prefix := cfg.Limits.withDefaults(), []int{}
	for n := 0; n < limits.Schedules && prefix != nil; n++ {
		m, main, err := newMachine(ctx, p, cfg, cloneValues(inputs), hz)
		if err != nil {
			return err
		}
		if hz != nil {
			hz.NewRun()
		}
		c := &chooser{x: x, prefix: prefix}
		m.sched, m.steps = c, x.steps
		m.execute(main)
		x.steps = m.steps
		prefix = c.next()
		if m.err != nil && (interrupt.Is(m.err) || m.err.Code == codeSteps || m.err.Code == codeMemory) {
			return m.err
		}
		e.record(x, m, c, want)
	}
	e.Complete = prefix == nil
	return nil
}

// record counts a finished run.
func (e *Exploration) record(x *explorer, m *machine, c *chooser, want uint64) {
	if c.pruned {
		e.Pruned++
		return
	}
	e.Schedules++
	state := m.finalState()
	x.states[state] = true
	e.States = len(x.states)
	if state != want && e.Violation == nil {
		e.Violation, e.Err = c.turns, m.failure()
	}
}

func cloneValues(vs []value.Value) []value.Value {
	out := make([]value.Value, len(vs))
	for i, v := range vs {
		out[i] = v
		if v.Buffer != nil {
			out[i].Buffer = v.Buffer.Clone()
		}
	}
	return out
}

// ---- states ----

// finalState returns a hash of everything that the caller of the program can see.
func (m *machine) finalState() uint64 {
	h := uint64(0)
	if m.err != nil {
		h = hashString(m.err.Error())
	}
	for _, b := range m.buffers {
		if b.outlives {
			h += b.hash()
		}
	}
	for i, v := range m.results {
		h += mix(uint64(i), v.Bits)
	}
	return h
}

// hash returns a hash of the state from which unfinished threads continue.
func (m *machine) hash(threads []*thread) uint64 {
	h := uint64(0)
	for _, b := range m.buffers {
		h += b.hash()
	}
	for i, v := range m.results {
		h += mix(uint64(i), v.Bits)
	}
	for _, t := range threads {
		h += t.hash()
	}
	m.random.Each(func(number uint64, seed uint32, drawn uint64) {
		h += mix(mix(number, uint64(seed)), drawn)
	})
	return h
}

func (b *buffer) hash() uint64 {
	h := b.key
	if b.freed {
		h++
	}
	data := b.data
	for ; len(data) >= 8; data = data[8:] {
		h = mix(h, binary.LittleEndian.Uint64(data))
	}
	for _, d := range data {
		h = mix(h, uint64(d))
	}
	return h
}

func (t *thread) hash() uint64 {
	h := mix(mix(t.strand.key, uint64(t.site)), uint64(t.pc))
	if t.status == blocked {
		h++ // the thread may have arrived at a barrier
	}
	if t.grid != nil {
		h = mix(h, uint64(t.grid.next))
	}
	h = hashFrame(h, t.regs, t.mems)
	for _, f := range t.frames {
		h = hashFrame(mix(h, uint64(f.pc)), f.regs, f.mems)
	}
	return h
}

func hashFrame(h uint64, regs []uint64, mems []*view) uint64 {
	for _, r := range regs {
		h = mix(h, r)
	}
	for _, v := range mems {
		if v == nil {
			h = mix(h, math.MaxUint64)
			continue
		}
		if v.object != nil {
			h = mix(h, v.object.hash())
			continue
		}
		h = mix(mix(h, v.buf.key), uint64(v.offset))
		for d := range v.sizes {
			h = mix(mix(h, uint64(v.sizes[d])), uint64(v.strides[d]))
		}
	}
	return h
}
