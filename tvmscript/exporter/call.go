package exporter

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
)

// externAttr is the name of an opaque function where its symbol had to differ.
const externAttr = "tvm.extern"

// call prints a call: of another prim_func, or of an opaque function.
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
	p.callOpaque(op, callee, ref.Root)
}

func (p *printer) callPrimFunc(op, callee *ir.Op) {
	if op.NumResults() > 0 {
		return // the function is reported
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
			p.value(v, anything, exactly)
			continue
		}
		if buffer, ok := p.whole(v, op); ok {
			p.text(buffer)
		}
	}
	p.text(")")
	p.end()
}

// whole returns the name of the buffer that a memref is all of.
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
			Suggest("make the memref.subview the first operation of a pipeline.block around the call: it becomes T.match_buffer"))
		return "", false
	}
	return p.values[m], true
}

// callOpaque prints a call of a function that is only declared.
func (p *printer) callOpaque(op, callee *ir.Op, name string) {
	via := "call_extern"
	if callee != nil {
		if s := callee.StringAttr(form.CallAttr); s != "" {
			via = s
		}
		if s := callee.StringAttr(externAttr); s != "" {
			name = s
		}
	}
	text := p.detached(func() { p.opaqueText(op, via, name) })
	if op.NumResults() == 1 && op.Result(0).HasUses() {
		d := p.dtype(op.Result(0), op)
		p.text(p.name(op.Result(0), letNames) + ": T." + p.dtypeName(d) + " = " + text)
		p.kinds[op.Result(0)] = kind{data, d}
		p.end()
		return
	}
	if op.NumResults() > 1 {
		p.noForm(op, "return one value at most")
	}
	p.text("T.evaluate(" + text + ")")
	p.end()
}

// opaqueText writes T.call_extern("float32", "name", arguments). Functions of T other than the ones that call by name
// have only arguments.
func (p *printer) opaqueText(op *ir.Op, via, name string) {
	p.text("T." + via + "(")
	first := true
	comma := func() {
		if !first {
			p.text(", ")
		}
		first = false
	}
	switch via {
	case "call_extern", "call_pure_extern", "call_intrin", "call_llvm_intrin", "call_llvm_pure_intrin":
		comma()
		d := form.Nothing
		if op.NumResults() > 0 {
			d = p.dtype(op.Result(0), op)
		}
		p.quoted(p.dtypeName(d))
		fallthrough
	case "call_packed", "call_cpacked":
		comma()
		p.quoted(name)
	}
	for i := range op.NumOperands() {
		comma()
		p.argument(op.Operand(i), op)
	}
	p.text(")")
}

// argument writes an argument of an opaque function: a value with its data type, or a pointer.
func (p *printer) argument(v *ir.Value, op *ir.Op) {
	if _, ok := v.Type().(*ir.MemRefType); !ok {
		p.value(v, anything, exactly)
		return
	}
	if def := v.DefiningOp(); def != nil && p.values[v] == "" && def.Name() == "memref.subview" {
		if view, ok := def.Def().View(def); ok && isElement(&view) {
			p.text("T.address_of(")
			p.elementAt(def, &view)
			p.text(")")
			return
		}
	}
	if name, ok := p.whole(v, op); ok {
		p.text(name + ".data")
	}
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

// elementAt writes the element that a slice begins at.
func (p *printer) elementAt(op *ir.Op, view *ir.View) {
	subs := make([]subscript, len(view.Offsets))
	for d, x := range view.Offsets {
		subs[d] = foldSubscript(x)
	}
	p.element(view.Source, subs, 0, op)
}
