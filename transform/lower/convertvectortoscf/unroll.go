package convertvectortoscf

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// unrollTransfer makes a transfer of one dimension less for each element of the first dimension.
func (l *lowering) unrollTransfer(x *transfer, rw *ir.Rewriter) bool {
	if !l.unpacks(x) || x.op.Parent().Is(vector.Mask) {
		return false
	}
	if x.isRead() {
		x.unrollRead(rw)
	} else {
		x.unrollWrite(rw)
	}
	return true
}

// row returns what a transfer of row i of the first dimension has.
func (x *transfer) row(b *ir.Builder, iv *ir.Value) vector.Transfer {
	return vector.Transfer{
		Base: x.Base, Indices: x.at(b, iv), Padding: x.Padding, Map: mapTo(x.memoryRank(), x.dims[1:]),
		InBounds: x.InBounds[1:],
	}
}

// rowMask makes the mask of row i, nil if there is none.
func (x *transfer) rowMask(b *ir.Builder, i int64) *ir.Value {
	switch {
	case !x.keepsMask():
		return nil
	case x.dims[0] == broadcast:
		return x.Mask
	}
	return vector.NewExtract(b, x.Mask, ir.OpFoldResult{Const: i})
}

// unrollRead inserts one row after the other: into the vector that all of it would be inserted into, where
// nothing else uses it, and otherwise into one of the padding.
func (x *transfer) unrollRead(rw *ir.Rewriter) {
	b := rw.Builder
	whole, v, position := x.insertion(), (*ir.Value)(nil), []ir.OpFoldResult(nil)
	if whole != nil {
		v, position = whole.Operand(1), vector.Position(whole)
	} else {
		v = vector.NewBroadcast(b, x.t, x.Padding)
	}
	for i := range x.t.Shape[0] {
		iv, before := index(b, i), v
		v = x.inside(b, iv, func() *ir.Value {
			row := x.row(b, iv)
			row.Mask = x.rowMask(b, i)
			read := vector.NewTransferRead(b, rowType(b.Ctx, x.t), row).Result(0)
			if len(x.t.Shape) == 1 {
				read = vector.NewExtract(b, read)
			}
			return vector.NewInsert(b, read, before,
				append(slices.Clone(position), ir.OpFoldResult{Const: i})...)
		}, func() *ir.Value { return before })
	}
	if whole != nil {
		rw.Replace(whole, v)
		rw.Erase(x.op)
		return
	}
	rw.Replace(x.op, v)
}

// insertion returns the vector.insert that alone uses what is read, as what it inserts; nil if there is none.
func (x *transfer) insertion() *ir.Op {
	if read := x.op.Result(0); read.HasOneUse() {
		for use := range read.Uses() {
			if use.Owner().Is(vector.Insert) && use.Index() == 0 {
				return use.Owner()
			}
		}
	}
	return nil
}

// unrollWrite writes one row after the other, each extracted from what all of the vector was extracted from.
func (x *transfer) unrollWrite(rw *ir.Rewriter) {
	b := rw.Builder
	v, position := x.Vector, []ir.OpFoldResult(nil)
	if from := v.DefinedBy(vector.Extract); from != nil {
		v, position = from.Operand(0), vector.Position(from)
	}
	base := x.Base
	for i := range x.t.Shape[0] {
		iv, before := index(b, i), base
		after := x.inside(b, iv, func() *ir.Value {
			row := x.row(b, iv)
			row.Base = before
			row.Vector = vector.NewExtract(b, v, append(slices.Clone(position), ir.OpFoldResult{Const: i})...)
			if len(x.t.Shape) == 1 {
				row.Vector = vector.NewBroadcast(b, rowType(b.Ctx, x.t), row.Vector)
			}
			row.Mask = x.rowMask(b, i)
			return result(vector.NewTransferWrite(b, row))
		}, func() *ir.Value {
			if x.onTensor() {
				return before
			}
			return nil
		})
		if after != nil {
			base = after
		}
	}
	if x.onTensor() {
		rw.Replace(x.op, base)
		return
	}
	rw.Erase(x.op)
}

// result returns the result of an operation that has at most one, nil if it has none.
func result(op *ir.Op) *ir.Value {
	if op.NumResults() == 0 {
		return nil
	}
	return op.Result(0)
}
