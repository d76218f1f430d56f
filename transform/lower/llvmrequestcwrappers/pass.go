package llvmrequestcwrappers

import "github.com/inflight-compiler/inflight/pass"

// Pass is llvm-request-c-wrappers.
var Pass = pass.Register(&pass.Pass{
	Name:    "llvm-request-c-wrappers",
	Title:   "LLVMRequestCWrappersPass",
	Summary: "Request C wrapper emission for all functions",
	Doc: "Gives functions the attribute llvm.emit_c_interface. convert-func-to-llvm then makes a companion " +
		"of each, _mlir_ciface_NAME, that " +
		"takes pointers to descriptors in the place of memrefs, so that C can call it; a declaration " +
		"becomes a call of such a companion.",
	Anchor: "func.func",
	Before: `func.func @f(%m: memref<4xf32>) {
  return
}
`,
	After: `module {
  func.func @f(%arg0: memref<4xf32>) attributes {llvm.emit_c_interface} {
    return
  }
}
`,
	Run: func(r *pass.Run) error {
		r.Op.SetAttr("llvm.emit_c_interface", r.Context().Unit)
		return nil
	},
})
