package convertfunctollvm

import (
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// Pass is convert-func-to-llvm.
var Pass = pass.Register(&pass.Pass{
	Name:    "convert-func-to-llvm",
	Title:   "ConvertFuncToLLVMPass",
	Summary: "Convert from the Func dialect to the LLVM dialect",
	Doc: "Replaces func.func, func.call, func.call_indirect, func.constant and func.return. A memref " +
		"argument becomes as many arguments as " +
		"its descriptor has members (two pointers, the offset, sizes and strides); with " +
		"use-bare-ptr-memref-call-conv, for memrefs of " +
		"static shape, one pointer. Several results become a struct. A function with the attribute " +
		"llvm.emit_c_interface gets a " +
		"companion, _mlir_ciface_NAME, that takes pointers to descriptors. The pass runs on a module; what " +
		"stands in the functions is " +
		"lowered by the passes of its dialects, before or after.",
	Anchor: "builtin.module",
	Options: []pass.Option{
		llvmtypes.IndexBits,
		{Name: "use-bare-ptr-memref-call-conv", Type: pass.Bool, Default: "false",
			Help: "Replace FuncOp's MemRef arguments with bare pointers to the MemRef element types"},
	},
	Before: `func.func @f(%m: memref<?xf32>, %i: index) -> index {
  return %i : index
}
`,
	After: `module {
  llvm.func @f(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: i64) -> i64 {
    llvm.return %arg5 : i64
  }
}
`,
	Run: run,
})

func run(r *pass.Run) error {
	l := &lowering{bare: r.Bool("use-bare-ptr-memref-call-conv")}
	types := llvmtypes.TypesFor(r.Op, r.Int("index-bitwidth"))
	n, err := llvmtypes.Convert(r.Op, types, l.patterns(), true)
	r.Count("operations lowered", n)
	return err
}

// lowering is what the patterns share.
type lowering struct {
	bare bool // pass memrefs as bare pointers
}

func (l *lowering) patterns() []llvmtypes.Pattern {
	return []llvmtypes.Pattern{
		{Root: function.Func, Run: l.function},
		{Root: function.Call, Run: l.call},
		{Root: function.CallIndirect, Run: l.callIndirect},
		{Root: function.Constant, Run: constant},
		{Root: function.Return, Run: l.returns},
	}
}

// isUnranked reports whether a value was a memref without rank.
func isUnranked(t ir.Type) bool {
	m, ok := t.(*ir.MemRefType)
	return ok && !m.Ranked
}
