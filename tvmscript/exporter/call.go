package exporter

import (
	"cmp"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
)

// call prints a call of another prim_func, or of an opaque function.
func (p *printer) call(op *ir.Op) {
	ref, _ := op.Attr("callee").(*ir.SymbolRefAttr)
	if ref == nil || len(ref.Nested) > 0 {
		p.noForm(op, "call a function of the module")
		return
	}
	callee := p.symbols.Resolve(op, ref)
	if callee != nil && callee.Name() == "func.func" && callee.NumRegions() > 0 && !callee.Region(0).Empty() {
		p.callPrimFunc(op, callee)
		return
	}
	p.callOpaque(op)
}

// callPrimFunc prints a call of another function of the module. It passes only whole buffers: a prim_func
// gets a shape, and not a place in a larger buffer.
func (p *printer) callPrimFunc(op, callee *ir.Op) {
	if op.NumResults() > 0 {
		return // an error at the function was reported
	}
	if p.class != "" {
		p.text(p.class + ".")
	}
	p.text(p.functions[callee] + "(")
	for i := range op.NumOperands() {
		if i > 0 {
			p.text(", ")
		}
		v := op.Operand(i)
		if _, ok := v.Type().(*ir.MemRefType); !ok {
			p.scalarArgument(v)
			continue
		}
		if buffer, ok := p.whole(v, op); ok {
			p.text(buffer)
		}
	}
	p.text(")")
	p.end()
}

// whole returns the name of the buffer if a memref is the whole buffer.
func (p *printer) whole(m *ir.Value, op *ir.Op) (string, bool) {
	for p.values[m] == "" {
		def := m.DefiningOp()
		if def == nil || !isView(def) {
			break
		}
		view, ok := def.Def().View(def)
		if !ok || view.Offsets != nil || p.reshapes(def, &view) {
			break
		}
		m = view.Source
	}
	if p.values[m] == "" {
		p.fail(op.Errorf(codeView, "a part of a buffer cannot be passed here in TVMScript").
			Suggest(
				"make the memref.subview the first operation of a pipeline.block around the call: it " +
					"becomes T.match_buffer"))
		return "", false
	}
	return p.values[m], true
}

// opaque describes a function without a body: how it is called, and the data type of the call.
type opaque struct {
	via, name string
	how       form.Call
	dtype     form.Dtype
	strings   *ir.ArrayAttr // the strings among the arguments, nil for none
}

// opaqueOf returns the opaque function of a call. A function that the importer would not know is an error.
func (p *printer) opaqueOf(op *ir.Op) (o opaque, ok bool) {
	ref := op.Attr("callee").(*ir.SymbolRefAttr)
	o = opaque{via: "call_extern", name: ref.Root, dtype: p.callDtype(op)}
	callee := p.symbols.Resolve(op, ref)
	if callee != nil {
		o.via = cmp.Or(callee.StringAttr(form.CallAttr), o.via)
		o.name = cmp.Or(callee.StringAttr(form.ExternAttr), o.name)
		o.strings, _ = callee.Attr(form.StringsAttr).(*ir.ArrayAttr)
	}
	if o.how, ok = form.Calls[o.via]; !ok {
		p.fail(callee.Errorf(codeOp, "%q is no function of T",
			o.via).Suggest(`write "call_extern" in the attribute %s`, form.CallAttr))
		return o, false
	}
	if !o.how.Dtype && o.dtype != o.how.Result {
		p.fail(callee.Errorf(codeOp, "T.%s has the data type %s, not %s", o.via, o.how.Result, o.dtype).
			Suggest(`write "call_extern" in the attribute %s`, form.CallAttr))
		return o, false
	}
	return o, true
}

// callDtype returns the data type of a call. The declaration may have it if it does not follow from the type.
func (p *printer) callDtype(op *ir.Op) form.Dtype {
	d := form.Nothing
	if op.NumResults() > 0 {
		d = p.dtype(op.Result(0), op)
	}
	ref, _ := op.Attr("callee").(*ir.SymbolRefAttr)
	if callee := p.symbols.Resolve(op, ref); callee != nil {
		told, ok := form.ParseDtype(callee.StringAttr(form.DtypeAttr))
		if ok && op.NumResults() == 0 && told.Type(op.Context()) == nil {
			return told
		}
		if ok && op.NumResults() > 0 {
			return refined(d, told)
		}
	}
	return d
}

// refined returns a data type that an attribute makes unsigned. It ignores an attribute that does not fit the
// type.
func refined(d, told form.Dtype) form.Dtype {
	if d.Code == form.Int && told.Code == form.UInt && told.Bits == d.Bits && told.Lanes == d.Lanes {
		return told
	}
	return d
}

// callOpaque prints a call of a function without a body.
func (p *printer) callOpaque(op *ir.Op) {
	if op.NumResults() > 1 {
		p.noForm(op, "return one value at most")
		return
	}
	o, ok := p.opaqueOf(op)
	if !ok {
		return
	}
	text := p.detached(func() { p.opaqueText(op, &o) })
	if op.NumResults() == 1 && op.Result(0).HasUses() {
		p.text(p.name(op.Result(0), letNames) + ": T." + p.dtypeName(o.dtype) + " = " + text)
		p.kinds[op.Result(0)] = kind{data, o.dtype}
		p.end()
		return
	}
	p.text("T.evaluate(" + text + ")")
	p.end()
}

// callExpression writes a call within a conditional expression.
func (p *printer) callExpression(op *ir.Op) {
	if o, ok := p.opaqueOf(op); ok {
		p.opaqueText(op, &o)
	}
}

// opaqueText writes T.call_extern("float32", "name", arguments). A function of T that does not call others by
// name has only arguments.
func (p *printer) opaqueText(op *ir.Op, o *opaque) {
	p.text("T." + o.via + "(")
	first := true
	comma := func() {
		if !first {
			p.text(", ")
		}
		first = false
	}
	saved := p.callee
	p.callee = o.via
	defer func() { p.callee = saved }()
	if o.how.Dtype && !o.how.Last {
		comma()
		p.quoted(p.dtypeName(o.dtype))
	}
	if o.how.Name {
		comma()
		p.quoted(o.name)
	}
	operands := op.Operands()
	if o.strings != nil {
		for _, e := range o.strings.Elems {
			if s, ok := e.(*ir.StringAttr); ok {
				comma()
				p.quoted(s.Value)
			} else if len(operands) > 0 {
				comma()
				p.argument(operands[0], op)
				operands = operands[1:]
			}
		}
	}
	for _, v := range operands {
		comma()
		p.argument(v, op)
	}
	if o.how.Last {
		comma()
		p.quoted(p.dtypeName(o.dtype))
	}
	p.text(")")
}

// argument writes an argument of an opaque function: a value with its data type, or a pointer.
func (p *printer) argument(v *ir.Value, op *ir.Op) {
	if _, ok := v.Type().(*ir.MemRefType); !ok {
		p.scalarArgument(v)
		return
	}
	if def := v.DefiningOp(); def != nil && p.values[v] == "" && def.Name() == "memref.subview" {
		if view, ok := def.Def().View(def); ok && isElement(&view) {
			if p.callee == form.ThreadAllreduce {
				p.elementAt(def, &view)
				return
			}
			p.text("T.address_of(")
			p.elementAt(def, &view)
			p.text(")")
			return
		}
		if view, ok := def.Def().View(def); ok && p.plan.isPointer(def) && p.accessPointer(&view) {
			return
		}
	}
	if p.dtypes[v] == form.Pointer {
		p.text(p.values[v])
		return
	}
	if name, ok := p.whole(v, op); ok {
		p.text(name + ".data")
	}
}

// scalarArgument writes an argument with its data type. Numbers of Python are indices.
func (p *printer) scalarArgument(v *ir.Value) {
	if isIndex(v.Type()) && p.kind(v).class == literal {
		p.raw(v, anything)
		return
	}
	p.value(v, anything, exactly)
}

// isElement reports whether a slice is one element.
func isElement(view *ir.View) bool {
	for d, n := range view.Sizes {
		if n.Value != nil || n.Const != 1 || d < len(view.Dropped) && view.Dropped[d] {
			return false
		}
	}
	return view.Offsets != nil
}

// elementAt writes the first element of a slice.
func (p *printer) elementAt(op *ir.Op, view *ir.View) {
	subs := make([]subscript, len(view.Offsets))
	for d, x := range view.Offsets {
		subs[d] = foldSubscript(x)
	}
	p.element(view.Source, subs, 0, op)
}
