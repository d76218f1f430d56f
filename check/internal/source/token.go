package source

import (
	"github.com/inflight-compiler/inflight/ir"
)

// OpAddToGroup adds a token to a group. No interface says that of an operation.
const OpAddToGroup = "async.add_to_group"

// OpJoin makes one token of others, and touches nothing.
const OpJoin = "gpu.wait"

// IsToken reports whether a value stands for the completion of something.
func IsToken(v *ir.Value) bool {
	switch t := v.Type().(type) {
	case *ir.OpaqueType:
		return IsTurns(v) || t.Text == "token" || t.Text == "group" || t.Text == "async.token" || t.Text == "device.async.token"
	case *ir.ParametricType:
		return t.Def.Dialect == "async" && t.Def.Mnemonic == "value"
	}
	return false
}

// BringsToken reports whether a value is one that an asynchronous region returns, and that is a token in turn.
func BringsToken(v *ir.Value) bool {
	t, ok := v.Type().(*ir.ParametricType)
	if !ok || t.Def.Dialect != "async" || t.Def.Mnemonic != "value" {
		return false
	}
	inner, ok := t.TypeParam(0).(*ir.OpaqueType)
	return ok && (inner.Text == "async.token" || inner.Text == "token")
}

// IsTokenGroup reports whether a value is a group of tokens.
func IsTokenGroup(v *ir.Value) bool {
	t, ok := v.Type().(*ir.OpaqueType)
	return ok && t.Dialect == "async" && t.Text == "group"
}

// IsAwait reports whether op blocks until what it depends on is complete.
func IsAwait(op *ir.Op) bool {
	return len(op.AsyncDependencies()) > 0 && !op.IsAsync() && op.QueueEffect().Kind == ir.NoQueueEffect && op.NumRegions() == 0
}
