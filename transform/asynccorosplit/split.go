package asynccorosplit

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/coro"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
)

// splitAll splits every coroutine in root and returns their number.
func splitAll(root *ir.Op) (n int) {
	for _, fn := range root.Find(function.Func) {
		if fn.Region(0).Empty() {
			continue
		}
		if c := bodyOf(fn); c != nil {
			split(fn, c)
			n++
		}
	}
	return n
}

// split makes a state machine of one coroutine.
func split(fn *ir.Op, c *body) {
	ctx := fn.Context()
	layout, name := fn.SymbolName()+".frame", fn.SymbolName()+".resume"
	frames := coro.FrameType(ctx, layout)
	b := ir.At(c.begin)

	// Every value that is needed in another state is in the frame.
	copyConstants(fn)
	f := newFrame(ctx.I32)
	values := c.crossings(fn.Region(0))
	pointer := b.Create(ir.OpState{Def: coro.Create, Results: []ir.Type{frames}}).Result(0)
	for _, x := range values {
		f.place(x)
	}
	for _, x := range values {
		f.spill(x.v, pointer, c.end)
	}
	b.SetAfter(fn)
	b.Loc = fn.Loc()
	resumed, copied := newResumed(b, fn, name, pointer)
	newLayout(b, layout, f.types)

	// From here on, each half has its own copy of every state.
	resume := ir.NamedAttr{Name: "callee", Value: ctx.SymbolRef(name)}
	ramp, other, targets := numbered(fn.Region(0), resumed.Region(0))
	arg := dispatch(resumed, frames, targets)
	copied.ReplaceAllUsesWith(arg)
	(&half{resumed, arg, resume, false}).lower(other)
	fn.RemoveAttr("passthrough")
	(&half{fn, pointer, resume, true}).lower(ramp)
}

// newResumed makes the function that goes on, with a copy of the whole coroutine as its body. It returns the copy of pointer
// as well.
func newResumed(b *ir.Builder, fn *ir.Op, name string, pointer *ir.Value) (resumed *ir.Op, copied *ir.Value) {
	m := ir.NewMapping()
	region := fn.Region(0).Clone(m)
	resumed = b.Create(ir.OpState{
		Def: function.Func, Results: []ir.Type{}, Regions: []*ir.Region{region},
		Attrs: []ir.NamedAttr{
			{Name: "sym_name", Value: b.Ctx.String(name)},
			{Name: "function_type", Value: b.Ctx.TypeAttr(b.Ctx.Function([]ir.Type{pointer.Type()}, nil))},
			{Name: "sym_visibility", Value: b.Ctx.String("private")},
		},
	})
	return resumed, m.Lookup(pointer)
}

// numbered gives each suspension of a coroutine and of its copy the number of the state behind it, and returns where the copy
// goes on in each state.
func numbered(r, copied *ir.Region) (states, copies map[*ir.Op]int64, targets []*ir.Block) {
	states, copies = map[*ir.Op]int64{}, map[*ir.Op]int64{}
	for i, b := range r.Blocks() {
		if p := b.Last(); p.Is(async.CoroSuspend) {
			q := copied.Blocks()[i].Last()
			states[p], copies[q] = int64(len(targets)), int64(len(targets))
			targets = append(targets, q.Successor(1))
		}
	}
	return states, copies, targets
}

func newLayout(b *ir.Builder, name string, types []ir.Type) {
	slots := make([]ir.Attr, len(types))
	for i, t := range types {
		slots[i] = b.Ctx.TypeAttr(t)
	}
	b.Op(coro.Layout, nil,
		ir.NamedAttr{Name: "sym_name", Value: b.Ctx.String(name)}, ir.NamedAttr{Name: "slots", Value: b.Ctx.Array(slots)})
}

// dispatch puts an entry in front of the body that branches to where the frame says, and returns the frame.
func dispatch(fn *ir.Op, frames ir.Type, targets []*ir.Block) *ir.Value {
	entry := ir.NewBlock(frames)
	fn.Region(0).Insert(0, entry)
	b := ir.AtEnd(fn.Context(), entry)
	b.Loc = fn.Loc()
	if len(targets) == 1 {
		cf.NewBr(b, targets[0])
		return entry.Arg(0)
	}
	state := b.Create(ir.OpState{
		Def: coro.Load, Operands: []*ir.Value{entry.Arg(0)}, Results: []ir.Type{b.Ctx.I32},
		Attrs: []ir.NamedAttr{{Name: "slot", Value: b.Ctx.Int(b.Ctx.I64, 0)}},
	}).Result(0)
	cases := make([]int64, len(targets)-1)
	for i := range cases {
		cases[i] = int64(i + 1)
	}
	cf.NewSwitch(b, state, targets[0], cases, targets[1:])
	return entry.Arg(0)
}

// copyConstants gives every block that uses a constant of another one a copy, so that constants need no slot.
func copyConstants(fn *ir.Op) {
	for _, b := range fn.Region(0).Blocks() {
		for op := range b.Ops() {
			if op.Has(ir.ConstantLike) && op.NumOperands() == 0 {
				copyConstant(op)
			}
		}
	}
}

func copyConstant(op *ir.Op) {
	home := op.Block()
	copies := map[*ir.Block]*ir.Op{home: op}
	for i, v := range op.Results() {
		for use := range v.Uses() {
			b := ancestorIn(use.Owner(), home.Region()).Block()
			if copies[b] == nil {
				copies[b] = ir.At(b.First()).Clone(op, nil)
			}
			use.Set(copies[b].Result(i))
		}
	}
}
