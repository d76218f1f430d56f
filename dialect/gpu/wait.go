package gpu

import "github.com/inflight-compiler/inflight/ir"

// Wait is gpu.wait: without a result it blocks until its dependencies are complete. With a token as its
// result it joins them into that one token, and does not block.
var Wait = onDevice(&ir.OpDef{
	Name:     "gpu.wait",
	Summary:  "Wait for async gpu ops to complete.",
	Operands: []ir.OperandDef{dependencies},
	Results:  []ir.ResultDef{tokenResult},
	Format:   asyncFormat + " attr-dict",
})

func init() {
	Wait.Canonicalize = []ir.Pattern{
		{Name: "wait-for-ready-token", Rewrite: waitForReady}, {Name: "trivial-wait", Rewrite: trivialWait},
	}
}

// isReady reports whether a token is complete from the start: it comes from a wait without dependencies.
func isReady(v *ir.Value) bool {
	wait := v.DefinedBy(Wait)
	return wait != nil && wait.NumOperands() == 0
}

// waitForReady removes those dependencies of a wait that are complete from the start.
func waitForReady(op *ir.Op, rw *ir.Rewriter) bool {
	var kept []*ir.Value
	for _, v := range op.Operands() {
		if !isReady(v) {
			kept = append(kept, v)
		}
	}
	if len(kept) == op.NumOperands() {
		return false
	}
	op.SetOperands(kept)
	rw.Modified(op)
	return true
}

// trivialWait removes a blocking wait without dependencies, a wait whose token has no uses, and a join of one
// token.
func trivialWait(op *ir.Op, rw *ir.Rewriter) bool {
	token := asyncToken(op)
	switch {
	case token == nil && op.NumOperands() == 0:
		rw.Erase(op)
	case token != nil && op.NumOperands() == 1 && op.Operand(0) != token:
		rw.Replace(op, op.Operand(0))
	case token != nil && !token.HasUses():
		rw.Erase(op)
	default:
		return false
	}
	return true
}
