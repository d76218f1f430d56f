package async

import (
	"github.com/inflight-compiler/inflight/dialect/internal/payload"
	"github.com/inflight-compiler/inflight/ir"
)

// The texts of the types without parameters, behind the name of the dialect.
const (
	tokenText      = "token"
	groupText      = "group"
	coroIDText     = "coro.id"
	coroHandleText = "coro.handle"
	coroStateText  = "coro.state"
)

// TokenType returns !async.token: the type of the completion of an operation.
func TokenType(c *ir.Context) ir.Type { return c.OpaqueType("async", tokenText) }

// GroupType returns !async.group: a set of tokens and values that can be awaited together.
func GroupType(c *ir.Context) ir.Type { return c.OpaqueType("async", groupText) }

// CoroIDType returns !async.coro.id: the type of the identity of a coroutine.
func CoroIDType(c *ir.Context) ir.Type { return c.OpaqueType("async", coroIDText) }

// CoroHandleType returns !async.coro.handle: the frame of a coroutine, by which it is resumed or destroyed.
func CoroHandleType(c *ir.Context) ir.Type { return c.OpaqueType("async", coroHandleText) }

// CoroStateType returns !async.coro.state: the type of the place where a coroutine is resumed.
func CoroStateType(c *ir.Context) ir.Type { return c.OpaqueType("async", coroStateText) }

// ValueType returns !async.value<payload>: a token that carries a value.
func ValueType(c *ir.Context, payload ir.Type) ir.Type {
	return c.Parametric(value, c.TypeAttr(payload))
}

// value describes !async.value<T>.
var value = &ir.TypeDef{Dialect: "async", Mnemonic: "value", Parse: payload.Parse, Print: payload.Print,
	Completion: ir.ValueCompletion}

// IsToken reports whether t is !async.token.
func IsToken(t ir.Type) bool { return isOpaque(t, tokenText) }

// IsGroup reports whether t is !async.group.
func IsGroup(t ir.Type) bool { return isOpaque(t, groupText) }

func isOpaque(t ir.Type, text string) bool {
	o, ok := t.(*ir.OpaqueType)
	return ok && o.Dialect == "async" && o.Text == text
}

// IsValue reports whether t is !async.value of anything.
func IsValue(t ir.Type) bool { return Payload(t) != nil }

// Payload returns the T of !async.value<T>, nil for other types.
func Payload(t ir.Type) ir.Type {
	if v, ok := t.(*ir.ParametricType); ok && v.Def == value {
		return v.TypeParam(0)
	}
	return nil
}

func isAny(t ir.Type) bool { return isTokenOrValue(t) || IsGroup(t) }

func isTokenOrValue(t ir.Type) bool { return IsToken(t) || IsValue(t) }

// Token is the constraint on tokens.
var Token = ir.TypeConstraint{Summary: "async token type", Match: IsToken, Build: TokenType}

// Any is the constraint on types that can be awaited.
var Any = ir.TypeConstraint{Summary: "async value type or async token type or async group type", Match: isAny}

// IsCoro reports whether t is a handle of a coroutine. IsCoroToken reports whether t is the identity or a
// state of a coroutine, for which LLVM has tokens.
func IsCoro(t ir.Type) bool      { return isOpaque(t, coroHandleText) }
func IsCoroToken(t ir.Type) bool { return isOpaque(t, coroIDText) || isOpaque(t, coroStateText) }

// The constraints on types.
var (
	tokenConstraint = Token
	valueConstraint = ir.TypeConstraint{Summary: "async value type", Match: IsValue, Def: value}
	groupConstraint = ir.TypeConstraint{Summary: "async group type", Match: IsGroup, Build: GroupType}
	tokenOrValue    = ir.TypeConstraint{Summary: "async value type or async token type",
		Match: isTokenOrValue}
	idConstraint = exactly("switched-resume coroutine identifier", coroIDText)
	handle       = exactly("coroutine handle", coroHandleText)
	state        = exactly("saved coroutine state", coroStateText)
)

// exactly is the constraint on the type with that text, which has no parameters.
func exactly(summary, text string) ir.TypeConstraint {
	return ir.TypeConstraint{
		Summary: summary,
		Match:   func(t ir.Type) bool { return isOpaque(t, text) },
		Build:   func(c *ir.Context) ir.Type { return c.OpaqueType("async", text) },
	}
}
