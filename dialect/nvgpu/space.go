package nvgpu

import (
	"strconv"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// IsShared reports whether a memory space is shared memory.
func IsShared(space ir.Attr) bool {
	switch a := space.(type) {
	case nil:
		return false
	case *ir.IntegerAttr:
		return a.Value == 3
	case *ir.StringAttr:
		return a.Value == "shared.dyn"
	}
	return space.String() == "#gpu.address_space<workgroup>"
}

// unitStride reports whether consecutive elements of the last dimension are consecutive in memory.
func unitStride(t *ir.MemRefType) bool {
	strides, _, ok := memref.Strides(t)
	return ok && (len(strides) == 0 || strides[len(strides)-1] == 1)
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }
