package gpu

import (
	"github.com/inflight-compiler/inflight/ir"
)

// DynamicSharedMemory is gpu.dynamic_shared_memory: the start of the shared memory whose size is an operand
// of the launch.
var DynamicSharedMemory = &ir.OpDef{
	Name:    "gpu.dynamic_shared_memory",
	Summary: "Get the memref for dynamic shared memory",
	Results: []ir.ResultDef{{Name: "resultMemref", Type: bytes}},
	Traits:  ir.Pure,
	Format:  "attr-dict `:` type($resultMemref)",
	Verify:  verifyDynamicSharedMemory,
}

var bytes = ir.TypeConstraint{Summary: "1D memref of 8-bit signless integer values",
	Match: func(t ir.Type) bool {
		m, ok := t.(*ir.MemRefType)
		if !ok || !m.Ranked || len(m.Shape) != 1 {
			return false
		}
		elem, ok := m.Elem.(*ir.IntegerType)
		return ok && elem.Width == 8 && elem.Sign == ir.Signless
	}}

func verifyDynamicSharedMemory(op *ir.Op) error {
	inTable := false
	for p := range op.Ancestors() {
		inTable = inTable || p.Has(ir.IsSymbolTable)
	}
	m := op.Result(0).Type().(*ir.MemRefType)
	switch {
	case !inTable:
		return op.OpErrorf(codeGPU, "must be inside an op with symbol table")
	case !IsAddressSpace(m.MemorySpace, Workgroup):
		return op.OpErrorf(codeGPU, "address space must be address_space<workgroup>")
	case m.Shape[0] != ir.Dynamic:
		return op.OpErrorf(codeGPU, "result memref type must be memref<?xi8, #gpu.address_space<workgroup>>")
	}
	return nil
}
