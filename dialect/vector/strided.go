package vector

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

var intArray = ir.AttrConstraint{Summary: "64-bit integer array attribute",
	Match: arrayOf(func(a ir.Attr) bool {
		v, ok := a.(*ir.IntegerAttr)
		return ok && isI64(v.Type)
	})}

// ExtractStridedSlice is vector.extract_strided_slice: the part of a vector at offsets, with sizes. Trailing
// dimensions without an offset are whole. Strides are 1.
var ExtractStridedSlice = &ir.OpDef{
	Name:     "vector.extract_strided_slice",
	Summary:  "extract_strided_slice operation",
	Operands: []ir.OperandDef{operand("source", someVector)},
	Results:  result("result", someVector),
	Attrs: []ir.AttrDef{
		{Name: "offsets", Type: intArray}, {Name: "sizes", Type: intArray}, {Name: "strides", Type: intArray},
	},
	Traits: ir.Pure,
	Format: "$source attr-dict `:` type($source) `to` type(results)",
	Verify: verifyExtractStrided,
}

// InsertStridedSlice is vector.insert_strided_slice: operand 1 after operand 0 replaces the part at offsets.
// Leading dimensions that operand 0 lacks have extent 1.
var InsertStridedSlice = &ir.OpDef{
	Name:     "vector.insert_strided_slice",
	Summary:  "strided_slice operation",
	Operands: []ir.OperandDef{operand("valueToStore", someVector), operand("dest", someVector)},
	Results:  result("result", someVector),
	Attrs:    []ir.AttrDef{{Name: "offsets", Type: intArray}, {Name: "strides", Type: intArray}},
	Traits:   ir.Pure,
	Format:   "$valueToStore `,` $dest attr-dict `:` type($valueToStore) `into` type($dest)",
	InferTypes: func(_ *ir.Context, s *ir.OpState) ([]ir.Type, error) {
		return []ir.Type{s.Operands[1].Type()}, nil
	},
	Verify: verifyInsertStrided,
}

// numbers returns the elements of an array of integers.
func numbers(op *ir.Op, attr string) []int64 {
	list := op.Attr(attr).(*ir.ArrayAttr).Elems
	out := make([]int64, len(list))
	for i, a := range list {
		out[i] = a.(*ir.IntegerAttr).Value
	}
	return out
}

// confined checks that numbers[d] is in [low, shape[d] + above).
func confined(op *ir.Op, what string, numbers, shape []int64, low, above int64) error {
	for d, n := range numbers {
		if n < low || n >= shape[d]+above {
			return op.OpErrorf(codeVector, "expected %s dimension %d to be confined to [%d, %d)", what, d,
				low, shape[d]+above)
		}
	}
	return nil
}

func unitStrides(op *ir.Op, strides []int64) error {
	if slices.ContainsFunc(strides, func(n int64) bool { return n != 1 }) {
		return op.OpErrorf(codeVector, "expected strides to be confined to [1, 2)")
	}
	return nil
}

// sums adds numbers element by element. They lie within shapes, so that no sum overflows.
func sums(a, b []int64) []int64 {
	out := make([]int64, len(a))
	for i := range a {
		out[i] = a[i] + b[i]
	}
	return out
}

func verifyExtractStrided(op *ir.Op) error {
	from, to := vectorType(op.Operand(0)), vectorType(op.Result(0))
	if err := sameElement(op, 0, "operand and result"); err != nil {
		return err
	}
	offsets, sizes, strides := numbers(op, "offsets"), numbers(op, "sizes"), numbers(op, "strides")
	switch {
	case len(offsets) != len(sizes) || len(offsets) != len(strides):
		return op.OpErrorf(codeVector, "expected offsets, sizes and strides attributes of same size")
	case len(offsets) > len(from.Shape):
		return op.OpErrorf(codeVector, "expected offsets attribute of rank no greater than vector rank")
	}
	if err := confined(op, "offsets", offsets, from.Shape, 0, 0); err != nil {
		return err
	}
	if err := confined(op, "sizes", sizes, from.Shape, 1, 1); err != nil {
		return err
	}
	if err := unitStrides(op, strides); err != nil {
		return err
	}
	if err := confined(op, "sum(offsets, sizes)", sums(offsets, sizes), from.Shape, 1, 1); err != nil {
		return err
	}
	want := op.Context().Vector(append(slices.Clone(sizes), from.Shape[len(sizes):]...), from.Scalable,
		from.Elem)
	if to != want {
		return op.OpErrorf(codeVector, "expected result type to be '%v'", want)
	}
	for d := range sizes {
		if scalableAt(from, d) && sizes[d] != from.Shape[d] {
			return op.OpErrorf(codeVector,
				"expected size at idx=%d to match the corresponding base size from the input vector (%d vs "+
					"%d)",
				d, sizes[d], from.Shape[d])
		}
	}
	return nil
}

func verifyInsertStrided(op *ir.Op) error {
	part, whole := vectorType(op.Operand(0)), vectorType(op.Operand(1))
	if err := sameElement(op, 0, "operand #0 and result"); err != nil {
		return err
	}
	if op.Result(0).Type() != ir.Type(whole) {
		return op.OpErrorf(codeVector, "failed to verify that all of {dest, result} have same type")
	}
	offsets, strides := numbers(op, "offsets"), numbers(op, "strides")
	switch {
	case len(offsets) != len(whole.Shape):
		return op.OpErrorf(codeVector, "expected offsets of same size as destination vector rank")
	case len(strides) != len(part.Shape):
		return op.OpErrorf(codeVector, "expected strides of same size as source vector rank")
	case len(part.Shape) > len(whole.Shape):
		return op.OpErrorf(codeVector, "expected source rank to be no greater than destination rank")
	}
	if err := confined(op, "offsets", offsets, whole.Shape, 0, 0); err != nil {
		return err
	}
	if err := unitStrides(op, strides); err != nil {
		return err
	}
	extents := slices.Clone(part.Shape)
	lead := len(whole.Shape) - len(part.Shape)
	full := append(make([]int64, lead), extents...)
	if err := confinedBehind(op, lead, sums(offsets, full), whole.Shape); err != nil {
		return err
	}
	return verifyInsertScalable(op, part, whole)
}

// confinedBehind checks that the part ends within the vector, in the dimensions that the part has.
func confinedBehind(op *ir.Op, lead int, ends, shape []int64) error {
	for d := lead; d < len(ends); d++ {
		if ends[d] < 1 || ends[d] > shape[d] {
			return op.OpErrorf(codeVector,
				"expected sum(offsets, source vector shape) dimension %d to be confined to [1, %d)", d,
				shape[d]+1)
		}
	}
	return nil
}

func verifyInsertScalable(op *ir.Op, part, whole *ir.VectorType) error {
	lead := len(whole.Shape) - len(part.Shape)
	for d := range part.Shape {
		switch {
		case scalableAt(part, d) != scalableAt(whole, lead+d):
			return op.OpErrorf(codeVector, "mismatching scalable flags (at source vector idx=%d)", d)
		case scalableAt(part, d) && part.Shape[d] != whole.Shape[lead+d]:
			return op.OpErrorf(codeVector,
				"expected size at idx=%d to match the corresponding base size from the input vector (%d vs "+
					"%d)",
				d, part.Shape[d], whole.Shape[lead+d])
		}
	}
	return nil
}
