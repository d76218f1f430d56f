package importer

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// parameter is a parameter of a prim_func: an argument of the entry block.
type parameter struct {
	name  string
	at    syntax.Node
	arg   *ir.Value
	dtype form.Dtype
	// pending is set for a handle before a T.match_buffer gives it a type. buffer is the buffer that this
	// makes.
	pending bool
	buffer  *expr.Buffer
}

// handle is the value of a parameter of type T.handle.
type handle struct{ *parameter }

// Memory implements expr.Memory. A handle without a T.match_buffer is memory of unknown extent.
func (h handle) Memory(e *expr.Evaluator) (*ir.Value, error) {
	if h.pending {
		h.parameter.opaque(e.Ctx)
	}
	if h.dtype != form.Pointer && h.buffer == nil {
		return nil, errReported
	}
	return h.arg, nil
}

// opaque makes a handle without a T.match_buffer memory of unknown extent.
func (p *parameter) opaque(c *ir.Context) {
	p.pending = false
	p.arg.SetType(c.MemRef([]int64{ir.Dynamic}, c.I8, nil, nil))
}

// Kind implements expr.Value.
func (h handle) Kind() string { return "the handle " + h.name }

// Truthless implements expr.Truthless.
func (h handle) Truthless() {}

// parameters makes the arguments of the function. The shape of a buffer may use parameters before it.
func (f *function) parameters() {
	var buffers []pendingBuffer
	for _, p := range f.prim.def.Params {
		if p.Kind != syntax.Plain {
			if p.Kind != syntax.Slash {
				f.imp.report(f.ev.Errorf(codeParameter, p,
					"a prim_func has no parameters with stars").Suggest("name every parameter"))
			}
			continue
		}
		f.names.poisoned, f.names.missing = false, ""
		b, err := f.parameter(p)
		if err != nil {
			f.fail(err)
			f.names.set(p.Name.Name, poison, asParameter, &p.Name)
		} else if b.spec != nil {
			buffers = append(buffers, b)
		}
	}
	for _, b := range buffers {
		f.ev.Locate(b.at)
		f.defineShape(b.buffer, b.spec)
	}
}

// pendingBuffer is a buffer parameter whose symbolic extents are defined after all parameters.
type pendingBuffer struct {
	buffer *expr.Buffer
	spec   *bufferSpec
	at     syntax.Node
}

// parameter makes the argument for a parameter and binds its name.
func (f *function) parameter(p *syntax.Param) (b pendingBuffer, err error) {
	f.ev.Locate(p)
	if f.names.table[p.Name.Name] != nil {
		return b, f.ev.Errorf(codeBound, &p.Name, "there are two parameters named '%s'",
			p.Name.Name).Suggest("rename one of them")
	}
	if p.Default != nil {
		f.imp.report(f.ev.Errorf(codeParameter, p.Default, "the parameter '%s' has a default value",
			p.Name.Name).
			Suggest("remove it; a constant can be bound outside of the function"))
	}
	if p.Annotation == nil {
		return b, f.ev.Errorf(codeParameter, &p.Name, "the parameter '%s' has no type", p.Name.Name).
			Suggest("write %s: T.Buffer((16,), \"float32\"), %s: T.handle or %s: T.int32", p.Name.Name,
				p.Name.Name, p.Name.Name)
	}
	if spec, ok, err := f.bufferAnnotation(p.Annotation); err != nil || ok {
		if err != nil {
			return b, err
		}
		return f.bufferParameter(p, spec)
	}
	v, err := f.ev.Eval(p.Annotation)
	if err != nil {
		return b, err
	}
	return b, f.scalarParameter(p, v)
}

// add appends an argument of a type. Its DtypeAttr has the dtype if the type does not determine it.
func (f *function) add(p *syntax.Param, t ir.Type, d form.Dtype) *parameter {
	arg := f.entry.AddArg(t, f.b.Loc)
	arg.SetName(p.Name.Name)
	param := &parameter{name: p.Name.Name, at: &p.Name, arg: arg, dtype: d}
	f.params = append(f.params, param)
	return param
}

func (f *function) bufferParameter(p *syntax.Param, spec *bufferSpec) (b pendingBuffer, err error) {
	if spec.data != nil {
		return b, f.ev.Errorf(codeParameter, p, "a parameter has no data=").Suggest("remove it")
	}
	if spec.annotations != nil {
		return b, f.ev.Errorf(codeParameter, p, "a parameter has no annotations=").Suggest("remove them")
	}
	buffer := newBuffer(spec)
	param := f.add(p, spec.memref, spec.dtype)
	buffer.V, buffer.Name = param.arg, p.Name.Name
	f.names.set(p.Name.Name, buffer, asParameter, &p.Name)
	return pendingBuffer{buffer, spec, p}, nil
}

// scalarParameter makes the argument for an annotation other than a buffer: a dtype, by its name or as a
// call, or a handle.
func (f *function) scalarParameter(p *syntax.Param, v expr.Value) error {
	d, ok := dtypeOf(v)
	if !ok {
		return f.ev.Errorf(codeParameter, p.Annotation, "%s is no type of a parameter", v.Kind()).
			Suggest("write T.Buffer((16,), \"float32\"), T.handle, or a dtype such as T.int32")
	}
	switch {
	case d.Code == form.Handle:
		param := f.add(p, f.imp.ctx.Index, d)
		param.pending = true
		f.names.set(p.Name.Name, handle{param}, asParameter, &p.Name)
		return nil
	case d.Code == form.Void:
		return f.ev.Errorf(codeParameter, p.Annotation,
			"a parameter cannot be void").Suggest("remove it, or give it a dtype")
	}
	t := d.Type(f.imp.ctx)
	if d == form.Int32 || d == form.Int64 {
		t = f.imp.ctx.Index
	}
	param := f.add(p, t, d)
	f.names.set(p.Name.Name, &expr.Scalar{V: param.arg, Dtype: d}, asParameter, &p.Name)
	return nil
}

// dtypeOf returns the dtype of an annotation: T.int32, "int32", T.int32(), T.Ptr(T.float32).
func dtypeOf(v expr.Value) (form.Dtype, bool) {
	switch v := v.(type) {
	case *expr.Dtype:
		return v.Dtype, true
	case *expr.Str:
		return form.ParseDtype(v.V)
	case *variable:
		return v.dtype, true
	case *expr.Builtin:
		if name, ok := cutT(v.Name); ok {
			return form.ParseDtype(name)
		}
	}
	return form.Dtype{}, false
}

// unmatched makes the handles without a shape memory of unknown extent.
func (f *function) unmatched() {
	for _, p := range f.params {
		if p.pending {
			p.opaque(f.imp.ctx)
		}
	}
}

// setParameterAttrs adds the dtypes that do not follow from types of the IR.
func (f *function) setParameterAttrs() {
	c := f.imp.ctx
	dicts, any := make([]ir.Attr, len(f.params)), false
	for i, p := range f.params {
		dicts[i] = c.EmptyDict
		if isWideIndex := p.arg.Type() == ir.Type(c.Index) && p.dtype == form.Int64; isWideIndex ||
			!isTold(c, p.dtype) {
			dicts[i] = c.Dict([]ir.NamedAttr{{Name: form.DtypeAttr, Value: c.String(p.dtype.String())}})
			any = true
		}
	}
	if any {
		f.prim.op.SetAttr("arg_attrs", c.Array(dicts))
	}
}

// isTold reports whether the dtype follows from the type of the IR.
func isTold(c *ir.Context, d form.Dtype) bool {
	t := d.Type(c)
	if t == nil {
		return false
	}
	back, ok := form.DtypeOf(t)
	return ok && back == d
}
