package llvm

import (
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	functiondialect "github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/printed"
)

var codeExternal = diag.Register("native-external-function",
	"a program calls a function that it does not define",
	"The engine native calls the function of that name in the C library or the runtime, in a process with "+
		"the rights of the user: "+
		"native is no sandbox. The engines sim and wasm refuse such a program. Run it on native if you "+
		"would run an executable of "+
		"its author; otherwise define the function in the program, or remove its calls.")

// ExternalFunctions warns of each function that a program refers to and does not define, at its declaration.
// It does not warn of functions that print, nor of those of the runtimes for tasks and devices, which
// lowering calls.
func ExternalFunctions(module *ir.Op) diag.List {
	var list diag.List
	used := references(module)
	for op := range module.Body().Ops() {
		name := op.SymbolName()
		if !op.Is(functiondialect.Func) && !op.Is(llvm.Func) || op.Body() != nil || !used[name] ||
			isRuntime(op) {
			continue
		}
		list.Add(diag.Warningf(codeExternal, op.Span(),
			"the program does not define '@%s': native calls what has this name in its process, "+
				"with your rights", name).
			Suggest("run programs that you do not trust with --engine wasm or --engine sim"))
	}
	return list
}

// isRuntime reports whether a function is declared here and defined by the runtime.
func isRuntime(declared *ir.Op) bool {
	if _, ok := printed.Lookup(declared); ok {
		return true
	}
	name := declared.SymbolName()
	return strings.HasPrefix(name, "mgpu") || strings.HasPrefix(name, "mlirAsyncRuntime")
}
