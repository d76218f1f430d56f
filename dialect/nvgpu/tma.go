package nvgpu

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// The copies of tiles by the tensor memory accelerator: PTX ISA, "cp.async.bulk.tensor". A tensor map
// describes the tensor in global memory and the tile of it that one copy moves.

// The entries of the operand tables of tma.async.load and tma.async.store that have names.
const (
	loadTensorMap    = 2
	loadCoordinates  = 3
	storeTensorMap   = 1
	storeCoordinates = 2
)

var descriptor = operand("tensorMapDescriptor", tensorMap)

// TmaFence is nvgpu.tma.fence.descriptor: operations after it see the tensor map as the host has written it.
var TmaFence = &ir.OpDef{
	Name:     "nvgpu.tma.fence.descriptor",
	Summary:  "Insert fence given `nvgpu.tensormap.descriptor` ",
	Operands: []ir.OperandDef{descriptor},
	Format:   "$tensorMapDescriptor attr-dict `:` type($tensorMapDescriptor)",
	Effects:  touchesQueue,
}

// TmaPrefetch is nvgpu.tma.prefetch.descriptor: it brings a tensor map into the cache.
var TmaPrefetch = &ir.OpDef{
	Name:     "nvgpu.tma.prefetch.descriptor",
	Summary:  "Prefetch given `nvgpu.tensormap.descriptor` ",
	Operands: []ir.OperandDef{descriptor, predicate},
	Format: "$tensorMapDescriptor (`,` `predicate` `=` $predicate^)? attr-dict `:` " +
		"type($tensorMapDescriptor)",
	Effects: touchesQueue,
}

// TmaAsyncLoad is nvgpu.tma.async.load: it copies the tile at the coordinates to shared memory. At its
// completion it counts its bytes on an mbarrier. It belongs to no group.
var TmaAsyncLoad = &ir.OpDef{
	Name:    "nvgpu.tma.async.load",
	Summary: "TMA asynchronous load",
	Operands: []ir.OperandDef{
		operand("dst", constraint.MemRef), barriers, descriptor, indices("coordinates"), barrierID,
		optional("multicastMask", i16), predicate,
	},
	Attrs:  []ir.AttrDef{constraint.OperandSegmentSize},
	Traits: ir.AttrSizedOperands,
	Format: "$tensorMapDescriptor `[` $coordinates `]` `,` $barriers `[` $mbarId `]` `to` $dst " +
		"(`multicast_mask` `=` $multicastMask^)? (`,` `predicate` `=` $predicate^)? " +
		"attr-dict `:` type($tensorMapDescriptor) `,` type($barriers) `->` type($dst)",
	Verify: func(op *ir.Op) error {
		return verifyCopyOfTile(op, op.OperandsOf(loadTensorMap)[0], op.OperandsOf(loadCoordinates))
	},
	Async: func(*ir.Op) bool { return true },
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		add(ir.Effect{Kind: ir.Read, Value: Tensor(op.OperandsOf(loadTensorMap)[0])})
		add(tile(ir.Write, op))
		touchesBarrier(op, add)
	},
}

// TmaAsyncStore is nvgpu.tma.async.store: it copies a tile from shared memory to the coordinates. It belongs
// to the next group of bulk copies.
var TmaAsyncStore = &ir.OpDef{
	Name:    "nvgpu.tma.async.store",
	Summary: "TMA asynchronous store",
	Operands: []ir.OperandDef{operand("src", constraint.MemRef), descriptor, indices("coordinates"),
		predicate},
	Attrs:  []ir.AttrDef{constraint.OperandSegmentSize},
	Traits: ir.AttrSizedOperands,
	Format: "$src `to` $tensorMapDescriptor `[` $coordinates `]` (`,` `predicate` `=` $predicate^)? " +
		"attr-dict `:` type($src) `->` type($tensorMapDescriptor)",
	Verify: func(op *ir.Op) error {
		return verifyCopyOfTile(op, op.OperandsOf(storeTensorMap)[0], op.OperandsOf(storeCoordinates))
	},
	Async: func(*ir.Op) bool { return true },
	QueueEffect: func(*ir.Op) ir.QueueEffect {
		return ir.QueueEffect{Kind: ir.QueueIssue, Unit: nvvm.BulkQueue.Engine}
	},
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		add(tile(ir.Read, op))
		add(ir.Effect{Kind: ir.Write, Value: Tensor(op.OperandsOf(storeTensorMap)[0])})
		touchesQueue(op, add)
	},
}

// tile is the effect on the tile in shared memory, operand 0. The copy may not happen if it has a predicate.
func tile(kind ir.EffectKind, op *ir.Op) ir.Effect {
	predicated := op.OptionalOperand(len(op.Def().Operands)-1) != nil
	return ir.Effect{Kind: kind, Value: op.Operand(0), Whole: !predicated}
}

// Tensor returns the memory that a tensor map describes: the memref that the map was created from, if the
// operation that created it is known. Otherwise it returns the map itself, which then stands for the memory.
func Tensor(tensorMap *ir.Value) *ir.Value {
	if op := tensorMap.DefiningOp(); op != nil && op.Def() == TmaCreateDescriptor {
		return op.Operand(0)
	}
	return tensorMap
}

// TmaCreateDescriptor is nvgpu.tma.create.descriptor: the driver makes a tensor map of a tensor in global
// memory.
var TmaCreateDescriptor = &ir.OpDef{
	Name:     "nvgpu.tma.create.descriptor",
	Summary:  "TMA create descriptor",
	Operands: []ir.OperandDef{operand("tensor", unranked), indices("boxDimensions")},
	Results:  result("tensorMap", tensorMap),
	Format:   "$tensor `box` `[` $boxDimensions `]` attr-dict `:` type($tensor) `->` type($tensorMap)",
	Effects:  touchesQueue,
}

func init() {
	TmaCreateDescriptor.Verify = func(op *ir.Op) error {
		if op.NumOperands()-1 > maxCoordinates {
			return op.Errorf(codeNVGPU, "Maximum %d coordinates are supported.", maxCoordinates)
		}
		return verifyTensorMap(op, op.Result(0).Type())
	}
}

// The limits of the tensor memory accelerator.
const (
	maxCoordinates = 5
	maxTileExtent  = 256
)

// verifyCopyOfTile checks a copy between a tile in shared memory, operand 0, and the tensor at the
// coordinates.
func verifyCopyOfTile(op *ir.Op, tensorMap *ir.Value, coordinates []*ir.Value) error {
	if err := verifyTensorMap(op, tensorMap.Type()); err != nil {
		return err
	}
	described, memory := Tile(tensorMap.Type()), op.Operand(0).Type().(*ir.MemRefType)
	switch {
	case described.Elem != memory.Elem:
		return op.Errorf(codeNVGPU, "the element type of tensor map descriptor and memref must be same")
	case !IsShared(memory.MemorySpace):
		return op.Errorf(codeNVGPU,
			"the destination memref has incorrect address space, it must be shared memory address space.")
	case !isStatic(memory):
		return op.Errorf(codeNVGPU, "the destination memref must be static shaped")
	case len(memory.Shape) != len(described.Shape):
		return op.Errorf(codeNVGPU, "the shape of tensor map descriptor and memref must have same rank")
	case !slices.Equal(memory.Shape, described.Shape):
		return op.Errorf(codeNVGPU, "memref and tensor map shapes mismatch '%v' != '%v'", described, memory)
	case len(coordinates) > maxCoordinates:
		return op.Errorf(codeNVGPU, "Maximum %d coordinates are supported.", maxCoordinates)
	case len(coordinates) != len(described.Shape):
		return op.Errorf(codeNVGPU,
			"number of coordinates do not match with the rank of tensor descriptor map.")
	}
	return nil
}

// verifyTensorMap checks the tile of a tensor map.
func verifyTensorMap(op *ir.Op, t ir.Type) error {
	described := Tile(t)
	switch {
	case Mode(t, InterleaveField) != noInterleave:
		return op.Errorf(codeNVGPU, "Interleave options are not supported yet.")
	case !IsShared(described.MemorySpace):
		return op.Errorf(codeNVGPU,
			"the tensor map descriptor has incorrect address space, it must be shared memory address space.")
	case !isStatic(described):
		return op.Errorf(codeNVGPU, "the tensor map descriptor must be static shaped")
	}
	for _, n := range described.Shape {
		if n <= 0 || n > maxTileExtent {
			return op.Errorf(codeNVGPU,
				"the tensor map descriptor must have dimensions between 1 and %d but it is %d", maxTileExtent,
				n)
		}
	}
	return verifySwizzle(op, t)
}

// verifySwizzle checks that a row of the tile is as long as the pattern in which its banks are permuted.
func verifySwizzle(op *ir.Op, t ir.Type) error {
	described, swizzle := Tile(t), Mode(t, SwizzleField)
	if len(described.Shape) < 2 || swizzle == noSwizzle {
		return nil
	}
	bits := Bits(described.Elem)
	if bits == 0 {
		return op.OpErrorf(codeNVGPU, "elements must be integers or floats, but are of type '%v'",
			described.Elem)
	}
	want, got := int64(16)<<swizzle, bits*described.Shape[len(described.Shape)-1]/8
	if got != want {
		return op.Errorf(codeNVGPU,
			"the tensormap descriptor must have last dimension of %d bytes but it is %d bytes", want, got)
	}
	return nil
}
