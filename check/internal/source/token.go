package source

import (
	"github.com/inflight-compiler/inflight/ir"
)

// IsToken reports whether a value stands for the completion of an operation or a group.
func IsToken(v *ir.Value) bool { return ir.CompletionOf(v.Type()) != ir.NoCompletion }

// BringsToken reports whether a value is the result of an asynchronous region, and its payload is a token.
func BringsToken(v *ir.Value) bool {
	t, ok := v.Type().(*ir.ParametricType)
	return ok && t.Def.Completion == ir.ValueCompletion &&
		ir.CompletionOf(t.TypeParam(0)) == ir.TokenCompletion
}

// IsTokenGroup reports whether a value is a group of tokens.
func IsTokenGroup(v *ir.Value) bool { return ir.CompletionOf(v.Type()) == ir.GroupCompletion }
