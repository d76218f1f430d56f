package importer

import (
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// decoration has the meaning of the decorators of a function or class.
type decoration struct {
	primFunc, macro, irModule bool
	unhygienic                bool
	relax                     bool
	options                   primOptions
	at                        syntax.Expr
}

// decorations reads decorators. Those of other libraries are ignored.
func (imp *importer) decorations(ev *expr.Evaluator, decorators []syntax.Expr) (d decoration) {
	for _, x := range decorators {
		fun := x
		call, isCall := x.(*syntax.Call)
		if isCall {
			fun = call.Fun
		}
		switch callee(ev.Env, fun) {
		case "T.prim_func":
			d.primFunc, d.options, d.at = true, imp.primOptions(ev, x), x
		case "T.macro", "T.inline", "I.macro":
			d.macro, d.at = true, x
			d.unhygienic = isCall && isFalse(call, "hygienic")
		case "I.ir_module":
			d.irModule, d.at = true, x
		case "R.function", "tvm.script.relax.function":
			d.relax, d.at = true, x
		}
	}
	return d
}

func isFalse(call *syntax.Call, name string) bool {
	for _, a := range call.Args {
		if c, ok := a.Value.(*syntax.Constant); ok && a.Name == name && c.Kind == syntax.False {
			return true
		}
	}
	return false
}

// def executes a def. A prim_func is imported; a macro or a function becomes a value.
func (h *host) def(s *syntax.Def) error {
	d := h.imp.decorations(h.ev, s.Decorators)
	switch {
	case d.primFunc:
		p := h.imp.declarePrimFunc(s, h.scope, d.options, h.inFunction)
		h.scope.Set(s.Name.Name, p)
		if h.class != nil {
			h.class.add(p)
			return nil // imported when the class is complete
		}
		p.importBody()
		return nil
	case d.macro:
		h.scope.Set(s.Name.Name, &macro{def: s, env: h.scope, unhygienic: d.unhygienic})
		return nil
	case d.relax:
		h.scope.Set(s.Name.Name,
			&expr.Unknown{Why: "it is a function of Relax, of which only the prim_funcs are read"})
		return nil
	}
	f, err := h.ev.Function(s.Name.Name, s.Params, nil, s)
	if err == nil {
		h.scope.Set(s.Name.Name, f)
	}
	return err
}

// runFunction executes a Python function that is called outside of prim_funcs.
func (h *host) runFunction(f *expr.Func, scope *expr.Scope) (expr.Value, error) {
	inner := &host{imp: h.imp, ev: h.ev, scope: scope, inFunction: true, result: &expr.None{}}
	return h.ev.With(scope, func() (expr.Value, error) {
		inner.suite(f.Def.Body)
		return inner.result, nil
	})
}

// runHelper executes a Python function that a prim_func calls. Its statements compute values, some of which
// are values of the IR.
func (f *function) runHelper(fn *expr.Func, scope *expr.Scope) (expr.Value, error) {
	inner := &helper{host: host{imp: f.imp, ev: f.ev, scope: scope, inFunction: true, result: &expr.None{}}}
	return f.ev.With(scope, func() (expr.Value, error) {
		_, err := inner.suite(fn.Def.Body)
		return inner.result, err
	})
}

// helper executes statements of Python as host does. But a statement that cannot be computed is an error.
type helper struct{ host }

func (h *helper) suite(body []syntax.Stmt) (flow, error) {
	for _, s := range body {
		if err := h.imp.spend(s); err != nil {
			return returns, err
		}
		if f, err := h.execute(s); err != nil || f != goesOn {
			return f, err
		}
	}
	return goesOn, nil
}

func (h *helper) execute(s syntax.Stmt) (flow, error) {
	switch s := s.(type) {
	case *syntax.Assign, *syntax.AnnAssign, *syntax.AugAssign, *syntax.Return, *syntax.Pass, *syntax.Assert:
		return h.host.execute(s)
	case *syntax.Def:
		if len(s.Decorators) == 0 {
			return h.host.execute(s)
		}
	case *syntax.ExprStmt:
		if _, ok := s.X.(*syntax.Str); ok {
			return goesOn, nil
		}
		_, err := h.ev.Value(s.X)
		return goesOn, err
	case *syntax.If:
		taken, err := h.truth(s.Cond)
		if err != nil {
			return goesOn, err
		}
		if taken {
			return h.suite(s.Body)
		}
		return h.suite(s.Else)
	case *syntax.For:
		return h.forLoop(s)
	}
	return goesOn, h.ev.Errorf(codeStatement, s,
		"this statement cannot stand in a Python function that a prim_func calls").
		Suggest(
			"write @T.macro above the function if it has statements of TVMScript, and call it as a statement")
}

func (h *helper) forLoop(s *syntax.For) (flow, error) {
	v, err := h.ev.Value(s.Iter)
	if err != nil {
		return goesOn, err
	}
	elems, err := h.ev.Iterate(v, s.Iter)
	if err != nil {
		return goesOn, err
	}
	for _, e := range elems {
		if err := h.bind(s.Target, e); err != nil {
			return goesOn, err
		}
		if f, err := h.suite(s.Body); err != nil || f == returns {
			return f, err
		}
	}
	return goesOn, nil
}
