package gpu

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// MakeAsync replaces an operation that blocks by one with a token, which starts after the tokens in after. It
// returns the new operation.
func MakeAsync(op *ir.Op, after []*ir.Value) *ir.Op {
	b := ir.At(op)
	rest := op.Operands()[len(op.AsyncDependencies()):]
	results := make([]ir.Type, 0, op.NumResults()+1)
	for _, v := range op.Results() {
		results = append(results, v.Type())
	}
	regions := make([]*ir.Region, op.NumRegions())
	for i := range regions {
		regions[i] = b.NewRegion()
		regions[i].TakeBody(op.Region(i))
	}
	issued := b.Create(ir.OpState{
		Def: op.Def(), Operands: append(after[:len(after):len(after)], rest...),
		Results: append(results, TokenType(b.Ctx)), Regions: regions,
		Attrs: append(withSegment(op, len(after)), op.Attrs()...),
	})
	op.ReplaceAllUsesWith(issued.Results()[:op.NumResults()])
	op.Erase()
	return issued
}

// AddDependencies makes an operation with a token start after further tokens.
func AddDependencies(op *ir.Op, tokens []*ir.Value) {
	n := len(op.AsyncDependencies())
	properties := withSegment(op, n+len(tokens))
	op.SetOperands(slices.Concat(op.Operands()[:n], tokens, op.Operands()[n:]))
	for _, a := range properties {
		op.SetAttr(a.Name, a.Value)
	}
}

// withSegment returns the properties of an operation with another number of dependencies.
func withSegment(op *ir.Op, n int) []ir.NamedAttr {
	var list []ir.NamedAttr
	for _, a := range op.Properties() {
		if a.Name == constraint.OperandSegmentSize.Name {
			sizes := slices.Clone(op.Ints(a.Name))
			sizes[0] = int64(n)
			a.Value = op.Context().I32Array(sizes...)
		}
		list = append(list, a)
	}
	return list
}
