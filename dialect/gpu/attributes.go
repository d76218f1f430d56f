package gpu

import "github.com/inflight-compiler/inflight/ir"

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
