package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/check/internal/skeleton"
	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/ir"
)

// completion is the set of operations for which a token stands, and of groups of queues, each with all older
// groups. The zero value stands for no operation in flight. A completion is immutable.
type completion struct {
	set    clock
	points []point
	// pool is the number of a group of tokens, from 1 on. The tokens added to the group are in State.pools,
	// so that all names of the group see them.
	pool int32
	// lazy is the number of a lazy task. The rest is known once the task has started, and is in State.lazies.
	// result is the number, from 1 on, of the result that brings the token as its payload; 0 stands for the
	// task itself.
	lazy   int64
	result int32
}

// tokens are the completions of tokens, by the tokens' numbers.
type tokens struct {
	list  []binding
	known int // number of known completions
}

// binding is the completion of one token, if it is known.
type binding struct {
	completion
	known bool
}

func (b *tokens) clone() tokens { return tokens{slices.Clone(b.list), b.known} }

// at returns the completion to which a token is bound.
func (b *tokens) at(t skeleton.Token) (completion, bool) {
	if int(t) >= len(b.list) {
		return completion{}, false
	}
	return b.list[t].completion, b.list[t].known
}

// each yields the tokens whose completions are known.
func (b *tokens) each(yield func(skeleton.Token, completion) bool) {
	if b.known == 0 {
		return
	}
	for t := range b.list {
		if b.list[t].known && !yield(skeleton.Token(t), b.list[t].completion) {
			return
		}
	}
}

// bind binds a token to a completion.
func (b *tokens) bind(t skeleton.Token, c completion) {
	if n := int(t) + 1 - len(b.list); n > 0 {
		b.list = append(b.list, make([]binding, n)...)
	}
	if !b.list[t].known {
		b.known++
	}
	b.list[t] = binding{c, true}
}

// forget makes a token unknown.
func (b *tokens) forget(t skeleton.Token) {
	if int(t) < len(b.list) && b.list[t].known {
		b.list[t] = binding{}
		b.known--
	}
}

// point is a group of a queue: seq is its number in the order of commits.
type point struct{ queue, seq int64 }

// and returns the union of two completions.
func (c completion) and(d completion) completion {
	points := c.points
	if len(d.points) > 0 {
		points = slices.Concat(points, d.points)
	}
	return completion{set: c.set.join(d.set), points: points, pool: c.pool}
}

// token returns the current completion of a token; false if it is not known.
func (s *State) token(t skeleton.Token) (completion, bool) {
	c, ok := s.tokens.at(t)
	switch {
	case c.pool > 0:
		return s.pools[c.pool-1], ok
	case c.lazy > 0:
		return s.ofLazy(c)
	}
	return c, ok
}

// bindToken binds a token to a completion, if that is known.
func (s *State) bindToken(t skeleton.Token, c completion, known bool) {
	if known {
		s.tokens.bind(t, c)
	} else {
		s.tokens.forget(t)
	}
}

// bindTokens binds several tokens to the same completion.
func (s *State) bindTokens(list []skeleton.Token, c completion) {
	for _, t := range list {
		s.tokens.bind(t, c)
	}
}

// passTokens binds the tokens of to to the completions of those of from, all at once.
func (s *State) passTokens(from, to []*ir.Value) {
	var few [4]binding
	passed := few[:0]
	n := min(len(from), len(to))
	for i, v := range to[:n] {
		if source.IsToken(v) {
			passed = append(passed, s.binding(s.p.Token(from[i])))
		}
		if source.BringsToken(v) {
			passed = append(passed, s.binding(s.p.Payload(from[i])))
		}
	}
	for _, v := range to[:n] {
		if source.IsToken(v) {
			s.bindToken(s.p.Token(v), passed[0].completion, passed[0].known)
			passed = passed[1:]
		}
		if source.BringsToken(v) {
			s.bindToken(s.p.Payload(v), passed[0].completion, passed[0].known)
			passed = passed[1:]
		}
	}
}

// binding returns the binding of a token.
func (s *State) binding(t skeleton.Token) binding {
	c, known := s.tokens.at(t)
	return binding{c, known}
}

// bindPayloads binds the payload tokens of the values that an asynchronous region returns. They are not known
// if the region has several final states.
func (s *State) bindPayloads(n *skeleton.Node, end *State) {
	values, given := n.Op.Results(), n.Given(s.p)
	for i, v := range values {
		if !source.BringsToken(v) {
			continue
		}
		if i -= len(values) - len(given); i < 0 {
			s.tokens.forget(s.p.Payload(v))
			continue
		}
		b := s.around(n.Op, given[i])
		if end != nil {
			if b = end.binding(s.p.Token(given[i])); b.known && b.lazy == 0 {
				b.completion = completion{set: end.expand(b.completion)}
			}
		}
		s.bindToken(s.p.Payload(v), b.completion, b.known)
	}
}

// around returns the binding of a token that a region without asynchronous operations returns: a token that
// the region was given.
func (s *State) around(region *ir.Op, v *ir.Value) binding {
	if v.IsArgument() && v.ParentBlock().ParentOp() == region {
		args, operands := v.ParentBlock().NumArgs(), region.Operands()
		from := operands[len(operands)-args+v.Index()]
		if !source.BringsToken(from) {
			return binding{}
		}
		return s.binding(s.p.Payload(from))
	}
	return s.binding(s.p.Token(v))
}

// takePayloads binds the tokens that an asynchronous operation's region receives as payloads of its operands.
func (s *State) takePayloads(op *ir.Op) {
	if op.NumRegions() == 0 || op.Region(0).Empty() {
		return
	}
	args := op.Region(0).Entry().Args()
	operands := op.Operands()
	if len(operands) < len(args) {
		return
	}
	for i, v := range operands[len(operands)-len(args):] {
		s.unwrap(v, args[i])
	}
}

// unwrap binds a token to the payload of a value.
func (s *State) unwrap(from, to *ir.Value) {
	if source.BringsToken(from) && source.IsToken(to) {
		b := s.binding(s.p.Payload(from))
		s.bindToken(s.p.Token(to), b.completion, b.known)
	}
}

// expand returns the operations of a completion that are not known to be complete.
func (s *State) expand(c completion) clock {
	set := c.set
	for _, p := range c.points {
		q := s.queue(p.queue)
		for i := range q.groups {
			if g := &q.groups[i]; g.seq <= p.seq {
				set = set.join(g.set())
			}
		}
	}
	return s.chains.unknown(set)
}

// set returns the operations of a group.
func (g *group) set() clock {
	var set clock
	for _, f := range g.flights {
		set = set.join(f.done())
	}
	return set
}

// done returns the operation and those that complete before it.
func (f *flight) done() clock { return f.after.with(f.self) }

// dependencies returns the operations that are complete when all tokens of a list are.
func (s *State) dependencies(list []skeleton.Token) clock {
	var set clock
	for _, t := range list {
		if c, ok := s.token(t); ok {
			set = set.join(s.expand(c))
		}
	}
	return set
}

// know removes operations that are known to be complete from those in flight.
func (s *State) know(set clock) {
	if s.chains.know(set) {
		s.removeComplete()
	}
}

// retire removes the oldest groups of queues if waits for tokens have completed them.
func (s *State) retire() {
	for i := range s.queues {
		q, n := &s.queues[i], 0
		for n < len(q.groups) && s.isComplete(&q.groups[n]) {
			n++
		}
		q.groups = slices.Delete(q.groups, 0, n)
	}
}

// isComplete reports whether all operations of a group are known to be complete.
func (s *State) isComplete(g *group) bool {
	return !slices.ContainsFunc(g.flights, func(f *flight) bool { return !s.chains.complete(f.self) })
}

// await executes a wait for tokens.
func (m *Machine) await(n *skeleton.Node, s *State) {
	if m.Weaken == n.Op && m.By == source.ForgetWait {
		return
	}
	for _, t := range n.Tokens {
		c, known := s.token(t)
		if !known {
			m.Waits[n.Wait].Unknown = true
			continue
		}
		m.Waits[n.Wait].meet(s.ageOf(c))
		set := s.expand(c)
		m.attribute(n, s, set)
		s.know(set)
	}
	if n.Op.NumOperands() == 1 && n.Op.NumResults() == 1 {
		s.unwrap(n.Op.Operand(0), n.Op.Result(0))
	}
	s.retire()
}

// returnTokens completes the operations of the tokens that the function returns, if it has one return only.
func (m *Machine) returnTokens(s *State) {
	for _, v := range m.P.Returned() {
		for _, t := range s.p.TokensOf(v) {
			if c, known := s.token(t); known {
				s.know(s.expand(c))
			}
		}
	}
	s.retire()
}

// ageOf returns the queue and the age of the group for which a token stands, NoQueue if it is not exactly one
// group.
func (s *State) ageOf(c completion) awaited {
	if len(c.points) != 1 || len(c.set) > 0 {
		return awaited{Queue: source.NoQueue}
	}
	q := s.queue(c.points[0].queue)
	return awaited{q.id, q.committed - 1 - c.points[0].seq}
}

// awaited is the queue of the group that a wait for a token completes, NoQueue if there is none or several,
// and the smallest number of younger groups.
type awaited struct{ Queue, Age int64 }

// or combines the findings of two executions of a wait. It returns a if there is no other.
func (a awaited) or(b awaited, there bool) awaited {
	switch {
	case !there:
		return a
	case a.Queue != b.Queue:
		return awaited{Queue: source.NoQueue}
	}
	return awaited{a.Queue, min(a.Age, b.Age)}
}

// addToGroup adds a token to a group.
func (s *State) addToGroup(t, pool skeleton.Token) {
	g, ok := s.tokens.at(pool)
	if !ok || g.pool == 0 {
		return
	}
	c, known := s.token(t)
	if !known {
		return // its completion is not known
	}
	s.pools[g.pool-1] = s.pools[g.pool-1].and(completion{set: s.chains.unknown(c.set), points: c.points})
}

// newPool makes a group of tokens, at the first index of pools that no token refers to.
func (s *State) newPool(t skeleton.Token) {
	s.tokens.forget(t)
	used := make([]bool, len(s.pools)+1)
	for _, c := range s.tokens.each {
		if c.pool > 0 {
			used[c.pool-1] = true
		}
	}
	for _, l := range s.lazies {
		for _, c := range l.bindings {
			if c.pool > 0 {
				used[c.pool-1] = true
			}
		}
	}
	at := slices.Index(used, false)
	if at == len(s.pools) {
		s.pools = append(s.pools, completion{})
	}
	s.pools[at] = completion{}
	s.tokens.bind(t, completion{pool: int32(at + 1)})
}

// forgetTokens removes the bindings of tokens from the last iteration of a loop, except those that the loop
// carries.
func (s *State) forgetTokens(n *skeleton.Node) {
	for t := range s.tokens.each {
		v := s.p.Tokens[t]
		if b := v.ParentBlock(); b != nil && n.Op.IsAncestorOf(b.ParentOp()) && !slices.Contains(n.Args, v) {
			s.tokens.forget(t)
		}
	}
}

// tokenCount returns the count of a wait for a token of a queue: the number of groups younger than the
// token's group. If the token stands for no group of the queue, the wait completes nothing.
func (s *State) tokenCount(n *skeleton.Node) (count int64, known bool) {
	c, known := s.token(s.p.Token(n.Token))
	if !known {
		return 0, false
	}
	q := s.queue(n.Queue)
	count = int64(len(q.groups))
	for _, p := range c.points {
		if p.queue == n.Queue {
			count = min(count, q.committed-1-p.seq)
		}
	}
	return count, true
}

// makeLast makes a task the last one of its queue.
func (s *State) makeLast(n *skeleton.Node, done clock) {
	for _, q := range n.Behind {
		if g, ok := s.tokens.at(q); ok && g.pool > 0 {
			s.pools[g.pool-1] = completion{set: done}
		}
	}
}
