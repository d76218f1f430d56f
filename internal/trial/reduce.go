package trial

import (
	"github.com/inflight-compiler/inflight/ir"
)

// Reduce takes operations out of a copy of a module, one after the other, as long as what is left is still
// what it is to be, and returns that. It tries so often as most says.
func Reduce(module *ir.Op, most int, still func(*ir.Op) bool) *ir.Op {
	for again := true; again; {
		again = false
		for i := len(operations(module)) - 1; i >= 0; i-- {
			small := module.Clone(nil)
			if i >= len(operations(small)) || !without(operations(small)[i]) || ir.Verify(small).HasErrors() {
				continue
			}
			if most--; most < 0 {
				return module
			}
			if still(small) {
				module, again = small, true
			}
		}
	}
	return module
}

// without takes out an operation; others use older values instead of its results.
func without(op *ir.Op) bool {
	if op.Has(ir.Terminator) || op.Has(ir.IsSymbol) || op.Block() == nil || op.Def().Callee != nil {
		return false
	}
	for _, v := range op.Results() {
		if !v.HasUses() {
			continue
		}
		older := olderThan(op, v.Type())
		if older == nil {
			return false
		}
		v.ReplaceAllUsesWith(older)
	}
	op.Erase()
	return true
}

// olderThan returns a value of a type that op can see.
func olderThan(op *ir.Op, t ir.Type) *ir.Value {
	for at := op; at != nil && at.Block() != nil; at = at.Parent() {
		for before := at.Prev(); before != nil; before = before.Prev() {
			for _, v := range before.Results() {
				if v.Type() == t {
					return v
				}
			}
		}
		for _, v := range at.Block().Args() {
			if v.Type() == t {
				return v
			}
		}
	}
	return nil
}
