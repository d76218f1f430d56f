package memref

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

func init() {
	for _, def := range []*ir.OpDef{Load, Copy, Dealloc, DmaStart, DmaWait, Prefetch} {
		def.Fold = FoldCasts
	}
	Store.Fold = foldCastsAfterValue
	AtomicRMW.Fold = foldCastsAfterValue
	Cast.Fold = foldCast
	MemorySpaceCast.Fold = foldMemorySpaceCast
	AssumeAlignment.Fold = foldAssumeAlignment
	Dim.Fold = foldDim
	Rank.Fold = foldRank
	SubView.Fold = foldSubView
	ReinterpretCast.Fold = foldReinterpretCast
	View.Fold = foldView
	Transpose.Fold = foldTranspose
	CollapseShape.Fold = func(op *ir.Op, _ []ir.Attr) []ir.FoldResult { return foldReshape(op, ExpandShape) }
	ExpandShape.Fold = func(op *ir.Op, _ []ir.Attr) []ir.FoldResult { return foldReshape(op, CollapseShape) }
	ExtractStridedMetadata.Fold = FoldCasts
	Dialect.Constant = materialize
}

// materialize makes a constant by the dialect arith, if the context has that.
func materialize(b *ir.Builder, attr ir.Attr, typ ir.Type) *ir.Op {
	if d := b.Ctx.Dialect("arith"); d != nil && d.Constant != nil {
		return d.Constant(b, attr, typ)
	}
	return nil
}

func toValue(v *ir.Value) []ir.FoldResult { return []ir.FoldResult{{Value: v}} }

// FoldCasts replaces the memrefs of an operation by the sources of their casts.
func FoldCasts(op *ir.Op, _ []ir.Attr) []ir.FoldResult { return foldCastsFrom(op, 0) }

// foldCastsAfterValue is FoldCasts for operations that store operand 0: the type of that value must not
// change.
func foldCastsAfterValue(op *ir.Op, _ []ir.Attr) []ir.FoldResult { return foldCastsFrom(op, 1) }

func foldCastsFrom(op *ir.Op, first int) []ir.FoldResult {
	changed := false
	for i := first; i < op.NumOperands(); i++ {
		cast := op.Operand(i).DefinedBy(Cast)
		if cast != nil && memRef(cast.Operand(0)).Ranked {
			op.SetOperand(i, cast.Operand(0))
			changed = true
		}
	}
	if changed {
		return ir.FoldedInPlace
	}
	return nil
}

func foldCast(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	source := op.Operand(0)
	if source.Type() == op.Result(0).Type() {
		return toValue(source)
	}
	inner := source.DefinedBy(Cast)
	if inner == nil {
		return nil
	}
	from := memRef(inner.Operand(0))
	if !from.Ranked || from != memRef(op.Result(0)) && !CastCompatible(from, memRef(op.Result(0))) {
		return nil
	}
	op.SetOperand(0, inner.Operand(0))
	return ir.FoldedInPlace
}

func foldMemorySpaceCast(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	source := op.Operand(0)
	if source.Type() == op.Result(0).Type() {
		return toValue(source)
	}
	if inner := source.DefinedBy(MemorySpaceCast); inner != nil {
		op.SetOperand(0, inner.Operand(0))
		return ir.FoldedInPlace
	}
	return nil
}

func foldAssumeAlignment(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	inner := op.Operand(0).DefinedBy(AssumeAlignment)
	if inner == nil || inner.Attr("alignment") != op.Attr("alignment") {
		return nil
	}
	return toValue(op.Operand(0))
}

func foldRank(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	if n := rank(op.Operand(0)); n >= 0 {
		return []ir.FoldResult{{Attr: op.Context().IndexAttr(int64(n))}}
	}
	return nil
}

// foldDim folds an extent that the type has, or that an operand of the memref's allocation is.
func foldDim(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	index, ok := consts[1].(*ir.IntegerAttr)
	source := memRef(op.Operand(0))
	if !ok || !source.Ranked || index.Value < 0 || index.Value >= int64(len(source.Shape)) {
		return nil
	}
	i := int(index.Value)
	if d := source.Shape[i]; d != ir.Dynamic {
		return []ir.FoldResult{{Attr: op.Context().IndexAttr(d)}}
	}
	if v := dynamicExtent(op.Operand(0), i); v != nil {
		return toValue(v)
	}
	return FoldCasts(op, nil)
}

// dynamicExtent returns the operand that is dynamic extent i of a memref where the memref is made, or nil.
func dynamicExtent(m *ir.Value, i int) *ir.Value {
	made := m.DefiningOp()
	position := DynamicDims(memRef(m).Shape[:i])
	var sizes []*ir.Value
	switch {
	case made.Is(Alloc), made.Is(Alloca):
		sizes = made.OperandsOf(0)
	case made.Is(View):
		sizes = made.Operands()[2:]
	case made.Is(ReinterpretCast):
		return MixedSizes(made)[i].Value
	case made.Is(SubView):
		return keptSize(made, i).Value
	}
	if position < len(sizes) {
		return sizes[position]
	}
	return nil
}

// keptSize returns the size of a subview's result dimension i.
func keptSize(op *ir.Op, i int) ir.OpFoldResult {
	for d, dropped := range DroppedDims(op) {
		if dropped {
			continue
		}
		if i == 0 {
			return MixedSizes(op)[d]
		}
		i--
	}
	return ir.OpFoldResult{}
}

func foldSubView(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	source, got := op.Operand(0), memRef(op.Result(0))
	if memRef(source) == got && IsStatic(got.Shape) && hasStaticLayout(got) {
		return toValue(source)
	}
	// A subview that selects all of another subview.
	inner := source.DefinedBy(SubView)
	if inner != nil && memRef(source) == got && isAll(MixedOffsets(op), 0) && isAll(MixedStrides(op), 1) &&
		slices.Equal(MixedSizes(op), MixedSizes(inner)) {
		return toValue(source)
	}
	return nil
}

func hasStaticLayout(t *ir.MemRefType) bool {
	l, ok := t.Layout.(*ir.StridedAttr)
	return !ok || l.Offset != ir.Dynamic && IsStatic(l.Strides)
}

// isAll reports whether every entry is the constant v.
func isAll(list []ir.OpFoldResult, v int64) bool {
	return !slices.ContainsFunc(list, func(e ir.OpFoldResult) bool {
		got, ok := constant(e)
		return !ok || got != v
	})
}

// constant returns the value of an entry that is a number or a constant.
func constant(e ir.OpFoldResult) (int64, bool) {
	if e.Value == nil {
		return e.Const, true
	}
	return ir.ConstInt(e.Value)
}

func foldReinterpretCast(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	source := op.Operand(0)
	if inner := source.DefiningOp(); inner.Is(ReinterpretCast) || inner.Is(Cast) ||
		inner.Is(SubView) && isAll(MixedOffsets(inner), 0) {
		op.SetOperand(0, inner.Operand(0))
		return ir.FoldedInPlace
	}
	got := memRef(op.Result(0))
	if IsStatic(got.Shape) && source.Type() == op.Result(0).Type() && op.Ints("static_offsets")[0] == 0 {
		return toValue(source)
	}
	return nil
}

func foldView(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	shift, ok := consts[1].(*ir.IntegerAttr)
	if ok && shift.Value == 0 && op.Operand(0).Type() == op.Result(0).Type() &&
		IsStatic(memRef(op.Result(0)).Shape) {
		return toValue(op.Operand(0))
	}
	return nil
}

func foldTranspose(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	source, m := op.Operand(0), permutation(op)
	if m.IsIdentity() && source.Type() == op.Result(0).Type() {
		return toValue(source)
	}
	inner := source.DefinedBy(Transpose)
	if inner == nil {
		return nil
	}
	op.SetAttr("permutation", op.Context().AffineMap(m.Compose(permutation(inner))))
	op.SetOperand(0, inner.Operand(0))
	return ir.FoldedInPlace
}

// foldReshape folds a reshape to the same type, and one that undoes another reshape.
func foldReshape(op *ir.Op, inverse *ir.OpDef) []ir.FoldResult {
	source := op.Operand(0)
	if source.Type() == op.Result(0).Type() {
		return toValue(source)
	}
	inner := source.DefinedBy(inverse)
	if inner == nil || inner.Operand(0).Type() != op.Result(0).Type() {
		return nil
	}
	same := op.Attr("reassociation") == inner.Attr("reassociation")
	if DynamicDims(memRef(op.Result(0)).Shape) < 2 || same && op.Is(CollapseShape) {
		return toValue(inner.Operand(0))
	}
	return nil
}
