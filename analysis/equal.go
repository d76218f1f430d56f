package analysis

import "github.com/inflight-compiler/inflight/ir"

// EqualStores tells which stores of threads that run one operation at the same time write equal
// values: the threads of a kernel, or the iterations of a loop. The answer holds for any two of the
// threads, in one execution of the operation, wherever each is in it, and whether or not conditions
// that differ between them guard the stores.
type EqualStores struct {
	around *ir.Op // the kernel, launch or loop
	// block says that the threads are those of one block, so that the number of the block is the same for
	// all.
	block   bool
	known   map[[2]*ir.Op]bool
	uniform map[*ir.Value]bool
	e       Evaluator
	written map[*ir.Value]bool // the memory that the operation writes, nil before it is asked for
}

// NewEqualStores returns the answers for threads of an operation, of one block or of any.
func NewEqualStores(around *ir.Op, block bool) *EqualStores {
	return &EqualStores{around: around, block: block, known: map[[2]*ir.Op]bool{}, uniform: map[*ir.Value]bool{}}
}

// Equal reports whether two stores certainly write equal values of the same size, and to elements that
// are the same bytes where they have any in common.
func (q *EqualStores) Equal(a, b *ir.Op) bool {
	key := [2]*ir.Op{a, b}
	equal, ok := q.known[key]
	if !ok {
		equal = isStore(a) && isStore(b) && q.around.IsAncestorOf(a) && q.around.IsAncestorOf(b) &&
			q.sameGrid(a, b) && q.sameValue(a, b)
		q.known[key] = equal
	}
	return equal
}

// isStore reports whether an operation writes one scalar, its first operand, to a memref, its second.
func isStore(op *ir.Op) bool {
	switch op.Name() {
	case "memref.store", "affine.store":
		return isScalar(op.Operand(0).Type())
	}
	return false
}

func isScalar(t ir.Type) bool {
	switch t.(type) {
	case *ir.IntegerType, *ir.IndexType, *ir.FloatType:
		return true
	}
	return false
}

// sameValue reports whether the values are one value that is the same in all threads, or equal
// constants.
func (q *EqualStores) sameValue(a, b *ir.Op) bool {
	x, y := a.Operand(0).Uncaptured(), b.Operand(0).Uncaptured()
	if x == y {
		return q.isUniform(x)
	}
	return x.Type() == y.Type() && isConstant(x) && isConstant(y) &&
		x.DefiningOp().Attr("value") == y.DefiningOp().Attr("value")
}

func isConstant(v *ir.Value) bool {
	op := v.DefiningOp()
	return op != nil && op.Has(ir.ConstantLike) && op.Attr("value") != nil
}

// sameGrid reports whether elements of the two memrefs are the same bytes or have none in common: both
// memrefs show elements, as they are, of one memref that is the same for all threads.
func (q *EqualStores) sameGrid(a, b *ir.Op) bool {
	x, y := q.grid(a.Operand(1)), q.grid(b.Operand(1))
	return x != nil && x == y
}

// grid follows a memref to the outside of the threads, or to its allocation, through views that keep
// the type of elements, or to one that does not and is the same in all threads. It returns nil if that
// is not where it comes from.
func (q *EqualStores) grid(v *ir.Value) *ir.Value {
	for v = v.Uncaptured(); q.isInside(v); v = v.Uncaptured() {
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
			return v // other elements, at the same bytes in all threads
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

// isInside reports whether threads compute a value, or it tells them apart. What a kernel or a launch
// is given is the same for all.
func (q *EqualStores) isInside(v *ir.Value) bool {
	if op := v.DefiningOp(); op != nil {
		return q.around.IsAncestorOf(op)
	}
	at := v.ParentBlock().ParentOp()
	if at != q.around {
		return at == nil || q.around.IsAncestorOf(at)
	}
	switch at.Name() {
	case "gpu.func":
		return at.Region(0).Entry() != v.ParentBlock()
	case "gpu.launch":
		return at.Body() != v.ParentBlock() || v.Index() < 6 && !(q.block && v.Index() < 3)
	}
	return true
}

// isUniform reports whether a value is the same in all threads, at any time.
func (q *EqualStores) isUniform(v *ir.Value) bool {
	v = v.Uncaptured()
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

// computesUniform reports whether the result of an operation depends on nothing that differs.
func (q *EqualStores) computesUniform(op *ir.Op) bool {
	switch {
	case op.Has(ir.ConstantLike):
		return true
	case op.NumRegions() > 0:
		return false
	}
	switch op.Def().DialectName() {
	case "arith", "math", "index", "affine":
		if op.Has(ir.Pure) {
			return q.allUniform(op)
		}
	}
	switch op.Name() {
	case "gpu.block_dim", "gpu.grid_dim":
		return true
	case "gpu.block_id":
		return q.block
	case "memref.load", "affine.load":
		return q.allUniform(op) && q.isUnwritten(op.Operand(0))
	}
	return op.Def().View != nil && q.allUniform(op)
}

func (q *EqualStores) allUniform(op *ir.Op) bool { return q.isUniformBut(op, nil) }

// isUniformBut reports whether all operands but one are the same in all threads.
func (q *EqualStores) isUniformBut(op *ir.Op, one *ir.Value) bool {
	for _, v := range op.Operands() {
		if v != one && !q.isUniform(v) {
			return false
		}
	}
	return true
}

// isUnwritten reports whether a memref shows memory from outside of the threads that nothing in them
// writes.
func (q *EqualStores) isUnwritten(v *ir.Value) bool {
	if q.written == nil {
		q.written = map[*ir.Value]bool{}
		for _, a := range q.e.Accesses(q.around) {
			if a.Writes() && a.Kind != ir.Allocate {
				q.written[a.Buffer] = true
			}
		}
	}
	root := q.e.Root(v)
	return root != nil && !q.isInside(root) && !q.written[nil] && !q.written[root]
}
