package tensor

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Gather is tensor.gather: slices of a tensor. Each row of the indices has the subscripts of one slice for
// gather_dims. In these dimensions the slices have extent 1, or the result lacks all of these dimensions.
var Gather = &ir.OpDef{
	Name:     "tensor.gather",
	Summary:  "gather a subset of a tensor at specified indices",
	Operands: []ir.OperandDef{operand("source", constraint.RankedTensor), operand("indices", ofIndices)},
	Results:  result("result", constraint.RankedTensor),
	Attrs: []ir.AttrDef{{Name: "gather_dims", Type: constraint.I64Array},
		{Name: "unique", Type: constraint.Unit, Optional: true}},
	Effects: none,
	Format: "$source `[` $indices `]` `gather_dims` `(` $gather_dims `)` (`unique` $unique^)? attr-dict " +
		"`:` " +
		"functional-type(operands, results)",
	ResultNames: named("gather"),
	Verify: func(op *ir.Op) error {
		return verifySlices(op, "gather_dims", "source", "result", op.Operand(0), op.Operand(1), op.Result(0))
	},
}

// Scatter is tensor.scatter: operand 1 after slices of operand 0 are inserted. Each row of the indices has
// the subscripts of one slice for scatter_dims. No two rows are equal.
var Scatter = &ir.OpDef{
	Name:    "tensor.scatter",
	Summary: "scatter a tensor into a destination tensor at specified indices",
	Operands: []ir.OperandDef{operand("source", constraint.RankedTensor),
		operand("dest", constraint.RankedTensor), operand("indices", ofIndices)},
	Results: result("result", constraint.RankedTensor),
	Attrs: []ir.AttrDef{{Name: "scatter_dims", Type: constraint.I64Array},
		{Name: "unique", Type: constraint.Unit, Optional: true}},
	Effects: none,
	Format: "$source `into` $dest `[` $indices `]` `scatter_dims` `(` $scatter_dims `)` " +
		"(`unique` $unique^)? attr-dict `:` functional-type(operands, results)",
	ResultNames: named("scatter"),
	Verify:      verifyScatter,
}

// ofIndices are tensors of subscripts.
var ofIndices = ir.TypeConstraint{
	Summary: "ranked tensor of signless integer or index values",
	Match: func(t ir.Type) bool {
		n, ok := t.(*ir.TensorType)
		return ok && n.Ranked && constraint.IsSignlessIntegerOrIndex(n.Elem)
	},
}

func verifyScatter(op *ir.Op) error {
	if op.Attr("unique") == nil {
		return op.OpErrorf(codeTensor, "requires 'unique' attribute to be set")
	}
	if to, dest := typeOf(op.Result(0)), typeOf(op.Operand(1)); to.Elem != dest.Elem ||
		!ir.CompatibleShapes(to.Shape, dest.Shape) {
		return op.OpErrorf(codeTensor, "makes '%v' of '%v'", to, dest)
	}
	return verifySlices(op, "scatter_dims", "dest", "source", op.Operand(1), op.Operand(2), op.Operand(0))
}

// verifySlices checks the dimensions of a Gather or Scatter. It also checks the type of the slices against
// the tensor that they belong to and against the indices.
func verifySlices(op *ir.Op, attr, whole, part string, of, indices, slices *ir.Value) error {
	dims, rank, rows := op.Ints(attr), len(typeOf(of).Shape), typeOf(indices).Shape
	switch {
	case len(dims) == 0:
		return op.OpErrorf(codeTensor, "%s must be non-empty", attr)
	case len(dims) > rank:
		return op.OpErrorf(codeTensor, "%s overflow %s rank", attr, whole)
	case len(rows) == 0 || rows[len(rows)-1] != int64(len(dims)):
		return op.OpErrorf(codeTensor, "%s length must match the size of last dimension of indices", attr)
	}
	for i, d := range dims {
		switch {
		case d < 0:
			return op.OpErrorf(codeTensor, "%s value must be non-negative", attr)
		case d >= int64(rank):
			return op.OpErrorf(codeTensor, "%s value must be smaller than %s rank", attr, whole)
		case i > 0 && dims[i-1] >= d:
			return op.OpErrorf(codeTensor, "%s values must be strictly increasing", attr)
		}
	}
	full, reduced := slicesTypes(op, dims, typeOf(of), rows)
	if t := typeOf(slices); t != full && t != reduced {
		return op.OpErrorf(codeTensor,
			"%s type mismatch: expected '%v' or its rank-reduced variant '%v' (got: '%v')", part, full,
			reduced,
			t)
	}
	return nil
}

// slicesTypes returns the types that slices may have: with dimensions of extent 1, and without them.
func slicesTypes(op *ir.Op, dims []int64, of *ir.TensorType, rows []int64) (full, reduced *ir.TensorType) {
	leading := rows[:len(rows)-1]
	whole, part := slices.Clone(leading), slices.Clone(leading)
	for d, n := range of.Shape {
		if slices.Contains(dims, int64(d)) {
			whole = append(whole, 1)
		} else {
			whole, part = append(whole, n), append(part, n)
		}
	}
	c := op.Context()
	return c.Tensor(whole, of.Elem, nil), c.Tensor(part, of.Elem, nil)
}
