package asynctoasyncruntime

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/captured"
	"github.com/inflight-compiler/inflight/transform/internal/names"
)

// outlined is the name of the functions that tasks become, before it is made unique.
const outlined = "async_execute_fn"

// outliner makes functions of tasks.
type outliner struct {
	b      *ir.Builder
	inputs valueSet  // of the task
	types  []ir.Type // of these
	fresh  *names.Names
}

// newOutliner returns an outliner that makes things in an arena.
func newOutliner(c *ir.Context, arena *ir.Arena) *outliner {
	b := ir.NewBuilder(c)
	b.Arena = arena
	return &outliner{b: b, fresh: names.New()}
}

// outline makes a function of each async.execute, inner ones first, and calls it instead. It returns the
// functions, of which coroutines still have to be made.
func (o *outliner) outline(root *ir.Op) []*ir.Op {
	var made []*ir.Op
	for op := range root.WalkPost() {
		if op.Is(async.Execute) {
			made = append(made, o.outlineOne(op))
		}
	}
	return made
}

// outlineOne makes a function of one task: an entry without operations, and the body of the task, which still
// ends with its yield. Its parameters are the tokens and values that the task depends on, then everything
// that the task uses from outside, each once.
func (o *outliner) outlineOne(op *ir.Op) *ir.Op {
	b := o.b
	captured.CopyConstants(b, op)
	o.inputs.collect(op)
	b.Loc = op.Loc()
	fn := o.newFunction(op)
	b.SetBefore(op)
	call := b.Make(function.Call, o.inputs.values, op.ResultTypes(),
		ir.NamedAttr{Name: "callee", Value: b.Ctx.SymbolRef(fn.SymbolName())})
	op.ReplaceAllUsesWith(call.Results())

	o.moveBody(op, fn)
	op.Erase()
	return fn
}

// lowerOutlined makes a coroutine of a function that a task has become. It starts on a thread of the runtime.
func lowerOutlined(fn *ir.Op, causes bool, arena *ir.Arena) error {
	body := fn.Region(0).Blocks()[1]
	c := newCoroutine(fn, resultsOf(fn), arena)
	c.causes = causes
	c.suspend(body, func() { c.do(async.RuntimeResume, c.handle) })
	return c.lowerBody(async.Yield)
}

// newFunction makes the function of a task, with an empty entry, for the end of its symbol table.
func (o *outliner) newFunction(op *ir.Op) *ir.Op {
	b := o.b
	o.types = o.types[:0]
	for _, v := range o.inputs.values {
		o.types = append(o.types, v.Type())
	}
	table := names.Table(op)
	b.SetEnd(table.Body())
	name := o.fresh.Unique(table, outlined)
	return b.Create(ir.OpState{
		Def: function.Func, Results: []ir.Type{}, Regions: []*ir.Region{b.NewRegion(b.NewBlock(o.types...))},
		Attrs: []ir.NamedAttr{
			{Name: "sym_name", Value: b.Ctx.String(name)},
			{Name: "function_type", Value: b.Ctx.TypeAttr(b.Ctx.Function(o.types, op.ResultTypes()))},
			{Name: "sym_visibility", Value: b.Ctx.String("private")},
		},
	})
}

// moveBody moves the body of a task behind the entry of its function, where it begins with waits for all that
// the task depends on.
func (o *outliner) moveBody(op, fn *ir.Op) {
	b, inputs := o.b, &o.inputs
	captured.Replace(op, func(v *ir.Value) *ir.Value { return inputs.parameter(fn, v) })
	body := op.Body()
	op.Region(0).RemoveBlock(body)
	fn.Region(0).Append(body)
	b.SetStart(body)
	for _, t := range async.Dependencies(op) {
		async.NewAwait(b, inputs.parameter(fn, t))
	}
	for i, v := range async.Unwrapped(op) {
		payload := body.Arg(i)
		wait := b.Make(async.Await, []*ir.Value{inputs.parameter(fn, v)}, []ir.Type{payload.Type()})
		payload.ReplaceAllUsesWith(wait.Result(0))
	}
	for body.NumArgs() > 0 {
		body.EraseArg(body.NumArgs() - 1)
	}
}
