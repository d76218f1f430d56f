package optimizeloops

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
)

// contraction is a perfect nest of loops that accumulates into elements which one of the loops does not
// select: a sum of products, mostly.
type contraction struct {
	band []*ir.Op
	// k is the loop that is summed over, j the one along which neighbours of the result lie, i one more that
	// selects the result; outer are the others.
	i, j, k int
	outer   []int
	bits    int64 // of an element of the result
}

// contractionIn returns the contraction in a nest, inside of loops that repeat it if there are any, nil if
// there is none.
func contractionIn(root *ir.Op) *contraction {
	for _, loop := range affineloop.Band(root) {
		if c := contractionOf(loop); c != nil {
			return c
		}
	}
	return nil
}

// contractionOf returns the contraction that a loop is the outermost of, nil if it is none.
func contractionOf(root *ir.Op) *contraction {
	band := affineloop.Band(root)
	if len(band) < 3 || affineloop.Carries(band) || !affineloop.Rectangular(band) ||
		slices.ContainsFunc(band, func(l *ir.Op) bool { return affine.Step(l) != 1 || !singleBounds(l) }) {
		return nil
	}
	refs, result := accumulation(band)
	if result == nil {
		return nil
	}
	c := &contraction{band: band, i: -1, j: -1, k: -1,
		bits: 8 * int64(ir.ElemBytes(result.Memref.Type().(*ir.MemRefType).Elem))}
	if !c.assign(refs, result) || !affineloop.Permutable(band) {
		return nil
	}
	return c
}

// singleBounds reports whether both bounds of a loop are one expression.
func singleBounds(loop *ir.Op) bool {
	lower, upper := affineloop.Bounds(loop)
	return len(lower.Map.Results) == 1 && len(upper.Map.Results) == 1
}

// accumulation returns the accesses of the innermost body, and the store among them, if all that the body
// does is to load, compute, and store to an element that it has loaded.
func accumulation(band []*ir.Op) (refs []affineloop.Ref, result *affineloop.Ref) {
	body := band[len(band)-1].Body()
	for op := range body.OpsWithoutTerminator() {
		if !op.Is(affine.Load) && !op.Is(affine.Store) &&
			(op.NumRegions() > 0 || !op.Has(ir.Elementwise) || !op.IsPure()) && !op.Has(ir.ConstantLike) {
			return nil, nil
		}
	}
	refs, complete := affineloop.Refs(band[0])
	if !complete {
		return nil, nil
	}
	for i := range refs {
		if refs[i].Writes && result != nil {
			return nil, nil
		} else if refs[i].Writes {
			result = &refs[i]
		}
	}
	if result == nil || !slices.ContainsFunc(refs, func(r affineloop.Ref) bool {
		return !r.Writes && r.Memref == result.Memref && r.At.Equal(result.At)
	}) {
		return nil, nil
	}
	return refs, result
}

// assign finds the roles of the loops.
func (c *contraction) assign(refs []affineloop.Ref, result *affineloop.Ref) bool {
	for l, loop := range c.band {
		factors, ok := result.Factors(loop.Body().Arg(0), c.band[0])
		switch {
		case !ok:
			return false
		case isZero(factors) && c.k >= 0:
			return false // sums over two loops
		case isZero(factors):
			c.k = l
		case factors[len(factors)-1] == 1 && isZero(factors[:len(factors)-1]):
			c.j = l
		}
	}
	if c.k < 0 || c.j < 0 {
		return false
	}
	for l, loop := range slices.Backward(c.band) {
		if l != c.j && l != c.k && c.i < 0 && reread(refs, result, loop) {
			c.i = l
		} else if l != c.j && l != c.k {
			c.outer = append(c.outer, l)
		}
	}
	slices.Reverse(c.outer)
	return c.i >= 0 && reread(refs, result, c.band[c.j])
}

// reread reports whether the iterations of a loop load elements of an operand that others load too.
func reread(refs []affineloop.Ref, result *affineloop.Ref, loop *ir.Op) bool {
	return slices.ContainsFunc(refs, func(r affineloop.Ref) bool {
		return r.Memref != result.Memref && !slices.Contains(r.At.Operands, loop.Body().Arg(0))
	})
}

func isZero(factors []int64) bool {
	return !slices.ContainsFunc(factors, func(f int64) bool { return f != 0 })
}
