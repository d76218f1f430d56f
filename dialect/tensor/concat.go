package tensor

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Concat is tensor.concat: it joins tensors along a dimension.
var Concat = &ir.OpDef{
	Name:        "tensor.concat",
	Summary:     "tensor concatenation operation",
	Operands:    []ir.OperandDef{{Name: "inputs", Type: constraint.RankedTensor, Arity: ir.Variadic}},
	Results:     result("result", constraint.RankedTensor),
	Attrs:       []ir.AttrDef{{Name: "dim", Type: constraint.NonNegativeI64}},
	Traits:      ir.Pure,
	Format:      "`dim` `(` $dim `)` $inputs attr-dict `:` functional-type(operands, results)",
	ResultNames: named("concat"),
	Verify:      verifyConcat,
}

func verifyConcat(op *ir.Op) error {
	if op.NumOperands() == 0 {
		return op.OpErrorf(codeTensor, "requires at least one input")
	}
	to := typeOf(op.Result(0))
	dim, _ := op.IntAttr("dim")
	if dim >= int64(len(to.Shape)) {
		return op.OpErrorf(codeTensor, "concatenation dim must be less than the tensor rank")
	}
	for _, v := range op.Operands() {
		switch t := typeOf(v); {
		case len(t.Shape) != len(to.Shape):
			return op.OpErrorf(codeTensor, "rank of concatenated inputs must match result rank")
		case t.Elem != to.Elem:
			return op.OpErrorf(codeTensor, "inputs and result element type must match")
		}
	}
	want := make([]int64, len(to.Shape))
	for d := range want {
		var err error
		if want[d], err = concatExtent(op, d, int64(d) == dim); err != nil {
			return err
		}
	}
	if !ir.CompatibleShapes(want, to.Shape) {
		return op.OpErrorf(codeTensor, "result type '%v'does not match inferred shape '%v' static sizes", to,
			op.Context().Tensor(want, to.Elem, nil))
	}
	return nil
}

// concatExtent returns the extent of dimension d of the result, as far as it is known. Along the dimension of
// the operation it is a sum. Along others it is the extent that all inputs have.
func concatExtent(op *ir.Op, d int, sum bool) (int64, error) {
	known := int64(ir.Dynamic)
	total := int64(0)
	for _, v := range op.Operands() {
		extent := typeOf(v).Shape[d]
		switch {
		case extent == ir.Dynamic || total == ir.Dynamic:
			total = ir.Dynamic
		default:
			total += extent
		}
		if !sum && extent != ir.Dynamic && known != ir.Dynamic && known != extent {
			return 0, op.OpErrorf(codeTensor,
				"static concatenation size mismatch along non-concatenated dimension %d", d)
		}
		if extent != ir.Dynamic {
			known = extent
		}
	}
	if sum {
		return total, nil
	}
	return known, nil
}
