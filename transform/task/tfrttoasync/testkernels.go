package tfrttoasync

import (
	"strings"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// The errors of the kernels that fail.
const (
	bad      = "something bad happened"
	badLater = "something bad happened asynchronously"
)

// testKernels compute what kernels of tfrt_test compute. In async, what comes later and what comes at once
// are the same.
var testKernels = map[string]func(p *payload, op *ir.Op) []*ir.Value{
	"async_add.i32": func(p *payload, op *ir.Op) []*ir.Value {
		return []*ir.Value{arith.Binary(p.Builder, arith.AddI, p.arg(op, 0), p.arg(op, 1))}
	},
	"async_copy.i32": first, "async_copy_2.i32": first, "async_copy.with_delay.i32": first,
	"async_copy.with_delay.i64": first, "copy.with_delay.i32": first, "copy.with_delay.i64": first,
	"async_constant.i1": value, "async_constant.i32": value,
	"count3.i32": count3, "count3.i64": count3,
	"sum": func(p *payload, op *ir.Op) []*ir.Value {
		sum := arith.ConstInt(p.Builder, p.Ctx.I32, 0)
		for _, x := range p.payloads(op, 0) {
			sum = arith.Binary(p.Builder, arith.AddI, sum, x)
		}
		return []*ir.Value{sum}
	},
	"identity":         func(p *payload, op *ir.Op) []*ir.Value { return p.payloads(op, 1) },
	"multi_arg_result": func(p *payload, op *ir.Op) []*ir.Value { return p.payloads(op, 0) },
	"make_indirect":    func(p *payload, op *ir.Op) []*ir.Value { return p.payloads(op, 0) },
	"as_chain":         func(*payload, *ir.Op) []*ir.Value { return nil },
	"print_hello": func(p *payload, _ *ir.Op) []*ir.Value {
		p.print("hello host executor!\n")
		return nil
	},
	"print_bool": func(p *payload, op *ir.Op) []*ir.Value {
		side := func(text string) func(b *ir.Builder) {
			return func(b *ir.Builder) { p.in(b).print(text) }
		}
		scf.NewIf(p.Builder, p.arg(op, 1), side("true\n"), side("false\n"))
		return nil
	},
	"fail":               func(p *payload, op *ir.Op) []*ir.Value { return p.fail(op, bad) },
	"report_error_async": func(p *payload, op *ir.Op) []*ir.Value { return p.fail(op, badLater) },
	"error_chain": func(p *payload, op *ir.Op) []*ir.Value {
		return p.fail(op, "error chain")
	},
	"report_error_concrete_async": zeroOrError, "report_error_indirect_async": zeroOrError,
}

// failing has the kernels of tfrt_test that may fail.
var failing = map[string]bool{"fail": true, "partial_fail": true, "report_error_async": true,
	"error_chain": true, "report_error_concrete_async": true, "report_error_indirect_async": true}

func first(p *payload, op *ir.Op) []*ir.Value { return []*ir.Value{p.arg(op, 0)} }

func value(p *payload, op *ir.Op) []*ir.Value {
	return []*ir.Value{arith.NewConstant(p.Builder, op.Attr("value"))}
}

func count3(p *payload, op *ir.Op) []*ir.Value {
	var out []*ir.Value
	for i := range int64(3) {
		x := p.arg(op, 0)
		out = append(out, arith.Binary(p.Builder, arith.AddI, x, arith.ConstInt(p.Builder, x.Type(), i+1)))
	}
	return out
}

func zeroOrError(p *payload, op *ir.Op) []*ir.Value {
	zero := arith.ConstInt(p.Builder, p.Ctx.I32, 0)
	p.assert(arith.Cmp(p.Builder, arith.EQ, p.arg(op, 0), zero), badLater)
	return []*ir.Value{zero}
}

// fail makes an assertion that fails, and results that nobody gets.
func (p *payload) fail(op *ir.Op, message string) []*ir.Value {
	p.assert(arith.ConstBool(p.Builder, false), message)
	var out []*ir.Value
	for _, r := range withoutChains(op.Results()) {
		out = append(out, arith.NewConstant(p.Builder, arith.ZeroAttr(p.Ctx, r.Type())))
	}
	return out
}

// print prints a text.
func (p *payload) print(text string) {
	p.Create(ir.OpState{Def: vector.Print, Results: []ir.Type{},
		Attrs: []ir.NamedAttr{{Name: "stringLiteral", Value: p.Ctx.String(text)}}})
}

// testKernel returns the name of a kernel of tfrt_test without its dialect, "" for others.
func testKernel(op *ir.Op) string {
	name, ok := strings.CutPrefix(op.Name(), "tfrt_test.")
	if !ok {
		return ""
	}
	return name
}

// text converts a kernel on strings. They are known: async has no value that is a string. It reports whether
// op is one.
func (v *conversion) text(op *ir.Op) (bool, error) {
	known := make([]string, op.NumOperands())
	name := testKernel(op)
	switch name {
	case "get_string":
		s, _ := op.Attr("value").(*ir.StringAttr)
		v.texts[op.Result(0)] = s.Value
		return true, nil
	case "append_string", "string_equal", "print_string":
	default:
		return false, nil
	}
	var tokens, values []*ir.Value
	for i, o := range op.Operands() {
		if s, ok := v.texts[o]; ok {
			known[i] = s
		} else if isString(o.Type()) {
			return true, op.Errorf(codeUnsupported,
				"'%s' has a string that is not known here, and async has no "+
					"values that are strings", op.Name())
		} else if token := v.values[o]; async.IsToken(token.Type()) {
			tokens = append(tokens, token)
		} else {
			values = append(values, token)
		}
	}
	if name == "append_string" && len(tokens)+len(values) == 0 {
		v.texts[op.Result(0)] = known[0] + known[1]
		return true, nil
	}
	if name == "append_string" {
		return true, op.Errorf(codeUnsupported, "'%s' waits for something, and async has no values that are "+
			"strings", op.Name())
	}
	v.results(op, async.NewExecute(v.Builder, tokens, values,
		func(b *ir.Builder, _ []*ir.Value) []*ir.Value {
			if name == "string_equal" {
				return []*ir.Value{arith.ConstBool(b, known[0] == known[1])}
			}
			(&payload{Builder: b}).print("string = " + known[0] + "\n")
			return nil
		}))
	return true, nil
}

func isString(t ir.Type) bool { return t.String() == "!tfrt.string" }

// partial converts tfrt_test.partial_fail: 1, and an error.
func (v *conversion) partial(op *ir.Op) {
	tokens, values, _ := v.split(op)
	one := async.NewExecute(v.Builder, tokens, values, func(b *ir.Builder, _ []*ir.Value) []*ir.Value {
		return []*ir.Value{arith.ConstInt(b, b.Ctx.I32, 1)}
	})
	none := async.NewExecute(v.Builder, tokens, values, func(b *ir.Builder, _ []*ir.Value) []*ir.Value {
		(&payload{Builder: b}).assert(arith.ConstBool(b, false), bad)
		return []*ir.Value{arith.ConstInt(b, b.Ctx.I32, 0)}
	})
	v.values[op.Result(0)], v.values[op.Result(1)] = one.Result(1), none.Result(1)
}
