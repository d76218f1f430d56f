package convertthreadloopstogpu

import (
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/captured"
)

// The numbers of memory spaces that stand for the scopes shared and local.
const (
	sharedNumber = 3
	localNumber  = 5
)

// spaceOf returns the address space of a GPU that a memory space stands for: Global if it has no name, and
// whether there is one.
func spaceOf(space ir.Attr) (int64, bool) {
	switch a := space.(type) {
	case nil:
		return gpu.Global, true
	case *ir.IntegerAttr:
		switch a.Value {
		case 0, gpu.Global:
			return gpu.Global, true
		case sharedNumber:
			return gpu.Workgroup, true
		case localNumber:
			return gpu.Private, true
		}
	case *ir.StringAttr:
		return gpu.Workgroup, a.Value == "shared.dyn"
	case *ir.EnumAttr:
		return a.Value, a.Def == gpu.AddressSpace
	}
	return 0, false
}

// isPrivate reports whether a value is memory of a thread.
func isPrivate(v *ir.Value) bool {
	v = rootOf(v)
	m, ok := v.Type().(*ir.MemRefType)
	if !ok {
		return false
	}
	space, _ := spaceOf(m.MemorySpace)
	return space == gpu.Private || v.DefinedBy(memref.Alloca) != nil && m.MemorySpace == nil
}

// rootOf returns the memory that a view is of.
func rootOf(v *ir.Value) *ir.Value {
	var trail ir.Trail
	for op := v.DefiningOp(); op != nil && op.Def().View != nil && !trail.Repeats(v); op = v.DefiningOp() {
		view, ok := op.Def().View(op)
		if !ok || view.Source == nil {
			break
		}
		v = view.Source
	}
	return v
}

// placeMemory moves memory of blocks and threads that is allocated around the kernel into it, and gives all
// of it the address spaces of a GPU.
func (k *kernel) placeMemory() error {
	for _, v := range captured.Values(k.launch) {
		op := v.DefinedBy(memref.Alloc)
		if op == nil {
			continue
		}
		if space, ok := spaceOf(v.Type().(*ir.MemRefType).MemorySpace); ok && space == gpu.Global {
			continue
		}
		for use := range v.Uses() {
			if !k.launch.IsAncestorOf(use.Owner()) {
				return op.Errorf(codeScope,
					"this memory of a kernel is used outside of it").Note(use.Owner().Span(),
					"here, and the kernel is at %v", k.launch.Span())
			}
		}
		op.Remove()
		k.launch.Body().InsertBefore(op, k.launch.Body().First())
	}
	for op := range k.launch.Walk() {
		if op.Is(memref.Alloc) || op.Is(memref.Alloca) {
			if err := k.relocate(op); err != nil {
				return err
			}
		}
	}
	return nil
}

// relocate gives an allocation in a kernel the address space that its scope is in.
func (k *kernel) relocate(op *ir.Op) error {
	v := op.Result(0)
	m := v.Type().(*ir.MemRefType)
	space, ok := spaceOf(m.MemorySpace)
	switch {
	case op.Is(memref.Alloca) && m.MemorySpace == nil:
		return nil
	case !ok:
		return op.Errorf(codeScope, "this memory is in the scope %v, which kernels do not have",
			m.MemorySpace)
	case space == gpu.Global:
		return op.Errorf(codeScope,
			"a kernel cannot allocate global memory").Suggest("give it a scope, shared or local")
	case op.NumOperands() > 0:
		return op.Errorf(codeScope, "the extents of this memory of a kernel are not constant")
	}
	respace(v, op.Context().Enum(gpu.AddressSpace, space))
	switch {
	case op.Is(memref.Alloc) && space == gpu.Private:
		k.onStack(op)
	case op != k.launch.Body().First(): // the block has it from its begin
		op.Remove()
		k.launch.Body().InsertBefore(op, k.launch.Body().First())
	}
	return nil
}

// onStack makes an allocation of memory of a thread one on its stack, which lives as long as the thread.
func (k *kernel) onStack(op *ir.Op) {
	b := ir.At(op)
	b.SetStart(k.launch.Body())
	stack := b.Create(ir.OpState{Def: memref.Alloca, Results: op.ResultTypes(),
		Attrs: append(op.Attrs(), op.Properties()...)})
	stack.Result(0).SetName(op.Result(0).Name())
	op.ReplaceAllUsesWith(stack.Results())
	op.Erase()
}

// respace changes the memory space of a value, and of views of it.
func respace(v *ir.Value, space ir.Attr) {
	m := v.Type().(*ir.MemRefType)
	c := v.ParentBlock().ParentOp().Context()
	v.SetType(c.MemRef(m.Shape, m.Elem, m.Layout, space))
	for use := range v.Uses() {
		op := use.Owner()
		if op.Def().View == nil || use.Index() != 0 || op.Is(memref.MemorySpaceCast) {
			continue
		}
		if t, ok := op.Result(0).Type().(*ir.MemRefType); ok && t.Ranked {
			respace(op.Result(0), space)
		}
	}
}
