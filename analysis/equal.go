package analysis

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// EqualStores tells which stores write equal values if threads execute them at the same time. The threads are
// those of a kernel, or the iterations of a loop. The answer holds for any two of the threads, in one
// execution of the kernel or loop. Each thread may have reached any operation, and conditions that differ
// between threads may guard the stores.
type EqualStores struct {
	around *ir.Op // the kernel, launch or loop
	// block says that all threads are in one block, so that the number of the block is the same for all.
	block bool
	// tasks says that around is a function that is executed once, and that the threads are the tasks it
	// issues.
	tasks   bool
	known   map[[2]*ir.Op]bool
	uniform map[*ir.Value]bool
	e       Evaluator
	written map[*ir.Value]bool // the memory that the operation writes, nil before the first query
	callers map[string][]*ir.Op
	passed  map[*ir.Value]*ir.Value // for an argument of a function, the value that all calls pass
}

// NewEqualStores returns the answers for threads of an operation: for those of one block, or of any blocks.
func NewEqualStores(around *ir.Op, block bool) *EqualStores {
	return &EqualStores{around: around, block: block, known: map[[2]*ir.Op]bool{},
		uniform: map[*ir.Value]bool{}}
}

// NewEqualTasks returns the answers for the tasks that a function issues and for the function itself, which
// runs beside them. They hold for one execution of the function, and for operations in it.
func NewEqualTasks(fn *ir.Op) *EqualStores {
	q := NewEqualStores(fn, false)
	q.tasks = true
	return q
}

// Equal reports whether two operations certainly write equal values of the same size, and whether elements
// that they have in common are the same bytes. The operations are stores of numbers or vectors, or copies.
func (q *EqualStores) Equal(a, b *ir.Op) bool {
	key := [2]*ir.Op{a, b}
	equal, ok := q.known[key]
	if !ok {
		equal = isStore(a) && isStore(b) && q.isExecuted(a) && q.isExecuted(b) && q.sameGrid(a, b) &&
			q.sameValue(a, b)
		q.known[key] = equal
	}
	return equal
}

// isExecuted reports whether the threads may execute an operation. Tasks may call any function, and so
// execute any operation.
func (q *EqualStores) isExecuted(op *ir.Op) bool { return q.tasks || q.around.IsAncestorOf(op) }

// isStore reports whether an operation writes its first operand to the memref in its second operand. The
// first operand is a scalar, a vector, or a memref with the elements to copy.
func isStore(op *ir.Op) bool {
	switch op.Name() {
	case "memref.store", "affine.store", "vector.store", "affine.vector_store":
		return true
	}
	return isCopy(op)
}

func isCopy(op *ir.Op) bool { return op.Name() == "memref.copy" }

// sameValue reports whether a and b write the same value: one value that is the same in all threads, or equal
// constants. A vector or a copy writes several elements. Then all elements are equal, or both operations
// write to the same subscripts.
func (q *EqualStores) sameValue(a, b *ir.Op) bool {
	x, y := q.outer(a.Operand(0)), q.outer(b.Operand(0))
	switch {
	case isCopy(a) || isCopy(b):
		return isCopy(a) && isCopy(b) && x == y && q.isUniform(x) && q.isUnwritten(x) && q.samePlace(a, b)
	case isSpread(a) && !isSplat(x) && !q.samePlace(a, b):
		return false
	case x == y:
		return q.isUniform(x)
	}
	return x.Type() == y.Type() && isConstant(x) && isConstant(y) &&
		x.DefiningOp().Attr("value") == y.DefiningOp().Attr("value")
}

// isSpread reports whether a store writes the elements of a vector to several elements of a memref.
func isSpread(op *ir.Op) bool {
	return elementOf(op.Operand(1)) != op.Operand(0).Type()
}

// isSplat reports whether all elements of a vector are equal.
func isSplat(v *ir.Value) bool {
	op := v.DefiningOp()
	if op == nil {
		return false
	}
	dense, ok := op.Attr("value").(*ir.DenseElementsAttr)
	return ok && dense.Splat || op.Name() == "vector.broadcast" && isScalar(op.Operand(0).Type())
}

// samePlace reports whether two operations write to the same elements in all threads.
func (q *EqualStores) samePlace(a, b *ir.Op) bool {
	if a.Name() != b.Name() || a.NumOperands() != b.NumOperands() || a.Attr("map") != b.Attr("map") {
		return false
	}
	for i := 1; i < a.NumOperands(); i++ {
		if v := q.outer(a.Operand(i)); v != q.outer(b.Operand(i)) || !q.isUniform(v) {
			return false
		}
	}
	return true
}

func isScalar(t ir.Type) bool {
	switch t.(type) {
	case *ir.IntegerType, *ir.IndexType, *ir.FloatType:
		return true
	}
	return false
}

func isConstant(v *ir.Value) bool {
	op := v.DefiningOp()
	return op != nil && op.Has(ir.ConstantLike) && op.Attr("value") != nil
}

// sameGrid reports whether any two elements of the two memrefs are either the same bytes or disjoint. This
// holds if both memrefs are views, with the same element type, of one memref that is the same for all
// threads.
func (q *EqualStores) sameGrid(a, b *ir.Op) bool {
	x, y := q.grid(a.Operand(1)), q.grid(b.Operand(1))
	return x != nil && x == y
}

// grid follows a memref through views that keep the element type, up to a value from outside of the threads,
// an allocation, or a view with another element type that is the same in all threads. It returns nil if the
// memref comes from elsewhere.
func (q *EqualStores) grid(v *ir.Value) *ir.Value {
	for v = q.outer(v); q.isInside(v); v = q.outer(v) {
		op := v.DefiningOp()
		if op == nil {
			return nil
		}
		if op.Def().View == nil {
			if q.e.allocates(op) {
				return v
			}
			return nil
		}
		view, ok := op.Def().View(op)
		switch {
		case !ok:
			return nil
		case elementOf(view.Source) == elementOf(v):
		case q.isUniformBut(op, view.Source) && q.grid(view.Source) != nil:
			return v // other elements, but at the same bytes in all threads
		default:
			return nil
		}
		v = view.Source
	}
	return v
}

func elementOf(v *ir.Value) ir.Type {
	if t, ok := v.Type().(*ir.MemRefType); ok {
		return t.Elem
	}
	return nil
}

// isInside reports whether the threads compute a value, or the value identifies a thread. The operands of a
// kernel or launch are the same for all threads.
func (q *EqualStores) isInside(v *ir.Value) bool {
	if q.tasks { // loops may compute it several times
		return v.ParentBlock() != q.around.Region(0).Entry()
	}
	if op := v.DefiningOp(); op != nil {
		return q.around.IsAncestorOf(op)
	}
	at := v.ParentBlock().ParentOp()
	if at != q.around {
		return at == nil || q.around.IsAncestorOf(at)
	}
	if at.Region(0).Entry() != v.ParentBlock() {
		return true
	}
	if l, ok := at.Launch(); ok && v.Index() < len(l.Numbers) {
		kind := l.Numbers[v.Index()].Kind
		return kind.DiffersInBlock() || kind == ir.BlockInGrid && !q.block
	} else if ok {
		return false
	}
	return !at.Has(ir.IsSymbol)
}

// isUniform reports whether a value is the same in all threads, at all times.
func (q *EqualStores) isUniform(v *ir.Value) bool {
	v = q.outer(v)
	if !q.isInside(v) {
		return true
	}
	op := v.DefiningOp()
	if op == nil {
		return false
	}
	uniform, ok := q.uniform[v]
	if !ok {
		uniform = q.computesUniform(op)
		q.uniform[v] = uniform
	}
	return uniform
}

// computesUniform reports whether the result of an operation depends only on values that are the same in all
// threads.
func (q *EqualStores) computesUniform(op *ir.Op) bool {
	switch {
	case op.Has(ir.ConstantLike):
		return true
	case op.NumRegions() > 0:
		return false
	}
	switch op.Def().DialectName() {
	case "arith", "math", "index", "affine", "vector":
		if op.Has(ir.Pure) {
			return q.allUniform(op)
		}
	}
	if kind := op.ThreadNumber().Kind; kind.SameInBlock() {
		return q.block || kind != ir.BlockInGrid
	}
	switch op.Name() {
	case "memref.load", "affine.load":
		return q.allUniform(op) && q.isUnwritten(op.Operand(0))
	}
	return op.Def().View != nil && q.allUniform(op)
}

func (q *EqualStores) allUniform(op *ir.Op) bool { return q.isUniformBut(op, nil) }

// isUniformBut reports whether all operands except one are the same in all threads.
func (q *EqualStores) isUniformBut(op *ir.Op, one *ir.Value) bool {
	for _, v := range op.Operands() {
		if v != one && !q.isUniform(v) {
			return false
		}
	}
	return true
}

// isUnwritten reports whether a memref is memory from outside of the threads that no operation in the threads
// writes.
func (q *EqualStores) isUnwritten(v *ir.Value) bool {
	if q.written == nil {
		q.written = map[*ir.Value]bool{}
		for _, op := range q.executed() {
			for _, a := range q.e.Accesses(op) {
				if a.Writes() && a.Kind != ir.Allocate && !waits(a.Op) {
					q.written[a.Buffer] = true
				}
			}
		}
	}
	root := q.e.Root(v)
	return root != nil && !q.isInside(root) && !q.written[nil] && !q.written[root]
}

// waits reports whether an operation waits for tasks. The accesses of a wait include those of the tasks,
// which are counted where the tasks' operations stand.
func waits(op *ir.Op) bool {
	switch op.Name() {
	case "async.await", "async.await_all", "async.add_to_group":
		return true
	}
	return false
}

// executed returns the operations whose accesses are those of the threads. For tasks they are the operations
// of the function, because the accesses of a call do not include those of its callee.
func (q *EqualStores) executed() []*ir.Op {
	if !q.tasks {
		return []*ir.Op{q.around}
	}
	var list []*ir.Op
	for _, block := range q.around.Region(0).Blocks() {
		list = slices.AppendSeq(list, block.Ops())
	}
	return list
}
