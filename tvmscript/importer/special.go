package importer

import (
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// special is the evaluator's hook for every call of a function with a known name.
func (f *function) special(b *expr.Builtin, call *syntax.Call) (expr.Value, bool, error) {
	name := canonical(b.Name)
	if run, ok := valueCalls[name]; ok {
		v, err := run(f, call)
		return v, true, err
	}
	if short, ok := cutT(name); ok && len(call.Args) <= 1 {
		if v, ok := shapeVariable(short, call); ok {
			return v, true, nil
		}
	}
	if where, ok := placed[name]; ok {
		return nil, true, f.ev.Errorf(codeStatement, call, "%s inside of an expression", name).Suggest("%s",
			where)
	}
	return nil, false, nil
}

// placed are functions without a value, which are statements or stand in the head of one.
var placed = map[string]string{
	"T.reads": "write it as a statement of a block", "T.writes": "write it as a statement of a block",
	"T.where": "write it as a statement of a block", "T.block_attr": "write it as a statement of a block",
	"T.sblock_attr": "write it as a statement of a block",
	"T.func_attr":   "write it as a statement at the beginning of the function",
	"T.evaluate":    "write it as a statement",
}

// shapeVariable returns the variable that T.int32() makes, if it has no argument, or has is_size_var. ok is
// false for other calls.
func shapeVariable(name string, call *syntax.Call) (expr.Value, bool) {
	if len(call.Args) == 1 && call.Args[0].Name != "is_size_var" {
		return nil, false
	}
	d, ok := form.ParseDtype(name)
	if !ok || d.Lanes != 1 {
		return nil, false
	}
	return &variable{dtype: d}, true
}

// fileVariable returns the variable that a call outside of a prim_func makes: n = T.int32(), T.var("int32"),
// T.dyn("n"), tvm.tir.Var("n", "int32") or te.var("n"). ok is false for other calls. The variable has the
// name that it is bound to.
func (imp *importer) fileVariable(name string, call *syntax.Call) (expr.Value, bool) {
	if short, ok := cutT(name); ok && len(call.Args) <= 1 {
		if v, ok := shapeVariable(short, call); ok {
			return v, true
		}
	}
	v := &variable{dtype: form.Int32}
	switch name {
	case "T.var", "T.Var", "T.SizeVar", "tvm.te.var", "tvm.te.size_var":
	default:
		return nil, false
	}
	for _, a := range call.Args {
		if s, ok := a.Value.(*syntax.Str); ok {
			if d, isDtype := form.ParseDtype(s.Value); isDtype && d.IsInt() {
				v.dtype = d
			}
		}
	}
	return v, true
}

// newVariable imports T.var("int32").
func (f *function) newVariable(call *syntax.Call) (expr.Value, error) {
	args, err := f.args(call, "dtype?", "name?")
	if err != nil {
		return nil, err
	}
	d := form.Int32
	if x := args.Get("dtype"); x != nil {
		if d, err = f.ev.DtypeOf(x); err != nil {
			return nil, err
		}
	}
	return &variable{dtype: d}, nil
}

// newPointer imports T.handle() and T.handle("float32", "global") as the type of a parameter. The buffer that
// is made of the parameter determines the memory.
func (f *function) newPointer(call *syntax.Call) (expr.Value, error) {
	return &variable{dtype: form.Pointer}, nil
}

// target imports T.target("cuda") or T.target({...}): its argument, which becomes an attribute.
func (f *function) target(call *syntax.Call) (expr.Value, error) {
	args, err := f.args(call, "target", "host?")
	if err != nil {
		return nil, err
	}
	return f.ev.Value(args.Get("target"))
}

// bindCall imports T.bind(x), which is x.
func (f *function) bindCall(call *syntax.Call) (expr.Value, error) {
	args, err := f.args(call, "value", "var?")
	if err != nil {
		return nil, err
	}
	v, err := f.ev.Value(args.Get("value"))
	if err != nil || args.Get("var") == nil {
		return v, err
	}
	return v, f.defineVariable(args.Get("var"), v)
}

func inScope(scope string) func(f *function, call *syntax.Call) (expr.Value, error) {
	return func(f *function, call *syntax.Call) (expr.Value, error) { return f.allocIn(call, scope) }
}
