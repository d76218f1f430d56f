package llvm

import (
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

// global prints a global variable.
func (w *writer) global(op *ir.Op) {
	t := op.Attr("global_type").(*ir.TypeAttr).Type
	w.put(globalName(op.SymbolName()), " = ")
	filled := w.filler(op) != ""
	value := "zeroinitializer"
	if !filled {
		value = w.initializer(op, t)
	}
	if linkage := linkageOf(op); linkage != "" {
		w.put(linkage, " ")
	} else if value == "" {
		w.put("external ")
	}
	w.put(w.preamble(op))
	if op.Attr("thread_local_") != nil {
		w.put("thread_local ")
	}
	w.put(w.unnamed(op))
	if space, _ := op.IntAttr("addr_space"); space != 0 {
		w.put("addrspace(", strconv.FormatInt(space, 10), ") ")
	}
	if op.Attr("externally_initialized") != nil {
		w.put("externally_initialized ")
	}
	kind := "global "
	if op.Attr("constant") != nil && !filled {
		kind = "constant "
	}
	w.put(kind, w.typ(op, t))
	if value != "" {
		w.put(" ", value)
	}
	w.put(w.placement(op, ", "), "\n")
}

// linkageOf returns the linkage of a symbol, "" for an external one.
func linkageOf(op *ir.Op) string {
	a, ok := op.Attr("linkage").(*ir.EnumAttr)
	if !ok || a.Value == llvm.LinkageExternal {
		return ""
	}
	return string(ir.AppendEnum(nil, a.Def, a.Value))
}

// preamble returns the words between the linkage and the type of a symbol.
func (w *writer) preamble(op *ir.Op) string {
	text := ""
	if op.Attr("dso_local") != nil {
		text = "dso_local "
	}
	if v, _ := op.IntAttr("visibility_"); v > 0 {
		text += string(ir.AppendEnum(nil, llvm.Visibility, v)) + " "
	}
	return text
}

func (w *writer) unnamed(op *ir.Op) string {
	if v, _ := op.IntAttr("unnamed_addr"); v > 0 {
		return string(ir.AppendEnum(nil, llvm.UnnamedAddr, v)) + " "
	}
	return ""
}

// placement returns section, comdat and alignment. The separator stands in front of each.
func (w *writer) placement(op *ir.Op, separator string) string {
	text := ""
	if s := op.StringAttr("section"); s != "" {
		text += separator + "section " + quote(s)
	}
	if ref, ok := op.Attr("comdat").(*ir.SymbolRefAttr); ok && len(ref.Nested) == 1 {
		text += separator + "comdat($" + identifier(ref.Nested[0]) + ")"
	}
	if n, _ := op.IntAttr("alignment"); n > 0 {
		text += separator + "align " + strconv.FormatInt(n, 10)
	}
	return text
}

// initializer returns the value of a global, "" if the global is only declared.
func (w *writer) initializer(op *ir.Op, t ir.Type) string {
	if a := op.Attr("value"); a != nil {
		return w.constant(op, a, t)
	}
	if op.NumRegions() > 0 && !op.Region(0).Empty() {
		return w.evaluate(op.Body())
	}
	if linkage := linkageOf(op); linkage == "" || linkage == "extern_weak" {
		return ""
	}
	return "undef"
}

// structors prints the functions that run before and after main.
func (w *writer) structors(op *ir.Op, kind string) {
	functions, _ := op.Attr(kind).(*ir.ArrayAttr)
	priorities, _ := op.Attr("priorities").(*ir.ArrayAttr)
	data, _ := op.Attr("data").(*ir.ArrayAttr)
	if functions == nil || priorities == nil || len(functions.Elems) != len(priorities.Elems) {
		w.fail(op, codeAttribute, "needs as many priorities as functions")
		return
	}
	list := make([]string, len(functions.Elems))
	for i, f := range functions.Elems {
		object := "null"
		if data != nil && i < len(data.Elems) {
			if ref, ok := data.Elems[i].(*ir.SymbolRefAttr); ok {
				object = globalName(ref.Root)
			}
		}
		list[i] = structor(strconv.FormatInt(priorities.Elems[i].(*ir.IntegerAttr).Value, 10),
			f.(*ir.SymbolRefAttr).Root, object)
	}
	if kind == "ctors" {
		list, w.before = append(w.before, list...), nil
	}
	w.putStructors(kind, list)
}

// structor returns an entry of a list of functions that run before or after main.
func structor(priority, function, object string) string {
	return "{ i32, ptr, ptr } { i32 " + priority + ", ptr " + globalName(function) + ", ptr " + object + " }"
}

func (w *writer) putStructors(kind string, list []string) {
	if len(list) > 0 {
		w.put("@llvm.global_", kind, " = appending global [", strconv.Itoa(len(list)),
			" x { i32, ptr, ptr }] [", strings.Join(list, ", "), "]\n")
	}
}

// comdats notes which symbols the linker may merge.
func (w *writer) comdats(op *ir.Op) {
	kinds := [...]string{"any", "exactmatch", "largest", "nodeduplicate", "samesize"}
	for selector := range op.Body().Ops() {
		kind, ok := selector.IntAttr("comdat")
		if !ok || kind < 0 || kind >= int64(len(kinds)) {
			w.fail(selector, codeOp, "cannot be printed as LLVM IR")
			continue
		}
		w.comdatList = append(w.comdatList, "$"+identifier(selector.SymbolName())+" = comdat "+kinds[kind])
	}
}
