package simt

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/hazard"
	"github.com/inflight-compiler/inflight/check/internal/kernel"
	"github.com/inflight-compiler/inflight/check/internal/skeleton"
	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
)

// Execution executes a kernel in all of its threads: one operation after the other, each in all active
// threads. It looks for accesses of different threads to common memory, one of them a write, that no barrier
// orders. A wait for copies covers the copies of its own thread; other threads see them behind the next
// barrier. Indices and sizes are those of the first block.
//
// Accesses of one thread are not compared with each other here; package machine does that.
type Execution struct {
	c      *Shared
	k      *kernel.Kernel
	p      *skeleton.Program
	n      int
	values map[*ir.Value][]analysis.Linear // by thread
	thread int                             // the thread whose values evaluations use
	mask   []bool
	epoch  int
	lanes  []issuer              // the operations that each thread has issued
	tokens map[*ir.Value][]int64 // by thread, the number of a token's group, from 1 on
	shadow map[area]*traces
	budget int64
	Why    []string
	report func(*hazard.Hazard)
	Remark func(*hazard.Hazard)  // called for writes of equal values
	equal  *analysis.EqualStores // nil before first use
	// Diverging are errors about barriers that not all threads reach.
	Diverging diag.List
	Seen      map[encounter]bool
	sites     map[*ir.Op][]*site
	siteCount int
	numbers   [2][]int64 // memory for the results of elementsOf
	insts     map[*ir.Value]int64
	parts     map[*ir.Value]part
	Weaken    *ir.Op // a wait whose count is raised by By, or that is omitted
	By        int64
	guess     bool // inside a condition that is not known
}

// cohort is the copies that several threads have issued since their last common commit. Each thread has its
// copies in a group of its own.
type cohort struct {
	waited []int32 // by thread, the epoch of the wait that completed the copies, -1 before such a wait
	wait   *ir.Op  // the last of these waits
}

// issuer is the state of a thread's asynchronous operations: the uncommitted ones, by unit, and its queues.
type issuer struct {
	open   map[string]*cohort
	queues map[ir.Queue]*fifo
}

// fifo is a queue of a thread: the groups that no wait has completed, and the number of all groups so far.
type fifo struct {
	groups []*cohort
	made   int64
}

// queue returns a queue of a thread.
func (x *Execution) queue(t int, q ir.Queue) *fifo {
	l := &x.lanes[t]
	if l.queues == nil {
		l.queues = map[ir.Queue]*fifo{}
	}
	if l.queues[q] == nil {
		l.queues[q] = &fifo{}
	}
	return l.queues[q]
}

// renew gives the active threads a new cohort for further copies, and returns the previous cohort of each,
// nil if it had none.
func (x *Execution) renew(unit string) []*cohort {
	fresh := &cohort{waited: make([]int32, x.n)}
	for t := range fresh.waited {
		fresh.waited[t] = -1
	}
	before := make([]*cohort, x.n)
	for _, t := range x.active() {
		l := &x.lanes[t]
		if l.open == nil {
			l.open = map[string]*cohort{}
		}
		before[t], l.open[unit] = l.open[unit], fresh
	}
	return before
}

// kernelSteps is the limit of accesses of single threads in one kernel.
const kernelSteps = 4_000_000

// Shared is the common state of executions of kernels.
type Shared struct {
	*source.Names
	Poll *interrupt.Poll
	Look *skeleton.Look
}

// New returns an execution of a kernel in fn. Its Run calls report for each hazard, if report is not nil.
func New(c *Shared, fn *ir.Op, k *kernel.Kernel, report func(*hazard.Hazard)) *Execution {
	x := &Execution{
		c: c, k: k, p: skeleton.New(c.Look, fn, nil), n: int(k.Threads()),
		values: map[*ir.Value][]analysis.Linear{},
		tokens: map[*ir.Value][]int64{}, shadow: map[area]*traces{}, sites: map[*ir.Op][]*site{},
		budget: kernelSteps, report: report,
		Seen: map[encounter]bool{}, insts: map[*ir.Value]int64{}, lanes: make([]issuer, k.Threads()),
		parts: map[*ir.Value]part{},
	}
	x.p.Lookup = x.value
	x.p.Ev.Invariant = nil
	x.mask = make([]bool, x.n)
	return x
}

func (x *Execution) value(v *ir.Value) (analysis.Linear, bool) {
	list, ok := x.values[v]
	if !ok || list[x.thread].Terms == nil && list[x.thread].Const == unknownNumber {
		return analysis.Linear{}, false
	}
	return list[x.thread], true
}

// unknownNumber stands for a value that is not known.
const unknownNumber = -1 << 62

// Run executes the kernel in all of its threads. If loops are bound to threads, only the first thread runs
// outside of such loops.
func (x *Execution) Run() {
	for v, d := range x.k.Ids {
		x.each(func(t int) analysis.Linear { return analysis.Const(x.idOf(v, t, d)) }, v)
	}
	for v, n := range x.k.Fixed {
		x.each(func(int) analysis.Linear { return analysis.Const(n) }, v)
	}
	if len(x.k.Bound) > 0 {
		x.mask[0] = true
		x.op(x.k.Op)
		return
	}
	for t := range x.mask {
		x.mask[t] = true
	}
	if len(x.k.Blocks) != 1 {
		x.giveUp(x.k.Op, "it has branches between blocks")
		return
	}
	x.block(x.k.Blocks[0])
}

// idOf returns the value of v that identifies thread t: its index along dimension d, or the induction
// variable of an iteration.
func (x *Execution) idOf(v *ir.Value, t, d int) int64 {
	at := x.k.Place(int64(t), d)
	if loop := x.k.Op.Def().Loop; loop != nil {
		x.thread = t
		x.p.Ev.Eval(v)
		if r := x.p.Ev.LoopRange(loop.Bounds(x.k.Op, d)); r.LowerKnown && r.Lower.IsConst() {
			return r.Lower.Const + at*r.Step
		}
	}
	return at
}

// each binds v in all threads.
func (x *Execution) each(f func(t int) analysis.Linear, v *ir.Value) {
	list := make([]analysis.Linear, x.n)
	for t := range list {
		list[t] = f(t)
	}
	x.values[v] = list
}

// giveUp records a reason why the verdict is not complete.
func (x *Execution) giveUp(op *ir.Op, format string, args ...any) {
	why := fmt.Sprintf("threads of %s: %s (%v)", x.k.Op.Name(), fmt.Sprintf(format, args...), op.Span())
	if !slices.Contains(x.Why, why) {
		x.Why = append(x.Why, why)
	}
}

func (x *Execution) block(b *ir.Block) {
	for op := range b.Ops() {
		if x.budget < 0 {
			return
		}
		x.op(op)
	}
}

// active returns the threads that execute the current operation.
func (x *Execution) active() []int {
	var list []int
	for t, on := range x.mask {
		if on {
			list = append(list, t)
		}
	}
	return list
}

// op executes one operation.
func (x *Execution) op(op *ir.Op) {
	if !slices.Contains(x.mask, true) {
		return
	}
	effect, def := op.QueueEffect(), op.Def()
	switch {
	case op.IsBarrier():
		x.barrier(op)
	case effect.Kind == ir.QueueCommit:
		if op.NumRegions() > 0 && op.Body() != nil {
			x.block(op.Body())
		}
		x.commit(op, effect)
	case effect.Kind == ir.QueueWait:
		x.wait(op, effect)
		if op.NumRegions() > 0 && op.Body() != nil {
			x.block(op.Body())
		}
	case effect.Kind == ir.QueueSubmit:
		x.alone(op, effect)
	case op.IsAsync():
		x.async(op, effect.Unit)
	case op.Awaits():
		x.await(op)
	case op.Has(ir.Pure), op.Has(ir.Terminator):
	case def.Callee != nil:
		x.call(op)
	case def.Loop != nil:
		x.loop(op)
	case op.NumRegions() > 0 && (op.Name() == source.OpBlock || source.Through(op)):
		x.block(op.Body())
	case source.IsBranch(op):
		x.branch(op)
	case op.NumRegions() > 0 && source.SpeaksForBody(op):
		x.access(op, nil, nil)
	case op.NumRegions() > 0:
		x.giveUp(op, "'%s' cannot be followed", op.Name())
	case source.Allocates(op):
		if source.Accesses(op) {
			x.access(op, nil, nil)
		}
		x.insts[op.Result(0)]++
	default:
		x.access(op, nil, nil)
	}
}

// barrier begins a new epoch. It orders all accesses before it before all accesses behind it.
func (x *Execution) barrier(op *ir.Op) {
	if slices.Contains(x.mask, false) && len(x.k.Bound) == 0 {
		if x.guess {
			x.giveUp(op, "a barrier that not all threads may reach")
			return
		}
		x.diverge(op)
	}
	x.epoch++
}

// diverge records an error: some threads of a block do not reach a barrier.
func (x *Execution) diverge(op *ir.Op) {
	if slices.ContainsFunc(x.Diverging, func(d *diag.Diagnostic) bool { return d.Span == op.Span() }) {
		return
	}
	x.Diverging.Add(diag.Errorf(CodeDivergent, op.Span(),
		"thread %s waits here for all threads of the block, but thread %s does not come",
		x.threadName(slices.Index(x.mask, true)), x.threadName(slices.Index(x.mask, false))).
		Suggest("take the barrier out of the condition, or out of the loop that some threads leave earlier"))
}

// commit makes groups of the operations that the active threads have issued, each on the thread's own queue.
func (x *Execution) commit(op *ir.Op, e ir.QueueEffect) {
	made := make([]int64, x.n)
	for t, group := range x.renew(e.Unit) {
		if !x.mask[t] {
			continue
		}
		q := x.queue(t, e.Queue)
		q.groups = append(q.groups, group)
		q.made++
		made[t] = q.made
	}
	for _, v := range op.Results() {
		if source.IsToken(v) {
			x.tokens[v] = made
		}
	}
}

// wait completes, in each active thread, all but the youngest groups of its own queue.
func (x *Execution) wait(op *ir.Op, e ir.QueueEffect) {
	more := int64(0)
	if op == x.Weaken {
		if more = x.By; more == source.ForgetWait {
			return
		}
	}
	for _, t := range x.active() {
		q := x.queue(t, e.Queue)
		count, ok := x.allowed(op, e, t, q)
		if !ok {
			return
		}
		done := max(0, len(q.groups)-int(min(count+more, int64(len(q.groups)))))
		for _, g := range q.groups[:done] {
			if g != nil && g.waited[t] < 0 {
				g.waited[t], g.wait = int32(x.epoch), op
			}
		}
		q.groups = q.groups[done:]
	}
}

// allowed returns how many groups a wait leaves in flight in thread t.
func (x *Execution) allowed(op *ir.Op, e ir.QueueEffect, t int, q *fifo) (int64, bool) {
	switch {
	case e.Token != nil:
		of, ok := x.tokens[e.Token]
		if !ok {
			x.giveUp(op, "the group of the token is not known")
			return 0, false
		}
		return q.made - of[t], true
	case e.Dynamic != nil:
		x.thread = t
		l := x.p.Ev.Eval(e.Dynamic)
		if !l.IsConst() {
			x.giveUp(op, "the count is not known")
			return 0, false
		}
		return max(l.Const, 0), true
	}
	return max(e.Count, 0), true
}

// async executes an asynchronous operation. Its accesses may happen at any time until a wait and the barrier
// behind it.
func (x *Execution) async(op *ir.Op, unit string) {
	for _, t := range x.active() {
		if x.lanes[t].open[unit] == nil {
			outer := x.mask
			x.mask = x.without(unit)
			x.renew(unit)
			x.mask = outer
			break
		}
	}
	if op.NumRegions() == 0 {
		x.issued(op, unit, op)
		return
	}
	for inner := range op.Body().Ops() {
		x.inside(inner, op, unit)
	}
}

// issued executes the accesses of an asynchronous operation as a whole, or of one inside it.
func (x *Execution) issued(op *ir.Op, unit string, scope *ir.Op) {
	if async.IsLazy(x.c.Look.Callee(op)) {
		x.giveUp(op, "a lazy task in a thread")
		return
	}
	x.access(op, &unit, scope)
}

// without returns the active threads that have no cohort for a unit.
func (x *Execution) without(unit string) []bool {
	mask := make([]bool, x.n)
	for _, t := range x.active() {
		mask[t] = x.lanes[t].open[unit] == nil
	}
	return mask
}

// await executes a wait for tokens. It orders nothing between the iterations of a parallel loop.
func (x *Execution) await(op *ir.Op) {
	if !x.parallel() {
		x.giveUp(op, "a wait for tokens in a thread")
	}
}

// alone executes an asynchronous operation that is a group of its own. Operations issued before stay
// uncommitted.
func (x *Execution) alone(op *ir.Op, e ir.QueueEffect) {
	before := x.renew(e.Unit)
	x.async(op, e.Unit)
	x.commit(op, e)
	for _, t := range x.active() {
		x.lanes[t].open[e.Unit] = before[t]
	}
}

// inside executes an operation in the body of an asynchronous operation.
func (x *Execution) inside(op, scope *ir.Op, unit string) {
	switch {
	case op.Has(ir.Pure), op.Has(ir.Terminator):
	case op.IsAsync() && op.NumRegions() > 0:
		for inner := range op.Body().Ops() {
			x.inside(inner, op, unit)
		}
	case op.Awaits():
		x.await(op)
	case source.IsBranch(op):
		x.masked(op, func(i int) {
			for inner := range op.Region(i).Entry().Ops() {
				x.inside(inner, scope, unit)
			}
		})
	case op.NumRegions() > 0 && (op.Name() == source.OpBlock || source.Through(op)):
		for inner := range op.Body().Ops() {
			x.inside(inner, scope, unit)
		}
	default:
		x.issued(op, unit, scope)
	}
}

func (x *Execution) call(op *ir.Op) {
	fn := x.c.Look.Callee(op)
	if fn == nil || fn.Body() == nil || len(fn.Region(0).Blocks()) != 1 ||
		fn.Body().NumArgs() != op.NumOperands() {
		x.giveUp(op, "the call cannot be followed")
		return
	}
	x.giveUp(op, "calls of threads are not followed")
}

// branch executes the branches of a condition, each in the threads that take it.
func (x *Execution) branch(op *ir.Op) {
	x.masked(op, func(i int) {
		if b := op.Region(i).Entry(); b != nil {
			x.block(b)
		}
	})
	for _, v := range op.Results() {
		delete(x.values, v)
	}
}

// masked executes the regions of a condition, each in the threads that take it.
func (x *Execution) masked(op *ir.Op, region func(i int)) {
	outer, t := x.mask, x.p.TestOf(op)
	masks := make([][]bool, op.NumRegions())
	for i := range masks {
		masks[i] = make([]bool, x.n)
	}
	unknown := false
	for _, thread := range x.active() {
		x.thread = thread
		ans := x.p.Decide(t, nil)
		unknown = unknown || ans == skeleton.Either
		for i := range masks {
			masks[i][thread] = ans == skeleton.Either || i == 1-int(ans)
		}
	}
	guess := x.guess
	if unknown {
		x.giveUp(op, "a condition on what is not known")
		x.guess = true
	}
	for i := range masks {
		if x.mask = masks[i]; slices.Contains(x.mask, true) && op.Region(i).Entry() != nil {
			region(i)
		}
	}
	x.mask, x.guess = outer, guess
}

// loop executes a loop, in each thread for the thread's own trip count. A loop that is bound to threads runs
// once.
func (x *Execution) loop(op *ir.Op) {
	l := op.Def().Loop
	switch d, bound := x.k.Bound[op]; {
	case bound:
		x.spread(op, d)
		return
	case l.Parallel && op != x.k.Op, l.Dims(op) != 1:
		x.giveUp(op, "a parallel loop in a thread")
		return
	}
	iv, outer := l.InductionVar(op, 0), x.mask
	trips := make([]analysis.Trip, x.n)
	most := int64(0)
	for _, t := range x.active() {
		x.thread = t
		x.p.Ev.Eval(iv)
		trips[t] = x.p.Ev.LoopRange(l.Bounds(op, 0))
		if r := &trips[t]; r.Trips < 0 || !r.LowerKnown || !r.Lower.IsConst() {
			x.giveUp(op, "a loop whose number of iterations is not known: few were followed")
			*r = analysis.Trip{Trips: fewIterations, Lower: analysis.Const(0), LowerKnown: true, Step: 1}
		}
		if most = max(most, trips[t].Trips); kernel.Mapped(op, "block") >= 0 {
			most = min(most, 1) // one block is enough: blocks share no memory that is judged
		}
	}
	inits, args := carriedBy(op)
	x.pass(inits, args)
	for k := int64(0); k < most && x.budget >= 0; k++ {
		x.mask = make([]bool, x.n)
		for t, on := range outer {
			x.mask[t] = on && k < trips[t].Trips
		}
		x.each(func(t int) analysis.Linear { return trips[t].Lower.AddConst(k * trips[t].Step) }, iv)
		x.block(op.Body())
		if last := op.Body().Last(); last != nil {
			x.pass(last.Operands(), args)
		}
	}
	x.mask = outer
	x.pass(args, op.Results())
	delete(x.values, iv)
}

// fewIterations is how many iterations of a loop with an unknown trip count are executed.
const fewIterations = 8

func carriedBy(op *ir.Op) (inits, args []*ir.Value) {
	if l := op.Def().Loop; l.Inits != nil {
		return l.Inits(op)
	}
	return nil, nil
}

// pass binds the integers and tokens of to to those of from, in the active threads.
func (x *Execution) pass(from, to []*ir.Value) {
	next := make([][]analysis.Linear, len(to))
	tokens := make([][]int64, len(to))
	for i, v := range to {
		if i >= len(from) {
			continue
		}
		if source.IsToken(v) {
			tokens[i] = x.tokensOf(from[i], v)
		}
		if !source.IsInteger(v) {
			continue
		}
		next[i] = slices.Clone(x.values[v])
		if next[i] == nil {
			next[i] = make([]analysis.Linear, x.n)
		}
		for _, t := range x.active() {
			x.thread = t
			if next[i][t] = x.p.Ev.Eval(from[i]); !next[i][t].IsConst() {
				next[i][t] = analysis.Const(unknownNumber)
			}
		}
	}
	for i, v := range to {
		if next[i] != nil {
			x.values[v] = next[i]
		}
		if tokens[i] != nil {
			x.tokens[v] = tokens[i]
		}
	}
}

// tokensOf returns the groups of a token that is passed on: those of from in active threads, its own in
// others.
func (x *Execution) tokensOf(from, to *ir.Value) []int64 {
	next, old := slices.Clone(x.tokens[from]), x.tokens[to]
	for t := range next {
		if !x.mask[t] && old != nil {
			next[t] = old[t]
		}
	}
	return next
}

// spread executes the body of a loop once, in the threads to which the loop is bound.
func (x *Execution) spread(op *ir.Op, d int) {
	outer := x.mask
	iv := op.Def().Loop.InductionVar(op, 0)
	x.thread = x.active()[0]
	x.p.Ev.Eval(iv)
	r := x.p.Ev.LoopRange(op.Def().Loop.Bounds(op, 0))
	x.mask = make([]bool, x.n)
	for t := range x.mask {
		x.mask[t] = outer[x.first(t, d)] && x.k.Place(int64(t), d) < r.Trips
	}
	x.each(func(t int) analysis.Linear { return r.Lower.AddConst(x.k.Place(int64(t), d) * r.Step) }, iv)
	x.block(op.Body())
	x.mask = outer
}

// first returns the thread whose index along dimension d is 0 and whose other indices are those of t.
func (x *Execution) first(t, d int) int {
	stride := int64(1)
	for _, s := range x.k.Size[:d] {
		stride *= s
	}
	return t - int(x.k.Place(int64(t), d)*stride)
}
