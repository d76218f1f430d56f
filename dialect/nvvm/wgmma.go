package nvvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Products of matrices by a warpgroup, four warps: PTX ISA, "wgmma". Descriptors say where A and B lie in
// shared memory. A product is asynchronous, and complete when the group in which it was committed is.

// The enumerations of the products of a warpgroup.
var (
	WarpgroupScaleIn = &ir.EnumDef{Dialect: "nvvm", Mnemonic: "wgmma_scale_in", Width: 32,
		Cases: []ir.EnumCase{{Name: "one", Value: 1}, {Name: "neg", Value: -1}}}
	WarpgroupScaleOut = enum("wgmma_scale_out", "zero", "one")
	WarpgroupType     = enum("wgmma_type", "f16", "tf32", "u8", "s8", "b1", "bf16", "e4m3", "e5m2", "f32",
		"s32")
)

// WarpgroupMma is nvvm.wgmma.mma_async: D = A * B + D by a warpgroup, or D = A * B if scaleD is zero. The
// program must not access D before the group is complete, nor write A or B.
var WarpgroupMma = &ir.OpDef{
	Name:    "nvvm.wgmma.mma_async",
	Summary: "asynchronous matrix-multiply and accumulate by a warpgroup",
	Operands: []ir.OperandDef{operand("inouts", structType), operand("descriptorA", i64),
		operand("descriptorB", i64)},
	Results: []ir.ResultDef{{Name: "results", Type: structType}},
	Attrs: []ir.AttrDef{
		enumAttr("layoutA", MatrixLayout), enumAttr("layoutB", MatrixLayout),
		optionalAttr(enumAttr("satfinite", MatrixOverflow)),
		enumAttr("scaleA", WarpgroupScaleIn), enumAttr("scaleB", WarpgroupScaleIn),
		enumAttr("scaleD", WarpgroupScaleOut),
		shapeAttr, enumAttr("typeA", WarpgroupType), enumAttr("typeB", WarpgroupType),
		enumAttr("typeD", WarpgroupType),
	},
	Format: "$descriptorA `,` $descriptorB `,` $inouts `,` $shape `,` `D` `[` $typeD `,` $scaleD (`,` " +
		"$satfinite^)? `]` `,` " +
		"`A` `[` $typeA `,` $scaleA `,` $layoutA `]` `,` `B` `[` $typeB `,` $scaleB `,` $layoutB `]` " +
		"attr-dict `:` type($inouts) `->` type($results)",
	Verify:  verifyWarpgroupMma,
	Effects: touchesMachine,
	Async:   isAsync,
	QueueEffect: func(*ir.Op) ir.QueueEffect {
		return ir.QueueEffect{Kind: ir.QueueIssue, Unit: WarpgroupQueue.Engine}
	},
}

// warpgroupProduct is one row of the table of products: the types of elements of A, those that B may have
// with them, those that D may have, and the extent k.
type warpgroupProduct struct {
	a, b, d []string
	k       int64
}

// warpgroupProducts is the table of PTX ISA, "wgmma.mma_async".
var warpgroupProducts = []warpgroupProduct{
	{[]string{"f16"}, []string{"f16"}, []string{"f32", "f16"}, 16},
	// the hardware has only f32 here, but MLIR has no such rule
	{[]string{"bf16"}, []string{"bf16"}, []string{"f32", "f16"}, 16},
	{[]string{"tf32"}, []string{"tf32"}, []string{"f32"}, 8},
	{[]string{"e4m3", "e5m2"}, []string{"e4m3", "e5m2"}, []string{"f32", "f16"}, 32},
	{bytes, bytes, []string{"s32"}, 32},
	{[]string{"b1"}, []string{"b1"}, []string{"s32"}, 256},
}

// WarpgroupTypes returns the names of the types of the elements of A, B and D.
func WarpgroupTypes(op *ir.Op) (a, b, d string) {
	return caseName(op, "typeA"), caseName(op, "typeB"), caseName(op, "typeD")
}

func caseName(op *ir.Op, attr string) string {
	e := op.Attr(attr).(*ir.EnumAttr)
	return e.Def.CaseName(e.Value)
}

func verifyWarpgroupMma(op *ir.Op) error {
	if err := constraint.SameType(op, "input struct and result struct", op.Operand(0),
		op.Result(0)); err != nil {
		return op.OpErrorf(codeNVVM,
			"failed to verify that input struct and result struct must be the same type")
	}
	a, b, d := WarpgroupTypes(op)
	members, _ := llvm.Members(op.Result(0).Type())
	for _, t := range members {
		if t != members[0] {
			return op.OpErrorf(codeNVVM, "all elements in struct must be same type but there is '%v'", t)
		}
	}
	if err := verifyWarpgroupTypes(op, a, b, d); err != nil {
		return err
	}
	_, n, _ := Shape(op)
	words := int(n / 2)
	if d == "f16" {
		words = int(n / 4)
	}
	switch {
	case len(members) != words:
		return op.OpErrorf(codeNVVM, "results %d, however output struct has %d elements", words, len(members))
	case d != "s32" && isCase(op.Attr("satfinite"), "satfinite"):
		return op.OpErrorf(codeNVVM,
			" `satfinite` can be only used with s32 accumulator, however the current accumulator is %s", d)
	}
	return nil
}

// verifyWarpgroupTypes checks that there is a product of those types and extents.
func verifyWarpgroupTypes(op *ir.Op, a, b, d string) error {
	switch {
	case d != "f32" && d != "f16" && d != "s32":
		return op.OpErrorf(codeNVVM, "does not support the given output type %s", d)
	case d == "s32" && (isCase(op.Attr("scaleA"), "neg") || isCase(op.Attr("scaleB"), "neg")):
		return op.OpErrorf(codeNVVM, "has s32 output, scaleA and scaleB cannot be neg")
	}
	i := slices.IndexFunc(warpgroupProducts, func(row warpgroupProduct) bool {
		return slices.Contains(row.a, a) && slices.Contains(row.b, b) && slices.Contains(row.d, d)
	})
	if i < 0 {
		return op.OpErrorf(codeNVVM, "%s += %s * %s, it is not supported.", d, a, b)
	}
	half := a == "f16" || a == "bf16"
	switch m, n, k := Shape(op); {
	case m != 64:
		return op.OpErrorf(codeNVVM, "shape 'm' must be 64")
	case k != warpgroupProducts[i].k:
		return op.OpErrorf(codeNVVM, "shape 'k' must be %d for input type %s", warpgroupProducts[i].k, a)
	case !isWarpgroupWidth(n, d):
		return op.OpErrorf(codeNVVM, "has input type %s n is set to %d, it is not supported.", a, n)
	case !half && (isCase(op.Attr("layoutA"), "col") || isCase(op.Attr("layoutB"), "row")):
		return op.OpErrorf(codeNVVM,
			"given layouts layout_a = %s and layout_b = %s for input types %s and %s requires transpose. "+
				"However, this is only supported for: f16 and bf16", caseName(op, "layoutA"),
			caseName(op, "layoutB"), a, b)
	}
	return nil
}

// isWarpgroupWidth reports whether products with a result of elements d can have n columns. n must be a
// multiple of 8. From 32 on, integers need a multiple of 16.
func isWarpgroupWidth(n int64, d string) bool {
	switch {
	case n < 8 || n > 256:
		return false
	case d == "s32":
		return n%16 == 0 || n == 8 || n == 24
	}
	return n%8 == 0
}
