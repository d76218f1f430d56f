package ptx

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

// A parameter is one value in memory of its own (.param), with the layout of its type: PTX ISA, "Parameters".
// So is the result.

// signature returns the head of a function, and reads its parameters.
func (f *function) signature() string {
	result, args, _ := llvm.FuncType(llvm.TypeOf(f.root))
	name := f.name(f.root.SymbolName())
	var b strings.Builder
	if isKernel(f.root) {
		fmt.Fprintf(&b, ".visible .entry %s(", name)
	} else {
		b.WriteString(".func ")
		if !llvm.IsVoid(result) {
			fmt.Fprintf(&b, "(%s) ", f.param(result, "retval", false))
		}
		b.WriteString(name + "(")
	}
	for i, t := range args {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n\t")
		if size, align, ok := f.passedWhole(i); ok {
			fmt.Fprintf(&b, ".param .align %d .b8 %s[%d]", align, paramName(name, i), size)
			continue
		}
		b.WriteString(f.param(t, paramName(name, i), isKernel(f.root)))
	}
	b.WriteString("\n)\n")
	if isKernel(f.root) {
		f.appendLimits(&b)
	}
	f.refusePassing()
	for i, a := range f.root.Body().Args() {
		f.parameter(a, paramName(name, i))
	}
	return b.String()
}

// appendLimits writes the directives with which a kernel restricts its launches and its registers (PTX ISA,
// Performance-Tuning Directives and Cluster Dimension Directives).
func (f *function) appendLimits(b *strings.Builder) {
	numbers := func(directive string, size []int64) {
		fmt.Fprintf(b, "%s %s\n", directive,
			strings.Trim(strings.ReplaceAll(fmt.Sprint(size), " ", ", "), "[]"))
	}
	if size := blockSize(f.root); size != nil && f.root.Attr("nvvm.reqntid") != nil {
		numbers(".reqntid", size)
	} else if size != nil {
		numbers(".maxntid", size)
	}
	for _, limit := range []struct {
		attr, directive string
	}{{"nvvm.minctasm", ".minnctapersm"}, {"nvvm.maxnreg", ".maxnreg"}} {
		if n, ok := f.root.IntAttr(limit.attr); ok {
			numbers(limit.directive, []int64{n})
		}
	}
	if size := sizes(f.root, "nvvm.cluster_dim"); size != nil {
		f.require(f.root, clustered)
		b.WriteString(".explicitcluster\n")
		numbers(".reqnctapercluster", size)
	}
	if n, ok := f.root.IntAttr("nvvm.cluster_max_blocks"); ok {
		f.require(f.root, clustered)
		numbers(".maxclusterrank", []int64{n})
	}
	if f.root.Attr("nvvm.blocksareclusters") != nil {
		f.fail(f.root, codeOp, "has the attribute 'nvvm.blocksareclusters', which has no form here")
	}
}

// passing are the attributes of an argument that change how it is passed.
var passing = []string{
	"llvm.byval", "llvm.byref", "llvm.inalloca", "llvm.preallocated", "llvm.nest", "llvm.swiftself",
	"llvm.swiftasync", "llvm.swifterror",
	"nvvm.grid_constant",
}

// refusePassing reports arguments with such an attribute.
func (f *function) refusePassing() {
	list, ok := f.root.Attr("arg_attrs").(*ir.ArrayAttr)
	if !ok {
		return
	}
	for i, e := range list.Elems {
		if _, _, ok := f.passedWhole(i); ok {
			continue
		}
		for _, a := range e.(*ir.DictAttr).Entries {
			if slices.Contains(passing, a.Name) {
				f.fail(f.root, codeOp, "has the argument #%d with the attribute '%s', which has no form here",
					i, a.Name)
			}
		}
	}
}

// passedWhole returns the size and the alignment of an argument of a kernel that is the address of memory
// which the launch passes, and which the kernel does not change (llvm.byval with nvvm.grid_constant).
func (f *function) passedWhole(i int) (size, align int64, ok bool) {
	return passedWhole(f.root, i)
}

func passedWhole(function *ir.Op, i int) (size, align int64, ok bool) {
	list, isList := function.Attr("arg_attrs").(*ir.ArrayAttr)
	if !isList || !isKernel(function) || i >= len(list.Elems) {
		return 0, 0, false
	}
	constant := false
	for _, a := range list.Elems[i].(*ir.DictAttr).Entries {
		switch a.Name {
		case "llvm.byval":
			if t, isType := a.Value.(*ir.TypeAttr); isType {
				var natural int64
				size, natural = sizeOf(t.Type)
				align = max(align, natural)
			}
		case "llvm.align":
			if n, isNumber := a.Value.(*ir.IntegerAttr); isNumber {
				align = max(align, n.Value)
			}
		case "nvvm.grid_constant":
			constant = true
		}
	}
	return size, align, constant && size > 0
}

func paramName(function string, i int) string { return fmt.Sprintf("%s_param_%d", function, i) }

// param declares a parameter. The declaration says whether a kernel's parameter is a pointer.
func (f *function) param(t ir.Type, name string, kernel bool) string {
	list, ok := words(nil, t)
	if !ok {
		f.fail(f.root, codeOp, "has an argument or a result of type %v, which registers cannot hold", t)
		return ""
	}
	if len(list) == 1 && !isVector(t) {
		if kernel && llvm.IsPointer(t) && list[0].class == b64 {
			return fmt.Sprintf(".param .u64 .ptr .global .align %d %s", ArgumentAlign, name)
		}
		return fmt.Sprintf(".param .b%d %s", 8*max(paramBytes(list[0]), 1), name)
	}
	size, align := sizeOf(t)
	return fmt.Sprintf(".param .align %d .b8 %s[%d]", align, name, size)
}

func isVector(t ir.Type) bool { _, ok := t.(*ir.VectorType); return ok }

// paramBytes returns the size of a word in memory.
func paramBytes(w word) int64 {
	if w.class == pred {
		return 1
	}
	return roundUp((int64(w.bits) + 7) / 8)
}

// parameter reads a parameter. A pointer that a kernel gets points to global memory unless its type says
// otherwise.
func (f *function) parameter(a *ir.Value, name string) {
	if !a.HasUses() {
		return
	}
	if _, _, ok := f.passedWhole(a.Index()); ok {
		from, to := f.fresh(b64), f.fresh(b64)
		fmt.Fprintf(&f.prologue, "\tmov.b64 %s, %s;\n\tcvta.param.u64 %s, %s;\n", from.text(""), name,
			to.text(""),
			from.text(""))
		f.values[a] = &value{words: []operand{to}}
		return
	}
	list := f.loadParts(a.Type(), name, &f.prologue)
	if space, ok := llvm.AddressSpace(a.Type()); ok {
		list[0].space = space
		if space == llvm.Generic && isKernel(f.root) {
			to := f.fresh(b64)
			fmt.Fprintf(&f.prologue, "\tcvta.to.global.u64 %s, %s;\n", to.text(""), list[0].text(""))
			to.space = llvm.Global
			list[0] = to
		}
	}
	f.values[a] = &value{words: list}
}

// loadParts reads the words of a value from memory of parameters.
func (f *function) loadParts(t ir.Type, name string, out *strings.Builder) []operand {
	var list []operand
	for _, p := range parts(t, 0) {
		r := f.fresh(p.register())
		fmt.Fprintf(out, "\tld.param.%s %s, [%s%s];\n", p.memoryType(), r.text(""), name, distance(p.offset))
		if p.class == pred {
			to := f.fresh(pred)
			fmt.Fprintf(out, "\tsetp.ne.u16 %s, %s, 0;\n", to.text(""), r.text(""))
			r = to
		}
		r.space = p.space
		list = append(list, r)
	}
	return list
}

// distance returns the text behind the base of an address. An address is always a sum: PTX ISA, "Addresses as
// Operands".
func distance(n int64) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("+%d", n)
}

func init() {
	registerWriters(map[*ir.OpDef]func(*function, *ir.Op){llvm.Call: writeCall})
}

// writeCall calls a function of the module. A call of abort, which ends a failed assertion, becomes a trap.
func writeCall(f *function, op *ir.Op) {
	ref, ok := op.Attr("callee").(*ir.SymbolRefAttr)
	if !ok {
		f.fail(op, codeOp, "calls a function value, which cannot be written")
		return
	}
	callee := f.functions[ref.Root]
	switch {
	case ref.Root == "abort":
		f.line("trap;")
		return
	case ref.Root == "puts":
		return // a device has no output; the following trap says where the program stopped
	case callee == nil || callee.Body() == nil:
		f.fail(op, codeOp, "calls '%s', which is not in the module", ref.Root)
		return
	case isKernel(callee):
		f.fail(op, codeOp, "calls a kernel, which only the host can do")
		return
	}
	f.early[ref.Root] = f.early[ref.Root] || !f.defined[ref.Root]
	f.line("{")
	names := make([]string, op.NumOperands())
	for i, v := range op.Operands() {
		names[i] = fmt.Sprintf("param%d", i)
		f.line(f.param(v.Type(), names[i], false) + ";")
		f.storeParts(v, names[i])
	}
	result := ""
	if op.NumResults() > 0 {
		f.line(f.param(op.Result(0).Type(), "retval0", false) + ";")
		result = "(retval0), "
	}
	f.line(fmt.Sprintf("call.uni %s%s, (%s);", result, f.name(ref.Root), strings.Join(names, ", ")))
	if op.NumResults() > 0 {
		f.set(op.Result(0), f.loadParts(op.Result(0).Type(), "retval0", &f.body)...)
	}
	f.line("}")
}

// storeParts writes the words of a value to memory of parameters. A value that registers cannot hold has
// fewer words than its type has parts.
func (f *function) storeParts(v *ir.Value, name string) {
	list, all := f.wordsOf(v), parts(v.Type(), 0)
	if len(list) < len(all) {
		f.fail(f.root, codeOp, "has an argument or a result of type %v, which registers cannot hold",
			v.Type())
		return
	}
	for i, p := range all {
		r := f.storable(list[i], p)
		f.line(fmt.Sprintf("st.param.%s [%s%s], %s;", p.memoryType(), name, distance(p.offset), r.text("")))
	}
}

func writeReturn(f *function, op *ir.Op) {
	if op.NumOperands() > 0 {
		f.storeParts(op.Operand(0), "retval")
	}
	f.line("ret;")
}
