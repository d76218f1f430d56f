package bufferizetensors

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/linalg"
	mathdialect "github.com/inflight-compiler/inflight/dialect/math"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// softmax finds the greatest element along the dimension, so that no exponential overflows, then the
// exponentials, their sums, and the quotients: four structured operations, one after the other. One on memory
// fills its output, which may be its input.
func (c *converter) softmax(op *ir.Op) error {
	b := ir.At(op)
	operands := c.operands(op)
	from, to := operands[0], operands[1]
	t := to.Type().(*ir.MemRefType)
	elem, ok := t.Elem.(*ir.FloatType)
	if !ok {
		return op.Errorf(codeUnsupported, "'linalg.softmax' of elements of type '%v' cannot be bufferized",
			t.Elem)
	}
	dim, _ := op.IntAttr("dimension")
	s := &softmax{Builder: b, c: c, dim: int(dim), rank: len(t.Shape)}
	greatest := s.reduce(from, arith.ConstFloat(b, elem, math.Inf(-1)), arith.MaxNumF)
	if c.isTensor(op.Operand(1)) {
		to = c.alloc(b, t, from)
	}
	linalg.NewGeneric(b, []*ir.Value{from, greatest}, to, []*affine.Map{s.all(), s.others(), s.all()},
		s.loops(false),
		func(b *ir.Builder, e []*ir.Value) *ir.Value {
			return b.Op(mathdialect.Exp, []*ir.Value{arith.Binary(b, arith.SubF, e[0], e[1])}).Result(0)
		})
	total := s.reduce(to, arith.ConstFloat(b, elem, 0), arith.AddF)
	linalg.NewGeneric(b, []*ir.Value{total}, to, []*affine.Map{s.others(), s.all()}, s.loops(false),
		func(b *ir.Builder, e []*ir.Value) *ir.Value { return arith.Binary(b, arith.DivF, e[1], e[0]) })
	if op.NumResults() == 0 {
		c.dead = append(c.dead, op)
		return nil
	}
	c.replace(op, to)
	return nil
}

// softmax is one on its way to structured operations.
type softmax struct {
	*ir.Builder
	c         *converter
	dim, rank int
}

// all maps the loops to the subscripts of the tensor, and others to those without the dimension.
func (s *softmax) all() *affine.Map { return affine.Identity(s.rank) }

func (s *softmax) others() *affine.Map {
	var results []*affine.Expr
	for d := range s.rank {
		if d != s.dim {
			results = append(results, affine.D(d))
		}
	}
	return affine.NewMap(s.rank, 0, results...)
}

// loops returns the kinds of the loops: that along the dimension is a reduction or parallel.
func (s *softmax) loops(reduces bool) []int64 {
	kinds := make([]int64, s.rank)
	for d := range kinds {
		kinds[d] = linalg.ParallelLoop
	}
	if reduces {
		kinds[s.dim] = linalg.ReductionLoop
	}
	return kinds
}

// reduce combines the elements of a buffer along the dimension, from a first value on.
func (s *softmax) reduce(from, first *ir.Value, combination *ir.OpDef) *ir.Value {
	whole := from.Type().(*ir.MemRefType)
	var shape []int64
	var sizes []*ir.Value
	for d, n := range whole.Shape {
		if d == s.dim {
			continue
		}
		shape = append(shape, n)
		if n == ir.Dynamic {
			sizes = append(sizes, index(s.Builder, extent(s.Builder, from, d)))
		}
	}
	to := s.c.allocSized(s.Builder, s.Ctx.MemRef(shape, whole.Elem, nil, nil), sizes)
	linalg.NewFill(s.Builder, first, to)
	linalg.NewGeneric(s.Builder, []*ir.Value{from}, to, []*affine.Map{s.all(), s.others()}, s.loops(true),
		func(b *ir.Builder, e []*ir.Value) *ir.Value { return arith.Binary(b, combination, e[0], e[1]) })
	return to
}
