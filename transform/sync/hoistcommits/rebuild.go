package hoistcommits

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/carried"
)

// dropResults returns the operation that op becomes without some of its results, which must be unused, and
// without what its regions yield for them.
func dropResults(op *ir.Op, drop []int) *ir.Op {
	if len(drop) == 0 {
		return op
	}
	var types []ir.Type
	var kept []*ir.Value
	for i, v := range op.Results() {
		if !slices.Contains(drop, i) {
			types, kept = append(types, v.Type()), append(kept, v)
		}
	}
	made := op.Rebuild(op.Operands(), append([]ir.Type{}, types...))
	for _, r := range made.Regions() {
		if r.Empty() {
			continue
		}
		last := r.Entry().Last()
		for i := len(drop) - 1; i >= 0; i-- {
			last.EraseOperand(drop[i])
		}
	}
	for i, v := range kept {
		v.ReplaceAllUsesWith(made.Result(i))
	}
	op.Erase()
	return made
}

// addResult returns the operation that op becomes with one more result of type index. A loop carries it: its
// first value is init, and its regions have an argument for it. The caller appends what the regions pass on.
func addResult(op *ir.Op, init *ir.Value) *ir.Op {
	index := op.Context().Index
	if init != nil {
		carried.Leave(op, []*ir.Value{init})
	}
	made := op.Rebuild(op.Operands(), append(op.ResultTypes(), index))
	for _, r := range made.Regions() {
		if init != nil {
			r.Entry().AddArg(index, nil)
		}
	}
	for i, v := range op.Results() {
		v.ReplaceAllUsesWith(made.Result(i))
	}
	op.Erase()
	return made
}

// ensureBlock gives an empty region of a condition without results a block with a terminator.
func ensureBlock(op *ir.Op, region int) *ir.Block {
	r := op.Region(region)
	if !r.Empty() {
		return r.Entry()
	}
	b := ir.NewBlock()
	r.Append(b)
	end := op.Context().OpDef(op.Def().ImplicitTerminator)
	ir.AtEnd(op.Context(), b).Create(ir.OpState{Def: end, Loc: op.Loc(), Results: []ir.Type{}})
	return b
}

var codeVaries = diag.Register("hoist-commits-varies",
	"the number of groups that are committed depends on data",
	"hoist-commits makes branches commit as many groups as each other, and counts what loops commit. Here "+
		"it cannot: a branch "+
		"commits a number of groups that is not constant, an empty commit would take operations that "+
		"another queue's commit "+
		"takes now, or a loop cannot carry a counter. The program stays as it was at this place, and means "+
		"what it did.")
