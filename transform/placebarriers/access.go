package placebarriers

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
)

// access is what an operation does to memory of the block.
type access struct {
	op         *ir.Op
	buffer     *ir.Value // nil: any
	subscripts []form    // of the leading dimensions
	extent     int64     // elements along the last dimension, where all subscripts are there
	all        bool      // they are
	write      bool
}

// accesses returns what an operation, without what is in it, does to memory of the block.
func accesses(op *ir.Op) []access {
	if op.Def().Effects == nil {
		return anything(op)
	}
	var list []access
	op.Def().Effects(op, func(e ir.Effect) {
		if e.Value == nil || e.Kind == ir.Allocate || e.Kind == ir.Free {
			return
		}
		m, ok := e.Value.Type().(*ir.MemRefType)
		if !ok || !m.Ranked || !shared(m.MemorySpace) {
			return
		}
		a := access{op: op, buffer: rootOf(e.Value), write: e.Kind == ir.Write, extent: max(e.Extent, 1)}
		if a.buffer == e.Value && e.Map == nil {
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
		if m, ok := v.Type().(*ir.MemRefType); ok && shared(m.MemorySpace) && !op.Has(ir.Pure) && op.Def().View == nil {
			list = append(list, access{op: op, buffer: rootOf(v)}, access{op: op, buffer: rootOf(v), write: true})
		}
	}
	return list
}

// sharedSpace is the number of the memory of a block.
const sharedSpace = 3

func shared(space ir.Attr) bool {
	n, ok := space.(*ir.IntegerAttr)
	return gpu.IsAddressSpace(space, gpu.Workgroup) || ok && n.Value == sharedSpace
}

// rootOf returns the memory that a view is of.
func rootOf(v *ir.Value) *ir.Value {
	for {
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

// conflicts reports whether two accesses of different threads may be to one element that one of them writes.
func (w *walker) conflicts(a, b access) bool {
	if !a.write && !b.write || a.buffer != b.buffer {
		return false
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

// ownOfThread reports whether each thread accesses elements that no other does: those at a subscript that is the same both times, and
// that its number tells apart from those of the others.
func (w *walker) ownOfThread(a, b access) bool {
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
	case op.Is(gpu.ThreadID):
		if d := op.Attr("dimension").(*ir.EnumAttr).Value; d == 0 && w.flat() {
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
