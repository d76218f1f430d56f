package asynctotfrt

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/tfrt"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is async-to-tfrt.
var Pass = pass.Register(&pass.Pass{
	Name:    "async-to-tfrt",
	Summary: "Make kernels of TFRT of asynchronous regions",
	Doc: `A token becomes a chain, an !async.value<T> a value of type T. The operations of an async.execute become
kernels: those that compute run when their operands are there, those that print are ordered by chains, behind the
region's dependencies and each other. The token of the region is a tfrt.merge.chains of its dependencies, of its
last print and of what it yields. An async.await orders the prints of the function behind it. A region with
operations that are no kernels, such as loops, becomes a tfrt.jit_execute: it is compiled when the program runs.

A function of a program is converted if it has only async.execute, async.await, func.call of such functions, and
outside of its regions arithmetic of integers and floats, and prints as tfrt-to-async makes them. A function that is
called has no prints and waits of its own, outside of its regions. A region has no regions of async, no calls and no
memory from outside. Anything else is an error at its place.`,
	Anchor: "builtin.module",
	Before: before,
	After:  after,
	Run:    run,
})

const before = `func.func @f(%x: !async.value<i32>, %t: !async.token) -> !async.token {
  %token = async.execute [%t] (%x as %y: !async.value<i32>) {
    %0 = arith.addi %y, %y : i32
    vector.print str "int32 = "
    vector.print %0 : i32
    async.yield
  }
  return %token : !async.token
}
`

const after = `module {
  func.func @f(%arg0: i32, %arg1: !tfrt.chain) -> !tfrt.chain {
    %0 = tfrt.merge.chains %arg1, %arg0 : !tfrt.chain, i32
    %1 = tfrt.add.i32 %arg0, %arg0
    %2 = tfrt.print.i32 %1, %0
    %3 = tfrt.merge.chains %2 : !tfrt.chain
    tfrt.return %3 : !tfrt.chain
  }
}
`

var codeUnsupported = diag.Register("async-to-tfrt", "an operation does not become a kernel of TFRT",
	"async-to-tfrt converts regions and waits of async, and calls of functions that do the same. A region "+
		"has no waits, regions and calls inside; outside of regions there is only arithmetic of i1, i32, "+
		"i64, "+
		"f32 and f64, and prints of integers after a text such as \"int32 = \".")

// run converts all functions with a body.
func run(r *pass.Run) error {
	tables := ir.NewSymbolTables()
	var list []*ir.Op
	for op := range r.Op.Body().Ops() {
		if op.Is(function.Func) && !op.Region(0).Empty() {
			list = append(list, op)
		}
	}
	called := map[*ir.Op]*ir.Op{}
	for _, call := range r.Op.Find(function.Call) {
		called[tables.Resolve(call, call.Attr("callee").(*ir.SymbolRefAttr))] = call
	}
	made := make([]*ir.Op, len(list))
	for i, fn := range list {
		var err error
		if made[i], err = convert(fn, called[fn]); err != nil {
			for _, m := range made[:i] {
				m.Erase()
			}
			return err
		}
	}
	for _, fn := range list {
		fn.Erase()
	}
	r.Count("functions converted", len(list))
	return nil
}

// tfrtType returns what a type becomes.
func tfrtType(c *ir.Context, t ir.Type) ir.Type {
	if async.IsToken(t) {
		return tfrt.ChainType(c)
	}
	if p := async.Payload(t); p != nil {
		return p
	}
	return t
}

func tfrtTypes(c *ir.Context, types []ir.Type) []ir.Type {
	out := make([]ir.Type, len(types))
	for i, t := range types {
		out[i] = tfrtType(c, t)
	}
	return out
}

// conversion converts the operations of a function. order is the chain behind which effects of the function's
// own thread are; nil as long as there is none.
type conversion struct {
	*ir.Builder
	values map[*ir.Value]*ir.Value
	ends   map[*ir.Value]*ir.Value // for results of regions with an order, the chain of the region's end
	order  *ir.Value
	called *ir.Op // a call of the function, nil if there is none
}

// convert makes a function of kernels in front of a function.
func convert(fn, called *ir.Op) (*ir.Op, error) {
	typ, c := function.Type(fn), fn.Context()
	if len(fn.Region(0).Blocks()) != 1 {
		return nil, fn.Errorf(codeUnsupported, "@%s has several blocks, which no function of TFRT has",
			fn.SymbolName())
	}
	b := ir.At(fn)
	b.SetBefore(fn)
	b.Loc = fn.Loc()
	out := function.New(b, fn.SymbolName(), c.Function(tfrtTypes(c, typ.Inputs), tfrtTypes(c, typ.Results)))
	v := &conversion{Builder: ir.AtEnd(c, out.Body()), values: map[*ir.Value]*ir.Value{},
		ends: map[*ir.Value]*ir.Value{}, called: called}
	for i, arg := range fn.Body().Args() {
		v.values[arg] = out.Body().Arg(i)
	}
	for op := range fn.Body().Ops() {
		v.Loc = op.Loc()
		if err := v.op(op); err != nil {
			out.Erase()
			return nil, err
		}
	}
	return out, nil
}

func (v *conversion) operands(values []*ir.Value) []*ir.Value {
	out := make([]*ir.Value, len(values))
	for i, o := range values {
		out[i] = v.values[o]
	}
	return out
}

// merge makes a chain that is available when all values are.
func (v *conversion) merge(values ...*ir.Value) *ir.Value {
	if len(values) == 0 {
		return v.Op(tfrt.NewChain, nil).Result(0)
	}
	return v.Op(tfrt.MergeChains, values).Result(0)
}

// op converts an operation of the function.
func (v *conversion) op(op *ir.Op) error {
	switch {
	case op.Is(function.Return):
		values, err := v.pass(op)
		if err != nil {
			return err
		}
		v.Create(ir.OpState{Def: tfrt.Return, Operands: values, Results: []ir.Type{}})
	case op.Is(function.Call):
		values, err := v.pass(op)
		if err != nil {
			return err
		}
		call := v.Create(ir.OpState{Def: tfrt.Call, Operands: values,
			Results: tfrtTypes(v.Ctx, op.ResultTypes()),
			Attrs:   []ir.NamedAttr{{Name: "callee", Value: op.Attr("callee")}}})
		for i, r := range op.Results() {
			v.values[r] = call.Result(i)
		}
	case op.Is(async.Execute):
		return v.execute(op)
	case op.Is(async.Await):
		if err := v.onlyUncalled(op); err != nil {
			return err
		}
		awaited := []*ir.Value{v.completion(op.Operand(0))}
		if v.order != nil {
			awaited = append(awaited, v.order)
		}
		v.order = v.merge(awaited...)
		if op.NumResults() > 0 {
			v.values[op.Result(0)] = v.values[op.Operand(0)]
		}
	default:
		order, err := v.kernel(op, v.order)
		if err != nil {
			return err
		}
		if order != v.order {
			if err := v.onlyUncalled(op); err != nil {
				return err
			}
			v.order = order
		}
	}
	return nil
}

// onlyUncalled refuses an effect on the thread of the caller in a function that is called: in TFRT nothing
// would order it with the effects of the caller.
func (v *conversion) onlyUncalled(op *ir.Op) error {
	if v.called == nil {
		return nil
	}
	return op.Errorf(codeUnsupported, "'%s' would run on the thread of the caller, which no kernel does",
		op.Name()).
		Note(v.called.Span(), "the function is called here")
}

// completion returns what is available when a token or value is: the chain of the region that it is a result
// of, or what it became.
func (v *conversion) completion(o *ir.Value) *ir.Value {
	if end := v.ends[o]; end != nil {
		return end
	}
	return v.values[o]
}

// execute converts a region. What it does is ordered behind its dependencies, and behind what the function
// has waited for before it.
func (v *conversion) execute(op *ir.Op) error {
	var wait []*ir.Value
	ordered := v.order != nil
	for _, o := range op.Operands() {
		wait = append(wait, v.completion(o))
		ordered = ordered || async.IsToken(o.Type()) || v.ends[o] != nil
	}
	if v.order != nil {
		wait = append(wait, v.order)
	}
	for inner := range op.Body().Ops() {
		ordered = ordered || inner.Is(vector.Print)
	}
	if !kernelsOnly(op) {
		return v.compiled(op, wait)
	}
	var order *ir.Value
	if ordered && len(wait) > 0 {
		order = v.merge(wait...)
	}
	for i, o := range async.Unwrapped(op) {
		v.values[op.Body().Arg(i)] = v.values[o]
	}
	for inner := range op.Body().OpsWithoutTerminator() {
		v.Loc = inner.Loc()
		var err error
		if order, err = v.kernel(inner, order); err != nil {
			return err
		}
	}
	v.Loc = op.Loc()
	v.finish(op, wait, order)
	return nil
}

// finish says what the results of a region become. A value of the region is computed before the region has
// ended; if its effects have an order, ends has the chain of its end.
func (v *conversion) finish(op *ir.Op, wait []*ir.Value, order *ir.Value) {
	yielded := v.operands(op.Body().Terminator().Operands())
	for i, y := range yielded {
		v.values[op.Result(i+1)] = y
	}
	if order == nil {
		if op.Result(0).HasUses() {
			v.values[op.Result(0)] = v.merge(append(wait, yielded...)...)
		}
		return
	}
	used := false
	for _, r := range op.Results() {
		used = used || r.HasUses()
	}
	if !used {
		return
	}
	end := v.merge(append([]*ir.Value{order}, yielded...)...)
	v.values[op.Result(0)] = end
	for i := range yielded {
		v.ends[op.Result(i+1)] = end
	}
}

// pass hands values to a function, or out of one. Then nothing is known any more of the region that a value
// is a result of, so that its effects must have no order.
func (v *conversion) pass(op *ir.Op) ([]*ir.Value, error) {
	for _, o := range op.Operands() {
		if v.ends[o] != nil && !async.IsToken(o.Type()) {
			return nil, op.Errorf(codeUnsupported,
				"the value '%%%s' would leave the function before its region has "+
					"ended", o.Name()).Note(o.DefiningOp().Span(),
				"the region is here: it prints, or depends on a token")
		}
	}
	return v.operands(op.Operands()), nil
}
