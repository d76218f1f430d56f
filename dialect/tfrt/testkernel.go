package tfrt

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// DoAsync is tfrt_test.do.async: a thread of the runtime runs its region.
var DoAsync = &ir.OpDef{
	Name:     "tfrt_test.do.async",
	Summary:  "runs a region on a thread of the runtime",
	Operands: []ir.OperandDef{anyOperands},
	Results:  anyResults,
	Regions:  []ir.RegionDef{{Name: "region", Sized: true}},
	Traits:   ir.IsolatedFromAbove | ir.SingleBlock,
	Parse:    parseDoAsync,
	Print: func(p ir.OpPrinter, op *ir.Op) {
		printHead(p, op)
		printFunctionType(p, typesOf(op.Operands()), op.ResultTypes())
		printShadow(p, op.Region(0), op.Operands())
	},
	PrintGeneric: func(op *ir.Op) bool { return repeated(op.Operands()) },
	VerifyRegions: func(op *ir.Op) error {
		return verifyBody(op, 0, "async", typesOf(op.Operands()), op.ResultTypes())
	},
}

func parseDoAsync(p ir.OpParser, s *ir.OpState) error {
	l, err := parseOperands(p, "")
	if err != nil {
		return err
	}
	if err := p.AttrDictWithKeyword(s); err != nil {
		return err
	}
	typ, err := parseFunctionType(p)
	if err != nil {
		return err
	}
	s.Results = append([]ir.Type{}, typ.Results...)
	if err := l.resolve(p, s, typ.Inputs); err != nil {
		return err
	}
	r, err := parseShadow(p, l.names, typ.Inputs)
	s.Regions = append(s.Regions, r)
	return err
}

// TestCost is tfrt_test.test_cost: it prints its number. _tfrt_cost is what the analysis of streams takes as
// its cost.
var TestCost = &ir.OpDef{
	Name:     "tfrt_test.test_cost",
	Summary:  "prints its number, and has the cost that an attribute says",
	Operands: []ir.OperandDef{{Name: "args", Type: constraint.AnyType, Arity: ir.Variadic}},
	Results:  []ir.ResultDef{{Name: "result", Type: scalars["i32"]}},
	Attrs:    []ir.AttrDef{{Name: "id", Type: constraint.I64}, {Name: "_tfrt_cost", Type: constraint.I64}},
	Format:   "$args attr-dict `:` type($args)",
	Verify: func(op *ir.Op) error {
		if cost, _ := op.IntAttr("_tfrt_cost"); cost < 1 {
			return op.OpErrorf(codeTFRT, "needs a positive cost, has %d", cost)
		}
		return nil
	},
}

// testKernels are the entries of tfrt_test.
func testKernels() []*ir.OpDef {
	return slices.Concat([]*ir.OpDef{DoAsync, TestCost}, suffixed(count3, "i32", "i64"), stringKernels(),
		errorKernels(), asyncKernels(), orderKernels())
}

// count3 is tfrt_test.count3.T: the three numbers after its operand.
func count3(suffix string) *ir.OpDef {
	t := scalars[suffix]
	return &ir.OpDef{
		Name:     "tfrt_test.count3." + suffix,
		Summary:  "the three numbers after a value of type " + suffix,
		Operands: []ir.OperandDef{{Name: "value", Type: t}},
		Results:  []ir.ResultDef{{Name: "one", Type: t}, {Name: "two", Type: t}, {Name: "three", Type: t}},
		Traits:   ir.Pure,
		Format:   "$value attr-dict",
	}
}

func stringKernels() []*ir.OpDef {
	getString := func(name, summary string) *ir.OpDef {
		return &ir.OpDef{
			Name:    "tfrt_test." + name,
			Summary: summary,
			Results: []ir.ResultDef{{Name: "result", Type: stringType}},
			Attrs:   []ir.AttrDef{{Name: "value", Type: constraint.String}},
			Format:  "attr-dict",
		}
	}
	return []*ir.OpDef{
		getString("get_string", "a constant string"),
		getString("get_string_sync", "a constant string, in a synchronous function"),
		kernel("tfrt_test.print_string", "prints a string", shape{in: types{stringType}, out: types{chain}}),
		kernel("tfrt_test.append_string", "two strings, one behind the other",
			shape{in: types{stringType, stringType}, out: types{stringType}}),
		kernel("tfrt_test.string_equal", "whether two strings are equal",
			shape{in: types{stringType, stringType}, out: types{constraint.I1}}),
	}
}

func errorKernels() []*ir.OpDef {
	i32 := scalars["i32"]
	return []*ir.OpDef{
		kernel("tfrt_test.fail", "an error", shape{manyResults: true}),
		kernel("tfrt_test.partial_fail", "1 and an error", shape{out: types{i32, i32}}),
		kernel("tfrt_test.error_chain", "an error in place of a chain",
			shape{in: types{chain}, out: types{chain}}),
		kernel("tfrt_test.report_error_async", "an error that comes later", shape{manyResults: true}),
		kernel("tfrt_test.report_error_concrete_async", "0 if the operand is 0, else an error; later",
			shape{in: types{i32}, out: types{i32}}),
		kernel("tfrt_test.report_error_indirect_async", "0 if the operand is 0, else an error; later",
			shape{in: types{i32}, out: types{i32}}),
		kernel("tfrt_test.cancel", "cancels the request", shape{in: types{chain}, out: types{i32, chain}}),
	}
}

func asyncKernels() []*ir.OpDef {
	i32, i64 := scalars["i32"], scalars["i64"]
	copies := func(name, summary string, t ir.TypeConstraint) *ir.OpDef {
		return kernel("tfrt_test."+name, summary, shape{in: types{t}, out: types{t}})
	}
	return []*ir.OpDef{
		kernel("tfrt_test.async_add.i32", "a sum, on a thread of the runtime",
			shape{in: types{i32, i32}, out: types{i32}}),
		kernel("tfrt_test.async_constant.i1", "a constant, from a thread of the runtime",
			shape{out: types{constraint.I1}, attrs: []ir.AttrDef{{Name: "value", Type: numberAttr("i1")}}}),
		kernel("tfrt_test.async_constant.i32", "a constant, from a thread of the runtime",
			shape{out: types{i32}, attrs: []ir.AttrDef{{Name: "value", Type: numberAttr("i32")}}}),
		copies("async_copy.i32", "the operand, from a thread of the runtime", i32),
		copies("async_copy_2.i32", "the operand, from a thread of the runtime", i32),
		copies("async_copy.with_delay.i32", "the operand, some milliseconds later", i32),
		copies("async_copy.with_delay.i64", "the operand, some milliseconds later", i64),
		copies("copy.with_delay.i32", "the operand, after some milliseconds in which the thread sleeps", i32),
		copies("copy.with_delay.i64", "the operand, after some milliseconds in which the thread sleeps", i64),
		kernel("tfrt_test.usleep", "sleeps for that many microseconds, and prints that it did",
			shape{in: types{i32}}),
		kernel("tfrt_test.blocking.usleep",
			"sleeps for that many microseconds, prints that it did, and then "+
				"has a chain", shape{in: types{i32}, out: types{chain}}),
	}
}

func orderKernels() []*ir.OpDef {
	i32 := scalars["i32"]
	return []*ir.OpDef{
		kernel("tfrt_test.print_hello", "prints a greeting", shape{out: types{chain}}),
		kernel("tfrt_test.print_bool", "prints true or false", shape{in: types{chain, constraint.I1},
			out: types{chain}}),
		kernel("tfrt_test.as_chain", "a chain that is available when all operands are",
			shape{out: types{chain}}),
		kernel("tfrt_test.identity", "the operands behind the first one", shape{in: types{chain},
			manyResults: true}),
		kernel("tfrt_test.multi_arg_result", "its operands", shape{manyResults: true}),
		kernel("tfrt_test.make_indirect", "its operands", shape{manyResults: true}),
		kernel("tfrt_test.sum", "the sum of its operands", shape{out: types{i32}}),
		kernel("tfrt_test.atomic.create.i32", "a counter that is 0", shape{out: types{atomic}}),
		kernel("tfrt_test.atomic.inc.i32", "adds 1 to a counter",
			shape{in: types{atomic}, out: types{chain}}),
		kernel("tfrt_test.atomic.add.i32", "adds a number to a counter",
			shape{in: types{atomic, i32}, out: types{chain}}),
		kernel("tfrt_test.atomic.get.i32", "the value of a counter",
			shape{in: types{atomic}, out: types{i32, chain}}),
		kernel("tfrt_test.allocate_resource", "allocates a resource, and prints that it did",
			shape{in: types{chain}, out: types{resource, chain}}),
		kernel("tfrt_test.deallocate_resource", "frees a resource, and prints that it did",
			shape{in: types{resource, chain}, out: types{chain}}),
		kernel("tfrt_test.flat", "the elements of an array of arrays",
			shape{out: types{stringType, i32, i32, scalars["f32"]},
				attrs: []ir.AttrDef{{Name: "value", Type: constraint.AnyAttr}}}),
	}
}
