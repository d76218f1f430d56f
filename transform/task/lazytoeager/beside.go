package lazytoeager

import (
	"github.com/inflight-compiler/inflight/analysis/calleffects"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
)

// accesses returns what a task of a call does to the memory that the call hands it, nil if it may do anything
// else that depends on when it runs.
func (c *calls) accesses(call *ir.Op) *calleffects.Access {
	a := c.effects.Of(call)
	if a == nil || a.Indirect {
		return nil
	}
	fn := c.callee(call)
	listed, known := c.listed[fn]
	if !known {
		listed = c.listsEffects(fn)
		c.listed[fn] = listed
	}
	if !listed {
		return nil
	}
	return a
}

// listsEffects reports whether a function does nothing but what the tables of its operations say, and ends.
func (c *calls) listsEffects(fn *ir.Op) bool {
	for op := range fn.Walk() {
		if op != fn && c.harmsOf(op) != "" && (op.NumRegions() > 0 || !listsEffects(op)) {
			return false
		}
	}
	return true
}

// listsEffects reports whether an operation does nothing but what its table says, and goes on.
func listsEffects(op *ir.Op) bool {
	return op.Def().Effects != nil && op.Def().Callee == nil && calleffects.Plain(op) && !mayTrap(op)
}

// beside reports whether an operation behind a call may run beside the call's task: neither writes memory
// that the other accesses.
func (c *calls) beside(op, call *ir.Op, a *calleffects.Access) bool {
	if a == nil || op.NumRegions() > 0 || !listsEffects(op) || len(task.Forced(op)) > 0 {
		return false
	}
	apart := true
	op.Def().Effects(op, func(e ir.Effect) {
		for i, v := range call.Operands() {
			if a.Writes[i] || a.Reads[i] && e.Kind != ir.Read {
				apart = apart && e.Value != nil && c.distinct(c.ev.Root(e.Value), c.ev.Root(v))
			}
		}
		apart = apart && e.Value != nil
	})
	return apart
}

// distinct reports whether two memrefs certainly have no element in common: one of them is allocated here, or
// they are different globals.
func (c *calls) distinct(x, y *ir.Value) bool {
	if x == nil || y == nil || x == y {
		return false
	}
	return isAllocated(x) && isKnown(y) || isAllocated(y) && isKnown(x) || globalOf(x) != "" &&
		globalOf(y) != "" && globalOf(x) != globalOf(y)
}

func isAllocated(v *ir.Value) bool {
	op := v.DefiningOp()
	return op != nil && (op.Is(memref.Alloc) || op.Is(memref.Alloca))
}

// isKnown reports whether a memref is allocated here, a global, or an argument of a function.
func isKnown(v *ir.Value) bool {
	return isAllocated(v) || globalOf(v) != "" ||
		v.DefiningOp() == nil && v.ParentBlock().ParentOp().Has(ir.IsolatedFromAbove)
}

// globalOf returns the name of the global that a memref is, "" if it is none.
func globalOf(v *ir.Value) string {
	if op := v.DefiningOp(); op != nil && op.Is(memref.GetGlobal) {
		return op.Attr("name").(*ir.SymbolRefAttr).Root
	}
	return ""
}
