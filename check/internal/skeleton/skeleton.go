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

// kind is the kind of a node.
type kind uint8

const (
	AccessNode kind = iota // accesses memory: one operation or a summarized loop
	AllocNode              // allocates a buffer
	CondNode               // runs at most one of its branches
	LoopNode               // a counted loop that holds synchronization
	AsyncNode              // issues an asynchronous operation
	CommitNode
	WaitNode     // waits for a queue
	AwaitNode    // waits for tokens
	ForceNode    // starts the lazy tasks of tokens, if they have not started
	PoolNode     // makes a group of tokens or adds to one
	CallNode     // binds the parameters of a function and runs its body
	GraphNode    // blocks with branches, or a loop with a condition
	ParallelNode // one iteration of a parallel loop, which stands for all
	fulfillNode  // fulfills a promise, which ends a part of a task
	CutNode      // a recursive call that is not inlined
	ReleaseNode  // frees memory on the stack
)

// Node is one step of the skeleton. Calls are inlined, so that an operation may have several nodes. Fields
// that only some kinds of nodes need are in embedded structures, which are nil for other kinds.
type Node struct {
	Kind      kind
	Sync      bool // holds synchronization
	Async     bool // inside an asynchronous operation
	Again     bool // in a graph: may run any number of times
	Hot       bool // may conflict with an asynchronous operation
	Carried   bool // the template depends on loop-carried values
	Alone     bool // a commit of only the operation that was issued last
	Own       bool // it has a token of its own, and no commit puts it in a group
	Gathers   bool // its accesses are collected while its body is executed
	Continued bool // the next AsyncNode is the next part of the same task

	Id       int32
	Op       *ir.Op
	Around   *Node // the innermost loop around it
	Frame    *frame
	Body     []*Node   // of a loop, call or asynchronous operation
	Makes    *Buffer   // of an AllocNode
	Template []pattern // of an AccessNode, and of an AsyncNode with synchronization inside

	*accessing                // with the template
	*choice                   // of a CondNode
	*graph                    // of a GraphNode
	*counted                  // of a LoopNode
	Stack      []*Node        // of a LoopNode or ReleaseNode: the allocations on the stack that it frees
	Asks       []*Test        // of an AsyncNode: its conditions on values from outside, if others ask as well
	Starter    int32          // of a ForceNode: the number of the wait behind it, plus 1
	Members    *kernel.Kernel // of a ParallelNode: its iterations, if each is executed
	*queued                   // of an AsyncNode, CommitNode, WaitNode, AwaitNode or ForceNode
	*Postponed                // of an AsyncNode that makes a lazy task
}

// accessing holds what is needed to find the accesses of a node while the skeleton runs.
type accessing struct {
	Deps []*ir.Value // the values that the template depends on
	// the values that the template has as symbols because their definitions are not known
	opaque   []*ir.Value
	followed *analysis.Formula // the evaluation behind the template
	Formula  *Formula          // nil if there is none
	Tried    bool
	Memo     map[MemoKey][]Touch
}

// choice holds a condition and its branches.
type choice struct {
	Test     *Test
	Branches [][]*Node     // one per region; nil for a region without nodes
	Passes   [][]*ir.Value // of a selection: what its result is, by branch
}

// counted describes a loop.
type counted struct {
	Iv    *ir.Value
	Sym   *analysis.Symbol // stands for Iv in templates, or for Iv - Lower if Lower is no number
	Lower analysis.Linear  // template of the lower bound
	free  analysis.Linear  // the lower bound when sizes are not fixed
	Trip  *analysis.Trip   // the range, if it is the same in all executions and for all sizes
	Inits []*ir.Value
	Args  []*ir.Value
	Shape *loopShape
}

// queued describes how a node issues, commits or waits.
type queued struct {
	Wait    int32   // the number of the wait, of a WaitNode or AwaitNode
	Unit    string  // of the operations that are issued or committed
	Tokens  []Token // the tokens that it starts after, or waits for
	pooled  bool    // groups of tokens are among Tokens
	Behind  []Token // the queues of tasks on which it starts after the task in front
	Gives   []Token // the tokens that it returns
	Queue   int64
	Count   int64
	Dynamic *ir.Value // the count of a wait, if it is an operand
	Token   *ir.Value // the token of a wait for one group
}

// frame is an activation of a function, with the buffers that its memref parameters stand for.
type frame struct {
	Fn      *ir.Op
	Call    *ir.Op // nil for the function that is checked
	Up      *frame
	buffers map[*ir.Value]bufferRef
	stands  map[*ir.Value]*ir.Value // what names stand for where the current operation is translated
}

// bufferRef is the buffer that a parameter stands for. part says that the parameter is a part of the buffer,
// and view is that part if its place is known.
type bufferRef struct {
	root *ir.Value
	part bool
	view *ir.Value
}

// Program is the skeleton of one function for given sizes.
type Program struct {
	Look  *Look
	Fn    *ir.Op
	Root  []*Node
	Nodes []*Node
	Ev    *analysis.Evaluator
	// Fixed holds the sizes that are tried. While free is set, evaluations ignore them.
	Fixed map[*ir.Value]int64
	free  bool
	// baked holds the sizes that templates depend on. The skeleton serves only for equal values of them.
	baked map[*ir.Value]int64
	// Lookup returns the value of induction variables and parameters: templates while the skeleton is made,
	// numbers while it runs.
	Lookup func(*ir.Value) (analysis.Linear, bool)
	// forms are the templates of values. bindable holds the values that are known only while the skeleton
	// runs.
	forms    map[*ir.Value]analysis.Linear
	bindable map[*ir.Value]bool
	Scales   map[*ir.Value]int64       // the divisors of sizes
	handed   map[*ir.Value][]*ir.Value // the values that arcs of graphs pass to a value
	// blocks that may run more than once for one execution of the operation around them
	repeats  map[*ir.Block]bool
	repeated map[*ir.Op]bool    // functions inlined more than once
	varying  map[*ir.Value]bool // the results of variesKnown
	steady   bool               // both maps are complete
	// rotations are the loop-carried names of buffers that a loop exchanges
	rotations map[*ir.Value]rotation
	names     map[*ir.Value]*named    // by name; nil for a value that is no name
	places    map[*ir.Value]int64     // the numbers of the values that names stand for
	kept      map[*ir.Value]bool      // the names whose numbers the machine keeps
	standing  map[*ir.Value]*ir.Value // what names stand for in the current evaluation

	dims     map[dimKey]*ir.Value
	extents  map[*ir.Value]bool // the values in dims
	buffers  map[*ir.Value]*Buffer
	Numbered []*Buffer   // all of them
	Tokens   []*ir.Value // by their numbers
	numbers  map[*ir.Value]Token
	payloads map[*ir.Value]Token // tokens of the work behind values, see Payload
	Order    []*Buffer           // the accessed buffers, in the order of their first access
	allocs   int                 // how many buffers AllocNodes make
	anywhere bool                // an asynchronous operation may access unknown memory

	frame   *frame
	around  *Node    // the innermost loop around the current place
	scopes  []*ir.Op // enclosing asynchronous operations
	stacks  []stack  // operations around the current place that free memory at their end
	Rest    []*Node  // the allocations on the stack that the function frees
	again   bool     // the current place is in a block of a graph that may run again
	emitted []*Node  // nodes of the lists that have begun, see begin
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
	p.Ev.OwnBuffer, p.Ev.StandsFor = p.isName, p.standsFor
	p.Root, p.Rest = p.inScope(fn, func() []*Node { return p.region(fn, fn.Region(0), nil) })
	p.steady = true
	clear(p.varying)
	p.heat()
	p.Root = p.prune(p.Root)
	p.keep()
	p.noteAsked()
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
		names: map[*ir.Value]*named{}, places: map[*ir.Value]int64{}, kept: map[*ir.Value]bool{},
		dims: map[dimKey]*ir.Value{}, extents: map[*ir.Value]bool{}, buffers: map[*ir.Value]*Buffer{},
		numbers: map[*ir.Value]Token{}, payloads: map[*ir.Value]Token{},
	}
	p.Lookup = p.template
	p.Ev.Bind, p.Ev.Invariant, p.Ev.Writes, p.Ev.Reads = p.bind, p.noteOpaque, l.Calls.Launches.Writes,
		l.CallsLibrary
	p.Ev.Declared = l.Declared
	p.Ev.Strict = l.Strict
	return p
}

// template is the Lookup while the skeleton is made.
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

// hearing records the values that evaluations ask for, while it is on.
type hearing struct {
	on     bool
	asked  []*ir.Value // each value once
	opaque []*ir.Value // values without a known definition, while the skeleton is made
}

// Listen begins to record the values that evaluations ask for.
func (p *Program) Listen() {
	p.heard.on, p.heard.asked, p.heard.opaque = true, p.heard.asked[:0], p.heard.opaque[:0]
}

// Hear ends the recording and returns the values.
func (p *Program) Hear() []*ir.Value {
	p.heard.on = false
	return p.heard.asked
}

func (h *hearing) ask(v *ir.Value) {
	if h.on && !slices.Contains(h.asked, v) {
		h.asked = append(h.asked, v)
	}
}

// AskBindable records that an evaluation asks for v, if v is known only while the skeleton runs.
func (p *Program) AskBindable(v *ir.Value) {
	if p.heard.on && p.bindable[v] {
		p.heard.ask(v)
	}
}

// canonical returns the same value for all memref.dim operations on one dynamic extent of a parameter.
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

// bake records that the skeleton depends on v, if v is a size.
func (p *Program) bake(v *ir.Value) {
	if n, ok := p.Fixed[v]; ok {
		p.baked[v] = n
	}
}

// Serves reports whether the skeleton is valid for other sizes.
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
		clear(p.varying) // blocks that run more than once may have been found since then
	}
	return p.variesKnown(v)
}

// variesKnown is Varies, computed once for each value.
func (p *Program) variesKnown(v *ir.Value) bool {
	is, known := p.varying[v]
	if !known {
		is = p.computesVarying(v)
		p.varying[v] = is
	}
	return is
}

// computesVarying reports whether v is computed from values that vary, or is defined in code that runs more
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
