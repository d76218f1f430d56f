package asyncparallelfor

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// dispatch is the making of the tasks of a loop, with blocks of one size.
type dispatch struct {
	c            *converter
	loop         *loop
	trips        []*ir.Value
	block, count *ir.Value
	aligned      int         // inner loops that a block holds as a whole
	partials     []*ir.Value // memory for what each block reduces
}

// arguments returns what both functions take last.
func (d *dispatch) arguments() []*ir.Value {
	return slices.Concat(d.loop.bounds(d.trips), d.partials, d.loop.captures)
}

// emit makes the functions, and the code of the caller. It returns what the loop reduces.
func (d *dispatch) emit(b *ir.Builder) []*ir.Value {
	d.partials = d.loop.allocate(b, d.count)
	compute := d.c.computeFunction(d)
	if d.c.recursive {
		d.halve(b, compute)
	} else {
		d.each(b, compute)
	}
	return d.loop.gather(b, d.count, d.partials)
}

// halve makes a call of the function that halves the range of blocks, unless there is one block only.
func (d *dispatch) halve(b *ir.Builder, compute *ir.Op) {
	split := d.c.dispatchFunction(d, compute)
	zero, one := arith.ConstIndex(b, 0), arith.ConstIndex(b, 1)
	choose(b, compare(b, arith.EQ, d.count, one), []ir.Type{},
		func(b *ir.Builder) []*ir.Value {
			call(b, compute, append([]*ir.Value{zero, d.block}, d.arguments()...)...)
			return nil
		},
		func(b *ir.Builder) []*ir.Value {
			group := d.group(b)
			call(b, split, append([]*ir.Value{group, zero, d.count, d.block}, d.arguments()...)...)
			d.await(b, group)
			return nil
		})
}

// each makes a loop that makes all tasks but the first, which the caller runs itself.
func (d *dispatch) each(b *ir.Builder, compute *ir.Op) {
	zero, one := arith.ConstIndex(b, 0), arith.ConstIndex(b, 1)
	group := d.group(b)
	run := func(b *ir.Builder, number *ir.Value) {
		call(b, compute, append([]*ir.Value{number, d.block}, d.arguments()...)...)
	}
	scf.NewFor(b, one, d.count, one, func(b *ir.Builder, number *ir.Value) {
		addTask(b, group, func(b *ir.Builder) { run(b, number) })
	})
	run(b, zero)
	d.await(b, group)
}

// group makes a group for the tasks of all blocks but one.
func (d *dispatch) group(b *ir.Builder) *ir.Value {
	others := binary(b, arith.SubI, d.count, arith.ConstIndex(b, 1))
	return b.Op(async.CreateGroup, []*ir.Value{others}).Result(0)
}

// addTask makes a task and adds it to a group.
func addTask(b *ir.Builder, group *ir.Value, body func(b *ir.Builder)) {
	task := async.NewExecute(b, nil, nil, func(b *ir.Builder, _ []*ir.Value) []*ir.Value {
		body(b)
		return nil
	})
	b.Op(async.AddToGroup, []*ir.Value{task.Result(0), group})
}

// await makes the wait for all tasks. Where the order of iterations does not show, an error of a task is one
// of the loop.
func (d *dispatch) await(b *ir.Builder, group *ir.Value) {
	wait := b.Op(async.AwaitAll, []*ir.Value{group})
	if d.c.exact {
		wait.SetAttr(async.OfLoop, b.Ctx.Unit)
	}
}

// dispatchFunction makes the function that halves a range of blocks until one is left: the upper half goes to
// a task each time, which calls the function again.
func (c *converter) dispatchFunction(d *dispatch, compute *ir.Op) *ir.Op {
	ctx := compute.Context()
	inputs := slices.Concat([]ir.Type{async.GroupType(ctx), ctx.Index, ctx.Index, ctx.Index},
		typesOf(d.arguments()))
	f := c.newFunction(d.loop.op, "async_dispatch_fn", inputs)
	b := ir.AtEnd(ctx, f.Body())
	b.Loc, b.Arena = f.Loc(), c.arena
	args := f.Body().Args()
	group, start, end, rest := args[0], args[1], args[2], args[3:]
	one, two := arith.ConstIndex(b, 1), arith.ConstIndex(b, 2)
	more := func(b *ir.Builder, r []*ir.Value) *ir.Value {
		return arith.Cmp(b, arith.SGT, arith.Binary(b, arith.SubI, r[1], r[0]), one)
	}
	newWhile(b, []*ir.Value{start, end}, more, func(b *ir.Builder, r []*ir.Value) []*ir.Value {
		half := arith.Binary(b, arith.DivSI, arith.Binary(b, arith.SubI, r[1], r[0]), two)
		middle := arith.Binary(b, arith.AddI, r[0], half)
		addTask(b, group, func(b *ir.Builder) {
			call(b, f, append([]*ir.Value{group, middle, r[1]}, rest...)...)
		})
		return []*ir.Value{r[0], middle}
	})
	call(b, compute, append([]*ir.Value{start}, rest...)...)
	finish(b)
	return f
}

// newWhile makes a scf.while that carries values as long as a condition on them holds.
func newWhile(b *ir.Builder, inits []*ir.Value, condition func(b *ir.Builder, vs []*ir.Value) *ir.Value,
	body func(b *ir.Builder, vs []*ir.Value) []*ir.Value) *ir.Op {
	types := typesOf(inits)
	before, after := b.NewBlock(types...), b.NewBlock(types...)
	b.InBlock(before, func() {
		holds := condition(b, before.Args())
		b.Make(scf.Condition, append([]*ir.Value{holds}, before.Args()...), []ir.Type{})
	})
	b.InBlock(after, func() { scf.NewYield(b, body(b, after.Args())...) })
	return b.Create(ir.OpState{
		Def: scf.While, Operands: inits, Results: types,
		Regions: []*ir.Region{b.NewRegion(before), b.NewRegion(after)},
	})
}
