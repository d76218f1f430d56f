package exporter

import (
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
)

// maxConstants bounds the number of elements of a constant, because all of them are written.
const maxConstants = 1 << 16

// global prints a constant memref.global at its use: T.allocate_const, and the buffer of its memory. Other
// globals have no form, because the function does not have their values.
func (p *printer) global(op *ir.Op) {
	m := op.Result(0)
	p.buffer(m, op.Attr(form.DtypeAttr), op)
	data, ok := p.constantOf(op)
	t, isMemRef := m.Type().(*ir.MemRefType)
	if !ok || !isMemRef || t.Layout != nil || t.MemorySpace != nil || !isStatic(t) {
		p.noForm(op,
			"pass the global as an argument of the function, unless it is constant and has a value for "+
				"each element")
		return
	}
	name := p.names.take(lowered(p.values[m]))
	p.text(name + " = T.allocate_const(")
	p.list(int(ir.NumElements(t.Shape)), func(i int) {
		p.constantElement(data, i, p.dtypes[m], op.Context())
	})
	p.text(`, "` + p.dtypeName(p.dtypes[m]) + `", `)
	p.list(len(t.Shape), func(i int) { p.int(t.Shape[i]) })
	p.text(")")
	p.end()
	p.text(p.values[m] + " = T.decl_buffer(")
	p.shape(m)
	p.text(`, "` + p.dtypeName(p.dtypes[m]) + `", data=` + name + ")")
	p.end()
}

// constantOf returns the elements of the constant that is used.
func (p *printer) constantOf(op *ir.Op) (*ir.DenseElementsAttr, bool) {
	ref, ok := op.Attr("name").(*ir.SymbolRefAttr)
	if !ok {
		return nil, false
	}
	def := p.symbols.Resolve(op, ref)
	if def == nil || def.Name() != "memref.global" || def.Attr("constant") == nil {
		return nil, false
	}
	data, ok := def.Attr("initial_value").(*ir.DenseElementsAttr)
	if !ok || data.Strings != nil || ir.NumElements(data.Type.Dims()) > maxConstants {
		return nil, false
	}
	_, ok = form.DtypeOf(data.Type.ElemType())
	return data, ok
}

// constantElement writes an element of a constant.
func (p *printer) constantElement(data *ir.DenseElementsAttr, i int, d form.Dtype, c *ir.Context) {
	bits := data.Element(i)
	if t, ok := data.Type.ElemType().(*ir.FloatType); ok {
		p.float(c.FloatBits(t, bits), anything)
		return
	}
	switch {
	case d.Code == form.Bool:
		p.text(truth(bits&1 != 0))
	case d.Code == form.UInt:
		p.line = strconv.AppendUint(p.line, bits&mask(d.Bits), 10)
	default:
		shift := 64 - d.Bits
		p.number(int64(bits<<shift)>>shift, anything)
	}
}
