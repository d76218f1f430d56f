package importer

import (
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// withHead imports the head of a `with`. It calls body for the statements inside, in a scope that exists
// already.
type withHead func(f *function, call *syntax.Call, target syntax.Expr, body func()) error

// with imports the items of a `with` from left to right. Each encloses those behind it.
func (f *function) with(s *syntax.With, items []*syntax.WithItem) error {
	f.names.push(false)
	f.withItems(items, s.Body)
	f.names.pop()
	return nil
}

func (f *function) withItems(items []*syntax.WithItem, body []syntax.Stmt) {
	if len(items) == 0 {
		f.suite(body)
		return
	}
	f.names.poisoned, f.names.missing = false, ""
	f.ev.Locate(items[0])
	entered := false
	err := f.enter(items[0].Context, items[0].Target, func() {
		entered = true
		f.withItems(items[1:], body)
	})
	if err == nil {
		return
	}
	f.fail(err)
	if entered {
		return
	}
	// The head has an error. The body may have others.
	if items[0].Target != nil {
		f.poisonNames(items[0].Target)
	}
	f.withItems(items[1:], body)
}

// enter imports the head of a with.
func (f *function) enter(x, target syntax.Expr, body func()) error {
	call, ok := x.(*syntax.Call)
	if !ok {
		if p, isParen := x.(*syntax.Paren); isParen {
			return f.enter(p.X, target, body)
		}
		return f.ev.Errorf(codeStatement, x, "a with over something that is no call of T").
			Suggest("write `with T.sblock(\"name\"):` or `with T.attr(...):`")
	}
	name := f.callee(call.Fun)
	if run, ok := contexts[name]; ok {
		return run(f, call, target, body)
	}
	if _, ok := valueCalls[name]; !ok {
		return f.unknownContext(call, name)
	}
	v, err := f.ev.Value(call)
	if err != nil {
		return err
	}
	if target != nil {
		if err := f.bindTarget(target, v, call); err != nil {
			return err
		}
	}
	f.define()
	body()
	return nil
}

func (f *function) unknownContext(call *syntax.Call, name string) error {
	d := f.ev.Errorf(codeStatement, call, "a with over %s", f.file.Span(call.Fun).Text())
	if near := diag.Nearest(name, slices.Sorted(maps.Keys(contexts))); near != "" && name != "" {
		return d.Suggest("did you mean `with %s(...):`?", near)
	}
	return d.Suggest(
		"with heads T.sblock, T.init, T.attr, T.launch_thread, T.LetStmt, T.allocate and T.decl_buffer")
}

// covering imports a statement that encloses all that follow it in its suite. It reports whether s is one.
func (f *function) covering(s syntax.Stmt, rest []syntax.Stmt) bool {
	call, target := coveringCall(s)
	if call == nil || f.returned {
		return false
	}
	switch name := f.callee(call.Fun); name {
	case "T.attr", "T.launch_thread", "T.LetStmt":
		f.names.poisoned, f.names.missing = false, ""
		f.ev.Locate(s)
		entered := false
		err := contexts[name](f, call, target, func() { entered = true; f.suite(rest) })
		if err != nil {
			f.fail(err)
			f.poisonTargets(s)
			if !entered {
				f.suite(rest)
			}
		}
		return true
	}
	return false
}

func coveringCall(s syntax.Stmt) (call *syntax.Call, target syntax.Expr) {
	switch s := s.(type) {
	case *syntax.ExprStmt:
		call, _ = s.X.(*syntax.Call)
	case *syntax.Assign:
		if len(s.Targets) == 1 {
			call, _ = s.Value.(*syntax.Call)
			target = s.Targets[0]
		}
	}
	return call, target
}

// letContext imports `with T.LetStmt(value) as x`, `with T.LetStmt(value, var=x)` and `with T.let(x, value)`.
func (f *function) letContext(call *syntax.Call, target syntax.Expr, body func()) error {
	v, err := f.letValue(call)
	if err != nil {
		return err
	}
	if target != nil {
		if err := f.bindTarget(target, v, call); err != nil {
			return err
		}
	}
	body()
	return nil
}

// letValue evaluates a let, and defines the variable in it.
func (f *function) letValue(call *syntax.Call) (expr.Value, error) {
	params := []string{"value", "type_annotation?", "var?"}
	if len(call.Args) == 2 && call.Args[1].Name == "" {
		params = []string{"var", "value"}
	}
	args, err := f.args(call, params...)
	if err != nil {
		return nil, err
	}
	v, err := f.ev.Value(args.Get("value"))
	if err != nil || isNone(args.Get("var")) {
		return v, err
	}
	return v, f.defineVariable(args.Get("var"), v)
}

// letCall imports T.let(x, value) as a statement.
func (f *function) letCall(call *syntax.Call) error {
	_, err := f.letValue(call)
	return err
}

// defineVariable defines a variable of T.var or T.int32().
func (f *function) defineVariable(x syntax.Expr, v expr.Value) error {
	to, err := f.ev.Eval(x)
	if err != nil {
		return err
	}
	n, ok := to.(*variable)
	if !ok || n.thread != "" {
		return f.ev.Errorf(codeStatement, x, "%s is no variable that a let can define", to.Kind()).
			Suggest("write `with T.LetStmt(value) as x:`, or x = value")
	}
	if s, isScalar := v.(*expr.Scalar); isScalar {
		f.christen(n.name, s)
	}
	n.value = v
	return nil
}

func (f *function) assertContext(call *syntax.Call, _ syntax.Expr, body func()) error {
	if err := f.assertCall(call); err != nil {
		return err
	}
	body()
	return nil
}

func (f *function) whileContext(call *syntax.Call, _ syntax.Expr, body func()) error {
	args, err := f.args(call, "condition")
	if err != nil {
		return err
	}
	return f.whileOp(call, args.Get("condition"), body)
}

func (f *function) realizeContext(call *syntax.Call, _ syntax.Expr, body func()) error {
	if err := f.realize(call); err != nil {
		return err
	}
	body()
	return nil
}

// realize imports T.realize(A[0:16], "shared"), which allocates the memory of a declared buffer. Here the
// buffer has its memory already, and only the scope is new.
func (f *function) realize(call *syntax.Call) error {
	args, err := f.args(call, "buffer_slice", "storage_scope", "condition?")
	if err != nil {
		return err
	}
	v, err := f.ev.Eval(args.Get("buffer_slice"))
	if err != nil {
		return err
	}
	buffer, _, err := f.region(v, call)
	if err != nil {
		return err
	}
	scope, err := f.ev.ConstStr(args.Get("storage_scope"))
	if err != nil {
		return err
	}
	if scope != "" && scope != buffer.Scope {
		return f.ev.Errorf(codeBuffer, call, "'%s' is declared in scope \"%s\" and realized in \"%s\"",
			buffer.Name, buffer.Scope, scope).
			Suggest("declare it with scope=\"%s\"", scope)
	}
	return nil
}
