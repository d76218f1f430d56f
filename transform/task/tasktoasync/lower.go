package tasktoasync

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
)

// lowering is the work on one operation: a builder in front of it.
type lowering struct{ *ir.Builder }

// lowerings says what becomes of each operation. A function returns the values that stand for the results.
var lowerings = map[*ir.OpDef]func(l *lowering, op *ir.Op) []*ir.Value{
	task.Promise:     (*lowering).promise,
	task.Fulfill:     (*lowering).fulfill,
	task.Fail:        (*lowering).fail,
	task.Settle:      (*lowering).settle,
	task.Any:         (*lowering).any,
	task.IsComplete:  (*lowering).isComplete,
	task.Import:      (*lowering).imported,
	task.Export:      (*lowering).export,
	task.NewResource: (*lowering).resource,
	task.NewQueue:    (*lowering).queue,
	task.Execute:     (*lowering).execute,
}

// call calls a function of the runtime, which may return something.
func (l *lowering) call(name string, result ir.Type, operands ...*ir.Value) []*ir.Value {
	return l.callWith(name, result, operands)
}

func (l *lowering) callWith(name string, result ir.Type, operands []*ir.Value,
	attrs ...ir.NamedAttr) []*ir.Value {
	results := []ir.Type{}
	if result != nil {
		results = append(results, result)
	}
	attrs = append(attrs, ir.NamedAttr{Name: task.CalleeAttr, Value: l.Ctx.String("inflightTask" + name)})
	return l.Create(ir.OpState{Def: task.RuntimeCall, Operands: operands, Results: results, Attrs: attrs}).
		Results()
}

// do calls a function that returns nothing.
func (l *lowering) do(name string, operands ...*ir.Value) { l.call(name, nil, operands...) }

func (l *lowering) number(n int64) *ir.Value {
	return arith.NewConstant(l.Builder, l.Ctx.Int(l.Ctx.I64, n))
}

func (l *lowering) token() ir.Type { return async.TokenType(l.Ctx) }

func (l *lowering) text(s string) ir.NamedAttr {
	return ir.NamedAttr{Name: task.TextAttr, Value: l.Ctx.String(s)}
}

func (l *lowering) located() ir.NamedAttr {
	return ir.NamedAttr{Name: task.LocatedAttr, Value: l.Ctx.Unit}
}

func (l *lowering) promise(op *ir.Op) []*ir.Value {
	return l.Create(ir.OpState{Def: async.RuntimeCreate, Results: op.ResultTypes()}).Results()
}

func (l *lowering) fulfill(op *ir.Op) []*ir.Value {
	promise := op.Operand(0)
	if op.NumOperands() > 1 {
		l.Make(async.RuntimeStore, []*ir.Value{op.Operand(1), promise}, []ir.Type{})
	}
	return l.callWith("Fulfill", nil, []*ir.Value{promise}, l.located())
}

func (l *lowering) fail(op *ir.Op) []*ir.Value {
	return l.callWith("Fail", nil, op.Operands(), l.text(op.StringAttr("message")), l.located())
}

func (l *lowering) settle(op *ir.Op) []*ir.Value {
	return l.callWith("Settle", nil, op.Operands(), l.located())
}

func (l *lowering) any(op *ir.Op) []*ir.Value {
	first := l.call("Any", op.Result(0).Type(), l.number(int64(op.NumOperands())))
	for i, v := range op.Operands() {
		l.do("AnyOf", first[0], v, l.number(int64(i)))
	}
	return first
}

func (l *lowering) isComplete(op *ir.Op) []*ir.Value {
	return l.call("IsComplete", l.Ctx.I1, op.Operand(0))
}

func (l *lowering) imported(op *ir.Op) []*ir.Value {
	return l.callWith("Import", l.token(), nil, l.text(op.StringAttr("event")))
}

func (l *lowering) export(op *ir.Op) []*ir.Value {
	return l.callWith("Export", nil, op.Operands(), l.text(op.StringAttr("event")))
}

func (l *lowering) resource(op *ir.Op) []*ir.Value { return l.call("Resource", op.Result(0).Type()) }

func (l *lowering) queue(op *ir.Op) []*ir.Value {
	return l.call("Queue", op.Result(0).Type(), l.number(int64(task.Order(op))), l.number(task.Depth(op)))
}

// execute makes a region that takes its turns.
func (l *lowering) execute(op *ir.Op) []*ir.Value {
	dependencies := slices.Clone(task.Dependencies(op))
	var turn *ir.Value
	queue := task.Queue(op)
	if queue != nil {
		l.awaitRoom(queue)
		turn = l.call("Turn", l.token(), queue)[0]
		// first, so that a task that fails waits for its turn, too
		dependencies = slices.Insert(dependencies, 0, turn)
	}
	outer := async.NewExecute(l.Builder, dependencies, async.Unwrapped(op),
		func(_ *ir.Builder, args []*ir.Value) []*ir.Value {
			for i, v := range args {
				op.Body().Arg(i).ReplaceAllUsesWith(v)
			}
			for i, arg := range task.CapturedArgs(op) {
				arg.ReplaceAllUsesWith(task.Captures(op)[i])
			}
			if len(task.Resources(op)) > 0 {
				return l.holding(op, turn)
			}
			return l.body(op, turn)
		})
	if turn != nil {
		l.do("Ended", turn, outer.Result(0))
	}
	return outer.Results()
}

// awaitRoom waits until the queue has room for one more task, unless it is known to have room always.
func (l *lowering) awaitRoom(queue *ir.Value) {
	if maker := queue.DefiningOp(); maker != nil && maker.Is(task.RuntimeCall) && maker.NumOperands() > 1 {
		if depth, ok := ir.ConstantValue(maker.Operand(1)).(*ir.IntegerAttr); ok && depth.Value == 0 {
			return
		}
	}
	async.NewAwait(l.Builder, l.call("Room", l.token(), queue)[0])
}

// holding makes the region that runs while it holds the resources, and returns the payloads.
func (l *lowering) holding(op *ir.Op, turn *ir.Value) (payloads []*ir.Value) {
	resources := task.Resources(op)
	claim := l.call("Claim", l.token(), l.number(int64(len(resources))))[0]
	for _, r := range resources {
		l.do("ClaimOf", claim, r)
	}
	inner := async.NewExecute(l.Builder, []*ir.Value{claim}, nil, func(*ir.Builder, []*ir.Value) []*ir.Value {
		return l.body(op, turn)
	})
	l.do("Release", claim, inner.Result(0))
	async.NewAwait(l.Builder, inner.Result(0))
	for _, v := range inner.Results()[1:] {
		payloads = append(payloads,
			l.Make(async.Await, []*ir.Value{v}, []ir.Type{async.Payload(v.Type())}).Result(0))
	}
	return payloads
}

// body moves what the region does to the insertion point, and returns the payloads.
func (l *lowering) body(op *ir.Op, turn *ir.Value) []*ir.Value {
	if v := task.Unless(op); v != nil {
		async.NewAwait(l.Builder, l.call("Unless", l.token(), v)[0])
	}
	if turn != nil {
		l.do("Started", turn)
	}
	yield := op.Body().Terminator()
	payloads := slices.Clone(yield.Operands())
	for inner := op.Body().First(); inner != yield; {
		next := inner.Next()
		inner.MoveToEnd(l.Block())
		inner = next
	}
	return payloads
}
