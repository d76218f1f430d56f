// Package calleffects says what the functions of a module do to the memory that they are given, argument by
// argument, if they do nothing else that others see.
//
// Start reading at LookInto.
package calleffects

import (
	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/printed"
)

// Functions knows what the functions of a module do that are called, as they are when it looks into them.
type Functions struct {
	tables *ir.SymbolTables
	does   map[*ir.Op]*Access // nil for functions that do something else, or are being looked into
}

// Access says which arguments a function reads and writes.
type Access struct {
	Reads, Writes map[int]bool
	// Indirect is set if the function calls others, or prints.
	Indirect bool
}

// LookInto looks into all functions of a module that are called.
func LookInto(module *ir.Op) *Functions {
	f := &Functions{tables: ir.NewSymbolTables(), does: map[*ir.Op]*Access{}}
	for op := range module.Walk() {
		if op.Def().Callee != nil {
			f.Of(op)
		}
	}
	return f
}

// Of returns what a call does to its operands, nil if it may do anything else.
func (f *Functions) Of(call *ir.Op) *Access {
	symbol := call.Def().Callee(call)
	if symbol == nil {
		return nil
	}
	fn := f.tables.Resolve(call, symbol)
	if fn == nil || fn.NumRegions() != 1 {
		return nil
	}
	if _, known := f.does[fn]; !known {
		f.does[fn] = nil // what calls itself may do anything
		f.does[fn] = f.accessOf(fn)
	}
	return f.does[fn]
}

// Function returns what a function does that is called, nil if it is not or may do anything else.
func (f *Functions) Function(fn *ir.Op) *Access { return f.does[fn] }

// accessOf returns what a function does to its arguments, nil if it does anything else that others can see.
func (f *Functions) accessOf(fn *ir.Op) *Access {
	a := &Access{Reads: map[int]bool{}, Writes: map[int]bool{}}
	if fn.Region(0).Empty() {
		return a.ofLibrary(fn)
	}
	var ev analysis.Evaluator
	for op := range fn.Walk() {
		def := op.Def()
		switch {
		case op == fn:
			continue
		case !Plain(op):
			return nil
		case def.Callee != nil:
			if !a.addCall(&ev, op, f.Of(op)) {
				return nil
			}
			continue
		case def.Effects == nil:
			continue
		}
		known := true
		def.Effects(op, func(e ir.Effect) { known = known && a.add(&ev, e) })
		if !known {
			return nil
		}
	}
	return a
}

// Plain reports whether the table says all that an operation does, what it holds aside: it is not
// asynchronous, waits for nothing, and either calls a function or has effects that are listed.
func Plain(op *ir.Op) bool {
	def := op.Def()
	switch {
	case op.Has(ir.Pure) || op.Has(ir.Terminator) && !def.Unregistered:
		return true
	case def.Unregistered || op.IsAsync() || len(op.AsyncDependencies()) > 0 || def.Coroutine:
		return false
	}
	return def.Callee != nil || def.Effects != nil || op.Has(ir.RecursiveEffects)
}

// ofLibrary returns what a function does that has no body: those of MLIR's runner libraries read what they
// are handed.
func (a *Access) ofLibrary(fn *ir.Op) *Access {
	if _, ok := printed.Lookup(fn); !ok {
		return nil
	}
	a.Indirect = true
	for i := range fn.Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType).Inputs {
		a.Reads[i] = true
	}
	return a
}

// addCall adds what a call of another function does; it reports whether that is known, and nothing else.
func (a *Access) addCall(ev *analysis.Evaluator, call *ir.Op, does *Access) bool {
	if does == nil {
		return false
	}
	a.Indirect = true
	known := true
	for i, v := range call.Operands() {
		if does.Reads[i] {
			known = known && (!isMemory(v) || a.add(ev, ir.Effect{Kind: ir.Read, Value: v}))
		}
		if does.Writes[i] {
			known = known && a.add(ev, ir.Effect{Kind: ir.Write, Value: v})
		}
	}
	return known
}

func isMemory(v *ir.Value) bool {
	_, ok := v.Type().(*ir.MemRefType)
	return ok
}

// add adds an effect; it reports whether it is one on an argument, or on memory that the function allocates
// itself.
func (a *Access) add(ev *analysis.Evaluator, e ir.Effect) bool {
	if e.Value == nil {
		return false
	}
	root := ev.Root(e.Value)
	switch {
	case root == nil:
		return false
	case root.DefiningOp() != nil:
		return root.DefiningOp().Attr("name") == nil // no global
	case e.Kind == ir.Free:
		return false
	case e.Kind == ir.Read:
		a.Reads[root.Index()] = true
	default:
		a.Writes[root.Index()] = true
	}
	return true
}
