package check

import (
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// through reports whether op runs its only region once.
func through(op *ir.Op) bool {
	switch {
	case op.NumRegions() != 1 || len(op.Region(0).Blocks()) != 1 || op.Def().Loop != nil:
		return false
	case op.Def().RegionSuccessors == nil:
		return op.Has(ir.RecursiveEffects)
	}
	next := op.Def().RegionSuccessors(op, -1)
	return len(next) == 1 && next[0].Region == 0 && leaves(op)
}

// isBranch reports whether op runs at most one of its regions, once.
func isBranch(op *ir.Op) bool {
	if op.Def().RegionSuccessors == nil || op.Def().Loop != nil || op.NumRegions() == 0 {
		return false
	}
	for _, r := range op.Regions() {
		if len(r.Blocks()) > 1 {
			return false
		}
	}
	return leaves(op) && !through(op)
}

// leaves reports whether control leaves op at the end of each of its regions.
func leaves(op *ir.Op) bool {
	for i := range op.Regions() {
		for _, s := range op.Def().RegionSuccessors(op, i) {
			if s.Region >= 0 {
				return false
			}
		}
	}
	return true
}

// hasBranch reports whether a condition is nested in op.
func hasBranch(op *ir.Op) bool {
	for inner := range op.Walk() {
		if isBranch(inner) {
			return true
		}
	}
	return false
}

// allocates reports whether op makes the buffer that it returns.
func allocates(op *ir.Op) bool {
	if op.Def().Effects == nil || op.NumResults() == 0 {
		return false
	}
	found := false
	op.Def().Effects(op, func(e ir.Effect) { found = found || e.Kind == ir.Allocate && e.Value == op.Result(0) })
	return found
}

// isAtomic reports whether what op accesses needs no order with other such accesses.
func isAtomic(op *ir.Op) bool { return op != nil && strings.Contains(op.Name(), "atomic") }

// accesses reports whether op does more with memory than to allocate it, as what reallocates does.
func accesses(op *ir.Op) bool {
	found := false
	op.Def().Effects(op, func(e ir.Effect) { found = found || e.Kind != ir.Allocate })
	return found
}
