package linalg

import (
	"fmt"

	"github.com/inflight-compiler/inflight/ir"
)

// NewFill makes the linalg.fill that writes value to all elements of a buffer.
func NewFill(b *ir.Builder, value, out *ir.Value) *ir.Op {
	return newOnBuffers(b, Fill, yieldInput, []*ir.Value{value}, out)
}

// NewMatmul makes the linalg.matmul that adds the product of two buffers to a third: MxK, KxN and MxN.
func NewMatmul(b *ir.Builder, lhs, rhs, out *ir.Value) *ir.Op {
	return newOnBuffers(b, Matmul, multiplyAdd, []*ir.Value{lhs, rhs}, out)
}

func newOnBuffers(b *ir.Builder, def *ir.OpDef, f body, inputs []*ir.Value, out *ir.Value) *ir.Op {
	s := ir.OpState{Def: def, Loc: b.Loc, Operands: append(inputs, out), Results: []ir.Type{},
		Attrs: []ir.NamedAttr{{Name: "operandSegmentSizes", Value: b.Ctx.I32Array(int64(len(inputs)), 1)}}}
	var types []ir.Type
	for _, v := range s.Operands {
		types = append(types, v.Type())
	}
	region, err := buildBody(b.Ctx, &s, types, f)
	if err != nil {
		panic(fmt.Sprintf("linalg: %s: %v", def.Name, err))
	}
	s.Regions = []*ir.Region{region}
	return b.Create(s)
}
