package importer

import (
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// execute imports one statement of a prim_func.
func (f *function) execute(s syntax.Stmt) error {
	if f.returned {
		return f.ev.Errorf(codeStatement, s, "a statement behind return").Suggest("remove it, or the return")
	}
	switch s := s.(type) {
	case *syntax.Assign:
		return f.assign(s)
	case *syntax.AnnAssign:
		return f.annotated(s)
	case *syntax.AugAssign:
		return f.augmented(s)
	case *syntax.ExprStmt:
		return f.expression(s.X)
	case *syntax.For:
		return f.forLoop(s)
	case *syntax.While:
		return f.whileLoop(s)
	case *syntax.If:
		return f.branch(s)
	case *syntax.With:
		return f.with(s, s.Items)
	case *syntax.Assert:
		return f.assertion(s.Cond, s.Message)
	case *syntax.Return:
		return f.returnStmt(s)
	case *syntax.Pass:
		return nil
	case *syntax.Break:
		return f.jump(s, "break")
	case *syntax.Continue:
		return f.jump(s, "continue")
	case *syntax.Def:
		return f.nestedDef(s)
	}
	return f.noMeaning(s)
}

// noMeaning reports a statement of Python without a translation.
func (f *function) noMeaning(s syntax.Stmt) error {
	switch s := s.(type) {
	case *syntax.Del:
		return f.ev.Errorf(codeStatement, s,
			"del in a prim_func").Suggest("remove it; names end with their scope")
	case *syntax.Scope:
		return f.ev.Errorf(codeStatement, s, "global and nonlocal in a prim_func").
			Suggest("remove it; a value that changes lives in a buffer")
	case *syntax.Class:
		return f.ev.Errorf(codeStatement, s, "a class in a prim_func").Suggest("define it outside")
	}
	return f.ev.Errorf(codeStatement, s, "an import in a prim_func").Suggest("move it to the top of the file")
}

func (f *function) returnStmt(s *syntax.Return) error {
	if s.Value != nil {
		if c, ok := s.Value.(*syntax.Constant); !ok || c.Kind != syntax.None {
			return f.ev.Errorf(codeStatement, s, "a prim_func that returns a value").
				Suggest("store the result in a buffer parameter: out[0] = ...")
		}
	}
	if f.b.Block() != f.entry || f.expanding > 0 {
		return f.ev.Errorf(codeStatement, s,
			"return inside of a loop, a branch or a macro").Suggest("put the rest of the body under an if")
	}
	f.returned = true
	return nil
}

// assertion imports `assert cond, "message"`.
func (f *function) assertion(cond, message syntax.Expr) error {
	c, err := f.ev.Condition(cond)
	if err != nil {
		return err
	}
	text := ""
	if message != nil {
		if text, err = f.assertMessage(message); err != nil {
			return err
		}
	}
	f.ev.Locate(cond)
	f.assert(c, text)
	return nil
}

// assertMessage returns the message of an assertion. TVM also has the form ("ValueError", ["a", "b"]).
func (f *function) assertMessage(x syntax.Expr) (string, error) {
	v, err := f.ev.Eval(x)
	if err != nil {
		return "", err
	}
	switch v := v.(type) {
	case *expr.Str:
		return v.V, nil
	case *expr.Seq:
		text, ok := "", len(v.Elems) == 2
		if ok {
			if parts, isSeq := v.Elems[1].(*expr.Seq); isSeq {
				for _, p := range parts.Elems {
					s, isStr := p.(*expr.Str)
					if ok = ok && isStr; isStr {
						text += s.V
					}
				}
				if ok {
					return text, nil
				}
			}
		}
	}
	return "", f.ev.Errorf(expr.CodeType, x, "the message of an assertion is %s",
		v.Kind()).Suggest("write a string")
}

// branch imports an if. If the condition is known at import time, it imports only the branch that is taken.
func (f *function) branch(s *syntax.If) error {
	v, err := f.ev.Value(s.Cond)
	if err != nil {
		f.fail(err)
		f.scoped(s.Body)
		f.scoped(s.Else)
		return nil
	}
	if isPython(v) {
		truth, err := f.ev.Truth(v, s.Cond)
		switch {
		case err != nil:
			return err
		case truth:
			f.suite(s.Body)
		default:
			f.suite(s.Else)
		}
		return nil
	}
	cond, err := f.ev.StatementCondition(v, s.Cond)
	if err != nil {
		return err
	}
	f.ev.Locate(s)
	f.ifOp(cond, s.Body, s.Else)
	return nil
}

// expression imports an expression as a statement. Most of them are calls.
func (f *function) expression(x syntax.Expr) error {
	switch x := x.(type) {
	case *syntax.Str, *syntax.Constant, *syntax.Int:
		return nil // docstrings, `...`
	case *syntax.Paren:
		return f.expression(x.X)
	case *syntax.Call:
		name := f.callee(x.Fun)
		if run, ok := callStatements[name]; ok {
			return run(f, x)
		}
		if hint, ok := misplaced[name]; ok {
			return f.ev.Errorf(codeStatement, x, "%s as a statement of its own", name).Suggest("%s", hint)
		}
		if name == "" {
			fun, err := f.ev.Eval(x.Fun)
			if err != nil {
				return err
			}
			if m, ok := fun.(*macro); ok {
				return f.expand(m, x)
			}
		}
	}
	v, err := f.ev.Value(x)
	if err != nil {
		return err
	}
	return f.leftOver(x, v)
}

// leftOver rejects an expression without effects whose value is not used: most likely an assignment was
// meant.
func (f *function) leftOver(x syntax.Expr, v expr.Value) error {
	if err := f.known(v, x); err != nil {
		return err
	}
	if _, isCall := x.(*syntax.Call); isCall {
		f.define()
		return nil
	}
	return f.ev.Errorf(codeStatement, x, "an expression without effect: %s",
		v.Kind()).Suggest("assign it, call it, or remove it")
}

// misplaced are functions that have a meaning only in a `with` or `for`.
var misplaced = map[string]string{
	"T.block": "write `with T.block(\"name\"):`", "T.sblock": "write `with T.sblock(\"name\"):`",
	"T.init":   "write `with T.init():`",
	"T.serial": "write `for i in T.serial(n):`", "T.parallel": "write `for i in T.parallel(n):`",
	"T.grid":       "write `for i, j in T.grid(n, m):`",
	"T.vectorized": "write `for i in T.vectorized(n):`", "T.unroll": "write `for i in T.unroll(n):`",
	"T.thread_binding": "write `for i in T.thread_binding(n, thread=\"threadIdx.x\"):`",
	"range":            "write `for i in range(n):`",
	"T.prim_func":      "write @T.prim_func above a function",
}

// evaluate imports T.evaluate(x). A number as x has no effect.
func (f *function) evaluate(call *syntax.Call) error {
	args, err := f.args(call, "value")
	if err != nil {
		return err
	}
	if inner, ok := unwrapped(args.Get("value")).(*syntax.Call); ok {
		switch name := f.callee(inner.Fun); name {
		case "T.break_loop", "T.continue_loop":
			return callStatements[name](f, inner)
		}
	}
	v, err := f.ev.Value(args.Get("value"))
	if err != nil {
		return err
	}
	switch v.(type) {
	case *expr.Buffer, *expr.Pointer, *expr.Str, *expr.Seq, *expr.Dict, *expr.Builtin, *expr.Func,
		*expr.Dtype:
		return f.ev.Errorf(codeStatement, args.Get("value"), "T.evaluate of %s",
			v.Kind()).Suggest("evaluate a call, or remove the line")
	}
	return f.known(v, args.Get("value"))
}

// known rejects unknown values of Python: a statement about one would be lost.
func (f *function) known(v expr.Value, at syntax.Node) error {
	u, ok := v.(*expr.Unknown)
	if !ok {
		return nil
	}
	return f.ev.Errorf(expr.CodeType, at, "this is not known at import time: %s", u.Why).
		Suggest("use constants, and functions that are defined in this file")
}

func (f *function) assertCall(call *syntax.Call) error {
	args, err := f.args(call, "condition", "message?", "error_kind?")
	if err != nil {
		return err
	}
	return f.assertion(args.Get("condition"), args.Get("message"))
}

func (f *function) returnCall(call *syntax.Call) error {
	return f.ev.Errorf(codeStatement, call, "a prim_func that returns a value").
		Suggest("store the result in a buffer parameter: out[0] = ...")
}

// bufferStore imports T.buffer_store(A, value, [i, j]).
func (f *function) bufferStore(call *syntax.Call) error {
	args, err := f.args(call, "buffer", "value", "indices", "predicate?")
	if err != nil {
		return err
	}
	target, err := f.ev.Eval(
		&syntax.Subscript{At: call.At, X: args.Get("buffer"), Indices: unpacked(args.Get("indices"))})
	if err != nil {
		return err
	}
	v, err := f.ev.Value(args.Get("value"))
	if err != nil {
		return err
	}
	if target, err = f.masked(target, args.Get("predicate")); err != nil {
		return err
	}
	f.ev.Locate(call)
	return f.ev.StoreValue(target, v, args.Get("value"))
}

// masked returns the place of a store with a predicate, which selects the lanes.
func (f *function) masked(target expr.Value, predicate syntax.Expr) (expr.Value, error) {
	x, ok := target.(*expr.Element)
	if !ok {
		if !isNone(predicate) {
			return nil, f.ev.Errorf(expr.CodeDtype, predicate, "a predicate at a store to %s", target.Kind()).
				Suggest("write the lanes as T.Ramp(i, 1, 4)")
		}
		return target, nil
	}
	return f.ev.Masked(x, predicate)
}

// unpacked returns the elements of a literal list, or the expression itself.
func unpacked(x syntax.Expr) []syntax.Expr {
	switch x := x.(type) {
	case *syntax.Paren:
		return unpacked(x.X)
	case *syntax.List:
		return x.Elems
	case *syntax.Tuple:
		return x.Elems
	}
	return []syntax.Expr{x}
}
