package check

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// A graph is control flow without a count: blocks with branches between them, or the two regions of a loop with a
// condition. Its blocks run in one state after the other until none of them is new.

type graph struct {
	basics []*basic
	enters arc  // what the first block receives
	turns  bool // control may come back to a block
}

// basic is a block of a graph.
type basic struct {
	block *ir.Block
	nodes []*node
	test  *test // decides between the first two arcs, nil if nothing does
	arcs  []arc
}

// arc leads from a block to another one, or out of the graph where to is -1, with the values that it passes on.
type arc struct {
	to         int
	from, into []*ir.Value
}

// region translates the blocks of a region; results receive what is returned.
func (p *program) region(op *ir.Op, r *ir.Region, results []*ir.Value) []*node {
	if blocks := r.Blocks(); len(blocks) == 1 {
		return p.block(blocks[0])
	}
	begin := p.begin()
	p.blocks(op, r.Blocks(), results)
	return p.end(begin)
}

// blocks translates blocks with branches between them.
func (p *program) blocks(op *ir.Op, blocks []*ir.Block, results []*ir.Value) {
	n := p.graph(op)
	at := map[*ir.Block]int{}
	for i, b := range blocks {
		at[b] = i
		p.bindAll(b.Args())
		p.turns[b] = returns(b)
		n.turns = n.turns || p.turns[b]
	}
	for _, b := range blocks {
		outer := p.again
		p.again = outer || p.turns[b]
		one := &basic{block: b, nodes: p.block(b)}
		if last := b.Last(); last != nil {
			one.test, one.arcs = p.leave(last, at, results)
		}
		p.again = outer
		n.basics = append(n.basics, one)
	}
	p.hand(n)
}

// graph begins a graph.
func (p *program) graph(op *ir.Op) *node {
	n := p.emit(p.add(graphNode, op))
	n.graph, n.sync = &graph{}, true
	return n
}

// returns reports whether control may come back to a block.
func returns(b *ir.Block) bool {
	seen := map[*ir.Block]bool{}
	work := slices.Clone(b.Successors())
	for len(work) > 0 {
		next := work[len(work)-1]
		work = work[:len(work)-1]
		if next == b {
			return true
		}
		if !seen[next] {
			seen[next] = true
			work = append(work, next.Successors()...)
		}
	}
	return false
}

// hand notes what the arcs of a graph pass on.
func (p *program) hand(n *node) {
	arcs := []arc{n.enters}
	for _, b := range n.basics {
		arcs = append(arcs, b.arcs...)
	}
	for _, a := range arcs {
		for i, v := range a.into {
			if i < len(a.from) && !slices.Contains(p.handed[v], a.from[i]) {
				p.handed[v] = append(p.handed[v], a.from[i])
			}
		}
	}
}

func (p *program) bindAll(values []*ir.Value) {
	for _, v := range values {
		p.bindable[v] = true
	}
}

// leave returns where control goes from the end of a block.
func (p *program) leave(last *ir.Op, at map[*ir.Block]int, results []*ir.Value) (*test, []arc) {
	if last.NumSuccessors() == 0 {
		return nil, []arc{{-1, last.Operands(), results}}
	}
	var arcs []arc
	for i, b := range last.Successors() {
		one := arc{to: at[b], into: b.Args()}
		if last.Def().SuccessorOperands != nil {
			first, n := last.Def().SuccessorOperands(last, i)
			one.from = last.Operands()[first : first+n]
		}
		arcs = append(arcs, one)
	}
	if len(arcs) == 2 && last.NumOperands() > 0 && isBool(last.Operand(0)) {
		return p.valueTest(last.Operand(0)), arcs
	}
	return nil, arcs
}

// isWhile reports whether op runs its first region, and as long as that says so its second one and the first again.
func isWhile(op *ir.Op) bool {
	if op.NumRegions() != 2 || op.Def().RegionSuccessors == nil || op.Def().Loop != nil {
		return false
	}
	for _, r := range op.Regions() {
		if len(r.Blocks()) != 1 || r.Entry().Last() == nil {
			return false
		}
	}
	enters := func(from, to int) bool {
		return slices.ContainsFunc(op.Def().RegionSuccessors(op, from), func(s ir.RegionSuccessor) bool { return s.Region == to })
	}
	last := op.Region(0).Entry().Last()
	return enters(0, 1) && enters(0, -1) && enters(1, 0) && last.NumOperands() > 0 && isBool(last.Operand(0))
}

// whileLoop translates a loop with a condition.
func (p *program) whileLoop(op *ir.Op) {
	n := p.graph(op)
	before, after := op.Region(0).Entry(), op.Region(1).Entry()
	p.turns[before], p.turns[after], n.turns = true, true, true
	outer := p.again
	p.again = true
	for _, list := range [][]*ir.Value{before.Args(), after.Args(), op.Results()} {
		p.bindAll(list)
	}
	n.enters = arc{0, op.Operands(), before.Args()}
	first, second := &basic{block: before, nodes: p.block(before)}, &basic{block: after, nodes: p.block(after)}
	cond := before.Last()
	first.test = p.valueTest(cond.Operand(0))
	first.arcs = []arc{{1, cond.Operands()[1:], after.Args()}, {-1, cond.Operands()[1:], op.Results()}}
	second.arcs = []arc{{0, after.Last().Operands(), before.Args()}}
	n.basics = []*basic{first, second}
	p.again = outer
	p.hand(n)
}

// isChoice reports whether op chooses one of two tokens.
func isChoice(op *ir.Op) bool {
	return op.Name() == "arith.select" && (isToken(op.Result(0)) || bringsToken(op.Result(0))) && isBool(op.Operand(0))
}

// choice translates the choice of a token: two ways out of a block without operations.
func (p *program) choice(op *ir.Op) {
	n := p.graph(op)
	p.bindAll(op.Results())
	operands, result := op.Operands(), op.Results()
	n.basics = []*basic{{test: p.valueTest(operands[0]), arcs: []arc{{-1, operands[1:2], result}, {-1, operands[2:3], result}}}}
	p.hand(n)
}

// maxGuesses bounds how often a block is entered, with the same operations in flight, in states that unknown decisions
// have led to.
const maxGuesses = 24

// pathEnd is a block to be run in a state.
type pathEnd struct {
	at int
	s  *state
}

// walk runs the blocks of a graph until no state is new.
func (m *machine) walk(n *node, states []*state) []*state {
	steps, news := m.steps, int64(0)
	seen, coarse := map[string]bool{}, map[string]int{}
	var work []pathEnd
	var out []*state
	for _, s := range states {
		m.yield(s, n.enters.from, n.enters.into)
		work = append(work, pathEnd{0, s})
	}
	for len(work) > 0 && !m.stop {
		end := work[0]
		work = work[1:]
		s := end.s
		if b := n.basics[end.at].block; b != nil {
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
			m.cutShort(n.op, "branches that are not known lead to more than %d states of a block", maxGuesses)
			continue
		}
		for _, s := range m.block(n.basics[end.at].nodes, []*state{s}) {
			work, out = m.depart(n.basics[end.at], s, work, out)
		}
	}
	if n.turns {
		for v := range m.p.fixed {
			m.stuck[v] = true
		}
		m.steps = steps + news
	}
	return m.merge(out)
}

// depart sends a state where it may go from the end of a block.
func (m *machine) depart(b *basic, s *state, work []pathEnd, out []*state) ([]pathEnd, []*state) {
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
		if m.yield(c, a.from, a.into); a.to < 0 {
			out = append(out, c)
		} else {
			work = append(work, pathEnd{a.to, c})
		}
	}
	return work, out
}

// choose returns the arcs that may be taken, and the value that decides if it is not known.
func (m *machine) choose(b *basic, s *state) ([]arc, *ir.Value) {
	if b.test == nil {
		return b.arcs, nil
	}
	m.cur = s
	ans, v := m.answer(b.test)
	switch {
	case m.stop:
		return nil, nil
	case ans == yes:
		return b.arcs[:1], nil
	case ans == no:
		return b.arcs[1:], nil
	}
	return b.arcs, v
}

// forgetBlock drops what was assumed of the values of a block when it ran before, and its tokens.
func (s *state) forgetBlock(b *ir.Block) {
	for v := range s.assumed {
		if v.ParentBlock() == b {
			delete(s.assumed, v)
		}
	}
	for t := range s.tokens.each {
		if v := s.p.tokens[t]; v.ParentBlock() == b && !v.IsArgument() {
			s.tokens.forget(t)
		}
	}
}
