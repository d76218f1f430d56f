package finalizememreftollvm

import (
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// cast takes a descriptor as it is between memrefs of a rank. One without rank points to a descriptor in
// memory.
func cast(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	from, okFrom := op.Operand(0).Type().(*ir.MemRefType)
	to, okTo := op.Result(0).Type().(*ir.MemRefType)
	t := c.Types.Type(op.Result(0).Type())
	switch {
	case !okFrom || !okTo || t == nil:
		return nil, false
	case from.Ranked == to.Ranked:
		return one(args[0])
	case from.Ranked:
		at := toStack(c, args[0])
		v := llvmtypes.Insert(c.Builder, c.ConstIndex(int64(len(from.Shape))), llvmtypes.Poison(c.Builder, t),
			0)
		return one(llvmtypes.Insert(c.Builder, at, v, 1))
	}
	return one(llvmtypes.Load(c.Builder, t, llvmtypes.Extract(c.Builder, args[0], 1)))
}

// toStack stores a value in memory of its own.
func toStack(c *llvmtypes.Conversion, v *ir.Value) *ir.Value {
	n := llvmtypes.Const(c.Builder, c.Ctx.I64, c.Ctx.IndexAttr(1))
	at := llvmtypes.Alloca(c.Builder, c.Types.Pointer(0), v.Type(), n, 0)
	llvmtypes.Store(c.Builder, v, at)
	return at
}

// spaceCast casts both pointers of a descriptor.
func spaceCast(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	from, okFrom := op.Operand(0).Type().(*ir.MemRefType)
	to, okTo := op.Result(0).Type().(*ir.MemRefType)
	if !okFrom || !okTo || c.Types.Type(to) == nil {
		return nil, false
	}
	space, _ := c.Types.Space(to)
	pointer := c.Types.Pointer(space)
	if !from.Ranked {
		return one(unrankedToSpace(c, from, to, args[0], pointer))
	}
	members := c.DescriptorOf(args[0]).Unpack(len(from.Shape))
	members[0] = llvmtypes.Cast(c.Builder, llvm.AddrSpaceCast, members[0], pointer)
	members[1] = llvmtypes.Cast(c.Builder, llvm.AddrSpaceCast, members[1], pointer)
	return one(c.Pack(c.Types.Type(to), members))
}

// unrankedToSpace copies the descriptor in memory, but for the pointers, which it casts.
func unrankedToSpace(c *llvmtypes.Conversion, from, to *ir.MemRefType, v *ir.Value,
	pointer ir.Type) *ir.Value {
	fromSpace, _ := c.Types.Space(from)
	was := c.Types.Pointer(fromSpace)
	rank, source := llvmtypes.Extract(c.Builder, v, 0), llvmtypes.Extract(c.Builder, v, 1)
	out := llvmtypes.Insert(c.Builder, rank, llvmtypes.Poison(c.Builder, c.Types.Type(to)), 0)
	size := c.UnrankedSize(out)
	at := llvmtypes.Alloca(c.Builder, c.Types.Pointer(0), c.Ctx.I8, size, 0)
	out = llvmtypes.Insert(c.Builder, at, out, 1)
	allocated := llvmtypes.Load(c.Builder, was, source)
	aligned := llvmtypes.Load(c.Builder, was,
		llvmtypes.GEP(c.Builder, was, source, 0, ir.OpFoldResult{Const: 1}))
	allocated = llvmtypes.Cast(c.Builder, llvm.AddrSpaceCast, allocated, pointer)
	aligned = llvmtypes.Cast(c.Builder, llvm.AddrSpaceCast, aligned, pointer)
	llvmtypes.Store(c.Builder, allocated, at)
	llvmtypes.Store(c.Builder, aligned, llvmtypes.GEP(c.Builder, pointer, at, 0, ir.OpFoldResult{Const: 1}))
	restFrom := llvmtypes.GEP(c.Builder, was, source, 0, ir.OpFoldResult{Const: 2})
	restTo := llvmtypes.GEP(c.Builder, pointer, at, 0, ir.OpFoldResult{Const: 2})
	rest := llvmtypes.Binary(c.Builder, llvm.Sub, size, c.ConstIndex(2*pointerBytes))
	c.Memcpy(restTo, restFrom, rest)
	return out
}

const pointerBytes = 8

// reinterpret makes a descriptor with the pointers of another, or of the one that a memref without rank
// points to.
func reinterpret(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	m := typeOf(op.Result(0))
	t := c.Types.Type(m)
	if t == nil {
		return nil, false
	}
	d := c.NewDescriptor(t)
	allocated, aligned := pointersOf(c, typeOf(op.Operand(0)), args[0])
	d.SetAllocated(allocated)
	d.SetAligned(aligned)
	value := func(x ir.OpFoldResult) *ir.Value {
		if x.Value != nil {
			return c.Value(x.Value)
		}
		return c.ConstIndex(x.Const)
	}
	d.SetOffset(value(memref.MixedOffsets(op)[0]))
	sizes, strides := memref.MixedSizes(op), memref.MixedStrides(op)
	for i := range m.Shape {
		d.SetSize(i, value(sizes[i]))
		d.SetStride(i, value(strides[i]))
	}
	return one(d.V)
}

// pointersOf returns the two pointers of a memref, which one without rank has in memory.
func pointersOf(c *llvmtypes.Conversion, m *ir.MemRefType, v *ir.Value) (allocated, aligned *ir.Value) {
	if m.Ranked {
		d := c.DescriptorOf(v)
		return d.Allocated(), d.Aligned()
	}
	space, _ := c.Types.Space(m)
	pointer := c.Types.Pointer(space)
	desc := llvmtypes.Extract(c.Builder, v, 1)
	allocated = llvmtypes.Load(c.Builder, pointer, desc)
	return allocated, llvmtypes.Load(c.Builder, pointer,
		llvmtypes.GEP(c.Builder, pointer, desc, 0, ir.OpFoldResult{Const: 1}))
}

// view makes a contiguous memref at a distance of bytes.
func view(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	m, source := typeOf(op.Result(0)), typeOf(op.Operand(0))
	t := c.Types.Type(m)
	strides, offset, ok := memref.Strides(m)
	if t == nil || !ok || offset != 0 {
		return nil, false
	}
	from, d := c.DescriptorOf(args[0]), c.NewDescriptor(t)
	d.SetAllocated(from.Allocated())
	d.SetAligned(llvmtypes.GEP(c.Builder, c.Types.Type(source.Elem), from.Aligned(), 0,
		ir.OpFoldResult{Value: args[1]}))
	d.SetOffset(c.ConstIndex(0))
	dynamic := args[2:]
	var next, stride *ir.Value // the size and the stride of the dimension behind
	for i := len(m.Shape) - 1; i >= 0; i-- {
		size := m.Shape[i]
		var v *ir.Value
		if size == ir.Dynamic {
			v, dynamic = dynamic[len(dynamic)-1], dynamic[:len(dynamic)-1]
		} else {
			v = c.ConstIndex(size)
		}
		d.SetSize(i, v)
		switch {
		case strides[i] != ir.Dynamic:
			stride = c.ConstIndex(strides[i])
		case next != nil:
			stride = llvmtypes.Binary(c.Builder, llvm.Mul, stride, next)
		}
		d.SetStride(i, stride)
		next = v
	}
	return one(d.V)
}

// transpose permutes sizes and strides.
func transpose(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	m := op.Attr("permutation").(*ir.AffineMapAttr).Map
	t := c.Types.Type(op.Result(0).Type())
	if t == nil {
		return nil, false
	}
	if m.IsIdentity() {
		return one(args[0])
	}
	from, d := c.DescriptorOf(args[0]), c.NewDescriptor(t)
	d.SetAllocated(from.Allocated())
	d.SetAligned(from.Aligned())
	d.SetOffset(from.Offset())
	for i, e := range m.Results {
		if e.Kind != affine.Dim {
			return nil, false
		}
		d.SetSize(i, from.Size(int(e.Value)))
		d.SetStride(i, from.Stride(int(e.Value)))
	}
	return one(d.V)
}
