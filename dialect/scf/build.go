package scf

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// NewFor makes a scf.for without carried values; body fills its block and must not add the terminator.
func NewFor(b *ir.Builder, lower, upper, step *ir.Value, body func(b *ir.Builder, iv *ir.Value)) *ir.Op {
	return NewForCarrying(b, lower, upper, step, nil,
		func(b *ir.Builder, iv *ir.Value, _ []*ir.Value) []*ir.Value {
			body(b, iv)
			return nil
		})
}

// NewForCarrying makes a scf.for that carries values from one iteration to the next. body gets the induction
// variable and the carried values, and returns the carried values of the next iteration.
func NewForCarrying(b *ir.Builder, lower, upper, step *ir.Value, inits []*ir.Value,
	body func(b *ir.Builder, iv *ir.Value, carried []*ir.Value) []*ir.Value) *ir.Op {
	results := types(inits)
	block := b.NewBlock(append([]ir.Type{lower.Type()}, results...)...)
	op := b.Create(ir.OpState{
		Def:      For,
		Operands: append([]*ir.Value{lower, upper, step}, inits...),
		Results:  results,
		Regions:  []*ir.Region{b.NewRegion(block)},
	})
	b.InBlock(block, func() {
		NewYield(b, body(b, block.Arg(0), block.Args()[1:])...)
	})
	return op
}

// NewWhile makes a scf.while. before returns the condition and the values that it passes on; after returns
// the values of the next iteration. Neither function adds the terminator.
func NewWhile(b *ir.Builder, inits []*ir.Value,
	before func(b *ir.Builder, carried []*ir.Value) (*ir.Value, []*ir.Value),
	after func(b *ir.Builder, carried []*ir.Value) []*ir.Value) *ir.Op {
	head := b.NewBlock(types(inits)...)
	var going []*ir.Value
	b.InBlock(head, func() {
		var cond *ir.Value
		cond, going = before(b, head.Args())
		b.Op(Condition, append([]*ir.Value{cond}, going...))
	})
	body := b.NewBlock(types(going)...)
	b.InBlock(body, func() { NewYield(b, after(b, body.Args())...) })
	return b.Create(ir.OpState{Def: While, Operands: inits, Results: types(going),
		Regions: []*ir.Region{b.NewRegion(head), b.NewRegion(body)}})
}

// NewParallel makes a scf.parallel without reductions; body fills its block and must not add the terminator.
func NewParallel(b *ir.Builder, lower, upper, step []*ir.Value,
	body func(b *ir.Builder, ivs []*ir.Value)) *ir.Op {
	block := b.NewBlock(types(lower)...)
	n := int64(len(lower))
	op := b.Create(ir.OpState{
		Def: Parallel, Operands: slices.Concat(lower, upper, step), Results: []ir.Type{},
		Regions: []*ir.Region{b.NewRegion(block)},
		Attrs:   []ir.NamedAttr{{Name: "operandSegmentSizes", Value: b.Ctx.I32Array(n, n, n, 0)}},
	})
	b.InBlock(block, func() {
		body(b, block.Args())
		b.Create(ir.OpState{Def: Reduce, Results: []ir.Type{}})
	})
	return op
}

// NewIf makes a scf.if without results; els may be nil. Neither function adds the terminator.
func NewIf(b *ir.Builder, cond *ir.Value, then, els func(b *ir.Builder)) *ir.Op {
	fill := func(f func(b *ir.Builder)) func(b *ir.Builder) []*ir.Value {
		if f == nil {
			return nil
		}
		return func(b *ir.Builder) []*ir.Value { f(b); return nil }
	}
	return NewIfYielding(b, cond, []ir.Type{}, fill(then), fill(els))
}

// NewIfYielding makes a scf.if; the functions return the values of its results. els may be nil if there are
// no results.
func NewIfYielding(b *ir.Builder, cond *ir.Value, results []ir.Type, then,
	els func(b *ir.Builder) []*ir.Value) *ir.Op {
	op := b.Create(ir.OpState{
		Def:      If,
		Operands: []*ir.Value{cond},
		Results:  results,
		Regions:  []*ir.Region{b.NewRegion(), b.NewRegion()},
	})
	for i, fill := range []func(*ir.Builder) []*ir.Value{then, els} {
		if fill == nil {
			continue
		}
		block := b.NewBlock()
		op.Region(i).Append(block)
		b.InBlock(block, func() { NewYield(b, fill(b)...) })
	}
	return op
}

// NewYield makes a scf.yield.
func NewYield(b *ir.Builder, vs ...*ir.Value) *ir.Op {
	return b.Create(ir.OpState{Def: Yield, Operands: vs, Results: []ir.Type{}})
}

func types(vs []*ir.Value) []ir.Type {
	ts := make([]ir.Type, len(vs))
	for i, v := range vs {
		ts[i] = v.Type()
	}
	return ts
}
