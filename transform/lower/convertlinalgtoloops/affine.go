package convertlinalgtoloops

import (
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

// affineLoops makes all loops, one in the other, as affine ones. It makes none where an extent can be no
// bound of such a loop.
func affineLoops(n *nest) bool {
	n.affine = true
	for _, size := range n.sizes {
		if size.Value != nil && !affine.IsValidDim(size.Value, affine.Scope(size.Value.DefiningOp())) {
			n.dropSizes()
			return false
		}
	}
	nested(n, 0)
	return true
}

// dropSizes erases the operations that newNest has made.
func (n *nest) dropSizes() {
	for _, size := range n.sizes {
		if size.Value == nil {
			continue
		}
		dim := size.Value.DefiningOp()
		index := dim.Operand(1).DefiningOp()
		dim.Erase()
		index.Erase()
	}
}

// nested makes the loops from the d-th, one in the other.
func nested(n *nest, d int) {
	if d == n.NumLoops() {
		n.point()
		return
	}
	upper := affine.ConstantBound(n.sizes[d].Const)
	if v := n.sizes[d].Value; v != nil {
		upper = affine.Access{Map: aff.Identity(1), Operands: []*ir.Value{v}}
	}
	affine.NewFor(n.b, affine.ConstantBound(0), upper, 1, func(_ *ir.Builder, iv *ir.Value) {
		n.ivs = append(n.ivs, iv)
		nested(n, d+1)
	})
}
