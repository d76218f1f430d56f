package expr

import "github.com/inflight-compiler/inflight/tvmscript/syntax"

// comprehension evaluates [x for a in b if c]. A generator becomes a list, since no program can tell them
// apart here.
func (e *Evaluator) comprehension(x *syntax.Comprehension) (Value, error) {
	list, dict := &Seq{List: true}, &Dict{}
	scope := NewScope(e.Env)
	err := e.clause(x, 0, scope, func() error {
		v, err := e.Value(x.Elem)
		if err != nil {
			return err
		}
		if x.Kind != syntax.DictComp {
			list.Elems = append(list.Elems, v)
			return nil
		}
		value, err := e.Value(x.Value)
		if err != nil {
			return err
		}
		return e.enterKey(dict, v, value, x)
	})
	switch {
	case err != nil:
		return nil, err
	case x.Kind == syntax.DictComp:
		return dict, nil
	case x.Kind == syntax.SetComp:
		return e.distinct(list.Elems, x)
	}
	return list, nil
}

// clause executes the clauses from number i on. It calls do for every binding of their targets.
func (e *Evaluator) clause(x *syntax.Comprehension, i int, scope *Scope, do func() error) error {
	if i == len(x.Clauses) {
		_, err := e.With(scope, func() (Value, error) { return nil, do() })
		return err
	}
	c := &x.Clauses[i]
	var env Env = scope
	if i == 0 {
		env = scope.Outer // Python evaluates the first iterable outside
	}
	over, err := e.With(env, func() (Value, error) { return e.Eval(c.Iter) })
	if err != nil {
		return err
	}
	elems, err := e.Iterate(over, c.Iter)
	if err != nil {
		return err
	}
	for _, v := range elems {
		if err := e.Step(c.Target); err != nil {
			return err
		}
		if err := e.Unpack(c.Target, v, func(name *syntax.Name, v Value) error {
			scope.Set(name.Name, v)
			return nil
		}); err != nil {
			return err
		}
		ok, err := e.allTrue(c.Conds, scope)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if err := e.clause(x, i+1, scope, do); err != nil {
			return err
		}
	}
	return nil
}

// allTrue reports whether the conditions of a clause hold. They must be known, since they decide the length
// of the result.
func (e *Evaluator) allTrue(conds []syntax.Expr, scope *Scope) (bool, error) {
	for _, c := range conds {
		v, err := e.With(scope, func() (Value, error) { return e.Value(c) })
		if err != nil {
			return false, err
		}
		if truth, err := e.Truth(v, c); !truth || err != nil {
			return false, err
		}
	}
	return true, nil
}

// Unpack binds the names of a target to the parts of a value: a, (b, c) = 1, (2, 3). One target may have a
// star.
func (e *Evaluator) Unpack(target syntax.Expr, v Value, bind func(*syntax.Name, Value) error) error {
	var targets []syntax.Expr
	switch t := target.(type) {
	case *syntax.Name:
		return bind(t, v)
	case *syntax.Paren:
		return e.Unpack(t.X, v, bind)
	case *syntax.Tuple:
		targets = t.Elems
	case *syntax.List:
		targets = t.Elems
	default:
		return e.Errorf(CodeUnsupported, target, "this cannot be bound; names and tuples of names can")
	}
	elems, err := e.Iterate(v, target)
	if err != nil {
		return err
	}
	return e.unpackAll(targets, elems, target, bind)
}

// unpackAll assigns elements to targets. A target with a star takes the remaining elements, as a list.
func (e *Evaluator) unpackAll(targets []syntax.Expr, elems []Value, at syntax.Node,
	bind func(*syntax.Name, Value) error) error {
	star := -1
	for i, t := range targets {
		if _, ok := t.(*syntax.Starred); ok {
			star = i
		}
	}
	extra := len(elems) - len(targets)
	if star < 0 && extra != 0 || extra < -1 {
		return e.Errorf(CodeValue, at, "%d values do not go into %d names", len(elems), len(targets))
	}
	for i, t := range targets {
		if i != star {
			if err := e.Unpack(t, elems[0], bind); err != nil {
				return err
			}
			elems = elems[1:]
			continue
		}
		if err := e.Unpack(t.(*syntax.Starred).X, &Seq{Elems: elems[:extra+1], List: true},
			bind); err != nil {
			return err
		}
		elems = elems[extra+1:]
	}
	return nil
}
