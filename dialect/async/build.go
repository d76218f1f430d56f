package async

import "github.com/inflight-compiler/inflight/ir"

// NewAwait makes a wait for a token.
func NewAwait(b *ir.Builder, token *ir.Value) *ir.Op {
	return b.Create(ir.OpState{Def: Await, Operands: []*ir.Value{token}, Results: []ir.Type{}})
}
