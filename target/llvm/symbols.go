package llvm

import (
	"fmt"
	"strings"

	functiondialect "github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// own begins the names in LLVM IR of the symbols that a program defines. No function of the C library, of a
// runtime or of LLVM has such a name, so that none is taken for one of the program, nor the other way round.
const own = "program."

// interfaceName returns the name of a function's companion that C can call.
func interfaceName(name string) string { return "_mlir_ciface_" + name }

// symbols has the C name of each symbol that a module defines. Each is an identifier, and no two are the
// same.
type symbols map[string]string

// symbolsOf gives the symbols that a module defines names in C. An identifier keeps its name. In other names,
// each character that C does not allow becomes its number. A symbol that the module only declares keeps its
// name, by which other code defines it.
func symbolsOf(module *ir.Op) symbols {
	s, taken := symbols{}, map[string]bool{}
	var others []string
	for op := range module.Body().Ops() {
		switch name := op.SymbolName(); {
		case !op.Has(ir.IsSymbol):
		case !defines(op):
			taken[name], taken[strings.TrimPrefix(name, interfaceName(""))] = true, true
		case isIdentifier(name):
			s[name], taken[name] = name, true
		default:
			others = append(others, name)
		}
	}
	for _, name := range others {
		base := mangle(name)
		free := base
		for n := 2; taken[free]; n++ {
			free = fmt.Sprintf("%s_%d", base, n)
		}
		s[name], taken[free] = free, true
	}
	return s
}

// defines reports whether an operation defines a function or a variable whose name no code outside needs.
func defines(op *ir.Op) bool {
	switch {
	case op.Is(functiondialect.Func), op.Is(llvm.Func):
		return op.Body() != nil
	case op.Is(memref.Global):
		return op.Attr("initial_value") != nil
	}
	return false
}

// mangle returns a name in which numbers replace the characters that no identifier of C has.
func mangle(name string) string {
	var b strings.Builder
	for i := range len(name) {
		if c := name[i]; isWord(c) {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "_x%02X", c)
		}
	}
	return b.String()
}

// isWord reports whether an identifier of C may have a character behind its first one.
func isWord(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' }

// isIdentifier reports whether a name is an identifier of C, or a keyword.
func isIdentifier(name string) bool {
	for i := range len(name) {
		if !isWord(name[i]) || i == 0 && name[i] >= '0' && name[i] <= '9' {
			return false
		}
	}
	return name != ""
}

// setApart renames the symbols that a module defines, so that they clash with no other names in LLVM IR.
func (s symbols) setApart(module *ir.Op) {
	renamed := make(map[string]string, len(s))
	for name, c := range s {
		renamed[name] = own + c
	}
	ir.RenameSymbols(module, renamed)
}

// export gives the companions of functions that setApart has renamed the names by which C calls them, and
// makes them visible.
func (s symbols) export(lowered *ir.Op, public []string) {
	c, names := lowered.Context(), make(map[string]string, len(public))
	for _, name := range public {
		names[interfaceName(own+s[name])] = interfaceName(s[name])
	}
	for op := range lowered.Body().Ops() {
		if names[op.SymbolName()] != "" && op.Is(llvm.Func) {
			op.SetAttr("linkage", c.Enum(llvm.Linkage, llvm.LinkageExternal))
		}
	}
	ir.RenameSymbols(lowered, names)
}
