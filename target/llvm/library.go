package llvm

import (
	"context"

	"github.com/inflight-compiler/inflight/config"
	functiondialect "github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
)

// LibraryText returns the LLVM IR of a program that other code calls. Each public function has a companion,
// with the prefix _mlir_ciface_, that C can call.
func LibraryText(ctx context.Context, module *ir.Op, c config.Code) (_ []byte, err error) {
	defer interrupt.Catch(&err)
	module = module.Clone(nil)
	defer module.EndWith(ctx)()
	symbols, public := symbolsOf(module), []string(nil)
	for _, fn := range publicFunctions(module) {
		fn.SetAttr("llvm.emit_c_interface", module.Context().Unit)
		public = append(public, fn.SymbolName())
	}
	symbols.setApart(module)
	if err := Lower(ctx, module, c); err != nil {
		return nil, err
	}
	hide(module)
	symbols.export(module, public)
	sweep(module)
	text, diags := Append(nil, module)
	return text, diags.Err()
}

// publicFunctions returns the functions that other code may call.
func publicFunctions(module *ir.Op) []*ir.Op {
	var list []*ir.Op
	for op := range module.Body().Ops() {
		if op.Is(functiondialect.Func) && op.Body() != nil && op.StringAttr("sym_visibility") != "private" {
			list = append(list, op)
		}
	}
	return list
}

// InterfaceNames returns the names by which C calls the public functions of a module, in their order.
func InterfaceNames(module *ir.Op) []string {
	var names []string
	symbols := symbolsOf(module)
	for _, fn := range publicFunctions(module) {
		names = append(names, interfaceName(symbols[fn.SymbolName()]))
	}
	return names
}
