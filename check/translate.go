package check

import (
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// block translates a block.
func (p *program) block(b *ir.Block) []*node {
	begin := p.begin()
	p.through(b)
	return p.end(begin)
}

// begin begins a list of nodes, into which emit puts what stands at the current place until end.
func (p *program) begin() int { return len(p.emitted) }

// emit adds a node to the current list.
func (p *program) emit(n *node) *node {
	p.emitted = append(p.emitted, n)
	return n
}

// end returns the list that was begun.
func (p *program) end(begin int) []*node {
	list := slices.Clone(p.emitted[begin:])
	p.emitted = p.emitted[:begin]
	return list
}

// step translates one operation.
func (p *program) step(op *ir.Op) {
	if p.synchronize(op) {
		return
	}
	def := op.Def()
	switch {
	case isChoice(op):
		p.choice(op)
	case op.Has(ir.Pure), isBarrier(op):
	case op.Name() == opBlock:
		if p.c.syncs(op) || hasBranch(op) {
			p.through(op.Body())
		} else {
			p.access(op)
		}
	case def.Callee != nil:
		p.call(op)
	case boundTo(op) >= 0:
		p.turns[op.Body()] = true
		p.through(op.Body()) // of any thread
	case def.Loop != nil && (p.c.syncs(op) || p.unfolds(op)):
		p.loop(op)
	case through(op):
		for _, n := range p.released(op, func() []*node { return p.once(op) }) {
			p.emit(n)
		}
	case isWhile(op) && p.c.syncs(op):
		p.whileLoop(op)
	case op.NumRegions() == 1 && op.Def().Loop == nil && len(op.Region(0).Blocks()) > 1 && p.c.syncs(op):
		p.bindAll(op.Results())
		p.blocks(op, op.Region(0).Blocks(), op.Results())
	case isBranch(op):
		p.condition(op)
	case op.NumRegions() > 0 && p.c.syncs(op):
		p.unsupported(op, "synchronization inside '%s' cannot be followed", op.Name())
	case allocates(op):
		if accesses(op) {
			p.access(op)
		}
		p.alloc(op)
	default:
		p.access(op)
	}
}

// once translates the region of an operation that runs it once. What hands tokens on is a graph of one block.
func (p *program) once(op *ir.Op) []*node {
	begin := p.begin()
	if slices.ContainsFunc(op.Results(), func(v *ir.Value) bool { return isToken(v) || bringsToken(v) }) {
		p.bindAll(op.Results())
		p.blocks(op, op.Region(0).Blocks(), op.Results())
	} else {
		p.through(op.Body())
	}
	return p.end(begin)
}

// through translates a block that runs once where it stands.
func (p *program) through(b *ir.Block) {
	if b == nil {
		return
	}
	for op := range b.Ops() {
		p.step(op)
	}
}

// synchronize translates an operation that issues, commits or waits, and reports whether op is one.
func (p *program) synchronize(op *ir.Op) bool {
	effect := op.QueueEffect()
	switch effect.Kind {
	case ir.QueueCommit:
		p.through(op.Body())
		p.commit(op, effect)
		return true
	case ir.QueueWait:
		p.wait(op, effect)
		p.through(op.Body())
		return true
	case ir.QueueIssue:
		p.flight(op, effect)
		return true
	case ir.QueueSubmit:
		p.flight(op, effect)
		p.commit(op, effect).alone = true
		return true
	}
	switch {
	case p.queueOfTasks(op), p.promise(op):
	case op.IsAsync():
		p.flight(op, effect)
	case isAwait(op):
		p.await(op)
	case op.Name() == opAddToGroup || isPool(op):
		p.emit(p.add(poolNode, op))
	default:
		return false
	}
	return true
}

// isPool reports whether op makes a group of tokens.
func isPool(op *ir.Op) bool {
	return op.NumResults() == 1 && op.Has(ir.Pure) && op.NumRegions() == 0 && isTokenGroup(op.Result(0))
}

func (p *program) unsupported(op *ir.Op, format string, args ...any) {
	p.errs.Add(op.Errorf(CodeUnsupported, format, args...))
}

// flight translates an operation that happens at any moment after its issue: its body, the function that it calls,
// or what it accesses itself.
func (p *program) flight(op *ir.Op, effect ir.QueueEffect) *node {
	n := p.emit(p.addQueued(asyncNode, op))
	n.unit = effect.Unit
	p.takeTurn(n)
	n.sync = p.c.bodySyncs(op) || p.c.calleeSyncs(op)
	p.scopes = append(p.scopes, op)
	n.body = p.asyncBody(op)
	p.scopes = p.scopes[:len(p.scopes)-1]
	unfolded := p.c.unfold && holds(n.body, loopNode, parallelNode)
	n.sync = n.sync || holds(n.body, graphNode, cutNode) || unfolded
	if n.gathers = n.sync && (mayAwait(n.body) || unfolded || slices.ContainsFunc(op.Operands(), bringsToken)); n.sync && !n.gathers {
		p.listen()
		p.fill(n, p.accesses(op))
	}
	n.own = effect.Kind == ir.NoQueueEffect
	p.inParts(n)
	return n
}

func (p *program) asyncBody(op *ir.Op) []*node {
	if op.NumRegions() > 0 {
		return p.released(op, func() []*node { return p.region(op, op.Region(0), nil) })
	}
	begin := p.begin()
	switch {
	case op.Def().Callee != nil:
		p.call(op)
	case op.Name() != opJoin:
		p.access(op)
	}
	return p.end(begin)
}

// mayAwait reports whether what is done between waits for tokens, or in functions, has to be told apart.
func mayAwait(nodes []*node) bool {
	return slices.ContainsFunc(nodes, func(n *node) bool {
		return n.kind == awaitNode || n.kind == callNode || n.kind == graphNode || n.kind == cutNode || n.kind == poolNode || n.own || n.queued != nil && len(n.tokens) > 0 || n.anyPart(mayAwait)
	})
}

// holds reports whether there are nodes of some kinds among nodes or in them.
func holds(nodes []*node, kinds ...kind) bool {
	return slices.ContainsFunc(nodes, func(n *node) bool {
		found := slices.Contains(kinds, n.kind)
		n.each(func(inner *node) { found = found || slices.Contains(kinds, inner.kind) })
		return found
	})
}

// await translates an operation that waits for tokens before anything else that it does.
func (p *program) await(op *ir.Op) {
	n := p.emit(p.addQueued(awaitNode, op))
	n.queue, n.wait = NoQueue, p.c.waitNumber(n)
	if op.Def().Effects != nil {
		p.access(op)
	}
}

func (p *program) alloc(op *ir.Op) {
	n := p.emit(p.add(allocNode, op))
	if n.makes = p.buffer(op.Result(0)); n.makes.alloc == 0 {
		p.allocs++
		n.makes.alloc = p.allocs
	}
	p.noteStack(n)
}

func (p *program) commit(op *ir.Op, effect ir.QueueEffect) *node {
	n := p.emit(p.addQueued(commitNode, op))
	n.queue, n.unit = queueNumber(effect.Queue), effect.Unit
	return n
}

func (p *program) wait(op *ir.Op, effect ir.QueueEffect) {
	n := p.emit(p.addQueued(waitNode, op))
	n.queue, n.count, n.dynamic, n.token = queueNumber(effect.Queue), effect.Count, effect.Dynamic, effect.Token
	n.wait = p.c.waitNumber(n)
	if n.dynamic != nil {
		p.both(func() (analysis.Linear, bool) { return p.ev.Eval(n.dynamic), true })
	}
}

// access translates an operation that is taken as a whole.
func (p *program) access(op *ir.Op) {
	if names := p.rotating(op); len(names) > 0 {
		p.inPhases(op, names, func() { p.accessNamed(op) })
		return
	}
	p.accessNamed(op)
}

// accessNamed translates what accesses buffers that the frame names.
func (p *program) accessNamed(op *ir.Op) {
	n := p.add(accessNode, op)
	p.listen()
	if n.around == nil || p.c.distances != nil {
		p.fill(n, p.accesses(op)) // there are no variables
	} else {
		followed := p.ev.Follow(op, n.isVariable)
		p.fill(n, followed.Accesses)
		n.followed = followed
	}
	if len(n.template) > 0 {
		p.emit(n)
	}
}

// How many activations of one function are followed at a time: of one that calls itself in several places the skeleton grows
// exponentially with the depth, otherwise linearly.
const (
	maxDepth      = 4
	maxLineDepth  = 24
	maxLineInline = 1 << 12 // operations in all activations
)

// depthOf returns how many activations of a function are followed.
func (p *program) depthOf(fn *ir.Op) int {
	calls, ops := 0, 0
	for op := range fn.Walk() {
		ops++
		if callee := p.c.callee(op); callee != nil && p.active(callee) > 0 {
			calls++
		}
	}
	if calls > 1 {
		return maxDepth
	}
	return max(maxDepth, min(maxLineDepth, maxLineInline/ops))
}

func (p *program) call(op *ir.Op) {
	fn := p.c.callee(op)
	if fn == nil || fn.Body() == nil || fn.Body().NumArgs() != op.NumOperands() {
		p.access(op)
		return
	}
	active, most := p.active(fn), maxDepth
	if active > 0 {
		most = p.depthOf(fn)
	}
	switch {
	case active >= most:
		p.emit(p.add(cutNode, op))
	case active > 0 && !p.c.syncs(fn):
		p.access(op)
	default:
		p.inline(op, fn)
	}
}

// inline translates a call of a function.
func (p *program) inline(op, fn *ir.Op) {
	n := p.emit(p.add(callNode, op))
	f := &frame{fn: fn, call: op, up: p.frame, buffers: map[*ir.Value]bufferRef{}}
	p.repeated[fn] = p.repeated[fn] || p.inlined(fn) || p.around != nil
	outer := map[*ir.Value]analysis.Linear{}
	for i, param := range fn.Body().Args() {
		arg := op.Operand(i)
		if _, ok := arg.Type().(*ir.MemRefType); ok {
			f.buffers[param] = bufferRef{p.ev.Root(arg), isPart(arg)}
			continue
		}
		p.bindable[param] = true
		if was, ok := p.forms[param]; ok {
			outer[param] = was
		}
		p.forms[param] = p.ev.Eval(arg)
	}
	p.frame = f
	p.bindAll(op.Results())
	n.body = p.released(fn, func() []*node { return p.region(op, fn.Region(0), op.Results()) })
	p.frame = f.up
	maps.Copy(p.forms, outer)
}

// inlined reports whether fn was inlined before.
func (p *program) inlined(fn *ir.Op) bool {
	return slices.ContainsFunc(p.nodes, func(n *node) bool { return n.kind == callNode && n.frame.fn != fn && p.c.callee(n.op) == fn })
}

// active returns how many activations of fn are being inlined.
func (p *program) active(fn *ir.Op) int {
	n := 0
	for f := p.frame; f != nil; f = f.up {
		if f.fn == fn {
			n++
		}
	}
	return n
}

// isPart reports whether v may show less than its whole buffer.
func isPart(v *ir.Value) bool {
	for {
		op := v.DefiningOp()
		if op == nil || op.Def().View == nil {
			return false
		}
		view, ok := op.Def().View(op)
		if !ok || view.Reshape || view.Offsets != nil {
			return true
		}
		v = view.Source
	}
}

func (p *program) loop(op *ir.Op) {
	l := op.Def().Loop
	if l.Parallel || l.Dims(op) != 1 {
		p.parallel(op)
		return
	}
	n := p.emit(p.add(loopNode, op))
	n.counted = &counted{iv: l.InductionVar(op, 0), shape: &loopShape{}}
	n.sync = true
	if l.Inits != nil {
		n.inits, n.args = l.Inits(op)
	}
	r := p.loopRange(n)
	if r.LowerKnown {
		n.lower = r.Lower
		_, n.free, _ = p.both(func() (analysis.Linear, bool) { return p.loopRange(n).Lower, true })
	}
	n.trip = p.constantTrip(n)
	p.turns[op.Body()] = true
	p.bindable[n.iv] = true
	n.sym, p.forms[n.iv] = p.counterOf(n)
	for i, a := range n.args {
		p.bindable[a] = true
		if i < op.NumResults() {
			p.bindable[op.Result(i)] = true
		}
	}
	p.around = n
	p.noteRotations(n)
	n.body, n.stack = p.inScope(op, func() []*node { return p.block(op.Body()) })
	p.around = n.around
}

// parallel translates a parallel loop: one iteration stands for all, as a thread that the loop waits for, or where loops are
// unfolded each of few for itself.
func (p *program) parallel(op *ir.Op) {
	n := p.emit(p.add(parallelNode, op))
	if k := iterations(op); op.Def().Loop.Parallel && k.why == "" && k.threads() <= fewMembers {
		p.c.folds = true
		if p.c.unfold {
			n.members = k
			for v := range k.ids {
				p.bindable[v] = true
			}
		}
	}
	n.sync, n.gathers = true, true
	p.turns[op.Body()] = true
	p.bindAll(op.Results())
	p.scopes = append(p.scopes, op)
	n.body = p.released(op, func() []*node { return p.block(op.Body()) })
	p.scopes = p.scopes[:len(p.scopes)-1]
}

// unfolds reports whether a loop without synchronization is executed all the same. In asynchronous operations, which are gathered as a
// whole, those of functions that they call are: only there are bounds, which the calls pass, and subscripts hard to summarize.
func (p *program) unfolds(op *ir.Op) bool {
	l := op.Def().Loop
	if l.Dims(op) != 1 && !l.Parallel || len(p.scopes) > 0 && p.frame.up == nil {
		return false
	}
	p.c.folds = true
	return p.c.unfold
}

// fewMembers is how many iterations of a parallel loop are unfolded.
const fewMembers = 64

// loopRange evaluates the bounds of a loop. LoopRange continues an evaluation, so a new one is begun first.
func (p *program) loopRange(n *node) analysis.Trip {
	p.ev.Eval(n.iv)
	return p.ev.LoopRange(n.op.Def().Loop.Bounds(n.op, 0))
}

// counterOf returns the symbol that moves with the iterations of a loop, and the template of its induction
// variable, made of it: the variable itself where it begins at a number, otherwise a counter from the lower
// bound on.
func (p *program) counterOf(n *node) (*analysis.Symbol, analysis.Linear) {
	if n.lower.IsConst() {
		return p.ev.SymbolOf(n.iv), p.ev.Of(n.iv)
	}
	counter := p.ev.Counter(n.iv)
	return counter, n.lower.Add(analysis.Linear{Terms: []analysis.Term{{Sym: counter, Coef: 1}}})
}

// constantTrip returns the range of a loop whose bounds depend on no size, parameter or iteration, or nil.
func (p *program) constantTrip(n *node) *analysis.Trip {
	p.listen()
	r := p.loopRange(n)
	if len(p.hear()) > 0 || !r.LowerKnown || !r.Lower.IsConst() || r.Trips < 0 {
		return nil
	}
	return &r
}

func (p *program) condition(op *ir.Op) {
	n := p.emit(p.add(condNode, op))
	n.sync = p.c.syncs(op)
	n.choice = &choice{test: p.testOf(op), branches: make([][]*node, op.NumRegions())}
	for i, r := range op.Regions() {
		n.branches[i] = p.block(r.Entry())
	}
	for _, v := range op.Results() {
		p.bindable[v] = true
	}
}
