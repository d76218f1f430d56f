package check

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// main is an access of the thread of control.
func (m *machine) main(s *state, n *node) {
	list := m.touches(n)
	for i := range list {
		t := &list[i]
		conflict := m.judgeAll(s, t, nil)
		m.gather(n, t)
		if m.stop {
			return
		}
		if s.log != nil && t.of.tracked {
			s.log.access(t, false, conflict)
		}
	}
}

// logPile counts the versions that a flight uses once more, for a copy of it that a skip adds. The versions that would
// have begun are not counted.
func (m *machine) logPile(s *state, f *flight) {
	if s.log == nil {
		return
	}
	for _, r := range f.refs {
		s.log.hold(r)
		m.piled[r.of.value] = true
	}
}

// judgeAll compares an access with everything in flight that it does not start after, and reports whether there is a
// conflict.
func (m *machine) judgeAll(s *state, t *touch, after clock) bool {
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
	m.meetGhosts(s, t, after)
	return conflict
}

// issue starts an asynchronous operation: from now on its accesses happen at any time, but after what it depends on.
func (m *machine) issue(n *node, s *state) {
	m.uids++
	f := &flight{n: n, uid: m.uids, at: m.iterations(), after: s.dependencies(n.tokens)}
	lost, conflicts := m.start(f, s)
	if m.stop {
		return
	}
	for i := range f.touches {
		f.where |= f.touches[i].of.place()
	}
	f.inst, f.self = s.inst, s.chains.place(f.after)
	m.logFlight(s, f, conflicts)
	for i := range f.touches {
		m.gather(n, &f.touches[i])
	}
	if n.own {
		m.replaceOlder(s, f)
		s.bindTokens(n.gives, completion{set: f.done()})
		s.turn(n, f.done())
		s.bindPayloads(n, f.end)
	} else {
		s.bindTokens(n.gives, completion{})
		s.pending = append(s.pending, f)
	}
	if s.paused = nil; n.continued {
		s.paused = f.end
	}
	f.end = nil
	s.lift(f)
	s.lift(lost...)
	s.lost = append(s.lost, lost...)
}

// start finds what an asynchronous operation touches and judges it. It returns what its body leaves in flight, and which
// accesses are in conflict.
func (m *machine) start(f *flight, s *state) (lost []*flight, conflicts map[*touch]bool) {
	switch n := f.n; {
	case n.gathers:
		return m.task(f, s), nil
	case n.sync:
		lost = m.thread(f, s)
		m.cur = s
		f.touches = m.touches(n)
	default:
		f.touches = m.collected(n)
	}
	for i := range f.touches {
		if m.judgeAll(s, &f.touches[i], f.after) {
			if conflicts == nil {
				conflicts = map[*touch]bool{}
			}
			conflicts[&f.touches[i]] = true
		}
		if m.stop {
			break
		}
	}
	return lost, conflicts
}

// logFlight counts the versions that an asynchronous operation uses: reads before writes.
func (m *machine) logFlight(s *state, f *flight, conflicts map[*touch]bool) {
	if s.log == nil {
		return
	}
	for _, writes := range []bool{false, true} {
		for i := range f.touches {
			t := &f.touches[i]
			if t.Writes() != writes || !t.of.tracked {
				continue
			}
			r, ok := s.log.access(t, true, conflicts[t])
			if ok && !slices.Contains(f.refs, r) {
				f.refs = append(f.refs, r)
				s.log.hold(r)
			}
		}
	}
}

// collected returns what an asynchronous operation without synchronization of its own may touch.
func (m *machine) collected(n *node) []touch {
	if len(n.body) == 1 && n.body[0].kind == accessNode {
		list := m.touches(n.body[0])
		if !slices.ContainsFunc(list, func(t touch) bool { return n.private(t.Buffer) }) {
			return list
		}
	}
	return m.collect(n, n.body, nil)
}

// collect adds to list what an asynchronous operation without synchronization of its own may touch: all but what is
// private to it.
func (m *machine) collect(scope *node, nodes []*node, list []touch) []touch {
	for _, n := range nodes {
		switch n.kind {
		case accessNode:
			for _, t := range m.touches(n) {
				if !scope.private(t.Buffer) {
					list = append(list, t)
				}
			}
		case allocNode:
			m.simple(n, m.cur)
		case callNode:
			leave := m.enter(n.op, []*state{m.cur})
			list = m.collect(scope, n.body, list)
			leave()
		case condNode:
			list = m.collectBranches(scope, n, list)
		}
		if m.stop {
			break
		}
	}
	return list
}

func (m *machine) collectBranches(scope, n *node, list []touch) []touch {
	ans, _ := m.answer(n.test)
	for i, b := range n.branches {
		if ans == either || i == 1-int(ans) {
			list = m.collect(scope, b, list)
		}
	}
	return list
}

// private reports whether a buffer exists only inside an asynchronous operation that touches it.
func (n *node) private(buffer *ir.Value) bool {
	if buffer == nil {
		return false
	}
	def := buffer.DefiningOp()
	return def != nil && n.op.IsAncestorOf(def) && allocates(def) && !yieldsTo(n.op, buffer)
}
