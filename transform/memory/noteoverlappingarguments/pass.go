package noteoverlappingarguments

import (
	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is note-overlapping-arguments.
var Pass = pass.Register(&pass.Pass{
	Name:    "note-overlapping-arguments",
	Summary: "Mark functions of which a call hands over the same memory under two names",
	Doc: `Passes on loops take the memrefs that a function is handed for different memory, as upstream's do. Where a call in the module hands over one
buffer twice, or what may be parts of one, the function gets the attribute ` + analysis.OverlapAttr +
		`, and they do not. So do functions
that are called by a value. To run in front of all that changes the order of accesses.`,
	Anchor: "builtin.module",
	Before: `func.func private @shift(%a: memref<8xf32>, %b: memref<8xf32>) {
  return
}
func.func @f(%m: memref<8xf32>) {
  call @shift(%m, %m) : (memref<8xf32>, memref<8xf32>) -> ()
  return
}
`,
	After: `module {
  func.func private @shift(%arg0: memref<8xf32>, %arg1: memref<8xf32>) attributes {` + analysis.OverlapAttr +
		`} {
    return
  }
  func.func @f(%arg0: memref<8xf32>) {
    call @shift(%arg0, %arg0) : (memref<8xf32>, memref<8xf32>) -> ()
    return
  }
}
`,
	Run: run,
})

func run(r *pass.Run) error {
	w := &walk{tables: ir.NewSymbolTables()}
	w.collect(r.Op)
	for changed := true; changed; { // what overlaps in a function overlaps in those that it calls
		changed = false
		for _, c := range w.calls {
			if !analysis.ArgumentsOverlap(c.callee) && handsOverlap(c.op) {
				c.callee.SetAttr(analysis.OverlapAttr, r.Op.Context().Unit)
				r.Count("functions marked", 1)
				changed = true
			}
		}
	}
	return nil
}

// walk finds the calls in a module that hand over several memrefs.
type walk struct {
	tables *ir.SymbolTables
	calls  []call
}

type call struct{ op, callee *ir.Op }

func (w *walk) collect(module *ir.Op) {
	for op := range module.Walk() {
		if op.Def().Callee == nil || len(memrefs(op)) < 2 {
			continue
		}
		if ref := op.Def().Callee(op); ref != nil {
			if fn := w.tables.Resolve(op, ref); fn != nil && fn.NumRegions() > 0 {
				w.calls = append(w.calls, call{op, fn})
			}
		}
	}
}

// memrefs returns the operands that are memory.
func memrefs(op *ir.Op) (list []*ir.Value) {
	for _, v := range op.Operands() {
		if _, ok := v.Type().(*ir.MemRefType); ok {
			list = append(list, v)
		}
	}
	return list
}

// handsOverlap reports whether two memrefs that a call hands over may be of one buffer.
func handsOverlap(op *ir.Op) bool {
	ev := new(analysis.Evaluator)
	seen := map[*ir.Value]bool{}
	for _, v := range memrefs(op) {
		root := ev.Root(v)
		if root == nil || seen[root] {
			return true
		}
		seen[root] = true
	}
	return false
}
