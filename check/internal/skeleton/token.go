package skeleton

import (
	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/ir"
)

// Token is the number of a token in a skeleton.
type Token int32

// Token returns the number of a value that is a token.
func (p *Program) Token(v *ir.Value) Token {
	v = v.Uncaptured()
	t, numbered := p.numbers[v]
	if !numbered {
		t = Token(len(p.Tokens))
		p.numbers[v], p.Tokens = t, append(p.Tokens, v)
	}
	return t
}

// Payload returns the number of the token that stands for work which a region has left behind when it
// returned the value.
func (p *Program) Payload(v *ir.Value) Token {
	v = v.Uncaptured()
	t, numbered := p.payloads[v]
	if !numbered {
		t = Token(len(p.Tokens))
		p.payloads[v], p.Tokens = t, append(p.Tokens, v)
	}
	return t
}

// tokenNumbers returns the numbers of tokens.
func (p *Program) tokenNumbers(values []*ir.Value) []Token {
	list := make([]Token, len(values))
	for i, v := range values {
		list[i] = p.Token(v)
	}
	return list
}

// Given returns the values that the body of an asynchronous operation returns, if there is only one return.
func (n *Node) Given(p *Program) []*ir.Value {
	body := n.Op
	if fn := p.Look.Callee(n.Op); fn != nil {
		body = fn
	}
	if body.NumRegions() == 0 || len(body.Region(0).Blocks()) != 1 || body.Body().Last() == nil {
		return nil
	}
	return body.Body().Last().Operands()
}

// Returned returns the operands of the function's return, nil if there are several returns.
func (p *Program) Returned() []*ir.Value {
	var list []*ir.Value
	returns := 0
	for _, b := range p.Fn.Region(0).Blocks() {
		if t := b.Last(); t != nil && len(b.Successors()) == 0 {
			list = t.Operands()
			returns++
		}
	}
	if returns > 1 {
		return nil
	}
	return list
}

// TokensOf returns the numbers of the tokens of a value: the value itself if it is a token, and its payload's
// token if it has one.
func (p *Program) TokensOf(v *ir.Value) []Token {
	var list []Token
	if source.IsToken(v) {
		list = append(list, p.Token(v))
	}
	if source.BringsToken(v) {
		list = append(list, p.Payload(v))
	}
	return list
}
