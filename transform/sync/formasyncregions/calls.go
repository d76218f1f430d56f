package formasyncregions

import (
	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/sync/internal/asyncwork"
)

// calls knows which functions do nothing but access the memory that they are given, before any of them is
// changed.
type calls struct {
	tables *ir.SymbolTables
	plain  map[*ir.Op]*access // nil for other functions that are called
}

// access says which arguments a function reads and writes.
type access struct{ reads, writes map[int]bool }

// lookInto judges all functions of a module that are called.
func lookInto(module *ir.Op) *calls {
	c := &calls{tables: ir.NewSymbolTables(), plain: map[*ir.Op]*access{}}
	for op := range module.Walk() {
		if op.Def().Callee == nil {
			continue
		}
		if fn := c.callee(op); fn != nil {
			if _, judged := c.plain[fn]; !judged {
				c.plain[fn] = accessOf(fn)
			}
		}
	}
	return c
}

func (c *calls) callee(call *ir.Op) *ir.Op {
	symbol := call.Def().Callee(call)
	if symbol == nil {
		return nil
	}
	fn := c.tables.Resolve(call, symbol)
	if fn == nil || fn.NumRegions() != 1 || fn.Region(0).Empty() {
		return nil
	}
	return fn
}

// known reports whether a call does nothing but access the memory that it is given.
func (c *calls) known(call *ir.Op) bool {
	fn := c.callee(call)
	return fn != nil && c.plain[fn] != nil
}

// accessOf returns what a function does to its arguments, nil if it does anything else that others can see.
func accessOf(fn *ir.Op) *access {
	var ev analysis.Evaluator
	a := &access{map[int]bool{}, map[int]bool{}}
	for op := range fn.Walk() {
		def := op.Def()
		switch {
		case op == fn || op.Has(ir.Pure) || op.Has(ir.Terminator) && !def.Unregistered:
			continue
		case def.Callee != nil || def.Unregistered || op.IsAsync() || len(op.AsyncDependencies()) > 0 ||
			def.Coroutine,
			def.Effects == nil && !op.Has(ir.RecursiveEffects):
			return nil
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

// add adds an effect; it reports whether it is one on an argument, or on memory that the function allocates
// itself.
func (a *access) add(ev *analysis.Evaluator, e ir.Effect) bool {
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
		a.reads[root.Index()] = true
	default:
		a.writes[root.Index()] = true
	}
	return true
}

// footprint returns what an operation touches: a plain call, the memory that it is given, as far as its
// function does.
func (c *calls) footprint(ev *analysis.Evaluator, op *ir.Op) *asyncwork.Footprint {
	if op.Def().Callee == nil {
		return asyncwork.FootprintOf(ev, op)
	}
	does := c.plain[c.callee(op)]
	var accesses []analysis.Access
	for i, v := range op.Operands() {
		if does.reads[i] {
			accesses = append(accesses, analysis.Access{Op: op, Kind: ir.Read, Buffer: ev.Root(v)})
		}
		if does.writes[i] {
			accesses = append(accesses, analysis.Access{Op: op, Kind: ir.Write, Buffer: ev.Root(v)})
		}
	}
	return asyncwork.NewFootprint(accesses)
}
