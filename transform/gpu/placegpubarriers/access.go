package placegpubarriers

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/ir"
)

// access is what an operation does to memory of the block.
type access struct {
	op         *ir.Op
	since      *ir.Op    // what made it one that others must not meet: op itself, or the wait for it
	buffer     *ir.Value // nil: any
	subscripts []form    // of the leading dimensions
	extent     int64     // elements along the last dimension, where all subscripts are there
	all        bool      // they are
	write      bool
	phase      int64 // see gpu.PhaseAttr; 0 for none
}

// accesses returns what an operation without regions does to memory of the block. Nothing that is placed
// changes that, so that it is looked at once.
func (w *walker) accesses(op *ir.Op) []access {
	if op.Has(ir.Pure) {
		return nil
	}
	list, known := w.known[op]
	if !known {
		list = effects(op)
		for i := range list {
			list[i].phase, _ = op.IntAttr(gpu.PhaseAttr)
		}
		w.known[op] = list
	}
	return list
}

func effects(op *ir.Op) []access {
	if op.Def().Effects == nil {
		return anything(op)
	}
	var list []access
	op.Def().Effects(op, func(e ir.Effect) {
		if e.Value == nil || e.Kind == ir.Allocate || e.Kind == ir.Free {
			return
		}
		m, ok := e.Value.Type().(*ir.MemRefType)
		root := rootOf(e.Value)
		if !ok || !isShared(e.Value) && !isShared(root) {
			return
		}
		a := access{op: op, since: op, buffer: root, write: e.Kind == ir.Write, extent: max(e.Extent, 1)}
		if root == e.Value && e.Map == nil && m.Ranked {
			for _, v := range e.Indices {
				a.subscripts = append(a.subscripts, formOf(v))
			}
			a.all = len(e.Indices) == len(m.Shape)
		}
		list = append(list, a)
	})
	return list
}

// anything is what an operation may do that does not tell: read and write what it is given.
func anything(op *ir.Op) []access {
	var list []access
	for _, v := range op.Operands() {
		if (isShared(v) || isShared(rootOf(v))) && !op.Has(ir.Pure) && op.Def().View == nil {
			list = append(list, access{op: op, since: op, buffer: rootOf(v)},
				access{op: op, since: op, buffer: rootOf(v), write: true})
		}
	}
	if touchesGlobals(op, map[*ir.Op]bool{}) {
		list = append(list, access{op: op, since: op}, access{op: op, since: op, write: true})
	}
	return list
}

// touchesGlobals reports whether a call may access memory of the block that it is not given.
func touchesGlobals(call *ir.Op, seen map[*ir.Op]bool) bool {
	if call.Def().Callee == nil {
		return false
	}
	ref, ok := call.Attr("callee").(*ir.SymbolRefAttr)
	if !ok {
		return true
	}
	callee := ir.NewSymbolTables().Resolve(call, ref)
	if callee == nil || callee.NumRegions() == 0 || callee.Region(0).Empty() {
		return false // a function of the device's library
	}
	if seen[callee] {
		return false
	}
	seen[callee] = true
	for op := range callee.Walk() {
		if op.Is(memref.GetGlobal) && isShared(op.Result(0)) || op.Is(gpu.DynamicSharedMemory) ||
			touchesGlobals(op, seen) {
			return true
		}
	}
	return false
}

// isShared reports whether a value is memory of the block.
func isShared(v *ir.Value) bool {
	m, ok := v.Type().(*ir.MemRefType)
	return ok && nvgpu.IsShared(m.MemorySpace)
}

// rootOf returns the memory that a view is of.
func rootOf(v *ir.Value) *ir.Value {
	for {
		op := v.DefiningOp()
		if op.Is(memref.MemorySpaceCast) {
			v = op.Operand(0)
			continue
		}
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

// conflicts reports whether two accesses of different threads may be to one element that one of them writes.
func (w *walker) conflicts(a, b *access) bool {
	if !a.write && !b.write || a.phase != 0 && a.phase == b.phase {
		return false
	}
	if !sameMemory(a.buffer, b.buffer) {
		return !w.allocated(a.buffer) || !w.allocated(b.buffer) // what is selected or carried may be either
	}
	for i := range min(len(a.subscripts), len(b.subscripts)) {
		n := int64(1)
		if a.all && b.all && i == len(a.subscripts)-1 {
			n = max(a.extent, b.extent)
		}
		if x := a.subscripts[i]; (x.base == nil || w.uniform(x.base)) && x.apart(b.subscripts[i], n) {
			return false
		}
	}
	return !w.ownOfThread(a, b)
}

// sameMemory reports whether two values are the same memory for sure.
func sameMemory(a, b *ir.Value) bool {
	if a == b {
		return a != nil
	}
	if a == nil || b == nil {
		return false
	}
	x, y := a.DefiningOp(), b.DefiningOp()
	return x.Is(memref.GetGlobal) && y.Is(memref.GetGlobal) && x.Attr("name") == y.Attr("name") ||
		x.Is(gpu.DynamicSharedMemory) && y.Is(gpu.DynamicSharedMemory)
}

// allocated reports whether a value is memory that no other such value is a part of: allocated, declared or
// global.
func (w *walker) allocated(v *ir.Value) bool {
	if v == nil {
		return false
	}
	op := v.DefiningOp()
	if op == nil {
		return v.Owner() == w.kernel.Region(0).Entry()
	}
	return op.Is(memref.Alloc) || op.Is(memref.Alloca) || op.Is(memref.GetGlobal) ||
		op.Is(gpu.DynamicSharedMemory)
}

// ownOfThread reports whether each thread accesses elements that no other does: those at a subscript that is
// the same both times, and that its number tells apart from those of the others.
func (w *walker) ownOfThread(a, b *access) bool {
	if !a.all || !b.all {
		return false
	}
	for i, s := range a.subscripts {
		n := int64(1)
		if i == len(a.subscripts)-1 {
			n = max(a.extent, b.extent)
		}
		if s.same(b.subscripts[i]) && s.mod == 0 && s.base != nil && w.stride(s.base) >= n {
			return true
		}
	}
	return false
}

// stride returns by how much a value grows from thread to thread, 0 if that is not known.
func (w *walker) stride(v *ir.Value) int64 {
	op := v.DefiningOp()
	switch {
	case op == nil && w.kernel.Is(gpu.Launch):
		if v == gpu.ThreadIDs(w.kernel)[0] && w.flat() {
			return 1
		}
	case op.ThreadNumber() == ir.ThreadNumber{Kind: ir.ThreadInBlock, Dim: 0}:
		if w.flat() {
			return 1
		}
	case op.Is(arith.MulI):
		if n, ok := ir.ConstInt(op.Operand(1)); ok && n > 0 {
			return n * w.stride(op.Operand(0))
		}
	}
	return 0
}

// flat reports whether the blocks of the kernel have threads along x alone.
func (w *walker) flat() bool {
	if w.kernel.Is(gpu.Launch) {
		size := gpu.BlockSize(w.kernel)
		y, _ := ir.ConstInt(size[1])
		z, _ := ir.ConstInt(size[2])
		return y == 1 && z == 1
	}
	sizes := w.kernel.Ints("known_block_size")
	return len(sizes) == 3 && sizes[1] == 1 && sizes[2] == 1
}
