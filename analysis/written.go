package analysis

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// WrittenNames returns the names of the memory that an operation writes, with all
// that it contains.
func WrittenNames(op *ir.Op) []string {
	var names []string
	for inner := range op.Walk() {
		if inner.Def().Effects == nil {
			continue
		}
		inner.Def().Effects(inner, func(e ir.Effect) {
			if e.Kind != ir.Write || e.Value == nil {
				return
			}
			if name := viewed(e.Value).Name(); name != "" && !slices.Contains(names, "%"+name) {
				names = append(names, "%"+name)
			}
		})
	}
	return names
}

// viewed returns the memory that a value is a view of.
func viewed(v *ir.Value) *ir.Value {
	for {
		def := v.DefiningOp()
		if def == nil || def.Def().View == nil {
			return v
		}
		view, ok := def.Def().View(def)
		if !ok {
			return v
		}
		v = view.Source
	}
}
