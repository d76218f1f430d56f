package analysis

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// Accessed returns the memory that an operation reads and writes, with all that it contains: each memory once
// in each list, in the order of the first access. root returns the memory that a value shows.
func Accessed(op *ir.Op, root func(*ir.Value) *ir.Value) (read, written []*ir.Value) {
	for inner := range op.Walk() {
		if inner.Def().Effects == nil {
			continue
		}
		inner.Def().Effects(inner, func(e ir.Effect) {
			if e.Value == nil || e.Kind != ir.Read && e.Kind != ir.Write {
				return
			}
			list := &read
			if e.Kind == ir.Write {
				list = &written
			}
			if v := root(e.Value); !slices.Contains(*list, v) {
				*list = append(*list, v)
			}
		})
	}
	return read, written
}

// WrittenNames returns the names of the memory that an operation writes, with all that it contains.
func WrittenNames(op *ir.Op) []string {
	_, written := Accessed(op, viewed)
	var names []string
	for _, v := range written {
		if name := "%" + v.Name(); v.Name() != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
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
