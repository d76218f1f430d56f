package check

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// opAddToGroup adds a token to a group. No interface says that of an operation.
const opAddToGroup = "async.add_to_group"

// opJoin makes one token of others, and touches nothing.
const opJoin = "gpu.wait"

// completion is what a token stands for: operations, and groups of queues with all older ones. The zero value stands for
// nothing that is still in flight. It is immutable.
type completion struct {
	set    clock
	points []point
	// pool is the number of a group of tokens, counted from 1: tokens are added to it, whatever name it has.
	pool int32
}

// token is the number of a token in a skeleton.
type token int32

// token returns the number of a value that is a token.
func (p *program) token(v *ir.Value) token {
	v = v.Uncaptured()
	t, numbered := p.numbers[v]
	if !numbered {
		t = token(len(p.tokens))
		p.numbers[v], p.tokens = t, append(p.tokens, v)
	}
	return t
}

// payload returns the number of the token that a value brings with it: what stands for work that the region which gave the value left
// behind.
func (p *program) payload(v *ir.Value) token {
	v = v.Uncaptured()
	t, numbered := p.payloads[v]
	if !numbered {
		t = token(len(p.tokens))
		p.payloads[v], p.tokens = t, append(p.tokens, v)
	}
	return t
}

// tokenNumbers returns the numbers of tokens.
func (p *program) tokenNumbers(values []*ir.Value) []token {
	list := make([]token, len(values))
	for i, v := range values {
		list[i] = p.token(v)
	}
	return list
}

// tokens is what tokens stand for, by their numbers.
type tokens struct {
	list  []binding
	known int // how many of them are known
}

// binding is what one token stands for, if that is known.
type binding struct {
	completion
	known bool
}

func (b *tokens) clone() tokens { return tokens{slices.Clone(b.list), b.known} }

// at returns what a token was bound to.
func (b *tokens) at(t token) (completion, bool) {
	if int(t) >= len(b.list) {
		return completion{}, false
	}
	return b.list[t].completion, b.list[t].known
}

// each yields the tokens that are known.
func (b *tokens) each(yield func(token, completion) bool) {
	if b.known == 0 {
		return
	}
	for t := range b.list {
		if b.list[t].known && !yield(token(t), b.list[t].completion) {
			return
		}
	}
}

// bind gives a token what it stands for.
func (b *tokens) bind(t token, c completion) {
	if n := int(t) + 1 - len(b.list); n > 0 {
		b.list = append(b.list, make([]binding, n)...)
	}
	if !b.list[t].known {
		b.known++
	}
	b.list[t] = binding{c, true}
}

// forget makes a token unknown.
func (b *tokens) forget(t token) {
	if int(t) < len(b.list) && b.list[t].known {
		b.list[t] = binding{}
		b.known--
	}
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
		return isTurns(v) || t.Text == "token" || t.Text == "group" || t.Text == "async.token" || t.Text == "device.async.token"
	case *ir.ParametricType:
		return t.Def.Dialect == "async" && t.Def.Mnemonic == "value"
	}
	return false
}

// bringsToken reports whether a value is one that an asynchronous region returns, and that is a token in turn.
func bringsToken(v *ir.Value) bool {
	t, ok := v.Type().(*ir.ParametricType)
	if !ok || t.Def.Dialect != "async" || t.Def.Mnemonic != "value" {
		return false
	}
	inner, ok := t.TypeParam(0).(*ir.OpaqueType)
	return ok && (inner.Text == "async.token" || inner.Text == "token")
}

// isTokenGroup reports whether a value is a group of tokens.
func isTokenGroup(v *ir.Value) bool {
	t, ok := v.Type().(*ir.OpaqueType)
	return ok && t.Dialect == "async" && t.Text == "group"
}

// isAwait reports whether op blocks until what it depends on is complete.
func isAwait(op *ir.Op) bool {
	return len(op.AsyncDependencies()) > 0 && !op.IsAsync() && op.QueueEffect().Kind == ir.NoQueueEffect && op.NumRegions() == 0
}

// token returns what a token stands for now; false if that is not known.
func (s *state) token(t token) (completion, bool) {
	c, ok := s.tokens.at(t)
	if c.pool > 0 {
		return s.pools[c.pool-1], ok
	}
	return c, ok
}

// bindToken gives a token what it stands for, if that is known.
func (s *state) bindToken(t token, c completion, known bool) {
	if known {
		s.tokens.bind(t, c)
	} else {
		s.tokens.forget(t)
	}
}

// bindTokens gives tokens the same completion.
func (s *state) bindTokens(list []token, c completion) {
	for _, t := range list {
		s.tokens.bind(t, c)
	}
}

// passTokens gives the tokens of from to to, at once.
func (s *state) passTokens(from, to []*ir.Value) {
	var few [4]binding
	passed := few[:0]
	n := min(len(from), len(to))
	for i, v := range to[:n] {
		if isToken(v) {
			passed = append(passed, s.binding(s.p.token(from[i])))
		}
		if bringsToken(v) {
			passed = append(passed, s.binding(s.p.payload(from[i])))
		}
	}
	for _, v := range to[:n] {
		if isToken(v) {
			s.bindToken(s.p.token(v), passed[0].completion, passed[0].known)
			passed = passed[1:]
		}
		if bringsToken(v) {
			s.bindToken(s.p.payload(v), passed[0].completion, passed[0].known)
			passed = passed[1:]
		}
	}
}

// binding returns what a token was bound to.
func (s *state) binding(t token) binding {
	c, known := s.tokens.at(t)
	return binding{c, known}
}

// bindPayloads gives the values that an asynchronous region returns the tokens that its end gives out. With several
// ends they are not known.
func (s *state) bindPayloads(n *node, end *state) {
	values, given := n.op.Results(), n.given(s.p)
	for i, v := range values {
		if !bringsToken(v) {
			continue
		}
		if i -= len(values) - len(given); i < 0 {
			s.tokens.forget(s.p.payload(v))
			continue
		}
		b := s.around(n.op, given[i])
		if end != nil {
			if b = end.binding(s.p.token(given[i])); b.known {
				b.completion = completion{set: end.expand(b.completion)}
			}
		}
		s.bindToken(s.p.payload(v), b.completion, b.known)
	}
}

// around returns what a token stands for that a region gives out in which nothing is asynchronous: what it was handed.
func (s *state) around(region *ir.Op, v *ir.Value) binding {
	if v.IsArgument() && v.ParentBlock().ParentOp() == region {
		args, operands := v.ParentBlock().NumArgs(), region.Operands()
		from := operands[len(operands)-args+v.Index()]
		if !bringsToken(from) {
			return binding{}
		}
		return s.binding(s.p.payload(from))
	}
	return s.binding(s.p.token(v))
}

// given returns what the body of an asynchronous operation gives out, as far as that is one list.
func (n *node) given(p *program) []*ir.Value {
	body := n.op
	if fn := p.c.callee(n.op); fn != nil {
		body = fn
	}
	if body.NumRegions() == 0 || len(body.Region(0).Blocks()) != 1 || body.Body().Last() == nil {
		return nil
	}
	return body.Body().Last().Operands()
}

// takePayloads binds the tokens that the region of an asynchronous operation takes out of values.
func (s *state) takePayloads(op *ir.Op) {
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

// unwrap binds the token that a value brings, which is known where the value is.
func (s *state) unwrap(from, to *ir.Value) {
	if bringsToken(from) && isToken(to) {
		b := s.binding(s.p.payload(from))
		s.bindToken(s.p.token(to), b.completion, b.known)
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
func (s *state) dependencies(list []token) clock {
	var set clock
	for _, t := range list {
		if c, ok := s.token(t); ok {
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
	if m.weaken == n.op && m.by == forgetWait {
		return
	}
	for _, t := range n.tokens {
		c, known := s.token(t)
		if !known {
			m.waits[n.wait].unknown = true
			continue
		}
		m.waits[n.wait].meet(s.ageOf(c))
		set := s.expand(c)
		m.haunt(n, s, set)
		s.know(set)
	}
	if n.op.NumOperands() == 1 && n.op.NumResults() == 1 {
		s.unwrap(n.op.Operand(0), n.op.Result(0))
	}
	s.retire()
}

// returnTokens takes what the tokens stand for that the function returns as complete, as far as it has one return.
func (m *machine) returnTokens(s *state) {
	for _, v := range m.p.returned() {
		for _, t := range s.p.tokensOf(v) {
			if c, known := s.token(t); known {
				s.know(s.expand(c))
			}
		}
	}
	s.retire()
}

// returned returns the operands of the return of the function, none if there are several.
func (p *program) returned() []*ir.Value {
	var list []*ir.Value
	returns := 0
	for _, b := range p.fn.Region(0).Blocks() {
		if t := b.Last(); t != nil && len(b.Successors()) == 0 {
			list = t.Operands()
			returns++
		}
	}
	if returns > 1 {
		return nil
	}
	return list
}

// tokensOf returns the numbers of the tokens that a value is, or brings.
func (p *program) tokensOf(v *ir.Value) []token {
	var list []token
	if isToken(v) {
		list = append(list, p.token(v))
	}
	if bringsToken(v) {
		list = append(list, p.payload(v))
	}
	return list
}

// ageOf returns the queue and age of what a token stands for, if it is one group.
func (s *state) ageOf(c completion) awaited {
	if len(c.points) != 1 || len(c.set) > 0 {
		return awaited{queue: NoQueue}
	}
	q := s.queue(c.points[0].queue)
	return awaited{q.id, q.committed - 1 - c.points[0].seq}
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
func (s *state) addToGroup(t, pool token) {
	g, ok := s.tokens.at(pool)
	if !ok || g.pool == 0 {
		return
	}
	c, known := s.token(t)
	if !known {
		return // it forces nothing that is known
	}
	s.pools[g.pool-1] = s.pools[g.pool-1].and(completion{set: s.chains.unknown(c.set), points: c.points})
}

// newPool makes a group of tokens in the first place that no token refers to.
func (s *state) newPool(t token) {
	s.tokens.forget(t)
	used := make([]bool, len(s.pools)+1)
	for _, c := range s.tokens.each {
		if c.pool > 0 {
			used[c.pool-1] = true
		}
	}
	at := slices.Index(used, false)
	if at == len(s.pools) {
		s.pools = append(s.pools, completion{})
	}
	s.pools[at] = completion{}
	s.tokens.bind(t, completion{pool: int32(at + 1)})
}

// forgetTokens drops the tokens of the last iteration of a loop, but for those that it carries.
func (s *state) forgetTokens(n *node) {
	for t := range s.tokens.each {
		v := s.p.tokens[t]
		if b := v.ParentBlock(); b != nil && n.op.IsAncestorOf(b.ParentOp()) && !slices.Contains(n.args, v) {
			s.tokens.forget(t)
		}
	}
}

// tokenCount returns the count that a wait for a token of a queue amounts to: how many groups are younger than the
// token's. A token that stands for no group of the queue forces nothing.
func (s *state) tokenCount(n *node) (count int64, known bool) {
	c, known := s.token(s.p.token(n.token))
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
