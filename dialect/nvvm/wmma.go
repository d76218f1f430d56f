package nvvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

// Products of matrices with opaque fragments: PTX ISA, "wmma", does not say which thread of the warp has
// which elements. Only these operations can load, multiply and store such fragments.

// WmmaFragment is #nvvm.mma_frag<a>: the matrix of A * B + C that a fragment belongs to.
var WmmaFragment = enum("mma_frag", "a", "b", "c")

// wmmaExtents are the attributes of a product's extents, and more. A has m x k elements, B k x n, and C m x
// n.
func wmmaExtents(more ...ir.AttrDef) []ir.AttrDef {
	return append([]ir.AttrDef{{Name: "m", Type: i32Attr}, {Name: "n", Type: i32Attr},
		{Name: "k", Type: i32Attr}}, more...)
}

// WmmaLoad is nvvm.wmma.load: it loads a fragment of a matrix. The rows of the matrix, or its columns if the
// layout says so, are stride elements apart.
var WmmaLoad = &ir.OpDef{
	Name:     "nvvm.wmma.load",
	Summary:  "Warp synchronous matrix load",
	Operands: []ir.OperandDef{operand("ptr", anyPointer), operand("stride", i32)},
	Results: result(ir.TypeConstraint{Summary: "LLVM structure type or 64-bit float",
		Match: func(t ir.Type) bool {
			return isStruct(t) || isF64(t)
		}}),
	Attrs: wmmaExtents(enumAttr("layout", MatrixLayout), enumAttr("eltype", MatrixType),
		enumAttr("frag", WmmaFragment)),
	Format: "$ptr `,` $stride attr-dict `:` functional-type($ptr, $res)",
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		add(ir.Effect{Kind: ir.Read, Value: op.Operand(0)})
		touchesMachine(op, add)
	},
	Verify: verifyWmmaLoad,
}

// WmmaMma is nvvm.wmma.mma: the fragment of A * B + C. Its operands are the words of the fragments of A, B
// and C. As in MLIR, eltypeA is the type of A's and B's elements, and eltypeB that of C's and of the
// result's.
var WmmaMma = &ir.OpDef{
	Name:     "nvvm.wmma.mma",
	Summary:  "Warp synchronous matrix-multiply accumulate using tensor cores.",
	Operands: []ir.OperandDef{variadic("args", compatible)},
	Results:  result(structType),
	Attrs: wmmaExtents(enumAttr("layoutA", MatrixLayout), enumAttr("layoutB", MatrixLayout),
		enumAttr("eltypeA", MatrixType),
		enumAttr("eltypeB", MatrixType)),
	Format:  "$args attr-dict `:` functional-type($args, $res)",
	Effects: touchesMachine,
	Verify:  verifyWmmaMma,
}

// WmmaStore is nvvm.wmma.store: it stores a fragment of a result.
var WmmaStore = &ir.OpDef{
	Name:    "nvvm.wmma.store",
	Summary: "Warp synchronous matrix store",
	Operands: []ir.OperandDef{operand("ptr", anyPointer), variadic("args", compatible),
		operand("stride", i32)},
	Attrs:  wmmaExtents(enumAttr("layout", MatrixLayout), enumAttr("eltype", MatrixType)),
	Format: "$ptr `,` $stride `,` $args attr-dict `:` qualified(type($ptr)) `,` type($args)",
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		add(ir.Effect{Kind: ir.Write, Value: op.Operand(0)})
		touchesMachine(op, add)
	},
	Verify: verifyWmmaStore,
}

// wmmaShapes has the shapes m, n, k for each type of A's and B's elements, with the types that C's may have.
var wmmaShapes = []struct {
	factor string
	sums   []string
	shapes [][3]int64
}{
	{"f16", []string{"f16", "f32"}, wideShapes}, {"s8", []string{"s32"}, wideShapes},
	{"u8", []string{"s32"}, wideShapes},
	{"tf32", []string{"f32"}, [][3]int64{{16, 16, 8}}}, {"f64", []string{"f64"}, [][3]int64{{8, 8, 4}}},
}

var wideShapes = [][3]int64{{16, 16, 16}, {32, 8, 16}, {8, 32, 16}}

// isProduct reports whether there is a product of a shape. An empty type name stands for any type.
func isProduct(shape [3]int64, factor, sum string) bool {
	for _, w := range wmmaShapes {
		if (factor == "" || factor == w.factor) && (sum == "" || slices.Contains(w.sums, sum)) &&
			slices.Contains(w.shapes, shape) {
			return true
		}
	}
	return false
}

// WmmaShape returns the extents m, n and k of an operation.
func WmmaShape(op *ir.Op) [3]int64 {
	var s [3]int64
	for i, name := range []string{"m", "n", "k"} {
		s[i], _ = op.IntAttr(name)
	}
	return s
}

// WmmaWords returns the number of words that a thread has of the fragment (a, b or c) in a product of that
// shape, and their type. ok is false if no product of that shape has such elements in the fragment.
func WmmaWords(c *ir.Context, shape [3]int64, frag, elem string) (count int, word ir.Type, ok bool) {
	factor := frag != "c"
	if factor && !isProduct(shape, elem, "") || !factor && !isProduct(shape, "", elem) {
		return 0, nil, false
	}
	switch {
	case elem == "f16" && factor:
		return 8, c.Vector([]int64{2}, nil, c.F16), true
	case elem == "f16":
		return 4, c.Vector([]int64{2}, nil, c.F16), true
	case elem == "f32":
		return 8, c.F32, true
	case elem == "tf32":
		return 4, c.I32, true
	case elem == "f64" && factor:
		return 1, c.F64, true
	case elem == "f64":
		return 2, c.F64, true
	case frag == "a": // bytes
		return int(shape[0] / 8), c.I32, true
	case frag == "b":
		return int(shape[1] / 8), c.I32, true
	}
	return 8, c.I32, true
}

// WmmaShapeOf returns the shape of a product whose fragment (a, b or c) is of a matrix of those extents. ok
// is false if there is none.
func WmmaShapeOf(frag, elem string, rows, columns int64) (shape [3]int64, ok bool) {
	for _, w := range wmmaShapes {
		if frag != "c" && elem != w.factor || frag == "c" && !slices.Contains(w.sums, elem) {
			continue
		}
		for _, s := range w.shapes {
			extents := map[string][2]int64{"a": {s[0], s[2]}, "b": {s[2], s[1]}, "c": {s[0], s[1]}}[frag]
			if extents == [2]int64{rows, columns} {
				return s, true
			}
		}
	}
	return shape, false
}

// IsWmma reports whether there is a product of that shape. factor is the type of the elements of A and B, and
// sum that of C's.
func IsWmma(shape [3]int64, factor, sum string) bool { return isProduct(shape, factor, sum) }

// enumName returns the name of the case that an attribute is.
func enumName(op *ir.Op, attr string) string {
	e, ok := op.Attr(attr).(*ir.EnumAttr)
	if !ok {
		return ""
	}
	return e.Def.CaseName(e.Value)
}

// reachesMatrix reports whether the memory space of a pointer may hold matrices.
func reachesMatrix(v *ir.Value) bool {
	return pointsTo(llvm.Generic, llvm.Global, llvm.Shared)(v.Type())
}

func verifyWmmaLoad(op *ir.Op) error {
	if !reachesMatrix(op.Operand(0)) {
		return op.OpErrorf(codeNVVM, "expected source pointer in memory space 0, 1, 3")
	}
	n, word, ok := WmmaWords(op.Context(), WmmaShape(op), enumName(op, "frag"), enumName(op, "eltype"))
	if !ok {
		return invalidCombination(op)
	}
	if n == 1 && isF64(word) {
		if op.Result(0).Type() != word {
			return op.OpErrorf(codeNVVM, "expected destination type to be f64")
		}
		return nil
	}
	return verifyWmmaResult(op, n, word)
}

func invalidCombination(op *ir.Op) error {
	return op.OpErrorf(codeNVVM, "invalid attribute combination")
}

// verifyWmmaResult checks that the result has n words.
func verifyWmmaResult(op *ir.Op, n int, word ir.Type) error {
	members, _ := llvm.Members(op.Result(0).Type())
	if !slices.Equal(members, slices.Repeat([]ir.Type{word}, n)) {
		return op.OpErrorf(codeNVVM, "expected destination type is a structure of %d elements of type '%v'",
			n, word)
	}
	return nil
}

func verifyWmmaMma(op *ir.Op) error {
	c, shape := op.Context(), WmmaShape(op)
	factor, sum := enumName(op, "eltypeA"), enumName(op, "eltypeB")
	if !IsWmma(shape, factor, sum) {
		return invalidCombination(op)
	}
	var want []ir.Type
	for _, m := range [...][2]string{{"a", factor}, {"b", factor}, {"c", sum}} {
		n, word, _ := WmmaWords(c, shape, m[0], m[1])
		want = append(want, slices.Repeat([]ir.Type{word}, n)...)
	}
	if op.NumOperands() != len(want) {
		return op.OpErrorf(codeNVVM, "expected %d arguments", len(want))
	}
	for i, v := range op.Operands() {
		if v.Type() != want[i] {
			return op.OpErrorf(codeNVVM, "expected argument %d to be of type '%v'", i, want[i])
		}
	}
	n, word, _ := WmmaWords(c, shape, "c", sum)
	return verifyWmmaResult(op, n, word)
}

func verifyWmmaStore(op *ir.Op) error {
	if !reachesMatrix(op.Operand(0)) {
		return op.OpErrorf(codeNVVM, "expected operands to be a source pointer in memory space 0, 1, 3")
	}
	n, word, ok := WmmaWords(op.Context(), WmmaShape(op), "c", enumName(op, "eltype"))
	if !ok {
		return invalidCombination(op)
	}
	args := op.OperandsOf(1)
	if len(args) != n {
		return op.OpErrorf(codeNVVM, "expected %d data operands", n)
	}
	if slices.ContainsFunc(args, func(v *ir.Value) bool { return v.Type() != word }) {
		return op.OpErrorf(codeNVVM, "expected data operands of type '%v'", word)
	}
	return nil
}
