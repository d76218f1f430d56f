package memreftoptr

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// lanesOf describes an access of a vector along the last dimension of a memref, nil if the vector does not have one dimension or
// vector.mask is around it.
func (l *lowering) lanesOf(op *ir.Op, base *ir.Value, subscripts []*ir.Value, t *ir.VectorType) *lanes {
	d := l.mem(base)
	if len(t.Shape) != 1 || t.Scalable != nil || d.typ.Elem != t.Elem || op.Parent().Is(vector.Mask) || l.err != nil {
		l.fail(op)
		return nil
	}
	return &lanes{lowering: l, d: d, subscripts: subscripts, typ: t, along: len(d.sizes) - 1}
}

// atOnce reports whether lanes that follow each other can be read or written by one access: they do so in memory as well. Those
// of one bit take a byte each there.
func (x *lanes) atOnce() bool {
	if x.mask != nil || x.indices != nil || x.d.elem*x.typ.Shape[0] != bytesOf(x.typ) || isBit(x.typ.Elem) {
		return false
	}
	return x.typ.Shape[0] == 1 || x.along >= 0 && x.d.strides[x.along] == known(1)
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
	x := l.lanesOf(op, op.Operand(0), op.Operands()[1:], t)
	switch {
	case x == nil:
	case x.atOnce():
		l.replace(op, x.loadAll())
	default:
		l.replace(op, x.loadEach(nil))
	}
}

func vectorStore(l *lowering, op *ir.Op) {
	v := op.Operand(0)
	t := v.Type().(*ir.VectorType)
	if wholeElement(op.Operand(1), t) {
		store(l, op)
		return
	}
	x := l.lanesOf(op, op.Operand(1), op.Operands()[2:], t)
	switch {
	case x == nil:
		return
	case x.atOnce():
		x.storeAll(v)
	default:
		x.storeEach(v)
	}
	l.replace(op)
}

// indexed describes a masked access, a gather or a scatter.
func (l *lowering) indexed(op *ir.Op) (*lanes, vector.Access) {
	a, _ := vector.AccessOf(op)
	x := l.lanesOf(op, a.Base, a.Offsets, a.Vector.Type().(*ir.VectorType))
	if x != nil {
		x.mask, x.indices = a.Mask, a.Indices
	}
	return x, a
}

func maskedLoad(l *lowering, op *ir.Op) {
	if x, a := l.indexed(op); x != nil {
		l.replace(op, x.loadEach(x.laneOf(a.Vector)))
	}
}

func maskedStore(l *lowering, op *ir.Op) {
	if x, a := l.indexed(op); x != nil {
		x.storeEach(a.Vector)
		l.replace(op)
	}
}

func gather(l *lowering, op *ir.Op)  { maskedLoad(l, op) }
func scatter(l *lowering, op *ir.Op) { maskedStore(l, op) }

// transfer describes a transfer: lanes along any dimension, or all of them the same element.
func (l *lowering) transfer(op *ir.Op) (*lanes, vector.Transfer) {
	v, _ := vector.TransferOf(op)
	x := l.lanesOf(op, v.Base, v.Indices, v.Vector.Type().(*ir.VectorType))
	if x == nil {
		return nil, v
	}
	x.mask, x.along = v.Mask, -1
	if e := v.Map.Results[0]; e.Kind == affine.Dim {
		x.along = int(e.Value)
		x.partly = !v.InBounds[0]
	}
	return x, v
}

func transferRead(l *lowering, op *ir.Op) {
	x, v := l.transfer(op)
	if x == nil {
		return
	}
	other := func(int) *ir.Value { return v.Padding }
	switch {
	case x.along < 0 && x.mask == nil:
		l.replace(op, vector.NewBroadcast(l.Builder, x.typ, x.loadLane(0)))
	case !x.atOnce():
		l.replace(op, x.loadEach(other))
	case !x.partly:
		l.replace(op, x.loadAll())
	default:
		l.replace(op, scf.NewIfYielding(l.Builder, x.allInside(), []ir.Type{x.typ},
			func(*ir.Builder) []*ir.Value { return []*ir.Value{x.loadAll()} },
			func(*ir.Builder) []*ir.Value { return []*ir.Value{x.loadEach(other)} }).Result(0))
	}
}

func transferWrite(l *lowering, op *ir.Op) {
	x, v := l.transfer(op)
	if x == nil {
		return
	}
	switch {
	case !x.atOnce():
		x.storeEach(v.Vector)
	case !x.partly:
		x.storeAll(v.Vector)
	default:
		scf.NewIf(l.Builder, x.allInside(), func(*ir.Builder) { x.storeAll(v.Vector) }, func(*ir.Builder) { x.storeEach(v.Vector) })
	}
	l.replace(op)
}

// allInside is whether the first and the last lane lie inside of the memref.
func (x *lanes) allInside() *ir.Value {
	at := x.subscripts[x.along]
	n := x.constant(x.Ctx.Index, x.typ.Shape[0])
	room := arith.Binary(x.Builder, arith.SubI, x.value(x.d.sizes[x.along]), n)
	first := arith.Cmp(x.Builder, arith.SGE, at, x.constant(x.Ctx.Index, 0))
	return arith.Binary(x.Builder, arith.AndI, first, arith.Cmp(x.Builder, arith.SLE, at, room))
}
