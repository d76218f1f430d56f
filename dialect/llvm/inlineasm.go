package llvm

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

var asmDialect = enumeration("asm_dialect", "att", "intel")

// InlineAsm is llvm.inline_asm: text in the language of the target's assembler.
var InlineAsm = &ir.OpDef{
	Name:     "llvm.inline_asm",
	Summary:  "text in the language of the target's assembler",
	Operands: []ir.OperandDef{variadic("operands", anyLLVM)},
	Results:  []ir.ResultDef{{Name: "res", Type: anyLLVM, Arity: ir.Optional}},
	Attrs: []ir.AttrDef{
		{Name: "asm_string", Type: constraint.String}, {Name: "constraints", Type: constraint.String},
		unit("has_side_effects"),
		unit("is_align_stack"),
		enumOr("tail_call_kind", TailCallKind, "LLVM Calling Convention specification", 0),
		optional("asm_dialect", constraint.Enum(asmDialect, "ATT (0) or Intel (1) asm dialect")),
		optional("operand_attrs", arrayAttr),
	},
	Format: "(`has_side_effects` $has_side_effects^)? (`is_align_stack` $is_align_stack^)? " +
		"(`tail_call_kind` `=` $tail_call_kind^)? " +
		"(`asm_dialect` `=` $asm_dialect^)? (`operand_attrs` `=` $operand_attrs^)? attr-dict $asm_string " +
		"`,` $constraints " +
		"operands `:` functional-type(operands, results)",
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		if op.Attr("has_side_effects") != nil {
			add(ir.Effect{Kind: ir.Read})
			add(ir.Effect{Kind: ir.Write})
		}
	},
}
