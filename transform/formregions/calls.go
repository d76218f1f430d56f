package formregions

import (
	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/asyncwork"
)

// calls knows which functions do nothing but access the memory that they are given, before any of them is changed.
type calls struct {
	tables *ir.SymbolTables
	plain  map[*ir.Op]bool
}

// lookInto judges all functions of a module.
func lookInto(module *ir.Op) *calls {
	c := &calls{tables: ir.NewSymbolTables(), plain: map[*ir.Op]bool{}}
	for op := range module.Walk() {
		if op.Def().Callee == nil {
			continue
		}
		if fn := c.callee(op); fn != nil {
			if _, judged := c.plain[fn]; !judged {
				c.plain[fn] = isPlain(fn)
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
	return fn != nil && c.plain[fn]
}

// isPlain reports whether all that a function does to memory of others is to access that of its arguments. It allocates none that it
// could hand out, and calls nothing.
func isPlain(fn *ir.Op) bool {
	var ev analysis.Evaluator
	for op := range fn.Walk() {
		def := op.Def()
		switch {
		case op == fn || op.Has(ir.Pure) || op.Has(ir.Terminator) && !def.Unregistered:
			continue
		case def.Callee != nil || def.Unregistered || op.IsAsync() || len(op.AsyncDependencies()) > 0 || def.Coroutine:
			return false
		case def.Effects == nil && !op.Has(ir.RecursiveEffects):
			return false
		case def.Effects == nil:
			continue
		}
		plain := true
		def.Effects(op, func(e ir.Effect) {
			if e.Value == nil || e.Kind == ir.Free {
				plain = false
				return
			}
			root := ev.Root(e.Value)
			global := root != nil && root.DefiningOp() != nil && root.DefiningOp().Attr("name") != nil
			plain = plain && root != nil && !global
		})
		if !plain {
			return false
		}
	}
	return true
}

// footprint returns what an operation touches: a plain call, all of the memory that it is given.
func (c *calls) footprint(ev *analysis.Evaluator, op *ir.Op) *asyncwork.Footprint {
	if op.Def().Callee == nil {
		return asyncwork.FootprintOf(ev, op)
	}
	var accesses []analysis.Access
	for _, v := range op.Operands() {
		if _, ok := v.Type().(*ir.MemRefType); ok {
			root := ev.Root(v)
			accesses = append(accesses, analysis.Access{Op: op, Kind: ir.Read, Buffer: root},
				analysis.Access{Op: op, Kind: ir.Write, Buffer: root})
		}
	}
	return asyncwork.NewFootprint(accesses)
}
