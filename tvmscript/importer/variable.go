package importer

import (
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// variable is a variable that gets its value by its use: a shape defines n = T.int32(), a T.launch_thread
// defines tx = T.env_thread("threadIdx.x"), and a T.let defines x = T.var("int32").
type variable struct {
	name   string
	dtype  form.Dtype
	thread string // the tag, "" for others
	value  expr.Value
}

// Kind implements expr.Value.
func (v *variable) Kind() string {
	if v.thread != "" {
		return "a variable of the threads " + v.thread + " outside of its T.launch_thread"
	}
	return "a variable that no shape has given a value yet"
}

// Truthless implements expr.Truthless.
func (v *variable) Truthless() {}

// Attr implements expr.Object.
func (v *variable) Attr(e *expr.Evaluator, name string, at syntax.Node) (expr.Value, error) {
	if name == "dtype" {
		return &expr.Str{V: v.dtype.String()}, nil
	}
	return nil, e.Errorf(expr.CodeAttribute, at, "%s has no attribute '%s'", v.Kind(),
		name).Suggest("variables have dtype")
}

// Call implements expr.Object.
func (v *variable) Call(e *expr.Evaluator, call *syntax.Call) (expr.Value, error) {
	return nil, e.Errorf(expr.CodeCall, call, "%s cannot be called", v.Kind()).Suggest("use the name alone")
}

// number returns a value of Python as an integer. ok is false if it is none.
func number(v expr.Value) (int64, bool) {
	switch v := v.(type) {
	case *expr.Int:
		return v.V, true
	case *expr.Imm:
		// otherwise the number is 2**63 or more
		return v.Int, v.Dtype.IsInt() && (v.Int >= 0 || v.Dtype.Code == form.Int)
	}
	return 0, false
}
