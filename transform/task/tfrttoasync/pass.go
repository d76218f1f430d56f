package tfrttoasync

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/tfrt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/names"
)

// Pass is tfrt-to-async.
var Pass = pass.Register(&pass.Pass{
	Name:    "tfrt-to-async",
	Summary: "Make asynchronous regions of the kernels of TFRT",
	Doc: `A chain becomes a token, a value of type T an !async.value<T>. A kernel becomes an async.execute that
depends on its chains and unwraps its values; tfrt.merge.chains is one without operations, a join. tfrt.call
becomes a func.call, which hands on values that are not available yet.

tfrt.if and tfrt.repeat.i32 become one region each, with their kernels in order. Where an operand may be an error,
or a kernel in them may fail, their regions become functions, which get values that may be errors. tfrt.cond,
tfrt.case and tfrt.while become a region that waits for the condition alone and calls the function. A parallel loop
becomes a group of regions or calls, one for each block. tfrt.jit_execute becomes its region. A division by 0, a
negative count, a block size that is not positive and tfrt_test.fail become assertions that fail.

Errors at their place are: several results of a kernel with regions or functions that may fail one by one, as the
results of a region fail together; prints of floats, whose text no operation of async prints; strings that are not
known here; tfrt.once that may run several times; kernels on counters, resources, clocks and complex numbers.`,
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
	"tfrt-to-async converts constants, arithmetic, comparisons, tfrt.print of integers, chains, calls, "+
		"conditions and loops. 'inflight explain tfrt-to-async' says what it does not; 'inflight run' "+
		"executes the program as it is.")

// run converts the functions that end with tfrt.return.
func run(r *pass.Run) error {
	p := &program{module: r.Op, tables: ir.NewSymbolTables(), names: names.New(), fails: map[string]bool{},
		onces: map[string][]*ir.Op{}, users: map[string]*ir.Op{}}
	var list []*ir.Op
	for op := range r.Op.Body().Ops() {
		if isTFRT(op) {
			list = append(list, op)
		}
	}
	if err := p.survey(list); err != nil {
		return err
	}
	for _, fn := range list {
		if err := p.convert(fn); err != nil {
			for _, m := range p.made {
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

// isTFRT reports whether an operation is a function that ends with tfrt.return.
func isTFRT(op *ir.Op) bool {
	return op.Is(function.Func) && !op.Region(0).Empty() && op.Region(0).Entry().Last().Is(tfrt.Return)
}

// program is what the conversion of a function knows of others.
type program struct {
	module   *ir.Op
	tables   *ir.SymbolTables
	names    *names.Names
	made     []*ir.Op            // the functions of async
	fallible *ir.Op              // a kernel that may fail, nil if there is none
	fails    map[string]bool     // functions with a kernel that may fail, in what they call, too
	onces    map[string][]*ir.Op // every tfrt.once, by its function
	users    map[string]*ir.Op   // for functions that kernels call, one of these
}

// survey looks for what other functions ask for, and refuses calls of functions that are not converted.
func (p *program) survey(list []*ir.Op) error {
	callers := map[string][]string{} // of each function
	var failing []string
	for _, fn := range list {
		for op := range fn.Walk() {
			if mayFail(op) {
				failing = append(failing, fn.SymbolName())
				p.fallible = op
			}
			if op.Is(tfrt.Once) {
				name := op.Attr("function").(*ir.SymbolRefAttr).Root
				p.onces[name] = append(p.onces[name], op)
			}
			for _, ref := range callees(op) {
				callee := p.tables.Resolve(op, ref)
				if !isTFRT(callee) || callee.Parent() != p.module {
					return op.Errorf(codeUnsupported, "'%s' calls %v, which has no kernels", op.Name(), ref)
				}
				p.users[ref.Root] = op
				callers[ref.Root] = append(callers[ref.Root], fn.SymbolName())
			}
		}
	}
	for len(failing) > 0 {
		name := failing[len(failing)-1]
		failing = failing[:len(failing)-1]
		if !p.fails[name] {
			p.fails[name] = true
			failing = append(failing, callers[name]...)
		}
	}
	return nil
}

// mayFailInside reports whether a kernel may fail, or one in its regions or in what it calls.
func (p *program) mayFailInside(op *ir.Op) bool {
	for inner := range op.Walk() {
		if mayFail(inner) {
			return true
		}
		for _, ref := range callees(inner) {
			if p.fails[ref.Root] {
				return true
			}
		}
	}
	return false
}

// callees returns the functions that a kernel calls.
func callees(op *ir.Op) []*ir.SymbolRefAttr {
	if op.Is(tfrt.JITExecute) || !strings.HasPrefix(op.Name(), "tfrt.") {
		return nil
	}
	var list []*ir.SymbolRefAttr
	for _, a := range slices.Concat(op.Properties(), op.Attrs()) {
		attrs := []ir.Attr{a.Value}
		if array, ok := a.Value.(*ir.ArrayAttr); ok {
			attrs = array.Elems
		}
		for _, e := range attrs {
			if ref, ok := e.(*ir.SymbolRefAttr); ok {
				list = append(list, ref)
			}
		}
	}
	return list
}

// conversion converts the kernels of a function. values has what its values become, and texts has its
// strings. errors has the values that may be errors, and called the results of the functions that tfrt.once
// has called.
type conversion struct {
	*ir.Builder
	*program
	fn     *ir.Op
	values map[*ir.Value]*ir.Value
	texts  map[*ir.Value]string
	errors map[*ir.Value]bool
	called map[string][]*ir.Value
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

// convert makes a function in front of another one, whose arguments and results are tokens and async values.
func (p *program) convert(fn *ir.Op) error {
	typ := function.Type(fn)
	if fn.Attr(tfrt.Sync) != nil {
		return fn.Errorf(codeUnsupported, "@%s is synchronous, which no function of async is",
			fn.SymbolName())
	}
	for _, t := range slices.Concat(typ.Inputs, typ.Results) {
		if !isNumber(t) && !tfrt.IsChain(t) {
			return fn.Errorf(codeUnsupported, "@%s has values of type '%v', which no value of async has",
				fn.SymbolName(), t)
		}
	}
	_, err := p.function(fn, fn.SymbolName(), fn.Body(), typ, p.users[fn.SymbolName()] != nil)
	return err
}

// function makes a function in front of fn of a block of kernels. called says that its arguments may be
// errors, if any value of the program may.
func (p *program) function(fn *ir.Op, name string, body *ir.Block, typ *ir.FunctionType,
	called bool) (*ir.Op, error) {
	c := fn.Context()
	b := ir.At(fn)
	b.SetBefore(fn)
	b.Loc = body.ParentOp().Loc()
	out := function.New(b, name, c.Function(asyncTypes(c, typ.Inputs), asyncTypes(c, typ.Results)))
	p.made = append(p.made, out)
	v := &conversion{Builder: ir.AtEnd(c, out.Body()), program: p, fn: fn, values: map[*ir.Value]*ir.Value{},
		texts: map[*ir.Value]string{}, errors: map[*ir.Value]bool{}, called: map[string][]*ir.Value{}}
	for i, arg := range body.Args() {
		v.values[arg] = out.Body().Arg(i)
		v.errors[arg] = called && p.fallible != nil
	}
	for op := range body.Ops() {
		v.Loc = op.Loc()
		if err := v.op(op); err != nil {
			return nil, err
		}
		fails := v.getsErrors(op) || p.mayFailInside(op)
		for _, r := range op.Results() {
			v.errors[r] = fails
		}
	}
	return out, nil
}

// getsErrors reports whether an operand may be an error.
func (v *conversion) getsErrors(op *ir.Op) bool {
	return slices.ContainsFunc(op.Operands(), func(o *ir.Value) bool { return v.errors[o] })
}

func (v *conversion) operands(op *ir.Op) []*ir.Value {
	out := make([]*ir.Value, op.NumOperands())
	for i, o := range op.Operands() {
		out[i] = v.values[o]
	}
	return out
}

func (v *conversion) op(op *ir.Op) error {
	if done, err := v.text(op); done {
		return err
	}
	switch {
	case op.Is(tfrt.Return):
		v.Op(function.Return, v.operands(op))
		return nil
	case op.Is(tfrt.Call):
		for i, r := range call(v.Builder, op.Attr("callee"), v.operands(op), op.ResultTypes()) {
			v.values[op.Result(i)] = r
		}
		return nil
	case op.Is(tfrt.Once):
		return v.once(op)
	case op.Is(tfrt.JITExecute):
		return v.compiled(op)
	case op.Is(tfrt.Cond), op.Is(tfrt.Case):
		return v.choose(op)
	case op.Is(tfrt.While):
		return v.while(op)
	case (op.Is(tfrt.If) || op.Is(tfrt.Repeat)) && (v.getsErrors(op) || v.mayFailInside(op)):
		return v.apart(op)
	case op.Is(tfrt.DoAsync):
		return v.doAsync(op)
	case op.Is(tfrt.ParallelFor), op.Is(tfrt.ParallelCall):
		return v.parallel(op)
	case testKernel(op) == "partial_fail":
		v.partial(op)
		return nil
	}
	return v.kernel(op)
}

// split returns what a kernel depends on: tokens, and values that it unwraps, with what these were. A value
// is unwrapped once.
func (v *conversion) split(op *ir.Op) (tokens, values, from []*ir.Value) {
	for _, o := range op.Operands() {
		switch {
		case tfrt.IsChain(o.Type()):
			tokens = append(tokens, v.values[o])
		case !slices.Contains(from, o):
			values, from = append(values, v.values[o]), append(from, o)
		}
	}
	return tokens, values, from
}

// kernel makes a region of a kernel.
func (v *conversion) kernel(op *ir.Op) error {
	if err := supported(op, false); err != nil {
		return err
	}
	tokens, values, from := v.split(op)
	v.results(op, async.NewExecute(v.Builder, tokens, values,
		func(b *ir.Builder, args []*ir.Value) []*ir.Value {
			p := &payload{Builder: b, values: map[*ir.Value]*ir.Value{}}
			for i, o := range from {
				p.values[o] = args[i]
			}
			return p.compute(op)
		}))
	return nil
}

// compiled makes a region of code that tfrt.jit_execute compiles.
func (v *conversion) compiled(op *ir.Op) error {
	if op.NumRegions() == 0 || len(op.Region(0).Blocks()) > 1 {
		return op.Errorf(codeUnsupported, "'%s' becomes a region only if it has one, of one block", op.Name())
	}
	if err := numbersOnly(op); err != nil {
		return err
	}
	tokens, values, from := v.split(op)
	entry := op.Region(0).Entry()
	v.results(op, async.NewExecute(v.Builder, tokens, values,
		func(b *ir.Builder, args []*ir.Value) []*ir.Value {
			m := ir.NewMapping()
			for i, o := range tfrt.PassedOn(op) {
				m.Map(entry.Arg(i), args[slices.Index(from, o)])
			}
			for inner := range entry.OpsWithoutTerminator() {
				b.Clone(inner, m)
			}
			var out []*ir.Value
			for _, o := range entry.Terminator().Operands() {
				out = append(out, m.Lookup(o))
			}
			return out
		}))
	return nil
}
