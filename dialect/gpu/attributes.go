package gpu

import "github.com/inflight-compiler/inflight/ir"

// dimensions are what a loop can be bound to, as MLIR's MappingId numbers them.
var dimensions = []ir.EnumCase{
	{Name: "x", Value: 0}, {Name: "y", Value: 1}, {Name: "z", Value: 2},
	{Name: "linear_dim_0", Value: 3}, {Name: "linear_dim_1", Value: 4}, {Name: "linear_dim_2", Value: 5},
	{Name: "linear_dim_3", Value: 6}, {Name: "linear_dim_4", Value: 7}, {Name: "linear_dim_5", Value: 8},
	{Name: "linear_dim_6", Value: 9}, {Name: "linear_dim_7", Value: 10}, {Name: "linear_dim_8", Value: 11},
	{Name: "linear_dim_9", Value: 12},
}

// Thread is #gpu.thread<x>: a loop over the threads of a block, along one dimension.
var Thread = &ir.EnumDef{Dialect: "gpu", Mnemonic: "thread", Cases: dimensions, Width: 64}

// Block is #gpu.block<x>: a loop over the blocks of a grid.
var Block = &ir.EnumDef{Dialect: "gpu", Mnemonic: "block", Cases: dimensions, Width: 64}

// AddressSpace is #gpu.address_space<workgroup>: the memory space of a memref.
var AddressSpace = &ir.EnumDef{Dialect: "gpu", Mnemonic: "address_space", Width: 32, Cases: []ir.EnumCase{
	{Name: "global", Value: 1}, {Name: "workgroup", Value: 2}, {Name: "private", Value: 3},
}}

// Dimension is #gpu<dim x>: a dimension of the grid or of a block.
var Dimension = &ir.EnumDef{Dialect: "gpu", Mnemonic: "dim", Width: 32, Word: true, Cases: []ir.EnumCase{
	{Name: "x", Value: 0}, {Name: "y", Value: 1}, {Name: "z", Value: 2},
}}

// The values of AddressSpace.
const (
	Global    = 1
	Workgroup = 2
	Private   = 3
)

// IsAddressSpace reports whether a memory space is #gpu.address_space of that value.
func IsAddressSpace(space ir.Attr, value int64) bool {
	e, ok := space.(*ir.EnumAttr)
	return ok && e.Def == AddressSpace && e.Value == value
}
