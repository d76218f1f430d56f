package importer

import (
	"errors"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// host executes statements of Python: those of the file, of functions that make prim_funcs, and of helper
// functions that prim_funcs call.
type host struct {
	imp   *importer
	ev    *expr.Evaluator
	scope *expr.Scope
	// class collects the prim_funcs of a class, nil outside of classes. inFunction says that the statements
	// are those of a Python function.
	class      *moduleClass
	inFunction bool
	result     expr.Value
}

// flow says how a statement ended.
type flow uint8

const (
	goesOn flow = iota
	returns
	breaks
	continues
)

// runFile executes the file.
func (imp *importer) runFile() {
	scope := fileScope()
	h := &host{imp: imp, ev: imp.evaluator(scope), scope: scope}
	imp.top = h.ev
	h.ev.Run = h.runFunction
	h.ev.Special = imp.hostSpecial
	h.suite(imp.file.Body)
}

// suite executes statements until one ends the suite.
func (h *host) suite(body []syntax.Stmt) flow {
	for _, s := range body {
		if h.imp.full() {
			return returns
		}
		if err := h.imp.spend(s); err != nil {
			h.imp.stop(err)
			return returns
		}
		if f := h.statement(s); f != goesOn {
			return f
		}
	}
	return goesOn
}

// statement executes one statement. A statement that cannot be computed concerns other programs. The names
// that it binds are unknown; their use is an error.
func (h *host) statement(s syntax.Stmt) flow {
	f, err := h.execute(s)
	if err == nil {
		return f
	}
	if d := new(diag.Diagnostic); errors.As(err, &d) && (d.Code == expr.CodeLimit || d.Code == codeSchedule) {
		h.imp.report(err)
	}
	h.unknownTargets(s, err)
	return goesOn
}

func (h *host) execute(s syntax.Stmt) (flow, error) {
	switch s := s.(type) {
	case *syntax.Import:
		bindImport(h.scope, s)
	case *syntax.ImportFrom:
		bindImportFrom(h.scope, s)
	case *syntax.Def:
		return goesOn, h.def(s)
	case *syntax.Class:
		return goesOn, h.classDef(s)
	case *syntax.Assign:
		return goesOn, h.assign(s)
	case *syntax.AnnAssign:
		return goesOn, h.annotated(s)
	case *syntax.AugAssign:
		return goesOn, h.augmented(s)
	case *syntax.ExprStmt:
		return goesOn, h.expression(s)
	case *syntax.Return:
		return h.returnStmt(s)
	case *syntax.If:
		return h.branch(s)
	case *syntax.For:
		return h.forLoop(s)
	case *syntax.While:
		return h.whileLoop(s)
	case *syntax.With:
		return h.with(s)
	case *syntax.Break:
		return breaks, nil
	case *syntax.Continue:
		return continues, nil
	}
	return goesOn, nil // assert, pass, del, global
}

func (h *host) assign(s *syntax.Assign) error {
	v, err := h.ev.Value(s.Value)
	if err != nil {
		return err
	}
	for _, t := range s.Targets {
		if err := h.bind(t, v); err != nil {
			return err
		}
	}
	return nil
}

func (h *host) annotated(s *syntax.AnnAssign) error {
	if s.Value == nil {
		return nil
	}
	v, err := h.ev.Value(s.Value)
	if err != nil {
		return err
	}
	return h.bind(s.Target, v)
}

func (h *host) augmented(s *syntax.AugAssign) error {
	x, err := h.ev.Value(s.Target)
	if err != nil {
		return err
	}
	y, err := h.ev.Value(s.Value)
	if err != nil {
		return err
	}
	v, err := h.ev.Binary(s.Op, x, y, s)
	if err != nil {
		return err
	}
	return h.bind(s.Target, v)
}

func (h *host) expression(s *syntax.ExprStmt) error {
	if done, err := h.bareAnnotate(s.X); done {
		return err
	}
	_, err := h.ev.Eval(s.X)
	return err
}

func (h *host) returnStmt(s *syntax.Return) (flow, error) {
	h.result = &expr.None{}
	if s.Value == nil {
		return returns, nil
	}
	v, err := h.ev.Value(s.Value)
	if err != nil {
		if h.ev.B != nil {
			return returns, err
		}
		v = &expr.Unknown{Why: why(err)}
	}
	h.result = v
	return returns, nil
}

// branch executes the branch that is taken. It executes none if the condition is not known.
func (h *host) branch(s *syntax.If) (flow, error) {
	taken, err := h.truth(s.Cond)
	if err != nil {
		return goesOn, err
	}
	if taken {
		return h.suite(s.Body), nil
	}
	return h.suite(s.Else), nil
}

func (h *host) truth(x syntax.Expr) (bool, error) {
	v, err := h.ev.Value(x)
	if err != nil {
		return false, err
	}
	if u, ok := v.(*expr.Unknown); ok {
		return false, h.ev.Errorf(expr.CodeType, x, "this is not known: %s", u.Why)
	}
	return h.ev.Truth(v, x)
}

func (h *host) forLoop(s *syntax.For) (flow, error) {
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
		switch f := h.iteration(s, s.Body); f {
		case breaks:
			return goesOn, nil
		case returns:
			return f, nil
		}
	}
	return h.suite(s.Else), nil
}

func (h *host) whileLoop(s *syntax.While) (flow, error) {
	for {
		taken, err := h.truth(s.Cond)
		if err != nil {
			return goesOn, err
		}
		if !taken {
			return h.suite(s.Else), nil
		}
		switch f := h.iteration(s, s.Body); f {
		case breaks:
			return goesOn, nil
		case returns:
			return f, nil
		}
	}
}

// iteration also counts an iteration of an empty body, so that every loop ends.
func (h *host) iteration(s syntax.Stmt, body []syntax.Stmt) flow {
	if err := h.imp.spend(s); err != nil {
		h.imp.stop(err)
		return returns
	}
	return h.suite(body)
}

// with executes the body. The meaning of the context is not known.
func (h *host) with(s *syntax.With) (flow, error) {
	for _, item := range s.Items {
		if item.Target != nil {
			h.setUnknown(item.Target, "it is bound by a with statement")
		}
	}
	return h.suite(s.Body), nil
}

// bind binds the targets of an assignment.
func (h *host) bind(target syntax.Expr, v expr.Value) error {
	switch t := target.(type) {
	case *syntax.Name:
		h.scope.Set(t.Name, v)
		return nil
	case *syntax.Paren:
		return h.bind(t.X, v)
	case *syntax.Tuple:
		return h.unpack(t, t.Elems, v)
	case *syntax.List:
		return h.unpack(t, t.Elems, v)
	}
	return nil // an attribute or an element, which nothing here reads
}

func (h *host) unpack(at syntax.Expr, targets []syntax.Expr, v expr.Value) error {
	elems, err := h.ev.Iterate(v, at)
	if err != nil {
		return err
	}
	if hasStar(targets) || len(elems) != len(targets) {
		return h.ev.Errorf(expr.CodeValue, at, "%d names for %d values", len(targets), len(elems))
	}
	for i, t := range targets {
		if err := h.bind(t, elems[i]); err != nil {
			return err
		}
	}
	return nil
}

// unknownTargets makes all names unknown that a statement would have bound.
func (h *host) unknownTargets(s syntax.Stmt, err error) {
	reason := why(err)
	switch s := s.(type) {
	case *syntax.Assign:
		for _, t := range s.Targets {
			h.setUnknown(t, reason)
		}
	case *syntax.AnnAssign:
		h.setUnknown(s.Target, reason)
	case *syntax.AugAssign:
		h.setUnknown(s.Target, reason)
	case *syntax.For:
		h.setUnknown(s.Target, reason)
		h.unknownIn(s.Body, err)
	case *syntax.While:
		h.unknownIn(s.Body, err)
	case *syntax.If:
		h.unknownIn(s.Body, err)
		h.unknownIn(s.Else, err)
	}
}

func (h *host) unknownIn(body []syntax.Stmt, err error) {
	for _, s := range body {
		h.unknownTargets(s, err)
	}
}

func (h *host) setUnknown(target syntax.Expr, reason string) {
	switch t := target.(type) {
	case *syntax.Name:
		h.scope.Set(t.Name, &expr.Unknown{Why: reason})
	default:
		for _, x := range targetsOf(target) {
			if x != target {
				h.setUnknown(x, reason)
			}
		}
	}
}

// why returns the message of an error, which explains why a value is unknown.
func why(err error) string {
	if d := new(diag.Diagnostic); errors.As(err, &d) {
		return d.Message
	}
	return "it has an error"
}
