package nvgpu

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// NewDeviceAsyncCopy makes a DeviceAsyncCopy.
func NewDeviceAsyncCopy(b *ir.Builder, c Copy) *ir.Op {
	operands := append([]*ir.Value{c.Dst}, c.DstIndices...)
	operands = append(append(operands, c.Src), c.SrcIndices...)
	filled := int64(0)
	if c.SrcElements != nil {
		operands, filled = append(operands, c.SrcElements), 1
	}
	sizes := b.Ctx.I32Array(1, int64(len(c.DstIndices)), 1, int64(len(c.SrcIndices)), filled)
	return b.Create(ir.OpState{
		Def: DeviceAsyncCopy, Operands: operands, Results: []ir.Type{TokenType(b.Ctx)},
		Attrs: []ir.NamedAttr{
			{Name: "dstElements", Value: b.Ctx.IndexAttr(c.Elements)},
			{Name: constraint.OperandSegmentSize.Name, Value: sizes},
		},
	})
}

// NewDeviceAsyncCreateGroup makes a DeviceAsyncCreateGroup of the pending copies.
func NewDeviceAsyncCreateGroup(b *ir.Builder) *ir.Op {
	return b.Create(ir.OpState{Def: DeviceAsyncCreateGroup, Results: []ir.Type{TokenType(b.Ctx)}})
}

// NewDeviceAsyncWait makes a wait for the group of a token.
func NewDeviceAsyncWait(b *ir.Builder, token *ir.Value) *ir.Op {
	return b.Create(ir.OpState{Def: DeviceAsyncWait, Operands: []*ir.Value{token}, Results: []ir.Type{}})
}
