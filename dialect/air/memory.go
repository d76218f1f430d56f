package air

import (
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// The memory spaces of the array. A larger number is nearer to the processors.
const (
	spaceL3 = 0 // the host's memory
	spaceL2 = 1 // memory that the tiles share
	spaceL1 = 2 // memory of one tile
)

// Space returns the number of the memory space of a memref: 0 for the host's memory, 1 for what tiles share,
// 2 for that of a tile. ok is false for another space.
func Space(t ir.Type) (n int64, ok bool) {
	m, ok := t.(*ir.MemRefType)
	if !ok {
		return 0, false
	}
	switch space := m.MemorySpace.(type) {
	case nil:
		return spaceL3, true
	case *ir.IntegerAttr:
		return space.Value, true
	}
	return 0, false
}

// verifyMemories checks that what a region allocates is in a memory that is as near as nearest at least, and
// for a herd that what it loads and stores is, too.
func verifyMemories(op *ir.Op, nearest int64) error {
	if nearest == spaceL3 {
		return nil
	}
	for inner := range op.Walk() {
		v, what := touched(inner, nearest)
		if v == nil {
			continue
		}
		if n, ok := Space(v.Type()); ok && n < nearest {
			return inner.OpErrorf(codeAIR, "%s memory of space %d (%s) inside of '%s', which reaches %s only",
				what,
				n, level(n), op.Name(), level(nearest)).
				Note(op.Span(), "this is the '%s'", op.Name()).
				Suggest("copy the data with air.dma_memcpy_nd, or put and get it on a channel")
		}
	}
	return nil
}

// level is mlir-air's name for a memory space.
func level(n int64) string {
	if n >= spaceL3 && n <= spaceL1 {
		return []string{"L3", "L2", "L1"}[n]
	}
	return "no memory of the array"
}

// touched returns the memref that an operation allocates or, if only the nearest memory is reached, that it
// loads or stores.
func touched(op *ir.Op, nearest int64) (v *ir.Value, what string) {
	switch op.Def() {
	case memref.Alloc:
		return op.Result(0), "allocates"
	case memref.Load, affine.Load, vector.Load, vector.TransferRead:
		v, what = op.Operand(0), "reads"
	case memref.Store, affine.Store, vector.Store, vector.TransferWrite:
		v, what = op.Operand(1), "writes"
	}
	if nearest < spaceL1 {
		return nil, ""
	}
	return v, what
}
