package reusebuffers

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// candidate is a buffer that is freed, and an allocation that can have its memory.
type candidate struct {
	free, alloc *ir.Op
	// from and to are the regions that hold them; nil if both stand in one block, where their order is that of the program.
	from, to *ir.Op
	// ordered says that the allocation comes after the end of the region with the free anyhow.
	ordered bool
}

// candidates returns what fits an allocation, without new dependences first and then the nearest first.
func candidates(alloc *ir.Op) (list []candidate) {
	within := alloc.Parent()
	for op := alloc.Prev(); op != nil; op = op.Prev() {
		if fits(op, alloc) {
			list = append(list, candidate{free: op, alloc: alloc, ordered: true})
		}
	}
	if !within.Is(async.Execute) {
		return list
	}
	earlier := ancestors(within)
	for op := within.Prev(); op != nil; op = op.Prev() {
		if !op.Is(async.Execute) {
			continue
		}
		for free := range op.Body().Ops() {
			if fits(free, alloc) && leaves(free, op) {
				list = append(list, candidate{free: free, alloc: alloc, from: op, to: within, ordered: earlier[op]})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b candidate) int {
		switch {
		case a.ordered == b.ordered:
			return 0
		case a.ordered:
			return -1
		}
		return 1
	})
	return list
}

// fits reports whether an operation frees a buffer that has the type of an allocation, of constant extents.
func fits(free, alloc *ir.Op) bool {
	return free.Is(memref.Dealloc) && alloc.NumOperands() == 0 && free.Operand(0).Type() == alloc.Result(0).Type() &&
		aligned(free.Operand(0), alloc)
}

// aligned reports whether a buffer is known to have the alignment that an allocation asks for.
func aligned(v *ir.Value, alloc *ir.Op) bool {
	want := alloc.Attr("alignment")
	if made := v.DefinedBy(memref.Alloc); made != nil {
		return want == nil || made.Attr("alignment") == want
	}
	return want == nil
}

// leaves reports whether a region can hand the buffer that it frees on to others: it has it from outside.
func leaves(free, region *ir.Op) bool {
	v := free.Operand(0)
	if v.IsArgument() {
		return v.Owner() == region.Body() && v.Index() < len(async.Unwrapped(region))
	}
	return !region.IsAncestorOf(v.DefiningOp())
}

// ancestors returns the operations of the block that are complete when a region starts, because it depends on them.
func ancestors(region *ir.Op) map[*ir.Op]bool {
	found := map[*ir.Op]bool{}
	for work := []*ir.Op{region}; len(work) > 0; {
		op := work[len(work)-1]
		work = work[:len(work)-1]
		for _, v := range op.AsyncDependencies() {
			if d := v.DefiningOp(); d != nil && d.Block() == region.Block() && !found[d] {
				found[d] = true
				work = append(work, d)
			}
		}
	}
	// What the host has waited for in front of the region is complete as well.
	for op := region.Prev(); op != nil; op = op.Prev() {
		if op.Is(async.Await) {
			if d := op.Operand(0).DefiningOp(); d != nil && !found[d] {
				found[d] = true
				for a := range ancestors(d) {
					found[a] = true
				}
			}
		}
	}
	return found
}
