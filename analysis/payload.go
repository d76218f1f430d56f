package analysis

import "github.com/inflight-compiler/inflight/ir"

// payload returns the memory that an asynchronous operation returns as the value from which v was unwrapped;
// nil if the program does not show it.
func payload(v *ir.Value) *ir.Value {
	value := wrapped(v)
	if value == nil {
		return nil
	}
	op := value.DefiningOp()
	if op == nil || !op.IsAsync() || op.NumRegions() != 1 {
		return nil
	}
	i, last := value.Index(), op.Body().Last()
	if op.AsyncToken() != nil {
		i-- // the token comes first
	}
	if last == nil || i < 0 || i >= last.NumOperands() {
		return nil
	}
	return last.Operand(i)
}

// wrapped returns the asynchronous value from which v was unwrapped, by a wait or at the start of an
// asynchronous region.
func wrapped(v *ir.Value) *ir.Value {
	if op := v.DefiningOp(); op != nil {
		if values := op.AsyncDependencies(); !op.IsAsync() && len(values) == 1 && op.NumResults() == 1 {
			return values[0]
		}
		return nil
	}
	op := v.Owner().ParentOp()
	if op == nil || !op.IsAsync() || !v.Owner().IsEntry() {
		return nil
	}
	values, captured := op.AsyncDependencies(), 0
	if op.Def().Captures != nil {
		captured = len(op.Def().Captures(op))
	}
	if i := len(values) + captured - v.Owner().NumArgs() + v.Index(); i >= 0 && i < len(values) {
		return values[i]
	}
	return nil
}
