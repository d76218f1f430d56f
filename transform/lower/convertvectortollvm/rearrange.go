package convertvectortollvm

import (
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// transpose moves elements one by one, or rows where the last dimensions stay in place.
func transpose(b *ir.Builder, op *ir.Op) *ir.Value {
	from, to := vectorOf(op.Operand(0).Type()), vectorOf(op.Result(0).Type())
	permutation := op.Ints("permutation")
	n := len(permutation)
	for n > 0 && permutation[n-1] == int64(n-1) {
		n--
	}
	if n == 0 {
		return op.Operand(0)
	}
	out := undefined(b, to)
	positions(from.Shape[:n], nil, func(source []int64) {
		target := make([]int64, n)
		for i := range target {
			target[i] = source[permutation[i]]
		}
		piece := vector.NewExtract(b, op.Operand(0), at(source...)...)
		out = vector.NewInsert(b, piece, out, at(target...)...)
	})
	return out
}

// shapeCast moves as many consecutive elements at once as are consecutive in rows of both shapes.
func shapeCast(b *ir.Builder, op *ir.Op) *ir.Value {
	from, to := vectorOf(op.Operand(0).Type()), vectorOf(op.Result(0).Type())
	if len(from.Shape) == 0 || len(to.Shape) == 0 {
		return nil
	}
	v := op.Operand(0)
	if from == to {
		return v
	}
	long, wide := from.Shape[len(from.Shape)-1], to.Shape[len(to.Shape)-1]
	piece := divisor(long, wide)
	out := undefined(b, to)
	for first := int64(0); first < ir.NumElements(from.Shape); first += piece {
		source, target := positionOf(from.Shape, first), positionOf(to.Shape, first)
		row := v
		if n := len(source) - 1; n > 0 {
			row = vector.NewExtract(b, v, at(source[:n]...)...)
		}
		row = part(b, row, source[len(source)-1], piece)
		n := len(target) - 1
		if n == 0 {
			out = over(b, row, out, target[0])
			continue
		}
		if piece < wide {
			row = over(b, row, vector.NewExtract(b, out, at(target[:n]...)...), target[n])
		}
		out = vector.NewInsert(b, row, out, at(target[:n]...)...)
	}
	return out
}

// divisor returns the greatest number that divides both.
func divisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// positionOf returns where the n-th element in row-major order is.
func positionOf(shape []int64, n int64) []int64 {
	out := make([]int64, len(shape))
	for d := len(shape) - 1; d >= 0; d-- {
		out[d], n = n%shape[d], n/shape[d]
	}
	return out
}

// part returns n elements of a vector of one dimension.
func part(b *ir.Builder, v *ir.Value, from, n int64) *ir.Value {
	if n == vectorOf(v.Type()).Shape[0] {
		return v
	}
	mask := make([]int64, n)
	for i := range mask {
		mask[i] = from + int64(i)
	}
	return vector.NewShuffle(b, v, v, mask...)
}

// over puts a vector of one dimension over a part of another: it is widened, and then shuffled in.
func over(b *ir.Builder, v, into *ir.Value, from int64) *ir.Value {
	n, wide := vectorOf(v.Type()).Shape[0], vectorOf(into.Type()).Shape[0]
	if n == wide {
		return v
	}
	widen, merge := make([]int64, wide), make([]int64, wide)
	for i := range wide {
		if i < n {
			widen[i] = i
		}
		merge[i] = wide + i
		if i >= from && i < from+n {
			merge[i] = i - from
		}
	}
	return vector.NewShuffle(b, vector.NewShuffle(b, v, v, widen...), into, merge...)
}

// extractSlice takes a part of every row.
func extractSlice(b *ir.Builder, op *ir.Op) *ir.Value {
	return slice(b, op.Operand(0), vectorOf(op.Result(0).Type()), integers(op, "offsets"))
}

// slice returns the part of v that begins at offsets and has the shape of t. Dimensions without an offset are
// whole.
func slice(b *ir.Builder, v *ir.Value, t *ir.VectorType, offsets []int64) *ir.Value {
	switch {
	case len(offsets) == 0 || v.Type() == ir.Type(t):
		return v
	case len(t.Shape) == 1:
		return part(b, v, offsets[0], t.Shape[0])
	}
	out := zero(b, t)
	for i := range t.Shape[0] {
		out = withRow(b, slice(b, rowOf(b, v, offsets[0]+i), without(b.Ctx, t), offsets[1:]), out, i)
	}
	return out
}

// insertSlice puts a part into every row.
func insertSlice(b *ir.Builder, op *ir.Op) *ir.Value {
	return cover(b, op.Operand(0), op.Operand(1), integers(op, "offsets"))
}

// cover puts v into a vector from offsets on.
func cover(b *ir.Builder, v, into *ir.Value, offsets []int64) *ir.Value {
	t, to := vectorOf(v.Type()), vectorOf(into.Type())
	switch {
	case t == to:
		return v
	case len(t.Shape) < len(to.Shape):
		row := cover(b, v, rowOf(b, into, offsets[0]), offsets[1:])
		return withRow(b, row, into, offsets[0])
	case len(t.Shape) == 1:
		return over(b, v, into, offsets[0])
	}
	for i := range t.Shape[0] {
		row := cover(b, rowOf(b, v, i), rowOf(b, into, offsets[0]+i), offsets[1:])
		into = withRow(b, row, into, offsets[0]+i)
	}
	return into
}

func integers(op *ir.Op, attr string) []int64 {
	list := op.Attr(attr).(*ir.ArrayAttr).Elems
	out := make([]int64, len(list))
	for i, a := range list {
		out[i] = a.(*ir.IntegerAttr).Value
	}
	return out
}
