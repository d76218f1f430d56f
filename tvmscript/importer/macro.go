package importer

import (
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// maxExpansions bounds the nesting of macros.
const maxExpansions = 64

// macro is a function with @T.macro or @T.inline. Its statements replace a call.
type macro struct {
	def        *syntax.Def
	env        expr.Env
	unhygienic bool // names have the meaning that they have at the call
}

// Kind implements expr.Value.
func (m *macro) Kind() string { return "the macro " + m.def.Name.Name }

// Attr implements expr.Object.
func (m *macro) Attr(e *expr.Evaluator, name string, at syntax.Node) (expr.Value, error) {
	return nil, e.Errorf(expr.CodeAttribute, at, "%s has no attribute '%s'", m.Kind(),
		name).Suggest("call it as a statement")
}

// Call implements expr.Object, for calls that are not statements.
func (m *macro) Call(e *expr.Evaluator, call *syntax.Call) (expr.Value, error) {
	if e.B == nil {
		return &expr.Unknown{Why: "it is the result of a macro"}, nil
	}
	return nil, e.Errorf(codeStatement, call, "%s inside of an expression", m.Kind()).
		Suggest("call it as a statement; for a value, use a function without @T.macro that returns it")
}

// nestedDef imports a def in a prim_func: a macro, or a Python function.
func (f *function) nestedDef(s *syntax.Def) error {
	d := f.imp.decorations(f.ev, s.Decorators)
	var v expr.Value
	var err error
	switch {
	case d.primFunc:
		return f.ev.Errorf(codeFunction, &s.Name,
			"a prim_func in a prim_func").Suggest("define it outside, or write @T.macro")
	case d.macro:
		v = &macro{def: s, env: f.names, unhygienic: d.unhygienic}
	default:
		v, err = f.ev.Function(s.Name.Name, s.Params, nil, s)
	}
	if err != nil {
		return err
	}
	return f.bind(&syntax.Name{At: s.Name.At, Name: s.Name.Name}, v, asValue)
}

// expand imports the statements of a macro in the place of a call.
func (f *function) expand(m *macro, call *syntax.Call) error {
	if f.expanding >= maxExpansions {
		f.unwinding = true
		return f.ev.Errorf(codeSize, call, "macros are nested more than %d deep", maxExpansions).
			Suggest("a macro must not expand itself")
	}
	env := m.env
	if m.unhygienic {
		env = f.names
	}
	inner := newNames(env)
	if err := f.bindMacroParams(m, call, inner); err != nil {
		return err
	}
	names, saved := f.names, f.ev.Env
	f.names, f.ev.Env = inner, inner
	loop := f.loop
	f.loop = nil // jumps in a macro, which is a function, do not belong to a loop around the call
	f.expanding++
	f.names.push(false)
	f.suite(m.def.Body)
	f.expanding--
	f.loop = loop
	f.unwinding = f.unwinding && f.expanding > 0
	f.names, f.ev.Env = names, saved
	return nil
}

// bindMacroParams binds the parameters of a macro to the arguments: values, buffers, or elements as places.
func (f *function) bindMacroParams(m *macro, call *syntax.Call, inner *names) error {
	var params []string
	for _, p := range m.def.Params {
		switch p.Kind {
		case syntax.Slash:
			continue
		case syntax.Star, syntax.StarStar:
			return f.bindStarred(m, call, inner)
		}
		name := p.Name.Name
		if p.Default != nil {
			name += "?"
		}
		params = append(params, name)
	}
	args, err := f.args(call, params...)
	if err != nil {
		return err
	}
	for _, p := range m.def.Params {
		if p.Kind == syntax.Slash {
			continue
		}
		x := args.Get(p.Name.Name)
		if x == nil {
			x = p.Default
		}
		v, err := f.ev.Eval(x)
		if err != nil {
			return err
		}
		inner.set(p.Name.Name, v, asParameter, &p.Name)
	}
	return nil
}

// bindStarred is bindMacroParams for macros with *args, **kwargs or a bare star. Their parameters are bound
// as those of Python functions are.
func (f *function) bindStarred(m *macro, call *syntax.Call, inner *names) error {
	v, err := f.ev.Function(m.def.Name.Name, m.def.Params, nil, m.def)
	if err != nil {
		return err
	}
	scope, err := f.ev.BindParams(v.(*expr.Func), call)
	if err != nil {
		return err
	}
	for _, p := range m.def.Params {
		if p.Kind == syntax.Slash || p.Name.Name == "" {
			continue
		}
		v, _ := scope.Lookup(p.Name.Name)
		inner.set(p.Name.Name, v, asParameter, &p.Name)
	}
	return nil
}
