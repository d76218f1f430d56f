package check

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
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
	waitNode     // waits for a queue
	awaitNode    // waits for tokens
	poolNode     // makes a group of tokens or adds to one
	callNode     // binds the parameters of a function and runs its body
	graphNode    // blocks with branches, or a loop with a condition
	parallelNode // one iteration of a parallel loop, for all
	fulfillNode  // ends a part of a task
	cutNode      // what is not followed any deeper
	releaseNode  // ends the life of memory on the stack
)

// node is one step of the skeleton. Calls are inlined, so that an operation may have several nodes. What only some kinds of
// nodes know is in parts that the others do not have.
type node struct {
	kind      kind
	sync      bool // holds synchronization
	async     bool // inside an asynchronous operation (the innermost one decides what it is private to)
	again     bool // in a graph: runs any number of times
	hot       bool // may conflict with an asynchronous operation
	carried   bool // the template depends on values that loops carry
	alone     bool // a commit that takes what was issued last only
	own       bool // no commit takes what it issues: it has a token of its own
	gathers   bool // what it accesses is gathered while its body runs
	continued bool // the next asyncNode is the next part of the same task

	id       int32
	op       *ir.Op
	around   *node // the innermost loop around it
	frame    *frame
	body     []*node   // of a loop, call or asynchronous operation
	makes    *buffer   // of an allocNode
	template []pattern // of an accessNode, and of an asyncNode with synchronization inside

	*accessing         // with the template
	*choice            // of a condNode
	*graph             // of a graphNode
	*counted           // of a loopNode
	stack      []*node // of a loopNode or releaseNode: what takes the memory that it releases
	members    *kernel // of a parallelNode: its iterations, where each is executed
	*queued            // of an asyncNode, commitNode, waitNode or awaitNode
}

// accessing is how the accesses of a node are found while the skeleton runs.
type accessing struct {
	deps     []*ir.Value       // what the template depends on
	opaque   []*ir.Value       // what it took for symbols because nothing explains them
	followed *analysis.Formula // the evaluation behind the template
	formula  *formula          // see formulaOf
	tried    bool
	memo     map[memoKey][]touch
}

// choice is what a condition decides.
type choice struct {
	test     *test
	branches [][]*node // one per region; nil is a region that does nothing
}

// counted is what a node that is a loop knows about it.
type counted struct {
	iv    *ir.Value
	sym   *analysis.Symbol // stands for iv in templates, or for iv - lower where lower is no number
	lower analysis.Linear  // template of the lower bound
	free  analysis.Linear  // the lower bound when sizes are not fixed
	trip  *analysis.Trip   // the range, where it is the same in all executions, for all sizes
	inits []*ir.Value
	args  []*ir.Value
	shape *loopShape
}

// queued is what a node that issues, commits or waits does to queues and tokens.
type queued struct {
	wait    int32   // the number of a waitNode or awaitNode
	unit    string  // of what is issued or committed
	tokens  []token // what it starts after, or waits for
	pooled  bool    // groups are among them
	behind  []token // the queue of tasks on which it takes its turn
	gives   []token // what it returns
	queue   int64
	count   int64
	dynamic *ir.Value // the count of a wait, when it is an operand
	token   *ir.Value // the token of a wait for one group
}

// frame is the activation of a function: what its memref parameters show.
type frame struct {
	fn      *ir.Op
	call    *ir.Op // nil for the function that is checked
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
	scales   map[*ir.Value]int64       // what sizes are divided by
	handed   map[*ir.Value][]*ir.Value // what the arcs of graphs give to a value
	turns    map[*ir.Block]bool        // blocks that may run more than once for one execution of the operation around them
	repeated map[*ir.Op]bool           // functions inlined more than once
	varying  map[*ir.Value]bool        // see variesKnown
	steady   bool                      // turns and repeated are complete
	// rotations are names that loops hand buffers round by
	rotations map[*ir.Value]rotation

	dims     map[dimKey]*ir.Value
	extents  map[*ir.Value]bool // the values of dims
	buffers  map[*ir.Value]*buffer
	numbered []*buffer   // all of them
	tokens   []*ir.Value // by their numbers
	numbers  map[*ir.Value]token
	payloads map[*ir.Value]token // of what values bring
	order    []*buffer           // in the order of their first access
	allocs   int                 // how many of them allocNodes make
	anywhere bool                // an asynchronous operation may touch any memory

	frame   *frame
	around  *node    // the innermost loop around the current place
	scopes  []*ir.Op // enclosing asynchronous operations
	stacks  []stack  // what releases memory at its end around the current place
	rest    []*node  // what takes the memory that the function releases
	again   bool     // the current place is in a block of a graph that may run again
	emitted []*node  // of the lists that have been begun, see begin
	heard   hearing
	errs    diag.List
	offset  int64 // the largest constant that a size is compared with
}

type dimKey struct {
	memref *ir.Value
	dim    int64
}

// build makes the skeleton of fn with the given sizes.
func (c *checker) build(fn *ir.Op, fixed map[*ir.Value]int64) *program {
	p := c.newProgram(fn, fixed)
	p.root, p.rest = p.inScope(fn, func() []*node { return p.region(fn, fn.Region(0), nil) })
	p.steady = true
	clear(p.varying)
	p.heat()
	p.root = p.prune(p.root)
	p.measure(p.root)
	for _, n := range p.nodes {
		if n.accessing != nil {
			for _, v := range n.deps {
				p.bake(v)
			}
		}
		if n.kind == loopNode {
			symbols(n.free, func(s *analysis.Symbol) { p.bake(s.Value) })
		}
	}
	p.ev.Invariant = func(v *ir.Value) bool { return !p.varies(v) }
	return p
}

// newProgram returns a skeleton without nodes.
func (c *checker) newProgram(fn *ir.Op, fixed map[*ir.Value]int64) *program {
	p := &program{
		c: c, fn: fn, fixed: fixed, frame: &frame{fn: fn}, ev: &analysis.Evaluator{},
		baked: map[*ir.Value]int64{}, forms: map[*ir.Value]analysis.Linear{}, bindable: map[*ir.Value]bool{},
		scales: map[*ir.Value]int64{}, handed: map[*ir.Value][]*ir.Value{}, turns: map[*ir.Block]bool{},
		repeated: map[*ir.Op]bool{}, varying: map[*ir.Value]bool{}, rotations: map[*ir.Value]rotation{},
		dims: map[dimKey]*ir.Value{}, extents: map[*ir.Value]bool{}, buffers: map[*ir.Value]*buffer{},
		numbers: map[*ir.Value]token{}, payloads: map[*ir.Value]token{},
	}
	p.lookup = p.template
	p.ev.OwnBuffer = p.isRotating
	p.ev.Bind, p.ev.Invariant, p.ev.Writes, p.ev.Reads = p.bind, p.noteOpaque, c.calls.launches.Writes, c.callsLibrary
	p.ev.Strict = c.strict
	return p
}

// template is the lookup while building.
func (p *program) template(v *ir.Value) (analysis.Linear, bool) {
	p.askBindable(v)
	l, ok := p.forms[v]
	return l, ok
}

func (p *program) bind(v *ir.Value) (analysis.Linear, bool) {
	w := p.canonical(v)
	if n, ok := p.fixed[w]; ok {
		if p.free {
			return p.ev.Of(w), true
		}
		p.heard.ask(w)
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

// hearing is what evaluations ask for while somebody listens.
type hearing struct {
	on     bool
	asked  []*ir.Value // each once
	opaque []*ir.Value // what nothing explains, while building
}

// listen begins a hearing.
func (p *program) listen() {
	p.heard.on, p.heard.asked, p.heard.opaque = true, p.heard.asked[:0], p.heard.opaque[:0]
}

// hear ends it and returns what was asked for.
func (p *program) hear() []*ir.Value {
	p.heard.on = false
	return p.heard.asked
}

func (h *hearing) ask(v *ir.Value) {
	if h.on && !slices.Contains(h.asked, v) {
		h.asked = append(h.asked, v)
	}
}

// askBindable notes that a value is asked for, if only running gives it.
func (p *program) askBindable(v *ir.Value) {
	if p.heard.on && p.bindable[v] {
		p.heard.ask(v)
	}
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
	if !p.steady {
		clear(p.varying) // what runs more than once may have been found since
	}
	return p.variesKnown(v)
}

// variesKnown is varies, for each value once.
func (p *program) variesKnown(v *ir.Value) bool {
	is, known := p.varying[v]
	if !known {
		is = p.computesVarying(v)
		p.varying[v] = is
	}
	return is
}

// isComputed reports whether the results of an operation are computed from its operands alone. A division is, though it is not
// pure: it may fail.
func isComputed(op *ir.Op) bool { return op.Has(ir.Pure) || op.NumRegions() == 0 && op.IsEffectFree() }

// computesVarying reports whether v is computed from values that vary, or stands where something runs more than once.
func (p *program) computesVarying(v *ir.Value) bool {
	if _, constant := ir.ConstInt(v); constant {
		return false // wherever it stands
	}
	if op := v.DefiningOp(); op != nil && op.NumRegions() == 0 && op.NumOperands() > 0 && isComputed(op) {
		return slices.ContainsFunc(op.Operands(), p.variesKnown)
	}
	block := v.ParentBlock()
	if block == nil {
		return true
	}
	for block != nil {
		op := block.ParentOp()
		if p.turns[block] || p.repeated[op] {
			return true
		}
		if op == nil || op == p.fn {
			return false
		}
		block = op.Block()
	}
	return false
}

// add makes a node that stands at the current place.
func (p *program) add(k kind, op *ir.Op) *node {
	n := &node{
		kind: k, op: op, id: int32(len(p.nodes)), frame: p.frame, around: p.around, again: p.again, async: len(p.scopes) > 0,
	}
	p.nodes = append(p.nodes, n)
	return n
}

// addQueued makes a node that issues, commits or waits.
func (p *program) addQueued(k kind, op *ir.Op) *node {
	n := p.add(k, op)
	n.queued = &queued{}
	waited := op.AsyncDependencies()
	n.tokens, n.pooled = p.tokenNumbers(waited), slices.ContainsFunc(waited, isTokenGroup)
	n.gives = p.tokenNumbers(slices.DeleteFunc(op.Results(), func(v *ir.Value) bool { return !isToken(v) }))
	return n
}
