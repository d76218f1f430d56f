package importer

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// allocBuffer imports T.alloc_buffer, T.sblock_alloc_buffer, T.decl_buffer and T.Buffer in a function. The
// buffer has memory of its own or, with data=, is a view of the memory of another buffer.
func (f *function) allocBuffer(call *syntax.Call) (expr.Value, error) { return f.allocIn(call, "") }

// allocIn is allocBuffer with the scope that the name of the function implies.
func (f *function) allocIn(call *syntax.Call, scope string) (expr.Value, error) {
	spec, err := f.bufferCall(call)
	if err != nil {
		return nil, err
	}
	if scope != "" && spec.scope == "" {
		spec.scope = scope
		spec.memref = f.imp.ctx.MemRef(spec.memref.Shape, spec.memref.Elem, spec.memref.Layout,
			form.SpaceAttr(f.imp.ctx, scope))
	}
	if spec.data != nil {
		return f.view(call, spec)
	}
	return f.alloc(call, spec)
}

// allocate imports T.allocate([16], "float32", "shared"): a buffer of which T.decl_buffer(data=...) may make
// views.
func (f *function) allocate(call *syntax.Call) (expr.Value, error) {
	args, err := f.args(call, "shape", "dtype", "scope?", "condition?", "annotations?")
	if err != nil {
		return nil, err
	}
	if x := args.Get("condition"); x != nil {
		v, err := f.ev.Eval(x)
		if err != nil {
			return nil, err
		}
		if truth, err := f.ev.Truth(v, x); err != nil || !truth {
			return nil, f.ev.Errorf(expr.CodeUnsupported, x, "a T.allocate with a condition").
				Suggest("allocate without a condition, and put the use of the buffer under an if")
		}
	}
	spec, err := f.bufferArgs(call, &args)
	if err != nil {
		return nil, err
	}
	return f.alloc(call, spec)
}

// alloc makes the memory of a buffer.
func (f *function) alloc(call *syntax.Call, spec *bufferSpec) (expr.Value, error) {
	if spec.memref.Layout != nil {
		return f.allocStrided(call, spec)
	}
	buffer := newBuffer(spec)
	var sizes []*ir.Value
	for i, v := range spec.shape {
		if _, ok := v.(*expr.Int); ok {
			continue
		}
		n, err := f.ev.ToIndex(v, spec.shapeAt[i])
		if err != nil {
			return nil, err
		}
		sizes = append(sizes, n)
	}
	f.ev.Locate(call)
	buffer.V = memref.NewAlloc(f.b, spec.memref, sizes...)
	for _, a := range spec.annotations {
		buffer.V.DefiningOp().SetAttr(a.Name, a.Value)
	}
	f.tellDtype(buffer)
	return buffer, nil
}

// allocStrided makes the memory of a buffer with strides or an offset, up to its last element, and a view of
// that memory.
func (f *function) allocStrided(call *syntax.Call, spec *bufferSpec) (expr.Value, error) {
	strides, offset, ok := memref.Strides(spec.memref)
	span := offset + 1
	for i, n := range spec.memref.Shape {
		ok = ok && n != ir.Dynamic && strides[i] != ir.Dynamic
		if ok {
			span += max(n-1, 0) * strides[i]
		}
	}
	if !ok || offset == ir.Dynamic || span > math.MaxInt32 {
		return nil, f.ev.Errorf(codeBuffer, call,
			"an allocation with strides or an offset that are not constant").
			Suggest("write numbers, or allocate it row-major and pad the shape, as in (16, 17)")
	}
	t := f.imp.ctx.MemRef([]int64{span}, spec.memref.Elem, nil, spec.memref.MemorySpace)
	memory := &expr.Buffer{Dtype: spec.dtype}
	f.ev.Locate(call)
	memory.V = memref.NewAlloc(f.b, t)
	for _, a := range spec.annotations {
		memory.V.DefiningOp().SetAttr(a.Name, a.Value)
	}
	f.tellDtype(memory)
	buffer := newBuffer(spec)
	buffer.V = reinterpretCast(f.b, spec.memref, memory.V, offset, strides)
	f.tellDtype(buffer)
	return buffer, nil
}

// tellDtype puts the dtype of a buffer at the operation that makes it, if the type does not determine the
// dtype.
func (f *function) tellDtype(b *expr.Buffer) {
	if op := b.V.DefiningOp(); op != nil && !isTold(f.imp.ctx, b.Dtype) {
		op.SetAttr(form.DtypeAttr, f.imp.ctx.String(b.Dtype.String()))
	}
}

// preflattened imports T.preflattened_buffer(A, (16, 16), dtype="float32", data=A.data). The shape is that of
// a parameter before it was made one-dimensional. It is checked, and has no further meaning.
func (f *function) preflattened(call *syntax.Call) error {
	args, err := f.args(call, append([]string{"postflattened"}, bufferParams...)...)
	if err != nil {
		return err
	}
	v, err := f.ev.Eval(args.Get("postflattened"))
	if err != nil {
		return err
	}
	flat, ok := v.(*expr.Buffer)
	if !ok {
		return f.ev.Errorf(codeBuffer, args.Get("postflattened"), "%s is no buffer",
			v.Kind()).Suggest("name a buffer parameter")
	}
	spec, err := f.bufferArgs(call, &args)
	if err != nil {
		return err
	}
	have := flat.V.Type().(*ir.MemRefType).Shape
	if args.Get("dtype") != nil && spec.dtype != flat.Dtype {
		return f.ev.Errorf(codeBuffer, args.Get("dtype"), "the buffer '%s' has elements of dtype %v, not %v",
			flat.Name, flat.Dtype, spec.dtype).
			Suggest("write \"%v\"", flat.Dtype)
	}
	if memref.IsStatic(have) && memref.IsStatic(spec.memref.Shape) &&
		ir.NumElements(have) != ir.NumElements(spec.memref.Shape) {
		return f.ev.Errorf(codeBuffer, args.Get("shape"), "the shape has %d elements, and '%s' has %d",
			ir.NumElements(spec.memref.Shape), flat.Name,
			ir.NumElements(have)).Suggest("give the shape that the buffer had before it was flattened")
	}
	return nil
}

// view makes a view of a buffer with another shape: T.decl_buffer((16,), "float32", data=A.data).
func (f *function) view(call *syntax.Call, spec *bufferSpec) (expr.Value, error) {
	v, err := f.ev.Eval(spec.data)
	if err != nil {
		return nil, err
	}
	if h, ok := v.(handle); ok && h.pending {
		return f.bindHandle(h.parameter, call, spec)
	} else if ok && h.buffer == nil {
		return nil, f.ev.Errorf(codeBuffer, spec.data,
			"the handle '%s' gets a shape behind its use as a handle", h.name).
			Suggest("move the declaration to the beginning of the function")
	} else if ok {
		v = h.buffer
	}
	source, err := f.viewed(v, spec.data)
	if err != nil {
		return nil, err
	}
	buffer := newBuffer(spec)
	buffer.Scope = source.Scope
	f.ev.Locate(call)
	t := f.imp.ctx.MemRef(spec.memref.Shape, spec.memref.Elem, spec.memref.Layout,
		source.V.Type().(*ir.MemRefType).MemorySpace)
	if t == source.V.Type() {
		buffer.V = source.V
		return buffer, nil
	}
	if buffer.V, err = f.reinterpret(call, spec, source, t); err != nil {
		return nil, err
	}
	f.tellDtype(buffer)
	return buffer, nil
}

// bindHandle makes a pointer parameter the memory of a buffer that is declared with data=.
func (f *function) bindHandle(p *parameter, call *syntax.Call, spec *bufferSpec) (expr.Value, error) {
	buffer := newBuffer(spec)
	p.pending, p.dtype = false, spec.dtype
	p.arg.SetType(spec.memref)
	buffer.V = p.arg
	f.ev.Locate(call)
	f.defining = append(f.defining, shapeOf{buffer, spec})
	p.buffer = buffer
	return buffer, nil
}

// viewed returns the buffer that data= refers to.
func (f *function) viewed(v expr.Value, at syntax.Node) (*expr.Buffer, error) {
	switch v := v.(type) {
	case *expr.Buffer:
		return v, nil
	case *expr.Pointer:
		if v.Indices == nil && v.Offset == nil {
			return v.Buffer, nil
		}
	}
	return nil, f.ev.Errorf(codeBuffer, at, "data= is %s",
		v.Kind()).Suggest("write data=A.data for a buffer A")
}

// reinterpret makes a view of a buffer with another shape. A buffer of bytes can also get another dtype.
func (f *function) reinterpret(call *syntax.Call, spec *bufferSpec, source *expr.Buffer,
	t *ir.MemRefType) (*ir.Value, error) {
	from := source.V.Type().(*ir.MemRefType)
	if !memref.IsStatic(from.Shape) || !memref.IsStatic(t.Shape) || from.Layout != nil {
		return nil, f.ev.Errorf(codeBuffer, call,
			"a view of another shape needs constant extents, and memory without strides").
			Suggest("use the buffer '%s' itself", source.Name)
	}
	if from.Elem == t.Elem {
		return f.reinterpretShape(call, source, from, t)
	}
	if len(from.Shape) != 1 || from.Elem != f.imp.ctx.I8 || !hasUnitStrides(t) {
		return nil, f.ev.Errorf(codeBuffer, call, "the elements of '%s' are %v, those of the view %v",
			source.Name, source.Dtype, spec.dtype).
			Suggest("only a buffer of bytes, T.alloc_buffer((n,), \"uint8\"), can be seen with other dtypes")
	}
	_, offset, _ := memref.Strides(t)
	width := int64(ir.ElemBytes(t.Elem))
	if offset == ir.Dynamic || width == 0 || (offset+ir.NumElements(t.Shape))*width > from.Shape[0] {
		return nil, f.outside(call, source)
	}
	plain := f.imp.ctx.MemRef(t.Shape, t.Elem, nil, t.MemorySpace)
	return f.b.Create(ir.OpState{
		Def: memref.View, Operands: []*ir.Value{source.V, f.ev.ConstIndex(offset * width)},
		Results: []ir.Type{plain},
	}).Result(0), nil
}

func hasUnitStrides(t *ir.MemRefType) bool {
	strides, _, ok := memref.Strides(t)
	want := memref.RowMajor(t.Shape)
	for i := range strides {
		ok = ok && strides[i] == want[i]
	}
	return ok
}

func (f *function) reinterpretShape(call *syntax.Call, source *expr.Buffer, from,
	t *ir.MemRefType) (*ir.Value, error) {
	strides, offset, _ := memref.Strides(t)
	last := offset
	for i, n := range t.Shape {
		if strides[i] == ir.Dynamic || offset == ir.Dynamic {
			return nil, f.ev.Errorf(codeBuffer, call,
				"a view with strides or an offset that are not constant").Suggest("use constants")
		}
		last += max(n-1, 0) * strides[i]
	}
	if last >= max(ir.NumElements(from.Shape), 1) {
		return nil, f.outside(call, source)
	}
	return reinterpretCast(f.b, t, source.V, offset, strides), nil
}

func reinterpretCast(b *ir.Builder, t *ir.MemRefType, source *ir.Value, offset int64,
	strides []int64) *ir.Value {
	c := b.Ctx
	return b.Create(ir.OpState{
		Def: memref.ReinterpretCast, Operands: []*ir.Value{source}, Results: []ir.Type{t},
		Attrs: []ir.NamedAttr{
			{Name: "static_offsets", Value: c.I64Array(offset)},
			{Name: "static_sizes", Value: c.I64Array(t.Shape...)},
			{Name: "static_strides", Value: c.I64Array(strides...)},
			{Name: constraint.OperandSegmentSize.Name, Value: c.I32Array(1, 0, 0, 0)},
		},
	}).Result(0)
}

func (f *function) outside(call *syntax.Call, source *expr.Buffer) error {
	return f.ev.Errorf(codeBuffer, call, "the view is larger than the memory of '%s'", source.Name).
		Suggest("allocate more elements, or give the view a smaller shape")
}
