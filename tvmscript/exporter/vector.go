package exporter

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// broadcast writes T.Broadcast. A scalar next to a vector would be broadcast without it. But it is not known
// here whether it will be next to a vector, and an operation on two scalars makes no vector.
func (p *printer) broadcast(op *ir.Op, _ int) {
	n, ok := lanes(op.Result(0))
	if _, isScalar := lanes(op.Operand(0)); !ok || isScalar {
		p.fail(op.Errorf(codeType,
			"broadcasts of vectors have no form in TVMScript").Suggest("broadcast a scalar to one dimension"))
		return
	}
	p.text("T.Broadcast(")
	p.value(op.Operand(0), anything, exactly)
	p.text(", ")
	p.int(n)
	p.text(")")
}

// step writes the vector 0, 1, 2 ... of int32. The importer casts it if it is a subscript.
func (p *printer) step(op *ir.Op, _ int) {
	n, _ := lanes(op.Result(0))
	p.text("T.Ramp(0, 1, ")
	p.int(n)
	p.text(")")
}

// extract writes one lane of a vector.
func (p *printer) extract(op *ir.Op, _ int) {
	v, at := op.Operand(0), op.Ints("static_position")
	if _, ok := lanes(v); !ok || op.NumOperands() > 1 || len(at) != 1 {
		p.noForm(op, "extract a lane that is a constant from a vector of one dimension")
		return
	}
	p.text("T.Shuffle([")
	p.value(v, anything, exactly)
	p.text("], ")
	p.list(1, func(int) { p.int(at[0]) })
	p.text(")")
}

// shuffle writes selected lanes of two vectors, or of one if both operands are the same.
func (p *printer) shuffle(op *ir.Op, _ int) {
	a, b, mask := op.Operand(0), op.Operand(1), op.Ints("mask")
	n, ok1 := lanes(a)
	m, ok2 := lanes(b)
	if !ok1 || !ok2 || n != m || n < 2 || len(mask) < 2 || slices.Min(mask) < 0 {
		p.noForm(op, "shuffle two vectors of one type and one dimension, and choose at least two lanes")
		return
	}
	am, bm := p.pair(op, a, b)
	p.text("T.Shuffle([")
	p.value(a, anything, am)
	if a != b || slices.Max(mask) >= n {
		p.text(", ")
		p.value(b, anything, bm)
	}
	p.text("], ")
	p.list(len(mask), func(i int) { p.int(mask[i]) })
	p.text(")")
}

// lanes returns the number of elements of a vector of one dimension. ok is false for other values.
func lanes(v *ir.Value) (int64, bool) {
	t, ok := v.Type().(*ir.VectorType)
	if !ok || len(t.Shape) != 1 || t.Scalable != nil {
		return 0, false
	}
	return t.Shape[0], true
}

// ramp is base + stride * (0, 1, ...). base is nil for 0, and stride is a number or a value.
type ramp struct {
	base   *ir.Value
	stride ir.OpFoldResult
}

// rampOf recognizes a ramp.
func rampOf(v *ir.Value) (ramp, bool) { return rampWithin(v, 6) }

// rampWithin is rampOf for expressions up to a depth.
func rampWithin(v *ir.Value, depth int) (ramp, bool) {
	op := v.DefiningOp()
	if op == nil || depth == 0 {
		return ramp{}, false
	}
	switch op.Name() {
	case "vector.step":
		return ramp{stride: ir.OpFoldResult{Const: 1}}, true
	case "arith.index_cast":
		return rampWithin(op.Operand(0), depth-1)
	case "arith.muli", "arith.addi":
		for i := range 2 {
			r, ok := rampWithin(op.Operand(i), depth-1)
			x, isSplat := splatOf(op.Operand(1 - i))
			if !ok || !isSplat || r.base != nil {
				continue
			}
			if op.Name() == "arith.addi" {
				if x.Value == nil {
					continue
				}
				r.base = x.Value
				return r, true
			}
			if r.stride.Value == nil && r.stride.Const == 1 {
				r.stride = x
				return r, true
			}
		}
	}
	return ramp{}, false
}

// splatOf returns the lane of a vector whose lanes are equal.
func splatOf(v *ir.Value) (ir.OpFoldResult, bool) {
	if a, ok := ir.ConstantValue(v).(*ir.DenseElementsAttr); ok && a.Splat && len(a.Data) <= 8 &&
		len(a.Data) > 0 {
		bits := 64 - 8*len(a.Data)
		return ir.OpFoldResult{Const: int64(a.Element(0)<<bits) >> bits}, true
	}
	op := v.DefiningOp()
	if op == nil || op.Name() != "vector.broadcast" {
		return ir.OpFoldResult{}, false
	}
	if c, ok := ir.ConstInt(op.Operand(0)); ok {
		return ir.OpFoldResult{Const: c}, true
	}
	return ir.OpFoldResult{Value: op.Operand(0)}, true
}

// gather writes a load whose subscripts are a vector. With a mask it is A.vload([T.Ramp(0, 2, 4)],
// predicate=mask).
func (p *printer) gather(op *ir.Op, _ int) {
	indices, mask := op.OperandsOf(2)[0], op.OperandsOf(3)[0]
	if isAllTrue(mask) {
		p.scattered(op, indices, "[", "]")
		return
	}
	if !isZeroVector(op.OperandsOf(4)[0]) {
		p.noForm(op, "gather with zeros where the mask is not set, and choose by arith.select")
		return
	}
	p.scattered(op, indices, ".vload([", "]")
	p.text(", predicate=")
	p.value(mask, anything, exactly)
	p.text(")")
}

// scatter prints a store whose subscripts are a vector. With a mask it is T.buffer_store(A, value, [T.Ramp(0,
// 2, 4)], predicate=mask).
func (p *printer) scatter(op *ir.Op) {
	indices, mask, v := op.OperandsOf(2)[0], op.OperandsOf(3)[0], op.OperandsOf(4)[0]
	n, _ := lanes(v)
	d := withLanes(p.bufferDtype(op.Operand(0)), int(n))
	if isAllTrue(mask) {
		p.scattered(op, indices, "[", "]")
		p.text(" = ")
		p.value(v, anything, besides(d))
		p.end()
		return
	}
	p.text("T.buffer_store(")
	p.scattered(op, indices, ", "+p.detached(func() { p.value(v, anything, as(d)) })+", [", "]")
	p.text(", predicate=")
	p.value(mask, anything, exactly)
	p.text(")")
	p.end()
}

// scattered writes a buffer whose last subscript is the sum of a vector and the offset of the operation.
func (p *printer) scattered(op *ir.Op, indices *ir.Value, open, closing string) {
	m := op.Operand(0)
	n, ok := lanes(indices)
	if _, isMemRef := m.Type().(*ir.MemRefType); !isMemRef || !ok {
		p.fail(op.Errorf(codeOp, "%s with tensors has no form in TVMScript", op.Name()).
			Suggest("write the lanes one by one"))
		return
	}
	offsets := op.OperandsOf(1)
	subs := make([]subscript, len(offsets))
	for i, v := range offsets {
		subs[i] = valueSubscript(v)
	}
	buffer, subs, ok := p.resolve(m, subs, op)
	if !ok {
		return
	}
	p.text(p.values[buffer] + open)
	for i, s := range subs {
		if i > 0 {
			p.text(", ")
		}
		if i < len(subs)-1 {
			p.subscript(s, anything)
			continue
		}
		p.vectorSubscript(s, indices, n)
	}
	p.text(closing)
}

// vectorSubscript writes the last subscript. That is a ramp whose base contains the offset, or else a vector
// plus the offset.
func (p *printer) vectorSubscript(offset subscript, indices *ir.Value, n int64) {
	r, ok := rampOf(indices)
	if !ok {
		if len(offset.terms) > 0 || offset.constant != 0 {
			p.text("T.Broadcast(")
			p.subscript(offset, anything)
			p.text(", ")
			p.int(n)
			p.text(") + ")
		}
		p.value(indices, sumLevel+1, exactly)
		return
	}
	if r.base != nil {
		offset = valueSubscript(r.base).plus(offset, 1)
	}
	p.text("T.Ramp(")
	p.subscript(offset, anything)
	p.text(", ")
	if r.stride.Value != nil {
		p.value(r.stride.Value, anything, plain)
	} else {
		p.int(r.stride.Const)
	}
	p.text(", ")
	p.int(n)
	p.text(")")
}

// isAllTrue reports whether a mask selects all lanes. Other masks become predicates.
func isAllTrue(mask *ir.Value) bool {
	if a, ok := ir.ConstantValue(mask).(*ir.DenseElementsAttr); ok {
		return a.Splat && a.Element(0) != 0
	}
	op := mask.DefiningOp()
	if op == nil || op.Name() != "vector.constant_mask" {
		return false
	}
	t := mask.Type().(*ir.VectorType)
	return equalShapes(op.Ints("mask_dim_sizes"), t.Shape)
}
