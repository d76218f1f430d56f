package importer

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// moduleClass is a class with @I.ir_module. Its functions call each other as Module.f and cls.f.
type moduleClass struct {
	name    string
	members []*primFunc
}

func (m *moduleClass) add(p *primFunc) { m.members = append(m.members, p) }

// Kind implements expr.Value.
func (m *moduleClass) Kind() string { return "the module " + m.name }

// Attr implements expr.Object.
func (m *moduleClass) Attr(e *expr.Evaluator, name string, at syntax.Node) (expr.Value, error) {
	known := make([]string, len(m.members))
	for i, p := range m.members {
		if known[i] = p.def.Name.Name; known[i] == name {
			return p, nil
		}
	}
	if e.B == nil {
		return &expr.Unknown{Why: "'" + name + "' of a module is not evaluated here"}, nil
	}
	d := e.Errorf(expr.CodeAttribute, at, "the module %s has no function '%s'", m.name, name)
	if near := diag.Nearest(name, known); near != "" {
		return nil, d.Suggest("did you mean '%s'?", near)
	}
	return nil, d.Suggest("define it in the class, under @T.prim_func")
}

// Call implements expr.Object.
func (m *moduleClass) Call(e *expr.Evaluator, call *syntax.Call) (expr.Value, error) {
	return &expr.Unknown{Why: "a module is called"}, nil
}

// classDef executes a class. A class without @I.ir_module belongs to Python and is ignored, unless it has
// prim_funcs.
func (h *host) classDef(s *syntax.Class) error {
	d := h.imp.decorations(h.ev, s.Decorators)
	if !d.irModule && !h.hasPrimFunc(s.Body) {
		h.scope.Set(s.Name.Name, &expr.Unknown{Why: "it is a class of Python"})
		return nil
	}
	if !d.irModule {
		h.imp.report(h.imp.errorf(codeFunction, &s.Name, "the class '%s' has prim_funcs, and is no module",
			s.Name.Name).
			Suggest("write @I.ir_module above it"))
	}
	m := &moduleClass{name: s.Name.Name}
	scope := expr.NewScope(h.scope)
	scope.Set("cls", m)
	scope.Set(m.name, m)
	inner := &host{imp: h.imp, ev: h.ev, scope: scope, class: m, inFunction: h.inFunction}
	_, err := h.ev.With(scope, func() (expr.Value, error) {
		inner.suite(s.Body)
		return nil, nil
	})
	for _, p := range m.members {
		if p.state == declared {
			p.importBody()
		}
	}
	h.scope.Set(s.Name.Name, m)
	return err
}

func (h *host) hasPrimFunc(body []syntax.Stmt) bool {
	for _, s := range body {
		if def, ok := s.(*syntax.Def); ok {
			for _, x := range def.Decorators {
				if call, ok := x.(*syntax.Call); ok {
					x = call.Fun
				}
				if callee(h.ev.Env, x) == "T.prim_func" {
					return true
				}
			}
		}
	}
	return false
}
