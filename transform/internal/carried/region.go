package carried

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// CanCarry reports whether values can be added to those that control passes between the regions of op: every
// region ends in terminators that can have operands.
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

// Leaves returns the last operations of the blocks at which control leaves region i. For an empty block the
// list has nil.
func Leaves(op *ir.Op, i int) []*ir.Op {
	var list []*ir.Op
	for _, b := range op.Region(i).Blocks() {
		if b.Last() == nil || b.Last().NumSuccessors() == 0 {
			list = append(list, b.Last())
		}
	}
	return list
}

// Circles reports whether control goes from a region to a region, as in a loop, so that the regions receive
// the carried values as arguments.
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

// Enter adds values to the initial operands of op, a loop, and an argument for each value to every region. It
// returns the arguments by region. The caller then adds the values that the regions pass on, with Leave, and
// replaces the operation, with Grow.
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

// Leave adds operands to the end of an operation, in its last group where the operation has several.
func Leave(op *ir.Op, values []*ir.Value) {
	op.SetOperands(append(append([]*ir.Value{}, op.Operands()...), values...))
	if op.Has(ir.AttrSizedOperands) {
		sizes := append([]int64{}, op.Ints(constraint.OperandSegmentSize.Name)...)
		sizes[len(sizes)-1] += int64(len(values))
		op.SetAttr(constraint.OperandSegmentSize.Name, op.Context().I32Array(sizes...))
	}
}

// Grow replaces op by an operation with further results and returns the operation and these results. An empty
// region, as that of a condition without an else branch, gets a block that returns the passed values.
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

// Within rewrites a region at whose entry the given values hold, block by block. block gets the values at the
// start of a block and returns the values at its end. leave gets the values at the ends of the region. The
// blocks after the first have the values as arguments.
func Within(r *ir.Region, types []ir.Type, values []*ir.Value, block func(*ir.Block, []*ir.Value) []*ir.Value,
	leave func(last *ir.Op, values []*ir.Value)) {
	in := [][]*ir.Value{values}
	for _, b := range r.Blocks()[1:] {
		args := make([]*ir.Value, len(types))
		for i, t := range types {
			args[i] = b.AddArg(t, r.Op().Loc())
		}
		in = append(in, args)
	}
	for i, b := range r.Blocks() {
		out := block(b, slices.Clone(in[i]))
		if last := b.Last(); last != nil && last.NumSuccessors() > 0 {
			Pass(last, out)
		} else {
			leave(last, out)
		}
	}
}

// Through rewrites the regions of op as Within does, makes op carry the values, and returns their values
// after op.
func Through(op *ir.Op, types []ir.Type, values []*ir.Value,
	block func(*ir.Block, []*ir.Value) []*ir.Value) []*ir.Value {
	entry := make([][]*ir.Value, op.NumRegions())
	if Circles(op) {
		entry = Enter(op, values)
	}
	for i, r := range op.Regions() {
		in := values
		if len(entry[i]) > 0 {
			in = entry[i]
		}
		if !r.Empty() {
			Within(r, types, in, block, Leave)
		}
	}
	_, results := Grow(op, types, values)
	return slices.Clone(results)
}

// fillEmpty gives each empty region of an operation a block that returns the passed values with the same
// terminator as the other regions.
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
			ir.AtEnd(op.Context(),
				block).Create(ir.OpState{Def: yield, Operands: passed, Results: []ir.Type{}, Loc: op.Loc()})
		}
	}
}
