package async

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// NewAwait makes a wait for a token.
func NewAwait(b *ir.Builder, token *ir.Value) *ir.Op {
	return b.Create(ir.OpState{Def: Await, Operands: []*ir.Value{token}, Results: []ir.Type{}})
}

// NewExecute makes an asynchronous region that starts after dependencies, which are tokens, and values. fill
// gets the payloads of values as arguments and returns the payloads of the region's own values.
func NewExecute(b *ir.Builder, dependencies, values []*ir.Value,
	fill func(b *ir.Builder, args []*ir.Value) []*ir.Value) *ir.Op {
	block := b.NewBlock()
	for _, v := range values {
		block.AddArg(Payload(v.Type()), nil)
	}
	results := []ir.Type{TokenType(b.Ctx)}
	b.InBlock(block, func() {
		payloads := fill(b, block.Args())
		for _, v := range payloads {
			results = append(results, ValueType(b.Ctx, v.Type()))
		}
		b.Create(ir.OpState{Def: Yield, Operands: payloads, Results: []ir.Type{}})
	})
	sizes := b.Ctx.I32Array(int64(len(dependencies)), int64(len(values)))
	return b.Create(ir.OpState{
		Def: Execute, Operands: slices.Concat(dependencies, values), Results: results,
		Regions: []*ir.Region{b.NewRegion(block)},
		Attrs:   []ir.NamedAttr{{Name: constraint.OperandSegmentSize.Name, Value: sizes}},
	})
}

// Dependencies returns the tokens that an Execute starts after.
func Dependencies(op *ir.Op) []*ir.Value { return op.OperandsOf(0) }
