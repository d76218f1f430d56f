package check

import (
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
	cutNode      // what is not followed any deeper
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
	followed *analysis.Formula // the evaluation behind the template
	opaque   []*ir.Value       // what it took for symbols because nothing explains them
	formula  *formula          // see formulaOf
	tried    bool

	// allocNode
	buffer int // see touch.buffer

	// condNode
	test *test

	// graphNode
	basics []*basic
	enters arc  // what the first block receives
	turns  bool // control may come back to a block

	// parallelNode: its iterations, where each is executed
	members *kernel

	again bool // in a graph: runs any number of times

	*counted // of a loopNode, nil for others

	// asyncNode
	hides map[*ir.Value]bool // memo of private

	// asyncNode, commitNode
	unit  string
	alone bool // commits what was issued last only
	own   bool // no commit takes what is issued: it has a token of its own

	// asyncNode, awaitNode
	tokens []*ir.Value // what it starts after, or waits for

	// asyncNode: what it accesses is gathered while its body runs
	gathers bool

	// commitNode, waitNode
	queue   int64
	count   int64
	dynamic *ir.Value // the count of a wait, when it is an operand
	token   *ir.Value // the token of a wait for one group
}

// counted is what a node that is a loop knows about it.
type counted struct {
	iv    *ir.Value
	sym   *analysis.Symbol // stands for iv - lower in templates
	lower analysis.Linear  // template of the lower bound
	free  analysis.Linear  // the lower bound when sizes are not fixed
	trip  *analysis.Trip   // the range, where it is the same in all executions, for all sizes
	inits []*ir.Value
	args  []*ir.Value
	stack []*node // what takes memory that an iteration releases at its end
	shape *loopShape
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
	slab  []node // where nodes come from
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
	scales   map[*ir.Value]int64 // what sizes are divided by
	turns    map[*ir.Block]bool  // blocks that may run more than once for one execution of the operation around them
	repeated map[*ir.Op]bool     // functions inlined more than once
	dims     map[dimKey]*ir.Value
	extents  map[*ir.Value]bool // the values of dims
	allocs   map[*ir.Value]int  // the buffers that allocNodes make, numbered from 1

	frame       *frame
	loops       []*node
	scopes      []*ir.Op                  // enclosing asynchronous operations
	handed      map[*ir.Value][]*ir.Value // what the arcs of graphs give to a value
	again       bool                      // the current place is in a block of a graph that may run again
	asked       func(*ir.Value)
	unexplained func(*ir.Value) // what nothing explains, while building
	errs        diag.List
	offset      int64               // the largest constant that a size is compared with
	tracked     map[*ir.Value]bool  // buffers whose versions are counted
	order       []*ir.Value         // buffers in the order of their first access
	slots       map[*ir.Value]slots // leading subscripts of a buffer

	// asynchronous has the buffers that asynchronous operations touch, true for those that they write; anywhere says
	// that one may touch any memory.
	asynchronous map[*ir.Value]bool
	anywhere     bool
}

type dimKey struct {
	memref *ir.Value
	dim    int64
}

// build makes the skeleton of fn with the given sizes.
func (c *checker) build(fn *ir.Op, fixed map[*ir.Value]int64) *program {
	p := c.newProgram(fn, fixed)
	p.root = p.region(fn, fn.Region(0), nil)
	p.chooseTracked()
	p.heat()
	p.root = p.prune(p.root)
	p.measure(p.root)
	for _, n := range p.nodes {
		for _, v := range n.deps {
			p.bake(v)
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
		c: c, fn: fn, ev: &analysis.Evaluator{}, fixed: fixed, baked: map[*ir.Value]int64{},
		forms: map[*ir.Value]analysis.Linear{}, bindable: map[*ir.Value]bool{}, turns: map[*ir.Block]bool{}, scales: map[*ir.Value]int64{}, handed: map[*ir.Value][]*ir.Value{},
		repeated: map[*ir.Op]bool{}, dims: map[dimKey]*ir.Value{}, extents: map[*ir.Value]bool{}, allocs: map[*ir.Value]int{},
		tracked: map[*ir.Value]bool{}, slots: map[*ir.Value]slots{}, frame: &frame{fn: fn},
	}
	p.ev.Bind, p.ev.Invariant = p.bind, p.noteOpaque
	p.lookup = func(v *ir.Value) (analysis.Linear, bool) {
		if p.asked != nil && p.bindable[v] {
			p.asked(v)
		}
		l, ok := p.forms[v]
		return l, ok
	}
	return p
}

func (p *program) bind(v *ir.Value) (analysis.Linear, bool) {
	w := p.canonical(v)
	if n, ok := p.fixed[w]; ok {
		if p.free {
			return p.ev.Of(w), true
		}
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
	if len(p.slab) == 0 {
		p.slab = make([]node, 16)
	}
	n := &p.slab[0]
	p.slab = p.slab[1:]
	*n = node{kind: k, op: op, id: len(p.nodes), frame: p.frame, loops: p.loops, again: p.again, async: len(p.scopes) > 0}
	if k == loopNode {
		n.counted = &counted{shape: &loopShape{}}
	}
	p.nodes = append(p.nodes, n)
	return n
}
