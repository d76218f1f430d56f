package tensor

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
)

func init() {
	Dialect.Constant = func(b *ir.Builder, attr ir.Attr, typ ir.Type) *ir.Op {
		return arith.Dialect.Constant(b, attr, typ)
	}
	CollapseShape.Fold, ExpandShape.Fold = foldShape, foldShape
	Concat.Fold, Pad.Fold = foldConcat, foldPad
	Bitcast.Fold, Cast.Fold = foldCast, foldCast
	Dim.Fold, Rank.Fold = foldDim, foldRank
	Extract.Fold, Splat.Fold = foldExtract, foldSplat
}

func toValue(v *ir.Value) []ir.FoldResult { return []ir.FoldResult{{Value: v}} }

func toAttr(a ir.Attr) []ir.FoldResult {
	if a == nil {
		return nil
	}
	return []ir.FoldResult{{Attr: a}}
}

// foldShape folds a reshape to the same type, one that undoes another reshape, and one of a constant.
func foldShape(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	source, t := op.Operand(0), typeOf(op.Result(0))
	if source.Type() == ir.Type(t) && len(t.Shape) == len(Reassociation(op)) && dynamicDims(t.Shape) < 2 {
		return toValue(source)
	}
	if made := source.DefiningOp(); made.Is(CollapseShape) && op.Is(ExpandShape) ||
		made.Is(ExpandShape) && op.Is(CollapseShape) {
		if first := made.Operand(0); first.Type() == ir.Type(t) && undoes(op, made) {
			return toValue(first)
		}
	}
	if d, ok := consts[0].(*ir.DenseElementsAttr); ok && d.Strings == nil && dynamicDims(t.Shape) == 0 {
		return toAttr(op.Context().Dense(t, d.Data, d.Splat))
	}
	return nil
}

// undoes reports whether a reshape returns to the extents from before another reshape. That is known if at
// most one extent of the tensor, or of each group, is dynamic.
func undoes(op, first *ir.Op) bool {
	t := typeOf(op.Result(0))
	if dynamicDims(t.Shape) < 2 ||
		op.Is(CollapseShape) && op.Attr("reassociation") == first.Attr("reassociation") {
		return true
	}
	groups := Reassociation(op)
	return op.Attr("reassociation") == first.Attr("reassociation") &&
		!slices.ContainsFunc(groups, func(group []int64) bool {
			extents := make([]int64, len(group))
			for i, d := range group {
				extents[i] = t.Shape[d]
			}
			return dynamicDims(extents) > 1
		})
}

// foldConcat folds the concatenation of one tensor to that tensor.
func foldConcat(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	if op.NumOperands() == 1 && op.Operand(0).Type() == op.Result(0).Type() {
		return toValue(op.Operand(0))
	}
	return nil
}

// foldPad folds a padding by no elements to the source, unless the attribute nofold asks for a new tensor.
func foldPad(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	low, high := Padding(op)
	some := slices.ContainsFunc(slices.Concat(low, high), func(n ir.OpFoldResult) bool {
		return n.Value != nil || n.Const != 0
	})
	if some || op.Attr("nofold") != nil || op.Operand(0).Type() != op.Result(0).Type() {
		return nil
	}
	return toValue(op.Operand(0))
}

// foldCast folds a cast of a cast that returns to the type of the first source.
func foldCast(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	if op.Operand(0).Type() == op.Result(0).Type() {
		return toValue(op.Operand(0))
	}
	if made := op.Operand(0).DefinedBy(op.Def()); made != nil &&
		made.Operand(0).Type() == op.Result(0).Type() {
		return toValue(made.Operand(0))
	}
	return nil
}

// foldDim folds an extent that the type has, or that is an operand of the operation that makes the tensor.
func foldDim(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	t := typeOf(op.Operand(0))
	at, ok := consts[1].(*ir.IntegerAttr)
	if !ok || !t.Ranked || at.Value < 0 || at.Value >= int64(len(t.Shape)) {
		return nil
	}
	if extent := t.Shape[at.Value]; extent != ir.Dynamic {
		return toAttr(op.Context().IndexAttr(extent))
	}
	before := dynamicDims(t.Shape[:at.Value])
	if made := op.Operand(0).DefiningOp(); made.Is(Empty) || made.Is(Generate) {
		return toValue(made.Operand(before))
	}
	return nil
}

func foldRank(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	if t := typeOf(op.Operand(0)); t.Ranked {
		return toAttr(op.Context().IndexAttr(int64(len(t.Shape))))
	}
	return nil
}

// foldExtract folds the extraction of an element of a constant, and of a value that was just inserted.
func foldExtract(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	t := typeOf(op.Operand(0))
	if made := op.Operand(0).DefinedBy(Insert); made != nil &&
		slices.Equal(made.Operands()[2:], op.Operands()[1:]) {
		return toValue(made.Operand(0))
	}
	d, _ := consts[0].(*ir.DenseElementsAttr)
	if d != nil && d.Splat && d.NumElems() > 0 {
		return toAttr(d.Number(op.Context(), 0))
	}
	at := int64(0)
	for i, a := range consts[1:] {
		n, ok := a.(*ir.IntegerAttr)
		if !ok || t.Shape[i] == ir.Dynamic || n.Value < 0 || n.Value >= t.Shape[i] {
			return nil
		}
		at = at*t.Shape[i] + n.Value
	}
	if made := op.Operand(0).DefinedBy(FromElements); made != nil {
		return toValue(made.Operand(int(at)))
	}
	if d == nil {
		return nil
	}
	return toAttr(d.Number(op.Context(), at))
}

// foldSplat folds the splat of a constant.
func foldSplat(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	t := typeOf(op.Result(0))
	if consts[0] == nil || dynamicDims(t.Shape) > 0 {
		return nil
	}
	if d := op.Context().Splat(t, consts[0]); d != nil {
		return toAttr(d)
	}
	return nil
}
