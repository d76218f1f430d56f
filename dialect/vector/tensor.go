package vector

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Transfers from and to tensors. A tensor is a value, so that the elements read or written are known wherever
// the tensor is used.

// onTensor reports whether a transfer has no effect, so that a pass may run it where the program would not.
func onTensor(op *ir.Op) bool {
	t, _ := TransferOf(op)
	return constraint.RankedTensor.Match(t.Base.Type())
}

// foldTransferRead folds the read of a vector that was written, all of it, to the same place of the tensor.
func foldTransferRead(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	read, _ := TransferOf(op)
	if made := read.Base.DefinedBy(TransferWrite); made != nil {
		write, _ := TransferOf(made)
		if sameElements(op, &read, made, &write) && !slices.Contains(write.InBounds, false) {
			return toValue(write.Vector)
		}
	}
	return foldTransfer(op, consts)
}

// foldTransferWrite folds the write of a vector that was read from the same place of the same tensor. It also
// folds the write of all elements of one tensor to another one.
func foldTransferWrite(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	write, _ := TransferOf(op)
	if made := write.Vector.DefinedBy(TransferRead); made != nil && onTensor(op) {
		read, _ := TransferOf(made)
		same := read.Base == write.Base && sameElements(made, &read, op, &write)
		if same || read.Base.Type() == write.Base.Type() && isWhole(&read) && isWhole(&write) {
			return toValue(read.Base)
		}
	}
	return foldTransfer(op, consts)
}

// sameElements reports whether two transfers without masks access the same subscripts of their tensors.
func sameElements(op *ir.Op, a *Transfer, other *ir.Op, b *Transfer) bool {
	return a.Mask == nil && b.Mask == nil && a.Vector.Type() == b.Vector.Type() &&
		slices.Equal(a.Indices, b.Indices) &&
		op.Attr(permutationAttr.Name) == other.Attr(permutationAttr.Name)
}

// isWhole reports whether a transfer certainly accesses all elements of its tensor, in order.
func isWhole(t *Transfer) bool {
	first := func(v *ir.Value) bool { n, ok := ir.ConstInt(v); return ok && n == 0 }
	shape := vectorType(t.Vector).Shape
	return t.Mask == nil && len(shape) > 0 && IsMinorIdentity(t.Map) &&
		slices.Equal(shape, t.Base.Type().(ir.ShapedType).Dims()) &&
		!slices.Contains(t.InBounds, false) &&
		!slices.ContainsFunc(t.Indices, func(v *ir.Value) bool { return !first(v) })
}
