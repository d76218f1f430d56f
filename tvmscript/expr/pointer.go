package expr

import (
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// tAddressOf evaluates T.address_of(A[i, j]).
func (e *Evaluator) tAddressOf(a *Args, at *syntax.Call) (Value, error) {
	v, err := e.Eval(a.Get("obj"))
	if err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case *Element:
		return &Pointer{Buffer: v.Buffer, Indices: v.Indices}, nil
	case *Region:
		p := &Pointer{Buffer: v.Buffer}
		for _, r := range v.Ranges {
			p.Indices = append(p.Indices, r.Min)
		}
		return p, nil
	case *Buffer:
		return &Pointer{Buffer: v}, nil
	}
	return nil, e.Errorf(CodeType, a.Get("obj"), "T.address_of takes an element of a buffer, and this is %s",
		v.Kind()).
		Suggest("say T.address_of(A[i])")
}

// tAccessPtr evaluates T.tvm_access_ptr(T.type_annotation("float16"), A.data, offset, extent, rw_mask).
func (e *Evaluator) tAccessPtr(a *Args, at *syntax.Call) (Value, error) {
	if _, err := e.DtypeOf(a.Get("ptype")); err != nil {
		return nil, err
	}
	v, err := e.Eval(a.Get("data"))
	if err != nil {
		return nil, err
	}
	data, ok := v.(*Pointer)
	if !ok || data.Indices != nil || data.Offset != nil {
		return nil, e.Errorf(CodeType, a.Get("data"),
			"T.tvm_access_ptr takes the pointer of a buffer, and this is %s", v.Kind()).
			Suggest("say A.data")
	}
	p := &Pointer{Buffer: data.Buffer}
	if p.Offset, err = e.optional(a.Get("offset")); err != nil {
		return nil, err
	}
	if p.Extent, err = e.optional(a.Get("extent")); err != nil {
		return nil, err
	}
	p.Mode, err = e.accessMode(a.Get("rw_mask"))
	return p, err
}

// PointerValue returns the memref that is passed for a pointer: the buffer itself for a pointer to all of it,
// a view of one element for an address, and a view of consecutive elements in row-major order for an offset
// and an extent.
func (e *Evaluator) PointerValue(p *Pointer, at syntax.Node) (*ir.Value, error) {
	switch {
	case p.Indices != nil:
		return e.elementView(p, at)
	case p.wholeBuffer():
		return p.Buffer.V, nil
	}
	return e.linearView(p, at)
}

// wholeBuffer reports whether a pointer is at the beginning, and does not end before the end of the buffer as
// far as is known.
func (p *Pointer) wholeBuffer() bool {
	if n, ok := constantInt(p.Offset); p.Offset != nil && (!ok || n != 0) {
		return false
	}
	if p.Extent == nil {
		return true
	}
	extent, ok := constantInt(p.Extent)
	size := int64(1)
	for i := range p.Buffer.Shape {
		n, isStatic := p.Buffer.extent(i)
		if !isStatic {
			return false
		}
		size *= n
	}
	return ok && extent == size
}

// elementView makes a view of the element at a pointer. It has the rank of the buffer.
func (e *Evaluator) elementView(p *Pointer, at syntax.Node) (*ir.Value, error) {
	var s memref.Slice
	for i, v := range p.Indices {
		if r, ok := v.(*Ramp); ok {
			v = r.Base
		}
		offset, err := e.mixed(v, at)
		if err != nil {
			return nil, err
		}
		if extent, known := p.Buffer.extent(i); offset.Value == nil &&
			(offset.Const < 0 || known && offset.Const >= extent) {
			return nil, e.Errorf(CodeSubscript, at, "the address is outside of dimension %d of the buffer %s",
				i, p.Buffer.Name).
				Suggest("pass the address of an element that there is, or A.data")
		}
		one := ir.OpFoldResult{Const: 1}
		s.Offsets, s.Sizes, s.Strides = append(s.Offsets, offset), append(s.Sizes, one),
			append(s.Strides, one)
	}
	e.Locate(at)
	return memref.NewSubView(e.B, nil, p.Buffer.V, s), nil
}

// mixed returns an integer in the form of views: a constant is a number in the operation.
func (e *Evaluator) mixed(v Value, at syntax.Node) (ir.OpFoldResult, error) {
	if n, ok := constantInt(v); ok {
		return ir.OpFoldResult{Const: n}, nil
	}
	i, err := e.ToIndex(v, at)
	return ir.OpFoldResult{Value: i, Const: ir.Dynamic}, err
}

// linearView makes a view of consecutive elements of a buffer in row-major order.
func (e *Evaluator) linearView(p *Pointer, at syntax.Node) (*ir.Value, error) {
	flat, err := e.flattened(p.Buffer, at)
	if err != nil {
		return nil, err
	}
	offset, err := e.mixed(orZero(p.Offset), at)
	if err != nil {
		return nil, err
	}
	extent := p.Extent
	if extent == nil {
		if extent, err = e.remaining(p, at); err != nil {
			return nil, err
		}
	}
	length, err := e.mixed(extent, at)
	if err != nil {
		return nil, err
	}
	if n := flat.Type().(*ir.MemRefType).Shape[0]; n != ir.Dynamic && !isStretch(offset, length, n) {
		return nil, e.Errorf(CodeSubscript, at, "the pointer leaves the buffer %s, which has %d elements",
			p.Buffer.Name, n).
			Suggest("give an offset and an extent that are within it")
	}
	e.Locate(at)
	return memref.NewSubView(e.B, nil, flat, memref.Slice{
		Offsets: []ir.OpFoldResult{offset}, Sizes: []ir.OpFoldResult{length},
		Strides: []ir.OpFoldResult{{Const: 1}},
	}), nil
}

// isStretch reports whether a number of elements may fit a buffer of n elements, as far as constants show.
func isStretch(offset, length ir.OpFoldResult, n int64) bool {
	if length.Value == nil && (length.Const < 0 || length.Const > n) {
		return false
	}
	if offset.Value != nil {
		return true
	}
	return offset.Const >= 0 && offset.Const < n && (length.Value != nil || offset.Const <= n-length.Const)
}

// remaining returns the number of elements from a pointer to the end of the buffer.
func (e *Evaluator) remaining(p *Pointer, at syntax.Node) (Value, error) {
	var size Value
	for _, extent := range p.Buffer.Shape {
		if size == nil {
			size = extent
			continue
		}
		var err error
		if size, err = e.Binary(syntax.Mul, size, extent, at); err != nil {
			return nil, err
		}
	}
	return e.Binary(syntax.Sub, size, orZero(p.Offset), at)
}

func orZero(v Value) Value {
	if v == nil {
		return &Int{0}
	}
	return v
}

// flattened returns a one-dimensional view of a buffer.
func (e *Evaluator) flattened(b *Buffer, at syntax.Node) (*ir.Value, error) {
	t := b.V.Type().(*ir.MemRefType)
	if len(t.Shape) == 1 {
		return b.V, nil
	}
	group := make([]int64, len(t.Shape))
	list := make([]ir.Attr, len(t.Shape))
	for i := range group {
		group[i], list[i] = int64(i), e.Ctx.Int(e.Ctx.I64, int64(i))
	}
	flat, ok := memref.CollapsedType(e.Ctx, t, [][]int64{group})
	if !ok || len(t.Shape) == 0 || t.Layout != nil {
		return nil, e.Errorf(CodeUnsupported, at,
			"an offset into the buffer %s, which is not contiguous, is not supported", b.Name).
			Suggest("say T.address_of(%s[...])", b.Name)
	}
	e.Locate(at)
	return e.B.Create(ir.OpState{
		Def: memref.CollapseShape, Operands: []*ir.Value{b.V}, Results: []ir.Type{flat},
		Attrs: []ir.NamedAttr{{Name: "reassociation", Value: e.Ctx.Array([]ir.Attr{e.Ctx.Array(list)})}},
	}).Result(0), nil
}
