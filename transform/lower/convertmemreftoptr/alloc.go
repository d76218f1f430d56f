package convertmemreftoptr

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// minAlignment is what every allocation has: that of a vector of 128 bits.
const minAlignment = 16

// tooLarge stands for a number of bytes that no allocation can have.
const tooLarge = math.MaxUint32

// allocated returns a descriptor of new memory without its base, and the number of its bytes, of type i32.
// Sizes are those of the type, the dynamic ones in their order.
func (l *lowering) allocated(op *ir.Op, dynamic []*ir.Value) (*descriptor, *ir.Value, bool) {
	t := op.Result(0).Type().(*ir.MemRefType)
	d := l.blank(t, nil, op)
	if !d.contiguous(0) || d.layout.offset != 0 {
		l.fail(op)
		return nil, nil, false
	}
	for i := range d.sizes {
		if isDynamic(d.sizes[i]) {
			d.sizes[i], dynamic = ir.OpFoldResult{Value: dynamic[0]}, dynamic[1:]
		}
	}
	return d, l.bytesToAllocate(d), true
}

// bytesToAllocate multiplies the sizes without wrapping around: what does not fit is tooLarge.
func (l *lowering) bytesToAllocate(d *descriptor) *ir.Value {
	static, empty := d.elem, false
	for _, n := range d.sizes {
		if n.Value == nil {
			empty = empty || n.Const == 0
			// two factors below 2^32
			static = int64(min(uint64(static)*uint64(min(n.Const, tooLarge)), tooLarge))
		}
	}
	if empty {
		return l.constant(l.Ctx.I32, 0)
	}
	limit := l.constant(l.Ctx.Index, tooLarge)
	var bytes *ir.Value
	for _, n := range d.sizes {
		if n.Value == nil {
			continue
		}
		// Two factors below 2^32 have a product below 2^64.
		size := arith.Binary(l.Builder, arith.MinUI, n.Value, limit)
		if bytes != nil {
			size = arith.Binary(l.Builder, arith.MinUI, arith.Binary(l.Builder, arith.MulI, bytes, size),
				limit)
		}
		bytes = size
	}
	switch {
	case bytes == nil:
		return l.constant(l.Ctx.I32, wrap(static))
	case static != 1:
		bytes = arith.Binary(l.Builder, arith.MinUI,
			arith.Binary(l.Builder, arith.MulI, bytes, l.constant(l.Ctx.Index, static)), limit)
	}
	return arith.Cast(l.Builder, arith.IndexCast, bytes, l.Ctx.I32)
}

// alignment returns what an allocation asks for, and at least that of vectors.
func (l *lowering) alignment(op *ir.Op) *ir.Value {
	n, _ := op.IntAttr("alignment")
	return l.constant(l.Ctx.I32, max(n, minAlignment))
}

func alloc(l *lowering, op *ir.Op) {
	d, bytes, ok := l.allocated(op, op.OperandsOf(0))
	if !ok {
		return
	}
	d.base = l.call(allocFunction, bytes, l.alignment(op))
	l.mems[op.Result(0)] = d
	l.replace(op)
}

// dealloc frees the buffer of a memref. A view shares the buffer's address. The call has the mark of the end
// of a scope as well.
func dealloc(l *lowering, op *ir.Op) {
	l.call(freeFunction, l.mem(op.Operand(0)).base)
	if end := op.Attr(memref.ScopeEndAttr); end != nil {
		op.Prev().SetAttr(memref.ScopeEndAttr, end)
	}
	l.replace(op)
}

// realloc allocates, copies what both have, and frees.
func realloc(l *lowering, op *ir.Op) {
	from := l.mem(op.Operand(0))
	d, bytes, ok := l.allocated(op, op.OperandsOf(1))
	if !ok {
		return
	}
	d.base = l.call(allocFunction, bytes, l.alignment(op))
	had := l.number(l.bytes(from, 0))
	l.call(copyFunction, d.base, from.base, arith.Binary(l.Builder, arith.MinUI, had, bytes))
	l.call(freeFunction, from.base)
	l.mems[op.Result(0)] = d
	l.replace(op)
}

// bytes returns how many bytes the elements of the dimensions from first on have, which exist.
func (l *lowering) bytes(d *descriptor, first int) sum {
	s := sum{constant: d.elem}
	for _, n := range d.sizes[first:] {
		s = l.scaled(s, n)
	}
	return s
}

// isStatic reports whether the sizes of memory to be allocated are known.
func isStatic(op *ir.Op) bool { return memref.IsStatic(op.Result(0).Type().(*ir.MemRefType).Shape) }
