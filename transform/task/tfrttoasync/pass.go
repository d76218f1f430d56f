package tfrttoasync

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/tfrt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is tfrt-to-async.
var Pass = pass.Register(&pass.Pass{
	Name:    "tfrt-to-async",
	Summary: "Make asynchronous regions of the kernels of TFRT",
	Doc: `A chain becomes a token, a value of type T an !async.value<T>. A kernel becomes an async.execute that
depends on its chains and unwraps its values; tfrt.merge.chains is one without operations, a join. tfrt.call
becomes a func.call, which hands on values that are not available yet.

tfrt.if and tfrt.repeat.i32 become one region each, with their kernels in order, so that they wait for all
operands, and fail if one of these is an error. A division by 0 and a negative count become assertions that fail.
Other kernels are errors: those that call functions by a condition, run blocks in parallel, print floats or
strings, those of tfrt_test, and within a region those that may fail.`,
	Anchor: "builtin.module",
	Before: before,
	After:  after,
	Run:    run,
})

const before = `func.func @f(%x: i32, %ch: !tfrt.chain) -> !tfrt.chain {
  %0 = tfrt.add.i32 %x, %x
  %1 = tfrt.print.i32 %0, %ch
  tfrt.return %1 : !tfrt.chain
}
`

const after = `module {
  func.func @f(%arg0: !async.value<i32>, %arg1: !async.token) -> !async.token {
    %token, %bodyResults = async.execute (%arg0 as %arg2: !async.value<i32>) -> !async.value<i32> {
      %0 = arith.addi %arg2, %arg2 : i32
      async.yield %0 : i32
    }
    %token_0 = async.execute [%arg1] (%bodyResults as %arg2: !async.value<i32>) {
      vector.print str "int32 = "
      vector.print %arg2 : i32
      async.yield
    }
    return %token_0 : !async.token
  }
}
`

var codeUnsupported = diag.Register("tfrt-to-async", "a kernel of TFRT does not become an operation of async",
	"tfrt-to-async converts constants, arithmetic, comparisons, tfrt.print of integers, chains, tfrt.call, "+
		"tfrt.if "+
		"and tfrt.repeat.i32. 'inflight run' executes the program as it is.")

// run converts the functions that end with tfrt.return.
func run(r *pass.Run) error {
	var list []*ir.Op
	for op := range r.Op.Body().Ops() {
		if isTFRT(op) {
			list = append(list, op)
		}
	}
	if err := checkCalls(r.Op, list); err != nil {
		return err
	}
	for _, fn := range list {
		if err := convert(fn); err != nil {
			return err
		}
	}
	r.Count("functions converted", len(list))
	return nil
}

// isTFRT reports whether an operation is a function that ends with tfrt.return.
func isTFRT(op *ir.Op) bool {
	return op.Is(function.Func) && !op.Region(0).Empty() && op.Region(0).Entry().Last().Is(tfrt.Return)
}

// checkCalls refuses calls of functions that are not converted.
func checkCalls(module *ir.Op, list []*ir.Op) error {
	tables := ir.NewSymbolTables()
	for _, fn := range list {
		for _, call := range fn.Find(tfrt.Call) {
			callee := tables.Resolve(call, call.Attr("callee").(*ir.SymbolRefAttr))
			if !isTFRT(callee) || callee.Parent() != module {
				return call.Errorf(codeUnsupported, "'tfrt.call' calls %v, which has no kernels",
					call.Attr("callee"))
			}
		}
	}
	return nil
}

// conversion converts the kernels of a function. values has what its values become.
type conversion struct {
	*ir.Builder
	values map[*ir.Value]*ir.Value
}

// asyncType returns what a type becomes.
func asyncType(c *ir.Context, t ir.Type) ir.Type {
	if tfrt.IsChain(t) {
		return async.TokenType(c)
	}
	return async.ValueType(c, t)
}

func asyncTypes(c *ir.Context, types []ir.Type) []ir.Type {
	out := make([]ir.Type, len(types))
	for i, t := range types {
		out[i] = asyncType(c, t)
	}
	return out
}

// convert replaces a function by one whose arguments and results are tokens and async values.
func convert(fn *ir.Op) error {
	typ, c := function.Type(fn), fn.Context()
	if fn.Attr(tfrt.Sync) != nil {
		return fn.Errorf(codeUnsupported, "@%s is synchronous, which no function of async is",
			fn.SymbolName())
	}
	b := ir.At(fn)
	b.SetBefore(fn)
	b.Loc = fn.Loc()
	out := function.New(b, fn.SymbolName(), c.Function(asyncTypes(c, typ.Inputs), asyncTypes(c, typ.Results)))
	v := &conversion{Builder: ir.AtEnd(c, out.Body()), values: map[*ir.Value]*ir.Value{}}
	for i, arg := range fn.Body().Args() {
		v.values[arg] = out.Body().Arg(i)
	}
	for op := range fn.Body().Ops() {
		v.Loc = op.Loc()
		if err := v.op(op); err != nil {
			out.Erase()
			return err
		}
	}
	fn.Erase()
	return nil
}

func (v *conversion) operands(op *ir.Op) []*ir.Value {
	out := make([]*ir.Value, op.NumOperands())
	for i, o := range op.Operands() {
		out[i] = v.values[o]
	}
	return out
}

func (v *conversion) op(op *ir.Op) error {
	switch {
	case op.Is(tfrt.Return):
		v.Op(function.Return, v.operands(op))
		return nil
	case op.Is(tfrt.Call):
		call := v.Create(ir.OpState{Def: function.Call, Operands: v.operands(op),
			Results: asyncTypes(v.Ctx, op.ResultTypes()),
			Attrs:   []ir.NamedAttr{{Name: "callee", Value: op.Attr("callee")}}})
		for i, r := range op.Results() {
			v.values[r] = call.Result(i)
		}
		return nil
	}
	return v.kernel(op)
}

// kernel makes a region of a kernel.
func (v *conversion) kernel(op *ir.Op) error {
	if err := supported(op, false); err != nil {
		return err
	}
	var tokens, values, from []*ir.Value
	for _, o := range op.Operands() {
		switch {
		case tfrt.IsChain(o.Type()):
			tokens = append(tokens, v.values[o])
		case !slices.Contains(from, o): // a value is unwrapped once
			values, from = append(values, v.values[o]), append(from, o)
		}
	}
	execute := async.NewExecute(v.Builder, tokens, values, func(b *ir.Builder, args []*ir.Value) []*ir.Value {
		p := &payload{Builder: b, values: map[*ir.Value]*ir.Value{}}
		for i, o := range from {
			p.values[o] = args[i]
		}
		return p.compute(op)
	})
	next := 1
	for _, r := range op.Results() {
		if tfrt.IsChain(r.Type()) {
			v.values[r] = execute.Result(0)
			continue
		}
		v.values[r] = execute.Result(next)
		next++
	}
	return nil
}
