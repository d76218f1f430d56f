package skeleton

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/kernel"
	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// kind says what a node of the skeleton does.
type kind uint8

const (
	AccessNode kind = iota // touches memory: one operation or a summarized loop
	AllocNode              // makes a buffer
	CondNode               // runs at most one of its branches
	LoopNode               // a counted loop that holds synchronization
	AsyncNode              // issues an asynchronous operation
	CommitNode
	WaitNode     // waits for a queue
	AwaitNode    // waits for tokens
	PoolNode     // makes a group of tokens or adds to one
	CallNode     // binds the parameters of a function and runs its body
	GraphNode    // blocks with branches, or a loop with a condition
	ParallelNode // one iteration of a parallel loop, for all
	fulfillNode  // ends a part of a task
	CutNode      // what is not followed any deeper
	ReleaseNode  // ends the life of memory on the stack
)

// Node is one step of the skeleton. Calls are inlined, so that an operation may have several nodes. What only
// some kinds of nodes know is in parts that the others do not have.
type Node struct {
	Kind      kind
	Sync      bool // holds synchronization
	Async     bool // inside an asynchronous operation (the innermost one decides what it is private to)
	Again     bool // in a graph: runs any number of times
	Hot       bool // may conflict with an asynchronous operation
	Carried   bool // the template depends on values that loops carry
	Alone     bool // a commit that takes what was issued last only
	Own       bool // no commit takes what it issues: it has a token of its own
	Gathers   bool // what it accesses is gathered while its body runs
	Continued bool // the next asyncNode is the next part of the same task

	Id       int32
	Op       *ir.Op
	Around   *Node // the innermost loop around it
	Frame    *frame
	Body     []*Node   // of a loop, call or asynchronous operation
	Makes    *Buffer   // of an allocNode
	Template []pattern // of an accessNode, and of an asyncNode with synchronization inside

	*accessing                // with the template
	*choice                   // of a condNode
	*graph                    // of a graphNode
	*counted                  // of a loopNode
	Stack      []*Node        // of a loopNode or releaseNode: what takes the memory that it releases
	Members    *kernel.Kernel // of a parallelNode: its iterations, where each is executed
	*queued                   // of an asyncNode, commitNode, waitNode or awaitNode
}

// accessing is how the accesses of a node are found while the skeleton runs.
type accessing struct {
	Deps     []*ir.Value       // what the template depends on
	opaque   []*ir.Value       // what it took for symbols because nothing explains them
	followed *analysis.Formula // the evaluation behind the template
	Formula  *Formula          // see formulaOf
	Tried    bool
	Memo     map[MemoKey][]Touch
}

// choice is what a condition decides.
type choice struct {
	Test     *Test
	Branches [][]*Node // one per region; nil is a region that does nothing
}

// counted is what a node that is a loop knows about it.
type counted struct {
	Iv    *ir.Value
	Sym   *analysis.Symbol // stands for iv in templates, or for iv - lower where lower is no number
	Lower analysis.Linear  // template of the lower bound
	free  analysis.Linear  // the lower bound when sizes are not fixed
	Trip  *analysis.Trip   // the range, where it is the same in all executions, for all sizes
	Inits []*ir.Value
	Args  []*ir.Value
	Shape *loopShape
}

// queued is what a node that issues, commits or waits does to queues and tokens.
type queued struct {
	Wait    int32   // the number of a waitNode or awaitNode
	Unit    string  // of what is issued or committed
	Tokens  []Token // what it starts after, or waits for
	pooled  bool    // groups are among them
	Behind  []Token // the queue of tasks on which it starts after the task before
	Gives   []Token // what it returns
	Queue   int64
	Count   int64
	Dynamic *ir.Value // the count of a wait, when it is an operand
	Token   *ir.Value // the token of a wait for one group
}

// frame is the activation of a function: what its memref parameters show.
type frame struct {
	Fn      *ir.Op
	Call    *ir.Op // nil for the function that is checked
	Up      *frame
	buffers map[*ir.Value]bufferRef
}

// bufferRef is the buffer a parameter shows; part when it is a piece of it.
type bufferRef struct {
	root *ir.Value
	part bool
}

// Program is the skeleton of one function for given sizes.
type Program struct {
	Look  *Look
	Fn    *ir.Op
	Root  []*Node
	Nodes []*Node
	Ev    *analysis.Evaluator
	// fixed holds the sizes that are tried; free ignores them.
	Fixed map[*ir.Value]int64
	free  bool
	// baked holds the sizes that templates depend on: only for equal ones the skeleton can be used again.
	baked map[*ir.Value]int64
	// lookup gives the value of induction variables and parameters: templates while building, numbers while
	// running.
	Lookup func(*ir.Value) (analysis.Linear, bool)
	// forms are the templates; bindable holds the values that only running gives.
	forms    map[*ir.Value]analysis.Linear
	bindable map[*ir.Value]bool
	Scales   map[*ir.Value]int64       // what sizes are divided by
	handed   map[*ir.Value][]*ir.Value // what the arcs of graphs give to a value
	// blocks that may run more than once for one execution of the operation around them
	repeats  map[*ir.Block]bool
	repeated map[*ir.Op]bool    // functions inlined more than once
	varying  map[*ir.Value]bool // see variesKnown
	steady   bool               // both maps are complete
	// rotations are names that loops hand buffers round by
	rotations map[*ir.Value]rotation

	dims     map[dimKey]*ir.Value
	extents  map[*ir.Value]bool // the values of dims
	buffers  map[*ir.Value]*Buffer
	Numbered []*Buffer   // all of them
	Tokens   []*ir.Value // by their numbers
	numbers  map[*ir.Value]Token
	payloads map[*ir.Value]Token // of what values bring
	Order    []*Buffer           // in the order of their first access
	allocs   int                 // how many of them allocNodes make
	anywhere bool                // an asynchronous operation may touch any memory

	frame   *frame
	around  *Node    // the innermost loop around the current place
	scopes  []*ir.Op // enclosing asynchronous operations
	stacks  []stack  // what releases memory at its end around the current place
	Rest    []*Node  // what takes the memory that the function releases
	again   bool     // the current place is in a block of a graph that may run again
	emitted []*Node  // of the lists that have been begun, see begin
	heard   hearing
	Errs    diag.List
	Offset  int64 // the largest constant that a size is compared with
}

type dimKey struct {
	memref *ir.Value
	dim    int64
}

// Build makes the skeleton of fn with the given sizes.
func (l *Look) Build(fn *ir.Op, fixed map[*ir.Value]int64) *Program {
	p := New(l, fn, fixed)
	p.Root, p.Rest = p.inScope(fn, func() []*Node { return p.region(fn, fn.Region(0), nil) })
	p.steady = true
	clear(p.varying)
	p.heat()
	p.Root = p.prune(p.Root)
	p.measure(p.Root)
	for _, n := range p.Nodes {
		if n.accessing != nil {
			for _, v := range n.Deps {
				p.bake(v)
			}
		}
		if n.Kind == LoopNode {
			Symbols(n.free, func(s *analysis.Symbol) { p.bake(s.Value) })
		}
	}
	p.Ev.Invariant = func(v *ir.Value) bool { return !p.Varies(v) }
	return p
}

// New returns a skeleton without nodes.
func New(l *Look, fn *ir.Op, fixed map[*ir.Value]int64) *Program {
	p := &Program{
		Look: l, Fn: fn, Fixed: fixed, frame: &frame{Fn: fn}, Ev: &analysis.Evaluator{},
		baked: map[*ir.Value]int64{}, forms: map[*ir.Value]analysis.Linear{}, bindable: map[*ir.Value]bool{},
		Scales: map[*ir.Value]int64{}, handed: map[*ir.Value][]*ir.Value{}, repeats: map[*ir.Block]bool{},
		repeated: map[*ir.Op]bool{}, varying: map[*ir.Value]bool{}, rotations: map[*ir.Value]rotation{},
		dims: map[dimKey]*ir.Value{}, extents: map[*ir.Value]bool{}, buffers: map[*ir.Value]*Buffer{},
		numbers: map[*ir.Value]Token{}, payloads: map[*ir.Value]Token{},
	}
	p.Lookup = p.template
	p.Ev.OwnBuffer = p.isRotating
	p.Ev.Bind, p.Ev.Invariant, p.Ev.Writes, p.Ev.Reads = p.bind, p.noteOpaque, l.Calls.Launches.Writes,
		l.CallsLibrary
	p.Ev.Strict = l.Strict
	return p
}

// template is the lookup while building.
func (p *Program) template(v *ir.Value) (analysis.Linear, bool) {
	p.AskBindable(v)
	l, ok := p.forms[v]
	return l, ok
}

func (p *Program) bind(v *ir.Value) (analysis.Linear, bool) {
	w := p.canonical(v)
	if n, ok := p.Fixed[w]; ok {
		if p.free {
			return p.Ev.Of(w), true
		}
		p.heard.ask(w)
		return analysis.Const(n), true
	}
	if l, ok := p.Lookup(w); ok {
		return l, true
	}
	if p.extents[w] {
		return p.Ev.Of(w), true
	}
	return analysis.Linear{}, false
}

// hearing is what evaluations ask for while somebody listens.
type hearing struct {
	on     bool
	asked  []*ir.Value // each once
	opaque []*ir.Value // what nothing explains, while building
}

// Listen begins a hearing.
func (p *Program) Listen() {
	p.heard.on, p.heard.asked, p.heard.opaque = true, p.heard.asked[:0], p.heard.opaque[:0]
}

// Hear ends it and returns what was asked for.
func (p *Program) Hear() []*ir.Value {
	p.heard.on = false
	return p.heard.asked
}

func (h *hearing) ask(v *ir.Value) {
	if h.on && !slices.Contains(h.asked, v) {
		h.asked = append(h.asked, v)
	}
}

// AskBindable notes that a value is asked for, if only running gives it.
func (p *Program) AskBindable(v *ir.Value) {
	if p.heard.on && p.bindable[v] {
		p.heard.ask(v)
	}
}

// canonical returns one value for all memref.dim of the same dynamic extent of a parameter.
func (p *Program) canonical(v *ir.Value) *ir.Value {
	op := v.DefiningOp()
	if !op.Is(memref.Dim) || !op.Operand(0).IsArgument() {
		return v
	}
	t, d, ok := memref.Dimension(op)
	if !ok || t.Shape[d] != ir.Dynamic {
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
func (p *Program) bake(v *ir.Value) {
	if n, ok := p.Fixed[v]; ok {
		p.baked[v] = n
	}
}

// Serves reports whether the skeleton can be used for other sizes.
func (p *Program) Serves(fixed map[*ir.Value]int64) bool {
	if len(fixed) != len(p.Fixed) {
		return false
	}
	for v, n := range p.baked {
		if fixed[v] != n {
			return false
		}
	}
	return true
}

// Varies reports whether v may have different values during one execution of the function.
func (p *Program) Varies(v *ir.Value) bool {
	if !p.steady {
		clear(p.varying) // what runs more than once may have been found since
	}
	return p.variesKnown(v)
}

// variesKnown is varies, for each value once.
func (p *Program) variesKnown(v *ir.Value) bool {
	is, known := p.varying[v]
	if !known {
		is = p.computesVarying(v)
		p.varying[v] = is
	}
	return is
}

// computesVarying reports whether v is computed from values that vary, or stands where something runs more
// than once.
func (p *Program) computesVarying(v *ir.Value) bool {
	if _, constant := ir.ConstInt(v); constant {
		return false // wherever it stands
	}
	if op := v.DefiningOp(); op != nil && op.NumRegions() == 0 && op.NumOperands() > 0 &&
		source.IsComputed(op) {
		return slices.ContainsFunc(op.Operands(), p.variesKnown)
	}
	block := v.ParentBlock()
	if block == nil {
		return true
	}
	for block != nil {
		op := block.ParentOp()
		if p.repeats[block] || p.repeated[op] {
			return true
		}
		if op == nil || op == p.Fn {
			return false
		}
		block = op.Block()
	}
	return false
}

// add makes a node that stands at the current place.
func (p *Program) add(k kind, op *ir.Op) *Node {
	n := &Node{
		Kind: k, Op: op, Id: int32(len(p.Nodes)), Frame: p.frame, Around: p.around, Again: p.again,
		Async: len(p.scopes) > 0,
	}
	p.Nodes = append(p.Nodes, n)
	return n
}

// addQueued makes a node that issues, commits or waits.
func (p *Program) addQueued(k kind, op *ir.Op) *Node {
	n := p.add(k, op)
	n.queued = &queued{}
	waited := op.AsyncDependencies()
	n.Tokens, n.pooled = p.tokenNumbers(waited), slices.ContainsFunc(waited, source.IsTokenGroup)
	n.Gives = p.tokenNumbers(
		slices.DeleteFunc(op.Results(), func(v *ir.Value) bool { return !source.IsToken(v) }))
	return n
}
