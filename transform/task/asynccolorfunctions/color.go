package asynccolorfunctions

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/branches"
	"github.com/inflight-compiler/inflight/transform/internal/names"
)

// coloring knows which functions wait, and has their twins.
type coloring struct {
	asserts bool // functions that may fail are treated as those that wait
	symbols *ir.SymbolTables
	fresh   *names.Names
	waits   map[*ir.Op]bool     // func.func that may wait, by themselves or in what they call
	callers map[*ir.Op][]*ir.Op // func.func that call a function
	twins   map[*ir.Op]*ir.Op
	todo    []*ir.Op // calls in tasks
	calls   int      // that became asynchronous
}

// color gives every call in a task of a function that waits its twin to call. asserts says that functions
// with assertions get twins as well.
func color(root *ir.Op, asserts bool) *coloring {
	c := &coloring{
		asserts: asserts,
		symbols: ir.NewSymbolTables(), fresh: names.New(), waits: map[*ir.Op]bool{},
		callers: map[*ir.Op][]*ir.Op{}, twins: map[*ir.Op]*ir.Op{},
	}
	c.findWaits(root)
	if len(c.waits) == 0 {
		return c
	}
	c.find(root)
	for len(c.todo) > 0 {
		call := c.todo[len(c.todo)-1]
		c.todo = c.todo[:len(c.todo)-1]
		c.replace(call)
	}
	return c
}

// findWaits finds the functions that may wait on the thread that calls them. What is in their tasks does not
// count.
func (c *coloring) findWaits(root *ir.Op) {
	var todo, failing []*ir.Op
	found := func(fn *ir.Op) {
		if fn != nil && fn.Is(function.Func) && !c.waits[fn] {
			c.waits[fn] = true
			todo = append(todo, fn)
		}
	}
	for op := range root.Walk() {
		switch {
		case op.Is(async.Await), op.Is(async.AwaitAll):
			found(op.Thread())
		case c.asserts && fails(op):
			failing = append(failing, op.Thread())
		case op.Is(function.Call):
			if fn := c.callee(op); fn != nil {
				c.callers[fn] = append(c.callers[fn], op.Thread())
			}
		}
	}
	spread := func(accepts func(fn *ir.Op) bool) {
		for len(todo) > 0 {
			fn := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, caller := range c.callers[fn] {
				if accepts(caller) {
					found(caller)
				}
			}
		}
	}
	spread(func(*ir.Op) bool { return true })
	twinForFailure := func(fn *ir.Op) bool { return fn.Attr(async.OfLoop) == nil && leavesStack(fn) }
	for _, fn := range failing {
		if twinForFailure(fn) {
			found(fn)
		}
	}
	spread(twinForFailure)
}

// leavesStack reports whether a function can do without memory of the stack.
func leavesStack(fn *ir.Op) bool {
	for _, op := range stackOf(fn) {
		if op.Block().ParentOp() != fn || len(fn.Region(0).Blocks()) > 1 {
			return false
		}
	}
	return true
}

// stackOf returns the memory that lies on the stack until a function returns.
func stackOf(fn *ir.Op) (list []*ir.Op) {
	for _, op := range fn.Find(memref.Alloca) {
		scope := op.Parent()
		for scope != fn && !scope.Has(ir.AllocationScope) {
			scope = scope.Parent()
		}
		if scope == fn {
			list = append(list, op)
		}
	}
	return list
}

// fails reports whether op is an assertion of a function, from which a coroutine could branch to its end: all
// that lies around it becomes branches.
func fails(op *ir.Op) bool {
	if !op.Is(cf.Assert) || op.Thread() == nil || !op.Thread().Is(function.Func) {
		return false
	}
	for p := op.Parent(); p != op.Thread(); p = p.Parent() {
		if !branches.Lowers(p) {
			return false
		}
	}
	return true
}

// callee returns the function that a call names.
func (c *coloring) callee(call *ir.Op) *ir.Op {
	ref := call.Def().Callee(call)
	if ref == nil {
		return nil
	}
	return c.symbols.Resolve(call, ref)
}

// find notes the calls in op that stand in a task and would block its thread.
func (c *coloring) find(op *ir.Op) {
	for call := range op.Walk() {
		if call.Is(function.Call) && isTask(call.Thread()) && c.waits[c.callee(call)] {
			c.todo = append(c.todo, call)
		}
	}
}

// isTask reports whether what runs on a thread becomes a coroutine.
func isTask(thread *ir.Op) bool {
	return thread != nil && (thread.Is(async.Execute) || thread.Is(async.Func))
}

// replace calls the twin instead, and waits for its results, or for its token if it has none.
func (c *coloring) replace(call *ir.Op) {
	twin := c.twin(c.callee(call))
	b := ir.At(call)
	started := b.Create(ir.OpState{
		Def: async.Call, Operands: call.Operands(), Results: function.Type(twin).Results,
		Attrs: append([]ir.NamedAttr{{Name: "callee", Value: b.Ctx.SymbolRef(twin.SymbolName())}},
			discardable(call)...),
	})
	if call.NumResults() == 0 {
		async.NewAwait(b, started.Result(0))
	}
	for i, r := range call.Results() {
		wait := b.Create(ir.OpState{Def: async.Await, Operands: []*ir.Value{started.Result(i)},
			Results: []ir.Type{r.Type()}})
		r.ReplaceAllUsesWith(wait.Result(0))
	}
	call.Erase()
	c.calls++
}

// discardable returns the attributes of op that no table names.
func discardable(op *ir.Op) []ir.NamedAttr {
	var kept []ir.NamedAttr
	for _, a := range op.Attrs() {
		if !declared(op.Def(), a.Name) {
			kept = append(kept, a)
		}
	}
	return kept
}

func declared(def *ir.OpDef, name string) bool {
	for i := range def.Attrs {
		if def.Attrs[i].Name == name {
			return true
		}
	}
	return false
}
