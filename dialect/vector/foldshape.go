package vector

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/ub"
	"github.com/inflight-compiler/inflight/ir"
)

// The folds and rewrites of transpositions, reductions of several dimensions, slices and masks.

func init() {
	Transpose.Fold = foldTranspose
	Transpose.Canonicalize = []ir.Pattern{{Name: "transpose-of-transpose", Rewrite: transposeOfTranspose}}
	ExtractStridedSlice.Fold = foldWhole
	InsertStridedSlice.Fold = foldWhole
	Mask.Canonicalize = []ir.Pattern{{Name: "elide-empty-mask", Rewrite: elideEmptyMask}}
}

// foldTranspose folds a transposition that only moves dimensions of extent 1 among the others, and one of a
// splat.
func foldTranspose(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	from, to := vectorType(op.Operand(0)), vectorType(op.Result(0))
	if ub.IsPoison(consts[0]) {
		return toAttr(consts[0])
	}
	if d, ok := denseVector(consts[0]); ok && d.Splat && to.Scalable == nil {
		return toAttr(op.Context().Dense(to, d.Data, true))
	}
	if from == to && keepsOrder(from, op.Ints("permutation")) {
		return toValue(op.Operand(0))
	}
	return nil
}

// keepsOrder reports whether the dimensions whose extent is not 1 stay in order.
func keepsOrder(t *ir.VectorType, permutation []int64) bool {
	last := int64(-1)
	for _, d := range permutation {
		if t.Shape[d] == 1 && !scalableAt(t, int(d)) {
			continue
		}
		if d < last {
			return false
		}
		last = d
	}
	return true
}

func transposeOfTranspose(op *ir.Op, rw *ir.Rewriter) bool {
	inner := op.Operand(0).DefinedBy(Transpose)
	if inner == nil {
		return false
	}
	first, second := inner.Ints("permutation"), op.Ints("permutation")
	both := make([]int64, len(second))
	for i, d := range second {
		both[i] = first[d]
	}
	rw.ReplaceWithNew(op, ir.OpState{
		Def: Transpose, Operands: []*ir.Value{inner.Operand(0)}, Results: op.ResultTypes(),
		Attrs: []ir.NamedAttr{{Name: "permutation", Value: op.Context().I64Array(both...)}},
	})
	return true
}

// foldWhole folds a slice that is the whole vector.
func foldWhole(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	if last := op.Operand(op.NumOperands() - 1); op.Operand(0).Type() == last.Type() &&
		last.Type() == op.Result(0).Type() {
		return toValue(op.Operand(0))
	}
	return nil
}

// elideEmptyMask replaces a mask without an operation in it by the values that it yields.
func elideEmptyMask(op *ir.Op, rw *ir.Rewriter) bool {
	yield := op.Region(0).Entry().First()
	if yield == nil || yield.Def() != yieldDef || op.OptionalOperand(1) != nil {
		return false
	}
	values := yield.Operands()
	if !slices.EqualFunc(values, op.Results(), func(a, b *ir.Value) bool { return a.Type() == b.Type() }) {
		return false
	}
	rw.Replace(op, slices.Clone(values)...)
	return true
}
