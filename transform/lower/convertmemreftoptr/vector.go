package convertmemreftoptr

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// lanesOf describes an access of a vector along the last dimensions of a memref, nil if their number is not
// known, or vector.mask is around it.
func (l *lowering) lanesOf(op *ir.Op, base *ir.Value, subscripts []*ir.Value, t *ir.VectorType) *lanes {
	d := l.mem(base)
	if t.Scalable != nil || d.typ.Elem != t.Elem || op.Parent().Is(vector.Mask) || l.err != nil {
		l.fail(op)
		return nil
	}
	x := &lanes{lowering: l, d: d, subscripts: subscripts, typ: t, skips: make([]bool, len(t.Shape))}
	for i := range t.Shape {
		x.dims = append(x.dims, len(d.sizes)-len(t.Shape)+i)
	}
	return x
}

// atOnce reports whether lanes that follow each other can be read or written by one access: they do so in
// memory as well. Those of one bit take a byte each there.
func (x *lanes) atOnce() bool {
	if x.mask != nil || x.indices != nil || isBit(x.typ.Elem) ||
		len(x.dims) > 1 && slices.Contains(x.skips, true) {
		return false
	}
	want := int64(1)
	for k := len(x.dims) - 1; k >= 0; k-- {
		n := x.typ.Shape[k]
		if n != 1 && (x.dims[k] < 0 || x.d.strides[x.dims[k]] != known(want)) {
			return false
		}
		want *= n
	}
	return true
}

func isBit(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && i.Width == 1
}

// wholeElement reports whether a memref holds vectors of that type.
func wholeElement(base *ir.Value, t *ir.VectorType) bool {
	m, ok := base.Type().(*ir.MemRefType)
	return ok && m.Elem == ir.Type(t) && !isBit(t.Elem)
}

func vectorLoad(l *lowering, op *ir.Op) {
	t := op.Result(0).Type().(*ir.VectorType)
	if wholeElement(op.Operand(0), t) {
		load(l, op)
		return
	}
	if x := l.lanesOf(op, op.Operand(0), op.Operands()[1:], t); x != nil {
		l.replace(op, x.read(nil))
	}
}

func vectorStore(l *lowering, op *ir.Op) {
	v := op.Operand(0)
	t := v.Type().(*ir.VectorType)
	if wholeElement(op.Operand(1), t) {
		store(l, op)
		return
	}
	if x := l.lanesOf(op, op.Operand(1), op.Operands()[2:], t); x != nil {
		x.write(v)
		l.replace(op)
	}
}

// indexed describes a masked access, a gather or a scatter; one with indices has one dimension.
func (l *lowering) indexed(op *ir.Op) (*lanes, vector.Access) {
	a, _ := vector.AccessOf(op)
	x := l.lanesOf(op, a.Base, a.Offsets, a.Vector.Type().(*ir.VectorType))
	if x != nil {
		x.mask, x.indices = a.Mask, a.Indices
		if a.Indices != nil && len(x.dims) != 1 {
			l.fail(op)
			return nil, a
		}
	}
	return x, a
}

func maskedLoad(l *lowering, op *ir.Op) {
	if x, a := l.indexed(op); x != nil {
		l.replace(op, x.read(a.Vector))
	}
}

func maskedStore(l *lowering, op *ir.Op) {
	if x, a := l.indexed(op); x != nil {
		x.write(a.Vector)
		l.replace(op)
	}
}

func gather(l *lowering, op *ir.Op)  { maskedLoad(l, op) }
func scatter(l *lowering, op *ir.Op) { maskedStore(l, op) }

// transfer describes a transfer, whose lanes run along any dimensions, or are the same element.
func (l *lowering) transfer(op *ir.Op) (*lanes, vector.Transfer) {
	v, _ := vector.TransferOf(op)
	x := l.lanesOf(op, v.Base, v.Indices, v.Vector.Type().(*ir.VectorType))
	if x == nil {
		return nil, v
	}
	x.mask = v.Mask
	for i, e := range v.Map.Results {
		x.dims[i] = -1
		if e.Kind == affine.Dim {
			x.dims[i], x.skips[i] = int(e.Value), !v.InBounds[i]
		}
	}
	if x.mask != nil {
		x.mask = v.MaskOfVector(l.Builder, x.mask)
	}
	return x, v
}

func transferRead(l *lowering, op *ir.Op) {
	if x, v := l.transfer(op); x != nil {
		l.replace(op, x.read(v.Padding))
	}
}

func transferWrite(l *lowering, op *ir.Op) {
	if x, v := l.transfer(op); x != nil {
		x.write(v.Vector)
		l.replace(op)
	}
}
