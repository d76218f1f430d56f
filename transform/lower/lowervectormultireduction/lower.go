package lowervectormultireduction

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// lowering is the options.
type lowering struct{ inner bool }

// rewrite lowers an operation, with the mask around it.
func (l lowering) rewrite(op *ir.Op, rw *ir.Rewriter) bool {
	if !lowers(op) {
		return false
	}
	whole := op
	r := &reduction{Builder: rw.Builder, source: op.Operand(0), acc: op.Operand(1), inner: l.inner}
	if p := op.Parent(); p.Is(vector.Mask) {
		whole, r.mask = p, p.Operand(0)
		rw.SetBefore(whole)
	}
	dims := op.Ints("reduction_dims")
	for d := range r.shape() {
		r.reduced = append(r.reduced, slices.Contains(dims, int64(d)))
	}
	rw.Replace(whole, r.lower(vector.Kind(op), op.Result(0).Type()))
	return true
}

// lowers reports whether an operation can be lowered: scalable vectors only where they stay in rows.
func lowers(op *ir.Op) bool {
	t := op.Operand(0).Type().(*ir.VectorType)
	if vector.Combination(vector.Kind(op), t.Elem) == nil {
		return false
	}
	return t.Scalable == nil || len(t.Shape) == 2 && len(op.Ints("reduction_dims")) == 1 &&
		t.Scalable[1-op.Ints("reduction_dims")[0]] && !t.Scalable[op.Ints("reduction_dims")[0]]
}

// lower returns what stands for the result, which has type t.
func (r *reduction) lower(kind int64, t ir.Type) *ir.Value {
	if !slices.Contains(r.reduced, true) {
		return r.combined(kind, r.source, r.acc, r.mask)
	}
	r.order()
	r.flatten()
	toNumber := len(r.shape()) == 1
	if toNumber {
		r.widen()
		r.order()
	}
	made := r.rows(kind)
	switch {
	case toNumber:
		return vector.NewExtract(r.Builder, made, ir.OpFoldResult{})
	case made.Type() != t:
		return vector.NewShapeCast(r.Builder, t.(*ir.VectorType), made)
	}
	return made
}

// rows reduces in two dimensions.
func (r *reduction) rows(kind int64) *ir.Value {
	if r.inner {
		return r.reduceRows(kind)
	}
	acc := r.acc
	for i := range r.shape()[0] {
		row := vector.NewExtract(r.Builder, r.source, ir.OpFoldResult{Const: i})
		var mask *ir.Value
		if r.mask != nil {
			mask = vector.NewExtract(r.Builder, r.mask, ir.OpFoldResult{Const: i})
		}
		acc = r.combined(kind, row, acc, mask)
	}
	return acc
}

// combined combines a row with what was before, as far as a mask selects it.
func (r *reduction) combined(kind int64, row, acc, mask *ir.Value) *ir.Value {
	made := arith.Binary(r.Builder, vector.Combination(kind, vectorOf(row).Elem), row, acc)
	if mask == nil {
		return made
	}
	return arith.NewSelect(r.Builder, mask, made, acc)
}

// reduceRows reduces each row by itself.
func (r *reduction) reduceRows(kind int64) *ir.Value {
	t := vectorOf(r.acc)
	out := arith.NewConstant(r.Builder, r.Ctx.Splat(t, arith.ZeroAttr(r.Ctx, t.Elem)))
	for i := range r.shape()[0] {
		at := ir.OpFoldResult{Const: i}
		row, acc := vector.NewExtract(r.Builder, r.source, at), vector.NewExtract(r.Builder, r.acc, at)
		var made *ir.Value
		if r.mask == nil {
			made = vector.NewReduction(r.Builder, kind, row, acc)
		} else {
			mask := vector.NewExtract(r.Builder, r.mask, at)
			made = vector.NewMask(r.Builder, mask, acc.Type(), func(b *ir.Builder) *ir.Value {
				return vector.NewReduction(b, kind, row, acc)
			})
		}
		out = vector.NewInsert(r.Builder, made, out, at)
	}
	return out
}
