package asynctoasyncruntime

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
)

// coroutine is a func.func that can be suspended. Its entry, the ramp, makes the token and the values that it
// returns; the body resolves them, whichever way it ends.
type coroutine struct {
	*ir.Builder
	fn         *ir.Op
	token      *ir.Value // nil if the function returns values only
	values     []*ir.Value
	id, handle *ir.Value

	causes    bool        // errors say what went wrong
	failed    *ir.Block   // resolves everything to an error; nil as long as nothing can fail
	failures  []*ir.Block // the same for one assertion each, with causes
	cleanup   *ir.Block   // frees the frame after the body's end
	destroyed *ir.Block   // frees the frame of a coroutine that never ends
	end       *ir.Block   // returns to who called or resumed
}

// newCoroutine makes the ramp at the end of the entry of fn, up to the frame. The arena holds what is made
// here and later.
func newCoroutine(fn *ir.Op, results []ir.Type, arena *ir.Arena) *coroutine {
	ctx := fn.Context()
	fn.SetAttr("passthrough", ctx.Array([]ir.Attr{ctx.String("presplitcoroutine")}))
	c := &coroutine{Builder: ir.AtEnd(ctx, fn.Body()), fn: fn}
	c.Arena = arena
	c.cleanup, c.destroyed, c.end = c.NewBlock(), c.NewBlock(), c.NewBlock()
	c.Loc = fn.Loc()
	for _, t := range results {
		v := c.one(async.RuntimeCreate, []ir.Type{t})
		if async.IsToken(t) {
			c.token = v
		} else {
			c.values = append(c.values, v)
		}
	}
	c.id = c.one(async.CoroID, nil)
	c.handle = c.one(async.CoroBegin, nil, c.id)
	return c
}

// one makes an operation with a single result, whose type may be inferred.
func (c *coroutine) one(def *ir.OpDef, results []ir.Type, operands ...*ir.Value) *ir.Value {
	return c.Make(def, operands, results).Result(0)
}

// do makes an operation without results.
func (c *coroutine) do(def *ir.OpDef, operands ...*ir.Value) {
	c.Make(def, operands, []ir.Type{})
}

// suspend ends the block of the insertion point. The coroutine goes on in next when what schedule makes says
// so.
func (c *coroutine) suspend(next *ir.Block, schedule func()) {
	state := c.one(async.CoroSave, nil, c.handle)
	schedule()
	c.Create(ir.OpState{
		Def: async.CoroSuspend, Operands: []*ir.Value{state}, Results: []ir.Type{},
		Successors: []*ir.Block{c.end, next, c.destroyed},
	})
}

// await suspends the coroutine in front of a wait until what it waits for is resolved, and fails if that is
// an error.
func (c *coroutine) await(op *ir.Op) {
	awaited := op.Operand(0)
	from := op.Block()
	ready := from.Split(op)
	resumed := c.NewBlock()
	ready.Region().Insert(ready.Index(), resumed)
	c.Loc = op.Loc()
	c.SetEnd(from)
	c.suspend(resumed, func() { c.do(async.RuntimeAwaitAndResume, awaited, c.handle) })
	c.SetEnd(resumed)
	isError := c.one(async.RuntimeIsError, nil, awaited)
	cf.NewCondBr(c.Builder, isError, c.failure(), nil, ready, nil)
	c.SetBefore(op)
	replaceByPayload(c.Builder, op)
}

// replaceByPayload puts the payload in place of a wait that has nothing to wait for any more.
func replaceByPayload(b *ir.Builder, op *ir.Op) {
	if op.NumResults() > 0 {
		load := b.Make(async.RuntimeLoad, op.Operands(), op.ResultTypes())
		op.Result(0).ReplaceAllUsesWith(load.Result(0))
	}
	op.Erase()
}

// assert fails the coroutine where the condition does not hold.
func (c *coroutine) assert(op *ir.Op) {
	from := op.Block()
	holds := from.Split(op)
	c.Loc = op.Loc()
	c.SetEnd(from)
	fails := c.failure
	if c.causes {
		fails = func() *ir.Block { return c.failureOf(op) }
	}
	cf.NewCondBr(c.Builder, op.Operand(0), holds, nil, fails(), nil)
	op.Erase()
}

// failureOf makes the block to branch to when an assertion fails, which resolves everything to an error with
// its message, at its location.
func (c *coroutine) failureOf(assertion *ir.Op) *ir.Block {
	failed := c.NewBlock()
	c.failures = append(c.failures, failed)
	c.InBlock(failed, func() {
		for _, v := range c.resolved() {
			c.Op(async.RuntimeSetError, []*ir.Value{v},
				ir.NamedAttr{Name: "message", Value: assertion.Attr("msg")})
		}
		cf.NewBr(c.Builder, c.cleanup)
	})
	return failed
}

// failure returns the block to branch to on an error.
func (c *coroutine) failure() *ir.Block {
	if c.failed == nil {
		c.failed = c.NewBlock()
	}
	return c.failed
}

// finish puts what hands the payloads over in place of the end of the body.
func (c *coroutine) finish(end *ir.Op) {
	payloads := end.Operands()
	c.Loc = end.Loc()
	c.SetEnd(end.Block())
	end.Erase()
	for i, v := range c.values {
		c.do(async.RuntimeStore, payloads[i], v)
		c.do(async.RuntimeSetAvailable, v)
	}
	if c.token != nil {
		c.do(async.RuntimeSetAvailable, c.token)
	}
	cf.NewBr(c.Builder, c.cleanup)
}

// close adds the blocks behind the body.
func (c *coroutine) close() {
	c.Loc = c.fn.Loc()
	for _, b := range c.failures {
		c.fn.Region(0).Append(b)
	}
	if c.failed != nil {
		c.add(c.failed, func() {
			for _, v := range c.resolved() {
				c.do(async.RuntimeSetError, v)
			}
			cf.NewBr(c.Builder, c.cleanup)
		})
	}
	for _, b := range []*ir.Block{c.cleanup, c.destroyed} {
		c.add(b, func() {
			c.do(async.CoroFree, c.id, c.handle)
			cf.NewBr(c.Builder, c.end)
		})
	}
	c.add(c.end, func() {
		c.do(async.CoroEnd, c.handle)
		c.do(function.Return, c.resolved()...)
	})
}

// resolved returns what the function returns, in order.
func (c *coroutine) resolved() []*ir.Value {
	if c.token == nil {
		return c.values
	}
	return append([]*ir.Value{c.token}, c.values...)
}

// add appends a block and fills it.
func (c *coroutine) add(b *ir.Block, fill func()) {
	c.fn.Region(0).Append(b)
	c.InBlock(b, fill)
}
