package llvmtypes

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/ir"
)

// Reconcile removes those of the casts that lead back to the types where a chain of casts began, and those that nobody uses. It
// returns how many it removed.
func Reconcile(casts []*ir.Op) int {
	for _, op := range casts {
		if from := origin(op); from != nil {
			op.ReplaceAllUsesWith(from.Operands())
		}
	}
	removed := 0
	for _, op := range slices.Backward(casts) {
		if op.Unused() {
			op.Erase()
			removed++
		}
	}
	return removed
}

// origin returns the cast in the chain that ends with op whose operands have the types of op's results, nil if there is none.
func origin(op *ir.Op) *ir.Op {
	for at := op; at != nil; at = input(at) {
		if slices.Equal(types(at.Operands()), op.ResultTypes()) {
			return at
		}
	}
	return nil
}

// input returns the cast whose results are the operands of op, nil if these are no such.
func input(op *ir.Op) *ir.Op {
	if op.NumOperands() == 0 {
		return nil
	}
	from := op.Operand(0).DefinedBy(builtin.UnrealizedConversionCast)
	if from == nil || !slices.Equal(from.Results(), op.Operands()) {
		return nil
	}
	return from
}

func types(vs []*ir.Value) []ir.Type {
	list := make([]ir.Type, len(vs))
	for i, v := range vs {
		list[i] = v.Type()
	}
	return list
}
