package wasm

import (
	"github.com/inflight-compiler/inflight/ir"
)

// Layout says where the elements of a memref are, as its type tells it; what it leaves open is ir.Dynamic,
// and a value of its own among the parameters and results of compiled functions.
type Layout struct {
	Identity bool // row-major: strides follow from the extents
	Offset   int64
	Strides  []int64
}

// LayoutOf returns the layout of a type.
func LayoutOf(t *ir.MemRefType) Layout {
	if s, ok := t.Layout.(*ir.StridedAttr); ok {
		return Layout{Offset: s.Offset, Strides: s.Strides}
	}
	return Layout{Identity: true}
}
