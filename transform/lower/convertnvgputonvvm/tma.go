package convertnvgputonvvm

import (
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
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
	return instruction(c, nvvm.FenceProxyAcquire,
		[]*ir.Value{args[0], llvmtypes.ConstInt(c.Builder, c.Ctx.I32, tensorMapBytes)},
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
	to := llvmtypes.Cast(c.Builder, llvm.AddrSpaceCast, c.BufferPointer(dst, args[0]),
		c.Types.Pointer(llvm.SharedCluster))
	bar := barrierAt(c, op.OperandsOf(loadBarriers)[0], group(op, args, loadBarriers)[0],
		group(op, args, loadBarrier)[0])
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

// encoder is the function of the host's runtime that asks the driver for a tensor map. It takes the rank and
// the descriptor of the tensor, the type of its elements, how the tile lies in memory, and the extents of the
// tile.
const encoder = "mgpuTensorMapEncodeTiledMemref"

// maxTileRank is how many extents the runtime reads.
const maxTileRank = 5

// tmaCreate calls the runtime for a tensor map.
func tmaCreate(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	number, ok := nvgpu.DriverType(op.Operand(0).Type().(*ir.MemRefType).Elem)
	if !ok {
		return nil, false
	}
	elem := word64(c, number)
	rank, tensor := llvmtypes.Extract(c.Builder, args[0], 0), llvmtypes.Extract(c.Builder, args[0], 1)
	pointer := c.Types.Pointer(llvm.Generic)
	extents := llvmtypes.Alloca(c.Builder, pointer, c.Ctx.I64, word64(c, maxTileRank), 0)
	for i, n := range args[1:] {
		llvmtypes.Store(c.Builder, n,
			llvmtypes.GEP(c.Builder, pointer, extents, 0, ir.OpFoldResult{Value: word64(c, int64(i))}))
	}
	operands := []*ir.Value{rank, tensor, elem}
	for _, field := range []int{nvgpu.InterleaveField, nvgpu.SwizzleField, nvgpu.L2PromoField,
		nvgpu.OOBField} {
		operands = append(operands, word64(c, nvgpu.Mode(op.Result(0).Type(), field)))
	}
	return one(llvmtypes.CallTo(c.Builder, encoder, pointer, append(operands, extents)...).Result(0))
}

// declareEncoder declares the function where it is called, at the end of each table of symbols.
func declareEncoder(root *ir.Op) error {
	done := map[*ir.Op]bool{}
	for _, op := range root.Find(llvm.Call) {
		callee, ok := op.Attr("callee").(*ir.SymbolRefAttr)
		if !ok || callee.Root != encoder {
			continue
		}
		table := symbolTable(op)
		if table == nil {
			return op.Errorf(codeUnsupported, "a tensor map is created outside of a module")
		}
		if done[table] || symbols(table)[encoder] {
			continue
		}
		done[table] = true
		b := ir.NewBuilder(root.Context())
		b.SetEnd(table.Body())
		b.Loc = op.Loc()
		i64, pointer := ir.Type(b.Ctx.I64), llvm.PointerType(b.Ctx, llvm.Generic)
		llvmtypes.NewFunc(b, encoder,
			llvm.FunctionType(b.Ctx, pointer, []ir.Type{i64, pointer, i64, i64, i64, i64, i64, pointer},
				false))
	}
	return nil
}
