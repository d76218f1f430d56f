package exporter

import "github.com/inflight-compiler/inflight/ir"

// isPointer reports whether a slice is only a pointer for opaque functions. Such a pointer is the address of
// an element, T.address_of(A[i, j]), or consecutive elements, A.access_ptr("rw", offset=i, extent=16).
func (pl *plan) isPointer(op *ir.Op) bool {
	if op.Name() != "memref.subview" || !op.Result(0).HasUses() {
		return false
	}
	view, ok := op.Def().View(op)
	if !ok || !isElement(&view) && !(isStretch(&view) && pl.isNamed(flatSource(view.Source))) {
		return false
	}
	for u := range op.Result(0).Uses() {
		if !isCall(u.Owner()) || pl.isOpaque == nil || !pl.isOpaque(u.Owner()) {
			return false
		}
	}
	return true
}

// isNamed reports whether a memref has a name in the text: memory, or a slice that is T.match_buffer.
func (pl *plan) isNamed(m *ir.Value) bool {
	if isMemory(m) {
		return true
	}
	in := pl.of(m.DefiningOp())
	return in != nil && in.role == binding
}

// flatSource returns the buffer that a memref is, or is a one-dimensional view of.
func flatSource(m *ir.Value) *ir.Value {
	if op := m.DefiningOp(); op != nil && op.Name() == "memref.collapse_shape" {
		return op.Operand(0)
	}
	return m
}

// flattens reports whether an operation makes a one-dimensional view of a buffer that only pointers use.
func (pl *plan) flattens(op *ir.Op) bool {
	if op.Name() != "memref.collapse_shape" || !op.Result(0).HasUses() {
		return false
	}
	t, ok := op.Result(0).Type().(*ir.MemRefType)
	if !ok || len(t.Shape) != 1 {
		return false
	}
	for u := range op.Result(0).Uses() {
		if !pl.isPointer(u.Owner()) {
			return false
		}
	}
	return true
}

// isStretch reports whether a slice has one dimension and stride 1.
func isStretch(view *ir.View) bool {
	return len(view.Offsets) == 1 && unitStrides(view) && len(view.Sizes) == 1 &&
		!(len(view.Dropped) > 0 && view.Dropped[0])
}

// isOpaqueCall reports whether a call is one of a function that is only declared.
func (p *printer) isOpaqueCall(call *ir.Op) bool {
	ref, _ := call.Attr("callee").(*ir.SymbolRefAttr)
	if ref == nil || len(ref.Nested) > 0 {
		return false
	}
	callee := p.symbols.Resolve(call, ref)
	return callee == nil || callee.NumRegions() == 0 || callee.Region(0).Empty()
}

// accessPointer writes A.access_ptr("rw", offset=i, extent=16), if a slice is consecutive elements of a
// buffer. It writes "rw" because the accesses of the function are not known; the declarations of the block
// say more.
func (p *printer) accessPointer(view *ir.View) bool {
	if !isStretch(view) {
		return false
	}
	m := view.Source
	if def := m.DefiningOp(); def != nil && p.plan.flattens(def) {
		m = def.Operand(0)
	}
	if p.values[m] == "" {
		return false
	}
	p.text(p.values[m] + `.access_ptr("rw", offset=`)
	p.subscript(foldSubscript(view.Offsets[0]), anything)
	p.text(", extent=")
	if n := view.Sizes[0]; n.Value != nil {
		p.value(n.Value, anything, plain)
	} else {
		p.int(n.Const)
	}
	p.text(")")
	return true
}
