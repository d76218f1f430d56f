package check

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// opAddToGroup adds a token to a group. No interface says that of an operation.
const opAddToGroup = "async.add_to_group"

// completion is what a token stands for: operations, and groups of queues with all older ones. The zero value stands for
// nothing that is still in flight. It is immutable.
type completion struct {
	set    clock
	points []point
	// pool is the number of a group of tokens, counted from 1: tokens are added to it, whatever name it has.
	pool int
}

// point is a group of a queue: its number in the order of commits.
type point struct{ queue, seq int64 }

// and returns the completion of both.
func (c completion) and(d completion) completion {
	points := c.points
	if len(d.points) > 0 {
		points = slices.Concat(points, d.points)
	}
	return completion{set: c.set.join(d.set), points: points, pool: c.pool}
}

// isToken reports whether a value stands for the completion of something.
func isToken(v *ir.Value) bool {
	switch t := v.Type().(type) {
	case *ir.OpaqueType:
		return t.Text == "token" || t.Text == "group" || t.Text == "async.token" || t.Text == "device.async.token"
	case *ir.ParametricType:
		return t.Def.Dialect == "async" && t.Def.Mnemonic == "value"
	}
	return false
}

// isTokenGroup reports whether a value is a group of tokens.
func isTokenGroup(v *ir.Value) bool {
	t, ok := v.Type().(*ir.OpaqueType)
	return ok && t.Dialect == "async" && t.Text == "group"
}

// isAwait reports whether op blocks until what it depends on is complete.
func isAwait(op *ir.Op) bool {
	return op.Def().AsyncDependencies != nil && !op.IsAsync() && op.QueueEffect().Kind == ir.NoQueueEffect && op.NumRegions() == 0
}

// of returns what a token stands for now; false if that is not known.
func (s *state) token(v *ir.Value) (completion, bool) {
	c, ok := s.tokens[v]
	if c.pool > 0 {
		return s.pools[c.pool-1], ok
	}
	return c, ok
}

// bindToken gives a value what it stands for.
func (s *state) bindToken(v *ir.Value, c completion, known bool) {
	switch {
	case !known:
		delete(s.tokens, v)
	case s.tokens == nil:
		s.tokens = map[*ir.Value]completion{v: c}
	default:
		s.tokens[v] = c
	}
}

// bindTokens gives all tokens among values the same completion.
func (s *state) bindTokens(values []*ir.Value, c completion) {
	for _, v := range values {
		if isToken(v) {
			s.bindToken(v, c, true)
		}
	}
}

// passTokens gives the tokens of from to to, at once.
func (s *state) passTokens(from, to []*ir.Value) {
	var passed []completion
	var known []bool
	for i, v := range from {
		if i >= len(to) || !isToken(to[i]) {
			continue
		}
		c, ok := s.tokens[v]
		passed, known = append(passed, c), append(known, ok)
	}
	n := 0
	for i, v := range to {
		if i < len(from) && isToken(v) {
			s.bindToken(v, passed[n], known[n])
			n++
		}
	}
}

// expand returns the operations that a completion stands for.
func (s *state) expand(c completion) clock {
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

// done returns the operation and those that are complete when it is.
func (f *flight) done() clock { return f.after.with(f.self) }

// dependencies returns what is complete when all of some tokens are.
func (s *state) dependencies(tokens []*ir.Value) clock {
	var set clock
	for _, v := range tokens {
		if c, ok := s.token(v); ok {
			set = set.join(s.expand(c))
		}
	}
	return set
}

// know takes what is complete out of what is in flight.
func (s *state) know(set clock) {
	if s.chains.know(set) {
		s.land()
	}
}

// retire drops the oldest groups that tokens have shown to be complete.
func (s *state) retire() {
	for i := range s.queues {
		q, n := &s.queues[i], 0
		for n < len(q.groups) && s.landed(&q.groups[n]) {
			n++
		}
		q.groups = slices.Delete(q.groups, 0, n)
	}
}

// landed reports whether all operations of a group are known to be complete.
func (s *state) landed(g *group) bool {
	return !slices.ContainsFunc(g.flights, func(f *flight) bool { return !s.chains.complete(f.self) })
}

// await waits for tokens.
func (m *machine) await(n *node, s *state) {
	m.executed[n.op] = true
	if m.weaken == n.op && m.by == forgetWait {
		return
	}
	for _, v := range n.tokens {
		c, known := s.token(v)
		if !known {
			m.unknown[n.op] = true
			continue
		}
		m.noteAge(n.op, s.ageOf(c))
		set := s.expand(c)
		m.haunt(n, s, set)
		s.know(set)
	}
	s.retire()
}

// ageOf returns the queue and age of what a token stands for, if it is one group.
func (s *state) ageOf(c completion) awaited {
	if len(c.points) != 1 || len(c.set) > 0 {
		return awaited{queue: NoQueue}
	}
	q := s.queue(c.points[0].queue)
	return awaited{q.id, q.committed - 1 - c.points[0].seq}
}

// noteAge keeps the smallest age that a wait for a token meets.
func (m *machine) noteAge(op *ir.Op, age awaited) {
	was, seen := m.ages[op]
	m.ages[op] = age.or(was, seen)
}

// awaited is the queue of what a wait for a token waits for, NoQueue if there is none or several, and the smallest number
// of groups younger than that.
type awaited struct{ queue, age int64 }

// or returns what holds of both; of a alone if there is no other.
func (a awaited) or(b awaited, there bool) awaited {
	switch {
	case !there:
		return a
	case a.queue != b.queue:
		return awaited{queue: NoQueue}
	}
	return awaited{a.queue, min(a.age, b.age)}
}

// addToGroup adds a token to a group.
func (s *state) addToGroup(token, pool *ir.Value) {
	g, ok := s.tokens[pool]
	if !ok || g.pool == 0 {
		return
	}
	c, known := s.token(token)
	if !known {
		return // it forces nothing that is known
	}
	s.pools[g.pool-1] = s.pools[g.pool-1].and(completion{set: s.chains.unknown(c.set), points: c.points})
}

// newPool makes a group of tokens in the first place that no token refers to.
func (s *state) newPool(v *ir.Value) {
	delete(s.tokens, v)
	used := make([]bool, len(s.pools)+1)
	for _, c := range s.tokens {
		if c.pool > 0 {
			used[c.pool-1] = true
		}
	}
	at := slices.Index(used, false)
	if at == len(s.pools) {
		s.pools = append(s.pools, completion{})
	}
	s.pools[at] = completion{}
	s.bindToken(v, completion{pool: at + 1}, true)
}

// forgetTokens drops the tokens of the last iteration of a loop, but for those that it carries.
func (s *state) forgetTokens(n *node) {
	for v := range s.tokens {
		if b := v.ParentBlock(); b != nil && n.op.IsAncestorOf(b.ParentOp()) && !slices.Contains(n.args, v) {
			delete(s.tokens, v)
		}
	}
}

// tokenCount returns the count that a wait for a token of a queue amounts to: how many groups are younger than the
// token's. A token that stands for no group of the queue forces nothing.
func (s *state) tokenCount(n *node) (count int64, known bool) {
	c, known := s.token(n.token)
	if !known {
		return 0, false
	}
	q := s.queue(n.queue)
	count = int64(len(q.groups))
	for _, p := range c.points {
		if p.queue == n.queue {
			count = min(count, q.committed-1-p.seq)
		}
	}
	return count, true
}
