package llvmtypes

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/ir"
)

// Reconcile removes casts back to the types at the beginning of a chain of casts, and casts without uses. It
// returns the number of removed casts.
func Reconcile(casts []*ir.Op) int {
	for _, op := range casts {
		if from := origin(op); from != nil {
			for i := range op.NumResults() {
				op.Result(i).ReplaceAllUsesWith(from.Operand(i))
			}
		}
	}
	removed := 0
	for _, op := range slices.Backward(casts) {
		removed += sweep(op)
	}
	return removed
}

// sweep removes a cast without uses, and the casts that only it used, which may stand in later blocks. It
// returns the number of removed casts.
func sweep(op *ir.Op) int {
	removed := 0
	for op != nil && op.Block() != nil && op.Unused() {
		if op.NumOperands() != 1 {
			operands := op.Operands()
			op.Erase()
			removed++
			for _, v := range operands {
				removed += sweep(v.DefinedBy(builtin.UnrealizedConversionCast))
			}
			return removed
		}
		from := op.Operand(0).DefinedBy(builtin.UnrealizedConversionCast)
		op.Erase()
		removed++
		op = from
	}
	return removed
}

// origin returns the cast in the chain that ends with op whose operands have the types of op's results, nil
// if there is none.
func origin(op *ir.Op) *ir.Op {
	for at := op; at != nil; at = input(at) {
		if leadsTo(at, op) {
			return at
		}
	}
	return nil
}

// leadsTo reports whether the operands of cast at have the types of op's results.
func leadsTo(at, op *ir.Op) bool {
	if at.NumOperands() != op.NumResults() {
		return false
	}
	for i := range op.NumResults() {
		if at.Operand(i).Type() != op.Result(i).Type() {
			return false
		}
	}
	return true
}

// input returns the cast whose results are the operands of op, nil if there is none.
func input(op *ir.Op) *ir.Op {
	if op.NumOperands() == 0 {
		return nil
	}
	from := op.Operand(0).DefinedBy(builtin.UnrealizedConversionCast)
	if from == nil || from.NumResults() != op.NumOperands() {
		return nil
	}
	for i := range op.NumOperands() {
		if op.Operand(i) != from.Result(i) {
			return nil
		}
	}
	return from
}
