package convertmemreftoptr

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/ptr"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// same says that the results are the operands.
func same(l *lowering, op *ir.Op) {
	for i, v := range op.Operands() {
		l.mems[op.Result(i)] = l.mem(v)
	}
	l.replace(op)
}

// cast keeps the numbers of a memref that the type of the result does not tell.
func cast(l *lowering, op *ir.Op) {
	from := l.mem(op.Operand(0))
	if l.err != nil {
		return
	}
	d := l.blank(op.Result(0).Type().(*ir.MemRefType), from.base, op)
	keep := func(to *ir.OpFoldResult, was ir.OpFoldResult) {
		if isDynamic(*to) {
			*to = was
		}
	}
	keep(&d.offset, from.offset)
	for i := range d.sizes {
		keep(&d.sizes[i], from.sizes[i])
	}
	for i := range d.strides {
		if isDynamic(d.strides[i]) && !d.rowMajor {
			d.strides[i] = l.stride(from, i)
		}
	}
	l.mems[op.Result(0)] = d
	l.replace(op)
}

// reinterpret keeps nothing but the buffer.
func reinterpret(l *lowering, op *ir.Op) {
	from := l.mem(op.Operand(0))
	if l.err != nil {
		return
	}
	d := l.blank(op.Result(0).Type().(*ir.MemRefType), from.base, op)
	d.offset, d.sizes, d.strides = memref.MixedOffsets(op)[0], memref.MixedSizes(op), memref.MixedStrides(op)
	l.mems[op.Result(0)] = d
	l.replace(op)
}

func transpose(l *lowering, op *ir.Op) {
	from := l.mem(op.Operand(0))
	if l.err != nil {
		return
	}
	d := l.blank(op.Result(0).Type().(*ir.MemRefType), from.base, op)
	d.offset = from.offset
	for i, e := range op.Attr("permutation").(*ir.AffineMapAttr).Map.Results {
		if e.Kind != affine.Dim {
			l.fail(op)
			return
		}
		d.sizes[i], d.strides[i] = from.sizes[e.Value], l.stride(from, int(e.Value))
	}
	l.mems[op.Result(0)] = d
	l.replace(op)
}

// view is a buffer of its own some bytes behind another.
func view(l *lowering, op *ir.Op) {
	from := l.mem(op.Operand(0))
	d := l.blank(op.Result(0).Type().(*ir.MemRefType), l.address(from.base, l.sumOf(op.Operand(1))), op)
	dynamic := op.Operands()[2:]
	for i := range d.sizes {
		if isDynamic(d.sizes[i]) {
			d.sizes[i], dynamic = ir.OpFoldResult{Value: dynamic[0]}, dynamic[1:]
		}
	}
	l.mems[op.Result(0)] = d
	l.replace(op)
}

// typeCast keeps the address of a buffer, which is row-major with either elements.
func typeCast(l *lowering, op *ir.Op) {
	from := l.mem(op.Operand(0))
	if l.err != nil {
		return
	}
	l.mems[op.Result(0)] = l.blank(op.Result(0).Type().(*ir.MemRefType), from.base, op)
	l.replace(op)
}

// reshape reads the sizes that the type does not tell from memory.
func reshape(l *lowering, op *ir.Op) {
	from, shape := l.mem(op.Operand(0)), l.mem(op.Operand(1))
	t := op.Result(0).Type().(*ir.MemRefType)
	if l.err != nil {
		return
	}
	d := l.blank(t, from.base, op)
	if !d.rowMajor || !from.rowMajor {
		l.fail(op)
		return
	}
	for i := range d.sizes {
		if !isDynamic(d.sizes[i]) {
			continue
		}
		v := l.load(l.element(shape, []*ir.Value{l.constant(l.Ctx.Index, int64(i))}, nil), shape.typ.Elem)
		if v.Type() != ir.Type(l.Ctx.Index) {
			v = arith.Cast(l.Builder, arith.IndexCast, v, l.Ctx.Index)
		}
		d.sizes[i] = ir.OpFoldResult{Value: v}
	}
	l.mems[op.Result(0)] = d
	l.replace(op)
}

// dim is the size of a dimension; of one that is not known, one of all sizes is selected. The size of one
// that does not exist is of no consequence, since nothing gets there: 0.
func dim(l *lowering, op *ir.Op) {
	d := l.mem(op.Operand(0))
	if l.err != nil {
		return
	}
	n, isConst := ir.ConstInt(op.Operand(1))
	switch {
	case len(d.sizes) == 0 || isConst && (n < 0 || n >= int64(len(d.sizes))):
		l.replace(op, l.constant(l.Ctx.Index, 0))
		return
	case isConst:
		l.replace(op, l.value(d.sizes[n]))
		return
	}
	v := l.value(d.sizes[0])
	for i := 1; i < len(d.sizes); i++ {
		is := arith.Cmp(l.Builder, arith.EQ, op.Operand(1), l.constant(l.Ctx.Index, int64(i)))
		v = arith.NewSelect(l.Builder, is, l.value(d.sizes[i]), v)
	}
	l.replace(op, v)
}

func rank(l *lowering, op *ir.Op) {
	l.replace(op, l.constant(l.Ctx.Index, int64(len(shapeOf(op.Operand(0))))))
}

// pointerAsIndex is the distance of the address from that of nothing.
func pointerAsIndex(l *lowering, op *ir.Op) {
	d := l.mem(op.Operand(0))
	l.replace(op, l.Create(ir.OpState{Def: ptr.PtrDiff, Operands: []*ir.Value{d.base, ptr.NewNull(l.Builder)},
		Results: []ir.Type{l.Ctx.Index}}).Result(0))
}

// metadata returns the buffer of a memref, and its numbers as values.
func metadata(l *lowering, op *ir.Op) {
	from := l.mem(op.Operand(0))
	if l.err != nil {
		return
	}
	l.mems[op.Result(0)] = l.blank(op.Result(0).Type().(*ir.MemRefType), from.base, op)
	values := []*ir.Value{l.value(from.offset)}
	for _, n := range from.sizes {
		values = append(values, l.value(n))
	}
	for i := range from.strides {
		values = append(values, l.value(l.stride(from, i)))
	}
	l.replace(op, values...)
}

// selected chooses between the parts of two values of one type.
func selected(l *lowering, op *ir.Op) {
	a, b := l.partsOf(op.Operand(1)), l.partsOf(op.Operand(2))
	if l.err != nil {
		return
	}
	for i := range a {
		if a[i] != b[i] {
			a[i] = arith.NewSelect(l.Builder, op.Operand(0), a[i], b[i])
		}
	}
	l.setParts(op.Result(0), a, op)
	l.replace(op)
}
