package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/skeleton"
	"github.com/inflight-compiler/inflight/ir"
)

// goesOn returns the state in which a thread of control starts. If a part of the same task has just ended,
// the thread continues in that part's final state.
func (s *State) goesOn(f *flight) *State {
	if s.paused == nil {
		c := s.child(f.after)
		c.takePayloads(f.n.Op)
		return c
	}
	c := s.paused
	s.paused = nil
	c.chains.adopt(&s.chains)
	c.know(f.after)
	return c
}

// thread executes the body of an asynchronous operation that synchronizes its own operations, and returns
// those that it leaves in flight. The caller compares the accesses of the whole body with other operations in
// flight.
func (m *Machine) thread(f *flight, s *State) []*flight {
	if s.values == nil {
		s.values = map[*ir.Value]analysis.Linear{} // shared with the thread of control
	}
	c := &State{p: s.p, inst: s.inst, values: s.values, assumed: s.assumed, chains: s.chains.clone()}
	ends := m.block(f.n.Body, []*State{c})
	f.end = onlyEnd(ends)
	lost, _ := s.remains(ends, nil)
	return lost
}

// onlyEnd returns the final state of a thread of control if there is only one.
func onlyEnd(ends []*State) *State {
	if len(ends) != 1 {
		return nil
	}
	return ends[0]
}

// remains returns the operations that the final states of a thread of control leave in flight, except those
// in before, and the lazy tasks that it has started: these are operations of their own, which others may
// await without waiting for the thread. moved has the copies of lazy tasks, if there are several final
// states.
func (s *State) remains(ends []*State, before []*flight) (lost []*flight, moved map[*flight]*flight) {
	common := s.chains.clone()
	for _, end := range ends {
		s.chains.adopt(&end.chains)
		for _, f := range slices.Concat(end.begun, end.flying()) {
			if !slices.Contains(lost, f) && !slices.Contains(before, f) {
				lost = append(lost, f)
			}
		}
	}
	if len(ends) > 1 {
		// Each final state has numbered its own operations, so that different operations may have equal
		// marks.
		for i, f := range lost {
			c := *f
			c.self = s.chains.open()
			lost[i] = &c
			if f.n.Postponed != nil {
				if moved == nil {
					moved = map[*flight]*flight{}
				}
				c.after = common.has(f.after)
				moved[f] = lost[i]
			}
		}
	}
	for _, f := range lost {
		if s.inTask && f.n.Postponed != nil {
			s.begun = append(s.begun[:len(s.begun):len(s.begun)], f)
		}
	}
	return lost, moved
}

// task executes the body of an asynchronous operation that waits for others while it runs.
func (m *Machine) task(f *flight, s *State) []launched {
	ends := m.run(f, s)
	if m.stop || len(ends) == 0 {
		return []launched{{f: f, s: s}}
	}
	var list []launched
	groups := s.outcomes(ends)
	for i, group := range groups {
		one := launched{f: f, s: s}
		if i < len(groups)-1 {
			g := *f
			one.f, one.s = &g, s.clone()
		}
		if len(groups) > 1 {
			one.s.agreeWith(f, group)
		}
		one.lost = one.s.finish(one.f, group)
		list = append(list, one)
	}
	m.cur = s
	return list
}

// run executes the body of an asynchronous operation as a thread of control that sees the operations in
// flight around it, and returns its final states. run collects the accesses of the body.
func (m *Machine) run(f *flight, s *State) []*State {
	m.spend(int64(len(s.live.list)+len(s.chains.list))/8 + 1)
	c := s.goesOn(f)
	outer := m.gathered
	m.gathered = &gathering{scope: f.n}
	ends := m.block(f.n.Body, []*State{c})
	f.touches = m.gathered.touches
	m.gathered = outer
	return ends
}

// finish takes over what a thread of control has left that has ended, and returns the operations that it
// leaves in flight.
func (s *State) finish(f *flight, ends []*State) []*flight {
	f.end = onlyEnd(ends)
	lost, moved := s.remains(ends, s.flying())
	after := s.chains.learned(&ends[0].chains)
	for _, end := range ends[1:] {
		after = after.meet(s.chains.learned(&end.chains))
	}
	for old, one := range moved {
		if !slices.ContainsFunc(ends, func(end *State) bool {
			return slices.Contains(end.begun, old) && !end.chains.complete(old.self)
		}) {
			after = after.with(one.self)
		}
	}
	f.after = f.after.join(after).join(s.attributions.endedIn(ends))
	s.inst, s.pools = ends[0].inst, ends[0].pools
	s.learnStarts(f, ends, moved)
	return lost
}

// child returns the initial state of a thread of control that starts after some operations, with queues of
// its own.
func (s *State) child(after clock) *State {
	c := s.clone()
	for t, stands := range c.tokens.each {
		if len(stands.points) > 0 {
			c.tokens.bind(t, completion{set: s.expand(stands)})
		}
	}
	for i, stands := range c.pools {
		c.pools[i] = completion{set: s.expand(stands)}
	}
	c.pending, c.queues, c.lost, c.Log = nil, nil, nil, nil
	c.begun, c.inTask, c.lazies = nil, true, s.forChild()
	c.know(after)
	return c
}

// gathering holds the accesses of a thread of control and of the operations that it issues.
type gathering struct {
	scope   *skeleton.Node
	touches []skeleton.Touch
}

// gather adds an access to those of the current thread of control.
func (m *Machine) gather(s *State, n *skeleton.Node, t *skeleton.Touch) {
	if m.gathered == nil || m.gathered.scope.Private(t.Buffer) {
		return
	}
	if passed := s.passed(); len(passed) > 0 {
		c := *t
		c.Behind = passed
		t = &c
	}
	m.spend(int64(len(m.gathered.touches)) / 8)
	if !slices.ContainsFunc(m.gathered.touches, func(u skeleton.Touch) bool { return equalTouch(&u, t) }) {
		m.gathered.touches = append(m.gathered.touches, *t)
	}
}

func equalTouch(a, b *skeleton.Touch) bool {
	return a.Op == b.Op && a.Kind == b.Kind && a.Buffer == b.Buffer && a.At == b.At &&
		skeleton.EqualMoments(a.In, b.In) &&
		slices.Equal(a.Behind, b.Behind) && slices.EqualFunc(a.Dims, b.Dims, func(r, s analysis.Range) bool {
		return r.Base.Equal(s.Base) && r.Lo == s.Lo && r.Hi == s.Hi && r.Full == s.Full &&
			r.Step == s.Step
	})
}

// parallel executes the iterations of a parallel loop as threads of control, or one iteration that stands for
// all. At the end of the loop all iterations have ended, but operations that they leave in flight have not.
func (m *Machine) parallel(n *skeleton.Node, s *State) {
	count := int64(1)
	if n.Members != nil {
		count = n.Members.Threads()
	}
	var after clock
	for t := range count {
		if n.Members != nil {
			m.become(n, t)
		}
		f := &flight{n: n}
		ends := m.run(f, s)
		if m.stop || len(ends) == 0 {
			return
		}
		if slices.ContainsFunc(s.lazies, func(l *lazyTask) bool { return s.neededIn(l, ends) }) {
			m.cutShort(n.Op, "iterations of a parallel loop start a lazy task, which is not followed")
		}
		lost := s.finish(f, ends)
		m.cur, f.forced = s, nil
		after = after.join(f.after)
		s.addInFlight(lost...)
		s.lost = append(s.lost, lost...)
	}
	s.know(after)
}

// become binds the induction variables to the values of an iteration.
func (m *Machine) become(n *skeleton.Node, t int64) {
	loop := n.Op.Def().Loop
	for v, d := range n.Members.Ids {
		m.P.Ev.Eval(v)
		r := m.P.Ev.LoopRange(loop.Bounds(n.Op, d))
		m.bound[v] = r.Lower.AddConst(n.Members.Place(t, d) * r.Step)
	}
}

// neededIn reports whether a thread of control has needed the completion of a lazy task that was not known to
// have started before.
func (s *State) neededIn(l *lazyTask, ends []*State) bool {
	return (l.waits || !s.comesAfterStart(l)) && slices.ContainsFunc(ends, func(end *State) bool {
		now := end.lazy(l.uid)
		return now != nil && now.forced
	})
}
