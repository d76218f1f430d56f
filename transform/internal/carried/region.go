package carried

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// CanCarry reports whether values can be added to what control hands on between the regions of op: every region ends in
// terminators that can have operands.
func CanCarry(op *ir.Op) bool {
	if op.Def().RegionSuccessors == nil || op.IsAsync() || op.Def().Loop != nil && op.Def().Loop.Parallel {
		return false
	}
	for i, r := range op.Regions() {
		if r.Empty() && reaches(op, i) {
			return false // a declaration
		}
		for _, last := range Leaves(op, i) {
			if last == nil || !last.Has(ir.Terminator) {
				return false
			}
		}
	}
	return true
}

// reaches reports whether control enters region i.
func reaches(op *ir.Op, i int) bool {
	for from := -1; from < op.NumRegions(); from++ {
		for _, s := range op.Def().RegionSuccessors(op, from) {
			if s.Region == i {
				return true
			}
		}
	}
	return false
}

// Leaves returns the last operations of the blocks at which control leaves region i; nil for a block that has none.
func Leaves(op *ir.Op, i int) []*ir.Op {
	var list []*ir.Op
	for _, b := range op.Region(i).Blocks() {
		if b.Last() == nil || b.Last().NumSuccessors() == 0 {
			list = append(list, b.Last())
		}
	}
	return list
}

// Circles reports whether control goes from region to region, as in a loop, so that the regions receive what is carried.
func Circles(op *ir.Op) bool {
	for from := range op.NumRegions() {
		for _, s := range op.Def().RegionSuccessors(op, from) {
			if s.Region >= 0 {
				return true
			}
		}
	}
	return false
}

// Enter adds values to what op, a loop, carries in: operands, and for each region arguments, which it returns by region.
// What the regions hand on has to be added by Leave. The operation must then be replaced by Grow.
func Enter(op *ir.Op, values []*ir.Value) [][]*ir.Value {
	args := make([][]*ir.Value, op.NumRegions())
	for i, r := range op.Regions() {
		if r.Empty() {
			continue
		}
		for _, v := range values {
			args[i] = append(args[i], r.Entry().AddArg(v.Type(), op.Loc()))
		}
	}
	Leave(op, values)
	return args
}

// Leave adds operands to the end of an operation, in its last group where it has several.
func Leave(op *ir.Op, values []*ir.Value) {
	op.SetOperands(append(append([]*ir.Value{}, op.Operands()...), values...))
	if op.Has(ir.AttrSizedOperands) {
		sizes := append([]int64{}, op.Ints(constraint.OperandSegmentSize.Name)...)
		sizes[len(sizes)-1] += int64(len(values))
		op.SetAttr(constraint.OperandSegmentSize.Name, op.Context().I32Array(sizes...))
	}
}

// Grow replaces op by an operation with further results and returns it with them. An empty region that control can pass
// by, as that of a condition without another branch, gets a block that returns the values passed.
func Grow(op *ir.Op, types []ir.Type, passed []*ir.Value) (*ir.Op, []*ir.Value) {
	n := op.NumResults()
	grown := op.Rebuild(op.Operands(), append(append([]ir.Type{}, op.ResultTypes()...), types...))
	fillEmpty(grown, passed)
	op.ReplaceAllUsesWith(grown.Results()[:n])
	for i, v := range op.Results() {
		grown.Result(i).SetName(v.Name())
	}
	op.Erase()
	return grown, grown.Results()[n:]
}

// fillEmpty gives the empty regions of an operation a block that ends as those of the others do, with the values passed.
func fillEmpty(op *ir.Op, passed []*ir.Value) {
	var yield *ir.OpDef
	for _, r := range op.Regions() {
		if !r.Empty() && yield == nil {
			yield = r.Entry().Last().Def()
		}
	}
	for _, r := range op.Regions() {
		if r.Empty() && yield != nil {
			block := ir.NewBlock()
			r.Append(block)
			ir.AtEnd(op.Context(), block).Create(ir.OpState{Def: yield, Operands: passed, Results: []ir.Type{}, Loc: op.Loc()})
		}
	}
}
