package machine

import (
	"github.com/inflight-compiler/inflight/check/internal/skeleton"
	"github.com/inflight-compiler/inflight/ir"
)

// maxGuesses is how many times a block is entered with the same operations in flight, in states after
// conditions without a known result.
const maxGuesses = 24

// pathEnd is a block that is to be executed in a state.
type pathEnd struct {
	at int
	s  *State
}

// walk executes the blocks of a graph until no state is new.
func (m *Machine) walk(n *skeleton.Node, states []*State) []*State {
	steps, news := m.Steps, int64(0)
	seen, coarse := map[string]bool{}, map[string]int{}
	var work []pathEnd
	var out []*State
	for _, s := range states {
		m.yield(s, n.Enters.From, n.Enters.Into)
		work = append(work, pathEnd{0, s})
	}
	for len(work) > 0 && !m.stop {
		end := work[0]
		work = work[1:]
		s := end.s
		if b := n.Basics[end.at].Block; b != nil {
			s.forgetBlock(b)
		}
		p := m.profiler(s)
		k := p.profile(n, end.at, false)
		m.spend(int64((len(k)+11*s.tokens.known)/16 + len(s.live.list)/4))
		if seen[k] {
			continue
		}
		seen[k] = true
		c := p.profile(n, end.at, true)
		if coarse[c]++; coarse[c] == 1 {
			news++
		} else if coarse[c] > maxGuesses && s.guessed {
			m.cutShort(n.Op, "branches that are not known lead to more than %d states of a block", maxGuesses)
			continue
		}
		for _, s := range m.block(n.Basics[end.at].Nodes, []*State{s}) {
			work, out = m.depart(n.Basics[end.at], s, work, out)
		}
	}
	if n.Repeats {
		for v := range m.P.Fixed {
			m.Stuck[v] = true
		}
		m.Steps = steps + news
	}
	return m.merge(out)
}

// depart passes a state along the arcs that it may take at the end of a block.
func (m *Machine) depart(b *skeleton.Basic, s *State, work []pathEnd, out []*State) ([]pathEnd, []*State) {
	if m.stop {
		return work, out
	}
	arcs, v := m.choose(b, s)
	for i, a := range arcs {
		c := s
		if i < len(arcs)-1 {
			c = s.clone()
		}
		if len(arcs) > 1 {
			c.guessed = true
			if v != nil {
				c.assume(v, i == 0)
			}
		}
		if m.yield(c, a.From, a.Into); a.To < 0 {
			out = append(out, c)
		} else {
			work = append(work, pathEnd{a.To, c})
		}
	}
	return work, out
}

// choose returns the arcs that may be taken, and the value of a condition whose result is not known.
func (m *Machine) choose(b *skeleton.Basic, s *State) ([]skeleton.Arc, *ir.Value) {
	if b.Test == nil {
		return b.Arcs, nil
	}
	m.cur = s
	ans, v := m.answer(b.Test)
	switch {
	case m.stop:
		return nil, nil
	case ans == skeleton.Yes:
		return b.Arcs[:1], nil
	case ans == skeleton.No:
		return b.Arcs[1:], nil
	}
	return b.Arcs, v
}

// forgetBlock removes the assumptions about values of a block from its last execution, and the block's
// tokens.
func (s *State) forgetBlock(b *ir.Block) {
	for v := range s.assumed {
		if v.ParentBlock() == b {
			delete(s.assumed, v)
		}
	}
	for t := range s.tokens.each {
		if v := s.p.Tokens[t]; v.ParentBlock() == b && !v.IsArgument() {
			s.tokens.forget(t)
		}
	}
}
