package inflight

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// If control flow selects a token, which tokens are complete may depend on the path taken, and a single state
// for all paths cannot express this. Therefore, in small threads of control, this file keeps every state
// separate, and a wait is redundant if it is so in all of them. For threads with more states, or with
// operations that are not followed, the results of the forward pass stay.

const (
	maxStates = 1 << 13
	maxTrips  = 32 // greatest extent of a loop whose iterations are kept separate
	maxTokens = 64 // tokens of a thread, each name counted
)

// exact explores one thread of control.
type exact struct {
	f       *forward
	root    *ir.Op
	cap     int64              // larger than every count of a wait
	awaited map[*ir.Value]bool // the tokens that a wait may receive, with all their names
	numbers map[any]uint64
	seen    map[string]bool
	work    []*state
	needed  map[*ir.Op]bool // the waits that were reached, and whether some state needs them
	failed  bool
}

// state is one possible state of a thread in front of an operation.
type state struct {
	at         *ir.Op
	inFlight   []int64 // per queue, how many of the youngest groups may be incomplete
	tokens     []binding
	iterations []iteration
}

// binding is a token with its queue and its age. The age is the constant complete when the token is complete,
// and then never changes.
type binding struct {
	value *ir.Value
	queue int
	age   int64
}

const complete = -1

// iteration is the current iteration of a loop of constant extent, counted from 1.
type iteration struct {
	loop *ir.Op
	n    int64
}

// refine follows each thread of control that begins without groups in flight, and marks the waits that are
// redundant in all of its states.
func (f *forward) refine() {
	if slices.ContainsFunc(f.m.order, func(o ir.CompletionOrder) bool { return o != ir.InOrder }) {
		return
	}
	waits := map[*ir.Op][]*ir.Op{}
	for _, op := range f.out.order {
		waits[op.Thread()] = append(waits[op.Thread()], op)
	}
	for _, root := range f.m.threads {
		if len(f.m.callers[root]) > 0 || root.NumRegions() != 1 || root.Region(0).Empty() ||
			!f.mayNot(waits[root]) {
			continue
		}
		e := &exact{
			f: f, root: root, cap: 8, awaited: map[*ir.Value]bool{}, numbers: map[any]uint64{},
			seen: map[string]bool{}, needed: map[*ir.Op]bool{},
		}
		e.findAwaited(waits[root])
		e.push(&state{at: root.Region(0).Entry().First(), inFlight: make([]int64, len(f.m.queues))})
		for op, needed := range e.explore() {
			if w := f.out.waits[op]; w != nil && !needed {
				w.Redundant = true
			}
		}
	}
}

// mayNot reports whether one of the waits is for a token that is not known to be complete.
func (f *forward) mayNot(waits []*ir.Op) bool {
	return slices.ContainsFunc(waits, func(op *ir.Op) bool {
		return !f.out.waits[op].Redundant && op.QueueEffect().Token != nil
	})
}

// findAwaited finds the tokens to follow, and the largest count that matters.
func (e *exact) findAwaited(waits []*ir.Op) {
	var work []*ir.Value
	for _, op := range waits {
		work = append(work, op.AsyncDependencies()...)
		e.cap = max(e.cap, op.QueueEffect().Count+2)
	}
	for e.failed = len(work) > maxTokens; len(work) > 0 && !e.failed; e.failed = len(e.awaited) > maxTokens {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if e.awaited[v] {
			continue
		}
		e.awaited[v] = true
		for _, s := range e.f.tokens.definitionOf(v).sources {
			work = append(work, s.value)
		}
	}
}

// explore returns the waits of the thread and whether they are needed, nil if the thread cannot be followed
// to its end.
func (e *exact) explore() map[*ir.Op]bool {
	for len(e.work) > 0 && !e.failed {
		s := e.work[len(e.work)-1]
		e.work = e.work[:len(e.work)-1]
		e.step(s)
	}
	if e.failed {
		return nil
	}
	return e.needed
}

// push adds a state, unless it was added before.
func (e *exact) push(s *state) {
	key := e.key(s)
	if e.seen[key] {
		return
	}
	e.seen[key] = true
	e.failed = e.failed || len(e.seen) > maxStates || s.at == nil
	e.work = append(e.work, s)
}

func (e *exact) key(s *state) string {
	b := binary.AppendUvarint(nil, e.number(s.at))
	for _, n := range s.inFlight {
		b = binary.AppendUvarint(b, uint64(n))
	}
	for _, t := range s.tokens {
		b = binary.AppendUvarint(b, e.number(t.value))
		b = binary.AppendUvarint(b, uint64(t.queue))
		b = binary.AppendVarint(b, t.age)
	}
	for _, t := range s.iterations {
		b = binary.AppendUvarint(b, e.number(t.loop))
		b = binary.AppendUvarint(b, uint64(t.n))
	}
	return string(b)
}

// number returns the number of an operation or a value, from 1.
func (e *exact) number(x any) uint64 {
	if e.numbers[x] == 0 {
		e.numbers[x] = uint64(len(e.numbers) + 1)
	}
	return e.numbers[x]
}

func (s *state) clone() *state {
	return &state{s.at, slices.Clone(s.inFlight), slices.Clone(s.tokens), slices.Clone(s.iterations)}
}

// bind binds v to the token of t, or to no token for nil. Tokens are sorted by their numbers.
func (e *exact) bind(s *state, v *ir.Value, t *binding) {
	if !e.awaited[v] {
		return
	}
	i, found := slices.BinarySearchFunc(s.tokens, e.number(v), func(b binding, n uint64) int {
		return int(e.number(b.value)) - int(n)
	})
	switch {
	case t == nil && found:
		s.tokens = slices.Delete(s.tokens, i, i+1)
	case t != nil && found:
		s.tokens[i] = binding{v, t.queue, t.age}
	case t != nil:
		s.tokens = slices.Insert(s.tokens, i, binding{v, t.queue, t.age})
	}
}

func (s *state) token(v *ir.Value) *binding {
	for i := range s.tokens {
		if s.tokens[i].value == v {
			return &s.tokens[i]
		}
	}
	return nil
}

// step executes operations up to a branch, a return, or the end of a region.
func (e *exact) step(s *state) {
	for s.at.NumSuccessors() == 0 && (s.at.Next() != nil || !s.at.Has(ir.Terminator)) {
		if !e.execute(s) {
			return
		}
		if s.at = s.at.Next(); s.at == nil {
			e.failed = true
			return
		}
	}
	switch op := s.at; {
	case op.NumSuccessors() > 0:
		e.branch(s)
	case op.Parent() != e.root:
		e.flow(s, op.Parent(), op.Block().Region().Index(), op)
	}
}

// branch continues in each successor, whose arguments are bound to the tokens passed to it.
func (e *exact) branch(s *state) {
	last := s.at
	for i, to := range last.Successors() {
		next := s.clone()
		passed := make([]*binding, to.NumArgs())
		if last.Def().SuccessorOperands != nil {
			first, count := last.Def().SuccessorOperands(last, i)
			for k := range min(count, len(passed)) {
				passed[k] = s.token(last.Operand(first + k))
			}
		}
		for k, arg := range to.Args() {
			e.bind(next, arg, passed[k])
		}
		next.at = to.First()
		e.push(next)
	}
}

// flow continues in each region, or behind op, where control goes from region `from` of op; -1 is the start
// of op. The operation at passes the tokens.
func (e *exact) flow(s *state, op *ir.Op, from int, at *ir.Op) {
	trips, counted := e.f.m.trips(op)
	counted = counted && trips <= maxTrips
	for _, to := range op.Def().RegionSuccessors(op, from) {
		next := s.clone()
		if counted && !next.countIteration(op, from, to.Region, trips) {
			continue
		}
		out := outside(op)
		next.tokens = slices.DeleteFunc(next.tokens, func(t binding) bool { return !out(t.value) })
		for k, v := range to.Inputs {
			if j := at.NumOperands() - len(to.Inputs) + k; j >= 0 {
				e.bind(next, v, s.token(at.Operand(j)))
			}
		}
		switch {
		case to.Region < 0:
			next.at = op.Next()
		case op.Region(to.Region).Empty():
			e.failed = true
		default:
			next.at = op.Region(to.Region).Entry().First()
		}
		e.push(next)
	}
}

// countIteration counts the iterations of a loop, and reports whether control goes from region `from` to
// region `to` in this iteration.
func (s *state) countIteration(loop *ir.Op, from, to int, trips int64) bool {
	n := int64(0)
	if from >= 0 {
		n = s.iterations[len(s.iterations)-1].n
	}
	if (to >= 0) != (n < trips) {
		return false
	}
	if from >= 0 {
		s.iterations = s.iterations[:len(s.iterations)-1]
	}
	if to >= 0 {
		s.iterations = append(s.iterations, iteration{loop, n + 1})
	}
	return true
}

// execute executes an operation, and reports whether control continues behind it.
func (e *exact) execute(s *state) bool {
	op, effect := s.at, s.at.QueueEffect()
	follows := op.NumRegions() > 0 && op.Def().RegionSuccessors != nil
	switch {
	case e.isBeyond(op, effect):
		e.failed = true
		return false
	case effect.Kind == ir.QueueWait || e.f.blocks(op, effect):
		e.wait(s, effect)
	case effect.Kind == ir.NoQueueEffect && follows && !op.IsAsync():
		e.flow(s, op, -1, op)
		return false
	}
	for _, v := range op.Results() {
		e.bind(s, v, nil)
	}
	if effect.Kind == ir.QueueCommit || effect.Kind == ir.QueueSubmit {
		e.commit(s, effect)
	}
	return true
}

// isBeyond reports whether an operation cannot be followed: a call of a function that commits, an
// asynchronous operation on no queue, or a commit or wait with synchronization inside.
func (e *exact) isBeyond(op *ir.Op, effect ir.QueueEffect) bool {
	switch {
	case op.IsAsync():
		return effect.Kind == ir.NoQueueEffect
	case op.Def().Callee != nil:
		fn := e.f.m.callee(op)
		return fn != nil && e.f.m.commits[fn]
	}
	return effect.Kind != ir.NoQueueEffect && e.f.m.holds(op)
}

// commit adds one to the ages of the queue's tokens, and binds the token of the new group.
func (e *exact) commit(s *state, effect ir.QueueEffect) {
	q := e.f.m.queueIndex(effect.Queue)
	s.inFlight[q]++
	for i := range s.tokens {
		if t := &s.tokens[i]; t.queue == q && t.age != complete {
			t.age++
		}
	}
	e.cut(s, q)
	if v := s.at.AsyncToken(); v != nil {
		e.bind(s, v, &binding{v, q, 0})
	}
}

// cut reduces the ages and the count of a queue that are larger than any count of a wait. Only their order
// matters, and with the smallest numbers in the same order the number of states stays finite.
func (e *exact) cut(s *state, q int) {
	var large []*int64
	for i := range s.tokens {
		if t := &s.tokens[i]; t.queue == q && t.age > e.cap {
			large = append(large, &t.age)
		}
	}
	if s.inFlight[q] > e.cap {
		large = append(large, &s.inFlight[q])
	}
	slices.SortFunc(large, func(a, b *int64) int { return cmp.Compare(*a, *b) })
	rank, last := e.cap, e.cap
	for _, n := range large {
		if *n != last {
			rank++
		}
		last, *n = *n, rank
	}
}

// wait records whether a wait is needed in this state, and which tokens are complete behind it.
func (e *exact) wait(s *state, effect ir.QueueEffect) {
	op, needed := s.at, false
	switch {
	case effect.Dynamic != nil:
		needed = true
	case effect.Kind == ir.QueueWait && effect.Token == nil:
		needed = s.complete(e.f.m.queueIndex(effect.Queue), effect.Count)
	default:
		for _, v := range op.AsyncDependencies() {
			switch t := s.token(v); {
			case t == nil:
				needed = true
			case t.age != complete:
				needed = true
				s.complete(t.queue, t.age)
				t.age = complete
			}
		}
	}
	e.needed[op] = e.needed[op] || needed
}

// complete records that at most the n youngest groups of a queue are incomplete, and reports whether that was
// not known before.
func (s *state) complete(q int, n int64) bool {
	if s.inFlight[q] <= n {
		return false
	}
	s.inFlight[q] = n
	for i := range s.tokens {
		if t := &s.tokens[i]; t.queue == q && t.age >= n {
			t.age = complete
		}
	}
	return true
}
