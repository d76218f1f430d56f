package llvm

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// CallIntrinsic is llvm.call_intrinsic: the call of an intrinsic without an operation, by its name in LLVM
// IR.
var CallIntrinsic = &ir.OpDef{
	Name:     "llvm.call_intrinsic",
	Summary:  "Call to an LLVM intrinsic function.",
	Operands: []ir.OperandDef{variadic("args", anyLLVM), variadic("op_bundle_operands", anyLLVM)},
	Results:  []ir.ResultDef{{Name: "results", Type: anyLLVM, Arity: ir.Optional}},
	Attrs: slices.Concat([]ir.AttrDef{{Name: "intrin", Type: constraint.String}, fastmath}, bundles,
		argAttrs, []ir.AttrDef{constraint.OperandSegmentSize}),
	Traits: ir.AttrSizedOperands,
	Format: "$intrin `(` $args `)` (custom<OpBundles>($op_bundle_operands, type($op_bundle_operands), " +
		"$op_bundle_tags, $op_bundle_sizes)^)? " +
		"attr-dict `:` functional-type($args, $results)",
	Verify: func(op *ir.Op) error {
		if !strings.HasPrefix(op.StringAttr("intrin"), "llvm.") {
			return op.OpErrorf(codeLLVM, "intrinsic name must start with 'llvm.'")
		}
		return verifyBundles(op)
	},
}
