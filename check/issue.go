package check

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// main is an access of the thread of control.
func (m *machine) main(s *state, list []touch) {
	for i := range list {
		t := &list[i]
		conflict := m.judgeAll(s, t)
		if m.stop {
			return
		}
		if s.log != nil && m.p.tracked[t.Buffer] {
			s.log.access(&t.Access, m.p.slots[t.Buffer].single, false, conflict)
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
		m.piled[r.buffer] = true
	}
}

// judgeAll compares an access with everything in flight and reports whether there is a conflict.
func (m *machine) judgeAll(s *state, t *touch) bool {
	conflict := false
	for _, f := range s.live {
		if m.judge(s, f, t) {
			conflict = true
		}
		if m.stop {
			break
		}
	}
	return conflict
}

// issue starts an asynchronous operation: from now on its accesses happen at any time.
func (m *machine) issue(n *node, s *state) {
	m.uids++
	f := &flight{n: n, uid: m.uids, at: m.iterations(), inst: s.inst}
	var lost []*flight
	if n.sync {
		lost = m.thread(n, s)
		m.cur = s
		f.touches = m.touches(n)
	} else {
		f.touches = m.collect(n, n.body, nil)
	}
	var conflicts map[*touch]bool
	for i := range f.touches {
		if m.judgeAll(s, &f.touches[i]) {
			if conflicts == nil {
				conflicts = map[*touch]bool{}
			}
			conflicts[&f.touches[i]] = true
		}
		if m.stop {
			return
		}
	}
	m.logFlight(s, f, conflicts)
	s.pending = append(s.pending, f)
	s.live = append(append(s.live, f), lost...)
	s.lost = append(s.lost, lost...)
}

// logFlight counts the versions that an asynchronous operation uses: reads before writes.
func (m *machine) logFlight(s *state, f *flight, conflicts map[*touch]bool) {
	if s.log == nil {
		return
	}
	for _, writes := range []bool{false, true} {
		for i := range f.touches {
			t := &f.touches[i]
			if t.Writes() != writes || !m.p.tracked[t.Buffer] {
				continue
			}
			r, ok := s.log.access(&t.Access, m.p.slots[t.Buffer].single, true, conflicts[t])
			if ok && !slices.Contains(f.refs, r) {
				f.refs = append(f.refs, r)
				s.log.hold(r)
			}
		}
	}
}

// collect returns what an asynchronous operation without synchronization of its own may touch.
func (m *machine) collect(scope *node, nodes []*node, list []touch) []touch {
	for _, n := range nodes {
		switch n.kind {
		case accessNode:
			list = appendVisible(list, scope, m.touches(n))
		case callNode:
			m.call(&node{op: n.op}, []*state{m.cur})
			list = m.collect(scope, n.body, list)
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
	ans := m.decide(n.test)
	if was, ok := m.cur.assumed[n.test.value]; ok && ans == either && n.test.value != nil {
		ans = answerOf(was)
	}
	for i, b := range n.branches {
		if ans == either || i == 1-int(ans) {
			list = m.collect(scope, b, list)
		}
	}
	return list
}

// appendVisible appends the touches that are not private to an asynchronous operation. Lists of touches do not change,
// so that the only one need not be copied.
func appendVisible(list []touch, scope *node, touches []touch) []touch {
	hides := func(t touch) bool { return scope.private(t.Buffer) }
	if list == nil && !slices.ContainsFunc(touches, hides) {
		return slices.Clip(touches)
	}
	for i := range touches {
		if !hides(touches[i]) {
			list = append(list, touches[i])
		}
	}
	return list
}

// private reports whether a buffer exists only inside an asynchronous operation that touches it.
func (n *node) private(buffer *ir.Value) bool {
	if buffer == nil || buffer.DefiningOp() == nil {
		return false
	}
	hides, known := n.hides[buffer]
	if !known {
		def := buffer.DefiningOp()
		hides = n.op.IsAncestorOf(def) && allocates(def)
		if n.hides == nil {
			n.hides = map[*ir.Value]bool{}
		}
		n.hides[buffer] = hides
	}
	return hides
}

// thread runs an asynchronous operation that synchronizes operations of its own, and returns what it leaves in flight.
func (m *machine) thread(n *node, s *state) []*flight {
	c := &state{inst: s.inst, values: s.values, assumed: s.assumed}
	var lost []*flight
	for _, end := range m.block(n.body, []*state{c}) {
		for _, f := range end.live {
			if !slices.Contains(lost, f) {
				lost = append(lost, f)
			}
		}
	}
	return lost
}
