package check

import (
	"sync"

	"github.com/inflight-compiler/inflight/analysis/kerneleffects"
	"github.com/inflight-compiler/inflight/ir"
)

// calls tells what operations call. The checks of a module's functions share it.
type calls struct {
	mu       sync.Mutex
	tables   *ir.SymbolTables
	callees  map[*ir.Op]*ir.Op
	launches kerneleffects.Launches
	follows  bool // nothing in the module orders tasks in a way that is left out
}

func newCalls() *calls {
	c := &calls{tables: ir.NewSymbolTables(), callees: map[*ir.Op]*ir.Op{}}
	c.launches.Kernel = c.callee
	return c
}

// callee returns the function that op calls, or nil.
func (c *calls) callee(op *ir.Op) *ir.Op {
	if op.Def().Callee == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	fn, ok := c.callees[op]
	if !ok {
		if ref := op.Def().Callee(op); ref != nil {
			fn = c.tables.Resolve(op, ref)
		}
		c.callees[op] = fn
	}
	return fn
}

// functions returns the functions of a module, and those that others call.
func (c *calls) functions(m *ir.Op) (all []*ir.Op, called map[*ir.Op]bool) {
	called, c.follows = map[*ir.Op]bool{}, true
	for op := range m.Walk() {
		c.follows = c.follows && !leavesOut(op)
		if fn := c.callee(op); fn != nil {
			called[fn] = true
		}
		if isFunction(op) {
			all = append(all, op)
		}
	}
	return all, called
}
