package streamtoasync

import (
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/dialect/util"
	"github.com/inflight-compiler/inflight/ir"
)

// function converts a function and all that is in it.
func (l *lowering) function(f *ir.Op) error {
	attrs := []ir.NamedAttr{{Name: "sym_name", Value: f.Attr("sym_name")},
		{Name: "function_type", Value: f.Attr("function_type")}}
	if v := f.Attr("sym_visibility"); v != nil {
		attrs = append(attrs, ir.NamedAttr{Name: "sym_visibility", Value: v})
	}
	if f.Attr("inlining_policy") == ir.Attr(l.Ctx.OpaqueAttr(util.Dialect.Name, util.NeverInline, nil)) {
		attrs = append(attrs, ir.NamedAttr{Name: "no_inline", Value: l.Ctx.Unit})
	}
	l.SetBefore(f)
	l.Loc = f.Loc()
	region := l.NewRegion()
	made := l.Create(ir.OpState{Def: function.Func, Attrs: attrs, Results: []ir.Type{},
		Regions: []*ir.Region{region}})
	region.TakeBody(f.Region(0))
	f.Erase()
	for _, b := range region.Blocks() {
		if err := l.block(b); err != nil {
			return err
		}
	}
	l.hostWaits(made)
	return nil
}

// block converts the operations of a block, in order.
func (l *lowering) block(b *ir.Block) error {
	var ops []*ir.Op
	for op := range b.Ops() {
		ops = append(ops, op)
	}
	for _, op := range ops {
		if err := l.one(op); err != nil {
			return err
		}
	}
	return nil
}

// one converts an operation, or what is in its regions.
func (l *lowering) one(op *ir.Op) error {
	lower := lowerings[op.Def()]
	if lower == nil {
		for _, r := range op.Regions() {
			for _, b := range r.Blocks() {
				if err := l.block(b); err != nil {
					return err
				}
			}
		}
		return nil
	}
	around, cost := l.title, l.cost
	l.title, l.cost = op.Name(), op.Attr(pipeline.CostAttr)
	l.SetBefore(op)
	l.Loc = op.Loc()
	results, err := lower(l, op)
	l.title, l.cost = around, cost
	if err != nil || op.Is(stream.TimepointAwait) {
		return err
	}
	for i, v := range results {
		if v == nil {
			continue
		}
		if v.Name() == "" {
			v.SetName(op.Result(i).Name())
		}
		op.Result(i).ReplaceAllUsesWith(v)
	}
	op.Erase()
	return nil
}

func (l *lowering) call(op *ir.Op) ([]*ir.Value, error) {
	return l.Create(ir.OpState{Def: function.Call, Operands: op.Operands(), Results: op.ResultTypes(),
		Attrs: []ir.NamedAttr{{Name: "callee", Value: op.Attr("callee")}}}).Results(), nil
}

func (l *lowering) ret(op *ir.Op) ([]*ir.Value, error) {
	l.Op(function.Return, op.Operands())
	return nil, nil
}

// asIs lets operands stand for results.
func (l *lowering) asIs(op *ir.Op) ([]*ir.Value, error) { return op.Operands(), nil }

// same lets the first operand stand for the result.
func (l *lowering) same(op *ir.Op) ([]*ir.Value, error) { return op.Operands()[:1], nil }

// nothing is what an operation becomes that has no effect here.
func (l *lowering) nothing(*ir.Op) ([]*ir.Value, error) { return nil, nil }
