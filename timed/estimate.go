package timed

import (
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/analysis/devices"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/machine"
)

const (
	// AssumedTrips is the assumed trip count of a loop in an estimate if it is not known. AssumedExtent is
	// the assumed extent of a dimension.
	AssumedTrips, AssumedExtent = 16, 128
	maxUnrolled                 = 100_000 // operations of an estimate
	maxNested                   = 16      // calls
	maxVisits                   = 5_000_000
	maxBytes                    = 1 << 44 // size of one buffer
)

var codeEstimate = diag.Register("timed-estimate", "a function is too large to estimate when it ends",
	"Loops that issue asynchronous operations are unrolled for an estimate, up to 100,000 operations. "+
		"inflight sim --mode timed executes the function instead.")

// Of estimates the graph of a function on a machine without executing the function. Loops that contain
// asynchronous operations are unrolled; the work in other loops is multiplied by the trip count. An unknown
// trip count is AssumedTrips. Both branches of a condition count, and every block counts once.
func Of(fn *ir.Op, m *machine.Machine) (*Graph, error) {
	e := newEstimate(m)
	e.devices = devices.In(fn)
	t := e.b.Main(fn, fn.SymbolName())
	for _, v := range fn.Region(0).Entry().Args() {
		if typ, ok := v.Type().(*ir.MemRefType); ok {
			e.b.Hold(e.b.MemoryOf(nil, typ, 0), bytesOf(typ))
		}
	}
	e.region(t, fn.Region(0))
	t.End()
	if e.tooLarge {
		return nil, fn.Errorf(codeEstimate, "@%s issues more than %d operations", fn.SymbolName(),
			maxUnrolled)
	}
	return e.b.Graph(), nil
}

// estimate is an estimate in progress.
type estimate struct {
	b        *Builder
	devices  *devices.Devices
	eval     analysis.Evaluator
	tables   *ir.SymbolTables
	done     map[*ir.Value]Done // the completions of tokens, values and groups
	lazies   map[*ir.Value]*lazyTask
	roots    map[*ir.Value]*ir.Value // the buffers that arguments of blocks stand for
	scale    int64                   // how many times the visited operations are executed
	nested   int
	visits   int // number of visited operations
	queues   map[*Thread]*queued
	turns    map[*ir.Value]*Turns
	issues   map[*ir.Op]bool // whether a function issues or waits
	tooLarge bool
}

func newEstimate(m *machine.Machine) *estimate {
	return &estimate{
		b: NewBuilder(m), tables: ir.NewSymbolTables(), done: map[*ir.Value]Done{},
		lazies: map[*ir.Value]*lazyTask{}, roots: map[*ir.Value]*ir.Value{}, scale: 1,
		queues: map[*Thread]*queued{}, turns: map[*ir.Value]*Turns{}, issues: map[*ir.Op]bool{},
	}
}

func (e *estimate) region(t *Thread, r *ir.Region) {
	for _, b := range r.Blocks() {
		for op := range b.Ops() {
			e.visits++
			if e.tooLarge = e.tooLarge || len(e.b.graph.Ops) > maxUnrolled ||
				e.visits > maxVisits; e.tooLarge {
				return
			}
			e.op(t, op)
		}
	}
}

// op adds an operation to a thread.
func (e *estimate) op(t *Thread, op *ir.Op) {
	token := op.AsyncToken()
	e.force(t, op)
	switch {
	case op.Is(async.Call) && e.postponed(op):
	case token != nil && isJoin(op):
		e.done[token] = e.awaited(op)
	case op.Def().QueueEffect != nil && !t.IsKernel():
		e.queue(t, op, op.Def().QueueEffect(op))
	case op.IsAsync() && op.NumResults() > 0 && !t.IsKernel():
		e.issue(t, op)
	case op.Is(async.AddToGroup):
		group := op.Operand(1)
		e.done[group] = append(e.done[group], e.done[op.Operand(0)]...)
	default:
		e.await(t, op)
		e.execute(t, op)
	}
}

// await adds a wait for the tokens of an operation in front of its work.
func (e *estimate) await(t *Thread, op *ir.Op) {
	if d := e.awaited(op); d != nil && op.NumRegions() == 0 && !op.Has(ir.Terminator) &&
		op.Def().Callee == nil {
		t.Count(Other, 1, e.scale)
		t.Await(d)
	}
}

// isJoin reports whether an operation only joins tokens into one.
func isJoin(op *ir.Op) bool {
	return op.NumRegions() == 0 && op.NumResults() == 1 && op.NumOperands() == len(op.AsyncDependencies())
}

// awaited returns the completions of the operands that are tokens, values or groups.
func (e *estimate) awaited(op *ir.Op) Done {
	var done Done
	for _, v := range op.Operands() {
		done = append(done, e.done[v]...)
	}
	return done
}

// issue adds an asynchronous operation as a thread of its own.
func (e *estimate) issue(t *Thread, op *ir.Op) {
	t.Count(Other, 1, 1)
	turns := e.turnsOf(op)
	if turns != nil {
		turns.Room(t)
	}
	t.OnDevice(e.deviceOf(op))
	child := t.Issue(op, Label(op))
	child.Await(e.awaited(op))
	switch {
	case op.Is(async.Execute):
		e.task(child, op)
	case op.Is(task.Execute):
		e.turn(child, op, turns)
	default:
		e.execute(child, op)
	}
	done := child.End()
	if turns != nil {
		turns.Ended(done)
	}
	for _, v := range op.Results() {
		if _, isMemory := v.Type().(*ir.MemRefType); !isMemory {
			e.done[v] = done
		}
	}
}

// task adds the body of a task.
func (e *estimate) task(t *Thread, op *ir.Op) {
	for i, v := range async.Unwrapped(op) {
		e.pass(op.Body().Arg(i), v)
	}
	e.region(t, op.Region(0))
}

// turn adds a task that waits for its turn on a queue and holds resources.
func (e *estimate) turn(t *Thread, op *ir.Op, turns *Turns) {
	if turns != nil {
		turns.Enter(t)
		turns.Turn(t)
	}
	for _, r := range task.Resources(op) {
		root := e.root(r)
		t.Use(root, root.Name())
	}
	if turns != nil {
		turns.Started(t)
	}
	e.passAll(task.CapturedArgs(op), task.Captures(op))
	e.task(t, op)
}

// turnsOf returns the queue of a task, nil if it is on none.
func (e *estimate) turnsOf(op *ir.Op) *Turns {
	if !op.Is(task.Execute) || task.Queue(op) == nil {
		return nil
	}
	root := e.root(task.Queue(op))
	q := e.turns[root]
	if q == nil {
		q = e.b.Turns(root.Name(), "", ir.InOrder, 0) // if the operation that makes the queue is not known
		if made := root.DefiningOp(); made != nil && made.Is(task.NewQueue) {
			q = e.b.Turns(root.Name(), made.StringAttr("engine"), task.Order(made), int(task.Depth(made)))
		}
		e.turns[root] = q
	}
	return q
}

// pass binds an argument of a block to a value.
func (e *estimate) pass(arg, given *ir.Value) {
	e.done[arg], e.lazies[arg] = e.done[given], e.lazies[given]
	if _, isMemory := given.Type().(*ir.MemRefType); isMemory || task.IsQueue(given.Type()) ||
		task.IsResource(given.Type()) {
		e.roots[arg] = e.root(given)
	}
}

func (e *estimate) passAll(args, given []*ir.Value) {
	for i := range min(len(args), len(given)) {
		e.pass(args[i], given[i])
	}
}

// execute adds an operation that the thread executes itself.
func (e *estimate) execute(t *Thread, op *ir.Op) {
	def := op.Def()
	switch {
	case op.Is(gpu.LaunchFunc), op.Is(gpu.Launch):
		e.launch(t, op)
	case linalg.IsStructured(def):
		e.structured(t, op)
	case def.Callee != nil:
		e.call(t, op)
	case def.Loop != nil && op.NumRegions() == 1:
		e.loop(t, op)
	case op.NumRegions() > 0:
		e.regions(t, op)
	default:
		if !op.Has(ir.ConstantLike) && !op.Has(ir.Terminator) && e.awaited(op) == nil {
			kind, elements := WorkOf(op)
			t.Count(kind, elements, e.scale)
		}
		e.memory(t, op)
	}
}

// memory adds the accesses of an operation.
func (e *estimate) memory(t *Thread, op *ir.Op) {
	if from, to := copied(op); from != nil {
		if a, b := e.memoryOf(from), e.memoryOf(to); a != b {
			t.Move(a, b, min(bytesOf(from.Type()), bytesOf(to.Type()))*e.scale)
			return
		}
	}
	if op.Def().Effects == nil {
		return
	}
	op.Def().Effects(op, func(x ir.Effect) {
		if x.Value != nil {
			e.effect(t, x)
		}
	})
}

// copied returns the operands of an operation that copies between two memrefs.
func copied(op *ir.Op) (from, to *ir.Value) {
	switch op.Name() {
	case "memref.copy":
		return op.Operand(0), op.Operand(1)
	case "gpu.memcpy":
		return gpu.Source(op), gpu.Memory(op)
	}
	return nil, nil
}

func (e *estimate) effect(t *Thread, x ir.Effect) {
	typ, ok := x.Value.Type().(*ir.MemRefType)
	if !ok {
		return
	}
	root, memory := e.root(x.Value), e.memoryOf(x.Value)
	size := bytesOf(root.Type())
	bytes := bytesOf(typ)
	if !x.Whole && (x.Indices != nil || x.Map != nil) {
		bytes = elementBytes(typ.Elem) * max(x.Extent, 1)
	}
	switch x.Kind {
	case ir.Allocate:
		t.Alloc(memory, bytesOf(typ))
	case ir.Free:
		t.Free(memory, size)
	case ir.Read:
		t.Read(root, memory, size, product(bytes, e.scale))
	case ir.Write:
		t.Write(root, memory, size, product(bytes, e.scale))
	}
}

// root follows views and arguments of blocks to the buffer that they show.
func (e *estimate) root(v *ir.Value) *ir.Value {
	for {
		if r, ok := e.roots[v]; ok {
			return r
		}
		op := v.DefiningOp()
		if op == nil || op.Def().View == nil {
			return v
		}
		view, ok := op.Def().View(op)
		if !ok {
			return v
		}
		v = view.Source
	}
}

// deviceOf returns the number of the device that an operation is on, the first if it is not known.
func (e *estimate) deviceOf(op *ir.Op) int {
	d := e.devices.Of(op)
	if d.Value == nil {
		return 0
	}
	n, _ := ir.ConstInt(d.Value)
	return int(n)
}

func (e *estimate) memoryOf(v *ir.Value) int32 {
	root := e.root(v)
	if typ, ok := root.Type().(*ir.MemRefType); ok {
		return e.b.MemoryOf(root.DefiningOp(), typ, e.deviceOf(root.DefiningOp()))
	}
	return 0
}

// structured adds a structured operation: its body for every point, and accesses to all of its operands.
func (e *estimate) structured(t *Thread, op *ir.Op) {
	s := linalg.StructuredOf(op)
	points := int64(1)
	if extents, ok := s.Extents(); ok {
		for _, x := range extents {
			points = product(points, extentOf(op.Operand(x.Operand).Type(), x.Dim))
		}
	}
	e.times(points, func() {
		for inner := range s.Body.Ops() {
			if !inner.Has(ir.Terminator) {
				kind, elements := WorkOf(inner)
				t.Count(kind, elements, e.scale)
			}
		}
	})
	e.memory(t, op)
}

// times multiplies the work that visit adds by n.
func (e *estimate) times(n int64, visit func()) {
	before := e.scale
	e.scale = product(before, n)
	visit()
	e.scale = before
}

// loop adds a loop: unrolled if its body issues or waits, otherwise its body once, multiplied by the trip
// count.
func (e *estimate) loop(t *Thread, op *ir.Op) {
	trips, known := e.eval.Trips(op)
	if !known {
		trips = AssumedTrips
	}
	carried := op.NumResults()
	args, given := last(op.Body().Args(), carried), last(op.Operands(), carried)
	if t.IsKernel() || !e.isAsynchronous(op) {
		e.passAll(args, given)
		e.times(trips, func() { e.region(t, op.Region(0)) })
		e.passAll(op.Results(), given)
		return
	}
	for range trips {
		e.carry(args, given)
		e.region(t, op.Region(0))
		if given = last(op.Body().Last().Operands(), carried); e.tooLarge {
			return
		}
	}
	e.carry(op.Results(), given)
}

// carry binds several values to others, all at once.
func (e *estimate) carry(args, given []*ir.Value) {
	if len(args) != len(given) {
		return
	}
	done, roots := make([]Done, len(given)), make([]*ir.Value, len(given))
	for i, v := range given {
		done[i], roots[i] = e.done[v], e.root(v)
	}
	for i, v := range args {
		e.done[v] = done[i]
		if _, isMemory := v.Type().(*ir.MemRefType); isMemory {
			e.roots[v] = roots[i]
		}
	}
}

func last[T any](list []T, n int) []T { return list[max(0, len(list)-n):] }

// isAsynchronous reports whether an operation contains one that issues, waits, or calls a function that may.
func (e *estimate) isAsynchronous(op *ir.Op) bool {
	for inner := range op.Walk() {
		def := inner.Def()
		if def.Async != nil || def.AsyncToken != nil || def.QueueEffect != nil ||
			slices.ContainsFunc(inner.Operands(), e.isCompletion) || e.callsAsynchronous(inner) {
			return true
		}
	}
	return false
}

// callsAsynchronous is isAsynchronous for the function that an operation calls.
func (e *estimate) callsAsynchronous(op *ir.Op) bool {
	if op.Def().Callee == nil {
		return false
	}
	symbol := op.Def().Callee(op)
	if symbol == nil {
		return false
	}
	fn := e.tables.Resolve(op, symbol)
	if fn == nil {
		return false
	}
	known, ok := e.issues[fn]
	if !ok {
		e.issues[fn] = false // ends recursion
		known = e.isAsynchronous(fn)
		e.issues[fn] = known
	}
	return known
}

func (e *estimate) isCompletion(v *ir.Value) bool { return e.done[v] != nil }

// launch adds a kernel once, for all of its threads.
func (e *estimate) launch(t *Thread, op *ir.Op) {
	threads := int64(1)
	for _, size := range [][3]*ir.Value{gpu.GridSize(op), gpu.BlockSize(op)} {
		for _, v := range size {
			n := int64(AssumedTrips)
			if l := e.eval.Eval(v); l.IsConst() {
				n = max(l.Const, 1)
			}
			threads = product(threads, n)
		}
	}
	kernel := t
	if !op.IsAsync() {
		t.OnDevice(e.deviceOf(op))
		kernel = t.Issue(op, Label(op))
	}
	kernel.Kernel(threads)
	e.times(threads, func() {
		if op.Is(gpu.Launch) {
			e.region(kernel, op.Region(0))
		} else {
			e.callee(kernel, op, op.Attr("kernel"), gpu.KernelOperands(op))
		}
	})
	if kernel != t {
		t.Await(kernel.End())
	}
}

// call adds the body of the called function. A function that is not known counts as one operation.
func (e *estimate) call(t *Thread, op *ir.Op) {
	symbol := op.Def().Callee(op)
	if symbol == nil {
		t.Count(Other, 1, e.scale)
		return
	}
	if fn := e.callee(t, op, symbol, op.Operands()); fn != nil {
		if ret := fn.Region(0).Blocks()[0].Last(); ret != nil {
			e.carry(op.Results(), ret.Operands())
		}
	}
}

// callee adds the body of a function with the given arguments. It returns the function, nil if it has no
// body.
func (e *estimate) callee(t *Thread, op *ir.Op, symbol ir.Attr, given []*ir.Value) *ir.Op {
	ref, ok := symbol.(*ir.SymbolRefAttr)
	if !ok {
		return nil
	}
	fn := e.tables.Resolve(op, ref)
	if fn == nil || fn.NumRegions() == 0 || fn.Region(0).Empty() || e.nested == maxNested {
		t.Count(Other, 1, e.scale)
		return nil
	}
	e.nested++
	e.passAll(fn.Body().Args(), given)
	e.region(t, fn.Region(0))
	e.nested--
	return fn
}

// ---- sizes ----

// bytesOf returns the size of a memref or tensor, 0 for other types.
func bytesOf(t ir.Type) int64 {
	shape, elem := shapeOf(t)
	if elem == nil {
		return 0
	}
	n := elementBytes(elem)
	for d := range shape {
		n = product(n, extentOf(t, d))
	}
	return min(n, maxBytes)
}

func shapeOf(t ir.Type) (shape []int64, elem ir.Type) {
	switch t := t.(type) {
	case *ir.MemRefType:
		return t.Shape, t.Elem
	case *ir.TensorType:
		return t.Shape, t.Elem
	}
	return nil, nil
}

// extentOf returns the extent of a dimension, AssumedExtent if that is not known.
func extentOf(t ir.Type, d int) int64 {
	if shape, _ := shapeOf(t); d < len(shape) && shape[d] >= 0 {
		return shape[d]
	}
	return AssumedExtent
}

// elementBytes returns the size of an element in memory.
func elementBytes(t ir.Type) int64 {
	switch t := t.(type) {
	case *ir.IntegerType:
		return (int64(t.Width) + 7) / 8
	case *ir.FloatType:
		return (int64(t.Width()) + 7) / 8
	case *ir.VectorType:
		return elementBytes(t.Elem) * ir.NumElements(t.Shape)
	}
	return 8
}

// product multiplies two numbers that are not negative. It returns the largest int64 if the product
// overflows.
func product(a, b int64) int64 {
	if b > 0 && a > math.MaxInt64/b {
		return math.MaxInt64
	}
	return a * b
}
