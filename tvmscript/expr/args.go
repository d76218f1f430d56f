package expr

import (
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// Args has the arguments of a call by the names of the parameters.
type Args struct {
	named map[string]syntax.Expr
	rest  []syntax.Expr
}

// Get returns the argument for a parameter, nil if there is none.
func (a *Args) Get(name string) syntax.Expr { return a.named[name] }

// Rest returns the positional arguments that "*name" has taken.
func (a *Args) Rest() []syntax.Expr { return a.rest }

// parameter has the parts of one parameter of BindArgs.
type parameter struct {
	name           string
	optional, star bool
}

func parametersOf(params []string) []parameter {
	list := make([]parameter, len(params))
	for i, p := range params {
		name, optional := strings.CutSuffix(p, "?")
		name, star := strings.CutPrefix(name, "*")
		list[i] = parameter{name, optional, star}
	}
	return list
}

// BindArgs assigns the arguments of a call to parameters. A parameter "x?" is optional. "*x" takes all
// further positional arguments, and the parameters behind it need keywords.
func (e *Evaluator) BindArgs(call *syntax.Call, params ...string) (*Args, error) {
	positional, keywords, err := e.arguments(call)
	if err != nil {
		return nil, err
	}
	list := parametersOf(params)
	a := &Args{named: make(map[string]syntax.Expr, len(list))}
	if err := a.bindPositional(e, call, list, positional); err != nil {
		return nil, err
	}
	if err := a.bindKeywords(e, call, list, keywords); err != nil {
		return nil, err
	}
	for _, p := range list {
		if a.named[p.name] == nil && !p.optional && !p.star {
			return nil, e.Errorf(CodeArity, call, "%s has no argument for %s", e.callee(call), p.name)
		}
	}
	return a, nil
}

// bindPositional assigns positional arguments to parameters in order. A parameter with a star takes the rest.
func (a *Args) bindPositional(e *Evaluator, call *syntax.Call, list []parameter,
	positional []syntax.Expr) error {
	for i, x := range positional {
		for k := range min(i+1, len(list)) {
			if list[k].star {
				a.rest = positional[k:]
				return nil
			}
		}
		if i >= len(list) {
			return e.Errorf(CodeArity, x, "%s takes %d arguments, and this is number %d", e.callee(call),
				len(list), i+1)
		}
		a.named[list[i].name] = x
	}
	return nil
}

// bindKeywords assigns keyword arguments to the parameters of their names.
func (a *Args) bindKeywords(e *Evaluator, call *syntax.Call, list []parameter, keywords []*syntax.Arg) error {
	for _, k := range keywords {
		var names []string
		known := false
		for _, p := range list {
			names = append(names, p.name)
			known = known || p.name == k.Name && !p.star
		}
		if !known {
			err := e.Errorf(CodeArity, k, "%s has no parameter %s", e.callee(call), k.Name)
			if near := diag.Nearest(k.Name, names); near != "" {
				err.Suggest("did you mean %s?", near)
			}
			return err
		}
		if a.named[k.Name] != nil {
			return e.Errorf(CodeArity, k, "%s is given twice", k.Name)
		}
		a.named[k.Name] = k.Value
	}
	return nil
}

// withoutDtype drops the keyword dtype= of a function without such a parameter. Older programs give it at
// every call, and TVM uses the dtype of the arguments.
func (e *Evaluator) withoutDtype(call *syntax.Call, params []string) (*syntax.Call, error) {
	at := dtypeArgument(call)
	if at < 0 || hasParameter(params, "dtype") {
		return call, nil
	}
	if err := e.checkDtypeKeyword(call.Args[at].Value); err != nil {
		return nil, err
	}
	rest := *call
	rest.Args = append(append([]*syntax.Arg{}, call.Args[:at]...), call.Args[at+1:]...)
	return &rest, nil
}

// dtypeArgument returns the number of the argument dtype=, -1 if there is none.
func dtypeArgument(call *syntax.Call) int {
	for i, a := range call.Args {
		if a.Name == "dtype" {
			return i
		}
	}
	return -1
}

func hasParameter(params []string, name string) bool {
	for _, p := range params {
		if strings.TrimSuffix(p, "?") == name {
			return true
		}
	}
	return false
}

// checkDtypeKeyword checks that a given dtype is one. "" stands for no dtype.
func (e *Evaluator) checkDtypeKeyword(x syntax.Expr) error {
	v, err := e.Eval(x)
	if err != nil {
		return err
	}
	if s, ok := v.(*Str); ok && s.V == "" {
		return nil
	}
	_, err = e.ToDtype(v, x)
	return err
}

// BindOp is BindArgs for functions of T that older programs call with a dtype. The keyword dtype= is the
// first parameter if that is a dtype. It is dropped if the function has no such parameter.
func (e *Evaluator) BindOp(call *syntax.Call, params ...string) (*Args, error) {
	if dtypeArgument(call) >= 0 && len(params) > 0 && params[0] == "dtype" {
		params = append(append([]string{}, params[1:]...), params[0])
	}
	call, err := e.withoutDtype(call, params)
	if err != nil {
		return nil, err
	}
	return e.BindArgs(call, params...)
}

// callee returns the name by which a call refers to its function.
func (e *Evaluator) callee(call *syntax.Call) string {
	text := e.File.Span(call.Fun).Text()
	if len(text) > 40 || strings.ContainsAny(text, "\n(") {
		return "the function"
	}
	return text
}

// arguments splits arguments into positional ones and those with keywords. *x and **x are replaced by their
// elements.
func (e *Evaluator) arguments(call *syntax.Call) (positional []syntax.Expr, keywords []*syntax.Arg,
	err error) {
	for _, a := range call.Args {
		switch {
		case a.Kind == syntax.Star:
			values, err := e.spread(a.Value)
			if err != nil {
				return nil, nil, err
			}
			for _, v := range values {
				positional = append(positional, Given(v, a.Value))
			}
		case a.Kind == syntax.StarStar:
			if keywords, err = e.spreadKeywords(keywords, a); err != nil {
				return nil, nil, err
			}
		case a.Name != "":
			keywords = append(keywords, a)
		default:
			positional = append(positional, a.Value)
		}
	}
	return positional, keywords, e.steps(len(positional), call)
}

// spreadKeywords appends the elements of the value behind **.
func (e *Evaluator) spreadKeywords(keywords []*syntax.Arg, a *syntax.Arg) ([]*syntax.Arg, error) {
	v, err := e.Eval(a.Value)
	if err != nil {
		return nil, err
	}
	d, ok := v.(*Dict)
	if !ok {
		return nil, e.Errorf(CodeType, a, "** needs a dict, and this is %s", v.Kind())
	}
	for i, k := range d.Keys {
		name, ok := k.(*Str)
		if !ok {
			return nil, e.Errorf(CodeType, a, "keywords are strings, and this one is %s", k.Kind())
		}
		keywords = append(keywords, &syntax.Arg{At: a.At, Name: name.V, Value: Given(d.Values[i], a.Value)})
	}
	return keywords, nil
}
