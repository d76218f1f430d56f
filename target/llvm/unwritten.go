package llvm

import "github.com/inflight-compiler/inflight/ir"

// noForm names, for each operation, the attributes that change the meaning of a program and that the writer
// cannot write. A program with one is refused. Every other attribute of the llvm dialect is written, or
// changes no result.
var noForm = map[string][]string{
	"llvm.func":        {"intel_reqd_sub_group_size", "reqd_work_group_size"},
	"llvm.inline_asm":  {"operand_attrs"},
	"llvm.mlir.global": {"target_specific_attrs"},
}

// refuseUnwritten reports an attribute of an operation that has no form.
func (w *writer) refuseUnwritten(op *ir.Op) {
	for _, name := range noForm[op.Name()] {
		if list, ok := op.Attr(name).(*ir.ArrayAttr); op.Attr(name) != nil && (!ok || len(list.Elems) > 0) {
			w.fail(op, codeAttribute, "has the attribute '%s', which has no form here", name)
		}
	}
}
