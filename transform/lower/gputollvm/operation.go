package gputollvm

import (
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// issue writes the call that has the device execute an operation on a stream, or as a node of a graph.
func (w *writer) issue(op *ir.Op, stream *ir.Value) error {
	switch {
	case op.Is(gpu.Alloc):
		return w.alloc(op, stream)
	case op.Is(gpu.Dealloc):
		m := w.memory(gpu.Memory(op))
		w.call(w.calls+"MemFree", nil, llvmtypes.Extract(w.Builder, m, 0), stream)
	case op.Is(gpu.Memcpy):
		return w.copies(op, stream)
	case op.Is(gpu.Memset):
		return w.fill(op, stream)
	case op.Is(gpu.LaunchFunc):
		return w.launch(op, stream)
	}
	return nil
}

// alloc allocates memory in the order of the stream.
func (w *writer) alloc(op *ir.Op, stream *ir.Value) error {
	t := op.Result(0).Type().(*ir.MemRefType)
	if !memref.HasIdentityLayout(t) || w.l.types.Type(t) == nil {
		return op.Errorf(codeUnsupported, "memory of type '%v' cannot be allocated on the device",
			t).Suggest("allocate contiguous memory")
	}
	if op.Attr("hostShared") != nil && op.AsyncToken() != nil {
		return op.Errorf(codeUnsupported,
			"memory that the host shares cannot be allocated asynchronously").Suggest("leave out 'async'")
	}
	if op.Attr("hostShared") != nil && w.l.graphs {
		return op.Errorf(codeUnsupported,
			"memory that the host shares cannot be allocated in a graph").Suggest("leave out 'graphs'")
	}
	sizes, strides, elements := w.extents(t, op.OperandsOf(1))
	shared := int64(0)
	if op.Attr("hostShared") != nil {
		shared = 1
	}
	i8 := llvmtypes.ConstInt(w.Builder, w.Ctx.I1, shared)
	p := w.call(w.calls+"MemAlloc", w.pointer(), w.bytes(t, elements), stream, i8)
	p = w.inSpace(p, w.l.types.MemberTypes(t)[0])
	v := llvmtypes.Poison(w.Builder, w.l.types.Type(t))
	v = llvmtypes.Insert(w.Builder, p, v, 0)
	v = llvmtypes.Insert(w.Builder, p, v, 1)
	v = llvmtypes.Insert(w.Builder, w.integer(0), v, 2)
	for i := range sizes {
		v = llvmtypes.Insert(w.Builder, sizes[i], v, 3, int64(i))
		v = llvmtypes.Insert(w.Builder, strides[i], v, 4, int64(i))
	}
	op.Result(0).ReplaceAllUsesWith(w.cast(v, t))
	return nil
}

// copies copies the bytes of a memref.
func (w *writer) copies(op *ir.Op, stream *ir.Value) error {
	for _, v := range []*ir.Value{gpu.Memory(op), gpu.Source(op)} {
		if !isContiguous(v.Type().(*ir.MemRefType)) {
			return op.Errorf(codeUnsupported,
				"memory of type '%v' is not contiguous, and cannot be copied at once", v.Type()).
				Suggest("copy a contiguous memref")
		}
	}
	to, from := w.memory(gpu.Memory(op)), w.memory(gpu.Source(op))
	t := gpu.Source(op).Type().(*ir.MemRefType)
	bytes := w.bytes(t, w.elements(t, from))
	w.call(w.calls+"Memcpy", nil, w.first(gpu.Memory(op), to), w.first(gpu.Source(op), from), bytes, stream)
	return nil
}

// fill fills a memref with a value of 16 or 32 bits.
func (w *writer) fill(op *ir.Op, stream *ir.Value) error {
	t := gpu.Memory(op).Type().(*ir.MemRefType)
	value := gpu.Source(op)
	width := 8 * ir.ElemBytes(value.Type())
	if name := map[int]string{16: "Memset16", 32: "Memset32"}[width]; name != "" && isContiguous(t) {
		m := w.memory(gpu.Memory(op))
		n := w.elements(t, m)
		if _, isInteger := value.Type().(*ir.IntegerType); !isInteger {
			value = llvmtypes.Cast(w.Builder, llvm.Bitcast, value, w.Ctx.Integer(uint32(width)))
		}
		w.call(w.calls+name, nil, w.first(gpu.Memory(op), m), value, n, stream)
		return nil
	}
	return op.Errorf(codeUnsupported, "memory of type '%v' cannot be filled with a value of type '%v'", t,
		value.Type()).
		Suggest("fill contiguous memory with elements of 16 or 32 bits, or write a kernel")
}
