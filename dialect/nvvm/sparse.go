package nvvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// The products with a matrix of which half of the elements are zero: PTX ISA, "mma.sp".

// MatrixKind is how the hardware multiplies floats of fewer than 16 bits.
var MatrixKind = enum("mma_kind", "f8f6f4")

// SparseMma is nvvm.mma.sp.sync: D = A * B + C by a warp. Two of four neighbouring elements of A are stored,
// and the metadata says which two. The selector says which threads have metadata.
var SparseMma = &ir.OpDef{
	Name:    "nvvm.mma.sp.sync",
	Summary: "cooperative sparse matrix-multiply and accumulate",
	Operands: []ir.OperandDef{variadic("operandA", compatible), variadic("operandB", compatible),
		variadic("operandC", compatible),
		operand("sparseMetadata", i32), operand("sparsitySelector", i32)},
	Results: result(structType),
	Attrs: []ir.AttrDef{
		optionalAttr(enumAttr("intOverflowBehavior", MatrixOverflow)),
		optionalAttr(enumAttr("kind", MatrixKind)),
		optionalAttr(enumAttr("multiplicandAPtxType", MatrixType)),
		optionalAttr(enumAttr("multiplicandBPtxType", MatrixType)),
		{Name: "orderedMetadata", Type: constraint.Unit, Optional: true}, shapeAttr, sizes,
	},
	Traits:  ir.AttrSizedOperands,
	Effects: touchesMachine,
	Parse: func(p ir.OpParser, s *ir.OpState) error {
		return parseGroups(p, s, "A", "B", "C", "sparseMetadata", "selector")
	},
	Print: func(p ir.OpPrinter, op *ir.Op) {
		printGroups(p, op, "", " A[", " B[", " C[", " sparseMetadata[", " selector[")
	},
	Verify: verifySparseMma,
}

// Metadata returns the operand that says which elements of A are stored, and the one that says which threads
// have such metadata.
func Metadata(op *ir.Op) (metadata, selector *ir.Value) {
	return op.OperandsOf(mmaC + 1)[0], op.OperandsOf(mmaC + 2)[0]
}

var smallFloats = []string{"e4m3", "e5m2", "e3m2", "e2m3", "e2m1"}

// sparseProducts is the table of PTX ISA, "mma.sp". Half of the elements of A are stored.
var sparseProducts = []product{
	{[]string{"f16"}, 16, 8, 16, fragment{2, halves}, fragment{2, halves}, mixed},
	{[]string{"f16"}, 16, 8, 32, fragment{4, halves}, fragment{4, halves}, mixed},
	{[]string{"bf16"}, 16, 8, 16, fragment{2, integer32}, fragment{2, integer32}, singles},
	{[]string{"bf16"}, 16, 8, 32, fragment{4, integer32}, fragment{4, integer32}, singles},
	{[]string{"tf32"}, 16, 8, 8, fragment{2, integer32}, fragment{2, integer32}, singles},
	{[]string{"tf32"}, 16, 8, 16, fragment{4, integer32}, fragment{4, integer32}, singles},
	{bytes, 16, 8, 32, fragment{2, integer32}, fragment{2, integer32}, integers(4)},
	{bytes, 16, 8, 64, fragment{4, integer32}, fragment{4, integer32}, integers(4)},
	{nibbles, 16, 8, 64, fragment{2, integer32}, fragment{2, integer32}, integers(4)},
	{nibbles, 16, 8, 128, fragment{4, integer32}, fragment{4, integer32}, integers(4)},
	{smallFloats, 16, 8, 64, fragment{4, integer32}, fragment{4, integer32}, mixed},
}

func verifySparseMma(op *ir.Op) error {
	m, n, k := Shape(op)
	elemA, elemB := Multiplicands(op)
	sameElements := func(row product) bool {
		return slices.Contains(row.elements, elemA) && slices.Contains(row.elements, elemB)
	}
	i := slices.IndexFunc(sparseProducts, func(row product) bool {
		return sameElements(row) && row.m == m && row.n == n && row.k == k
	})
	switch {
	case elemA == "" || elemB == "":
		return op.OpErrorf(codeNVVM, "multiplicand PTX types must be given where operands do not tell them")
	case i < 0 && !slices.ContainsFunc(sparseProducts, sameElements):
		return op.Errorf(codeNVVM, "invalid shape or multiplicand type: %s", elemA)
	case i < 0:
		return op.OpErrorf(codeNVVM, "unimplemented variant for MMA shape <%d, %d, %d>", m, n, k)
	}
	if err := verifyFragments(op, &sparseProducts[i]); err != nil {
		return err
	}
	integer := slices.Contains(bytes, elemA) || slices.Contains(nibbles, elemA)
	if integer && op.Attr("intOverflowBehavior") == nil {
		return op.OpErrorf(codeNVVM, "op requires intOverflowBehavior attribute")
	}
	return nil
}
