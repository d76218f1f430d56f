package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// simt runs a kernel in all of its threads, one operation at a time in those that take part in it, and looks for accesses
// of different threads to common memory, one a write, that no barrier orders. A wait for copies covers those of the thread
// that waits; the others see them behind the next barrier. Extents and numbers are those of the first block.
//
// What one thread does to itself is not judged here: that is what the skeleton is for.
type simt struct {
	c      *checker
	k      *kernel
	p      *program
	m      *machine // decides conditions
	n      int
	values map[*ir.Value][]analysis.Linear // per thread
	thread int                             // whose values are seen
	mask   []bool
	epoch  int
	groups []*cohort // committed copies, which no wait has completed, by position
	open   *cohort
	tokens map[*ir.Value]int64 // number of the group of a token
	made   int64
	shadow map[element][]trace
	frames []*ir.Op
	budget int64
	why    []string
	report func(*Hazard)
	seen   map[[2]*ir.Op]bool
	insts  map[*ir.Value]int64
	parts  map[*ir.Value]part
	guess  bool // inside of what an unknown condition guards
}

// cohort is the copies that threads have issued since the last commit, each in a group of its own.
type cohort struct {
	seq    int64
	waited int // epoch of the wait that completed it, -1 while there is none
}

// element is an element of a buffer.
type element struct {
	buffer *ir.Value
	inst   int64
	form   string // the part of its subscripts that is the same in all threads, and not known
	at     int64
}

// trace is an access of a thread.
type trace struct {
	thread int
	epoch  int
	write  bool
	atomic bool
	op     *ir.Op
	kind   ir.EffectKind
	group  *cohort // of an asynchronous access
	async  *ir.Op
}

// kernelSteps is the default limit of accesses of single threads that are followed in one kernel.
const kernelSteps = 4_000_000

// races judges the kernels of a function and returns what keeps the verdict from being complete.
func (c *checker) races(fn *ir.Op, report func(*Hazard)) []string {
	var why []string
	for _, k := range c.kernels(fn) {
		if k.apart() {
			continue
		}
		if k.why == "" && k.threads() > maxThreads {
			k.why = fmt.Sprintf("it has %d threads, more than %d", k.threads(), maxThreads)
		}
		if k.why == "" {
			x := c.newSimt(fn, k, report)
			x.run()
			why = append(why, x.why...)
			continue
		}
		why = append(why, "threads of "+k.op.Name()+": "+k.why)
	}
	return why
}

func (c *checker) newSimt(fn *ir.Op, k *kernel, report func(*Hazard)) *simt {
	x := &simt{
		c: c, k: k, p: c.newProgram(fn, nil), n: int(k.threads()), values: map[*ir.Value][]analysis.Linear{},
		tokens: map[*ir.Value]int64{}, shadow: map[element][]trace{}, budget: kernelSteps, report: report,
		seen: map[[2]*ir.Op]bool{}, insts: map[*ir.Value]int64{}, open: &cohort{waited: -1}, parts: map[*ir.Value]part{},
	}
	x.m = &machine{p: x.p, c: c, mem: c.mem}
	x.p.lookup = x.value
	x.p.ev.Invariant = nil
	x.mask = make([]bool, x.n)
	return x
}

func (x *simt) value(v *ir.Value) (analysis.Linear, bool) {
	list, ok := x.values[v]
	if !ok || list[x.thread].Terms == nil && list[x.thread].Const == unknownNumber {
		return analysis.Linear{}, false
	}
	return list[x.thread], true
}

// unknownNumber stands for a value that is not known.
const unknownNumber = -1 << 62

// run runs the kernel: all of its threads, or, where loops are bound to them, the first until such a loop begins.
func (x *simt) run() {
	for v, d := range x.k.ids {
		x.each(func(t int) analysis.Linear { return analysis.Const(x.idOf(v, t, d)) }, v)
	}
	for v, n := range x.k.fixed {
		x.each(func(int) analysis.Linear { return analysis.Const(n) }, v)
	}
	if len(x.k.bound) > 0 {
		x.mask[0] = true
		x.op(x.k.op)
		return
	}
	for t := range x.mask {
		x.mask[t] = true
	}
	if len(x.k.blocks) != 1 {
		x.giveUp(x.k.op, "it has branches between blocks")
		return
	}
	x.block(x.k.blocks[0])
}

// idOf returns the value that tells threads apart: the index, or for an iteration its induction variable.
func (x *simt) idOf(v *ir.Value, t, d int) int64 {
	at := x.k.place(int64(t), d)
	if loop := x.k.op.Def().Loop; loop != nil {
		x.thread = t
		x.p.ev.Eval(v)
		if r := x.p.ev.LoopRange(loop.Bounds(x.k.op, d)); r.LowerKnown && r.Lower.IsConst() {
			return r.Lower.Const + at*r.Step
		}
	}
	return at
}

// each gives a value to all threads.
func (x *simt) each(f func(t int) analysis.Linear, v *ir.Value) {
	list := make([]analysis.Linear, x.n)
	for t := range list {
		list[t] = f(t)
	}
	x.values[v] = list
}

// giveUp notes why the verdict is not complete.
func (x *simt) giveUp(op *ir.Op, format string, args ...any) {
	why := fmt.Sprintf("threads of %s: %s (%v)", x.k.op.Name(), fmt.Sprintf(format, args...), op.Span())
	if !slices.Contains(x.why, why) {
		x.why = append(x.why, why)
	}
}

func (x *simt) block(b *ir.Block) {
	for op := range b.Ops() {
		if x.budget < 0 {
			return
		}
		x.op(op)
	}
}

// active returns the threads that take part.
func (x *simt) active() []int {
	var list []int
	for t, on := range x.mask {
		if on {
			list = append(list, t)
		}
	}
	return list
}

func isBarrier(op *ir.Op) bool {
	switch op.Name() {
	case "gpu.barrier", "nvvm.barrier0", "nvvm.barrier":
		return true
	}
	return false
}

// op runs one operation.
func (x *simt) op(op *ir.Op) {
	if !slices.Contains(x.mask, true) {
		return
	}
	effect, def := op.QueueEffect(), op.Def()
	switch {
	case isBarrier(op):
		x.barrier(op)
	case effect.Kind == ir.QueueCommit:
		if op.NumRegions() > 0 && op.Body() != nil {
			x.block(op.Body())
		}
		x.commit(op)
	case effect.Kind == ir.QueueWait:
		x.wait(op, effect)
		if op.NumRegions() > 0 && op.Body() != nil {
			x.block(op.Body())
		}
	case op.IsAsync():
		x.async(op)
		if effect.Kind == ir.QueueSubmit {
			x.commit(op)
		}
	case isAwait(op):
		x.giveUp(op, "a wait for tokens in a thread")
	case op.Has(ir.Pure), op.Has(ir.Terminator):
	case def.Callee != nil:
		x.call(op)
	case def.Loop != nil:
		x.loop(op)
	case op.NumRegions() > 0 && (op.Name() == opBlock || through(op)):
		x.block(op.Body())
	case isBranch(op):
		x.branch(op)
	case op.NumRegions() > 0:
		x.giveUp(op, "'%s' cannot be followed", op.Name())
	case allocates(op):
		x.insts[op.Result(0)]++
	default:
		x.access(op, nil, nil)
	}
}

// barrier lets all threads see what all have done.
func (x *simt) barrier(op *ir.Op) {
	if slices.Contains(x.mask, false) && len(x.k.bound) == 0 {
		x.giveUp(op, "a barrier that not all threads reach")
		return
	}
	x.epoch++
}

func (x *simt) commit(op *ir.Op) {
	x.made++
	x.open.seq = x.made
	x.groups = append(x.groups, x.open)
	x.open = &cohort{waited: -1}
	for _, v := range op.Results() {
		if isToken(v) {
			x.tokens[v] = x.made
		}
	}
}

func (x *simt) wait(op *ir.Op, e ir.QueueEffect) {
	count := e.Count
	switch {
	case e.Token != nil:
		seq, ok := x.tokens[e.Token]
		if !ok {
			x.giveUp(op, "the group of the token is not known")
			return
		}
		count = x.made - seq
	case e.Dynamic != nil:
		x.thread = x.active()[0]
		l := x.p.ev.Eval(e.Dynamic)
		if !l.IsConst() {
			x.giveUp(op, "the count is not known")
			return
		}
		count = max(l.Const, 0)
	}
	done := max(0, len(x.groups)-int(min(count, int64(len(x.groups)))))
	for _, g := range x.groups[:done] {
		g.waited = x.epoch
	}
	x.groups = x.groups[done:]
}

// async runs an asynchronous operation: its accesses may happen until a wait and the barrier behind it.
func (x *simt) async(op *ir.Op) {
	if op.NumRegions() == 0 {
		x.access(op, x.open, op)
		return
	}
	for inner := range op.Body().Ops() {
		x.inside(inner, op)
	}
}

// inside runs an operation of the body of an asynchronous one.
func (x *simt) inside(op, scope *ir.Op) {
	switch {
	case op.Has(ir.Pure), op.Has(ir.Terminator):
	case isBranch(op):
		x.masked(op, func(i int) {
			for inner := range op.Region(i).Entry().Ops() {
				x.inside(inner, scope)
			}
		})
	case op.NumRegions() > 0 && (op.Name() == opBlock || through(op)):
		for inner := range op.Body().Ops() {
			x.inside(inner, scope)
		}
	default:
		x.access(op, x.open, scope)
	}
}

func (x *simt) call(op *ir.Op) {
	fn := x.c.callee(op)
	if fn == nil || fn.Body() == nil || len(fn.Region(0).Blocks()) != 1 || slices.Contains(x.frames, fn) || fn.Body().NumArgs() != op.NumOperands() {
		x.giveUp(op, "the call cannot be followed")
		return
	}
	x.giveUp(op, "calls of threads are not followed")
}

// branch runs the branches, each in the threads that take it.
func (x *simt) branch(op *ir.Op) {
	x.masked(op, func(i int) {
		if b := op.Region(i).Entry(); b != nil {
			x.block(b)
		}
	})
	for _, v := range op.Results() {
		delete(x.values, v)
	}
}

// masked runs the regions of a condition in the threads that take them.
func (x *simt) masked(op *ir.Op, region func(i int)) {
	outer, t := x.mask, x.p.testOf(op)
	masks := make([][]bool, op.NumRegions())
	for i := range masks {
		masks[i] = make([]bool, x.n)
	}
	unknown := false
	for _, thread := range x.active() {
		x.thread = thread
		ans := x.m.decide(t)
		unknown = unknown || ans == either
		for i := range masks {
			masks[i][thread] = ans == either || i == 1-int(ans)
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

// loop runs a loop, in each thread for as many iterations as it has there; a loop that is bound to threads runs once.
func (x *simt) loop(op *ir.Op) {
	l := op.Def().Loop
	switch d, bound := x.k.bound[op]; {
	case bound:
		x.spread(op, d)
		return
	case l.Parallel && op != x.k.op, l.Dims(op) != 1:
		x.giveUp(op, "a parallel loop in a thread")
		return
	}
	iv, outer := l.InductionVar(op, 0), x.mask
	trips := make([]analysis.Trip, x.n)
	most := int64(0)
	for _, t := range x.active() {
		x.thread = t
		x.p.ev.Eval(iv)
		trips[t] = x.p.ev.LoopRange(l.Bounds(op, 0))
		if r := &trips[t]; r.Trips < 0 || !r.LowerKnown || !r.Lower.IsConst() {
			x.giveUp(op, "a loop whose number of iterations is not known: few were followed")
			*r = analysis.Trip{Trips: fewIterations, Lower: analysis.Const(0), LowerKnown: true, Step: 1}
		}
		if most = max(most, trips[t].Trips); mapped(op, "block") >= 0 {
			most = min(most, 1) // blocks share no memory that is judged
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

// fewIterations is how many iterations are followed of a loop with an extent that is not known.
const fewIterations = 8

func carriedBy(op *ir.Op) (inits, args []*ir.Value) {
	if l := op.Def().Loop; l.Inits != nil {
		return l.Inits(op)
	}
	return nil, nil
}

// pass gives the numbers and tokens of from to to in the threads that take part.
func (x *simt) pass(from, to []*ir.Value) {
	next := make([][]analysis.Linear, len(to))
	tokens := make([]int64, len(to))
	for i, v := range to {
		if i >= len(from) {
			continue
		}
		if isToken(v) {
			tokens[i] = x.tokens[from[i]]
		}
		if !isInteger(v) {
			continue
		}
		next[i] = slices.Clone(x.values[v])
		if next[i] == nil {
			next[i] = make([]analysis.Linear, x.n)
		}
		for _, t := range x.active() {
			x.thread = t
			if next[i][t] = x.p.ev.Eval(from[i]); !next[i][t].IsConst() {
				next[i][t] = analysis.Const(unknownNumber)
			}
		}
	}
	for i, v := range to {
		if next[i] != nil {
			x.values[v] = next[i]
		}
		if tokens[i] > 0 {
			x.tokens[v] = tokens[i]
		}
	}
}

// spread runs the body of a loop once, in the threads that it is bound to.
func (x *simt) spread(op *ir.Op, d int) {
	outer := x.mask
	iv := op.Def().Loop.InductionVar(op, 0)
	x.thread = x.active()[0]
	x.p.ev.Eval(iv)
	r := x.p.ev.LoopRange(op.Def().Loop.Bounds(op, 0))
	x.mask = make([]bool, x.n)
	for t := range x.mask {
		x.mask[t] = outer[x.first(t, d)] && x.k.place(int64(t), d) < r.Trips
	}
	x.each(func(t int) analysis.Linear { return r.Lower.AddConst(x.k.place(int64(t), d) * r.Step) }, iv)
	x.block(op.Body())
	x.mask = outer
}

// first returns the thread in the place of t that is first along a dimension.
func (x *simt) first(t, d int) int {
	stride := int64(1)
	for _, s := range x.k.size[:d] {
		stride *= s
	}
	return t - int(x.k.place(int64(t), d)*stride)
}

// access runs the accesses of an operation in all threads that take part.
func (x *simt) access(op *ir.Op, group *cohort, scope *ir.Op) {
	if op.Has(ir.Terminator) || op.Def().Effects == nil {
		if !op.Has(ir.Terminator) {
			x.giveUp(op, "it is not known what '%s' accesses", op.Name())
		}
		return
	}
	atomic := strings.Contains(op.Name(), "atomic")
	for _, t := range x.active() {
		x.thread = t
		for _, a := range x.p.ev.Accesses(op) {
			if x.budget--; x.budget < 0 {
				x.giveUp(op, "the limit of accesses was reached")
				return
			}
			x.touch(&a, trace{thread: t, epoch: x.epoch, write: a.Writes(), atomic: atomic, op: op, kind: a.Kind, group: group, async: scope})
		}
	}
}

// touch compares an access with those of other threads and notes it.
func (x *simt) touch(a *analysis.Access, one trace) {
	switch {
	case a.Kind == ir.Allocate:
		return
	case a.Buffer == nil:
		x.giveUp(one.op, "the memory that it accesses is not known")
		return
	case x.private(a.Buffer):
		return
	}
	elements, ok := elementsOf(a)
	form := formOf(a)
	p, seen := x.parts[a.Buffer]
	if p.write = p.write || one.write; !ok || seen && p.form != form && p.write {
		x.giveUp(one.op, "the elements that it accesses are not known")
		return
	}
	p.form = form
	x.parts[a.Buffer] = p
	for _, at := range elements {
		x.element(element{a.Buffer, x.insts[a.Buffer], form, at}, one)
	}
}

// part is how a buffer is accessed: with which forms in its subscripts.
type part struct {
	form  string
	write bool
}

// formOf returns what the subscripts of an access have in common in all threads.
func formOf(a *analysis.Access) string {
	var b []byte
	for i := range a.Dims {
		l := a.Dims[i].Base
		l.Const = 0
		if !a.Dims[i].Full && !l.IsConst() {
			b = appendLinear(append(b, byte(i)), l)
		}
	}
	return string(b)
}

// element compares an access to one element with the traces on it.
func (x *simt) element(e element, one trace) {
	kept := x.shadow[e][:0]
	same := 0
	for _, old := range x.shadow[e] {
		if x.ordered(&old) {
			continue
		}
		if old.thread != one.thread && (old.write || one.write) && !(old.atomic && one.atomic) {
			x.hazard(e, &old, &one)
		}
		if old.op == one.op && old.group == one.group && old.kind == one.kind && old.epoch == one.epoch {
			if old.thread == one.thread {
				same = 2
			}
			same++
		}
		kept = append(kept, old)
	}
	if same < 2 {
		kept = append(kept, one)
	}
	x.shadow[e] = kept
}

// ordered reports whether a barrier orders what other threads do now behind an access.
func (x *simt) ordered(t *trace) bool {
	if t.group == nil {
		return t.epoch < x.epoch
	}
	return t.group.waited >= 0 && t.group.waited < x.epoch
}

// private reports whether every thread has a buffer of its own: it is made by the thread and not shared.
func (x *simt) private(v *ir.Value) bool {
	t, ok := v.Type().(*ir.MemRefType)
	if !ok {
		return false
	}
	space := ""
	if t.MemorySpace != nil {
		space = t.MemorySpace.String()
	}
	switch {
	case strings.Contains(space, "private"), strings.Contains(space, "local"), strings.HasPrefix(space, "5"):
		return true
	case strings.Contains(space, "workgroup"), strings.Contains(space, "shared"), strings.HasPrefix(space, "3"):
		return false
	}
	def := v.DefiningOp()
	return def != nil && x.k.op.IsAncestorOf(def) && allocates(def)
}

// maxElements is the largest number of elements that one access of a thread may have.
const maxElements = 4096

// elementsOf returns the numbers of the elements of an access, row by row.
func elementsOf(a *analysis.Access) ([]int64, bool) {
	t, ok := a.Buffer.Type().(*ir.MemRefType)
	if !ok || !t.Ranked {
		return nil, false
	}
	list := []int64{0}
	for d, size := range t.Shape {
		lo, hi := int64(0), size-1
		if a.Dims != nil && !a.Dims[d].Full {
			lo, hi = a.Dims[d].Base.Const+a.Dims[d].Lo, a.Dims[d].Base.Const+a.Dims[d].Hi
		} else if size == ir.Dynamic {
			return nil, false
		}
		stride := size
		if size == ir.Dynamic {
			stride = 1 << 20
		}
		if int64(len(list))*(hi-lo+1) > maxElements {
			return nil, false
		}
		var next []int64
		for _, at := range list {
			for i := lo; i <= hi; i++ {
				next = append(next, at*stride+i)
			}
		}
		list = next
	}
	return list, true
}

// hazard reports a pair of accesses, once for each pair of operations.
func (x *simt) hazard(e element, first, second *trace) {
	if x.guess || x.seen[[2]*ir.Op{first.op, second.op}] {
		return
	}
	x.seen[[2]*ir.Op{first.op, second.op}] = true
	h := &Hazard{Buffer: e.buffer, Queue: NoQueue, Kind: WAW, Threads: true, Parallel: x.parallel()}
	switch {
	case !first.write:
		h.Kind = WAR
	case !second.write:
		h.Kind = RAW
	}
	x.point(&h.First, first)
	x.point(&h.Second, second)
	h.Missing = x.missing(first)
	x.c.later(func() { h.Name = x.c.name(h.Buffer) })
	x.report(h)
}

// parallel reports whether the threads are the iterations of a parallel loop.
func (x *simt) parallel() bool { return x.k.op.Def().Loop != nil && x.k.op.Def().Loop.Parallel }

// missing says what would order an access before those of other threads.
func (x *simt) missing(first *trace) string {
	switch {
	case x.parallel():
		return "nothing orders the iterations of a parallel loop"
	case first.group == nil:
		return "a barrier between the two"
	case first.group.waited < 0:
		return "a wait of the thread that copies, and a barrier behind it"
	}
	return "a barrier behind the wait of the thread that copies"
}

func (x *simt) point(p *Point, t *trace) {
	*p = Point{Op: t.op, Kind: t.kind, Async: t.async, Text: t.op.Name(), Place: t.op.Span().String(), Thread: x.threadName(t.thread)}
}

// threadName returns the indices of a thread.
func (x *simt) threadName(t int) string {
	var parts []string
	for d, size := range x.k.size {
		if size > 1 {
			parts = append(parts, fmt.Sprintf("%s = %d", x.k.names[d], x.k.place(int64(t), d)))
		}
	}
	return strings.Join(parts, ", ")
}

// constantTrips returns the extent of a dimension of a loop if it is constant.
func constantTrips(op *ir.Op, d int) (int64, bool) {
	loop := op.Def().Loop
	ev := &analysis.Evaluator{}
	ev.Eval(loop.InductionVar(op, d))
	r := ev.LoopRange(loop.Bounds(op, d))
	return r.Trips, r.Trips >= 0
}
