package source

import (
	"sync"

	"github.com/inflight-compiler/inflight/analysis/calleffects"
	"github.com/inflight-compiler/inflight/analysis/kerneleffects"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
)

// Calls finds the functions that operations call. The checks of a module's functions share it.
type Calls struct {
	mu       sync.Mutex
	tables   *ir.SymbolTables
	callees  map[*ir.Op]*ir.Op
	effects  *calleffects.Functions
	Launches kerneleffects.Launches
	Follows  bool // the judge follows everything in the module that orders tasks
	Lazy     bool // the module has lazy functions
}

// NewCalls returns an empty cache: a callee is resolved on first use.
func NewCalls() *Calls {
	c := &Calls{tables: ir.NewSymbolTables(), callees: map[*ir.Op]*ir.Op{},
		effects: calleffects.New()}
	c.Launches.Kernel = c.callee
	return c
}

// callee returns the function that op calls, or nil.
func (c *Calls) callee(op *ir.Op) *ir.Op {
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

// touches reports whether a call may access memory that the called function does not allocate, issue
// asynchronous operations or wait.
func (c *Calls) touches(call *ir.Op) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.effects.Of(call).Touches()
}

// Functions returns the functions of a module, and the set of functions that are called.
func (c *Calls) Functions(m *ir.Op) (all []*ir.Op, called map[*ir.Op]bool) {
	called, c.Follows = map[*ir.Op]bool{}, true
	for op := range m.Walk() {
		c.Follows = c.Follows && !LeavesOut(op)
		c.Lazy = c.Lazy || async.IsLazy(op)
		if fn := c.callee(op); fn != nil {
			called[fn] = true
		}
		if IsFunction(op) {
			all = append(all, op)
		}
	}
	return all, called
}
