package machine

import (
	"encoding/binary"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/skeleton"
)

// profiler describes a state in front of a block of a graph: the operations in flight, each once, their
// positions in queues, and the tokens that stand for them.
type profiler struct {
	m      *Machine
	s      *State
	coarse bool
	tokens []skeleton.Token
	sets   []clock // the sets of tokens, then the sets of groups
}

func (m *Machine) profiler(s *State) *profiler {
	p := &profiler{m: m, s: s}
	for t := range s.tokens.each {
		c, _ := s.token(t)
		p.tokens, p.sets = append(p.tokens, t), append(p.sets, s.expand(c))
	}
	return p
}

// profile returns the description in front of a block. A coarse description omits values, and subscripts that
// are not on rings.
func (p *profiler) profile(n *skeleton.Node, at int, coarse bool) string {
	p.coarse, p.sets = coarse, p.sets[:len(p.tokens)]
	b := binary.AppendVarint(nil, int64(at))
	b = p.pending(b, n)
	b = p.queues(b, n)
	b = p.s.lazyKey(b, func(b []byte, l *lazyTask) []byte {
		if p.coarse {
			return b
		}
		return l.callKey(b)
	}, func(b []byte, set clock) []byte {
		p.sets = append(p.sets, set)
		return b
	})
	b = p.own(b)
	b = p.s.attributions.key(b)
	b = p.s.assumptions(append(b, '|'))
	if !coarse {
		b = p.m.values(b, p.s)
	}
	return string(b)
}

// pending appends the operations that are not committed: as a set if the graph commits nothing.
func (p *profiler) pending(b []byte, n *skeleton.Node) []byte {
	var parts []string
	for _, f := range p.s.pending {
		parts = append(parts, string(p.flight([]byte{'p'}, f)))
	}
	commits := false
	n.Each(func(inner *skeleton.Node) { commits = commits || inner.Kind == skeleton.CommitNode })
	if !commits {
		slices.Sort(parts)
		parts = slices.Compact(parts)
	}
	for _, part := range parts {
		b = append(b, part...)
	}
	return b
}

// queues appends the groups in flight: in their order if the graph waits for the queue, otherwise as a set.
func (p *profiler) queues(b []byte, n *skeleton.Node) []byte {
	for i := range p.s.queues {
		q := &p.s.queues[i]
		var groups []string
		for j := range q.groups {
			p.sets = append(p.sets, q.groups[j].set())
			one := []byte{'('}
			for _, f := range q.groups[j].flights {
				one = p.flight(one, f)
			}
			groups = append(groups, string(one))
		}
		if !n.WaitsFor(q.id) {
			slices.Sort(groups)
			groups = slices.Compact(groups)
		}
		b = binary.AppendVarint(append(b, 'q'), q.id)
		for _, g := range groups {
			b = append(b, g...)
		}
		for _, t := range p.tokens {
			c, _ := p.s.token(t)
			for _, at := range c.points {
				if at.queue == q.id && len(q.groups) > 0 && q.groups[0].seq <= at.seq {
					b = binary.AppendVarint(binary.AppendVarint(append(b, 't'), int64(t)), q.committed-at.seq)
				}
			}
		}
	}
	return b
}

// own appends the set of operations with tokens of their own.
func (p *profiler) own(b []byte) []byte {
	var parts []string
	for _, f := range p.s.flying() {
		if !f.n.Own {
			continue
		}
		one := p.flight([]byte{'o'}, f)
		for i, set := range p.sets {
			if set.has(f.self) {
				one = binary.AppendVarint(one, int64(i))
			}
		}
		parts = append(parts, string(one))
	}
	slices.Sort(parts)
	for _, t := range p.tokens {
		b = binary.AppendVarint(append(b, 't'), int64(t))
		if c, _ := p.s.tokens.at(t); c.lazy > 0 {
			b = p.s.numberKey(append(b, 'l'), c)
		}
	}
	for _, part := range slices.Compact(parts) {
		b = append(b, part...)
	}
	return b
}

func (p *profiler) flight(b []byte, f *flight) []byte {
	b = binary.AppendVarint(append(b, 'f'), int64(f.n.Id))
	for i := range f.touches {
		t := &f.touches[i]
		b = binary.AppendVarint(p.m.nodeOf(b, t), p.s.inst.of(t)-f.inst.of(t))
		for d := range t.Dims {
			if !p.coarse || t.Form == nil || isRing(t.Form.Dims[d].Base.Terms) {
				b = skeleton.AppendLinear(b, t.Dims[d].Base)
			}
		}
	}
	return b
}

// isRing reports whether a subscript is a remainder.
func isRing(terms []analysis.Term) bool { return len(terms) == 1 && terms[0].Sym.Mod > 0 }
