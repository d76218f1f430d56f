package convertvectortollvm

import (
	"math/bits"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// access is where a vector of one dimension lies in memory.
type access struct {
	pointer   *ir.Value
	t         ir.Type // of the vector
	alignment int64
}

// locate computes the address of the elements from indices on, along the last dimension of a memref. It is
// nil where they are not consecutive.
func (l *lowering) locate(c *llvmtypes.Conversion, op *ir.Op, base, v *ir.Value,
	indices []*ir.Value) *access {
	m, ok := base.Type().(*ir.MemRefType)
	if !ok || !m.Ranked {
		return nil
	}
	t, isVector := v.Type().(*ir.VectorType)
	strides, _, strided := memref.Strides(m)
	_, ofVectors := m.Elem.(*ir.VectorType)
	switch n := len(strides); {
	case !isVector || !strided || len(t.Shape) > 1, n > 0 && strides[n-1] != 1 && !ofVectors:
		return nil
	}
	to := make([]*ir.Value, len(indices))
	for i, x := range indices {
		to[i] = c.Value(x)
	}
	a := &access{t: c.Types.Type(t), alignment: naturalAlignment(c.Types.Type(m.Elem))}
	if l.vectorAlignment {
		a.alignment = naturalAlignment(a.t)
	}
	if n, ok := op.IntAttr("alignment"); ok {
		a.alignment = n
	}
	a.pointer = c.ElementPointer(m, c.Value(base), to, llvmtypes.Flags{})
	return a
}

// naturalAlignment returns the alignment of numbers and vectors of them as targets have it: their size,
// rounded up to a power of two.
func naturalAlignment(t ir.Type) int64 {
	size := int64(ir.ElemBytes(t))
	if v, ok := t.(*ir.VectorType); ok {
		size = ir.NumElements(v.Shape) * int64(ir.ElemBytes(v.Elem))
	}
	if llvm.IsPointer(t) {
		size = 8
	}
	return 1 << bits.Len64(uint64(max(size, 1)-1))
}

func (a *access) attrs(op *ir.Op) []ir.NamedAttr {
	c := op.Context()
	attrs := []ir.NamedAttr{{Name: "alignment", Value: c.Int(c.I64, a.alignment)}}
	if n, ok := op.Attr("nontemporal").(*ir.IntegerAttr); ok && n.Value != 0 {
		attrs = append(attrs, ir.NamedAttr{Name: "nontemporal", Value: c.Unit})
	}
	return attrs
}

func (l *lowering) load(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	at, _ := vector.AccessOf(op)
	a := l.locate(c, op, at.Base, op.Result(0), at.Offsets)
	if a == nil {
		return nil, false
	}
	return one(llvmtypes.Load(c.Builder, a.t, a.pointer, a.attrs(op)...))
}

func (l *lowering) store(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	at, _ := vector.AccessOf(op)
	a := l.locate(c, op, at.Base, at.Vector, at.Offsets)
	if a == nil {
		return nil, false
	}
	llvmtypes.Store(c.Builder, c.Value(at.Vector), a.pointer, a.attrs(op)...)
	return nil, true
}

// maskAlignment is the alignment of masked accesses, which these have in 32 bits.
func (a *access) maskAlignment(c *ir.Context) ir.NamedAttr {
	return ir.NamedAttr{Name: "alignment", Value: c.Int(c.I32, a.alignment)}
}

func (l *lowering) maskedLoad(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	at, _ := vector.AccessOf(op)
	a := l.locate(c, op, at.Base, op.Result(0), at.Offsets)
	if a == nil {
		return nil, false
	}
	return one(c.Create(
		ir.OpState{Def: llvm.MaskedLoad,
			Operands: []*ir.Value{a.pointer, c.Value(at.Mask), c.Value(at.Vector)},
			Results:  []ir.Type{a.t}, Attrs: []ir.NamedAttr{a.maskAlignment(c.Ctx)}}).Result(0))
}

func (l *lowering) maskedStore(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	at, _ := vector.AccessOf(op)
	a := l.locate(c, op, at.Base, at.Vector, at.Offsets)
	if a == nil {
		return nil, false
	}
	c.Create(ir.OpState{Def: llvm.MaskedStore,
		Operands: []*ir.Value{c.Value(at.Vector), a.pointer, c.Value(at.Mask)},
		Results:  []ir.Type{}, Attrs: []ir.NamedAttr{a.maskAlignment(c.Ctx)}})
	return nil, true
}

// gather reads elements at distances from one address.
func (l *lowering) gather(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	at, _ := vector.AccessOf(op)
	a := l.locate(c, op, at.Base, op.Result(0), at.Offsets)
	if a == nil {
		return nil, false
	}
	return one(c.Create(
		ir.OpState{Def: llvm.MaskedGather,
			Operands: []*ir.Value{a.each(c, at), c.Value(at.Mask), c.Value(at.Vector)},
			Results:  []ir.Type{a.t}, Attrs: []ir.NamedAttr{a.maskAlignment(c.Ctx)}}).Result(0))
}

// scatter writes elements at distances from one address.
func (l *lowering) scatter(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	at, _ := vector.AccessOf(op)
	a := l.locate(c, op, at.Base, at.Vector, at.Offsets)
	if a == nil || op.NumResults() > 0 {
		return nil, false
	}
	c.Create(ir.OpState{Def: llvm.MaskedScatter,
		Operands: []*ir.Value{c.Value(at.Vector), a.each(c, at), c.Value(at.Mask)},
		Results:  []ir.Type{}, Attrs: []ir.NamedAttr{a.maskAlignment(c.Ctx)}})
	return nil, true
}

// alignedPointer is the attribute that says of operand i of n, a pointer, how it is aligned, where an
// operation says it.
func alignedPointer(c *ir.Context, op *ir.Op, i, n int) []ir.NamedAttr {
	align := op.Attr("alignment")
	if align == nil {
		return nil
	}
	list := make([]ir.Attr, n)
	for at := range list {
		list[at] = c.Dict(nil)
	}
	list[i] = c.Dict([]ir.NamedAttr{{Name: "llvm.align", Value: align}})
	return []ir.NamedAttr{{Name: "arg_attrs", Value: c.Array(list)}}
}

func (l *lowering) expandLoad(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	at, _ := vector.PackedAccessOf(op)
	a := l.locate(c, op, at.Base, op.Result(0), at.Offsets)
	if a == nil {
		return nil, false
	}
	return one(c.Create(
		ir.OpState{Def: llvm.MaskedExpandLoad,
			Operands: []*ir.Value{a.pointer, c.Value(at.Mask), c.Value(at.Vector)},
			Results:  []ir.Type{a.t}, Attrs: alignedPointer(c.Ctx, op, 0, 3)}).Result(0))
}

func (l *lowering) compressStore(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	at, _ := vector.PackedAccessOf(op)
	a := l.locate(c, op, at.Base, at.Vector, at.Offsets)
	if a == nil {
		return nil, false
	}
	c.Create(ir.OpState{Def: llvm.MaskedCompressStore,
		Operands: []*ir.Value{c.Value(at.Vector), a.pointer, c.Value(at.Mask)},
		Results:  []ir.Type{}, Attrs: alignedPointer(c.Ctx, op, 1, 3)})
	return nil, true
}

// each returns the addresses of the elements of a gather or scatter.
func (a *access) each(c *llvmtypes.Conversion, at vector.Access) *ir.Value {
	t := a.t.(*ir.VectorType)
	elem := c.Types.Type(at.Base.Type().(*ir.MemRefType).Elem)
	return c.Create(ir.OpState{Def: llvm.GEP, Operands: []*ir.Value{a.pointer, c.Value(at.Indices)},
		Results: []ir.Type{c.Ctx.Vector(t.Shape, t.Scalable, a.pointer.Type())}, Attrs: []ir.NamedAttr{
			{Name: "elem_type", Value: c.Ctx.TypeAttr(elem)},
			{Name: "rawConstantIndices", Value: c.Ctx.I32Array(llvm.DynamicIndex)},
			{Name: "noWrapFlags", Value: c.Ctx.Int(c.Ctx.I32, 0)},
		}}).Result(0)
}
