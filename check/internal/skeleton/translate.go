package skeleton

import (
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/kernel"
	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
)

// block translates a block.
func (p *Program) block(b *ir.Block) []*Node {
	begin := p.begin()
	p.through(b)
	return p.end(begin)
}

// begin starts a list of nodes. emit adds nodes to it until end.
func (p *Program) begin() int { return len(p.emitted) }

// emit adds a node to the current list.
func (p *Program) emit(n *Node) *Node {
	p.emitted = append(p.emitted, n)
	return n
}

// end returns the list that begin started.
func (p *Program) end(begin int) []*Node {
	list := slices.Clone(p.emitted[begin:])
	p.emitted = p.emitted[:begin]
	return list
}

// step translates one operation.
func (p *Program) step(op *ir.Op) {
	if p.synchronize(op) {
		return
	}
	def := op.Def()
	switch {
	case source.IsChoice(op):
		p.choice(op)
	case op.Name() == "arith.select":
		p.selection(op)
	case op.Has(ir.Pure), op.IsBarrier():
	case op.Name() == source.OpBlock:
		if p.Look.Syncs(op) || source.HasBranch(op) {
			p.through(op.Body())
		} else {
			p.access(op)
		}
	case def.Callee != nil:
		p.call(op)
	case kernel.BoundTo(op) >= 0:
		p.repeats[op.Body()] = true
		p.through(op.Body()) // for any thread
	case def.Loop != nil && (p.Look.Syncs(op) || p.unfolds(op)):
		p.loop(op)
	case source.Through(op):
		for _, n := range p.released(op, func() []*Node { return p.once(op) }) {
			p.emit(n)
		}
	case source.IsWhile(op) && (p.Look.Syncs(op) || p.unfoldsBlocks(op)):
		p.whileLoop(op)
	case op.NumRegions() == 1 && op.Def().Loop == nil && len(op.Region(0).Blocks()) > 1 &&
		(p.Look.Syncs(op) || p.unfoldsBlocks(op)):
		p.bindAll(op.Results())
		p.blocks(op, op.Region(0).Blocks(), op.Results())
	case source.IsBranch(op):
		p.condition(op)
	case op.NumRegions() > 0 && p.Look.Syncs(op):
		p.unsupported(op, "synchronization inside '%s' cannot be followed", op.Name())
	case source.Allocates(op):
		if source.Accesses(op) {
			p.access(op)
		}
		p.alloc(op)
	default:
		p.access(op)
	}
}

// once translates the region of an operation that runs it once. If the operation returns tokens, the region
// becomes a graph of one block, which can pass tokens on.
func (p *Program) once(op *ir.Op) []*Node {
	begin := p.begin()
	if slices.ContainsFunc(op.Results(), func(v *ir.Value) bool {
		return source.IsToken(v) || source.BringsToken(v)
	}) {
		p.bindAll(op.Results())
		p.blocks(op, op.Region(0).Blocks(), op.Results())
	} else {
		p.through(op.Body())
	}
	return p.end(begin)
}

// through translates a block that runs once where it stands.
func (p *Program) through(b *ir.Block) {
	if b == nil {
		return
	}
	for op := range b.Ops() {
		p.step(op)
	}
}

// synchronize translates an operation that issues, commits or waits, and reports whether op is one.
func (p *Program) synchronize(op *ir.Op) bool {
	force := p.force(op)
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
		p.commit(op, effect).Alone = true
		return true
	}
	switch {
	case p.queueOfTasks(op), p.promise(op):
	case async.IsLazy(p.Look.Callee(op)):
		p.postponed(op)
	case op.IsAsync():
		p.flight(op, effect)
	case op.Awaits():
		p.await(op, force)
	case op.Is(async.AddToGroup) || source.IsPool(op):
		p.emit(p.add(PoolNode, op))
	default:
		return false
	}
	return true
}

func (p *Program) unsupported(op *ir.Op, format string, args ...any) {
	p.Errs.Add(op.Errorf(CodeUnsupported, format, args...))
}

// flight translates an asynchronous operation: its body, the function that it calls, or its own accesses.
// These happen at any moment after its issue.
func (p *Program) flight(op *ir.Op, effect ir.QueueEffect) *Node {
	n := p.emit(p.addQueued(AsyncNode, op))
	n.Unit = effect.Unit
	p.startBehindQueue(n)
	n.Sync = p.Look.BodySyncs(op) || p.Look.CalleeSyncs(op)
	p.scopes = append(p.scopes, op)
	n.Body = p.asyncBody(op)
	p.scopes = p.scopes[:len(p.scopes)-1]
	unfolded := p.Look.Unfold && holds(n.Body, LoopNode, ParallelNode)
	n.Sync = n.Sync || holds(n.Body, GraphNode, CutNode) || unfolded || p.chooses(n.Body)
	if n.Gathers = n.Sync &&
		(mayAwait(n.Body) || unfolded || asksNames(n.Body) ||
			slices.ContainsFunc(op.Operands(), source.BringsToken)); n.Sync &&
		!n.Gathers {
		p.Listen()
		p.fill(n, p.accesses(op))
	}
	n.Own = effect.Kind == ir.NoQueueEffect
	p.inParts(n)
	return n
}

func (p *Program) asyncBody(op *ir.Op) []*Node {
	if op.NumRegions() > 0 {
		return p.released(op, func() []*Node { return p.region(op, op.Region(0), nil) })
	}
	begin := p.begin()
	switch {
	case op.Def().Callee != nil:
		p.call(op)
	case !op.Is(gpu.Wait): // gpu.wait accesses nothing
		p.access(op)
	}
	return p.end(begin)
}

// mayAwait reports whether the nodes may wait for tokens. Then accesses before and after such a wait must be
// kept apart.
func mayAwait(nodes []*Node) bool {
	return slices.ContainsFunc(nodes, func(n *Node) bool {
		return n.Kind == AwaitNode || n.Kind == CallNode || n.Kind == GraphNode || n.Kind == CutNode ||
			n.Kind == PoolNode || n.Kind == ForceNode || n.Own || n.queued != nil && len(n.Tokens) > 0 ||
			n.anyPart(mayAwait)
	})
}

// holds reports whether some node among nodes, or inside them, has one of the kinds.
func holds(nodes []*Node, kinds ...kind) bool {
	return slices.ContainsFunc(nodes, func(n *Node) bool {
		found := slices.Contains(kinds, n.Kind)
		n.Each(func(inner *Node) { found = found || slices.Contains(kinds, inner.Kind) })
		return found
	})
}

// await translates an operation that first waits for tokens. force is the node that starts lazy tasks for it,
// nil if there is none.
func (p *Program) await(op *ir.Op, force *Node) {
	n := p.emit(p.addQueued(AwaitNode, op))
	n.Queue, n.Wait = source.NoQueue, p.Look.Waits.number(n)
	if force != nil {
		force.Starter = n.Wait + 1
	}
	if op.Def().Effects != nil {
		p.access(op)
	}
}

func (p *Program) alloc(op *ir.Op) {
	n := p.emit(p.add(AllocNode, op))
	if n.Makes = p.Buffer(op.Result(0)); n.Makes.Alloc == 0 {
		p.allocs++
		n.Makes.Alloc = p.allocs
	}
	p.noteStack(n)
}

func (p *Program) commit(op *ir.Op, effect ir.QueueEffect) *Node {
	n := p.emit(p.addQueued(CommitNode, op))
	n.Queue, n.Unit = source.QueueNumber(effect.Queue), effect.Unit
	return n
}

func (p *Program) wait(op *ir.Op, effect ir.QueueEffect) {
	n := p.emit(p.addQueued(WaitNode, op))
	n.Queue, n.Count, n.Dynamic, n.Token = source.QueueNumber(effect.Queue), effect.Count, effect.Dynamic,
		effect.Token
	n.Wait = p.Look.Waits.number(n)
	if n.Dynamic != nil {
		p.both(func() (analysis.Linear, bool) { return p.Ev.Eval(n.Dynamic), true })
	}
}

// access translates the accesses of an operation as a whole.
func (p *Program) access(op *ir.Op) {
	if names := p.namesIn(op); len(names) > 0 {
		p.phases(op, names, map[*ir.Value]*ir.Value{}, 1, func() { p.accessNamed(op) })
		return
	}
	p.accessNamed(op)
}

// accessNamed translates an operation whose names of buffers the frame resolves.
func (p *Program) accessNamed(op *ir.Op) {
	n := p.add(AccessNode, op)
	defer p.within(n.Frame)()
	p.Listen()
	if n.Around == nil || p.Look.Distances {
		p.fill(n, p.accesses(op)) // the template has no variables
	} else {
		followed := p.Ev.Follow(op, n.isVariable)
		p.fill(n, followed.Accesses)
		n.followed = followed
	}
	if len(n.Template) > 0 {
		p.emit(n)
	}
}

// How many activations of a function are inlined at a time. If a function calls itself in several places, its
// skeleton grows exponentially with the depth, otherwise linearly.
const (
	maxDepth      = 4
	maxLineDepth  = 24
	maxLineInline = 1 << 12 // operations in all activations
)

// depthOf returns how many activations of a function are inlined.
func (p *Program) depthOf(fn *ir.Op) int {
	calls, ops := 0, 0
	for op := range fn.Walk() {
		ops++
		if callee := p.Look.Callee(op); callee != nil && p.active(callee) > 0 {
			calls++
		}
	}
	if calls > 1 {
		return maxDepth
	}
	return max(maxDepth, min(maxLineDepth, maxLineInline/ops))
}

func (p *Program) call(op *ir.Op) {
	fn := p.Look.Callee(op)
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
		p.emit(p.add(CutNode, op))
	case active > 0 && returnsNumbers(op) && !p.Look.Touches(op):
	case active > 0 && !p.Look.Syncs(fn):
		p.access(op)
	default:
		p.inline(op, fn)
	}
}

// returnsNumbers reports whether an operation returns numbers alone.
func returnsNumbers(op *ir.Op) bool {
	return !slices.ContainsFunc(op.Results(), func(v *ir.Value) bool {
		switch v.Type().(type) {
		case *ir.IntegerType, *ir.IndexType, *ir.FloatType:
			return false
		}
		return true
	})
}

// inline translates a call of a function.
func (p *Program) inline(op, fn *ir.Op) {
	n := p.emit(p.add(CallNode, op))
	f := &frame{Fn: fn, Call: op, Up: p.frame, buffers: map[*ir.Value]bufferRef{}}
	p.repeated[fn] = p.repeated[fn] || p.inlined(fn) || p.around != nil
	outer := map[*ir.Value]analysis.Linear{}
	for i, param := range fn.Body().Args() {
		arg := op.Operand(i)
		if _, ok := arg.Type().(*ir.MemRefType); ok {
			ref := bufferRef{root: p.Ev.Root(arg), part: source.IsPart(arg)}
			if ref.part && source.IsFixedPart(arg) {
				ref.view = arg
			}
			f.buffers[param] = ref
			continue
		}
		p.bindable[param] = true
		if was, ok := p.forms[param]; ok {
			outer[param] = was
		}
		p.forms[param] = p.Ev.Eval(arg)
	}
	p.frame = f
	p.bindAll(op.Results())
	n.Body = p.released(fn, func() []*Node { return p.region(op, fn.Region(0), op.Results()) })
	p.frame = f.Up
	maps.Copy(p.forms, outer)
}

// inlined reports whether a call of fn was inlined before.
func (p *Program) inlined(fn *ir.Op) bool {
	return slices.ContainsFunc(p.Nodes, func(n *Node) bool {
		return n.Kind == CallNode && n.Frame.Fn != fn && p.Look.Callee(n.Op) == fn
	})
}

// active returns how many activations of fn are around the current place.
func (p *Program) active(fn *ir.Op) int {
	n := 0
	for f := p.frame; f != nil; f = f.Up {
		if f.Fn == fn {
			n++
		}
	}
	return n
}

func (p *Program) loop(op *ir.Op) {
	l := op.Def().Loop
	if l.Parallel || l.Dims(op) != 1 {
		p.parallel(op)
		return
	}
	n := p.emit(p.add(LoopNode, op))
	n.counted = &counted{Iv: l.InductionVar(op, 0), Shape: &loopShape{}}
	n.Sync = true
	if l.Inits != nil {
		n.Inits, n.Args = l.Inits(op)
	}
	r := p.LoopRange(n)
	if r.LowerKnown {
		n.Lower = r.Lower
		_, n.free, _ = p.both(func() (analysis.Linear, bool) { return p.LoopRange(n).Lower, true })
	}
	n.Trip = p.constantTrip(n)
	p.repeats[op.Body()] = true
	p.bindable[n.Iv] = true
	n.Sym, p.forms[n.Iv] = p.counterOf(n)
	for i, a := range n.Args {
		p.bindable[a] = true
		if i < op.NumResults() {
			p.bindable[op.Result(i)] = true
		}
	}
	p.around = n
	p.noteRotations(n)
	n.Body, n.Stack = p.inScope(op, func() []*Node { return p.block(op.Body()) })
	p.around = n.Around
}

// parallel translates a parallel loop. One iteration stands for all, as a thread of control that the loop
// waits for. If loops are unfolded and the loop has few iterations, each iteration is one.
func (p *Program) parallel(op *ir.Op) {
	n := p.emit(p.add(ParallelNode, op))
	if k := kernel.Iterations(op); op.Def().Loop.Parallel && k.Why == "" && k.Threads() <= fewMembers {
		p.Look.Folds, p.Look.FoldsMembers = true, true
		if p.Look.Unfold {
			n.Members = k
			for v := range k.Ids {
				p.bindable[v] = true
			}
		}
	}
	n.Sync, n.Gathers = true, true
	p.repeats[op.Body()] = true
	p.bindAll(op.Results())
	p.scopes = append(p.scopes, op)
	n.Body = p.released(op, func() []*Node { return p.block(op.Body()) })
	p.scopes = p.scopes[:len(p.scopes)-1]
}

// unfolds reports whether a loop without synchronization is executed instead of summarized. In asynchronous
// operations only the loops of called functions are, where the call passes the bounds and subscripts are hard
// to summarize, and loops that choose between buffers.
func (p *Program) unfolds(op *ir.Op) bool {
	l := op.Def().Loop
	if l.Dims(op) != 1 && !l.Parallel {
		return false
	}
	switch {
	case p.choosesIn(op):
		p.Look.FoldsMembers = true
	case len(p.scopes) > 0 && p.frame.Up == nil:
		return false
	}
	p.Look.Folds = true
	return p.Look.Unfold
}

// fewMembers is the largest number of iterations of a parallel loop that are executed one by one.
const fewMembers = 64

// LoopRange evaluates the bounds of a loop. The evaluator's LoopRange continues the evaluation before it, so
// that a new evaluation must begin first.
func (p *Program) LoopRange(n *Node) analysis.Trip {
	p.Ev.Eval(n.Iv)
	return p.Ev.LoopRange(n.Op.Def().Loop.Bounds(n.Op, 0))
}

// counterOf returns the symbol that counts the iterations of a loop, and the template of the induction
// variable. The symbol is the variable itself if the lower bound is a number, otherwise a counter from the
// lower bound on.
func (p *Program) counterOf(n *Node) (*analysis.Symbol, analysis.Linear) {
	if n.Lower.IsConst() {
		return p.Ev.SymbolOf(n.Iv), p.Ev.Of(n.Iv)
	}
	counter := p.Ev.Counter(n.Iv)
	return counter, n.Lower.Add(analysis.Linear{Terms: []analysis.Term{{Sym: counter, Coef: 1}}})
}

// constantTrip returns the range of a loop whose bounds depend on no size, parameter or iteration; otherwise
// nil.
func (p *Program) constantTrip(n *Node) *analysis.Trip {
	p.Listen()
	r := p.LoopRange(n)
	if len(p.Hear()) > 0 || !r.LowerKnown || !r.Lower.IsConst() || r.Trips < 0 {
		return nil
	}
	return &r
}

func (p *Program) condition(op *ir.Op) {
	n := p.emit(p.add(CondNode, op))
	n.Sync = p.Look.Syncs(op)
	n.choice = &choice{Test: p.TestOf(op), Branches: make([][]*Node, op.NumRegions())}
	for i, r := range op.Regions() {
		n.Branches[i] = p.block(r.Entry())
	}
	for _, v := range op.Results() {
		p.bindable[v] = true
	}
}
