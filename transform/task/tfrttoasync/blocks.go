package tfrttoasync

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/dialect/tfrt"
	"github.com/inflight-compiler/inflight/ir"
)

// parallel converts a parallel loop: a region that begins a region, or calls the function, for each block of
// the range, and waits for a group of them. It waits for all its operands first, as the kernel does.
func (v *conversion) parallel(op *ir.Op) error {
	if err := v.blocksEnd(op); err != nil {
		return err
	}
	tokens, values, from := v.split(op)
	v.results(op, async.NewExecute(v.Builder, tokens, values,
		func(b *ir.Builder, args []*ir.Value) []*ir.Value {
			p := &payload{Builder: b, values: map[*ir.Value]*ir.Value{}}
			for i, o := range from {
				p.values[o] = args[i]
			}
			if !hasPositiveSize(op) {
				zero := arith.ConstInt(b, b.Ctx.I32, 0)
				p.assert(arith.Cmp(b, arith.SLT, zero, p.arg(op, 2)), "the block size is not positive")
			}
			p.blocks(op, func(b *ir.Builder, begin, end *ir.Value) *ir.Value {
				return v.block(b, p, op, begin, end)
			})
			return nil
		}))
	return nil
}

// blocksEnd refuses a loop whose blocks have no end that async knows, or that may fail in part.
func (v *conversion) blocksEnd(op *ir.Op) error {
	if err := numbersOnly(op); err != nil {
		return err
	}
	if op.Is(tfrt.ParallelFor) {
		for inner := range op.Region(0).Entry().OpsWithoutTerminator() {
			if err := supported(inner, true); err != nil {
				return err
			}
		}
		return nil
	}
	fn := v.tables.Resolve(op, op.Attr("callee").(*ir.SymbolRefAttr))
	if len(function.Type(fn).Results) == 0 {
		return op.Errorf(codeUnsupported, "'%s' calls @%s, which returns no chain, so that nothing in async "+
			"says when a block has ended", op.Name(), fn.SymbolName())
	}
	return nil
}

// hasPositiveSize reports whether the blocks of a parallel loop certainly have a size.
func hasPositiveSize(op *ir.Op) bool {
	n, ok := constantOf(op.Operand(2))
	return ok && n > 0
}

// blocks makes a loop over the blocks of a range, and waits for the tokens of all. It computes with 64 bits,
// so that the end of the last block does not wrap around.
func (p *payload) blocks(op *ir.Op, block func(b *ir.Builder, begin, end *ir.Value) *ir.Value) {
	b, i64 := p.Builder, p.Ctx.I64
	wide := func(i int) *ir.Value { return arith.Cast(b, arith.ExtSI, p.arg(op, i), i64) }
	begin, end, size := wide(0), wide(1), wide(2)
	zero := arith.ConstInt(b, i64, 0)
	n := arith.Binary(b, arith.CeilDivSI, arith.Binary(b, arith.SubI, end, begin), size)
	n = arith.Binary(b, arith.MaxSI, n, zero)
	group := b.Create(ir.OpState{Def: async.CreateGroup, Results: []ir.Type{async.GroupType(b.Ctx)},
		Operands: []*ir.Value{arith.Cast(b, arith.IndexCast, n, b.Ctx.Index)}}).Result(0)
	scf.NewFor(b, begin, end, size, func(b *ir.Builder, from *ir.Value) {
		to := arith.Binary(b, arith.MinSI, arith.Binary(b, arith.AddI, from, size), end)
		token := block(b, arith.Cast(b, arith.TruncI, from, b.Ctx.I32),
			arith.Cast(b, arith.TruncI, to, b.Ctx.I32))
		b.Create(ir.OpState{Def: async.AddToGroup, Operands: []*ir.Value{token, group},
			Results: []ir.Type{b.Ctx.Index}})
	})
	b.Create(ir.OpState{Def: async.AwaitAll, Operands: []*ir.Value{group}, Results: []ir.Type{},
		Attrs: []ir.NamedAttr{{Name: async.OfLoop, Value: b.Ctx.Unit}}})
}

// block begins a block and returns its token.
func (v *conversion) block(b *ir.Builder, p *payload, op *ir.Op, begin, end *ir.Value) *ir.Value {
	if op.Is(tfrt.ParallelFor) {
		args := append([]*ir.Value{begin, end}, p.payloads(op, 3)...)
		return async.NewExecute(b, nil, nil, func(b *ir.Builder, _ []*ir.Value) []*ir.Value {
			p.in(b).inOrder(b, op.Region(0), args)
			return nil
		}).Result(0)
	}
	args := []*ir.Value{available(b, begin), available(b, end)}
	return call(b, op.Attr("callee"), append(args, v.operands(op)[3:]...), op.ResultTypes())[0]
}

// in is p with another builder.
func (p *payload) in(b *ir.Builder) *payload { return &payload{Builder: b, values: p.values} }

// available makes a value of async that is available at once.
func available(b *ir.Builder, payload *ir.Value) *ir.Value {
	return async.NewExecute(b, nil, nil, func(*ir.Builder, []*ir.Value) []*ir.Value {
		return []*ir.Value{payload}
	}).Result(1)
}
