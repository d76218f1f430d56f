package expr

import (
	"math"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// literal returns the value of a literal.
func (e *Evaluator) literal(x syntax.Expr) (Value, error) {
	switch x := x.(type) {
	case *syntax.Int:
		if x.Big {
			return e.hugeLiteral(x)
		}
		return &Int{x.Value}, nil
	case *syntax.Float:
		return &Float{x.Value}, nil
	case *syntax.Str:
		if x.Bytes {
			return nil, e.Errorf(CodeUnsupported, x,
				"byte strings are not supported").Suggest("use a string without the b")
		}
		return &Str{x.Value}, nil
	}
	switch c := x.(*syntax.Constant); c.Kind {
	case syntax.True:
		return &Bool{true}, nil
	case syntax.False:
		return &Bool{false}, nil
	case syntax.Ellipsis:
		return &Ellipsis{}, nil
	}
	return &None{}, nil
}

// Named is an Env that can list its names, for suggestions.
type Named interface{ Names() []string }

// name looks a name up in the scopes, and then among Python's own functions.
func (e *Evaluator) name(x *syntax.Name) (Value, error) {
	if e.Env != nil {
		if v, ok := e.Env.Lookup(x.Name); ok {
			return v, nil
		}
	}
	if _, ok := pythonFunctions[x.Name]; ok {
		return &Builtin{x.Name}, nil
	}
	err := e.Errorf(CodeName, x, "%s is not defined", x.Name)
	var names []string
	if n, ok := e.Env.(Named); ok {
		names = n.Names()
	}
	if near := Similar(x.Name, names); near != "" {
		err.Suggest("did you mean %s?", near)
	}
	return nil, err
}

// Similar returns the name that another one may be a misspelling of, "" for none. It suggests no names of one
// letter, since all letters are equally near to each other.
func Similar(name string, names []string) string {
	near := diag.Nearest(name, names)
	if len(name) < 2 || len(near) < 2 {
		return ""
	}
	return near
}

// sequence evaluates the elements of a tuple or list. Elements of buffers are not loaded, because they may be
// used as places.
func (e *Evaluator) sequence(elems []syntax.Expr, list bool) (Value, error) {
	s := &Seq{List: list, Elems: make([]Value, 0, len(elems))}
	for _, x := range elems {
		if star, ok := x.(*syntax.Starred); ok {
			all, err := e.spread(star.X)
			if err != nil {
				return nil, err
			}
			s.Elems = append(s.Elems, all...)
			if err := e.length(int64(len(s.Elems)), x); err != nil {
				return nil, err
			}
			continue
		}
		v, err := e.Eval(x)
		if err != nil {
			return nil, err
		}
		s.Elems = append(s.Elems, v)
	}
	return s, nil
}

// spread returns the elements of the value behind a star.
func (e *Evaluator) spread(x syntax.Expr) ([]Value, error) {
	v, err := e.Eval(x)
	if err != nil {
		return nil, err
	}
	return e.Iterate(v, x)
}

// set returns a list without equal elements. Programs use sets for membership.
func (e *Evaluator) set(x *syntax.Set) (Value, error) {
	v, err := e.sequence(x.Elems, true)
	if err != nil {
		return nil, err
	}
	return e.distinct(v.(*Seq).Elems, x)
}

func (e *Evaluator) distinct(elems []Value, at syntax.Node) (Value, error) {
	s := &Seq{List: true}
	for _, v := range elems {
		found, err := e.contains(s.Elems, v, at)
		if err != nil {
			return nil, err
		}
		if !found {
			s.Elems = append(s.Elems, v)
		}
	}
	return s, nil
}

// dict evaluates a dict display. As in Python, a key that is entered again keeps its place.
func (e *Evaluator) dict(x *syntax.Dict) (Value, error) {
	d := &Dict{}
	for i, key := range x.Keys {
		v, err := e.Eval(x.Values[i])
		if err != nil {
			return nil, err
		}
		if key == nil {
			other, ok := v.(*Dict)
			if !ok {
				return nil, e.Errorf(CodeType, x.Values[i], "** needs a dict, and this is %s", v.Kind())
			}
			for j := range other.Keys {
				if err := e.enterKey(d, other.Keys[j], other.Values[j], x); err != nil {
					return nil, err
				}
			}
			continue
		}
		k, err := e.Value(key)
		if err != nil {
			return nil, err
		}
		if err := e.enterKey(d, k, v, key); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// enterKey sets d[k] = v.
func (e *Evaluator) enterKey(d *Dict, k, v Value, at syntax.Node) error {
	ok, err := e.isConstant(k, at)
	if err != nil {
		return err
	}
	if !ok {
		return e.Errorf(CodeType, at, "a key must be known at import time, and this is %s", k.Kind())
	}
	i, err := e.find(d, k, at)
	if err != nil {
		return err
	}
	if i >= 0 {
		d.Values[i] = v
		return nil
	}
	d.Keys, d.Values = append(d.Keys, k), append(d.Values, v)
	return nil
}

// find returns the place of a key in a dict, -1 if the dict does not have it.
func (e *Evaluator) find(d *Dict, k Value, at syntax.Node) (int, error) {
	for i, have := range d.Keys {
		same, err := e.equal(have, k, at)
		if err != nil {
			return 0, err
		}
		if same {
			return i, nil
		}
	}
	return -1, nil
}

// isConstant reports whether Python can look a value up: it is a number, a string, or a tuple of these.
func (e *Evaluator) isConstant(v Value, at syntax.Node) (bool, error) {
	switch v := v.(type) {
	case *Int, *Float, *Bool, *Str, *None, *Dtype, *Imm:
		return true, nil
	case *Seq:
		for _, x := range v.Elems {
			if err := e.Step(at); err != nil {
				return false, err
			}
			if ok, err := e.isConstant(x, at); !ok || err != nil {
				return false, err
			}
		}
		return !v.List, nil
	}
	return false, nil
}

// isFinite reports whether v is neither infinite nor NaN.
func isFinite(v float64) bool { return !math.IsInf(v, 0) && !math.IsNaN(v) }
