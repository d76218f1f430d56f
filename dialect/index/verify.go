package index

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

var codeIndex = diag.Register("verify-index", "an operation of the index dialect breaks a rule of it",
	"index.casts and index.castu convert between index and an integer type: one of the two types is index, "+
		"the other is not.")

func verifyCast(op *ir.Op) error {
	from, to := op.Operand(0).Type(), op.Result(0).Type()
	if constraint.IsIndex(from) == constraint.IsIndex(to) {
		return op.OpErrorf(codeIndex, "operand type '%v' and result type '%v' are cast incompatible", from,
			to)
	}
	return nil
}
