package gpu

import (
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
)

// Processor is the kind of processor that a dimension of a parallel loop runs on.
var Processor = &ir.EnumDef{Dialect: "gpu", Mnemonic: "processor", Width: 64, Cases: []ir.EnumCase{
	{Name: "block_x", Value: 0}, {Name: "block_y", Value: 1}, {Name: "block_z", Value: 2},
	{Name: "thread_x", Value: 3}, {Name: "thread_y", Value: 4}, {Name: "thread_z", Value: 5},
	{Name: "sequential", Value: Sequential},
}}

// The values of Processor that begin its groups: blocks, threads, and sequential loops.
const (
	BlockX     = 0
	ThreadX    = 3
	Sequential = 6
)

// LoopDimMap is #gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>: the
// mapping of a dimension of a parallel loop. map takes the number of the processor to the number of the
// iteration. bound takes the number of iterations to the number of processors.
var LoopDimMap = &ir.AttributeDef{Dialect: "gpu", Mnemonic: "loop_dim_map", Fields: []ir.TypeField{
	{Name: "processor", Kind: ir.EnumField, Enum: Processor},
	{Name: "map", Kind: ir.MapField},
	{Name: "bound", Kind: ir.MapField},
}}

// The mappings of the dimensions of scf.forall. #gpu.thread<x> is a loop over the threads of a block along
// one dimension, and #gpu.block<x> is one over the blocks of a grid. The others are loops over parts of a
// block.
var (
	Thread  = mapping("thread")
	Block   = mapping("block")
	warpOf  = mapping("warp")
	groupOf = mapping("warpgroup")
	laneOf  = mapping("lane")
	// memorySpace is #gpu.memory_space<workgroup>, a mapping for memory.
	memorySpace = &ir.EnumDef{Dialect: "gpu", Mnemonic: "memory_space", Width: 32, Cases: AddressSpace.Cases,
		DeviceMapping: true}
)

// Mask is #gpu.mask<0x88>: it selects those of the mapped processors that take part. It stands beside the
// mappings of the dimensions.
var Mask = &ir.AttributeDef{Dialect: "gpu", Mnemonic: "mask", DeviceMask: true, Parse: parseMask,
	Print: printMask}

// dimensions are the dimensions that a loop can be bound to, numbered as in MLIR's MappingId.
var dimensions = []ir.EnumCase{
	{Name: "x", Value: 0}, {Name: "y", Value: 1}, {Name: "z", Value: 2},
	{Name: "linear_dim_0", Value: 3}, {Name: "linear_dim_1", Value: 4}, {Name: "linear_dim_2", Value: 5},
	{Name: "linear_dim_3", Value: 6}, {Name: "linear_dim_4", Value: 7}, {Name: "linear_dim_5", Value: 8},
	{Name: "linear_dim_6", Value: 9}, {Name: "linear_dim_7", Value: 10}, {Name: "linear_dim_8", Value: 11},
	{Name: "linear_dim_9", Value: 12},
}

func mapping(mnemonic string) *ir.EnumDef {
	return &ir.EnumDef{Dialect: "gpu", Mnemonic: mnemonic, Cases: dimensions, Width: 64, DeviceMapping: true}
}

// parseMask parses <bits>, a number of 64 bits.
func parseMask(p ir.OpParser) ([]ir.Attr, error) {
	if err := p.Punct("<"); err != nil {
		return nil, err
	}
	off := p.Off()
	bits, err := p.Attr(p.Context().I64)
	if err != nil {
		return nil, err
	}
	if _, ok := bits.(*ir.IntegerAttr); !ok {
		return nil, p.Errorf(off, "expected integer value")
	}
	return []ir.Attr{bits}, p.Punct(">")
}

func printMask(_ *ir.Form, dst []byte, params []ir.Attr) []byte {
	return append(strconv.AppendUint(append(dst, '<'), uint64(params[0].(*ir.IntegerAttr).Value), 10), '>')
}
