package machine

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/skeleton"
	"github.com/inflight-compiler/inflight/ir"
)

// The call of a lazy function makes a lazyTask, and binds the tokens of the call to its number. The number
// goes wherever tokens go: through loops, branches, returns, payloads and captures. A ForceNode looks up the
// task of its token, and issues it as if the call stood there, but with the values of the time of the call.
//
// If a task starts a lazy task, another thread of control that needs the same completion without being
// ordered behind that start might have been first. The machine follows the execution in which the task that
// is issued first starts it. In every other execution the lazy task runs behind what the other thread has
// done, and beside what the first one does before its own wait. These conflicts alone are what the other
// execution adds: the accesses behind the waits of both are ordered as in the first, or less. raced finds
// them.

// lazyTask is a lazy task as a thread of control knows it. It is immutable.
type lazyTask struct {
	uid    int64
	n      *skeleton.Node
	at     []activation // the loops around the call, as they were
	held   []heldValue
	tokens []heldToken
	inst   *instances

	waits   bool
	forced  bool   // this thread of control has needed its completion
	ordered bool   // this thread of control comes after its start
	starts  []mark // tasks after each of which its start comes
	self    mark   // the task, if it has started
	done    clock  // what is complete when it is
	gives   []payload
}

// heldValue is a value of the time of the call.
type heldValue struct {
	v *ir.Value
	l analysis.Linear
}

// heldToken is the binding of a token at the time of the call.
type heldToken struct {
	t skeleton.Token
	binding
}

// payload is the binding of a token that a result of the task brings.
type payload struct {
	result int32 // from 1 on
	binding
}

// mostLazies is how many lazy tasks may keep each other for later, and so may start each other, one inside
// the other.
const mostLazies = 64

// make executes the call of a lazy function: from now on the task may be started.
func (m *Machine) make(n *skeleton.Node, s *State) {
	if n.Unfollowed {
		m.cutShort(n.Op, "a lazy task that fulfills promises is not followed")
		s.unbind(n)
		return
	}
	if s.dropLazies(); len(s.lazies) > mostLazies {
		m.cutShort(n.Op, "more than %d lazy tasks wait for each other", mostLazies)
		m.stop = true
		return
	}
	m.uids++
	l := &lazyTask{uid: m.uids, n: n, waits: true, inst: s.inst}
	for _, a := range m.active {
		l.at = append(l.at, *a)
	}
	for _, v := range n.Held {
		form, bound := m.bound[v]
		if !bound {
			form, bound = s.values[v]
		}
		if bound {
			l.held = append(l.held, heldValue{v, form})
		}
	}
	for _, t := range n.Takes {
		l.tokens = append(l.tokens, heldToken{t, s.binding(t)})
	}
	s.lazies = append(s.lazies[:len(s.lazies):len(s.lazies)], l)
	s.bindTokens(n.Gives, completion{lazy: l.uid})
	for i, v := range n.Op.Results() {
		for _, t := range s.p.TokensOf(v) {
			if !slices.Contains(n.Gives, t) {
				s.tokens.bind(t, completion{lazy: l.uid, result: int32(i + 1)})
			}
		}
	}
}

// unbind makes the results of a call unknown.
func (s *State) unbind(n *skeleton.Node) {
	for _, v := range n.Op.Results() {
		for _, t := range s.p.TokensOf(v) {
			s.tokens.forget(t)
		}
	}
}

// lazy returns the task with a number, nil if there is none.
func (s *State) lazy(uid int64) *lazyTask {
	for _, l := range s.lazies {
		if l.uid == uid {
			return l
		}
	}
	return nil
}

// setLazy replaces a task by what this thread of control knows of it now. Copies of the state keep theirs.
func (s *State) setLazy(l *lazyTask) {
	list := slices.Clone(s.lazies)
	if i := slices.IndexFunc(list, func(o *lazyTask) bool { return o.uid == l.uid }); i >= 0 {
		list[i] = l
	} else {
		list = append(list, l)
	}
	s.lazies = list
}

// ofLazy returns the completion of a token of a lazy task. It is not known before the task has started.
func (s *State) ofLazy(c completion) (completion, bool) {
	l := s.lazy(c.lazy)
	if l == nil || l.waits {
		return completion{}, false
	}
	if c.result == 0 {
		return completion{set: l.done}, true
	}
	for _, g := range l.gives {
		if g.result == c.result {
			return g.completion, g.known
		}
	}
	return completion{}, false
}

// dropLazies removes the tasks that no token stands for any more.
func (s *State) dropLazies() {
	if len(s.lazies) == 0 {
		return
	}
	used := map[int64]bool{}
	var use func(uid int64)
	use = func(uid int64) {
		if uid == 0 || used[uid] {
			return
		}
		used[uid] = true
		if l := s.lazy(uid); l != nil {
			for _, c := range l.bindings {
				use(c.lazy)
			}
		}
	}
	for _, c := range s.tokens.each {
		use(c.lazy)
	}
	if len(used) < len(s.lazies) {
		s.lazies = slices.DeleteFunc(slices.Clone(s.lazies), func(l *lazyTask) bool { return !used[l.uid] })
	}
}

// bindings yields the completions that a task keeps.
func (l *lazyTask) bindings(yield func(int, completion) bool) {
	if l.waits {
		for i, held := range l.tokens {
			if !yield(i, held.completion) {
				return
			}
		}
	}
	for i, g := range l.gives {
		if !yield(i, g.completion) {
			return
		}
	}
}

// force starts the lazy tasks of tokens, as far as they have not started.
func (m *Machine) force(n *skeleton.Node, states []*State) []*State {
	for _, t := range n.Tokens {
		var out []*State
		for _, s := range states {
			c, _ := s.tokens.at(t)
			l := s.lazy(c.lazy)
			if c.lazy == 0 || l == nil || m.stop {
				out = append(out, s)
				continue
			}
			out = append(out, m.need(n, s, l)...)
		}
		states = out
	}
	return states
}

// need executes that a thread of control needs the completion of a lazy task.
func (m *Machine) need(n *skeleton.Node, s *State, l *lazyTask) []*State {
	raced := !l.waits && !s.comesAfterStart(l)
	if n.Starter > 0 && (l.waits || raced) {
		m.Waits[n.Starter-1].Starts = true
	}
	if l.waits {
		return m.startLazy(s, l)
	}
	if raced {
		m.raced(s, l)
	}
	c := *l
	c.ordered, c.forced = true, true
	s.setLazy(&c)
	return []*State{s}
}

// comesAfterStart reports whether the start of a lazy task comes before whatever a thread of control does
// next.
func (s *State) comesAfterStart(l *lazyTask) bool {
	return l.ordered || s.chains.complete(l.self) || slices.ContainsFunc(l.starts, s.chains.complete)
}

// raced finds the conflicts of the executions in which this thread of control starts a task that another one
// starts in the execution that the machine follows.
func (m *Machine) raced(s *State, l *lazyTask) {
	c := s.clone()
	c.Log = nil
	waits := *l
	waits.waits = true
	c.setLazy(&waits)
	m.races = append(m.races, l)
	m.startLazy(c, &waits)
	m.races = m.races[:len(m.races)-1]
	m.cur = s
}

// excludes reports whether an operation in flight comes after the start of a task that this thread of control
// is taken to start.
func (m *Machine) excludes(f *flight) bool {
	return slices.ContainsFunc(m.races, func(l *lazyTask) bool {
		return slices.Contains(f.within, l.uid) || slices.Contains(f.behind, l.uid) || f.from.has(l.self)
	})
}

// comesBehind reports whether an access happens after the completion of such a task.
func (m *Machine) comesBehind(t *skeleton.Touch) bool {
	return slices.ContainsFunc(m.races, func(l *lazyTask) bool { return slices.Contains(t.Behind, l.uid) })
}

// passed returns the numbers of the lazy tasks that a thread of control knows to be complete.
func (s *State) passed() (list []int64) {
	for _, l := range s.lazies {
		if !l.waits && s.chains.complete(l.self) {
			list = append(list, l.uid)
		}
	}
	return list
}

// startLazy starts a task. The result has several states if the task starts others in some of its executions
// only.
func (m *Machine) startLazy(s *State, l *lazyTask) []*State {
	if len(m.within) > mostLazies {
		m.cutShort(l.n.Op, "more than %d lazy tasks start each other, one inside the other", mostLazies)
		m.stop = true
		return []*State{s}
	}
	m.cur = s
	back := m.asCalled(s, l)
	within := m.within
	m.within = append(within[:len(within):len(within)], l.uid)
	m.uids++
	f := &flight{n: l.n, uid: m.uids, at: m.iterations(), after: s.dependencies(l.n.Tokens), within: m.within,
		behind: s.passed()}
	f.from = f.after
	list := m.launch(f, s)
	m.within = within
	back(list)
	states := make([]*State, len(list))
	for i, one := range list {
		states[i] = one.s
	}
	m.cur = states[0]
	return states
}

// started records that a lazy task has started.
func (s *State) started(f *flight) {
	l := s.lazy(f.within[len(f.within)-1])
	if l == nil {
		return
	}
	c := *l
	c.waits, c.forced, c.ordered, c.self, c.done, c.gives = false, true, true, f.self, f.done(), nil
	for i, v := range f.n.Op.Results() {
		for _, t := range s.p.TokensOf(v) {
			if !slices.Contains(f.n.Gives, t) {
				c.gives = append(c.gives, payload{int32(i + 1), s.binding(t)})
			}
		}
	}
	s.setLazy(&c)
	if s.inTask {
		s.begun = append(s.begun[:len(s.begun):len(s.begun)], f)
	}
}

// asCalled makes the values, tokens and loops those of the time of the call. The returned function makes them
// again what they were, in the states to which the start has led.
func (m *Machine) asCalled(s *State, l *lazyTask) func([]launched) {
	active, bound, assumed, inst := m.active, m.bound, s.assumed, s.inst
	m.places = nil
	m.active = nil
	for i := range l.at {
		a := l.at[i]
		a.lasts = math.MaxInt64
		m.active = append(m.active, &a)
	}
	called := m.active
	m.bound = maps.Clone(bound)
	if len(l.held) > 0 && s.assumed != nil {
		s.assumed = maps.Clone(assumed)
	}
	for _, h := range l.held {
		m.bound[h.v] = h.l
		if len(l.at) > 0 || l.n.Again {
			delete(s.assumed, h.v)
		}
	}
	var tokens []heldToken
	for _, t := range s.resultsOf(l.n) {
		tokens = append(tokens, heldToken{t, s.binding(t)})
	}
	for _, h := range l.tokens {
		tokens = append(tokens, heldToken{h.t, s.binding(h.t)})
		s.bindToken(h.t, h.completion, h.known)
	}
	s.inst = l.inst
	for _, at := range l.n.Allocs {
		s.inst = s.inst.with(at, inst.at(at))
	}
	return func(list []launched) {
		m.active, m.places, m.bound = active, nil, bound
		for i, a := range called {
			if i < len(active) && active[i].id == a.id {
				active[i].lasts = min(active[i].lasts, a.lasts)
			}
		}
		for _, one := range list {
			after := inst
			for _, at := range l.n.Allocs {
				after = after.with(at, one.s.inst.at(at))
			}
			one.s.assumed, one.s.inst = assumed, after
			for _, h := range slices.Backward(tokens) {
				one.s.bindToken(h.t, h.completion, h.known)
			}
		}
	}
}

// resultsOf returns the tokens of the results of a call.
func (s *State) resultsOf(n *skeleton.Node) (list []skeleton.Token) {
	for _, v := range n.Op.Results() {
		list = append(list, s.p.TokensOf(v)...)
	}
	return list
}

// forChild returns the lazy tasks as a thread of control knows them that starts here.
func (s *State) forChild() []*lazyTask {
	list := make([]*lazyTask, len(s.lazies))
	for i, l := range s.lazies {
		c := *l
		c.forced = false
		c.tokens = slices.Clone(l.tokens)
		for j := range c.tokens {
			if h := &c.tokens[j]; len(h.points) > 0 {
				h.completion = completion{set: s.expand(h.completion)}
			}
		}
		list[i] = &c
	}
	return list
}

// outcomes groups the final states of a thread of control by the lazy tasks that it has started.
func (s *State) outcomes(ends []*State) [][]*State {
	if len(ends) < 2 || len(s.lazies) == 0 {
		return [][]*State{ends}
	}
	var groups [][]*State
	at := map[string]int{}
	for _, end := range ends {
		var k []byte
		for _, l := range s.lazies {
			if now := end.lazy(l.uid); now != nil && now.forced {
				k = binary.AppendVarint(k, l.uid)
			}
		}
		i, known := at[string(k)]
		if !known {
			i = len(groups)
			at[string(k)] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], end)
	}
	return groups
}

// agreeWith takes over what all final states of a thread of control assume of conditions outside of it.
func (s *State) agreeWith(f *flight, ends []*State) {
	for v, holds := range ends[0].assumed {
		if _, known := s.assumed[v]; known {
			continue
		}
		b := v.ParentBlock()
		if b == nil || b.ParentOp() == nil || !b.ParentOp().IsAncestorOf(f.n.Op) {
			continue
		}
		if !slices.ContainsFunc(ends, func(end *State) bool {
			was, known := end.assumed[v]
			return !known || was != holds
		}) {
			s.assume(v, holds)
		}
	}
}

// learnStarts takes over what a thread of control that has ended knows of lazy tasks. moved has the copies of
// the operations that it began.
func (s *State) learnStarts(f *flight, ends []*State, moved map[*flight]*flight) {
	for _, l := range ends[0].lazies {
		was := s.lazy(l.uid)
		c := *l
		if was != nil {
			c = *was
			c.waits, c.self, c.done, c.gives = l.waits, l.self, l.done, l.gives
			for _, start := range l.starts {
				if len(moved) == 0 && !slices.Contains(c.starts, start) {
					c.starts = append(c.starts[:len(c.starts):len(c.starts)], start)
				}
			}
		}
		if !c.waits && was != nil && !was.waits {
			c.self, c.done, c.gives = was.self, was.done, was.gives
		} else if !c.waits && len(moved) > 0 {
			c.self, c.done, c.gives = mark{}, nil, nil
			for _, end := range ends {
				for _, old := range end.begun {
					if g := moved[old]; old.within[len(old.within)-1] == l.uid {
						c.self, c.done = g.self, c.done.join(g.done())
					}
				}
			}
		}
		if l.forced {
			f.forced = append(f.forced, l.uid)
		}
		c.forced = was != nil && was.forced
		c.ordered = was != nil && was.ordered
		s.setLazy(&c)
	}
}

// creditStarts records that the starts of the lazy tasks that an operation has needed come before its end.
func (s *State) creditStarts(f *flight) {
	for _, uid := range f.forced {
		if l := s.lazy(uid); l != nil {
			c := *l
			c.starts = append(l.starts[:len(l.starts):len(l.starts)], f.self)
			s.setLazy(&c)
		}
	}
	f.forced = nil
}

// lazyKey appends an encoding of the lazy tasks. called encodes the time of a call, and members the
// operations that are in a set.
func (s *State) lazyKey(b []byte, called func([]byte, *lazyTask) []byte,
	members func([]byte, clock) []byte) []byte {
	for _, l := range s.lazies {
		b = binary.AppendVarint(append(b, 'z'), int64(l.n.Id))
		switch {
		case l.waits:
			b = s.waitingKey(called(append(b, 'w'), l), l, members)
		case !s.chains.complete(l.self):
			b = members(append(b, 's'), l.done)
		}
		if !l.waits && s.comesAfterStart(l) {
			b = append(b, 'o')
		}
		if l.forced {
			b = append(b, 'f')
		}
	}
	return b
}

// waitingKey appends what a task keeps that has not started.
func (s *State) waitingKey(b []byte, l *lazyTask, members func([]byte, clock) []byte) []byte {
	for _, of := range l.n.Uses {
		if of.Alloc > 0 {
			b = binary.AppendVarint(append(b, 'i'), s.inst.at(of.Alloc-1)-l.inst.at(of.Alloc-1))
		}
	}
	for _, h := range l.tokens {
		switch {
		case h.lazy > 0:
			b = s.numberKey(append(b, 'l'), h.completion)
		case h.known:
			c := h.completion
			if c.pool > 0 {
				c = s.pools[c.pool-1]
			}
			b = members(append(b, 't'), s.expand(c))
		}
	}
	return b
}

// numberKey appends which lazy task a completion stands for.
func (s *State) numberKey(b []byte, c completion) []byte {
	at := slices.IndexFunc(s.lazies, func(l *lazyTask) bool { return l.uid == c.lazy })
	return binary.AppendVarint(binary.AppendVarint(b, int64(at)), int64(c.result))
}

// heldKey appends the values of the time of a call, except the numbers of loops.
func (l *lazyTask) heldKey(b []byte, except func(*ir.Value) bool) []byte {
	for _, h := range l.held {
		if !except(h.v) {
			b = skeleton.AppendLinear(append(b, 'h'), h.l)
		}
	}
	return b
}

// callKey encodes the time of a call by the numbers of its iterations.
func (l *lazyTask) callKey(b []byte) []byte {
	for i := range l.at {
		b = binary.AppendVarint(binary.AppendVarint(b, l.at[i].id), l.at[i].k)
	}
	return l.heldKey(b, func(*ir.Value) bool { return false })
}

// describeCall encodes the time of a call relative to the current iteration of the loop.
func (s *skipper) describeCall(b []byte, l *lazyTask) []byte {
	if !s.made(l) {
		return binary.AppendVarint(append(b, 'u'), l.uid)
	}
	b = binary.AppendVarint(b, s.a.k-l.at[s.a.depth].k)
	for i := s.a.depth + 1; i < len(l.at); i++ {
		b = binary.AppendVarint(b, l.at[i].k)
	}
	return l.heldKey(b, func(v *ir.Value) bool {
		return slices.ContainsFunc(l.at, func(a activation) bool { return a.n.Iv == v })
	})
}

// made reports whether this activation of the loop has made a lazy task.
func (s *skipper) made(l *lazyTask) bool {
	return len(l.at) > s.a.depth && l.at[s.a.depth].id == s.a.id
}

// moveLazies moves the calls of lazy tasks that wait by a number of iterations.
func (s *skipper) moveLazies(one *State, by int64) {
	for _, l := range one.lazies {
		if !l.waits || !s.made(l) {
			continue
		}
		c := *l
		c.at, c.held = slices.Clone(l.at), slices.Clone(l.held)
		c.at[s.a.depth].k += by
		d := by * s.a.n.Shape.Step
		for i := s.a.depth; i < len(c.at); i++ {
			change := d
			if i > s.a.depth {
				change, _ = skeleton.Shift(c.at[i].n.Lower, s.a.n.Sym, d)
			}
			c.at[i].iv = c.at[i].iv.AddConst(change)
			for j := range c.held {
				if c.held[j].v == c.at[i].n.Iv {
					c.held[j].l = c.held[j].l.AddConst(change)
				}
			}
		}
		one.setLazy(&c)
	}
}
