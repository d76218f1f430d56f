package lazytoeager

import (
	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/analysis/calleffects"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
)

// calls has the calls of each function of a module.
type calls struct {
	symbols  *ir.SymbolTables
	closed   bool
	of       map[*ir.Op][]*ir.Op
	harmless map[*ir.Op]*reason // known results, nil for a harmless function
	listed   map[*ir.Op]bool    // known results of listsEffects
	effects  *calleffects.Functions
	ev       analysis.Evaluator
}

func newCalls(root *ir.Op, closed bool) *calls {
	c := &calls{symbols: ir.NewSymbolTables(), closed: closed, of: map[*ir.Op][]*ir.Op{},
		harmless: map[*ir.Op]*reason{}, listed: map[*ir.Op]bool{}, effects: calleffects.LookInto(root)}
	for op := range root.Walk() {
		if op.Is(async.Call) {
			fn := c.callee(op)
			c.of[fn] = append(c.of[fn], op)
		}
	}
	return c
}

func (c *calls) callee(op *ir.Op) *ir.Op { return c.symbols.Resolve(op, op.Def().Callee(op)) }

// differs returns why a program could tell whether a function is lazy, nil if it cannot.
func (c *calls) differs(fn *ir.Op) *reason {
	harms := c.harms(fn)
	if harms == nil {
		return nil
	}
	if !c.closed && fn.StringAttr("sym_visibility") != "private" {
		return &reason{harms.text + ", and it is not private", harms.at}
	}
	for _, call := range c.of[fn] {
		if !c.waitsAtOnce(call) {
			return &reason{harms.text +
				", and not every call is followed by a wait with nothing between that could tell", call}
		}
	}
	return nil
}

// waitsAtOnce reports whether a wait for a result of a call follows it, with nothing in between that could
// tell whether the task runs before or behind it. The results of other lazy calls in between are not needed
// there, but eager ones would start.
func (c *calls) waitsAtOnce(call *ir.Op) bool {
	accesses := c.accesses(call)
	for op := call.Next(); op != nil; op = op.Next() {
		if op.Is(async.Await) || op.Is(async.RuntimeAwait) {
			return op.Operand(0).DefiningOp() == call
		}
		pure := op.Has(ir.Pure) && op.NumRegions() == 0 && !mayTrap(op) && len(task.Forced(op)) == 0
		if !pure && !c.beside(op, call, accesses) {
			return false
		}
	}
	return false
}
