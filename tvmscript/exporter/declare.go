package exporter

import (
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
)

// redeclaration is a buffer that shares the memory of another one, with a shape of its own.
type redeclaration struct {
	source  *ir.Value
	strides []int64 // nil for row-major
	offset  int64   // in elements of the view
}

// isDeclared reports whether a view is T.decl_buffer with data=.
func isDeclared(op *ir.Op) bool {
	_, ok := redeclared(op)
	return ok
}

// redeclared returns the redeclaration that a view is. The importer accepts only views of a whole buffer,
// with constant extents, in row-major order, and within its bounds.
func redeclared(op *ir.Op) (r redeclaration, ok bool) {
	switch op.Name() {
	case "memref.reinterpret_cast", "memref.view", "memref.collapse_shape", "memref.expand_shape":
	default:
		return r, false
	}
	r.source = op.Operand(0)
	from, ok1 := r.source.Type().(*ir.MemRefType)
	to, ok2 := op.Result(0).Type().(*ir.MemRefType)
	if !ok1 || !ok2 || !isStatic(from) || !isStatic(to) || from.Layout != nil || !isMemory(r.source) {
		return r, false
	}
	if op.Name() == "memref.view" {
		return bytesAs(op, r, from, to)
	}
	strides, offset, ok := memref.Strides(to)
	last := offset
	for d, n := range to.Shape {
		ok = ok && strides[d] > 0 // dynamic strides are negative
		last += max(n-1, 0) * strides[d]
	}
	if !ok || offset < 0 || last >= max(ir.NumElements(from.Shape), 1) || from == to {
		return r, false
	}
	if r.offset = offset; !equalShapes(strides, memref.RowMajor(to.Shape)) ||
		offset == 0 && to.Layout != nil {
		r.strides = strides
	}
	return r, true
}

// isMemory reports whether a memref is an argument, an allocation, or a declared view.
func isMemory(m *ir.Value) bool {
	op := m.DefiningOp()
	return op == nil || isAlloc(op) || isDeclared(op) || op.Name() == "memref.get_global"
}

// bytesAs is a view of bytes, from an offset on, as elements of another type.
func bytesAs(op *ir.Op, r redeclaration, from, to *ir.MemRefType) (redeclaration, bool) {
	width := int64(ir.ElemBytes(to.Elem))
	shift, ok := ir.ConstInt(op.Operand(1))
	bytes := from.Shape[0]
	if !ok || width == 0 || shift < 0 || shift%width != 0 || to.Elem == from.Elem || to.Layout != nil ||
		ir.NumElements(to.Shape) > (bytes-shift)/width {
		return r, false
	}
	r.offset = shift / width
	return r, true
}

// declare prints a view as T.decl_buffer.
func (p *printer) declare(op *ir.Op) {
	r, _ := redeclared(op)
	source, ok := p.whole(r.source, op)
	if !ok {
		return
	}
	m, told := op.Result(0), op.Attr(form.DtypeAttr)
	if d := p.bufferDtype(r.source); told == nil && op.NumOperands() == 1 &&
		op.Name() != "memref.reinterpret_cast" {
		told = op.Context().String(p.dtypeName(d)) // the same elements in another order
	}
	p.text(p.buffer(m, told, op) + " = T.decl_buffer(")
	p.shape(m)
	p.text(`, "` + p.dtypeName(p.dtypes[m]) + `", data=` + source + ".data")
	if r.strides != nil {
		p.text(", strides=(")
		for i, s := range r.strides {
			if i > 0 {
				p.text(", ")
			}
			p.int(s)
		}
		if len(r.strides) == 1 {
			p.text(",")
		}
		p.text(")")
	}
	if r.offset != 0 {
		p.text(", elem_offset=")
		p.int(r.offset)
	}
	p.scopeOf(m, op)
	p.text(")")
	p.end()
}
