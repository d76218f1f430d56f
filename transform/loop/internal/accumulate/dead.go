package accumulate

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
)

// DropStores erases stores of a block to elements that a later store of it overwrites before anything may
// load them. It returns how many stores are gone.
func DropStores(block *ir.Block) (gone int) {
	var later []affineloop.Ref // stores that follow, with no load of their elements in between
	for op := block.Last(); op != nil; {
		prev := op.Prev()
		r, ok := affineloop.RefOf(op)
		switch {
		case op.Has(ir.Terminator) || op.NumRegions() == 0 && op.IsEffectFree():
		case !ok || !isStore(op) && !isLoad(op):
			later = nil
		case isLoad(op):
			later = slices.DeleteFunc(later, func(s affineloop.Ref) bool {
				return !affineloop.AlwaysApart(&s, &r)
			})
		case slices.ContainsFunc(later, func(s affineloop.Ref) bool { return overwrites(&s, &r) }):
			op.Erase()
			gone++
		case len(later) < maxKnown:
			later = append(later, r)
		}
		op = prev
	}
	return gone
}

// overwrites reports whether two stores are to the same elements.
func overwrites(later, earlier *affineloop.Ref) bool {
	return later.Memref == earlier.Memref && later.At.Equal(earlier.At) &&
		later.Op.Operand(0).Type() == earlier.Op.Operand(0).Type()
}
