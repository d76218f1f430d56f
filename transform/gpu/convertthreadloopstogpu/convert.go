package convertthreadloopstogpu

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// moduleName is the module that all kernels are to stand in.
const moduleName = "kernels"

// convert makes a launch of the kernel.
func (k *kernel) convert() error {
	if err := k.replaceSyncs(); err != nil {
		return err
	}
	k.splitReductions()
	if err := k.checkLocal(); err != nil {
		return err
	}
	k.orderGlobalMemory()
	b := ir.At(k.top)
	k.launch = gpu.NewLaunch(b, k.configuration(b))
	k.launch.SetAttr("module", b.Ctx.SymbolRef(moduleName))
	k.top.MoveBefore(k.launch.Body().Last())
	if err := k.block(k.launch.Body(), axes{}); err != nil {
		return err
	}
	return k.placeMemory()
}

// block converts what stands in a block. Axes are those of the loops around it.
func (k *kernel) block(b *ir.Block, around axes) error {
	for op := range b.OpsWithoutTerminator() {
		if err := k.operation(op, around); err != nil {
			return err
		}
	}
	return nil
}

func (k *kernel) operation(op *ir.Op, around axes) error {
	if a, ok := axisOf(op); ok {
		if a.thread && len(op.Find(gpu.Barrier)) == 0 && !divided(op) {
			covered := around.and(axesIn(op))
			k.phase(op, covered)
			if err := k.guard(op, covered); err != nil {
				return err
			}
			around = around.and(axesIn(op).others()) // along those the loop is guarded
		}
		if err := k.block(op.Body(), around.with(a)); err != nil {
			return err
		}
		return k.inline(op, a)
	}
	if !divisible(op) {
		return k.guard(op, around)
	}
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			if err := k.block(b, around); err != nil {
				return err
			}
		}
	}
	return nil
}

// divided reports whether an operation writes memory of each thread and memory that others see, so that some
// of it is done by one thread and some by all.
func divided(op *ir.Op) bool {
	own, seen := false, false
	for inner := range op.Walk() {
		if inner.Def().Effects == nil {
			continue
		}
		inner.Def().Effects(inner, func(e ir.Effect) {
			if e.Kind == ir.Write {
				own = own || whoSees(e.Value) == nobody
				seen = seen || whoSees(e.Value) != nobody
			}
		})
	}
	return own && seen
}

// phase numbers what is in a loop over threads, or what the first thread does along the axes that are not
// covered, if threads exchange no data in it by memory of the block and no loop around it is numbered.
func (k *kernel) phase(op *ir.Op, covered axes) {
	if op.Attr(gpu.PhaseAttr) != nil || !k.independent(op, covered, isShared) {
		return
	}
	k.phases++
	for inner := range op.Walk() {
		if !inner.Has(ir.Terminator | ir.Pure) {
			inner.SetAttr(gpu.PhaseAttr, op.Context().Int(op.Context().I64, k.phases))
		}
	}
}

// divisible reports whether threads may execute what is in an operation each in their own way: it holds a
// loop over an axis, a barrier or an operation on a queue, or is a mere scope.
func divisible(op *ir.Op) bool {
	if op.NumRegions() == 0 {
		return false
	}
	if op.Is(pipeline.Block) {
		return true
	}
	for inner := range op.Walk() {
		if _, bound := axisOf(inner); bound || inner.IsBarrier() {
			return true
		}
		if q := inner.QueueEffect().Kind; q != ir.NoQueueEffect && q != ir.QueueIssue {
			return true
		}
	}
	return false
}

// id returns the number of the thread, or block, along an axis.
func (k *kernel) id(a axis) *ir.Value {
	if a.thread {
		return gpu.ThreadIDs(k.launch)[a.dim]
	}
	return gpu.BlockIDs(k.launch)[a.dim]
}

// inline replaces a loop over an axis by its body, which is guarded if there are more threads than
// iterations. As a statement of a pipelined loop it stays one.
func (k *kernel) inline(op *ir.Op, a axis) error {
	b := ir.At(op)
	all := k.size(a).value != nil || k.trips(op) == k.size(a).n
	if !all {
		if barrier := find(op, gpu.Barrier); barrier != nil {
			return barrier.Errorf(codePlace,
				"the threads of a block beyond %d along %v do not come to this barrier", k.trips(op), a).
				Note(k.size(a).loop.Span(), "blocks have %d threads along this axis", k.size(a).n)
		}
	}
	if k.id(a).Name() == "" {
		k.id(a).SetName(scf.InductionVar(op).Name())
	}
	scf.InductionVar(op).ReplaceAllUsesWith(variable(b, op, k.id(a)))
	switch {
	case !all:
		less := arith.Cmp(b, arith.ULT, k.id(a), arith.ConstIndex(b, k.trips(op)))
		scf.NewIf(b, less, func(b *ir.Builder) { moveBody(b, op) }, nil)
	case op.Parent().Attr(pipeline.StageAttr) != nil:
		pipeline.NewBlock(b, nil, nil, func(b *ir.Builder) { moveBody(b, op) })
	default:
		moveBody(b, op)
	}
	op.Erase()
	return nil
}

func find(op *ir.Op, def *ir.OpDef) *ir.Op {
	if list := op.Find(def); len(list) > 0 {
		return list[0]
	}
	return nil
}

// variable makes the value of a loop's variable in the thread of a number.
func variable(b *ir.Builder, op *ir.Op, id *ir.Value) *ir.Value {
	iv := scf.InductionVar(op)
	if iv.Type() != id.Type() {
		id = b.Create(ir.OpState{Def: arith.IndexCast, Operands: []*ir.Value{id},
			Results: []ir.Type{iv.Type()}}).Result(0)
	}
	if n, ok := ir.ConstInt(scf.Step(op)); !ok || n != 1 {
		id = arith.Binary(b, arith.MulI, id, scf.Step(op))
	}
	if n, ok := ir.ConstInt(scf.Lower(op)); !ok || n != 0 {
		id = arith.Binary(b, arith.AddI, id, scf.Lower(op))
	}
	return id
}

// moveBody moves the operations of a loop but the terminator to where b inserts.
func moveBody(b *ir.Builder, op *ir.Op) {
	for inner := range op.Body().OpsWithoutTerminator() {
		inner.Remove()
		b.Insert(inner)
	}
}

// guard lets the first thread alone do what others see, along the axes that op is in no loop over.
func (k *kernel) guard(op *ir.Op, around axes) error {
	if op.Is(memref.Dealloc) && isKernelMemory(op.Operand(0)) {
		op.Erase()
		return nil
	}
	seen := seenByOthers(op)
	if seen == nobody {
		return nil
	}
	b := ir.At(op)
	var alone *ir.Value
	for i := range k.sizes {
		for d, s := range k.sizes[i] {
			a := axis{i == 1, d}
			if s == nil || around.has(a) || s.value == nil && s.n == 1 || !a.thread && seen == block {
				continue
			}
			if !a.thread {
				return op.Errorf(codePlace,
					"this stands outside of the loop over %v, and blocks do not wait for each other",
					a).Note(s.loop.Span(), "the loop")
			}
			first := arith.Cmp(b, arith.EQ, k.id(a), arith.ConstIndex(b, 0))
			if alone != nil {
				first = arith.Binary(b, arith.AndI, alone, first)
			}
			alone = first
		}
	}
	if alone == nil {
		return nil
	}
	if !op.Unused() {
		return op.Errorf(codePlace,
			"one thread alone can do this, but others need its results").Suggest("keep them in shared memory")
	}
	k.phase(op, around)
	scf.NewIf(b, alone, func(b *ir.Builder) { op.Remove(); b.Insert(op) }, nil)
	return nil
}

func isKernelMemory(v *ir.Value) bool {
	space, ok := spaceOf(v.Type().(*ir.MemRefType).MemorySpace)
	return ok && space != gpu.Global
}

// audience is who sees what an operation does.
type audience int

const (
	nobody audience = iota // but the thread itself
	block                  // the threads of the block
	everybody
)

// seenByOthers says who sees what an operation, with all in it, does.
func seenByOthers(op *ir.Op) audience {
	most := nobody
	for inner := range op.Walk() {
		switch {
		case inner.IsBarrier(), inner.QueueEffect().Kind != ir.NoQueueEffect, inner.Is(function.Return):
		case inner.Def().Effects != nil:
			inner.Def().Effects(inner, func(e ir.Effect) {
				if e.Kind == ir.Write || e.Kind == ir.Free {
					most = max(most, whoSees(e.Value))
				}
			})
		case !inner.Has(ir.Pure | ir.RecursiveEffects):
			return everybody
		}
	}
	return most
}

func whoSees(v *ir.Value) audience {
	switch {
	case v == nil:
		return everybody
	case isPrivate(v):
		return nobody
	}
	if m, ok := rootOf(v).Type().(*ir.MemRefType); ok {
		if space, _ := spaceOf(m.MemorySpace); space == gpu.Workgroup {
			return block
		}
	}
	return everybody
}

// replaceSyncs makes barriers of the calls of T.tvm_storage_sync.
func (k *kernel) replaceSyncs() error {
	tables := ir.NewSymbolTables()
	for _, op := range k.top.Find(function.Call) {
		if !isSync(op) {
			continue
		}
		callee := tables.Resolve(op, op.Def().Callee(op))
		scope := "?"
		if list, ok := callee.Attr("tvm.strings").(*ir.ArrayAttr); ok && len(list.Elems) > 0 {
			if s, ok := list.Elems[0].(*ir.StringAttr); ok {
				scope = s.Value
			}
		}
		if scope != "shared" && scope != "shared.dyn" {
			return op.Errorf(codePlace, "threads can wait for each other in the scope shared, not in %s",
				scope)
		}
		ir.At(op).Create(ir.OpState{Def: gpu.Barrier, Results: []ir.Type{}})
		op.Erase()
	}
	return nil
}

// isSync reports whether an operation is a call of T.tvm_storage_sync.
func isSync(op *ir.Op) bool {
	if !op.Is(function.Call) {
		return false
	}
	callee := ir.NewSymbolTables().Resolve(op, op.Def().Callee(op))
	return callee != nil && callee.StringAttr("tvm.call") == "tvm_storage_sync"
}
