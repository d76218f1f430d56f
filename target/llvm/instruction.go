package llvm

import (
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

// printers has the function that prints each operation. Operations of one kind share a function.
var printers = map[string]func(f *function, op *ir.Op, n *node){
	"llvm.fneg":           (*function).unary,
	"llvm.freeze":         (*function).unary,
	"llvm.icmp":           (*function).compare,
	"llvm.fcmp":           (*function).compare,
	"llvm.select":         (*function).choose,
	"llvm.extractvalue":   (*function).extractValue,
	"llvm.insertvalue":    (*function).insertValue,
	"llvm.extractelement": (*function).list,
	"llvm.insertelement":  (*function).insertElement,
	"llvm.shufflevector":  (*function).shuffle,
	"llvm.alloca":         (*function).alloca,
	"llvm.load":           (*function).load,
	"llvm.store":          (*function).store,
	"llvm.getelementptr":  (*function).address,
	"llvm.atomicrmw":      (*function).atomicRMW,
	"llvm.cmpxchg":        (*function).cmpXchg,
	"llvm.fence":          (*function).fence,
	"llvm.call":           (*function).call,
	"llvm.call_intrinsic": (*function).callIntrinsic,
	"llvm.inline_asm":     (*function).inlineAsm,
	"llvm.br":             (*function).branch,
	"llvm.cond_br":        (*function).branch,
	"llvm.switch":         (*function).switchOn,
	"llvm.return":         (*function).leave,
	"llvm.unreachable":    (*function).leave,
}

func init() {
	for _, name := range strings.Fields(
		"add sub mul shl udiv sdiv lshr ashr or urem srem and xor fadd fsub fmul fdiv frem") {
		printers["llvm."+name] = (*function).binary
	}
	for _, name := range strings.Fields(
		"bitcast addrspacecast ptrtoint inttoptr sext zext trunc sitofp uitofp fptosi fptoui fpext fptrunc") {
		printers["llvm."+name] = (*function).cast
	}
	for _, def := range []*ir.OpDef{llvm.ConstrainedFPTrunc, llvm.ConstrainedSIToFP, llvm.ConstrainedUIToFP} {
		printers[def.Name] = (*function).constrained
	}
}

// instruction prints one operation.
func (f *function) instruction(op *ir.Op, n *node) {
	f.refuseUnwritten(op)
	if len(op.Results()) > 1 {
		f.fail(op, codeOp, "cannot be printed as LLVM IR")
		return
	}
	print, ok := printers[op.Name()]
	if !ok {
		in, isIntrinsic := intrinsics[strings.TrimPrefix(op.Name(), "llvm.intr.")]
		if !isIntrinsic {
			f.fail(op, codeOp, "cannot be printed as LLVM IR")
			return
		}
		f.intrinsic(op, in)
		return
	}
	print(f, op, n)
}

// write writes an instruction: its result, the given parts, and its metadata.
func (f *function) write(op *ir.Op, parts ...string) {
	f.put("  ")
	if hasValue(op) {
		f.put(f.values[op.Result(0)], " = ")
	}
	f.put(parts...)
	f.put(f.hints(op), "\n")
}

// mnemonic returns the name of the instruction for an operation.
func mnemonic(op *ir.Op) string { return strings.TrimPrefix(op.Name(), "llvm.") }

// operands returns the operands from number i on, separated by commas, each with its type.
func (f *function) operands(op *ir.Op, i int) string {
	list := make([]string, 0, op.NumOperands())
	for ; i < op.NumOperands(); i++ {
		list = append(list, f.operand(op.Operand(i)))
	}
	return strings.Join(list, ", ")
}

var fastMathNames = [...]struct {
	bit  int64
	name string
}{{64, "reassoc"}, {1, "nnan"}, {2, "ninf"}, {4, "nsz"}, {8, "arcp"}, {16, "contract"}, {32, "afn"}}

// fastMath returns the flags with the assumptions of a floating-point instruction.
func fastMath(op *ir.Op) string {
	a, ok := op.Attr("fastmathFlags").(*ir.EnumAttr)
	if !ok || a.Value == 0 {
		return ""
	}
	if a.Value == 127 {
		return " fast"
	}
	text := ""
	for _, flag := range fastMathNames {
		if a.Value&flag.bit != 0 {
			text += " " + flag.name
		}
	}
	return text
}

// arithmeticFlags returns the flags that make the result of an integer instruction poison.
func arithmeticFlags(op *ir.Op) string {
	text := ""
	if v, _ := op.IntAttr("overflowFlags"); v != 0 {
		if v&llvm.NUW != 0 {
			text += " nuw"
		}
		if v&llvm.NSW != 0 {
			text += " nsw"
		}
	}
	for _, flag := range [...][2]string{{"isExact", " exact"}, {"isDisjoint", " disjoint"},
		{"nonNeg", " nneg"}} {
		if op.Attr(flag[0]) != nil {
			text += flag[1]
		}
	}
	return text
}

func (f *function) unary(op *ir.Op, _ *node) {
	f.write(op, mnemonic(op), fastMath(op), " ", f.operand(op.Operand(0)))
}

func (f *function) list(op *ir.Op, _ *node) { f.write(op, mnemonic(op), " ", f.operands(op, 0)) }

func (f *function) binary(op *ir.Op, _ *node) {
	f.write(op, mnemonic(op), arithmeticFlags(op), fastMath(op), " ", f.operand(op.Operand(0)), ", ",
		f.ref(op.Operand(1)))
}

func (f *function) cast(op *ir.Op, _ *node) {
	f.write(op, mnemonic(op), arithmeticFlags(op), fastMath(op), " ", f.operand(op.Operand(0)), " to ",
		f.typ(op, op.Result(0).Type()))
}

// constrained writes a conversion without its constraints if it rounds as usual. LLVM's back ends call a
// library for some constrained conversions for which they have instructions.
func (f *function) constrained(op *ir.Op, _ *node) {
	if what := llvm.Unusual(op); what != "" {
		f.fail(op, codeAttribute, "%s", what)
		return
	}
	name := op.Name()[strings.LastIndexByte(op.Name(), '.')+1:]
	f.write(op, name, " ", f.operand(op.Operand(0)), " to ", f.typ(op, op.Result(0).Type()))
}

func (f *function) compare(op *ir.Op, _ *node) {
	names := llvm.ICmpPredicate
	if op.Name() == "llvm.fcmp" {
		names = llvm.FCmpPredicate
	}
	v, _ := op.IntAttr("predicate")
	predicate := strings.TrimPrefix(string(ir.AppendEnum(nil, names, v)), "_")
	f.write(op, mnemonic(op), fastMath(op), " ", predicate, " ", f.operand(op.Operand(0)), ", ",
		f.ref(op.Operand(1)))
}

func (f *function) choose(op *ir.Op, _ *node) {
	f.write(op, "select", fastMath(op), " ", f.operands(op, 0))
}

func (f *function) extractValue(op *ir.Op, _ *node) {
	f.write(op, "extractvalue ", f.operand(op.Operand(0)), position(op))
}

func (f *function) insertValue(op *ir.Op, _ *node) {
	f.write(op, "insertvalue ", f.operand(op.Operand(0)), ", ", f.operand(op.Operand(1)), position(op))
}

func position(op *ir.Op) string {
	text := ""
	for _, n := range op.Ints("position") {
		text += ", " + strconv.FormatInt(n, 10)
	}
	return text
}

func (f *function) insertElement(op *ir.Op, _ *node) {
	f.write(op, "insertelement ", f.operands(op, 0))
}

func (f *function) shuffle(op *ir.Op, _ *node) {
	mask := op.Ints("mask")
	list := make([]string, len(mask))
	for i, n := range mask {
		if list[i] = "i32 " + strconv.FormatInt(n, 10); n < 0 {
			list[i] = "i32 poison"
		}
	}
	t := op.Operand(0).Type().(*ir.VectorType)
	kind, text := "<", "<"+strings.Join(list, ", ")+">"
	if t.Scalable != nil {
		kind, text = "<vscale x ", "zeroinitializer"
		if len(mask) > 0 && mask[0] < 0 {
			text = "poison"
		}
	}
	f.write(op, "shufflevector ", f.operands(op, 0), ", ", kind, strconv.Itoa(len(mask)), " x i32> ", text)
}

func (f *function) alloca(op *ir.Op, _ *node) {
	text := "alloca "
	if op.Attr("inalloca") != nil {
		text += "inalloca "
	}
	text += f.typ(op, op.Attr("elem_type").(*ir.TypeAttr).Type)
	if count := f.operand(op.Operand(0)); count != "i32 1" {
		text += ", " + count
	}
	text += aligned(op)
	if space, _ := llvm.AddressSpace(op.Result(0).Type()); space != 0 {
		text += ", addrspace(" + strconv.FormatInt(space, 10) + ")"
	}
	f.write(op, text)
}

func aligned(op *ir.Op) string {
	if n, _ := op.IntAttr("alignment"); n > 0 {
		return ", align " + strconv.FormatInt(n, 10)
	}
	return ""
}

// atomic returns "" for an ordinary access. Otherwise it returns the word before, and the scope and the
// ordering.
func atomic(op *ir.Op, before, attr string) (word, ordering string) {
	v, _ := op.IntAttr(attr)
	if v == llvm.NotAtomic {
		return "", ""
	}
	return before, scope(op) + " " + string(ir.AppendEnum(nil, llvm.Ordering, v))
}

func scope(op *ir.Op) string {
	if s := op.StringAttr("syncscope"); s != "" {
		return " syncscope(" + quote(s) + ")"
	}
	return ""
}

func volatile(op *ir.Op) string {
	if op.Attr("volatile_") != nil {
		return " volatile"
	}
	return ""
}

func (f *function) load(op *ir.Op, _ *node) {
	word, ordering := atomic(op, " atomic", "ordering")
	f.write(op, "load", word, volatile(op), " ", f.typ(op, op.Result(0).Type()), ", ",
		f.operand(op.Operand(0)), ordering, aligned(op))
}

func (f *function) store(op *ir.Op, _ *node) {
	word, ordering := atomic(op, " atomic", "ordering")
	f.write(op, "store", word, volatile(op), " ", f.operands(op, 0), ordering, aligned(op))
}

func gepFlags(op *ir.Op) string {
	flags, _ := op.IntAttr("noWrapFlags")
	text := ""
	switch {
	case flags&1 != 0:
		text = " inbounds"
	case flags&2 != 0:
		text = " nusw"
	}
	if flags&llvm.GEPNUW != 0 {
		text += " nuw"
	}
	return text
}

func (f *function) address(op *ir.Op, _ *node) {
	text := "getelementptr" + gepFlags(op) + " " + f.typ(op, op.Attr("elem_type").(*ir.TypeAttr).Type) +
		", " + f.operand(op.Operand(0))
	next := 1
	for _, n := range op.Ints("rawConstantIndices") {
		if n != llvm.DynamicIndex {
			text += ", i32 " + strconv.FormatInt(n, 10)
			continue
		}
		text += ", " + f.operand(op.Operand(next))
		next++
	}
	f.write(op, text)
}

func (f *function) atomicRMW(op *ir.Op, _ *node) {
	v, _ := op.IntAttr("bin_op")
	_, ordering := atomic(op, "", "ordering")
	bin := strings.TrimPrefix(string(ir.AppendEnum(nil, llvm.BinOp, v)), "_")
	f.write(op, "atomicrmw", volatile(op), " ", bin, " ", f.operands(op, 0), ordering, aligned(op))
}

func (f *function) cmpXchg(op *ir.Op, _ *node) {
	weak := ""
	if op.Attr("weak") != nil {
		weak = " weak"
	}
	_, success := atomic(op, "", "success_ordering")
	failure, _ := op.IntAttr("failure_ordering")
	f.write(op, "cmpxchg", weak, volatile(op), " ", f.operands(op, 0), success, " ",
		string(ir.AppendEnum(nil, llvm.Ordering, failure)), aligned(op))
}

func (f *function) fence(op *ir.Op, _ *node) {
	_, ordering := atomic(op, "", "ordering")
	f.write(op, "fence", ordering)
}

func (f *function) leave(op *ir.Op, _ *node) {
	switch {
	case op.Name() == "llvm.unreachable":
		f.write(op, "unreachable")
	case op.NumOperands() == 0:
		f.write(op, "ret void")
	default:
		f.write(op, "ret ", f.operand(op.Operand(0)))
	}
}

func (f *function) branch(op *ir.Op, n *node) {
	if op.NumSuccessors() == 1 {
		f.write(op, "br label ", n.edges[0].to.label)
		return
	}
	f.write(op, "br ", f.operand(op.Operand(0)), ", label ", n.edges[0].to.label, ", label ",
		n.edges[1].to.label)
}

func (f *function) switchOn(op *ir.Op, n *node) {
	text := "switch " + f.operand(op.Operand(0)) + ", label " + n.edges[0].to.label + " ["
	t := f.typ(op, op.Operand(0).Type())
	values, _ := op.Attr("case_values").(*ir.DenseElementsAttr)
	for i, e := range n.edges[1:] {
		text += "\n    " + t + " " + caseValue(values, i) + ", label " + e.to.label
	}
	f.write(op, text, "\n  ]")
}

func caseValue(values *ir.DenseElementsAttr, i int) string {
	v := values.Element(i)
	if it, ok := values.Type.ElemType().(*ir.IntegerType); ok {
		if it.Width == 1 {
			return strconv.FormatBool(v != 0)
		}
		return strconv.FormatInt(it.Wrap(int64(v)), 10)
	}
	return strconv.FormatUint(v, 10)
}
