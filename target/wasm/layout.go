package wasm

import (
	"github.com/inflight-compiler/inflight/ir"
)

// Layout is the layout of a memref, as far as its type determines it. A number that the type does not
// determine is ir.Dynamic, and is a parameter or a result of compiled functions.
type Layout struct {
	Identity bool // row-major: the strides follow from the extents
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
