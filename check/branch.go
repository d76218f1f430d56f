package check

import (
	"encoding/binary"
	"slices"
	"sort"

	"github.com/inflight-compiler/inflight/ir"
)

// maxStates bounds how many different states, made by conditions that are not known, are followed at once.
const maxStates = 64

// condition runs the branches that may be taken.
func (m *machine) condition(n *node, states []*state) []*state {
	if len(states) == 1 {
		m.cur = states[0]
		return m.merge(m.branch(n, states))
	}
	var out []*state
	for i, s := range states {
		if m.stop {
			return append(out, states[i:]...)
		}
		m.cur = s
		out = append(out, m.branch(n, states[i:i+1:i+1])...)
	}
	return m.merge(out)
}

// branch runs them in one state.
func (m *machine) branch(n *node, one []*state) []*state {
	s := one[0]
	ans, v := m.answer(n.test)
	if m.stop {
		return one
	}
	switch {
	case ans == yes || ans == no:
		return m.take(n, one, 1-int(ans))
	case !n.splits():
		// Without synchronization and results the branches can run one after the other.
		for i := range n.branches {
			m.take(n, one, i)
		}
		return one
	}
	var out []*state
	for i := range max(2, len(n.branches)) {
		c := s.clone()
		if v != nil {
			c.assume(v, i == 0)
		}
		out = append(out, m.take(n, []*state{c}, i)...)
	}
	return out
}

// answer decides a condition in the current state, if need be as it was decided before. Where it is not known, the value is
// what a decision is to be noted for: the argument of a function stands for what was passed.
func (m *machine) answer(t *test) (answer, *ir.Value) {
	ans := m.decide(t)
	if t.value == nil || m.stop {
		return ans, nil
	}
	v := t.value
	if l := m.p.ev.Eval(v); l.Const == 0 && len(l.Terms) == 1 && l.Terms[0].Coef == 1 && l.Terms[0].Sym.Value != nil {
		v = l.Terms[0].Sym.Value
	}
	if was, ok := m.cur.assumed[v]; ok && ans == either {
		ans = answerOf(was)
	}
	return ans, v
}

// splits reports whether the branches leave different states.
func (n *node) splits() bool { return n.test.results || slices.ContainsFunc(n.branches, holdsSync) }

func holdsSync(nodes []*node) bool {
	return slices.ContainsFunc(nodes, func(n *node) bool {
		return n.kind >= loopNode && n.kind <= poolNode || n.kind >= graphNode || n.kind == allocNode || n.anyPart(holdsSync)
	})
}

// take runs branch i, which does nothing when there is none, and binds the results.
func (m *machine) take(n *node, states []*state, i int) []*state {
	if i >= len(n.branches) {
		return states
	}
	states = m.block(n.branches[i], states)
	if !n.test.results {
		return states
	}
	b := n.op.Region(i).Entry()
	if b == nil || b.Last() == nil {
		return states
	}
	for _, s := range states {
		m.yield(s, b.Last().Operands(), n.op.Results())
	}
	return states
}

// merge drops states that cannot be told from another one.
func (m *machine) merge(states []*state) []*state {
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

// identify appends what tells a flight from others.
func identify(b []byte, f *flight) []byte {
	if f.over != 0 {
		return binary.AppendVarint(binary.AppendVarint(append(b, 'p'), f.over), int64(f.n.id))
	}
	return binary.AppendVarint(b, f.uid)
}

// values appends the bound values of a state in the order of their definition.
func (m *machine) values(b []byte, s *state) []byte {
	parts := make([]string, 0, len(s.values))
	for v, l := range s.values {
		parts = append(parts, string(appendLinear(appendValue(nil, v), l)))
	}
	sort.Strings(parts)
	for _, part := range parts {
		b = append(b, part...)
	}
	return b
}
