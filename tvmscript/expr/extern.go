package expr

import (
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// Declaration describes an opaque function, as far as calls need it.
type Declaration struct {
	Name string // as written in the call
	Via  string // the function of T: "call_extern"
	Type *ir.FunctionType
	// Result is the dtype of the call in TVM.
	Result form.Dtype
	// Strings is form.StringsAttr, nil if no argument is a string.
	Strings *ir.ArrayAttr
}

// Declarations are the opaque functions that a module declares.
type Declarations struct {
	module  *ir.Op
	taken   map[string]bool
	symbols map[Declaration]string
}

// NewDeclarations returns the declarations of a module. The names of its own functions are reserved before
// the first call is imported, so that no declaration gets one of them.
func NewDeclarations(module *ir.Op) *Declarations {
	return &Declarations{module: module, taken: map[string]bool{}, symbols: map[Declaration]string{}}
}

// Reserve reserves a name for a function of the module.
func (d *Declarations) Reserve(name string) { d.taken[name] = true }

// Fresh reserves an unused name like the given one, and returns it.
func (d *Declarations) Fresh(name string) string {
	symbol := name
	for n := 0; d.taken[symbol]; n++ {
		symbol = name + "_" + strconv.Itoa(n)
	}
	d.taken[symbol] = true
	return symbol
}

// Declare returns the symbol of a function. It declares a new function at the end of the module. A name that
// is called in two ways has two declarations. The second one has the name in form.ExternAttr.
func (d *Declarations) Declare(f Declaration) (string, error) {
	if symbol, ok := d.symbols[f]; ok {
		return symbol, nil
	}
	symbol := d.Fresh(f.Name)
	d.symbols[f] = symbol
	b := ir.AtEnd(d.module.Context(), d.module.Body())
	attrs := []ir.NamedAttr{
		{Name: "sym_name", Value: b.Ctx.String(symbol)},
		{Name: "function_type", Value: b.Ctx.TypeAttr(f.Type)},
		{Name: "sym_visibility", Value: b.Ctx.String("private")},
		{Name: form.CallAttr, Value: b.Ctx.String(f.Via)},
	}
	if symbol != f.Name {
		attrs = append(attrs, ir.NamedAttr{Name: form.ExternAttr, Value: b.Ctx.String(f.Name)})
	}
	if f.Result != plainResult(f.Type) {
		attrs = append(attrs, ir.NamedAttr{Name: form.DtypeAttr, Value: b.Ctx.String(f.Result.String())})
	}
	if f.Strings != nil {
		attrs = append(attrs, ir.NamedAttr{Name: form.StringsAttr, Value: f.Strings})
	}
	b.Create(ir.OpState{Def: function.Func, Attrs: attrs, Results: []ir.Type{},
		Regions: []*ir.Region{ir.NewRegion()}})
	return symbol, nil
}

// plainResult returns the dtype of a call that follows from its type.
func plainResult(t *ir.FunctionType) form.Dtype {
	if len(t.Results) == 0 {
		return form.Nothing
	}
	d, _ := form.DtypeOf(t.Results[0])
	return d
}

// opaque makes a call of an opaque function of T: T.call_extern("float32", "f", x), T.tvm_mma_sync(...).
func (e *Evaluator) opaque(via string, how form.Call, call *syntax.Call) (Value, error) {
	positional, keywords, err := e.arguments(call)
	if err != nil {
		return nil, err
	}
	d := Declaration{Name: via, Via: via, Result: how.Result}
	if how.Dtype {
		dtype := dtypeKeyword(keywords)
		if n := len(positional); dtype == nil && how.Last && n > 0 {
			dtype, positional = positional[n-1], positional[:n-1]
		}
		if dtype == nil {
			if dtype, positional, err = e.take(positional, "the dtype of the result", call); err != nil {
				return nil, err
			}
		}
		if d.Result, err = e.DtypeOf(dtype); err != nil {
			return nil, err
		}
	}
	for _, k := range keywords {
		if k.Name == "dtype" {
			if err := e.checkDtypeKeyword(k.Value); err != nil {
				return nil, err
			}
			continue
		}
		if k.Name != "span" {
			return nil, e.Errorf(CodeArity, k, "T.%s has no parameter %s", via, k.Name)
		}
	}
	if how.Name {
		var name syntax.Expr
		if name, positional, err = e.take(positional, "the name of the function", call); err != nil {
			return nil, err
		}
		if d.Name, err = e.externName(name); err != nil {
			return nil, err
		}
	}
	return e.callDeclared(d, positional, call)
}

// take returns the first argument of a call, and the rest.
func (e *Evaluator) take(args []syntax.Expr, what string, call *syntax.Call) (syntax.Expr, []syntax.Expr,
	error) {
	if len(args) == 0 {
		return nil, nil, e.Errorf(CodeArity, call, "%s has no argument for %s", e.callee(call), what)
	}
	return args[0], args[1:], nil
}

// dtypeKeyword returns the argument dtype=..., with which older programs give the dtype of the result.
func dtypeKeyword(keywords []*syntax.Arg) syntax.Expr {
	for _, k := range keywords {
		if k.Name == "dtype" {
			return k.Value
		}
	}
	return nil
}

// externName returns the name of an opaque function. An intrinsic may be a number.
func (e *Evaluator) externName(x syntax.Expr) (string, error) {
	v, err := e.Eval(x)
	if err != nil {
		return "", err
	}
	if n, ok := constantInt(v); ok {
		return strconv.FormatInt(n, 10), nil
	}
	name, err := e.ConstStr(Given(v, x))
	if err == nil && name == "" {
		return "", e.Errorf(CodeValue, x, "the name of a function is empty")
	}
	return name, err
}

// callDeclared makes the call of a declaration.
func (e *Evaluator) callDeclared(d Declaration, args []syntax.Expr, call *syntax.Call) (Value, error) {
	if e.B == nil || e.Declare == nil {
		return nil, e.Errorf(CodeType, call, "%s is called outside of a prim_func", d.Name)
	}
	operands, strings, err := e.operandsOf(args)
	if err != nil {
		return nil, err
	}
	inputs := make([]ir.Type, len(operands))
	for i, v := range operands {
		inputs[i] = v.Type()
	}
	d.Strings = strings
	results := []ir.Type{}
	if t := d.Result.Type(e.Ctx); t != nil {
		results = append(results, t)
	}
	d.Type = e.Ctx.Function(inputs, results)
	symbol, err := e.Declare(d)
	if err != nil {
		return nil, err
	}
	e.Locate(call)
	op := e.B.Create(ir.OpState{
		Def: function.Call, Operands: operands, Results: results,
		Attrs: []ir.NamedAttr{{Name: "callee", Value: e.Ctx.SymbolRef(symbol)}},
	})
	if len(results) == 0 {
		return &None{}, nil
	}
	return &Scalar{op.Result(0), d.Result}, nil
}

// operandsOf evaluates the arguments of an opaque call. Strings are no values of the IR. They belong to the
// declaration, so that a call with other strings is a call of another declaration.
func (e *Evaluator) operandsOf(args []syntax.Expr) (operands []*ir.Value, strings *ir.ArrayAttr, err error) {
	var layout []ir.Attr
	count := 0 // number of strings
	for _, x := range args {
		v, err := e.Eval(x)
		if err != nil {
			return nil, nil, err
		}
		if s, ok := v.(*Str); ok {
			for len(layout) < len(operands)+count {
				layout = append(layout, e.Ctx.Unit)
			}
			layout = append(layout, e.Ctx.String(s.V))
			count++
			continue
		}
		operand, err := e.argument(v, x)
		if err != nil {
			return nil, nil, err
		}
		operands = append(operands, operand)
	}
	if layout != nil {
		strings = e.Ctx.Array(layout)
	}
	return operands, strings, nil
}

// argument returns an argument of an opaque call: memory as a memref, anything else as a value.
func (e *Evaluator) argument(v Value, x syntax.Expr) (*ir.Value, error) {
	switch v := v.(type) {
	case *Buffer:
		return v.V, nil
	case *Pointer:
		return e.PointerValue(v, x)
	}
	if m, ok := v.(Memory); ok {
		return m.Memory(e)
	}
	s, err := e.ToScalar(v, x)
	if err != nil {
		return nil, err
	}
	return s.V, nil
}

// tThreadAllreduce evaluates T.tvm_thread_allreduce(n, values..., condition, results..., threads...). It is
// an opaque call that stores its results to elements.
func (e *Evaluator) tThreadAllreduce(call *syntax.Call) (Value, error) {
	positional, _, err := e.arguments(call)
	if err != nil {
		return nil, err
	}
	if len(positional) == 0 {
		return nil, e.Errorf(CodeArity, call, "T.%s has no argument for the number of values",
			form.ThreadAllreduce)
	}
	n, err := e.ConstInt(positional[0])
	if err != nil {
		return nil, err
	}
	if n < 1 || n > int64(len(positional)) || len(positional) < int(2*n+2) {
		return nil, e.Errorf(CodeArity, call, "T.%s of %d values has %d arguments", form.ThreadAllreduce, n,
			len(positional)).
			Suggest(
				"write the number of values, the values, a condition, the elements for the results, and " +
					"the threads")
	}
	args := append([]syntax.Expr{}, positional...)
	for i := n + 2; i < 2*n+2; i++ {
		v, err := e.Eval(args[i])
		if err != nil {
			return nil, err
		}
		x, ok := v.(*Element)
		if !ok {
			return nil, e.Errorf(CodeType, args[i],
				"a result of T.%s is an element of a buffer, and this is %s", form.ThreadAllreduce, v.Kind()).
				Suggest("write red[0]")
		}
		args[i] = Given(&Pointer{Buffer: x.Buffer, Indices: x.Indices}, args[i])
	}
	via := form.ThreadAllreduce
	return e.callDeclared(Declaration{Name: via, Via: via, Result: form.Nothing}, args, call)
}

// tCallIntrin evaluates T.call_intrin(dtype, "tir.exp", x). A known function is called as such, and any other
// is opaque.
func (e *Evaluator) tCallIntrin(call *syntax.Call) (Value, error) {
	positional, keywords, err := e.arguments(call)
	if err != nil {
		return nil, err
	}
	isOld := len(keywords) > 0
	if at := b2i(!isOld); len(positional) > at {
		name, err := e.externName(positional[at])
		if err != nil {
			return nil, err
		}
		_, short, found := strings.Cut(name, ".")
		if known := intrinsics[short]; found && known != nil && short != "call_intrin" {
			dtype := positional[0]
			if isOld {
				dtype = keywords[0].Value
			}
			return e.knownIntrin(short, dtype, positional[at+1:], call)
		}
	}
	return e.opaque("call_intrin", form.Calls["call_intrin"], call)
}

// knownIntrin calls a function of T by its name, and checks that the result has the given dtype.
func (e *Evaluator) knownIntrin(name string, dtype syntax.Expr, args []syntax.Expr, call *syntax.Call) (Value,
	error) {
	d, err := e.DtypeOf(dtype)
	if err != nil {
		return nil, err
	}
	inner := &syntax.Call{At: call.At, Fun: call.Fun}
	for _, x := range args {
		inner.Args = append(inner.Args, &syntax.Arg{At: call.At, Value: x})
	}
	v, err := intrinsics[name](e, inner)
	if err != nil {
		return nil, err
	}
	t, err := e.targetOf(v, call)
	if err == nil && t.dtype != d && !(t.index && d.IsInt()) {
		return nil, e.Errorf(CodeDtype, call, "T.%s has the dtype %s here, not %s", name, t.dtype, d).
			Suggest("convert the arguments, or the result: T.Cast(%q, x)", d.String())
	}
	return v, nil
}

// tLet evaluates T.Let(body, where={x: value}), in older programs T.let(x, value, body): the body, in which x
// is the value.
func (e *Evaluator) tLet(call *syntax.Call) (Value, error) {
	a, err := e.BindArgs(call, "expr", "where")
	if err != nil {
		return nil, err
	}
	where, ok := a.Get("where").(*syntax.Dict)
	if !ok {
		return nil, e.Errorf(CodeType, a.Get("where"), "where is a dict {x: value} that is written out")
	}
	scope := NewScope(e.Env)
	for i, key := range where.Keys {
		name, ok := key.(*syntax.Name)
		if !ok {
			return nil, e.Errorf(CodeType, where, "where binds names")
		}
		v, err := e.With(scope, func() (Value, error) { return e.Value(where.Values[i]) })
		if err != nil {
			return nil, err
		}
		scope.Set(name.Name, v)
	}
	return e.With(scope, func() (Value, error) { return e.Value(a.Get("expr")) })
}
