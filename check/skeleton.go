package check

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// The operations that the checker knows by name: those of the pipeline dialect, and cp.async in MLIR's two spellings.
const (
	opBlock       = "pipeline.block"
	opAsyncScope  = "pipeline.async_scope"
	opCommitQueue = "pipeline.commit_queue"
	opWaitQueue   = "pipeline.wait_queue"
	opCommitStage = "pipeline.async_commit_stage"
	opWaitStage   = "pipeline.async_wait_stage"
	opDmaCopy     = "pipeline.dma_copy"
	opDmaGroup    = "pipeline.dma_group"
	opDmaWait     = "pipeline.dma_wait"
	opAsyncCopy   = "nvgpu.device_async_copy"
	opCreateGroup = "nvgpu.device_async_create_group"
	opTokenWait   = "nvgpu.device_async_wait"
	opCopyCommit  = "nvvm.cp.async.commit.group"
	opCopyWait    = "nvvm.cp.async.wait.group"
)

// kind says what a node of the skeleton does.
type kind uint8

const (
	accessNode kind = iota // touches memory: one operation or a summarized loop
	allocNode              // makes a buffer
	condNode               // runs at most one of its branches
	loopNode               // a counted loop that holds synchronization
	asyncNode              // issues an asynchronous operation
	commitNode
	waitNode
	callNode // binds the parameters of a function and runs its body
)

// node is one step of the skeleton. Calls are inlined, so that an operation may have several nodes.
type node struct {
	kind     kind
	op       *ir.Op
	id       int
	body     []*node   // of a loop, call or asynchronous operation
	branches [][]*node // of a condition, one per region; nil is a region that does nothing
	frame    *frame
	loops    []*node // the enclosing loop nodes, outermost first

	sync  bool // holds synchronization
	async bool // inside an asynchronous operation (the innermost one decides what it is private to)

	// accessNode, and asyncNode with synchronization inside
	template []analysis.Access
	hot      bool // may conflict with an asynchronous operation
	carried  bool // the template depends on values that loops carry
	deps     []*ir.Value
	memo     map[memoKey][]touch
	formula  *formula // see formulaOf
	tried    bool
	puts     map[memoKey][]touch // memo of formula

	// condNode
	test *test

	// loopNode
	iv    *ir.Value
	sym   *analysis.Symbol // stands for iv - lower in templates
	lower analysis.Linear  // template of the lower bound
	free  analysis.Linear  // the lower bound when sizes are not fixed
	inits []*ir.Value
	args  []*ir.Value
	shape *loopShape

	// asyncNode
	hides map[*ir.Value]bool // memo of private

	// asyncNode, commitNode
	unit  unit
	alone bool // commits what was issued last only

	// commitNode, waitNode
	queue   int64
	count   int64
	dynamic *ir.Value // the count of a wait, when it is an operand
	token   *ir.Value // the token of a wait for one group
}

// frame is the activation of a function: what its memref parameters show.
type frame struct {
	fn      *ir.Op
	up      *frame
	buffers map[*ir.Value]bufferRef
}

// bufferRef is the buffer a parameter shows; part when it is a piece of it.
type bufferRef struct {
	root *ir.Value
	part bool
}

// program is the skeleton of one function for given sizes.
type program struct {
	c     *checker
	fn    *ir.Op
	root  []*node
	nodes []*node
	ev    *analysis.Evaluator
	// fixed holds the sizes that are tried; free ignores them.
	fixed map[*ir.Value]int64
	free  bool
	// baked holds the sizes that templates depend on: only for equal ones the skeleton can be used again.
	baked map[*ir.Value]int64
	// lookup gives the value of induction variables and parameters: templates while building, numbers while running.
	lookup func(*ir.Value) (analysis.Linear, bool)
	// forms are the templates; bindable holds the values that only running gives.
	forms    map[*ir.Value]analysis.Linear
	bindable map[*ir.Value]bool
	loopOps  map[*ir.Op]bool
	repeated map[*ir.Op]bool // functions inlined more than once
	dims     map[dimKey]*ir.Value
	extents  map[*ir.Value]bool // the values of dims

	frame   *frame
	loops   []*node
	scopes  []*ir.Op // enclosing asynchronous operations
	asked   func(*ir.Value)
	errs    diag.List
	offset  int64               // the largest constant that a size is compared with
	tracked map[*ir.Value]bool  // buffers whose versions are counted
	order   []*ir.Value         // buffers in the order of their first access
	slots   map[*ir.Value]slots // leading subscripts of a buffer

	// asynchronous has the buffers that asynchronous operations touch, true for those that they write; anywhere says
	// that one may touch any memory.
	asynchronous map[*ir.Value]bool
	anywhere     bool
}

// slots says how the leading dimension of a buffer is used.
type slots struct {
	seen   bool
	first  analysis.Linear
	single bool // every access has one leading subscript
	many   bool // not always the same one
}

type dimKey struct {
	memref *ir.Value
	dim    int64
}

// build makes the skeleton of fn with the given sizes.
func (c *checker) build(fn *ir.Op, fixed map[*ir.Value]int64) *program {
	p := &program{
		c: c, fn: fn, ev: &analysis.Evaluator{}, fixed: fixed, baked: map[*ir.Value]int64{},
		forms: map[*ir.Value]analysis.Linear{}, bindable: map[*ir.Value]bool{}, loopOps: map[*ir.Op]bool{},
		repeated: map[*ir.Op]bool{}, dims: map[dimKey]*ir.Value{}, extents: map[*ir.Value]bool{},
		tracked: map[*ir.Value]bool{}, slots: map[*ir.Value]slots{}, frame: &frame{fn: fn},
	}
	p.ev.Bind = p.bind
	p.lookup = func(v *ir.Value) (analysis.Linear, bool) {
		if p.asked != nil && p.bindable[v] {
			p.asked(v)
		}
		l, ok := p.forms[v]
		return l, ok
	}
	p.root = p.block(fn.Body())
	p.chooseTracked()
	p.heat()
	p.root = p.prune(p.root)
	p.measure(p.root)
	for _, n := range p.nodes {
		for _, v := range n.deps {
			p.bake(v)
		}
		symbols(n.free, func(s *analysis.Symbol) { p.bake(s.Value) })
	}
	p.ev.Invariant = func(v *ir.Value) bool { return !p.varies(v) }
	return p
}

func (p *program) bind(v *ir.Value) (analysis.Linear, bool) {
	w := p.canonical(v)
	if n, ok := p.fixed[w]; ok && !p.free {
		if p.asked != nil {
			p.asked(w)
		}
		return analysis.Const(n), true
	}
	if l, ok := p.lookup(w); ok {
		return l, true
	}
	if p.extents[w] {
		return p.ev.Of(w), true
	}
	return analysis.Linear{}, false
}

// canonical returns one value for all memref.dim of the same dynamic extent of a parameter.
func (p *program) canonical(v *ir.Value) *ir.Value {
	op := v.DefiningOp()
	if op == nil || op.Name() != "memref.dim" || op.NumOperands() != 2 {
		return v
	}
	d, ok := ir.ConstInt(op.Operand(1))
	t, ranked := op.Operand(0).Type().(*ir.MemRefType)
	if !ok || !ranked || d < 0 || d >= int64(len(t.Shape)) || t.Shape[d] != ir.Dynamic || !op.Operand(0).IsArgument() {
		return v
	}
	k := dimKey{op.Operand(0), d}
	if p.dims[k] == nil {
		p.dims[k] = v
		p.extents[v] = true
	}
	return p.dims[k]
}

// bake notes that the skeleton depends on the value of v, if it is a size.
func (p *program) bake(v *ir.Value) {
	if n, ok := p.fixed[v]; ok {
		p.baked[v] = n
	}
}

// serves reports whether the skeleton can be used for other sizes.
func (p *program) serves(fixed map[*ir.Value]int64) bool {
	if len(fixed) != len(p.fixed) {
		return false
	}
	for v, n := range p.baked {
		if fixed[v] != n {
			return false
		}
	}
	return true
}

// varies reports whether v may have different values during one execution of the function.
func (p *program) varies(v *ir.Value) bool {
	block := v.ParentBlock()
	if block == nil {
		return true
	}
	for op := block.ParentOp(); op != nil; op = op.Parent() {
		if p.loopOps[op] || p.repeated[op] {
			return true
		}
		if op == p.fn {
			return false
		}
	}
	return false
}

// add makes a node that stands at the current place.
func (p *program) add(k kind, op *ir.Op) *node {
	n := &node{kind: k, op: op, id: len(p.nodes), frame: p.frame, loops: slices.Clone(p.loops), async: len(p.scopes) > 0}
	if k == loopNode {
		n.shape = &loopShape{}
	}
	p.nodes = append(p.nodes, n)
	return n
}

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
	switch op.Name() {
	case opAsyncScope:
		return p.asyncScope(op)
	case opCommitQueue, opCommitStage, opDmaGroup, opCreateGroup, opCopyCommit:
		return append(p.block(op.Body()), p.commit(op))
	case opWaitQueue, opWaitStage, opDmaWait, opTokenWait, opCopyWait:
		return append([]*node{p.wait(op)}, p.block(op.Body())...)
	case opAsyncCopy:
		return []*node{p.asyncCopy(op)}
	case opDmaCopy:
		return p.blockCopy(op)
	case opBlock:
		if p.c.syncs(op) || hasBranch(op) {
			return p.block(op.Body())
		}
		return p.access(op)
	}
	def := op.Def()
	switch {
	case op.Has(ir.Pure):
		return nil
	case def.Callee != nil:
		return p.call(op)
	case def.Loop != nil && p.c.syncs(op):
		return p.loop(op)
	case through(op):
		return p.block(op.Body())
	case isBranch(op):
		return p.condition(op)
	case op.NumRegions() > 0 && p.c.syncs(op):
		return p.unsupported(op, "synchronization inside '%s' cannot be followed", op.Name())
	case allocates(op):
		return []*node{p.add(allocNode, op)}
	}
	return p.access(op)
}

func (p *program) unsupported(op *ir.Op, format string, args ...any) []*node {
	p.errs.Add(op.Errorf(CodeUnsupported, format, args...))
	return nil
}

func (p *program) asyncScope(op *ir.Op) []*node {
	n := p.add(asyncNode, op)
	n.sync = p.c.bodySyncs(op)
	p.scopes = append(p.scopes, op)
	n.body = p.block(op.Body())
	p.scopes = p.scopes[:len(p.scopes)-1]
	if n.sync {
		p.fill(n, func() []analysis.Access { return p.ev.Accesses(op) })
	}
	return []*node{n}
}

func (p *program) commit(op *ir.Op) *node {
	n := p.add(commitNode, op)
	n.queue, n.unit = queueOf(op), unitOf(op)
	return n
}

func (p *program) wait(op *ir.Op) *node {
	n := p.add(waitNode, op)
	n.queue = queueOf(op)
	var ok bool
	if n.count, ok = countOf(op); ok || op.NumOperands() == 0 {
		return n
	}
	if n.dynamic = op.Operand(0); !isInteger(n.dynamic) {
		n.dynamic, n.token = nil, n.dynamic
	} else {
		p.both(func() (analysis.Linear, bool) { return p.ev.Eval(n.dynamic), true })
	}
	return n
}

// access translates an operation that is taken as a whole.
func (p *program) access(op *ir.Op) []*node {
	n := p.add(accessNode, op)
	p.fill(n, func() []analysis.Access { return p.ev.Accesses(op) })
	if len(n.template) == 0 {
		return nil
	}
	return []*node{n}
}

// fill computes the template of a node and what it depends on.
func (p *program) fill(n *node, accesses func() []analysis.Access) {
	p.asked = func(v *ir.Value) {
		if !slices.Contains(n.deps, v) {
			n.deps = append(n.deps, v)
		}
	}
	list := accesses()
	p.asked = nil
	n.template = make([]analysis.Access, 0, len(list))
	for _, a := range list {
		if a = p.resolve(n, a); a.Kind != ir.Allocate {
			n.template = append(n.template, a)
			p.note(&a)
		}
	}
}

// resolve replaces a parameter by the buffer that the call passes for it.
func (p *program) resolve(n *node, a analysis.Access) analysis.Access {
	for f := n.frame; f != nil && a.Buffer != nil; f = f.up {
		ref, ok := f.buffers[a.Buffer]
		if !ok {
			break
		}
		a.Buffer = ref.root
		if ref.part || ref.root == nil {
			a.Dims = nil
		}
	}
	return a
}

// note records how a buffer is used.
func (p *program) note(a *analysis.Access) {
	if a.Buffer == nil || a.Kind == ir.Free {
		return
	}
	s := p.slots[a.Buffer]
	if !s.seen {
		p.order = append(p.order, a.Buffer)
		s.single = true
	}
	if len(a.Dims) == 0 || a.Dims[0].Full || a.Dims[0].Lo != a.Dims[0].Hi {
		s.single = false
	} else {
		at := a.Dims[0].Base.AddConst(a.Dims[0].Lo)
		if !s.seen {
			s.first = at
		}
		s.many = s.many || !at.IsConst() || !at.Equal(s.first)
	}
	s.seen = true
	p.slots[a.Buffer] = s
}

// chooseTracked picks the buffers whose versions are counted: those that the function allocates.
func (p *program) chooseTracked() {
	for v := range p.slots {
		if op := v.DefiningOp(); op != nil && allocates(op) {
			p.tracked[v] = true
		}
	}
}

// heat marks the nodes that may conflict with an asynchronous operation.
func (p *program) heat() {
	p.asynchronous = map[*ir.Value]bool{}
	for _, n := range p.nodes {
		if n.async || n.kind == asyncNode {
			for i := range n.template {
				a := &n.template[i]
				p.asynchronous[a.Buffer] = p.asynchronous[a.Buffer] || a.Writes()
				p.anywhere = p.anywhere || a.Buffer == nil
			}
		}
	}
	for _, n := range p.nodes {
		n.hot = n.kind != accessNode || p.anywhere
		for i := range n.template {
			_, touched := p.asynchronous[n.template[i].Buffer]
			n.hot = n.hot || n.template[i].Buffer == nil || touched
		}
	}
}

// prune drops nodes that neither conflict with anything nor count for versions.
func (p *program) prune(nodes []*node) []*node {
	var kept []*node
	for _, n := range nodes {
		n.body = p.prune(n.body)
		keep := n.hot
		for i, b := range n.branches {
			n.branches[i] = p.prune(b)
			n.sync = n.sync || len(n.branches[i]) > 0
		}
		if n.kind == condNode {
			keep = n.sync || n.test.results
		}
		for i := range n.template {
			keep = keep || p.tracked[n.template[i].Buffer]
		}
		if keep {
			kept = append(kept, n)
		}
	}
	return kept
}

func (p *program) call(op *ir.Op) []*node {
	fn := p.c.callee(op)
	if fn == nil || fn.Body() == nil || len(fn.Region(0).Blocks()) != 1 || p.active(fn) || fn.Body().NumArgs() != op.NumOperands() {
		if p.c.syncs(op) {
			return p.unsupported(op, "a call to a function with synchronization that is recursive or has branches between blocks cannot be followed")
		}
		return p.access(op)
	}
	n := p.add(callNode, op)
	f := &frame{fn: fn, up: p.frame, buffers: map[*ir.Value]bufferRef{}}
	p.repeated[fn] = p.repeated[fn] || p.inlined(fn) || len(p.loops) > 0
	for i, param := range fn.Body().Args() {
		arg := op.Operand(i)
		if _, ok := arg.Type().(*ir.MemRefType); ok {
			f.buffers[param] = bufferRef{p.ev.Root(arg), isPart(arg)}
			continue
		}
		p.bindable[param] = true
		p.forms[param] = p.ev.Eval(arg)
	}
	p.frame = f
	n.body = p.block(fn.Body())
	p.frame = f.up
	return []*node{n}
}

// inlined reports whether fn was inlined before.
func (p *program) inlined(fn *ir.Op) bool {
	return slices.ContainsFunc(p.nodes, func(n *node) bool { return n.kind == callNode && n.frame.fn != fn && p.c.callee(n.op) == fn })
}

// active reports whether fn is being inlined already.
func (p *program) active(fn *ir.Op) bool {
	for f := p.frame; f != nil; f = f.up {
		if f.fn == fn {
			return true
		}
	}
	return false
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
		return p.unsupported(op, "synchronization inside the parallel loop '%s' cannot be followed", op.Name())
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
	p.loopOps[op] = true
	p.bindable[n.iv] = true
	p.forms[n.iv] = n.lower.Add(p.ev.Of(n.iv))
	for i, a := range n.args {
		p.bindable[a] = true
		if i < op.NumResults() {
			p.bindable[op.Result(i)] = true
		}
	}
	p.loops = append(p.loops, n)
	n.body = p.block(op.Body())
	p.loops = p.loops[:len(p.loops)-1]
	return []*node{n}
}

// loopRange evaluates the bounds of a loop. LoopRange continues an evaluation, so a new one is begun first.
func (p *program) loopRange(n *node) analysis.Trip {
	p.ev.Eval(n.iv)
	return p.ev.LoopRange(n.op.Def().Loop.Bounds(n.op, 0))
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

// through reports whether op runs its only region once.
func through(op *ir.Op) bool {
	switch {
	case op.NumRegions() != 1 || len(op.Region(0).Blocks()) != 1 || op.Def().Loop != nil:
		return false
	case op.Def().RegionSuccessors == nil:
		return op.Has(ir.RecursiveEffects)
	}
	next := op.Def().RegionSuccessors(op, -1)
	return len(next) == 1 && next[0].Region == 0 && leaves(op)
}

// isBranch reports whether op runs at most one of its regions, once.
func isBranch(op *ir.Op) bool {
	if op.Def().RegionSuccessors == nil || op.Def().Loop != nil || op.NumRegions() == 0 {
		return false
	}
	for _, r := range op.Regions() {
		if len(r.Blocks()) > 1 {
			return false
		}
	}
	return leaves(op) && !through(op)
}

// leaves reports whether control leaves op at the end of each of its regions.
func leaves(op *ir.Op) bool {
	for i := range op.Regions() {
		for _, s := range op.Def().RegionSuccessors(op, i) {
			if s.Region >= 0 {
				return false
			}
		}
	}
	return true
}

// hasBranch reports whether a condition is nested in op.
func hasBranch(op *ir.Op) bool {
	for inner := range op.Walk() {
		if isBranch(inner) {
			return true
		}
	}
	return false
}

// allocates reports whether op makes the buffer that it returns.
func allocates(op *ir.Op) bool {
	if op.Def().Effects == nil || op.NumResults() == 0 {
		return false
	}
	found := false
	op.Def().Effects(op, func(e ir.Effect) { found = found || e.Kind == ir.Allocate && e.Value == op.Result(0) })
	return found
}
