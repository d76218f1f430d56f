package importer

import (
	"strings"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// reducer is T.comm_reducer(lambda x, y: x + y, [T.float32(0)]). It is the node of the scope around a
// reduction over threads. That reduction is opaque, so that only the text of the reducer is kept.
type reducer struct {
	combiner string
	identity []string
}

// Kind implements expr.Value.
func (r *reducer) Kind() string { return "a reducer" }

// commReducer imports T.comm_reducer(combiner, identity).
func (f *function) commReducer(call *syntax.Call) (expr.Value, error) {
	args, err := f.args(call, "combiner", "identity")
	if err != nil {
		return nil, err
	}
	combiner, identity := args.Get("combiner"), unwrapped(args.Get("identity"))
	lambda, ok := unwrapped(combiner).(*syntax.Lambda)
	if !ok {
		return nil, f.ev.Errorf(expr.CodeUnsupported, combiner,
			"the function of a reducer is written as a lambda").
			Suggest("write T.comm_reducer(lambda x, y: x + y, [T.float32(0)])")
	}
	list, ok := identity.(*syntax.List)
	if !ok || len(list.Elems) == 0 {
		return nil, f.ev.Errorf(expr.CodeType, identity,
			"the identity elements of a reducer are a list").Suggest("write [T.float32(0)]")
	}
	if want := 2 * len(list.Elems); len(lambda.Params) != want {
		return nil, f.ev.Errorf(expr.CodeArity, combiner,
			"the function of a reducer of %d values has %d parameters, not %d", len(list.Elems), want,
			len(lambda.Params)).
			Suggest("write a parameter for each value on the left, then one for each on the right")
	}
	r := &reducer{combiner: oneLine(f.file.Span(lambda).Text())}
	if strings.Contains(r.combiner, "#") {
		return nil, f.ev.Errorf(expr.CodeUnsupported, combiner,
			"a comment in the function of a reducer").Suggest("move it out of the lambda")
	}
	for _, x := range list.Elems {
		v, err := f.ev.Value(x)
		if err != nil {
			return nil, err
		}
		if !isNumber(v) || !isPython(v) {
			return nil, f.ev.Errorf(expr.CodeType, x,
				"an identity element is a number that is known at import time, and this is %s", v.Kind()).
				Suggest("write T.float32(0)")
		}
		r.identity = append(r.identity, oneLine(f.file.Span(x).Text()))
	}
	return r, nil
}

// oneLine returns a text of Python without line breaks.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// attr returns the form of a reducer in form.ScopeAttr.
func (r *reducer) attr(c *ir.Context) ir.Attr {
	texts := make([]ir.Attr, len(r.identity))
	for i, t := range r.identity {
		texts[i] = c.String(t)
	}
	return c.Dict([]ir.NamedAttr{
		{Name: form.ReducerAttr, Value: c.String(r.combiner)},
		{Name: form.IdentityAttr, Value: c.Array(texts)},
	})
}

// reduceScope keeps T.attr(T.comm_reducer(...), "reduce_scope", T.reinterpret("handle", T.uint64(0))) at a
// block.
func (f *function) reduceScope(call *syntax.Call, args *arguments, body func()) error {
	node, err := f.ev.Eval(args.Get("node"))
	if err != nil {
		return err
	}
	r, ok := node.(*reducer)
	if !ok {
		return f.ev.Errorf(codeAttr, args.Get("node"),
			"the node of a reduce_scope is a reducer, and this is %s", node.Kind()).
			Suggest("write T.comm_reducer(lambda x, y: x + y, [T.float32(0)])")
	}
	f.scopeBlock(call, form.ReduceScope, r.attr(f.imp.ctx), f.imp.ctx.Int(f.imp.ctx.I64, 0), body)
	return nil
}
