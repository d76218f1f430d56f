package llvm

import (
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

var tailCalls = [...]string{"", "tail ", "musttail ", "notail "}

func tail(op *ir.Op) string {
	for _, name := range [...]string{"TailCallKind", "tail_call_kind"} { // of a call, of an llvm.inline_asm
		if a, ok := op.Attr(name).(*ir.EnumAttr); ok && a.Value > 0 && a.Value < int64(len(tailCalls)) {
			return tailCalls[a.Value]
		}
	}
	return ""
}

// call prints a call of a function by its name or through a pointer.
func (f *function) call(op *ir.Op, _ *node) {
	args := op.OperandsOf(0)
	target := ""
	if ref, ok := op.Attr("callee").(*ir.SymbolRefAttr); ok {
		target = globalName(ref.Root)
	} else if len(args) > 0 {
		target, args = f.ref(args[0]), args[1:]
	}
	result := "void"
	if op.NumResults() == 1 {
		result = f.typ(op, op.Result(0).Type())
	}
	if t, ok := op.Attr("var_callee_type").(*ir.TypeAttr); ok {
		result = f.typ(op, t.Type)
	}
	f.write(op, tail(op), "call", fastMath(op), " ", callingConvention(op), f.attributes(op, "res_attrs", 0),
		result, " ", target,
		"(", f.arguments(op, args), ")", f.group(f.callAttributes(op)), f.bundles(op), f.weights(op))
}

func (f *function) arguments(op *ir.Op, args []*ir.Value) string {
	list := make([]string, len(args))
	for i, v := range args {
		list[i] = f.typ(op, v.Type()) + " " + f.attributes(op, "arg_attrs", i) + f.ref(v)
	}
	return strings.Join(list, ", ")
}

// bundles returns the operand bundles of a call.
func (f *function) bundles(op *ir.Op) string {
	sizes := op.Ints("op_bundle_sizes")
	tags, _ := op.Attr("op_bundle_tags").(*ir.ArrayAttr)
	if len(sizes) == 0 || tags == nil {
		return ""
	}
	values := op.OperandsOf(len(op.Def().Operands) - 1)
	list := make([]string, len(sizes))
	for i, n := range sizes {
		inner := make([]string, n)
		for j := range inner {
			inner[j] = f.operand(values[j])
		}
		values = values[n:]
		list[i] = quote(tags.Elems[i].(*ir.StringAttr).Value) + "(" + strings.Join(inner, ", ") + ")"
	}
	return " [ " + strings.Join(list, ", ") + " ]"
}

func (f *function) inlineAsm(op *ir.Op, _ *node) {
	result := "void"
	if op.NumResults() == 1 {
		result = f.typ(op, op.Result(0).Type())
	}
	text := tail(op) + "call " + result + " asm"
	for _, flag := range [...][2]string{{"has_side_effects", " sideeffect"},
		{"is_align_stack", " alignstack"}} {
		if op.Attr(flag[0]) != nil {
			text += flag[1]
		}
	}
	if dialect, _ := op.IntAttr("asm_dialect"); dialect == 1 {
		text += " inteldialect"
	}
	f.write(op, text, " ", quote(op.StringAttr("asm_string")), ", ", quote(op.StringAttr("constraints")), "(",
		f.operands(op, 0), ")")
}
