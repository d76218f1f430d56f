package inflight

import (
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// forward follows the threads of a module and records the facts in front of waits.
type forward struct {
	m      *module
	tokens *tokens
	out    *Result
	// limit is the number of ages that matter: one more than the largest count of a wait.
	limit   int
	tracked bool // an operation that belongs to a queue starts after tokens
	calls   []*ir.Op
	// closing holds, for an asynchronous operation, the tokens besides its dependencies that are complete
	// when it is
	closing map[*ir.Op][]*ir.Value
}

func (f *forward) run() {
	for _, root := range f.m.threads {
		for i := range root.Regions() {
			f.thread(root, i, newFrontier(len(f.m.queues)))
		}
	}
}

// thread follows the thread of control that executes a region of root.
func (f *forward) thread(root *ir.Op, region int, s *frontier) {
	if r := root.Region(region); !r.Empty() {
		f.region(r, s)
	}
}

// region executes a region and changes s to the state at its end.
func (f *forward) region(r *ir.Region, s *frontier) {
	if len(r.Blocks()) == 1 {
		f.block(r.Entry(), s)
		return
	}
	f.graph(r, s)
}

// graph executes a region of several blocks. It executes each block until its entry state is stable.
func (f *forward) graph(r *ir.Region, s *frontier) {
	g := &blocks{f: f, start: s, entry: map[*ir.Block]*frontier{r.Entry(): s.fork()},
		last:   map[*ir.Block][]int64{},
		visits: map[*ir.Block]int{}, dirty: map[*ir.Block]bool{r.Entry(): true}}
	order := ir.NewDominance(r).ReversePostorder()
	g.patience = (f.limit + 2) * (1 + backEdges(order))
	exits := map[*ir.Block]*frontier{}
	for len(g.dirty) > 0 {
		for _, b := range order {
			if g.dirty[b] {
				delete(g.dirty, b)
				exits[b] = g.visit(b)
			}
		}
	}
	var end *frontier
	for _, b := range order {
		switch out := exits[b]; {
		case !leaves(b):
		case end == nil:
			end = out
		default:
			end.merge(out)
		}
	}
	if end != nil {
		s.become(end)
		end.done.handUp(func(*ir.Value) bool { return true })
	}
}

// backEdges counts the branches to a block that does not come later in the order.
func backEdges(order []*ir.Block) int {
	at := map[*ir.Block]int{}
	n := 0
	for i, b := range order {
		at[b] = i
	}
	for i, b := range order {
		for _, to := range b.Successors() {
			if at[to] <= i {
				n++
			}
		}
	}
	return n
}

// blocks is the state of following control through the blocks of a region until the facts at their entries
// are stable.
type blocks struct {
	f        *forward
	start    *frontier
	entry    map[*ir.Block]*frontier
	last     map[*ir.Block][]int64 // counts at the last visit
	visits   map[*ir.Block]int
	dirty    map[*ir.Block]bool
	patience int // the number of visits after which a count that grows is unbounded
}

// visit executes a block, passes the state at its end to its successors, and returns it.
func (g *blocks) visit(b *ir.Block) *frontier {
	if g.visits[b]++; g.visits[b] > g.patience {
		g.entry[b].widen(g.last[b], g.f.limit)
	}
	g.last[b] = slices.Clone(g.entry[b].inFlight)
	out := g.entry[b].fork()
	g.f.block(b, out)
	out.done = flatten(out.done, g.start.done)
	for i, to := range b.Successors() {
		passed := out.fork()
		g.f.branch(b.Last(), i, to, passed)
		passed.done = flatten(passed.done, g.start.done)
		if g.entry[to] == nil {
			g.entry[to] = passed
		} else if !g.entry[to].absorb(passed, g.start.done) {
			continue
		}
		g.dirty[to] = true
	}
	return out
}

// branch passes facts about tokens to the arguments of a block.
func (f *forward) branch(last *ir.Op, successor int, to *ir.Block, s *frontier) {
	known := make([]bool, to.NumArgs())
	if last.Def().SuccessorOperands != nil {
		first, count := last.Def().SuccessorOperands(last, successor)
		for i := range min(count, len(known)) {
			known[i] = s.done.has(last.Operand(first + i))
		}
	}
	for i, arg := range to.Args() {
		s.done.set(arg, known[i])
	}
}

func (f *forward) block(b *ir.Block, s *frontier) {
	for _, op := range f.m.active[b] {
		f.op(op, s)
	}
}

// op executes an operation.
func (f *forward) op(op *ir.Op, s *frontier) {
	e := op.QueueEffect()
	f.starts(op, e, s)
	switch {
	case op.IsAsync():
		f.issue(op, e, s)
	case op.Def().Callee != nil:
		f.call(op, s)
	case op.NumRegions() > 0 && op.Def().RegionSuccessors != nil:
		f.regions(op, s)
	}
	if e.Kind == ir.QueueCommit || e.Kind == ir.QueueSubmit {
		s.commit(f.m.queueIndex(e.Queue), e.Unit, f.tracked, f.limit)
	}
	if op.IsAsync() || op.AsyncToken() != nil {
		for _, v := range op.Results() {
			s.done.set(v, false)
		}
	}
}

// starts does what happens before the operation itself: the operation waits.
func (f *forward) starts(op *ir.Op, e ir.QueueEffect, s *frontier) {
	if f.out.waits[op] == nil && (e.Kind == ir.QueueWait || f.blocks(op, e)) {
		f.out.waits[op] = &Wait{Op: op, Redundant: true}
		f.out.order = append(f.out.order, op)
	}
	w := f.out.waits[op]
	f.note(op, s)
	switch {
	case w == nil:
	case e.Kind != ir.QueueWait || e.Token != nil:
		for _, v := range op.AsyncDependencies() {
			w.Redundant = f.known(v, op, s) && w.Redundant
			f.await(v, op, s, allTokens)
		}
	case e.Dynamic != nil:
		w.Redundant = false
	default:
		q := f.m.queueIndex(e.Queue)
		w.Redundant = w.Redundant && s.inFlight[q] <= e.Count
		s.complete(q, e.Count)
	}
}

// blocks reports whether an operation blocks until tokens are complete.
func (f *forward) blocks(op *ir.Op, e ir.QueueEffect) bool {
	return !op.IsAsync() && e.Kind == ir.NoQueueEffect && len(op.AsyncDependencies()) > 0
}

// note records the in-flight counts in front of op.
func (f *forward) note(op *ir.Op, s *frontier) {
	counts := f.out.inFlight[op]
	if counts == nil {
		counts = make([]int64, len(s.inFlight))
		f.out.inFlight[op] = counts
	}
	for q, n := range s.inFlight {
		counts[q] = max(counts[q], n)
	}
}

// known reports whether a token is complete in front of op, on all paths.
func (f *forward) known(v *ir.Value, op *ir.Op, s *frontier) bool {
	if s.done.has(v) || s.done.has(f.tokens.definitionOf(v).original) {
		return true
	}
	t := f.tokens.at(v, op)
	if t.Loose || t.Unknown || len(t.Ages) == 0 {
		return false
	}
	for _, a := range t.Ages {
		if a.Min < s.inFlight[f.m.queueIndex(a.Queue)] {
			return false
		}
	}
	return true
}

// await records that a token is complete, and the tokens that are complete with it. It follows at most limit
// tokens, so that a program in which every task depends on all earlier ones takes no longer than others.
func (f *forward) await(v *ir.Value, op *ir.Op, s *frontier, limit int) {
	work := []*ir.Value{v}
	for ; len(work) > 0 && limit > 0; limit-- {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if s.done.has(v) {
			continue
		}
		s.done.set(v, true)
		work = append(work, f.tokens.definitionOf(v).original)
		t := f.tokens.at(v, op)
		if len(t.Ages) == 1 && !t.Loose && !t.Unknown && t.Ages[0].Order == ir.InOrder && t.Ages[0].Max >= 0 {
			s.complete(f.m.queueIndex(t.Ages[0].Queue), t.Ages[0].Max)
		}
		if def := v.DefiningOp(); def != nil && def.IsAsync() {
			work = append(append(work, def.AsyncDependencies()...), f.closing[def]...)
		}
	}
}

// The numbers of tokens that are followed for a wait, and for the start of a task.
const (
	allTokens  = math.MaxInt
	someTokens = 256
)

// issue starts an asynchronous operation. The thread of its body begins with the facts of the issuing thread
// about tokens, and with its dependencies complete.
func (f *forward) issue(op *ir.Op, e ir.QueueEffect, s *frontier) {
	if deps := op.AsyncDependencies(); f.tracked && (e.Kind == ir.QueueIssue || e.Kind == ir.QueueSubmit) {
		after := s.fork()
		for _, v := range deps {
			f.await(v, op, after, someTokens)
		}
		s.issued[e.Unit] = s.issued[e.Unit].join(after.inFlight, len(s.inFlight))
	}
	if deps := op.AsyncDependencies(); len(deps) > 0 {
		was, visited := f.out.ready[op]
		f.out.ready[op] = (was || !visited) &&
			!slices.ContainsFunc(deps, func(v *ir.Value) bool { return !f.known(v, op, s) })
	}
	if op.Def().Callee != nil || !f.m.holds(op) {
		return
	}
	inner := newFrontier(len(f.m.queues))
	inner.done = &facts{up: s.done}
	for _, v := range op.AsyncDependencies() {
		f.await(v, op, inner, someTokens)
	}
	for i := range op.Regions() {
		f.thread(op, i, inner)
	}
	var closing []*ir.Value
	for v, known := range inner.done.here {
		if known && outside(op)(v) {
			closing = append(closing, v)
		}
	}
	f.closing[op] = closing
}

// call executes the function that op calls. A recursive call makes the state of the queues unknown.
func (f *forward) call(op *ir.Op, s *frontier) {
	fn := f.m.callee(op)
	if fn == nil || !f.m.commits[fn] {
		return
	}
	for _, v := range op.Results() {
		s.done.set(v, false)
	}
	if slices.Contains(f.calls, fn) {
		s.forget()
		return
	}
	f.calls = append(f.calls, fn)
	done := s.done
	s.done = &facts{up: done}
	for i, arg := range fn.Region(0).Entry().Args() {
		s.done.set(arg, i < op.NumOperands() && done.has(op.Operand(i)))
	}
	f.thread(fn, 0, s)
	s.done = done
	f.calls = f.calls[:len(f.calls)-1]
}

// regions executes the regions of op, in the order in which control passes through them.
func (f *forward) regions(op *ir.Op, s *frontier) {
	if trips, ok := f.m.trips(op); ok && f.counted(op, s, trips) {
		return
	}
	w := &walk{f: f, op: op, start: s, entry: make([]*frontier, op.NumRegions()),
		visits: make([]int, op.NumRegions()),
		last:   make([][]int64, op.NumRegions())}
	for work := w.leave(-1, s); len(work) > 0; {
		i := work[0]
		work = append(work[1:], w.leave(i, w.through(i))...)
	}
	if w.exit != nil {
		w.exit.done.handUp(outside(op))
		s.become(w.exit)
	}
}

// walk is the state of following control through the regions of an operation until the facts at their entries
// are stable.
type walk struct {
	f      *forward
	op     *ir.Op
	start  *frontier
	entry  []*frontier
	visits []int
	last   [][]int64 // counts at the last visit
	exit   *frontier
}

// through executes region i. A count that still grows when all counts of waits are exceeded is unbounded: on
// every cycle with a wait, it is bounded by the count of the wait plus the commits behind it.
func (w *walk) through(i int) *frontier {
	if w.visits[i]++; w.visits[i] > w.f.limit+2 {
		w.entry[i].widen(w.last[i], w.f.limit)
	}
	w.last[i] = slices.Clone(w.entry[i].inFlight)
	at := w.entry[i].fork()
	if !w.op.Region(i).Empty() {
		w.f.region(w.op.Region(i), at)
	}
	return at
}

// leave passes the state at the end of a region on, and returns the regions that have to be executed again.
func (w *walk) leave(from int, at *frontier) (again []int) {
	for _, to := range w.op.Def().RegionSuccessors(w.op, from) {
		passed := at.fork()
		w.f.pass(w.op, from, to, passed)
		passed.done = flatten(passed.done, w.start.done)
		switch {
		case to.Region < 0 && w.exit == nil:
			w.exit = passed
		case to.Region < 0:
			w.exit.merge(passed)
		case w.entry[to.Region] == nil:
			w.entry[to.Region] = passed
			again = append(again, to.Region)
		case w.entry[to.Region].absorb(passed, w.start.done):
			again = append(again, to.Region)
		}
	}
	return again
}

// outside returns a predicate for values that are defined outside of op, and for its results.
func outside(op *ir.Op) func(*ir.Value) bool {
	return func(v *ir.Value) bool {
		b := v.ParentBlock()
		return b == nil || b.ParentOp() == nil || !op.IsAncestorOf(b.ParentOp())
	}
}

// pass passes facts from region to region: an argument is known to be complete if the value that it receives
// is.
func (f *forward) pass(op *ir.Op, from int, to ir.RegionSuccessor, s *frontier) {
	known := make([]bool, len(to.Inputs))
	for i, at := range op.LeavesRegion(from) {
		for k := range known {
			j := at.NumOperands() - len(to.Inputs) + k
			known[k] = (i == 0 || known[k]) && j >= 0 && s.done.has(at.Operand(j))
		}
	}
	for k, v := range to.Inputs {
		s.done.set(v, known[k])
	}
}

// counted executes a loop with a known number of iterations. It executes iterations until the state repeats,
// except for counts that grow by the same numbers each time; then it adds these numbers for all remaining
// iterations. It gives up if the state does not repeat.
func (f *forward) counted(op *ir.Op, s *frontier, trips int64) bool {
	var in, out ir.RegionSuccessor
	for _, to := range op.Def().RegionSuccessors(op, -1) {
		if to.Region < 0 {
			out = to
		} else {
			in = to
		}
	}
	at := s.fork()
	if trips == 0 {
		f.pass(op, -1, out, at)
	} else {
		f.pass(op, -1, in, at)
	}
	settles := int64(2*f.limit + len(in.Inputs) + 4)
	for k := int64(0); k < trips; k++ {
		if k > settles {
			return false
		}
		next := at.fork()
		f.region(op.Region(0), next)
		if k == trips-1 {
			f.pass(op, 0, out, next)
		} else {
			f.pass(op, 0, in, next)
		}
		next.done = flatten(next.done, s.done)
		if k > int64(f.limit) && k < trips-2 && next.repeats(at) {
			next.grow(at, trips-2-k)
			k = trips - 2
		}
		at = next
	}
	at.done = flatten(at.done, s.done)
	at.done.handUp(outside(op))
	s.become(at)
	return true
}
