package gputollvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// memory returns the descriptor of a memref.
func (w *writer) memory(v *ir.Value) *ir.Value { return w.cast(v, w.l.types.Type(v.Type())) }

func (w *writer) integer(n int64) *ir.Value {
	return llvmtypes.ConstInt(w.Builder, w.Ctx.I64, n)
}

// first returns the address of the first element of a memref with a descriptor.
func (w *writer) first(v, descriptor *ir.Value) *ir.Value {
	t := v.Type().(*ir.MemRefType)
	p := llvmtypes.Extract(w.Builder, descriptor, 1)
	if _, offset, ok := memref.Strides(t); ok && offset == 0 {
		return p
	}
	return llvmtypes.GEP(w.Builder, w.l.types.Type(t.Elem), p, 0,
		ir.OpFoldResult{Value: llvmtypes.Extract(w.Builder, descriptor, 2)})
}

// registerAll lowers what lets the device access memory of the host, and ends that.
func (l *lowering) registerAll() {
	w := &writer{Builder: ir.NewBuilder(l.module.Context()), l: l}
	register := func(op *ir.Op, function string) {
		w.SetBefore(op)
		w.Loc = op.Loc()
		m := w.memory(op.Operand(0))
		bytes := w.integer(ir.MemoryBytes(op.Operand(0).Type().(*ir.MemRefType).Elem))
		w.call(function, nil, llvmtypes.Extract(w.Builder, m, 0), llvmtypes.Extract(w.Builder, m, 1), bytes)
		op.Erase()
	}
	for _, op := range l.module.Find(gpu.HostRegister) {
		register(op, "mgpuMemHostRegisterMemRef")
	}
	for _, op := range l.module.Find(gpu.HostUnregister) {
		register(op, "mgpuMemHostUnregisterMemRef")
	}
}

// isContiguous reports whether the elements of a memref are all bytes from its first on.
func isContiguous(t *ir.MemRefType) bool {
	if memref.HasIdentityLayout(t) {
		return t.Ranked
	}
	strides, _, ok := memref.Strides(t)
	return ok && memref.IsStatic(t.Shape) && slices.Equal(strides, memref.RowMajor(t.Shape))
}

// elements returns the number of a memref's elements.
func (w *writer) elements(t *ir.MemRefType, descriptor *ir.Value) *ir.Value {
	if memref.IsStatic(t.Shape) {
		return w.integer(ir.NumElements(t.Shape))
	}
	n := w.integer(1)
	for i := range t.Shape {
		n = llvmtypes.Binary(w.Builder, llvm.Mul, n, llvmtypes.Extract(w.Builder, descriptor, 3, int64(i)))
	}
	return n
}

// bytes returns how many bytes so many elements have.
func (w *writer) bytes(t *ir.MemRefType, elements *ir.Value) *ir.Value {
	null := llvmtypes.Zero(w.Builder, w.pointer())
	end := llvmtypes.GEP(w.Builder, w.l.types.Type(t.Elem), null, 0, ir.OpFoldResult{Value: elements})
	return llvmtypes.Cast(w.Builder, llvm.PtrToInt, end, w.Ctx.I64)
}

// extents returns the sizes and strides of a contiguous memref, and the number of its elements.
func (w *writer) extents(t *ir.MemRefType, dynamic []*ir.Value) (sizes, strides []*ir.Value,
	elements *ir.Value) {
	for _, n := range t.Shape {
		if n != ir.Dynamic {
			sizes = append(sizes, w.integer(n))
			continue
		}
		sizes = append(sizes, w.cast(dynamic[0], w.Ctx.I64))
		dynamic = dynamic[1:]
	}
	elements = w.integer(1)
	strides = make([]*ir.Value, len(sizes))
	for i, n := range slices.Backward(sizes) {
		strides[i] = elements
		elements = llvmtypes.Binary(w.Builder, llvm.Mul, elements, n)
	}
	return sizes, strides, elements
}
