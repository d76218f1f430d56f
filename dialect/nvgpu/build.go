package nvgpu

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
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

// The modes of the tensor maps that Inflight makes, as the driver numbers them: 128 bytes in whose rows
// pieces are permuted, and of which caches read as much at least.
const (
	swizzled128 = 3
	promoted128 = 2
)

// TensorMapOf returns the type of the tensor map by which tiles of a type are copied. swizzled says that
// pieces of 16 bytes are permuted in rows of 128 bytes of shared memory. What lies beyond the tensor is read
// as zeros.
func TensorMapOf(c *ir.Context, tile ir.Type, swizzled bool) ir.Type {
	mode := int64(0)
	if swizzled {
		mode = swizzled128
	}
	return c.Parametric(TensorMap, c.TypeAttr(tile), c.Enum(Swizzle, mode), c.Enum(L2Promo, promoted128),
		c.Enum(OOB, 0), c.Enum(Interleave, 0))
}

// NewTensorMap makes a TmaCreateDescriptor: the tensor map of a type t for boxes of a tensor, a memref.
func NewTensorMap(b *ir.Builder, tensor *ir.Value, box []int64, t ir.Type) *ir.Value {
	of := tensor.Type().(*ir.MemRefType)
	operands := []*ir.Value{memref.NewCast(b, tensor, b.Ctx.UnrankedMemRef(of.Elem, of.MemorySpace))}
	for _, n := range box {
		operands = append(operands, arith.ConstIndex(b, n))
	}
	return b.Create(ir.OpState{Def: TmaCreateDescriptor, Operands: operands, Results: []ir.Type{t}}).Result(0)
}
