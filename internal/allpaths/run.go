package allpaths

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// Limit is where counts are cut off.
const Limit = 8

// token is an instance of a token: its queue, and how many groups are younger.
type token struct{ queue, age int }

// entry is the token that a value holds.
type entry struct {
	value int
	token
}

// state is what is true at one moment on one path. Queues and values are numbered; tokens are ordered by
// their values.
type state struct {
	inFlight []int
	tokens   []entry
}

func (s *state) clone() *state { return &state{slices.Clone(s.inFlight), slices.Clone(s.tokens)} }

// key identifies a state.
func (s *state) key() string {
	b := make([]byte, 0, 64)
	for _, n := range s.inFlight {
		b = append(b, byte(n))
	}
	for _, e := range s.tokens {
		b = append(b, byte(e.value), byte(e.value>>8), byte(e.queue), byte(e.age))
	}
	return string(b)
}

func (s *state) find(value int) (int, bool) {
	return slices.BinarySearchFunc(s.tokens, value, func(e entry, v int) int { return e.value - v })
}

func (s *state) get(value int) (token, bool) {
	if i, ok := s.find(value); ok {
		return s.tokens[i].token, true
	}
	return token{}, false
}

func (s *state) set(value int, t token) {
	i, ok := s.find(value)
	if !ok {
		s.tokens = slices.Insert(s.tokens, i, entry{value: value})
	}
	s.tokens[i].token = t
}

func (s *state) drop(value int) {
	if i, ok := s.find(value); ok {
		s.tokens = slices.Delete(s.tokens, i, i+1)
	}
}

// set is a set of states.
type set map[string]*state

func (l set) add(s *state) bool {
	k := s.key()
	_, known := l[k]
	l[k] = s
	return !known
}

func (l set) addAll(m set) bool {
	grown := false
	for _, s := range m {
		grown = l.add(s) || grown
	}
	return grown
}

// each applies f to copies.
func (l set) each(f func(*state)) set {
	out := set{}
	for _, s := range l {
		c := s.clone()
		f(c)
		out.add(c)
	}
	return out
}

// Wait is what can be true at a wait.
type Wait struct {
	Op *ir.Op
	// MinAge is the smallest number of groups that are younger than that of the token; Limit where there are
	// more.
	MinAge int
	// InFlight is the largest number of groups of the queue that are not known to be complete.
	InFlight int
	// Implied says that all that is waited for is known to be complete, on every path.
	Implied bool
}

// Result is what can be true in a program.
type Result struct {
	Waits map[*ir.Op]*Wait
	// States is the number of states that were visited: more than MaxStates means that the result is not
	// complete.
	States int
}

// MaxStates bounds the states that are visited.
const MaxStates = 8_000

type runner struct {
	out     *Result
	symbols *ir.SymbolTables
	values  map[*ir.Value]int
	queues  map[ir.Queue]int
	last    map[*ir.Op][]*ir.Value // the tokens that nothing behind the operation uses
}

// Run executes function @main of a module.
func Run(module *ir.Op) *Result {
	r := &runner{out: &Result{Waits: map[*ir.Op]*Wait{}}, symbols: ir.NewSymbolTables(),
		last:   map[*ir.Op][]*ir.Value{},
		values: map[*ir.Value]int{}, queues: map[ir.Queue]int{}}
	for op := range module.Walk() {
		for _, v := range op.Results() {
			at := lastUse(v)
			r.last[at] = append(r.last[at], v)
		}
		if e := op.QueueEffect(); e.Kind != ir.NoQueueEffect {
			r.queue(e.Queue)
		}
	}
	main := r.symbols.Lookup(module, "main")
	start := &state{inFlight: make([]int, len(r.queues))}
	r.region(main.Region(0), set{start.key(): start})
	return r.out
}

// queue and number return the numbers of a queue and of a value.
func (r *runner) queue(q ir.Queue) int {
	if _, ok := r.queues[q]; !ok {
		r.queues[q] = len(r.queues)
	}
	return r.queues[q]
}

func (r *runner) number(v *ir.Value) int {
	n, ok := r.values[v]
	if !ok {
		n = len(r.values)
		r.values[v] = n
	}
	return n
}

// full reports that there are too many states.
func (r *runner) full() bool { return r.out.States > MaxStates }

// lastUse returns the operation of v's block with the last use of v; the one that defines v where it has none
// there, and nil where other blocks use it.
func lastUse(v *ir.Value) *ir.Op {
	last := v.DefiningOp()
	for u := range v.Uses() {
		at := u.Owner()
		for at != nil && at.Block() != v.ParentBlock() {
			at = at.Parent()
		}
		if at == nil {
			return nil
		}
		if last.IsBefore(at) {
			last = at
		}
	}
	return last
}

// region executes a region and returns the states in front of its terminators, by terminator.
func (r *runner) region(reg *ir.Region, states set) map[*ir.Op]set {
	ends := map[*ir.Op]set{}
	seen := map[*ir.Block]set{reg.Entry(): states}
	type task struct {
		block *ir.Block
		set   set
	}
	work := []task{{reg.Entry(), states}}
	for len(work) > 0 && !r.full() {
		t := work[0]
		work = work[1:]
		out := t.set
		for op := range t.block.OpsWithoutTerminator() {
			out = r.op(op, out)
			if dead := r.last[op]; len(dead) > 0 {
				out = out.each(func(s *state) {
					for _, v := range dead {
						s.drop(r.number(v))
					}
				})
			}
		}
		last := t.block.Last()
		if last.NumSuccessors() == 0 {
			if ends[last] == nil {
				ends[last] = set{}
			}
			ends[last].addAll(out)
		}
		for i, to := range last.Successors() {
			first, count := last.Def().SuccessorOperands(last, i)
			passed := r.pass(out, last.Operands()[first:first+count], to.Args())
			if seen[to] == nil {
				seen[to] = set{}
			}
			fresh := set{}
			for k, s := range passed {
				if seen[to].add(s) {
					fresh[k] = s
				}
			}
			if len(fresh) > 0 {
				work = append(work, task{to, fresh})
			}
		}
	}
	return ends
}

// pass hands tokens on.
func (r *runner) pass(states set, from, to []*ir.Value) set {
	if len(to) == 0 {
		return states
	}
	return states.each(func(s *state) {
		moved := make([]token, len(from))
		found := make([]bool, len(from))
		for i, v := range from {
			moved[i], found[i] = s.get(r.number(v))
		}
		for i, v := range to {
			s.drop(r.number(v))
			if i < len(from) && found[i] {
				s.set(r.number(v), moved[i])
			}
		}
	})
}

func (r *runner) op(op *ir.Op, states set) set {
	r.out.States += len(states)
	e := op.QueueEffect()
	switch {
	case e.Kind == ir.QueueWait:
		return states.each(func(s *state) { r.wait(op, e, s) })
	case e.Kind == ir.QueueCommit || e.Kind == ir.QueueSubmit:
		return states.each(func(s *state) { r.commit(op, e, s) })
	case op.Def().Callee != nil:
		return r.call(op, states)
	case op.NumRegions() > 0:
		return r.inside(op, states)
	}
	return states
}

func (r *runner) commit(op *ir.Op, e ir.QueueEffect, s *state) {
	q := r.queue(e.Queue)
	s.inFlight[q] = min(s.inFlight[q]+1, Limit)
	for i := range s.tokens {
		if t := &s.tokens[i]; t.queue == q {
			t.age = min(t.age+1, Limit)
		}
	}
	if v := op.AsyncToken(); v != nil {
		s.set(r.number(v), token{q, 0})
	}
}

func (r *runner) wait(op *ir.Op, e ir.QueueEffect, s *state) {
	w := r.out.Waits[op]
	if w == nil {
		w = &Wait{Op: op, MinAge: Limit, Implied: true}
		r.out.Waits[op] = w
	}
	n, q := int(e.Count), r.queue(e.Queue)
	if e.Token != nil {
		t, _ := s.get(r.number(e.Token))
		n = t.age
		w.MinAge = min(w.MinAge, n)
	}
	w.InFlight = max(w.InFlight, s.inFlight[q])
	w.Implied = w.Implied && s.inFlight[q] <= n
	s.inFlight[q] = min(s.inFlight[q], n)
}

func (r *runner) call(op *ir.Op, states set) set {
	fn := r.symbols.Resolve(op, op.Def().Callee(op))
	out := set{}
	for end, reached := range r.region(fn.Region(0), r.pass(states, op.Operands(), fn.Body().Args())) {
		out.addAll(r.pass(reached, end.Operands(), op.Results()))
	}
	return out
}

// trips returns the number of iterations of a loop, -1 where it is not a constant.
func trips(op *ir.Op) int64 {
	if op.Def().Loop == nil {
		return -1
	}
	b := op.Def().Loop.Bounds(op, 0)
	lower, ok := ir.ConstInt(b.LowerOperands[0])
	upper, known := ir.ConstInt(b.UpperOperands[0])
	if !ok || !known {
		return -1
	}
	return max(upper-lower, 0)
}

// inside executes the regions of op, in all orders that control can take.
func (r *runner) inside(op *ir.Op, states set) set {
	if n := trips(op); n >= 0 {
		return r.counted(op, states, n)
	}
	exit := set{}
	seen := make([]set, op.NumRegions())
	work := make([]set, op.NumRegions())
	leave := func(from int, at *ir.Op, reached set) {
		for _, to := range op.Def().RegionSuccessors(op, from) {
			passed := r.pass(reached, at.Operands()[at.NumOperands()-len(to.Inputs):], to.Inputs)
			if to.Region < 0 {
				exit.addAll(passed)
				continue
			}
			if seen[to.Region] == nil {
				seen[to.Region], work[to.Region] = set{}, set{}
			}
			for k, s := range passed {
				if seen[to.Region].add(s) {
					work[to.Region][k] = s
				}
			}
		}
	}
	leave(-1, op, states)
	for again := true; again && !r.full(); {
		again = false
		for i := range work {
			if fresh := work[i]; len(fresh) > 0 {
				work[i], again = set{}, true
				for end, reached := range r.region(op.Region(i), r.forget(op, fresh)) {
					leave(i, end, r.forget(op, reached))
				}
			}
		}
	}
	return r.forget(op, exit)
}

// counted executes a loop as often as it says.
func (r *runner) counted(op *ir.Op, states set, n int64) set {
	args := op.Region(0).Entry().Args()[1:]
	last := op
	operands := op.Operands()[op.NumOperands()-len(args):]
	for range n {
		for end, reached := range r.region(op.Region(0), r.pass(states, operands, args)) {
			last, states = end, reached
		}
		operands = last.Operands()
	}
	return r.forget(op, r.pass(states, operands, op.Results()))
}

// forget drops the tokens that the regions of op defined and nothing outside can see: those of earlier
// iterations.
func (r *runner) forget(op *ir.Op, states set) set {
	kept := map[*ir.Value]bool{}
	for _, reg := range op.Regions() {
		if !reg.Empty() {
			for _, v := range reg.Entry().Args() {
				kept[v] = true
			}
			for _, b := range reg.Blocks() {
				for _, v := range b.Last().Operands() {
					kept[v] = true
				}
			}
		}
	}
	var gone []int
	for v, number := range r.values {
		if b := v.ParentBlock(); !kept[v] && op.IsAncestorOf(b.ParentOp()) {
			gone = append(gone, number)
		}
	}
	return states.each(func(s *state) {
		for _, v := range gone {
			s.drop(v)
		}
	})
}
