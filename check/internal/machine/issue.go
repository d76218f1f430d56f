package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/check/internal/skeleton"
)

// main executes an access of the thread of control itself.
func (m *Machine) main(s *State, n *skeleton.Node) {
	list := m.touches(n)
	for i := range list {
		t := &list[i]
		conflict := m.judgeAll(s, t, nil)
		m.gather(s, n, t)
		if m.stop {
			return
		}
		if s.Log != nil && t.Of.Tracked {
			s.Log.access(t, false, conflict)
		}
	}
}

// logBacklog counts the versions that an operation uses once more, for a copy of it that a skip adds.
// Versions that would have begun in skipped iterations are not counted.
func (m *Machine) logBacklog(s *State, f *flight) {
	if s.Log == nil {
		return
	}
	for _, r := range f.refs {
		s.Log.hold(r)
		m.Backlogged[r.of.Value] = true
	}
}

// judgeAll compares an access with the operations in flight, except those that the access starts after. It
// reports whether there is a conflict.
func (m *Machine) judgeAll(s *State, t *skeleton.Touch, after clock) bool {
	conflict, judged := false, int64(0)
	for f := range s.against(t, after) {
		judged++
		if m.judge(s, f, t) {
			conflict = true
		}
		if m.stop {
			break
		}
	}
	m.spend(judged / 4)
	m.findNeeded(s, t, after)
	return conflict
}

// issue starts an asynchronous operation in all states, or makes a lazy task.
func (m *Machine) issue(n *skeleton.Node, states []*State) []*State {
	var out []*State // nil as long as there are as many states as before
	for i, s := range states {
		if m.cur = s; n.Postponed != nil {
			m.make(n, s)
			continue
		}
		m.uids++
		f := &flight{n: n, uid: m.uids, at: m.iterations(), after: s.dependencies(n.Tokens), within: m.within,
			behind: s.passed()}
		f.from = f.after
		list := m.launch(f, s)
		if out == nil && len(list) > 1 {
			out = slices.Clone(states[:i])
		}
		if out != nil {
			for _, one := range list {
				out = append(out, one.s)
			}
		}
	}
	if out == nil {
		return states
	}
	return m.merge(out)
}

// launched is an operation that has started, in one of the states to which its start leads: several if its
// body starts lazy tasks in some of its executions only.
type launched struct {
	f    *flight
	s    *State
	lost []*flight // what its body leaves in flight
}

// launch starts an asynchronous operation. From now on its accesses may happen at any time after the
// operations that it depends on.
func (m *Machine) launch(f *flight, s *State) []launched {
	list, conflicts := m.start(f, s)
	if m.stop {
		return list
	}
	for _, one := range list {
		m.fly(one, conflicts)
	}
	return list
}

// fly adds an operation that has started to those in flight.
func (m *Machine) fly(one launched, conflicts map[*skeleton.Touch]bool) {
	f, s, n := one.f, one.s, one.f.n
	for i := range f.touches {
		f.where |= f.touches[i].Of.Place()
	}
	if f.inst = s.inst; len(f.within) > 0 && s.inTask {
		// Where another thread of control starts it, it does not come after what this one knows to be
		// complete.
		f.self = s.chains.open()
	} else {
		f.self = s.chains.place(f.after)
	}
	s.creditStarts(f)
	m.logFlight(s, f, conflicts)
	for i := range f.touches {
		if n.Postponed == nil {
			m.gather(s, n, &f.touches[i])
		}
	}
	if n.Own {
		m.replaceOlder(s, f)
		s.bindTokens(n.Gives, completion{set: f.done()})
		s.makeLast(n, f.done())
		s.bindPayloads(n, f.end)
	} else {
		s.bindTokens(n.Gives, completion{})
		s.pending = append(s.pending, f)
	}
	if s.paused = nil; n.Continued {
		s.paused = f.end
	}
	f.end = nil
	if n.Postponed != nil {
		s.started(f)
	}
	s.addInFlight(f)
	s.addInFlight(one.lost...)
	for _, g := range one.lost {
		if g.n.Postponed == nil {
			s.lost = append(s.lost, g)
		}
	}
}

// start finds the accesses of an asynchronous operation and judges them. It returns the states to which that
// leads, and the accesses with a conflict.
func (m *Machine) start(f *flight, s *State) (list []launched, conflicts map[*skeleton.Touch]bool) {
	list = []launched{{f: f, s: s}}
	switch n := f.n; {
	case n.Gathers:
		return m.task(f, s), nil
	case n.Sync:
		list[0].lost = m.thread(f, s)
		m.cur = s
		f.touches = m.touches(n)
	default:
		f.touches = m.collected(n)
	}
	for i := range f.touches {
		if m.judgeAll(s, &f.touches[i], f.after) {
			if conflicts == nil {
				conflicts = map[*skeleton.Touch]bool{}
			}
			conflicts[&f.touches[i]] = true
		}
		if m.stop {
			break
		}
	}
	return list, conflicts
}

// logFlight counts the versions that an asynchronous operation uses: reads before writes.
func (m *Machine) logFlight(s *State, f *flight, conflicts map[*skeleton.Touch]bool) {
	if s.Log == nil {
		return
	}
	for _, writes := range []bool{false, true} {
		for i := range f.touches {
			t := &f.touches[i]
			if t.Writes() != writes || !t.Of.Tracked {
				continue
			}
			r, ok := s.Log.access(t, true, conflicts[t])
			if ok && !slices.Contains(f.refs, r) {
				f.refs = append(f.refs, r)
				s.Log.hold(r)
			}
		}
	}
}

// collected returns the accesses of an asynchronous operation without synchronization of its own.
func (m *Machine) collected(n *skeleton.Node) []skeleton.Touch {
	if len(n.Body) == 1 && n.Body[0].Kind == skeleton.AccessNode {
		list := m.touches(n.Body[0])
		if !slices.ContainsFunc(list, func(t skeleton.Touch) bool { return n.Private(t.Buffer) }) {
			return list
		}
	}
	return m.collect(n, n.Body, nil)
}

// collect adds the accesses of an asynchronous operation without synchronization of its own to list, except
// those to buffers that are private to it.
func (m *Machine) collect(scope *skeleton.Node, nodes []*skeleton.Node,
	list []skeleton.Touch) []skeleton.Touch {
	for _, n := range nodes {
		switch n.Kind {
		case skeleton.AccessNode:
			for _, t := range m.touches(n) {
				if !scope.Private(t.Buffer) {
					list = append(list, t)
				}
			}
		case skeleton.AllocNode:
			m.simple(n, m.cur)
		case skeleton.CallNode:
			leave := m.enter(n.Op, []*State{m.cur})
			list = m.collect(scope, n.Body, list)
			leave()
		case skeleton.CondNode:
			list = m.collectBranches(scope, n, list)
		}
		if m.stop {
			break
		}
	}
	return list
}

func (m *Machine) collectBranches(scope, n *skeleton.Node, list []skeleton.Touch) []skeleton.Touch {
	ans, _ := m.answer(n.Test)
	for i, b := range n.Branches {
		if ans == skeleton.Either || i == 1-int(ans) {
			list = m.collect(scope, b, list)
		}
	}
	return list
}
