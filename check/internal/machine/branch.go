package machine

import (
	"encoding/binary"
	"sort"

	"github.com/inflight-compiler/inflight/check/internal/skeleton"
	"github.com/inflight-compiler/inflight/ir"
)

// maxStates is the largest number of states that the machine follows at a time. Conditions without a known
// result split a state.
const maxStates = 64

// condition executes the branches that may be taken, in all states.
func (m *Machine) condition(n *skeleton.Node, states []*State) []*State {
	if len(states) == 1 {
		m.cur = states[0]
		return m.merge(m.branch(n, states))
	}
	var out []*State
	for i, s := range states {
		if m.stop {
			return append(out, states[i:]...)
		}
		m.cur = s
		out = append(out, m.branch(n, states[i:i+1:i+1])...)
	}
	return m.merge(out)
}

// branch executes the branches that may be taken, in one state.
func (m *Machine) branch(n *skeleton.Node, one []*State) []*State {
	s := one[0]
	ans, v := m.answer(n.Test)
	if m.stop {
		return one
	}
	switch {
	case ans == skeleton.Yes || ans == skeleton.No:
		return m.take(n, one, 1-int(ans))
	case !n.Splits():
		// Without synchronization and results the branches can run one after the other.
		for i := range n.Branches {
			m.take(n, one, i)
		}
		return one
	}
	var out []*State
	for i := range max(2, len(n.Branches)) {
		c := s.clone()
		if v != nil {
			c.assume(v, i == 0)
		}
		out = append(out, m.take(n, []*State{c}, i)...)
	}
	return out
}

// fewDecided is the number of states up to which conditions of a task are decided before it.
const fewDecided = 8

// decide assumes results for conditions that are not known, each in a state of its own.
func (m *Machine) decide(tests []*skeleton.Test, states []*State) []*State {
	for _, t := range tests {
		for _, s := range states {
			if len(states) >= fewDecided {
				return states
			}
			m.cur = s
			if ans, v := m.answer(t); ans == skeleton.Either && v != nil && !m.stop {
				other := s.clone()
				s.assume(v, true)
				other.assume(v, false)
				states = append(states[:len(states):len(states)], other)
			}
		}
	}
	return states
}

// answer evaluates a condition in the current state. If the result is not known, it is the one assumed for
// the same value before. answer also returns the value under which an assumption is kept: for a parameter of
// a function, the value that the call passes.
func (m *Machine) answer(t *skeleton.Test) (skeleton.Answer, *ir.Value) {
	ans := m.P.Decide(t, m)
	if t.Value == nil || m.stop {
		return ans, nil
	}
	v := t.Value
	if l := m.P.Ev.Eval(v); l.Const == 0 && len(l.Terms) == 1 && l.Terms[0].Coef == 1 &&
		l.Terms[0].Sym.Value != nil {
		v = l.Terms[0].Sym.Value
	}
	if was, ok := m.cur.assumed[v]; ok && ans == skeleton.Either {
		ans = skeleton.AnswerOf(was)
	}
	return ans, v
}

// take executes branch i, if there is one, and binds the results.
func (m *Machine) take(n *skeleton.Node, states []*State, i int) []*State {
	if i >= len(n.Branches) {
		return states
	}
	states = m.block(n.Branches[i], states)
	if !n.Test.Results {
		return states
	}
	handed := n.Yields(i)
	if handed == nil {
		return states
	}
	for _, s := range states {
		m.yield(s, handed, n.Op.Results())
	}
	return states
}

// merge removes states that cannot be distinguished from another one.
func (m *Machine) merge(states []*State) []*State {
	if len(states) < 2 {
		return states
	}
	seen := map[string]bool{}
	out := states[:0]
	for _, s := range states {
		k := string(m.values(s.key(nil, identify), s))
		if !seen[k] {
			seen[k] = true
			out = append(out, s)
		}
	}
	if len(out) > maxStates {
		m.cutShort(nil, "conditions lead to more than %d states at once", maxStates)
		out = out[:maxStates]
	}
	return out
}

// identify appends an encoding that distinguishes operations in flight.
func identify(b []byte, f *flight) []byte {
	if f.over != 0 {
		return binary.AppendVarint(binary.AppendVarint(append(b, 'p'), f.over), int64(f.n.Id))
	}
	return binary.AppendVarint(b, f.uid)
}

// values appends the bound values of a state in the order of their definition.
func (m *Machine) values(b []byte, s *State) []byte {
	parts := make([]string, 0, len(s.values))
	for v, l := range s.values {
		parts = append(parts, string(skeleton.AppendLinear(skeleton.AppendValue(nil, v), l)))
	}
	sort.Strings(parts)
	for _, part := range parts {
		b = append(b, part...)
	}
	return b
}
