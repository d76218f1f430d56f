// Package captured finds the values that the regions of an operation use from outside.
package captured

import "github.com/inflight-compiler/inflight/ir"

// Uses calls f with each use, in op's regions, of a value that is defined outside op. Nested operations come
// before the operation around them.
func Uses(op *ir.Op, f func(*ir.Value)) {
	for inner := range op.WalkPost() {
		if inner == op {
			continue
		}
		for i := range inner.NumOperands() {
			if v := inner.Operand(i); v.ParentBlock() != inner.Block() && !op.Defines(v) {
				f(v)
			}
		}
	}
}

// Values returns the values that op's regions use from outside, each once, in the order of Uses.
func Values(op *ir.Op) (list []*ir.Value) {
	seen := map[*ir.Value]bool{}
	Uses(op, func(v *ir.Value) {
		if !seen[v] {
			seen[v] = true
			list = append(list, v)
		}
	})
	return list
}

// Replace calls by with each value from outside that op's regions use. If by returns a value, the regions use
// that value instead.
func Replace(op *ir.Op, by func(*ir.Value) *ir.Value) {
	for inner := range op.Walk() {
		if inner == op {
			continue
		}
		for i := range inner.NumOperands() {
			if v := inner.Operand(i); v.ParentBlock() != inner.Block() {
				if w := by(v); w != nil {
					inner.SetOperand(i, w)
				}
			}
		}
	}
}

// CopyConstants makes, with the builder, copies of the constants from outside that op's region uses. The
// copies are at the start of the region.
func CopyConstants(b *ir.Builder, op *ir.Op) {
	var copies ir.ValueMap[*ir.Value]
	Uses(op, func(v *ir.Value) {
		if maker := v.DefiningOp(); maker != nil && maker.Has(ir.ConstantLike) {
			copies.Entry(v)
		}
	})
	if copies.Len() == 0 {
		return
	}
	b.SetStart(op.Body())
	for v := range copies.All() {
		b.Loc = v.DefiningOp().Loc()
		copies.Set(v, b.Clone(v.DefiningOp(), nil).Result(v.Index()))
	}
	Replace(op, func(v *ir.Value) *ir.Value {
		copied, _ := copies.Get(v)
		return copied
	})
}
