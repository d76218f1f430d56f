package lazytoeager

import (
	"fmt"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// harms returns what a task of a function does that depends on when it runs, or on whether it runs: nil if it
// may run at any time, and not at all.
func (c *calls) harms(fn *ir.Op) *reason {
	if why, known := c.harmless[fn]; known {
		return why
	}
	c.harmless[fn] = &reason{"it may call itself without end", fn} // while it is looked at
	why := c.harmsIn(fn)
	c.harmless[fn] = why
	return why
}

func (c *calls) harmsIn(fn *ir.Op) *reason {
	if fn.Region(0).Empty() {
		return &reason{"it has no body here", fn}
	}
	if len(fn.Region(0).Blocks()) > 1 {
		return &reason{"it branches, so that it may not end", fn}
	}
	for op := range fn.Walk() {
		if op == fn {
			continue
		}
		if why := c.harmsOf(op); why != "" {
			return &reason{why, op}
		}
	}
	return nil
}

// harmsOf is harms for one operation of the body, without those in its regions.
func (c *calls) harmsOf(op *ir.Op) string {
	switch {
	case op.Has(ir.Terminator), op.Is(scf.If), op.Is(async.Execute):
		return "" // what is in their regions is looked at as well
	case op.Is(scf.For):
		if step, ok := ir.ConstInt(op.Operand(2)); !ok || step <= 0 {
			return "the step of a loop may be zero"
		}
		return ""
	case op.Is(async.Call):
		if why := c.harms(c.callee(op)); why != nil {
			return fmt.Sprintf("it calls @%s, which is not harmless", c.callee(op).SymbolName())
		}
		return ""
	case op.Is(async.Await):
		return c.harmsOfAwait(op.Operand(0))
	case op.Has(ir.Pure) && op.NumRegions() == 0 && !mayTrap(op):
		return ""
	}
	return fmt.Sprintf("what '%s' does depends on when it runs", op.Name())
}

// harmsOfAwait is harmsOf for a wait: one for what the function itself has started ends, and starts nothing
// else.
func (c *calls) harmsOfAwait(v *ir.Value) string {
	if op := v.DefiningOp(); op != nil && (op.Is(async.Call) || op.Is(async.Execute)) {
		return ""
	}
	return "it awaits what it has not started, which may start a lazy task"
}

// mayTrap reports whether an operation stops the program for some operands, as a division by zero does.
func mayTrap(op *ir.Op) bool { return op.Def().Speculate != nil && !op.Def().Speculate(op) }
