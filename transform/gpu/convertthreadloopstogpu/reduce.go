package convertthreadloopstogpu

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// A reduction over threads is a loop over threads in which every iteration updates the same elements, as in
// R[0] = R[0] + P[tx]. Threads compute what goes in at the same time and leave it in memory of the block;
// behind that, a loop that is bound to no threads updates the elements in the order of the program. So the
// result has the same bits as that of the program in order.
type reduction struct {
	k     *kernel
	loop  *ir.Op
	body  *ir.Block   // the innermost block, which has the statement
	roots []*ir.Value // the memory that is updated
	late  []*ir.Op    // what depends on it, in the order of the program
	cross []*ir.Value // what these take from the others, and that is not computed again
}

// splitReductions splits every loop over threads that is a reduction.
func (k *kernel) splitReductions() {
	var loops []*ir.Op
	for op := range k.top.Walk() {
		if a, ok := axisOf(op); ok && a.thread && op != k.top {
			loops = append(loops, op)
		}
	}
	for _, loop := range loops {
		if r := k.reductionOf(loop); r != nil {
			r.split()
		}
	}
}

// reductionOf returns the reduction that a loop over threads is, or nil.
func (k *kernel) reductionOf(loop *ir.Op) *reduction {
	r := &reduction{k: k, loop: loop, body: statementIn(loop.Body())}
	if !r.findRoots() || !r.updatesSame() || !r.isCounted() {
		return nil
	}
	if k.independent(loop, axesIn(loop), func(root *ir.Value) bool {
		return slices.Contains(r.roots, root)
	}) {
		return nil
	}
	r.findLate()
	return r
}

// statementIn goes into blocks that are alone with what is pure.
func statementIn(b *ir.Block) *ir.Block {
	var only *ir.Op
	for op := range b.OpsWithoutTerminator() {
		if op.IsEffectFree() {
			continue
		}
		if only != nil || !op.Is(pipeline.Block) {
			return b
		}
		only = op
	}
	if only == nil {
		return b
	}
	return statementIn(only.Body())
}

// findRoots finds the memory that the statement stores to, and reports whether it is nothing but loads,
// stores, which may be under conditions, and arithmetic, and loads from that memory.
func (r *reduction) findRoots() bool {
	simple := true
	for op := range r.body.OpsWithoutTerminator() {
		for inner := range op.Walk() {
			switch {
			case inner.Is(memref.Store):
				root := rootOf(inner.Operand(1))
				simple = simple && root == inner.Operand(1) && !r.k.isOfIteration(root, r.loop)
				if !slices.Contains(r.roots, root) {
					r.roots = append(r.roots, root)
				}
			case inner.Is(memref.Load), inner.Has(ir.Terminator), inner.Is(scf.If) && inner.NumResults() == 0:
			case inner.NumRegions() > 0 || !inner.IsEffectFree():
				simple = false
			}
		}
	}
	updates := slices.ContainsFunc(slices.Collect(r.body.OpsWithoutTerminator()), r.loadsRoot)
	return simple && updates
}

// isOfIteration reports whether memory is allocated in an iteration of a loop.
func (k *kernel) isOfIteration(root *ir.Value, loop *ir.Op) bool {
	op := root.DefiningOp()
	return op != nil && loop.IsAncestorOf(op)
}

func (r *reduction) loadsRoot(op *ir.Op) bool {
	return op.Is(memref.Load) && slices.Contains(r.roots, rootOf(op.Operand(0)))
}

// updatesSame reports whether all iterations access the same elements of the memory.
func (r *reduction) updatesSame() bool {
	iv := scf.InductionVar(r.loop)
	differs := func(v *ir.Value) bool { return dependsOn(v, iv) }
	for op := range r.body.ParentOp().Walk() {
		if r.loadsRoot(op) && slices.ContainsFunc(op.Operands()[1:], differs) ||
			op.Is(memref.Store) && slices.ContainsFunc(op.Operands()[2:], differs) {
			return false
		}
	}
	return true
}

// dependsOn reports whether a value is computed from another.
func dependsOn(v, of *ir.Value) bool {
	if v == of {
		return true
	}
	op := v.DefiningOp()
	return op != nil && slices.ContainsFunc(op.Operands(), func(x *ir.Value) bool { return dependsOn(x, of) })
}

// isCounted reports whether the loops over threads around the statement count from 0 on by 1, a known number
// of times.
func (r *reduction) isCounted() bool {
	return !slices.ContainsFunc(r.threadLoops(), func(loop *ir.Op) bool {
		lower, ok := ir.ConstInt(scf.Lower(loop))
		step, ok2 := ir.ConstInt(scf.Step(loop))
		return !ok || !ok2 || lower != 0 || step != 1 || r.k.trips(loop) < 1
	})
}

// threadLoops returns the loops over threads around the statement, innermost first. The outermost loop of a
// kernel is over blocks.
func (r *reduction) threadLoops() (list []*ir.Op) {
	for op := r.loop; op != r.k.top; op = op.Parent() {
		if a, ok := axisOf(op); ok && a.thread {
			list = append(list, op)
		}
	}
	return list
}

// findLate finds the operations that depend on the memory that is updated, and what they take from the
// others.
func (r *reduction) findLate() {
	late, loaded := map[*ir.Op]bool{}, map[*ir.Op]bool{}
	for op := range r.body.OpsWithoutTerminator() {
		from := func(set map[*ir.Op]bool) bool {
			return slices.ContainsFunc(op.Operands(), func(v *ir.Value) bool { return set[v.DefiningOp()] })
		}
		switch {
		case r.loadsRoot(op), op.Is(memref.Store), op.Is(scf.If), from(late):
			late[op] = true
			r.late = append(r.late, op)
		case op.Is(memref.Load), from(loaded):
			loaded[op] = true
		}
	}
	for _, op := range r.late {
		for inner := range op.Walk() {
			for _, v := range inner.Operands() {
				if loaded[v.DefiningOp()] && !slices.Contains(r.cross, v) {
					r.cross = append(r.cross, v)
				}
			}
		}
	}
}

// split makes two loops of the one.
func (r *reduction) split() {
	b := ir.At(r.loop)
	b.SetAfter(r.loop)
	m := ir.NewMapping()
	update := b.Clone(r.loop, m)
	update.RemoveAttr(mappingAttr)
	for _, v := range r.cross {
		scratch := r.allocate(v)
		b := ir.At(v.DefiningOp())
		b.SetAfter(v.DefiningOp())
		memref.NewStore(b, v, scratch, r.place(nil)...)
		copied := m.Lookup(v)
		b = ir.At(copied.DefiningOp())
		copied.ReplaceAllUsesWith(memref.NewLoad(b, scratch, r.place(m)...))
	}
	for _, op := range slices.Backward(r.late) {
		op.Erase()
	}
	eraseUnused(r.loop)
	eraseUnused(update)
}

// allocate makes memory of the block for a value of each thread, in front of the kernel.
func (r *reduction) allocate(v *ir.Value) *ir.Value {
	b := ir.At(r.k.top)
	b.Loc = v.DefiningOp().Loc()
	var shape []int64
	for _, loop := range r.threadLoops() {
		shape = append(shape, r.k.trips(loop))
	}
	return memref.NewAlloc(b, b.Ctx.MemRef(shape, v.Type(), nil, b.Ctx.Int(b.Ctx.I64, sharedNumber)))
}

// place returns the subscripts of a thread's value, or those in the copied loop.
func (r *reduction) place(m *ir.Mapping) (list []*ir.Value) {
	for _, loop := range r.threadLoops() {
		iv := scf.InductionVar(loop)
		if m != nil && loop == r.loop {
			iv = m.Lookup(iv)
		}
		list = append(list, iv)
	}
	return list
}

// eraseUnused erases loads and arithmetic whose results nothing uses.
func eraseUnused(loop *ir.Op) {
	all := slices.Collect(loop.Walk())
	for _, op := range slices.Backward(all) {
		if op != loop && op.NumResults() > 0 && op.Unused() && (op.IsEffectFree() || op.Is(memref.Load)) {
			op.Erase()
		}
	}
}
