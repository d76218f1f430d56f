package exporter

import "github.com/inflight-compiler/inflight/ir"

// maskedLoad writes A.vload([i], "float32x4", predicate=mask). Lanes whose predicate does not hold are zero.
func (p *printer) maskedLoad(op *ir.Op, _ int) {
	mask, pass := op.OperandsOf(2)[0], op.OperandsOf(3)[0]
	n, ok := lanes(op.Result(0))
	if !ok || !isZeroVector(pass) {
		p.noForm(op,
			"load lanes of one dimension, with zeros where the mask is not set, and choose by arith.select")
		return
	}
	if !p.method(op, "vload", op.OperandsOf(1)) {
		return
	}
	p.text(`, "` + p.dtypeName(withLanes(p.bufferDtype(op.Operand(0)), int(n))) + `", predicate=`)
	p.value(mask, anything, exactly)
	p.text(")")
}

// isZeroVector reports whether all lanes of a vector are constants of 0.
func isZeroVector(v *ir.Value) bool {
	a, ok := ir.ConstantValue(v).(*ir.DenseElementsAttr)
	return ok && a.Splat && a.Strings == nil && len(a.Data) <= 8 && a.Element(0) == 0
}

// maskedStore prints A.vstore([i], value, predicate=mask).
func (p *printer) maskedStore(op *ir.Op) {
	mask, v := op.OperandsOf(2)[0], op.OperandsOf(3)[0]
	n, ok := lanes(v)
	if !ok {
		p.noForm(op, "store vectors of one dimension")
		return
	}
	if !p.method(op, "vstore", op.OperandsOf(1)) {
		return
	}
	p.text(", ")
	p.value(v, anything, as(withLanes(p.bufferDtype(op.Operand(0)), int(n))))
	p.text(", predicate=")
	p.value(mask, anything, exactly)
	p.text(")")
	p.end()
}

// method writes the beginning of a call of a buffer's method, up to and with the list of subscripts.
func (p *printer) method(op *ir.Op, name string, subscripts []*ir.Value) bool {
	subs := make([]subscript, len(subscripts))
	for i, v := range subscripts {
		subs[i] = valueSubscript(v)
	}
	buffer, subs, ok := p.resolve(op.Operand(0), subs, op)
	if !ok {
		return false
	}
	p.text(p.values[buffer] + "." + name + "(")
	p.list(len(subs), func(i int) { p.subscript(subs[i], anything) })
	return true
}
