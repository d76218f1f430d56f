package tfrttoasync

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/dialect/tfrt"
	"github.com/inflight-compiler/inflight/ir"
)

// choose converts tfrt.cond and tfrt.case: a region that waits for the condition or the index alone. It calls
// one of the functions with values that need not be available, and waits for what that returns.
func (v *conversion) choose(op *ir.Op) error {
	functions := []ir.Attr{op.Attr("a_true_fn"), op.Attr("b_false_fn")}
	if op.Is(tfrt.Case) {
		functions = op.Attr("branches").(*ir.ArrayAttr).Elems
	}
	return v.chooseOf(op, functions)
}

func (v *conversion) chooseOf(op *ir.Op, functions []ir.Attr) error {
	if err := v.together(op); err != nil {
		return err
	}
	args := v.operands(op)
	v.region(op, args[:1], func(b *ir.Builder, in []*ir.Value) []*ir.Value {
		types := []ir.Type{}
		for _, r := range withoutChains(op.Results()) {
			types = append(types, r.Type())
		}
		calls := func(i int) func(b *ir.Builder) []*ir.Value {
			return func(b *ir.Builder) []*ir.Value {
				return awaited(b, call(b, functions[i], args[1:], op.ResultTypes()))
			}
		}
		if op.Is(tfrt.Case) {
			return numbered(b, in[0], types, len(functions), calls)
		}
		return scf.NewIfYielding(b, in[0], types, calls(0), calls(1)).Results()
	})
	return nil
}

// apart converts a tfrt.if or tfrt.repeat.i32 whose regions become functions.
func (v *conversion) apart(op *ir.Op) error {
	functions := make([]ir.Attr, op.NumRegions())
	for i := range functions {
		var err error
		if functions[i], err = v.outline(op, i); err != nil {
			return err
		}
	}
	if op.Is(tfrt.If) {
		return v.chooseOf(op, functions)
	}
	if err := v.together(op); err != nil {
		return err
	}
	args := v.operands(op)
	v.region(op, args[:1], func(b *ir.Builder, in []*ir.Value) []*ir.Value {
		p := &payload{Builder: b, values: map[*ir.Value]*ir.Value{op.Operand(0): in[0]}}
		return awaited(b, p.times(op, args[1:], func(b *ir.Builder, carried []*ir.Value) []*ir.Value {
			return call(b, functions[0], carried, op.ResultTypes())
		}))
	})
	return nil
}

// doAsync converts tfrt_test.do.async: a call of its region, as every call of async does not wait.
func (v *conversion) doAsync(op *ir.Op) error {
	f, err := v.outline(op, 0)
	if err != nil {
		return err
	}
	for i, r := range call(v.Builder, f, v.operands(op), op.ResultTypes()) {
		v.values[op.Result(i)] = r
	}
	return nil
}

// outline makes a function of a region and returns its symbol.
func (v *conversion) outline(op *ir.Op, region int) (ir.Attr, error) {
	block := op.Region(region).Entry()
	name := v.names.Unique(v.module, v.fn.SymbolName()+"_region")
	fn, err := v.function(v.fn, name, block, v.Ctx.Function(block.ArgTypes(), op.ResultTypes()), true)
	if err != nil {
		return nil, err
	}
	fn.SetAttr("sym_visibility", v.Ctx.String("private"))
	return v.Ctx.SymbolRef(name), nil
}

// numbered makes a choice by an i32 between n ways. A number without a way takes the last one.
func numbered(b *ir.Builder, number *ir.Value, types []ir.Type, n int,
	way func(i int) func(b *ir.Builder) []*ir.Value) []*ir.Value {
	var regions []*ir.Region
	cases := make([]int64, n-1)
	for i := range n {
		which := i - 1 // the first region is the one for other numbers
		if i == 0 {
			which = n - 1
		} else {
			cases[which] = int64(which)
		}
		block := b.NewBlock()
		b.InBlock(block, func() { scf.NewYield(b, way(which)(b)...) })
		regions = append(regions, b.NewRegion(block))
	}
	index := arith.Cast(b, arith.IndexCast, number, b.Ctx.Index)
	return b.Create(ir.OpState{Def: scf.IndexSwitch, Operands: []*ir.Value{index}, Results: types,
		Regions: regions, Attrs: []ir.NamedAttr{{Name: "cases", Value: b.Ctx.I64Array(cases...)}}}).Results()
}

// while converts tfrt.while: a region that waits for the condition alone, and calls the body with what the
// call before has returned. It waits for the condition that the body returns, and for the rest at the end.
func (v *conversion) while(op *ir.Op) error {
	if err := v.together(op); err != nil {
		return err
	}
	args := v.operands(op)
	v.region(op, args[:1], func(b *ir.Builder, in []*ir.Value) []*ir.Value {
		types := append(append([]ir.Type{}, op.ResultTypes()...), op.Operand(0).Type())
		loop := scf.NewWhile(b, append([]*ir.Value{in[0]}, args[1:]...),
			func(_ *ir.Builder, carried []*ir.Value) (*ir.Value, []*ir.Value) {
				return carried[0], carried[1:]
			}, func(b *ir.Builder, carried []*ir.Value) []*ir.Value {
				out := call(b, op.Attr("body_fn"), carried, types)
				last := len(out) - 1
				return append(awaited(b, out[last:]), out[:last]...)
			})
		return awaited(b, loop.Results())
	})
	return nil
}

// region makes an asynchronous region behind some values. fill returns the payloads of the results of a
// kernel; its chains are the token of the region.
func (v *conversion) region(op *ir.Op, values []*ir.Value,
	fill func(b *ir.Builder, args []*ir.Value) []*ir.Value) {
	v.results(op, async.NewExecute(v.Builder, nil, values, fill))
}

// results makes the results of a region those of a kernel.
func (v *conversion) results(op, execute *ir.Op) {
	next := 1
	for _, r := range op.Results() {
		if tfrt.IsChain(r.Type()) {
			v.values[r] = execute.Result(0)
			continue
		}
		v.values[r] = execute.Result(next)
		next++
	}
}

// call makes a call of a function whose results are to become values of types.
func call(b *ir.Builder, callee ir.Attr, args []*ir.Value, types []ir.Type) []*ir.Value {
	return b.Create(ir.OpState{Def: function.Call, Operands: args, Results: asyncTypes(b.Ctx, types),
		Attrs: []ir.NamedAttr{{Name: "callee", Value: callee}}}).Results()
}

// awaited waits for tokens and values, and returns the payloads.
func awaited(b *ir.Builder, values []*ir.Value) []*ir.Value {
	var out []*ir.Value
	for _, v := range values {
		results := []ir.Type{}
		if p := async.Payload(v.Type()); p != nil {
			results = append(results, p)
		}
		out = append(out, b.Create(ir.OpState{Def: async.Await, Operands: []*ir.Value{v},
			Results: results}).Results()...)
	}
	return out
}

// together refuses a kernel with several results one of which may be an error. The results of the region that
// it becomes fail together, those of the kernel one by one.
func (v *conversion) together(op *ir.Op) error {
	if op.NumResults() < 2 || !v.getsErrors(op) && !v.mayFailInside(op) {
		return nil
	}
	return op.Errorf(codeUnsupported, "the results of '%s' would fail together in async, and some may fail "+
		"alone", op.Name()).Note(v.fallible.Span(), "'%s' may fail here", v.fallible.Name())
}

// once converts tfrt.once: the first one is a call, and others have its results. It must run once in a run of
// the program: async has no value that lives as long as a run.
func (v *conversion) once(op *ir.Op) error {
	fn := op.Attr("function").(*ir.SymbolRefAttr).Root
	for _, other := range v.onces[fn] {
		switch {
		case other.Parent() != v.fn:
			return op.Errorf(codeUnsupported, "'tfrt.once' of @%s stands in two functions, and no value of "+
				"async lives as long as a run of the program", fn).Note(other.Span(), "the other one is here")
		case !sameOperands(op, other):
			return op.Errorf(codeUnsupported, "'tfrt.once' of @%s has other operands elsewhere, and nothing "+
				"says which of them runs first", fn).Note(other.Span(), "they are here")
		}
	}
	if user := v.users[v.fn.SymbolName()]; user != nil {
		return op.Errorf(codeUnsupported,
			"'tfrt.once' may run several times, as @%s is called, and no value "+
				"of async lives as long as a run of the program", v.fn.SymbolName()).
			Note(user.Span(), "it is called here")
	}
	results := v.called[fn]
	if results == nil {
		results = call(v.Builder, op.Attr("function"), v.operands(op), op.ResultTypes())
		v.called[fn] = results
	}
	for i, r := range op.Results() {
		v.values[r] = results[i]
	}
	return nil
}

func sameOperands(a, b *ir.Op) bool {
	if a.NumOperands() != b.NumOperands() {
		return false
	}
	for i, v := range a.Operands() {
		if b.Operand(i) != v {
			return false
		}
	}
	return true
}
