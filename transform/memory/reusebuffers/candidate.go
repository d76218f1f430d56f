package reusebuffers

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// candidate is a buffer that is freed, and an allocation that can have its memory.
type candidate struct {
	free, alloc *ir.Op
	// from and to are the regions that hold them; nil if both stand in one block, where their order is that
	// of the program.
	from, to *ir.Op
	// ordered says that the allocation comes after the end of the region with the free anyhow.
	ordered bool
}

// candidates returns what fits an allocation: the nearest one without a new dependence, alone, since
// nothing is better; or all those with one, the nearest first.
func candidates(alloc *ir.Op) (list []candidate) {
	within := alloc.Parent()
	for op := alloc.Prev(); op != nil; op = op.Prev() {
		if fits(op, alloc) {
			return []candidate{{free: op, alloc: alloc, ordered: true}}
		}
	}
	if !within.Is(async.Execute) {
		return nil
	}
	earlier := completed{}
	earlier.before(within)
	for op := within.Prev(); op != nil; op = op.Prev() {
		earlier.visit(op)
		if !op.Is(async.Execute) {
			continue
		}
		for free := range op.Body().Ops() {
			if !fits(free, alloc) || !leaves(free, op) {
				continue
			}
			c := candidate{free: free, alloc: alloc, from: op, to: within, ordered: earlier[op]}
			if c.ordered {
				return []candidate{c}
			}
			list = append(list, c)
		}
	}
	return list
}

// fits reports whether an operation frees a buffer that has the type of an allocation, of constant extents.
func fits(free, alloc *ir.Op) bool {
	return free.Is(memref.Dealloc) && alloc.NumOperands() == 0 &&
		free.Operand(0).Type() == alloc.Result(0).Type() &&
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

// completed has the operations that are complete when a region starts. It grows while the operations in
// front of the region are visited, the nearest first, and is right for each one that was visited: what an
// operation waits for stands in front of it.
type completed map[*ir.Op]bool

// visit notes what is complete because of an operation in front of the region: what the host waits for
// there, and what an operation that is complete depends on.
func (c completed) visit(op *ir.Op) {
	if op.Is(async.Await) {
		if d := op.Operand(0).DefiningOp(); d != nil {
			c[d] = true
		}
	}
	if c[op] {
		c.before(op)
	}
}

// before notes what is complete when an operation starts, because it depends on that.
func (c completed) before(op *ir.Op) {
	for _, v := range op.AsyncDependencies() {
		if d := v.DefiningOp(); d != nil {
			c[d] = true
		}
	}
}
