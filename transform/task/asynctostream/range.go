package asynctostream

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/ir"
)

// bytes is a range of a resource.
type bytes struct{ root, offset, length *ir.Value }

// rangeOf returns the bytes of memory that an operation accesses. What it computes stands in front of the
// outermost task.
func (l *raising) rangeOf(op *ir.Op, v *ir.Value) (bytes, error) {
	at := l.Save()
	defer l.Restore(at)
	if l.task != nil {
		l.SetBefore(l.task)
	}
	return l.find(op, v)
}

func (l *raising) find(op *ir.Op, v *ir.Value) (bytes, error) {
	def := v.DefiningOp()
	switch {
	case def.Is(memref.Cast):
		return l.find(op, def.Operand(0))
	case def.Is(memref.View):
		b, err := l.find(op, def.Operand(0))
		if err != nil {
			return b, err
		}
		offset := def.Operand(1)
		if n, ok := constant(b.offset); !ok || n != 0 {
			offset = arith.Binary(l.Builder, arith.AddI, b.offset, offset)
		}
		length := l.lengthOf(def)
		if length == nil {
			return b, def.Errorf(code, "a view of this type has no counterpart in IREE's stream dialect").
				Suggest("a range has one dimension, and elements of whole bytes")
		}
		return bytes{b.root, offset, length}, nil
	case stream.IsResource(v.Type()):
		return bytes{v, arith.ConstIndex(l.Builder, 0), l.sizeOf(v)}, nil
	}
	return bytes{}, op.Errorf(code, "memory of type '%v' has no counterpart in IREE's stream dialect",
		v.Type()).Suggest("access a range (memref.view) of bytes, memref<?xi8>")
}

// lengthOf returns the number of bytes of a view, nil if it is not a row of elements of whole bytes.
func (l *raising) lengthOf(view *ir.Op) *ir.Value {
	v := view.Result(0)
	if stream.IsResource(v.Type()) {
		if n, ok := l.static[v]; ok {
			return arith.ConstIndex(l.Builder, n)
		}
		return view.Operand(2)
	}
	t, ok := v.Type().(*ir.MemRefType)
	if !ok || len(t.Shape) > 1 || !isNumber(t.Elem) || !memref.HasIdentityLayout(t) {
		return nil
	}
	size := ir.MemoryBytes(t.Elem)
	switch {
	case len(t.Shape) == 0:
		return arith.ConstIndex(l.Builder, size)
	case t.Shape[0] != ir.Dynamic:
		return arith.ConstIndex(l.Builder, size*t.Shape[0])
	case size == 1:
		return view.Operand(2)
	}
	// Where the number of elements comes from a number of bytes without a rest, it is that.
	if div := view.Operand(2).DefinedBy(arith.DivUI); div != nil {
		n, okN := constant(div.Operand(1))
		if all, ok := constant(div.Operand(0)); ok && okN && n == size && all%n == 0 {
			return div.Operand(0)
		}
	}
	return arith.Binary(l.Builder, arith.MulI, view.Operand(2), arith.ConstIndex(l.Builder, size))
}

// isNumber reports whether a type is that of numbers that a fill may have.
func isNumber(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.IntegerType:
		return t.Width%8 == 0
	case *ir.FloatType:
		return true
	}
	return false
}

func constant(v *ir.Value) (int64, bool) {
	n, ok := ir.ConstantValue(v).(*ir.IntegerAttr)
	if !ok {
		return 0, false
	}
	return n.Value, true
}
