package convertvectortollvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// contract makes, for every element of the result, a product of two rows and its reduction, which begins with
// the element of the accumulator: sums are rounded in the order of the iterations.
func contract(b *ir.Builder, op *ir.Op) *ir.Value {
	d := vector.ContractionOf(op)
	reduced := slices.Index(d.Reduced, true)
	acc := op.Operand(2)
	t := vectorOf(acc.Type())
	if reduced < 0 || slices.Index(d.Reduced[reduced+1:], true) >= 0 ||
		vectorOf(op.Operand(0).Type()).Elem != elementOf(acc.Type()) {
		return nil
	}
	var dims []int64 // of the result
	for _, e := range d.Maps[2].Results {
		dims = append(dims, e.Value)
	}
	var factors [2]*ir.Value
	var selected [2][]int // the dimensions of the result that each factor has
	for i := range factors {
		if factors[i], selected[i] = reducedLast(b, op.Operand(i), d, i, dims,
			int64(reduced)); factors[i] == nil {
			return nil
		}
	}
	element := func(position []int64, start *ir.Value) *ir.Value {
		x, y := row(b, factors[0], position, selected[0]), row(b, factors[1], position, selected[1])
		return vector.NewReduction(b, vector.Kind(op), multiplyAdd(b, x, y, nil), start)
	}
	if t == nil {
		return element(nil, acc)
	}
	out := zero(b, t)
	positions(t.Shape, nil, func(position []int64) {
		start := vector.NewExtract(b, acc, at(position...)...)
		out = vector.NewInsert(b, element(position, start), out, at(position...)...)
	})
	return out
}

func elementOf(t ir.Type) ir.Type {
	if v := vectorOf(t); v != nil {
		return v.Elem
	}
	return t
}

// reducedLast transposes factor i so that its dimensions are in the order of the result's, the reduced one
// behind them. It is nil where the factor does not have the reduced dimension.
func reducedLast(b *ir.Builder, v *ir.Value, d vector.Contraction, i int, dims []int64,
	reduced int64) (*ir.Value, []int) {
	var has []int64
	for _, e := range d.Maps[i].Results {
		has = append(has, e.Value)
	}
	var permutation []int64
	var selected []int
	for at, dim := range dims {
		if k := slices.Index(has, dim); k >= 0 {
			permutation, selected = append(permutation, int64(k)), append(selected, at)
		}
	}
	k := slices.Index(has, reduced)
	if k < 0 || len(permutation) != len(has)-1 {
		return nil, nil
	}
	permutation = append(permutation, int64(k))
	if slices.IsSorted(permutation) {
		return v, selected
	}
	return vector.NewTranspose(b, v, permutation...), selected
}

// row extracts the row of a factor for a position in the result.
func row(b *ir.Builder, v *ir.Value, position []int64, selected []int) *ir.Value {
	if len(selected) == 0 {
		return v
	}
	var index []int64
	for _, d := range selected {
		index = append(index, position[d])
	}
	return vector.NewExtract(b, v, at(index...)...)
}
