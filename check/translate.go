package check

import (
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

func (p *program) block(b *ir.Block) []*node {
	var nodes []*node
	if b == nil {
		return nil
	}
	for op := range b.Ops() {
		nodes = append(nodes, p.step(op)...)
	}
	return nodes
}

// step translates one operation.
func (p *program) step(op *ir.Op) []*node {
	if nodes, ok := p.synchronize(op); ok {
		return nodes
	}
	def := op.Def()
	switch {
	case op.Has(ir.Pure), isBarrier(op):
		return nil
	case op.Name() == opBlock:
		if p.c.syncs(op) || hasBranch(op) {
			return p.block(op.Body())
		}
		return p.access(op)
	case def.Callee != nil:
		return p.call(op)
	case boundTo(op) >= 0:
		p.turns[op.Body()] = true
		return p.block(op.Body()) // of any thread
	case def.Loop != nil && (p.c.syncs(op) || p.unfolds(op)):
		return p.loop(op)
	case through(op):
		return p.block(op.Body())
	case isWhile(op) && p.c.syncs(op):
		return p.whileLoop(op)
	case op.NumRegions() == 1 && op.Def().Loop == nil && len(op.Region(0).Blocks()) > 1 && p.c.syncs(op):
		p.bindAll(op.Results())
		return p.region(op, op.Region(0), op.Results())
	case isBranch(op):
		return p.condition(op)
	case op.NumRegions() > 0 && p.c.syncs(op):
		return p.unsupported(op, "synchronization inside '%s' cannot be followed", op.Name())
	case allocates(op):
		return []*node{p.alloc(op)}
	}
	return p.access(op)
}

// synchronize translates an operation that issues, commits or waits.
func (p *program) synchronize(op *ir.Op) ([]*node, bool) {
	effect := op.QueueEffect()
	switch effect.Kind {
	case ir.QueueCommit:
		return append(p.block(op.Body()), p.commit(op, effect)), true
	case ir.QueueWait:
		return append([]*node{p.wait(op, effect)}, p.block(op.Body())...), true
	case ir.QueueIssue:
		return []*node{p.flight(op, effect)}, true
	case ir.QueueSubmit:
		n := p.commit(op, effect)
		n.alone = true
		return []*node{p.flight(op, effect), n}, true
	}
	switch {
	case op.IsAsync():
		n := p.flight(op, effect)
		n.own = true
		return []*node{n}, true
	case isAwait(op):
		return p.await(op), true
	case op.Name() == opAddToGroup || isPool(op):
		return []*node{p.add(poolNode, op)}, true
	}
	return nil, false
}

// isPool reports whether op makes a group of tokens.
func isPool(op *ir.Op) bool {
	return op.NumResults() == 1 && op.Has(ir.Pure) && op.NumRegions() == 0 && isTokenGroup(op.Result(0))
}

func (p *program) unsupported(op *ir.Op, format string, args ...any) []*node {
	p.errs.Add(op.Errorf(CodeUnsupported, format, args...))
	return nil
}

// flight translates an operation that happens at any moment after its issue: its body, the function that it calls,
// or what it accesses itself.
func (p *program) flight(op *ir.Op, effect ir.QueueEffect) *node {
	n := p.add(asyncNode, op)
	n.unit, n.tokens = effect.Unit, op.AsyncDependencies()
	n.sync = p.c.bodySyncs(op) || p.c.calleeSyncs(op)
	p.scopes = append(p.scopes, op)
	switch {
	case op.NumRegions() > 0:
		n.body = p.region(op, op.Region(0), nil)
	case op.Def().Callee != nil:
		n.body = p.call(op)
	default:
		n.body = p.access(op)
	}
	p.scopes = p.scopes[:len(p.scopes)-1]
	n.sync = n.sync || holdsGraph(n.body)
	if n.gathers = n.sync && mayAwait(n.body); n.sync && !n.gathers {
		p.fill(n, func() []analysis.Access { return p.ev.Accesses(op) })
	}
	return n
}

// mayAwait reports whether what is done between waits for tokens, or in functions, has to be told apart.
func mayAwait(nodes []*node) bool {
	return slices.ContainsFunc(nodes, func(n *node) bool {
		return n.kind == awaitNode || n.kind == callNode || n.kind == graphNode || n.kind == cutNode || n.kind == poolNode || n.own || mayAwait(n.body) ||
			slices.ContainsFunc(n.branches, mayAwait)
	})
}

func holdsGraph(nodes []*node) bool {
	return slices.ContainsFunc(nodes, func(n *node) bool {
		found := n.kind == graphNode || n.kind == cutNode
		n.each(func(inner *node) { found = found || inner.kind == graphNode || inner.kind == cutNode })
		return found
	})
}

// await translates an operation that waits for tokens before anything else that it does.
func (p *program) await(op *ir.Op) []*node {
	n := p.add(awaitNode, op)
	n.tokens, n.queue = op.AsyncDependencies(), NoQueue
	nodes := []*node{n}
	if op.Def().Effects != nil {
		nodes = append(nodes, p.access(op)...)
	}
	return nodes
}

func (p *program) alloc(op *ir.Op) *node {
	n := p.add(allocNode, op)
	v := op.Result(0)
	if p.allocs[v] == 0 {
		p.allocs[v] = len(p.allocs) + 1
	}
	n.buffer = p.allocs[v]
	p.noteStack(n)
	return n
}

func (p *program) commit(op *ir.Op, effect ir.QueueEffect) *node {
	n := p.add(commitNode, op)
	n.queue, n.unit = queueNumber(effect.Queue), effect.Unit
	return n
}

func (p *program) wait(op *ir.Op, effect ir.QueueEffect) *node {
	n := p.add(waitNode, op)
	n.queue, n.count, n.dynamic, n.token = queueNumber(effect.Queue), effect.Count, effect.Dynamic, effect.Token
	if n.dynamic != nil {
		p.both(func() (analysis.Linear, bool) { return p.ev.Eval(n.dynamic), true })
	}
	return n
}

// access translates an operation that is taken as a whole.
func (p *program) access(op *ir.Op) []*node {
	n := p.add(accessNode, op)
	p.fill(n, func() []analysis.Access {
		n.followed = p.ev.Follow(op, n.isVariable)
		return n.followed.Accesses
	})
	if len(n.template) == 0 {
		return nil
	}
	return []*node{n}
}

// maxDepth is how many activations of one function are followed at a time.
const maxDepth = 4

func (p *program) call(op *ir.Op) []*node {
	fn := p.c.callee(op)
	switch {
	case fn == nil || fn.Body() == nil || fn.Body().NumArgs() != op.NumOperands():
		return p.access(op)
	case p.active(fn) >= maxDepth:
		return []*node{p.add(cutNode, op)}
	case p.active(fn) > 0 && !p.c.syncs(fn):
		return p.access(op)
	}
	n := p.add(callNode, op)
	f := &frame{fn: fn, up: p.frame, buffers: map[*ir.Value]bufferRef{}}
	p.repeated[fn] = p.repeated[fn] || p.inlined(fn) || len(p.loops) > 0
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
	n.body = p.region(op, fn.Region(0), op.Results())
	p.frame = f.up
	maps.Copy(p.forms, outer)
	return []*node{n}
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

func (p *program) loop(op *ir.Op) []*node {
	l := op.Def().Loop
	if l.Parallel || l.Dims(op) != 1 {
		return p.parallel(op)
	}
	n := p.add(loopNode, op)
	n.sync, n.iv = true, l.InductionVar(op, 0)
	n.sym = p.ev.SymbolOf(n.iv)
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
	p.forms[n.iv] = n.lower.Add(p.ev.Of(n.iv))
	for i, a := range n.args {
		p.bindable[a] = true
		if i < op.NumResults() {
			p.bindable[op.Result(i)] = true
		}
	}
	around := p.loops
	p.loops = append(slices.Clip(around), n) // nodes keep the list
	n.body = p.block(op.Body())
	p.loops = around
	return []*node{n}
}

// parallel translates a parallel loop: one iteration stands for all, as a thread that the loop waits for, or where loops are
// unfolded each of few for itself.
func (p *program) parallel(op *ir.Op) []*node {
	n := p.add(parallelNode, op)
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
	n.body = p.block(op.Body())
	p.scopes = p.scopes[:len(p.scopes)-1]
	return []*node{n}
}

// unfolds reports whether a loop without synchronization is executed all the same.
func (p *program) unfolds(op *ir.Op) bool {
	l := op.Def().Loop
	if l.Parallel || l.Dims(op) != 1 || len(p.scopes) > 0 {
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

// constantTrip returns the range of a loop whose bounds depend on no size, parameter or iteration, or nil.
func (p *program) constantTrip(n *node) *analysis.Trip {
	constant := true
	p.asked = func(*ir.Value) { constant = false }
	r := p.loopRange(n)
	p.asked = nil
	if !constant || !r.LowerKnown || !r.Lower.IsConst() || r.Trips < 0 {
		return nil
	}
	return &r
}

func (p *program) condition(op *ir.Op) []*node {
	n := p.add(condNode, op)
	n.sync = p.c.syncs(op)
	n.test = p.testOf(op)
	n.branches = make([][]*node, op.NumRegions())
	for i, r := range op.Regions() {
		n.branches[i] = p.block(r.Entry())
	}
	for _, v := range op.Results() {
		p.bindable[v] = true
	}
	return []*node{n}
}
