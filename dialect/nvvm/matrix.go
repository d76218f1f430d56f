package nvvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

// The loads and stores of matrices by a warp: PTX ISA, "ldmatrix" and "stmatrix".

var matrixAttrs = []ir.AttrDef{
	enumAttr("layout", MatrixLayout),
	{Name: "shape", Type: ir.AttrConstraint{Def: MatrixShape, Match: func(a ir.Attr) bool {
		p, ok := a.(*ir.ParametricAttr)
		return ok && p.Def == MatrixShape
	}}},
	enumAttr("eltType", MatrixElement),
}

// LdMatrix is nvvm.ldmatrix: it loads num matrices. Each thread gives the address of one row and receives a
// part of each matrix.
var LdMatrix = &ir.OpDef{
	Name:     "nvvm.ldmatrix",
	Summary:  "cooperative load of matrices",
	Operands: []ir.OperandDef{operand("ptr", shared)},
	Results:  result(ir.TypeConstraint{Summary: "any type"}),
	Attrs:    append([]ir.AttrDef{{Name: "num", Type: i32Attr}}, matrixAttrs...),
	Format:   "$ptr attr-dict `:` functional-type($ptr, $res)",
	Verify:   verifyLdMatrix,
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		add(ir.Effect{Kind: ir.Read, Value: op.Operand(0)})
		touchesMachine(op, add)
	},
}

// StMatrix is nvvm.stmatrix: it stores matrices, each of which is one operand.
var StMatrix = &ir.OpDef{
	Name:     "nvvm.stmatrix",
	Summary:  "cooperative store of matrices",
	Operands: []ir.OperandDef{operand("ptr", shared), variadic("sources", i32)},
	Attrs:    matrixAttrs,
	Format:   "$ptr `,` $sources attr-dict `:` type(operands)",
	Verify:   verifyStMatrix,
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		add(ir.Effect{Kind: ir.Write, Value: op.Operand(0)})
		touchesMachine(op, add)
	},
}

// matrixShape has the values of attributes that a shape of ldmatrix allows.
type matrixShape struct {
	m, n     int64
	counts   []int64
	layout   string // "" for both
	elements []string
	// The messages about a wrong count and wrong elements.
	wantCount, wantElements string
}

var small = []string{"b8x16.b4x16_p64", "b8x16.b6x16_p32"}

var loadShapes = []matrixShape{
	{8, 8, []int64{1, 2, 4}, "", []string{"b16"}, "1, 2 or 4", "b16"},
	{8, 16, []int64{1, 2, 4}, "row", small, "1, 2 or 4", "b8x16.b4x16_p64 or b8x16.b6x16_p32"},
	{16, 16, []int64{1, 2}, "col", append(small[:2:2], "b8"), "1 or 2",
		"b8, b8x16.b4x16_p64 or b8x16.b6x16_p32"},
}

func verifyLdMatrix(op *ir.Op) error {
	shape := op.Attr("shape").(*ir.ParametricAttr)
	m, n := shape.IntParam(0), shape.IntParam(1)
	i := slices.IndexFunc(loadShapes, func(s matrixShape) bool { return s.m == m && s.n == n })
	if i < 0 {
		return op.OpErrorf(codeNVVM, "expected shape to be 8x8, 8x16 or 16x16")
	}
	s := &loadShapes[i]
	count, _ := op.IntAttr("num")
	isElement := slices.ContainsFunc(s.elements, func(name string) bool {
		return isCase(op.Attr("eltType"), name)
	})
	switch {
	case s.layout != "" && !isCase(op.Attr("layout"), s.layout):
		return op.OpErrorf(codeNVVM, "expected layout to be %s for %dx%d matrix", s.layout, m, n)
	case !slices.Contains(s.counts, count):
		return op.OpErrorf(codeNVVM, "expected num attribute to be %s for %dx%d matrix", s.wantCount, m, n)
	case !isElement:
		return op.OpErrorf(codeNVVM, "expected element type to be %s for %dx%d matrix", s.wantElements, m, n)
	}
	if m == 16 {
		count *= 2
	}
	return verifyWords(op, count)
}

// verifyWords checks that the result is count words of 32 bits.
func verifyWords(op *ir.Op, count int64) error {
	res := op.Result(0).Type()
	if count == 1 {
		if !isInt(32)(res) {
			return op.OpErrorf(codeNVVM, "expected destination type is i32")
		}
		return nil
	}
	members, _ := llvm.Members(res)
	if int64(len(members)) != count ||
		slices.ContainsFunc(members, func(t ir.Type) bool { return !isInt(32)(t) }) {
		return op.OpErrorf(codeNVVM, "expected destination type is a structure of %d elements of type i32",
			count)
	}
	return nil
}

func verifyStMatrix(op *ir.Op) error {
	shape := op.Attr("shape").(*ir.ParametricAttr)
	m, n := shape.IntParam(0), shape.IntParam(1)
	count := op.NumOperands() - 1
	wide := m == 16 && n == 8
	switch {
	case count != 1 && count != 2 && count != 4:
		return op.OpErrorf(codeNVVM, "expected num attribute to be 1, 2 or 4")
	case !wide && (m != 8 || n != 8):
		return op.OpErrorf(codeNVVM, "expected shape to be 8x8 or 16x8")
	case !wide && !isCase(op.Attr("eltType"), "b16"):
		return op.OpErrorf(codeNVVM, "expected element type to be B16 for 8x8 matrix")
	case wide && !isCase(op.Attr("eltType"), "b8"):
		return op.OpErrorf(codeNVVM, "expected element type to be B8 for 16x8 matrix")
	case wide && !isCase(op.Attr("layout"), "col"):
		return op.OpErrorf(codeNVVM, "expected layout to be col for 16x8 matrix")
	}
	return nil
}
