package llvm

import (
	"slices"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/dlti"
	"github.com/inflight-compiler/inflight/ir"
)

var (
	codeOp = diag.Register("llvmir-operation", "an operation has no form in LLVM IR",
		"Only operations of the llvm dialect can be printed as LLVM IR. Lower the others first: the passes "+
			"are called "+
			"convert-...-to-llvm, finalize-memref-to-llvm and reconcile-unrealized-casts.")
	codeType = diag.Register("llvmir-type", "a type has no form in LLVM IR",
		"LLVM has integers without a sign, the floating-point formats f16, bf16, f32, f64, f80 and f128, "+
			"vectors of one "+
			"dimension, and the types of the llvm dialect.")
	codeConstant = diag.Register("llvmir-constant", "a value cannot be a constant of LLVM IR",
		"The initializer of a global is computed by the compiler: it may hold constants, addresses, "+
			"aggregates and casts of them.")
	codeAttribute = diag.Register("llvmir-attribute", "an attribute has no form in LLVM IR",
		"The attribute, or its value, is none that LLVM knows. Remove it, or correct it.")
)

// Append appends the LLVM IR of a module. It appends nothing if the list has errors.
func Append(dst []byte, module *ir.Op) ([]byte, diag.List) {
	w := &writer{types: map[ir.Type]string{}, groups: map[string]int{}, declared: map[string]bool{},
		nodes: map[string]int{}}
	if err := dlti.Layout(module); err != nil {
		return dst, diag.FromError(err)
	}
	w.before = w.fills(module)
	for op := range module.Body().Ops() {
		w.topLevel(op)
	}
	w.putStructors("ctors", w.before)
	if w.diags.HasErrors() {
		return dst, w.diags
	}
	return w.assemble(dst, module), w.diags
}

// writer is a module during its printing.
type writer struct {
	body         []byte // globals and functions
	diags        diag.List
	types        map[ir.Type]string
	named        []string       // definitions of structs that have a name
	groups       map[string]int // attribute groups by their text
	groupList    []string
	declared     map[string]bool // intrinsics
	declarations []string
	metadata     []string
	// number of each node of metadata, by its text; without nodes that refer to themselves
	nodes      map[string]int
	comdatList []string
	before     []string // functions that run before main and are not printed yet
}

func (w *writer) fail(op *ir.Op, code diag.Code, format string, args ...any) {
	w.diags.Add(op.OpErrorf(code, format, args...))
}

func (w *writer) put(parts ...string) {
	for _, p := range parts {
		w.body = append(w.body, p...)
	}
}

func (w *writer) topLevel(op *ir.Op) {
	if strings.Contains(op.SymbolName(), "\x00") {
		w.fail(op, codeOp, "has a name with a zero byte, which LLVM refuses")
		return
	}
	w.refuseUnwritten(op)
	switch op.Name() {
	case "llvm.func":
		w.function(op)
	case "llvm.mlir.global":
		w.global(op)
	case "llvm.mlir.global_ctors":
		w.structors(op, "ctors")
	case "llvm.mlir.global_dtors":
		w.structors(op, "dtors")
	case "llvm.comdat":
		w.comdats(op)
	default:
		w.fail(op, codeOp, "cannot be printed as LLVM IR")
	}
}

// assemble puts the parts of the file in order.
func (w *writer) assemble(dst []byte, module *ir.Op) []byte {
	line := func(parts ...string) { dst = append(append(dst, strings.Join(parts, "")...), '\n') }
	line("; ModuleID = 'LLVMDialectModule'")
	line(`source_filename = "LLVMDialectModule"`)
	if s := module.StringAttr("llvm.data_layout"); s != "" {
		line("target datalayout = ", quote(s))
	}
	if s := module.StringAttr("llvm.target_triple"); s != "" {
		line("target triple = ", quote(s))
	}
	for _, list := range [][]string{w.named, w.comdatList} {
		if len(list) > 0 {
			line()
		}
		for _, s := range list {
			line(s)
		}
	}
	line()
	dst = append(dst, w.body...)
	for _, s := range w.declarations {
		line(s, "\n")
	}
	for i, s := range w.groupList {
		line("attributes #", strconv.Itoa(i), " = { ", s, " }")
	}
	return w.assembleMetadata(dst)
}

func (w *writer) assembleMetadata(dst []byte) []byte {
	if len(w.metadata) > 0 {
		dst = append(dst, '\n')
	}
	for i, s := range w.metadata {
		dst = append(append(strconv.AppendInt(append(dst, '!'), int64(i), 10), " = "+s...), '\n')
	}
	return dst
}

// node returns the number of a piece of metadata.
func (w *writer) node(text string) string {
	n, known := w.nodes[text]
	if !known {
		n = len(w.metadata)
		w.nodes[text], w.metadata = n, append(w.metadata, text)
	}
	return "!" + strconv.Itoa(n)
}

// group returns the number of an attribute group, "" for an empty one.
func (w *writer) group(attrs []string) string {
	if len(attrs) == 0 {
		return ""
	}
	slices.Sort(attrs)
	text := strings.Join(slices.Compact(attrs), " ")
	n, known := w.groups[text]
	if !known {
		n = len(w.groupList)
		w.groups[text], w.groupList = n, append(w.groupList, text)
	}
	return " #" + strconv.Itoa(n)
}

// globalName returns @name.
func globalName(name string) string { return "@" + identifier(name) }

// identifier returns a name, in quotes unless it is a word of LLVM.
func identifier(name string) string {
	for i := range len(name) {
		c := name[i]
		if !(c == '-' || c == '$' || c == '.' || c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' ||
			i > 0 && c >= '0' && c <= '9') {
			return quote(name)
		}
	}
	if name == "" {
		return `""`
	}
	return name
}

// quote returns a string in quotes. A character that is not printable is written as its number.
func quote(s string) string { return `"` + escape(s) + `"` }

func escape(s string) string {
	const digits = "0123456789ABCDEF"
	var b []byte
	for i := range len(s) {
		if c := s[i]; c < 0x20 || c > 0x7e || c == '"' || c == '\\' {
			b = append(b, '\\', digits[c>>4], digits[c&15])
		} else {
			b = append(b, c)
		}
	}
	return string(b)
}
