package nvgputonvvm

import (
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

func tmaPrefetch(c *llvmtypes.Conversion, _ *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	return instruction(c, nvvm.Prefetch, args, ir.NamedAttr{Name: "tensormap", Value: c.Ctx.Unit})
}

// tensorMapBytes is the size of a tensor map: PTX ISA, "fence.proxy".
const tensorMapBytes = 128

func tmaFence(c *llvmtypes.Conversion, _ *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	return instruction(c, nvvm.FenceProxyAcquire, []*ir.Value{args[0], llvmtypes.ConstInt(c.Builder, c.Ctx.I32, tensorMapBytes)},
		enum(c, "scope", nvvm.MemScope, "sys"))
}

// The operand groups of copies of tiles.
const (
	loadDst = iota
	loadBarriers
	loadMap
	loadCoordinates
	loadBarrier
	loadMulticast
	loadPredicate
)

const (
	storeSrc = iota
	storeMap
	storeCoordinates
	storePredicate
)

func tmaLoad(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	dst := memrefOf(c, op.Operand(0))
	if dst == nil {
		return nil, false
	}
	to := llvmtypes.Cast(c.Builder, llvm.AddrSpaceCast, c.BufferPointer(dst, args[0]), c.Types.Pointer(llvm.SharedCluster))
	bar := barrierAt(c, op.OperandsOf(loadBarriers)[0], group(op, args, loadBarriers)[0], group(op, args, loadBarrier)[0])
	var box []*ir.Value
	for _, v := range group(op, args, loadCoordinates) {
		box = append(box, i32(c, v))
	}
	multicast, predicate := group(op, args, loadMulticast), group(op, args, loadPredicate)
	operands := append([]*ir.Value{to, group(op, args, loadMap)[0]}, box...)
	operands = append(append(append(operands, bar), multicast...), predicate...)
	return instruction(c, nvvm.TensorLoad, operands, ir.NamedAttr{Name: constraint.OperandSegmentSize.Name,
		Value: c.Ctx.I32Array(1, 1, int64(len(box)), 1, 0, int64(len(multicast)), 0, int64(len(predicate)))})
}

func tmaStore(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	src := memrefOf(c, op.Operand(0))
	if src == nil {
		return nil, false
	}
	from := c.BufferPointer(src, args[0])
	var box []*ir.Value
	for _, v := range group(op, args, storeCoordinates) {
		box = append(box, i32(c, v))
	}
	predicate := group(op, args, storePredicate)
	operands := append(append([]*ir.Value{group(op, args, storeMap)[0], from}, box...), predicate...)
	return instruction(c, nvvm.TensorStore, operands, ir.NamedAttr{Name: constraint.OperandSegmentSize.Name,
		Value: c.Ctx.I32Array(1, 1, int64(len(box)), 0, int64(len(predicate)))})
}
