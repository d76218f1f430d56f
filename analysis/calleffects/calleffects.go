// Package calleffects finds out which arguments a function of a module reads and writes, if the function has
// no other effects that its callers can see.
//
// Start reading at LookInto.
package calleffects

import (
	"maps"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/printed"
)

// Functions holds the effects of the called functions of a module, as they were when LookInto was called, or
// when the first call of a function was asked for.
type Functions struct {
	tables *ir.SymbolTables
	does   map[*ir.Op]*Access // nil for a function with other effects
}

// Access says which arguments a function reads and writes.
type Access struct {
	Reads, Writes map[int]bool
	// Indirect is set if the function calls others, or prints.
	Indirect bool
}

// New returns an analysis without results: a function is analyzed when the first call of it is asked for.
func New() *Functions {
	return &Functions{tables: ir.NewSymbolTables(), does: map[*ir.Op]*Access{}}
}

// LookInto analyzes all functions of a module that are called.
func LookInto(module *ir.Op) *Functions {
	f := New()
	for op := range module.Walk() {
		if op.Def().Callee != nil {
			f.Of(op)
		}
	}
	return f
}

// Of returns the effects of a call on its operands, nil if it may have others.
func (f *Functions) Of(call *ir.Op) *Access {
	fn := f.callee(call)
	if fn == nil {
		return nil
	}
	if _, known := f.does[fn]; !known {
		f.analyze(fn)
	}
	return f.does[fn]
}

// callee returns the function that an operation calls, nil if it is not known or op is no call.
func (f *Functions) callee(op *ir.Op) *ir.Op {
	if op.Def().Callee == nil {
		return nil
	}
	symbol := op.Def().Callee(op)
	if symbol == nil {
		return nil
	}
	fn := f.tables.Resolve(op, symbol)
	if fn == nil || fn.NumRegions() != 1 {
		return nil
	}
	return fn
}

// analyze finds the effects of a function and of those that it calls. A recursive call has the effects that
// the function has otherwise, so that they are found in rounds that begin with none. Effects are only added,
// and pass from callees to callers within a round: a round that adds none is the last.
func (f *Functions) analyze(fn *ir.Op) {
	calleesFirst := f.unknown(nil, fn)
	for changed := true; changed; {
		changed = false
		for _, g := range calleesFirst {
			a := f.accessOf(g)
			changed = changed || !a.equal(f.does[g])
			f.does[g] = a
		}
	}
}

// unknown appends the functions without a result that fn calls, and fn behind them, to list. Their results
// are none from here on.
func (f *Functions) unknown(list []*ir.Op, fn *ir.Op) []*ir.Op {
	f.does[fn] = &Access{}
	for op := range fn.Walk() {
		if g := f.callee(op); g != nil {
			if _, known := f.does[g]; !known {
				list = f.unknown(list, g)
			}
		}
	}
	return append(list, fn)
}

// Function returns the effects of a called function, nil if it is not called or may have other effects.
func (f *Functions) Function(fn *ir.Op) *Access { return f.does[fn] }

// accessOf returns the effects of a function on its arguments, nil if it has others that callers can see.
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

func (a *Access) equal(b *Access) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Indirect == b.Indirect && maps.Equal(a.Reads, b.Reads) && maps.Equal(a.Writes, b.Writes)
}

// Touches reports whether a function with these effects may access memory of its callers.
func (a *Access) Touches() bool { return a == nil || len(a.Reads)+len(a.Writes) > 0 }

// Plain reports whether the definition of an operation lists all its effects, apart from those of the
// operations in its regions. Such an operation is not asynchronous, waits for nothing, and either calls a
// function or has listed effects.
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

// ofLibrary returns the effects of a function without a body: those that its declaration states. Functions of
// MLIR's runner libraries read their arguments. Other functions have unknown effects.
func (a *Access) ofLibrary(fn *ir.Op) *Access {
	if declared, ok := function.Declared(fn); ok {
		a.Indirect = true // the body of the function is not there to be looked at
		for i, does := range declared {
			if does.Reads {
				a.Reads[i] = true
			}
			if does.Writes {
				a.Writes[i] = true
			}
		}
		return a
	}
	if _, ok := printed.Lookup(fn); !ok {
		return nil
	}
	a.Indirect = true
	for i := range fn.Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType).Inputs {
		a.Reads[i] = true
	}
	return a
}

// addCall adds the effects of a call of another function. It reports false if they are not known.
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

// add adds an effect. It reports whether the effect concerns an argument, or memory that the function
// allocates itself.
func (a *Access) add(ev *analysis.Evaluator, e ir.Effect) bool {
	if e.Value == nil {
		return false
	}
	root := ev.Root(e.Value)
	switch {
	case root == nil:
		return false
	case root.DefiningOp() != nil:
		return root.DefiningOp().Attr("name") == nil // not a global
	case e.Kind == ir.Free:
		return false
	case e.Kind == ir.Read:
		a.Reads[root.Index()] = true
	default:
		a.Writes[root.Index()] = true
	}
	return true
}
