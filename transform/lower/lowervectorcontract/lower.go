package lowervectorcontract

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// combination returns the operation that combines products, nil if there is none.
func combination(op *ir.Op) *ir.OpDef {
	return vector.Combination(vector.Kind(op), constraint.ElementOrSelf(op.Result(0).Type()))
}

// lower writes the arithmetic of a contraction. A mask, which may be nil, has a bit for each point.
func lower(b *ir.Builder, op *ir.Op, mask *ir.Value) *ir.Value {
	t := op.Result(0).Type()
	d := vector.ContractionOf(op)
	product, sum := vector.Combination(vector.Mul, constraint.ElementOrSelf(t)), combination(op)
	acc := row(b, op.Operand(2))
	factors := [2]*ir.Value{row(b, op.Operand(0)), row(b, op.Operand(1))}
	elements := points(d, false)
	if mask != nil {
		mask = row(b, mask)
	}
	for _, at := range points(d, true) {
		for _, element := range elements {
			for dim, isReduced := range d.Reduced {
				if isReduced {
					element[dim] = at[dim]
				}
			}
		}
		var picked [2]*ir.Value
		for i := range factors {
			picked[i] = pick(b, factors[i], d.Maps[i], d.Extents, elements)
		}
		made := arith.Binary(b, sum, acc, arith.Binary(b, product, picked[0], picked[1]))
		if mask != nil {
			made = arith.NewSelect(b, pick(b, mask, affine.Identity(len(d.Extents)), d.Extents, elements),
				made, acc)
		}
		acc = made
	}
	switch to, isVector := t.(*ir.VectorType); {
	case !isVector:
		return vector.NewExtract(b, acc, ir.OpFoldResult{})
	case acc.Type() != t:
		return vector.NewShapeCast(b, to, acc)
	}
	return acc
}

// row returns a vector with the elements of another, or a number, in one dimension.
func row(b *ir.Builder, v *ir.Value) *ir.Value {
	t, isVector := v.Type().(*ir.VectorType)
	switch {
	case !isVector:
		return vector.NewBroadcast(b, b.Ctx.Vector([]int64{1}, nil, v.Type()), v)
	case len(t.Shape) == 1:
		return v
	}
	return vector.NewShapeCast(b, b.Ctx.Vector([]int64{ir.NumElements(t.Shape)}, nil, t.Elem), v)
}

// points returns the points of the dimensions that are combined, or of those of the result, in row-major
// order: the others are 0. Those of the result are in the order of its elements.
func points(d vector.Contraction, combined bool) [][]int64 {
	var dims []int64
	for i, is := range d.Reduced {
		if is && combined {
			dims = append(dims, int64(i))
		}
	}
	if !combined {
		for _, e := range d.Maps[2].Results {
			dims = append(dims, e.Value)
		}
	}
	list := [][]int64{make([]int64, len(d.Extents))}
	for _, dim := range dims {
		var next [][]int64
		for _, at := range list {
			for i := range d.Extents[dim] {
				at = slices.Clone(at)
				at[dim] = i
				next = append(next, at)
			}
		}
		list = next
	}
	return list
}

// pick shuffles the elements of a factor together that its map selects at points.
func pick(b *ir.Builder, v *ir.Value, m *affine.Map, extents []int64, points [][]int64) *ir.Value {
	mask := make([]int64, len(points))
	for i, at := range points {
		mask[i] = number(m, extents, at)
	}
	if t := v.Type().(*ir.VectorType); int64(len(mask)) == t.Shape[0] && isIdentity(mask) {
		return v
	}
	return vector.NewShuffle(b, v, v, mask...)
}

// number returns the number of the element that a map selects at a point.
func number(m *affine.Map, extents, at []int64) int64 {
	n := int64(0)
	for _, e := range m.Results {
		n = n*extents[e.Value] + at[e.Value]
	}
	return n
}

func isIdentity(mask []int64) bool {
	for i, n := range mask {
		if n != int64(i) {
			return false
		}
	}
	return true
}
