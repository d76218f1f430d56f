package async

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// CreateGroup is async.create_group: an empty group. Its operand is the number of tokens and values that will
// be added.
var CreateGroup = &ir.OpDef{
	Name:     "async.create_group",
	Summary:  "creates an empty async group",
	Operands: []ir.OperandDef{{Name: "size", Type: constraint.Index}},
	Results:  []ir.ResultDef{{Name: "result", Type: groupConstraint}},
	Traits:   ir.Pure,
	Format:   "$size `:` type($result) attr-dict",
}

func init() {
	CreateGroup.Canonicalize = []ir.Pattern{{Name: "drop-empty-group", Rewrite: dropEmptyGroup}}
}

// dropEmptyGroup removes a group without members, and the waits for it. As upstream, it does so even if the
// declared size is larger than 0: such a wait would never end.
func dropEmptyGroup(op *ir.Op, rw *ir.Rewriter) bool {
	var waits []*ir.Op
	for use := range op.Result(0).Uses() {
		if !use.Owner().Is(AwaitAll) {
			return false
		}
		waits = append(waits, use.Owner())
	}
	for _, wait := range waits {
		rw.Erase(wait)
	}
	rw.Erase(op)
	return true
}

// AddToGroup is async.add_to_group: it adds a token or a value to a group. Its result is the position in the
// group.
var AddToGroup = &ir.OpDef{
	Name:     "async.add_to_group",
	Summary:  "adds an async token or value to the group",
	Operands: []ir.OperandDef{{Name: "operand", Type: tokenOrValue}, {Name: "group", Type: groupConstraint}},
	Results:  []ir.ResultDef{{Name: "rank", Type: constraint.Index}},
	Format:   "$operand `,` $group `:` type($operand) attr-dict",
}

// OfLoop is an attribute of an async.await_all that waits for the iterations of a loop, and of the functions
// that run them. An error of an iteration is then an error of the loop, as without tasks.
const OfLoop = "inflight.of_loop"

// AwaitAll is async.await_all: it blocks until all members of a group are ready.
var AwaitAll = &ir.OpDef{
	Name:              "async.await_all",
	Summary:           "waits for the all async tokens or values in the group to become ready",
	Operands:          []ir.OperandDef{{Name: "operand", Type: groupConstraint}},
	Format:            "$operand attr-dict",
	AsyncDependencies: (*ir.Op).Operands,
}
