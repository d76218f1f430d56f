package convertthreadloopstogpu

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/gpu/internal/threadnumbers"
)

// effect is what an operation does to memory.
type effect struct {
	root  *ir.Value // nil: any memory
	write bool
	place threadnumbers.Access // without subscripts where they are not known
}

// effectsIn returns what an operation, with all in it, does to memory that keep accepts.
func effectsIn(op *ir.Op, keep func(root *ir.Value) bool) (list []effect) {
	add := func(e effect) {
		if e.root == nil || keep(e.root) {
			list = append(list, e)
		}
	}
	for inner := range op.Walk() {
		switch {
		case inner.Def().Effects != nil:
			inner.Def().Effects(inner, func(e ir.Effect) { addEffect(inner, e, add) })
		case inner.NumRegions() == 0 && !inner.Has(ir.Pure|ir.Terminator) && inner.Def().View == nil:
			for _, v := range inner.Operands() {
				if _, ok := v.Type().(*ir.MemRefType); ok {
					add(effect{root: rootOf(v), write: true, place: threadnumbers.Access{Op: inner}})
				}
			}
		}
	}
	return list
}

func addEffect(op *ir.Op, e ir.Effect, add func(effect)) {
	if e.Value == nil || e.Kind != ir.Read && e.Kind != ir.Write {
		return
	}
	m, ok := e.Value.Type().(*ir.MemRefType)
	if !ok {
		return
	}
	root := rootOf(e.Value)
	found := effect{root: root, write: e.Kind == ir.Write,
		place: threadnumbers.Access{Op: op, Extent: e.Extent}}
	if root == e.Value && e.Map == nil && m.Ranked && len(e.Indices) == len(m.Shape) {
		found.place.Subscripts = e.Indices
	}
	add(found)
}

// threadBlock returns the threads of a block along some axes; along the others there is one.
func (k *kernel) threadBlock(covered axes) *threadnumbers.Block {
	b := &threadnumbers.Block{Size: [3]int64{1, 1, 1}, Bound: func(loop *ir.Op) int {
		if a, ok := axisOf(loop); ok && a.thread {
			return a.dim
		}
		return -1
	}}
	for d, s := range k.sizes[1] {
		if s != nil && covered.has(axis{true, d}) {
			b.Size[d] = s.n
		}
	}
	return b
}

// independent reports whether in one execution of an operation no thread accesses what another writes, in
// memory that keep accepts. Covered are the axes along which more than the first thread may execute it.
func (k *kernel) independent(op *ir.Op, covered axes, keep func(root *ir.Value) bool) bool {
	o, b := k.newOrderer(), k.threadBlock(covered)
	list := effectsIn(op, keep)
	for i := range list {
		for j := range list[:i+1] {
			x, y := &list[i], &list[j]
			same := x.root == nil || y.root == nil || x.root == y.root
			if !same || !x.write && !y.write {
				continue
			}
			if !o.ownElements(x.place.Op, y.place.Op) && !b.Apart(&x.place, &y.place, op) {
				return false
			}
		}
	}
	return true
}

// isShared reports whether a value is memory of the block.
func isShared(v *ir.Value) bool {
	m, ok := v.Type().(*ir.MemRefType)
	if !ok {
		return false
	}
	space, _ := spaceOf(m.MemorySpace)
	return space == gpu.Workgroup
}

// exchanges reports whether the program in order, an iteration of each loop over threads after the other, may
// compute something else than threads do: they wait for each other within such a loop, one accesses what
// another writes, or memory of a thread outlives its iteration.
func (k *kernel) exchanges() bool {
	for op := range k.top.Walk() {
		if op.IsBarrier() || isSync(op) {
			return true
		}
	}
	for _, loop := range threadLoops(k.top) {
		seen := func(root *ir.Value) bool { return !isPrivate(root) }
		if !k.independent(loop, axesIn(loop), seen) {
			return true
		}
	}
	return k.sharesLocal()
}

// threadLoops returns the outermost loops over threads in an operation.
func threadLoops(op *ir.Op) (list []*ir.Op) {
	if a, ok := axisOf(op); ok && a.thread {
		return []*ir.Op{op}
	}
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for inner := range b.Ops() {
				list = append(list, threadLoops(inner)...)
			}
		}
	}
	return list
}

// inThreadLoop reports whether an operation is in a loop over threads of the kernel.
func (k *kernel) inThreadLoop(op *ir.Op) bool {
	for p := op.Parent(); p != nil; p = p.Parent() {
		if a, ok := axisOf(p); ok && a.thread {
			return true
		}
		if p == k.top {
			break
		}
	}
	return false
}

// outlives reports whether memory of a thread is allocated outside of the loops over threads.
func (k *kernel) outlives(root *ir.Value) bool {
	op := root.DefiningOp()
	return isPrivate(root) && op != nil && !k.inThreadLoop(op)
}

// sharesLocal reports whether memory of a thread that is allocated outside of the loops over threads has an
// element that one thread writes and another accesses.
func (k *kernel) sharesLocal() bool {
	b := k.threadBlock(axesIn(k.top))
	list := effectsIn(k.top, k.outlives)
	for i := range list {
		for j := range list {
			x, y := &list[i], &list[j]
			if x.write && x.root == y.root && k.inThreadLoop(x.place.Op) &&
				!b.Apart(&x.place, &y.place, k.top) {
				return true
			}
		}
	}
	return false
}

// checkLocal rejects an access to memory of a thread that reads what another thread has written.
func (k *kernel) checkLocal() error {
	b := k.threadBlock(axesIn(k.top))
	written := map[*ir.Value][]*threadnumbers.Access{}
	list := effectsIn(k.top, k.outlives)
	for i := range list {
		e := &list[i]
		switch {
		case e.write:
			written[e.root] = append(written[e.root], &e.place)
		case k.inThreadLoop(e.place.Op) && b.Lacks(written[e.root], &e.place, k.top) &&
			isWritten(e.root, list):
			return e.place.Op.Errorf(codeLocal,
				"a thread reads memory of the scope local here that other threads have written").
				Note(e.root.DefiningOp().Span(), "each thread has this memory for itself").
				Suggest(
					"give it the scope shared; a sum over threads is one statement alone in its loop over " +
						"threads")
		}
	}
	return nil
}

func isWritten(root *ir.Value, list []effect) bool {
	return slices.ContainsFunc(list, func(e effect) bool { return e.write && e.root == root })
}

// checkBlocks rejects a read of global memory that another block of the kernel writes.
func (k *kernel) checkBlocks() error {
	b := &threadnumbers.Block{Size: [3]int64{1, 1, 1}, Bound: func(loop *ir.Op) int {
		if a, ok := axisOf(loop); ok && !a.thread {
			return a.dim
		}
		return -1
	}}
	list := effectsIn(k.top, func(root *ir.Value) bool { return !isPrivate(root) && !isShared(root) })
	for i := range list {
		for j := range list {
			read, write := &list[i], &list[j]
			atomic := read.place.Op.IsAtomic() || write.place.Op.IsAtomic()
			if atomic || read.write || !write.write || read.root != write.root {
				continue
			}
			if b.Meet(&read.place, &write.place, k.top) {
				return read.place.Op.Errorf(codePlace,
					"a block reads global memory here that another block writes, and blocks do not wait "+
						"for each other").
					Note(write.place.Op.Span(),
						"the write").Suggest("make two kernels, or let one block do both")
			}
		}
	}
	return nil
}

// collectives are the functions of T by which threads exchange data, and that are not lowered.
var collectives = []string{
	"tvm_thread_allreduce", "tvm_warp_activemask", "tvm_warp_shuffle", "tvm_warp_shuffle_up",
	"tvm_warp_shuffle_down",
}

// checkCalls rejects calls of functions that threads execute together.
func (k *kernel) checkCalls() error {
	for _, op := range k.top.Find(function.Call) {
		callee := ir.NewSymbolTables().Resolve(op, op.Def().Callee(op))
		if callee == nil {
			continue
		}
		if name := callee.StringAttr("tvm.call"); slices.Contains(collectives, name) {
			return op.Errorf(codeCollective, "threads exchange data by T.%s, which is not lowered", name).
				Suggest("exchange it through memory in the scope shared, " +
					"or make a sum over threads a statement alone in its loop over threads")
		}
	}
	return nil
}

// newOrderer prepares for questions about the elements that threads access.
func (k *kernel) newOrderer() *orderer {
	o := &orderer{k: k, threads: map[*analysis.Symbol]axis{}}
	o.ev = &analysis.Evaluator{Bind: o.bind}
	return o
}
