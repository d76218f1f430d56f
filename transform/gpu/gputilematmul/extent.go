package gputilematmul

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// axis is a direction of a product, as the loops of linalg.matmul are numbered.
type axis int

// The axes: rows of C, columns of C, and what products are summed over.
const (
	row axis = iota
	column
	depth
)

// findExtents takes the extent along each axis from a matrix whose type tells it.
func (p *problem) findExtents() {
	p.extents = [3]int64{ir.Dynamic, ir.Dynamic, ir.Dynamic}
	for _, m := range []*matrix{&p.lhs, &p.rhs, &p.out} {
		for d, n := range m.typ().Shape {
			if n != ir.Dynamic {
				p.extents[m.axes[d]] = n
			}
		}
	}
}

// measured returns the matrix, by its place among the arguments, and the dimension of it, whose extent is
// that along an axis.
func (p *problem) measured(a axis) (argument int, dimension int64) {
	if a == depth {
		if p.lhs.deep() {
			return 0, 1
		}
		return 0, 0
	}
	return 2, int64(a)
}

// extent makes the extent along an axis, of matrices that are the arguments.
func (p *problem) extent(b *ir.Builder, a axis, arguments []*ir.Value) *ir.Value {
	argument, dimension := p.measured(a)
	return memref.NewDim(b, arguments[argument], arith.ConstIndex(b, dimension))
}

// tiles makes the number of tiles of n elements that an extent has.
func tiles(b *ir.Builder, extent *ir.Value, n int64) *ir.Value {
	up := arith.Binary(b, arith.AddI, extent, arith.ConstIndex(b, n-1))
	return arith.Binary(b, arith.DivUI, up, arith.ConstIndex(b, n))
}

// within makes the condition that a subscript along an axis is below its extent, nil if tiles of n elements
// never reach over it.
func (k *kernel) within(v *ir.Value, a axis, n int64) *ir.Value {
	if size := k.extents[a]; size != ir.Dynamic {
		if size%n == 0 {
			return nil
		}
		return k.below(v, size)
	}
	return arith.Cmp(k.b, arith.ULT, v, k.bounds[a])
}
