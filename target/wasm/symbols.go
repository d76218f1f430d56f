package wasm

import (
	"maps"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// hide makes all symbols but the exported ones private, so that symbols without references can be removed.
func hide(module *ir.Op, exports map[string]string) {
	for op := range module.Body().Ops() {
		if !op.Has(ir.IsSymbol) || op.SymbolName() == "" {
			continue
		}
		visibility := "private"
		if _, exported := exports[op.SymbolName()]; exported {
			visibility = "public"
		}
		op.SetAttr("sym_visibility", op.Context().String(visibility))
	}
}

// makeRoom renames definitions of the program that have reserved names. It returns the exports under the new
// names. A declaration keeps its name: it may be that of a function of the runtime.
func makeRoom(module *ir.Op, exports map[string]string) map[string]string {
	renamed := map[string]string{}
	names := map[string]bool{}
	for op := range module.Body().Ops() {
		names[op.SymbolName()] = true
	}
	for op := range module.Body().Ops() {
		name := op.SymbolName()
		if !strings.HasPrefix(name, reserved) || op.NumRegions() > 0 && op.Region(0).Empty() {
			continue
		}
		free := "program_" + name
		for names[free] {
			free += "_"
		}
		names[free], renamed[name] = true, free
	}
	if len(renamed) == 0 {
		return exports
	}
	ir.RenameSymbols(module, renamed)
	moved := maps.Clone(exports)
	for name, free := range renamed {
		if outside, ok := exports[name]; ok {
			delete(moved, name)
			moved[free] = outside
		}
	}
	return moved
}
