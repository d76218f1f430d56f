package flushprints

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// Pass is flush-prints.
var Pass = pass.Register(&pass.Pass{
	Name:    "flush-prints",
	Summary: "Hand on what is printed before others go on",
	Doc: `The engine native keeps what a thread has printed of a line until the line is complete, so that lines do not mix. A program
that prints hands it on, by inflightPrintFlush, before each call of the asynchronous runtime that may let others go on which come after it, or another task in the
same thread. Other programs stay as they are. To run when everything is of the llvm dialect.`,
	Anchor: "builtin.module",
	Before: `llvm.func @printComma()
llvm.func @mlirAsyncRuntimeEmplaceToken(!llvm.ptr)
llvm.func @f(%t: !llvm.ptr) {
  llvm.call @printComma() : () -> ()
  llvm.call @mlirAsyncRuntimeEmplaceToken(%t) : (!llvm.ptr) -> ()
  llvm.return
}
`,
	After: `module {
  llvm.func @inflightPrintFlush()
  llvm.func @printComma()
  llvm.func @mlirAsyncRuntimeEmplaceToken(!llvm.ptr)
  llvm.func @f(%arg0: !llvm.ptr) {
    llvm.call @printComma() : () -> ()
    llvm.call @inflightPrintFlush() : () -> ()
    llvm.call @mlirAsyncRuntimeEmplaceToken(%arg0) : (!llvm.ptr) -> ()
    llvm.return
  }
}
`,
	Run: run,
})

// flush is the function of the engine that hands on what there is of a line.
const flush = "inflightPrintFlush"

func run(r *pass.Run) error {
	if !prints(r.Op) {
		return nil
	}
	var before []*ir.Op
	for _, op := range r.Op.Find(llvm.Call) {
		if ordersOthers(calleeOf(op)) {
			before = append(before, op)
		}
	}
	if len(before) == 0 {
		return nil
	}
	symbols := llvmtypes.SymbolsOf(r.Op)
	symbols.Declare(flush, nil)
	for _, op := range before {
		b := ir.At(op)
		b.Loc = op.Loc()
		llvmtypes.CallTo(b, flush, nil)
	}
	r.Count("flushes", len(before))
	return symbols.Err
}

// prints reports whether a module calls a function that prints.
func prints(module *ir.Op) bool {
	return slices.ContainsFunc(module.Find(llvm.Call), func(op *ir.Op) bool {
		name := strings.TrimPrefix(calleeOf(op), "_mlir_ciface_")
		return strings.HasPrefix(name, "print")
	})
}

// calleeOf returns the name of the function that an operation calls, "" if that is no constant.
func calleeOf(op *ir.Op) string {
	ref, _ := op.Attr("callee").(*ir.SymbolRefAttr)
	if ref == nil {
		return ""
	}
	return ref.Root
}

// silent are parts of the names of functions of the runtime that let nobody go on.
var silent = []string{"Create", "AddRef", "DropRef", "ValueStorage", "IsTokenError", "IsValueError",
	"IsGroupError", "NumWorkerThreads"}

// ordersOthers reports whether a function is one of the runtime that may let others go on.
func ordersOthers(name string) bool {
	isRuntime := func(prefix string) bool { return strings.HasPrefix(name, prefix) }
	isSilent := func(part string) bool { return strings.Contains(name, part) }
	return slices.ContainsFunc([]string{"mlirAsyncRuntime", "inflightAsync", "inflightTask"}, isRuntime) &&
		!slices.ContainsFunc(silent, isSilent)
}
