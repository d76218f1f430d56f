package gpu

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// tokenText is the text of the token type after the name of the dialect.
const tokenText = "async.token"

// TokenType returns !gpu.async.token: the completion of an operation on the device.
func TokenType(c *ir.Context) ir.Type { return c.OpaqueType("gpu", tokenText) }

// IsToken reports whether t is !gpu.async.token.
func IsToken(t ir.Type) bool {
	o, ok := t.(*ir.OpaqueType)
	return ok && o.Dialect == "gpu" && o.Text == tokenText
}

var (
	token        = ir.TypeConstraint{Summary: "async token type", Match: IsToken, Build: TokenType}
	dependencies = variadic("asyncDependencies", token)
	tokenResult  = ir.ResultDef{Name: "asyncToken", Type: token, Arity: ir.Optional}
)

// An operation of the device begins when the tokens among its first operands are complete. The keyword async
// gives it a token as its last result; it does not wait for its own completion then.
const asyncFormat = "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies)"

func init() {
	text.RegisterCustom("AsyncDependencies", text.Custom{Parse: parseDependencies, Print: printDependencies})
}

// onDevice makes def an operation of the device. Operand entry 0 has the dependencies, and the last result is
// an optional token.
func onDevice(def *ir.OpDef) *ir.OpDef {
	def.Async = func(op *ir.Op) bool { return asyncToken(op) != nil }
	def.AsyncToken = asyncToken
	def.AsyncDependencies = func(op *ir.Op) []*ir.Value { return op.OperandsOf(0) }
	return def
}

// asyncToken returns the token of an operation of the device, nil if the operation blocks.
func asyncToken(op *ir.Op) *ir.Value {
	n := op.NumResults()
	if n == 0 || !IsToken(op.Result(n-1).Type()) {
		return nil
	}
	return op.Result(n - 1)
}

// parseDependencies parses [async] [[%token, ...]].
func parseDependencies(p ir.OpParser, b *text.Binder) error {
	async, tokens, err := dependencyList(p)
	if err != nil {
		return err
	}
	b.Operands(0, tokens)
	if async {
		b.ResultTypes(len(b.State().Def.Results)-1, []ir.Type{TokenType(p.Context())})
	}
	return nil
}

func dependencyList(p ir.OpParser) (async bool, tokens []ir.UnresolvedOperand, err error) {
	off := p.Off()
	if p.TryKeyword("async") {
		if p.NumNamed() == 0 {
			return false, nil, p.Errorf(off, "needs to be named when marked 'async'")
		}
		async = true
	}
	if !p.TryPunct("[") {
		return async, nil, nil
	}
	if p.TryPunct("]") {
		return async, nil, nil
	}
	if tokens, err = p.OperandList(""); err != nil {
		return async, nil, err
	}
	return async, tokens, p.Punct("]")
}

func printDependencies(p ir.OpPrinter, op *ir.Op) {
	tokens := op.OperandsOf(0)
	async := asyncToken(op) != nil
	if async {
		p.Write("async")
	}
	if len(tokens) == 0 {
		return
	}
	if async {
		p.Write(" ")
	}
	p.Write("[")
	p.Operands(tokens)
	p.Write("]")
}
