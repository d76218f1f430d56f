package exporter

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
)

// function prints a function with a body.
func (p *printer) function(fn *ir.Op) {
	if len(fn.Region(0).Blocks()) != 1 {
		p.fail(fn.Errorf(codeOp, "function '%s' has branches, which TVMScript has not", fn.SymbolName()).
			Suggest("use structured control flow: scf.for, scf.while, scf.if"))
		return
	}
	entry := fn.Body()
	p.forget()
	p.plan.isOpaque = p.isOpaqueCall
	p.plan.make(fn)
	if op := p.plan.tooLong; op != nil {
		p.fail(op.Errorf(codeExpression, "a conditional expression is too long for TVMScript").
			Suggest("store the result in a buffer of one element, in both branches"))
		return
	}
	p.eval = &analysis.Evaluator{AsWritten: true}
	p.eval.Bind = p.boundAxis
	p.widen(fn)
	p.names.open()
	p.shapes = p.findShapes(entry)
	p.signature(fn, entry)
	p.header = true
	p.close(!p.ops(entry.First()))
	p.names.close()
}

// forget clears the state that belongs to one function.
func (p *printer) forget() {
	clear(p.values)
	clear(p.kinds)
	clear(p.wide)
	clear(p.constants)
	clear(p.dtypes)
}

// boundAxis makes an axis a symbol of its own: the accesses of a block are written in terms of its axes.
func (p *printer) boundAxis(v *ir.Value) (analysis.Linear, bool) {
	if op := v.DefiningOp(); op != nil && op.Name() == "pipeline.axis" {
		return p.eval.Of(v), true
	}
	return analysis.Linear{}, false
}

// parameter describes how an argument is printed.
type parameter struct {
	value  *ir.Value
	handle string // name of the handle of a buffer that is matched in the body, "" for other arguments
}

// signature prints the lines of a function in front of its statements.
func (p *printer) signature(fn *ir.Op, entry *ir.Block) {
	private := ""
	if fn.StringAttr("sym_visibility") == "private" {
		private = "private=True, "
	}
	p.statement("@T.prim_func(" + private + "s_tir=True)")
	params := p.parameters(fn, entry)
	p.text("def " + p.functions[fn] + "(")
	for i, x := range params {
		if i > 0 {
			p.text(", ")
		}
		p.parameter(x, fn)
	}
	p.text(")")
	p.open()
	if attrs := fn.Attrs(); len(attrs) > 0 {
		p.text("T.func_attr(")
		p.dict(attrs, fn)
		p.text(")")
		p.end()
	}
	shaped := slices.DeleteFunc(slices.Clone(entry.Args()), func(v *ir.Value) bool {
		return p.dtypes[v] == form.Pointer
	})
	for _, name := range p.shapes.variables(shaped) {
		p.statement(name + " = T.int32()")
	}
	for _, x := range params {
		if x.handle != "" {
			p.matchHandle(x, fn)
		}
	}
}

// parameters names the arguments. Scalars and buffers come first because their names are used more, then
// handles.
func (p *printer) parameters(fn *ir.Op, entry *ir.Block) []parameter {
	params := make([]parameter, entry.NumArgs())
	attrs, _ := fn.Attr("arg_attrs").(*ir.ArrayAttr)
	for i, v := range entry.Args() {
		params[i].value = v
		if isHandle(v, argumentAttr(attrs, i, form.DtypeAttr)) {
			p.name(v, handleNames)
			p.dtypes[v] = form.Pointer
			continue
		}
		if _, ok := v.Type().(*ir.MemRefType); ok {
			p.buffer(v, argumentAttr(attrs, i, form.DtypeAttr), fn)
			continue
		}
		p.name(v, scalarNames)
		if s, ok := argumentAttr(attrs, i, form.DtypeAttr).(*ir.StringAttr); ok {
			told, _ := form.ParseDtype(s.Value)
			if d, _ := form.DtypeOf(v.Type()); refined(d, told) != d {
				p.kinds[v] = kind{data, told}
			} else if isIndex(v.Type()) && told == form.Int64 {
				p.kinds[v] = kind{index, told}
			}
		}
	}
	for i := range params {
		if t, ok := params[i].value.Type().(*ir.MemRefType); ok && needsHandle(t) &&
			p.dtypes[params[i].value] != form.Pointer {
			name := p.values[params[i].value]
			params[i].handle = p.names.take(lowered(name), name+"_handle")
		}
	}
	return params
}

// isHandle reports whether an argument is a handle without a shape: bytes of unknown extent, used only by
// opaque functions.
func isHandle(v *ir.Value, told ir.Attr) bool {
	s, ok := told.(*ir.StringAttr)
	if t, isMemRef := v.Type().(*ir.MemRefType); !ok || s.Value != form.Pointer.String() || !isMemRef ||
		t.Layout != nil || t.MemorySpace != nil ||
		!t.Ranked || !equalShapes(t.Shape, []int64{ir.Dynamic}) {
		return false
	}
	for u := range v.Uses() {
		if !isCall(u.Owner()) {
			return false
		}
	}
	return true
}

// argumentAttr returns an attribute of argument i from the function's list, nil if there is none.
func argumentAttr(lists *ir.ArrayAttr, i int, name string) ir.Attr {
	if lists == nil || i >= len(lists.Elems) {
		return nil
	}
	if d, ok := lists.Elems[i].(*ir.DictAttr); ok {
		return d.Get(name)
	}
	return nil
}

// lowered returns the name with a small first letter.
func lowered(name string) string {
	if c := name[0]; c >= 'A' && c <= 'Z' {
		return string(c+'a'-'A') + name[1:]
	}
	return name + "_handle"
}

// needsHandle reports whether a buffer needs T.match_buffer: its shape has variables, or it has a layout or a
// scope.
func needsHandle(t *ir.MemRefType) bool {
	return !isStatic(t) || t.Layout != nil || t.MemorySpace != nil
}

// parameter writes a parameter with its type.
func (p *printer) parameter(x parameter, fn *ir.Op) {
	v := x.value
	switch t := v.Type().(type) {
	case *ir.MemRefType:
		if x.handle != "" {
			p.text(x.handle + ": T.handle")
			return
		}
		if p.dtypes[v] == form.Pointer {
			p.text(p.values[v] + ": T.handle")
			return
		}
		p.text(p.values[v] + ": T.Buffer(")
		p.shape(v)
		p.text(`, "` + p.dtypeName(p.dtypes[v]) + `")`)
	default:
		d := p.dtypeOf(t, fn)
		if k := p.kind(v); k.class == data || k.class == index {
			d = k.dtype
		}
		p.text(p.values[v] + ": T." + p.dtypeName(d))
	}
}

// matchHandle prints the T.match_buffer of an argument.
func (p *printer) matchHandle(x parameter, fn *ir.Op) {
	v := x.value
	t := v.Type().(*ir.MemRefType)
	if !t.Ranked {
		return // an error was reported where the buffer got its name
	}
	strides, offset := "", ""
	if t.Layout != nil {
		strides, offset = p.layout(t, fn)
	}
	p.text(p.values[v] + " = T.match_buffer(" + x.handle + ", ")
	p.shape(v)
	p.bufferTail(v, fn)
	p.text(strides + offset + ")")
	p.end()
}

// layout prints the variables of a strided layout and returns the arguments of T.match_buffer.
func (p *printer) layout(t *ir.MemRefType, fn *ir.Op) (strides, offset string) {
	list, start, ok := memref.Strides(t)
	if !ok {
		p.fail(fn.Errorf(codeType, "the layout %v has no form in TVMScript", t.Layout).Suggest("use strides"))
		return "", ""
	}
	strides = ", strides=("
	for i, s := range list {
		if i > 0 {
			strides += ", "
		}
		strides += p.numberOrVariable(s, "s")
	}
	if len(list) == 1 {
		strides += ","
	}
	strides += ")"
	if start != 0 {
		offset = ", elem_offset=" + p.numberOrVariable(start, "offset")
	}
	return strides, offset
}

// numberOrVariable returns a number, or the name of a new variable if the number is known only at run time.
func (p *printer) numberOrVariable(n int64, wish string) string {
	if n != ir.Dynamic {
		return p.detached(func() { p.int(n) })
	}
	name := p.names.take(wish)
	p.statement(name + " = T.int32()")
	return name
}
