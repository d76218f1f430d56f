package expr

import (
	"errors"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// Function makes the value of a lambda (body) or of a nested function (def). It evaluates the defaults now.
func (e *Evaluator) Function(name string, params []*syntax.Param, body syntax.Expr, def *syntax.Def) (Value,
	error) {
	f := &Func{Name: name, Params: params, Body: body, Def: def, Env: e.Env, File: e.File,
		Defaults: make([]Value, len(params))}
	for i, p := range params {
		if p.Default == nil {
			continue
		}
		v, err := e.Eval(p.Default)
		if err != nil {
			return nil, err
		}
		f.Defaults[i] = v
	}
	return f, nil
}

// call evaluates f(args).
func (e *Evaluator) call(x *syntax.Call) (Value, error) {
	f, err := e.Eval(x.Fun)
	if err != nil {
		return nil, err
	}
	switch f := f.(type) {
	case *Builtin:
		return e.callBuiltin(f, x)
	case *Method:
		return e.callMethod(f, x)
	case *Func:
		return e.callFunction(f, x)
	case *Dtype:
		return e.dtypeCall(f.Dtype, x)
	case Object:
		return f.Call(e, x)
	case *Unknown:
		return f, e.evaluateAll(x)
	}
	return nil, e.Errorf(CodeCall, x.Fun, "%s is no function",
		f.Kind()).Suggest("remove the parentheses, or call a function of T")
}

// evaluateAll evaluates the arguments of a call of an unknown function, outside of functions. They may make
// prim_funcs, as in tvm.IRModule.from_expr(make(16)). It ignores errors.
func (e *Evaluator) evaluateAll(x *syntax.Call) error {
	if e.B != nil {
		return nil
	}
	for _, a := range x.Args {
		_, err := e.Eval(a.Value)
		if d := new(diag.Diagnostic); errors.As(err, &d) && d.Code == CodeLimit {
			return err
		}
	}
	return nil
}

// Call calls a function with values that have been evaluated.
func (e *Evaluator) Call(f Value, args []Value, at syntax.Expr) (Value, error) {
	start, end := at.Pos()
	call := &syntax.Call{At: syntax.At{Start: start, End: end}, Fun: Given(f, at)}
	for _, v := range args {
		call.Args = append(call.Args, &syntax.Arg{At: call.At, Value: Given(v, at)})
	}
	return e.call(call)
}

// callBuiltin calls a function with a known name: one of the importer, of T, or of Python.
func (e *Evaluator) callBuiltin(f *Builtin, x *syntax.Call) (Value, error) {
	if e.Special != nil {
		if v, ok, err := e.Special(f, x); ok || err != nil {
			return v, err
		}
	}
	if name, ok := strings.CutPrefix(f.Name, "T."); ok {
		return e.callT(name, x)
	}
	if g := pythonFunctions[f.Name]; g != nil {
		return g(e, x)
	}
	if strings.HasPrefix(f.Name, "tvm.") || strings.HasPrefix(f.Name, "I.") {
		return &Unknown{"it is the result of " + f.Name}, e.evaluateAll(x)
	}
	return nil, e.Errorf(CodeCall, x.Fun, "%s is no function that is known here", f.Name)
}

// callT calls a function of T.
func (e *Evaluator) callT(name string, x *syntax.Call) (Value, error) {
	if g := intrinsics[name]; g != nil {
		return g(e, x)
	}
	if d, ok := form.ParseDtype(name); ok {
		return e.dtypeCall(d, x)
	}
	for _, namespace := range []string{"ptx.", "ptx_legacy."} { // these have the same functions
		if rest, ok := strings.CutPrefix(name, namespace); ok {
			name = "ptx_" + strings.ReplaceAll(rest, ".", "_")
		}
	}
	if o, ok := form.Calls[name]; ok {
		return e.opaque(name, o, x)
	}
	err := e.Errorf(CodeCall, x.Fun, "T.%s is no function that is known here", name)
	if near := diag.Nearest(name, append(functionNames(), e.Known...)); near != "" {
		err.Suggest("did you mean T.%s?", near)
	} else {
		err.Suggest("call it as an opaque function: T.call_extern(\"int32\", %q, ...)", name)
	}
	return nil, err
}

// functionNames are the names of T's functions for suggestions.
func functionNames() []string {
	names := append([]string{}, form.DtypeNames...)
	for name := range intrinsics {
		names = append(names, name)
	}
	for name := range form.Calls {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// callFunction calls a lambda or nested function. Its body has a scope with the parameters, in the scope
// where the function was made.
func (e *Evaluator) callFunction(f *Func, x *syntax.Call) (Value, error) {
	b := e.budget()
	if b.calls++; b.calls > maxCalls {
		b.calls--
		return nil, e.Errorf(CodeLimit, x, "calls are nested more than %d deep", maxCalls)
	}
	defer func() { b.calls-- }()
	scope, err := e.BindParams(f, x)
	if err != nil {
		return nil, err
	}
	if f.Body != nil {
		return e.With(scope, func() (Value, error) { return e.Eval(f.Body) })
	}
	if e.Run == nil {
		return nil, e.Errorf(CodeUnsupported, x, "functions with statements cannot be called here")
	}
	return e.Run(f, scope)
}

// BindParams binds the parameters of a function to their values, in a new scope.
func (e *Evaluator) BindParams(f *Func, x *syntax.Call) (*Scope, error) {
	positional, keywords, err := e.arguments(x)
	if err != nil {
		return nil, err
	}
	scope := NewScope(f.Env)
	byKeyword := false
	for _, p := range f.Params {
		switch {
		case p.Kind == syntax.Slash:
		case p.Kind == syntax.Star:
			byKeyword = true
			if p.Name.Name == "" {
				break
			}
			rest, err := e.sequence(positional, false)
			if err != nil {
				return nil, err
			}
			scope.Set(p.Name.Name, rest)
			positional = nil
		case p.Kind == syntax.StarStar:
			scope.Set(p.Name.Name, &Dict{})
		case !byKeyword && len(positional) > 0:
			v, err := e.Eval(positional[0])
			if err != nil {
				return nil, err
			}
			scope.Set(p.Name.Name, v)
			positional = positional[1:]
		}
	}
	if len(positional) > 0 {
		return nil, e.Errorf(CodeArity, positional[0], "%s takes fewer arguments", f.Kind())
	}
	if err := e.bindParamKeywords(f, scope, keywords); err != nil {
		return nil, err
	}
	return scope, e.bindDefaults(f, scope, x)
}

func (e *Evaluator) bindParamKeywords(f *Func, scope *Scope, keywords []*syntax.Arg) error {
	for _, k := range keywords {
		v, err := e.Eval(k.Value)
		if err != nil {
			return err
		}
		if scope.Has(k.Name) {
			return e.Errorf(CodeArity, k, "%s is given twice", k.Name)
		}
		if !bindKeyword(f, scope, k.Name, v) {
			return e.Errorf(CodeArity, k, "%s has no parameter %s", f.Kind(), k.Name)
		}
	}
	return nil
}

// bindKeyword binds a parameter by its name, or adds the value to the parameter with two stars.
func bindKeyword(f *Func, scope *Scope, name string, v Value) bool {
	for _, p := range f.Params {
		if p.Kind == syntax.Plain && p.Name.Name == name {
			scope.Set(name, v)
			return true
		}
		if p.Kind == syntax.StarStar {
			all, _ := scope.Lookup(p.Name.Name)
			d := all.(*Dict)
			d.Keys, d.Values = append(d.Keys, &Str{name}), append(d.Values, v)
			return true
		}
	}
	return false
}

// bindDefaults binds parameters without arguments to their defaults, which were evaluated when the function
// was made.
func (e *Evaluator) bindDefaults(f *Func, scope *Scope, at syntax.Node) error {
	for i, p := range f.Params {
		if p.Kind != syntax.Plain || scope.Has(p.Name.Name) {
			continue
		}
		if f.Defaults == nil || f.Defaults[i] == nil {
			return e.Errorf(CodeArity, at, "%s has no argument for %s", f.Kind(), p.Name.Name)
		}
		scope.Set(p.Name.Name, f.Defaults[i])
	}
	return nil
}
