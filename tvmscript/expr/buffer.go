package expr

import (
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// bufferAttribute returns an attribute of a buffer.
func (e *Evaluator) bufferAttribute(b *Buffer, name string, at *syntax.Attribute) (Value, error) {
	switch name {
	case "shape":
		return &Seq{Elems: b.Shape}, nil
	case "dtype":
		return &Str{b.Dtype.String()}, nil
	case "data":
		return &Pointer{Buffer: b}, nil
	case "name":
		return &Str{b.Name}, nil
	case "strides":
		return &Seq{Elems: b.Strides}, nil
	case "elem_offset":
		return e.OffsetOf(b, at)
	case "scope", "access_ptr", "ptr_to", "vload", "vstore":
		return &Method{b, name}, nil
	}
	return nil, e.noAttribute(b, name, at)
}

// OffsetOf returns the distance of a buffer from the beginning of its memory, in elements.
func (e *Evaluator) OffsetOf(b *Buffer, at syntax.Node) (Value, error) {
	if b.Part == nil {
		return orZero(b.ElemOffset), nil
	}
	strides, err := e.StridesOf(b.Part.Buffer, at)
	if err != nil {
		return nil, err
	}
	offset, err := e.OffsetOf(b.Part.Buffer, at)
	if err != nil {
		return nil, err
	}
	for i, r := range b.Part.Ranges {
		step, err := e.Binary(syntax.Mul, r.Min, strides[i], at)
		if err != nil {
			return nil, err
		}
		if n, ok := constantInt(step); ok && n == 0 {
			continue
		}
		if n, ok := constantInt(offset); ok && n == 0 {
			offset = step
		} else if offset, err = e.Binary(syntax.Add, offset, step, at); err != nil {
			return nil, err
		}
	}
	return offset, nil
}

// StridesOf returns the strides of a buffer in elements: its own, or those of its shape in row-major order.
// The strides of a part are those of its source.
func (e *Evaluator) StridesOf(b *Buffer, at syntax.Node) ([]Value, error) {
	switch {
	case b.Strides != nil:
		return b.Strides, nil
	case b.Part != nil:
		strides, err := e.StridesOf(b.Part.Buffer, at)
		if err != nil {
			return nil, err
		}
		return strides[len(strides)-len(b.Shape):], nil
	}
	strides := make([]Value, len(b.Shape))
	var next Value = &Int{1}
	for i := len(strides) - 1; i >= 0; i-- {
		strides[i] = next
		if i == 0 {
			break
		}
		var err error
		if next, err = e.Binary(syntax.Mul, next, b.Shape[i], at); err != nil {
			return nil, err
		}
	}
	return strides, nil
}

// dtypeOfValue returns the dtype of a value in TVM.
func (e *Evaluator) dtypeOfValue(v Value, at syntax.Node) (form.Dtype, error) {
	switch v := v.(type) {
	case *Element:
		l, err := e.lanes(v, at)
		d := v.Buffer.Dtype
		if l.lanes > 0 {
			d.Lanes = l.lanes
		}
		return d, err
	case *Region:
		x, err := e.vectorElement(v, at)
		if err != nil {
			return form.Dtype{}, err
		}
		return e.dtypeOfValue(x, at)
	}
	t, err := e.targetOf(v, at)
	return t.dtype, err
}

// methods has the methods of values. A key is the value's Kind, a dot, and the name.
var methods map[string]func(e *Evaluator, recv Value, call *syntax.Call) (Value, error)

// callMethod calls a method of a value.
func (e *Evaluator) callMethod(m *Method, call *syntax.Call) (Value, error) {
	switch recv := m.Recv.(type) {
	case *Buffer:
		return e.bufferMethod(recv, m.Name, call)
	case *Scalar, *Element, *Imm, *Ramp, *Region:
		a, err := e.BindArgs(call, "dtype", "span?")
		if err != nil {
			return nil, err
		}
		return e.castExpr(a.Get("dtype"), Given(recv, call), call)
	}
	return methods[m.Recv.Kind()+"."+m.Name](e, m.Recv, call)
}

// bufferMethod calls a method of a buffer. vstore is a statement and has no value.
func (e *Evaluator) bufferMethod(b *Buffer, name string, call *syntax.Call) (Value, error) {
	switch name {
	case "scope":
		_, err := e.BindArgs(call)
		return &Str{b.Scope}, err
	case "access_ptr":
		return e.accessPtr(b, call)
	case "ptr_to":
		a, err := e.BindArgs(call, "indices")
		if err != nil {
			return nil, err
		}
		x, err := e.elementAt(b, a.Get("indices"), b.Dtype.Lanes, call)
		if err != nil {
			return nil, err
		}
		return &Pointer{Buffer: b, Indices: x.Indices}, nil
	case "vload":
		a, err := e.BindArgs(call, "begin", "dtype?", "predicate?")
		if err != nil {
			return nil, err
		}
		return e.vectorAt(b, a, call)
	}
	a, err := e.BindArgs(call, "begin", "value", "predicate?")
	if err != nil {
		return nil, err
	}
	v, err := e.Value(a.Get("value"))
	if err != nil {
		return nil, err
	}
	d, err := e.dtypeOfValue(v, a.Get("value"))
	if err != nil {
		return nil, err
	}
	x, err := e.elementAt(b, a.Get("begin"), d.Lanes, call)
	if err != nil {
		return nil, err
	}
	if x, err = e.Masked(x, a.Get("predicate")); err != nil {
		return nil, err
	}
	return &None{}, e.storeAt(x, v, call, a.Get("value"))
}

// vectorAt evaluates b.vload(begin, dtype, predicate).
func (e *Evaluator) vectorAt(b *Buffer, a *Args, call *syntax.Call) (Value, error) {
	d := b.Dtype
	if dtype := a.Get("dtype"); dtype != nil {
		var err error
		if d, err = e.DtypeOf(dtype); err != nil {
			return nil, err
		}
		if d.Lane() != b.Dtype.Lane() {
			return nil, e.Errorf(CodeDtype, dtype, "the buffer %s has elements of dtype %s, not %s", b.Name,
				b.Dtype, d.Lane()).
				Suggest("load it as it is, and convert: T.Cast(%q, x)", d.String())
		}
	}
	x, err := e.elementAt(b, a.Get("begin"), d.Lanes, call)
	if err != nil {
		return nil, err
	}
	if x, err = e.Masked(x, a.Get("predicate")); err != nil {
		return nil, err
	}
	return e.load(x, call)
}

// elementAt returns the place of a number of lanes that begin at an element.
func (e *Evaluator) elementAt(b *Buffer, begin syntax.Expr, lanes int, call *syntax.Call) (*Element, error) {
	indices, err := e.subscriptValues(begin)
	if err != nil {
		return nil, err
	}
	if len(indices) != len(b.Shape) {
		return nil, e.Errorf(CodeSubscript, begin,
			"the buffer %s has %d dimensions, and here are %d subscripts", b.Name, len(b.Shape), len(indices))
	}
	for i, v := range indices {
		if err := e.checkSubscript(b, i, v, begin); err != nil {
			return nil, err
		}
	}
	if lanes > b.Dtype.Lanes {
		if len(indices) == 0 || b.Dtype.Lanes > 1 {
			return nil, e.Errorf(CodeSubscript, call, "%d lanes cannot be accessed at once in the buffer %s",
				lanes, b.Name)
		}
		last := len(indices) - 1
		indices[last] = &Ramp{indices[last], &Int{1}, lanes}
	}
	return &Element{Buffer: b, Indices: indices}, nil
}

// accessModes has the modes for the bits of access_ptr's mask.
var accessModes = map[int64]string{1: "r", 2: "w", 3: "rw"}

// accessPtr evaluates A.access_ptr(mode, ptr_type, content_lanes, offset, extent).
func (e *Evaluator) accessPtr(b *Buffer, call *syntax.Call) (Value, error) {
	a, err := e.BindArgs(call, "access_mask", "ptr_type?", "content_lanes?", "offset?", "extent?")
	if err != nil {
		return nil, err
	}
	p := &Pointer{Buffer: b}
	if p.Mode, err = e.accessMode(a.Get("access_mask")); err != nil {
		return nil, err
	}
	if p.Offset, err = e.optional(a.Get("offset")); err != nil {
		return nil, err
	}
	p.Extent, err = e.optional(a.Get("extent"))
	return p, err
}

// accessMode evaluates the mask of an access pointer: "r", "w", "rw" or a number.
func (e *Evaluator) accessMode(x syntax.Expr) (string, error) {
	v, err := e.Eval(x)
	if err != nil {
		return "", err
	}
	if n, ok := constantInt(v); ok {
		if mode := accessModes[n]; mode != "" {
			return mode, nil
		}
	}
	if s, ok := v.(*Str); ok && (s.V == "r" || s.V == "w" || s.V == "rw") {
		return s.V, nil
	}
	return "", e.Errorf(CodeValue, x, "an access is \"r\", \"w\" or \"rw\", and this is %s", e.repr(v))
}

// optional evaluates an optional argument.
func (e *Evaluator) optional(x syntax.Expr) (Value, error) {
	if x == nil {
		return nil, nil
	}
	v, err := e.Value(x)
	if _, none := v.(*None); none {
		return nil, err
	}
	return v, err
}
