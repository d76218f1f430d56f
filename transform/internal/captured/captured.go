// Package captured finds the values that the regions of an operation use from outside.
//
// May import: ir.
package captured

import "github.com/inflight-compiler/inflight/ir"

// Uses calls f with every use in op's regions of a value that is defined outside of them, children before parents.
func Uses(op *ir.Op, f func(*ir.Value)) {
	inside := map[*ir.Block]bool{}
	for inner := range op.Walk() {
		for _, r := range inner.Regions() {
			for _, b := range r.Blocks() {
				inside[b] = true
			}
		}
	}
	for inner := range op.WalkPost() {
		if inner == op {
			continue
		}
		for i := range inner.NumOperands() {
			if v := inner.Operand(i); v.ParentBlock() != inner.Block() && !inside[v.ParentBlock()] {
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

// Replace makes op's regions use another value in place of one from outside, wherever there is one in the map.
func Replace(op *ir.Op, by map[*ir.Value]*ir.Value) {
	for inner := range op.Walk() {
		if inner == op {
			continue
		}
		for i := range inner.NumOperands() {
			if w := by[inner.Operand(i)]; w != nil {
				inner.SetOperand(i, w)
			}
		}
	}
}
