package importer

import (
	"strings"

	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// arguments has the arguments of a call by the names of the parameters.
type arguments struct {
	call   *syntax.Call
	params [maxParams]uint8 // number of the parameter of each argument
	names  []string
	bound  *expr.Args // of a call that is not simple
}

const maxParams = 8

// Get returns the argument for a parameter, nil if there is none.
func (a *arguments) Get(name string) syntax.Expr {
	if a.bound != nil {
		return a.bound.Get(name)
	}
	for i, arg := range a.call.Args {
		if strings.TrimSuffix(a.names[a.params[i]], "?") == name {
			return arg.Value
		}
	}
	return nil
}

// args assigns the arguments of a call to parameters. A parameter with "?" may have none. Nearly all calls
// are simple, and are done here without maps. The evaluator does the others, and reports all mistakes.
func (f *function) args(call *syntax.Call, params ...string) (arguments, error) {
	a := arguments{call: call}
	if simple(call, params, &a.params) {
		a.names = params
		return a, nil
	}
	var err error
	a.bound, err = f.ev.BindArgs(call, params...)
	return a, err
}

// opArgs is args for functions of T that older programs call with an additional dtype=.
func (f *function) opArgs(call *syntax.Call, params ...string) (arguments, error) {
	for _, a := range call.Args {
		if a.Name == "dtype" {
			bound, err := f.ev.BindOp(call, params...)
			return arguments{call: call, bound: bound}, err
		}
	}
	return f.args(call, params...)
}

// simple returns the parameter number of each argument. ok is false unless every argument has a parameter of
// its own and every required parameter an argument.
func simple(call *syntax.Call, params []string, numbers *[maxParams]uint8) bool {
	if len(call.Args) > maxParams {
		return false
	}
	var seen uint64
	for i, a := range call.Args {
		n := i
		if a.Name != "" {
			n = paramNumber(params, a.Name)
		}
		if a.Kind != syntax.Plain || n < 0 || n >= len(params) || seen&(1<<n) != 0 {
			return false
		}
		seen |= 1 << n
		numbers[i] = uint8(n)
	}
	for n, p := range params {
		if !strings.HasSuffix(p, "?") && seen&(1<<n) == 0 {
			return false
		}
	}
	return true
}

func paramNumber(params []string, name string) int {
	for n, p := range params {
		if strings.TrimSuffix(p, "?") == name {
			return n
		}
	}
	return -1
}
