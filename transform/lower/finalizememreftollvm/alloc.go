package finalizememreftollvm

import (
	"math/bits"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// extents is the shape of memory to be allocated.
type extents struct {
	sizes, strides []*ir.Value
	elements       *ir.Value // their number
}

// extentsOf computes the shape of a contiguous memref: sizes that are known are constants, a stride is the
// product of the sizes behind it.
func extentsOf(c *llvmtypes.Conversion, m *ir.MemRefType, dynamic []*ir.Value) extents {
	n := len(m.Shape)
	e := extents{sizes: make([]*ir.Value, n), strides: make([]*ir.Value, n)}
	for i, size := range m.Shape {
		if size != ir.Dynamic {
			e.sizes[i] = c.ConstIndex(size)
			continue
		}
		e.sizes[i], dynamic = dynamic[0], dynamic[1:]
	}
	e.elements = c.ConstIndex(1)
	known := int64(1)
	for i := n - 1; i >= 0; i-- {
		e.strides[i] = e.elements
		first := known == 1
		if m.Shape[i] == ir.Dynamic {
			known = ir.Dynamic
		} else if known != ir.Dynamic {
			known *= m.Shape[i]
		}
		switch {
		case first:
			e.elements = e.sizes[i]
		case known == ir.Dynamic:
			e.elements = llvmtypes.Binary(c.Builder, llvm.Mul, e.elements, e.sizes[i])
		default:
			e.elements = c.ConstIndex(known)
		}
	}
	return e
}

// descriptor puts the memref together.
func (e *extents) descriptor(c *llvmtypes.Conversion, m *ir.MemRefType, allocated,
	aligned *ir.Value) *ir.Value {
	d := c.NewDescriptor(c.Types.Type(m))
	d.SetAllocated(allocated)
	d.SetAligned(aligned)
	d.SetOffset(c.ConstIndex(0))
	for i, v := range e.sizes {
		d.SetSize(i, v)
	}
	for i, v := range e.strides {
		d.SetStride(i, v)
	}
	return d.V
}

// isContiguous reports whether memory for a memref can be allocated: its layout is that of a contiguous one.
func isContiguous(m *ir.MemRefType) bool { return memref.HasIdentityLayout(m) }

// alloc calls malloc, with room to align the memory where it has to be, or aligned_alloc.
func (l *lowering) alloc(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	m := typeOf(op.Result(0))
	if !isContiguous(m) || c.Types.Type(m) == nil {
		return nil, false
	}
	e := extentsOf(c, m, args)
	bytes := c.BytesOf(c.Types.Type(m.Elem), e.elements)
	if l.aligned {
		p := l.toSpace(c, m, l.alignedAlloc(c, op, m, bytes))
		return one(e.descriptor(c, m, p, p))
	}
	align := l.alignmentOf(c, op, m)
	if align != nil {
		bytes = llvmtypes.Binary(c.Builder, llvm.Add, bytes, align)
	}
	name, pointer := l.function("malloc", "alloc"), c.Types.Pointer(0)
	c.Declare(name, pointer, c.Types.Index)
	p := l.toSpace(c, m, llvmtypes.CallTo(c.Builder, name, pointer, bytes).Result(0))
	at := p
	if align != nil {
		n := alignUp(c, llvmtypes.Cast(c.Builder, llvm.PtrToInt, p, c.Types.Index), align)
		at = llvmtypes.Cast(c.Builder, llvm.IntToPtr, n, p.Type())
	}
	return one(e.descriptor(c, m, p, at))
}

// function returns the name of a function of the C library, or of that of the runtime which stands for it.
func (l *lowering) function(name, generic string) string {
	if l.generic {
		return "_mlir_memref_to_llvm_" + generic
	}
	return name
}

// toSpace casts a pointer to the address space of a memref.
func (l *lowering) toSpace(c *llvmtypes.Conversion, m *ir.MemRefType, p *ir.Value) *ir.Value {
	if space, _ := c.Types.Space(m); space != 0 {
		return llvmtypes.Cast(c.Builder, llvm.AddrSpaceCast, p, c.Types.Pointer(space))
	}
	return p
}

// alignmentOf returns the alignment that malloc may not have: what op says, or the size of elements that are
// no numbers.
func (l *lowering) alignmentOf(c *llvmtypes.Conversion, op *ir.Op, m *ir.MemRefType) *ir.Value {
	if n, ok := op.IntAttr("alignment"); ok {
		return c.ConstIndex(n)
	}
	if constraint.IsSignlessIntegerOrIndex(m.Elem) || constraint.IsFloat(m.Elem) {
		return nil
	}
	return c.SizeOf(c.Types.Type(m.Elem))
}

// alignUp returns the next multiple of an alignment.
func alignUp(c *llvmtypes.Conversion, v, align *ir.Value) *ir.Value {
	bump := llvmtypes.Binary(c.Builder, llvm.Sub, align, c.ConstIndex(1))
	bumped := llvmtypes.Binary(c.Builder, llvm.Add, v, bump)
	return llvmtypes.Binary(c.Builder, llvm.Sub, bumped,
		llvmtypes.Binary(c.Builder, llvm.URem, bumped, align))
}

// minAlignment is the least that aligned_alloc is asked for.
const minAlignment = 16

// alignedAlloc calls aligned_alloc, whose size has to be a multiple of the alignment.
func (l *lowering) alignedAlloc(c *llvmtypes.Conversion, op *ir.Op, m *ir.MemRefType,
	bytes *ir.Value) *ir.Value {
	n, ok := op.IntAttr("alignment")
	if !ok {
		n = max(minAlignment, int64(1)<<bits.Len64(uint64(elementBytes(c, m.Elem)-1)))
	}
	align := c.ConstIndex(n)
	if !isMultiple(c, m, n) {
		bytes = alignUp(c, bytes, align)
	}
	name, pointer := l.function("aligned_alloc", "aligned_alloc"), c.Types.Pointer(0)
	c.Declare(name, pointer, c.Types.Index, c.Types.Index)
	return llvmtypes.CallTo(c.Builder, name, pointer, align, bytes).Result(0)
}

// elementBytes returns the size of an element, as far as it is known without a target: that of pointers is 8.
func elementBytes(c *llvmtypes.Conversion, t ir.Type) int64 {
	switch t := t.(type) {
	case *ir.IndexType:
		return int64(c.Types.Index.Width+7) / 8
	case *ir.VectorType:
		n := ir.NumElements(t.Shape)
		if last := len(t.Shape) - 1; last >= 0 { // LLVM's vectors take a power of two
			n = n / t.Shape[last] << bits.Len64(uint64(t.Shape[last]-1))
		}
		return n * elementBytes(c, t.Elem)
	case *ir.MemRefType:
		if !t.Ranked {
			return 16
		}
		return 16 + 8*int64(1+2*len(t.Shape))
	}
	return max(1, int64(ir.ElemBytes(t)))
}

// isMultiple reports whether the size of a memref is known to be a multiple of n.
func isMultiple(c *llvmtypes.Conversion, m *ir.MemRefType, n int64) bool {
	size := elementBytes(c, m.Elem)
	for _, d := range m.Shape {
		if d != ir.Dynamic {
			size *= d
		}
	}
	return size%n == 0
}

// alloca takes memory of the stack.
func alloca(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	m := typeOf(op.Result(0))
	if !isContiguous(m) || c.Types.Type(m) == nil {
		return nil, false
	}
	e := extentsOf(c, m, args)
	align, _ := op.IntAttr("alignment")
	space, _ := c.Types.Space(m)
	p := llvmtypes.Alloca(c.Builder, c.Types.Pointer(space), c.Types.Type(m.Elem), e.elements, align)
	return one(e.descriptor(c, m, p, p))
}

// dealloc frees the pointer that was allocated, in the address space of malloc.
func (l *lowering) dealloc(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	name, pointer := l.function("free", "free"), c.Types.Pointer(0)
	c.Declare(name, nil, pointer)
	m := typeOf(op.Operand(0))
	space, _ := c.Types.Space(m)
	var p *ir.Value
	if m.Ranked {
		p = c.DescriptorOf(args[0]).Allocated()
	} else {
		p = llvmtypes.Load(c.Builder, c.Types.Pointer(space), llvmtypes.Extract(c.Builder, args[0], 1))
	}
	if space != 0 {
		p = llvmtypes.Cast(c.Builder, llvm.AddrSpaceCast, p, pointer)
	}
	llvmtypes.CallTo(c.Builder, name, nil, p)
	return nil, true
}

// contiguous reports whether copying the bytes of a memref, from its offset on, copies all of it.
func contiguous(m *ir.MemRefType) bool {
	if !m.Ranked {
		return false
	}
	if memref.HasIdentityLayout(m) {
		return true
	}
	strides, _, ok := memref.Strides(m)
	if !ok || !memref.IsStatic(m.Shape) || ir.NumElements(m.Shape) == 0 {
		return false
	}
	for i, s := range memref.RowMajor(m.Shape) {
		if strides[i] != s {
			return false
		}
	}
	return true
}
