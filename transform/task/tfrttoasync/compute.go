package tfrttoasync

import (
	"math"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/dialect/tfrt"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// payload computes what kernels compute, in order, on payloads.
type payload struct {
	*ir.Builder
	values map[*ir.Value]*ir.Value
}

// binaries has the operations of arith for kernels on two numbers, by the name between the dots and the
// suffix.
var binaries = map[string]*ir.OpDef{
	"add.i32": arith.AddI, "add.i64": arith.AddI, "add.f32": arith.AddF, "add.f64": arith.AddF,
	"minus.i32": arith.SubI, "minus.i64": arith.SubI, "mul.i32": arith.MulI, "mul.i64": arith.MulI,
	"multiply.f32": arith.MulF, "multiply.f64": arith.MulF, "and.i1": arith.AndI,
}

var comparisons = map[string]int64{"equal.i32": arith.EQ, "equal.i64": arith.EQ, "lessequal.i32": arith.SLE,
	"lessequal.i64": arith.SLE}

var printed = map[string]string{"print.i1": "int1 = ", "print.i32": "int32 = ", "print.i64": "int64 = "}

// constants are the types of constants that arith has.
var constants = map[string]bool{"i1": true, "i32": true, "i64": true, "f16": true, "bf16": true, "f32": true,
	"f64": true}

// nameOf returns the name of a kernel without its dialect. Kernels for synchronous functions do what others
// do.
func nameOf(op *ir.Op) string {
	return strings.Replace(strings.TrimPrefix(op.Name(), "tfrt."), "_s.", ".", 1)
}

// isConstant reports whether a kernel is a constant that arith has.
func isConstant(op *ir.Op) bool {
	suffix, ok := strings.CutPrefix(nameOf(op), "constant.")
	return ok && constants[suffix]
}

// floatPrints says why prints of floats stay kernels.
const floatPrints = "'%s' prints as C's %%f does, with six digits behind the point, which no operation of " +
	"async does"

// supported returns an error for a kernel that is not converted. In a region, an error is one of the whole
// region, so that no kernel in it may fail.
func supported(op *ir.Op, inRegion bool) error {
	name := nameOf(op)
	_, isComparison := comparisons[name]
	_, isPrint := printed[name]
	switch {
	case inRegion && mayFail(op):
		return op.Errorf(codeUnsupported, "'%s' may fail within a region, which would fail as a whole",
			op.Name())
	case strings.HasPrefix(name, "print.f"):
		return op.Errorf(codeUnsupported, floatPrints, op.Name())
	case binaries[name] != nil, isComparison, isPrint, isConstant(op), casts[name] != nil,
		strings.HasPrefix(name, "div."), strings.HasPrefix(name, "minimum."), op.Is(tfrt.NewChain),
		op.Is(tfrt.MergeChains), testKernels[testKernel(op)] != nil:
		return numbersOnly(op)
	case op.Is(tfrt.If), op.Is(tfrt.Repeat), op.Is(tfrt.DoAsync):
		if err := numbersOnly(op); err != nil {
			return err
		}
		for _, r := range op.Regions() {
			for inner := range r.Entry().OpsWithoutTerminator() {
				if err := supported(inner, true); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return op.Errorf(codeUnsupported, "'%s' does not become an operation of async", op.Name())
}

// numbersOnly refuses kernels with values that are no numbers.
func numbersOnly(op *ir.Op) error {
	for _, v := range slices.Concat(op.Operands(), op.Results()) {
		if !isNumber(v.Type()) && !tfrt.IsChain(v.Type()) {
			return op.Errorf(codeUnsupported, "'%s' has a value of type '%v', which no value of async has",
				op.Name(), v.Type())
		}
	}
	return nil
}

// isNumber reports whether a type is one of numbers that arith has.
func isNumber(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.IntegerType:
		return t.Sign == ir.Signless
	case *ir.FloatType, *ir.IndexType:
		return true
	}
	return false
}

// mayFail reports whether a kernel may fail although its operands are no errors.
func mayFail(op *ir.Op) bool {
	switch {
	case op.Is(tfrt.Repeat):
		return !hasConstantCount(op)
	case op.Is(tfrt.ParallelFor), op.Is(tfrt.ParallelCall):
		return !hasPositiveSize(op)
	case op.Is(tfrt.JITExecute):
		return codeMayFail(op)
	}
	return strings.HasPrefix(nameOf(op), "div.") || failing[testKernel(op)]
}

// codeMayFail reports whether code that is compiled may fail. Operations that are pure, prints and loops do
// not.
func codeMayFail(op *ir.Op) bool {
	for inner := range op.Walk() {
		if inner != op && !inner.Has(ir.Pure) && !inner.Has(ir.Terminator) && !inner.Is(vector.Print) &&
			!inner.Is(scf.For) && !inner.Is(scf.If) {
			return true
		}
	}
	return op.NumRegions() == 0
}

// hasConstantCount reports whether a repeat certainly has a count that is not negative.
func hasConstantCount(op *ir.Op) bool {
	n, ok := constantOf(op.Operand(0))
	return ok && n >= 0
}

// constantOf returns the number that a value is, if it is a constant.
func constantOf(v *ir.Value) (int64, bool) {
	def := v.DefiningOp()
	if def == nil || def.Name() != "tfrt.constant.i32" {
		return 0, false
	}
	n, ok := def.Attr("value").(*ir.IntegerAttr)
	if !ok {
		return 0, false
	}
	return n.Value, true
}

// compute makes the operations of a kernel, and returns its results without chains.
func (p *payload) compute(op *ir.Op) []*ir.Value {
	p.Loc = op.Loc()
	name := nameOf(op)
	if def := binaries[name]; def != nil {
		return []*ir.Value{arith.Binary(p.Builder, def, p.arg(op, 0), p.arg(op, 1))}
	}
	if predicate, ok := comparisons[name]; ok {
		return []*ir.Value{arith.Cmp(p.Builder, predicate, p.arg(op, 0), p.arg(op, 1))}
	}
	if text, ok := printed[name]; ok {
		p.print(text)
		p.Create(ir.OpState{Def: vector.Print, Operands: []*ir.Value{p.arg(op, 0)}, Results: []ir.Type{}})
		return nil
	}
	if cast := casts[name]; cast != nil {
		return []*ir.Value{cast(p, p.arg(op, 0))}
	}
	if test := testKernels[testKernel(op)]; test != nil {
		return test(p, op)
	}
	switch {
	case isConstant(op):
		return []*ir.Value{arith.NewConstant(p.Builder, op.Attr("value"))}
	case name == "div.f32", name == "div.f64":
		return p.divideFloats(p.arg(op, 0), p.arg(op, 1))
	case strings.HasPrefix(name, "div."):
		return p.divide(p.arg(op, 0), p.arg(op, 1))
	case strings.HasPrefix(name, "minimum."):
		x, y := p.arg(op, 0), p.arg(op, 1)
		return []*ir.Value{arith.NewSelect(p.Builder, p.compareFloats(arith.OLT, y, x), y, x)}
	case op.Is(tfrt.If):
		return p.branch(op)
	case op.Is(tfrt.Repeat):
		return p.repeat(op)
	case op.Is(tfrt.DoAsync):
		return p.inOrder(p.Builder, op.Region(0), p.payloads(op, 0))
	}
	return nil // chains
}

func (p *payload) arg(op *ir.Op, i int) *ir.Value { return p.values[op.Operand(i)] }

// divide is a division that fails for 0, and wraps around for -1.
func (p *payload) divide(x, y *ir.Value) []*ir.Value {
	zero := arith.ConstInt(p.Builder, x.Type(), 0)
	p.assert(arith.Cmp(p.Builder, arith.NE, y, zero), "Divide by zero")
	minus := arith.Cmp(p.Builder, arith.EQ, y, arith.ConstInt(p.Builder, x.Type(), -1))
	by := arith.NewSelect(p.Builder, minus, arith.ConstInt(p.Builder, x.Type(), 1), y)
	quotient := arith.Binary(p.Builder, arith.DivSI, x, by)
	negative := arith.Binary(p.Builder, arith.SubI, zero, x)
	return []*ir.Value{arith.NewSelect(p.Builder, minus, negative, quotient),
		arith.Binary(p.Builder, arith.RemSI, x, by)}
}

// divideFloats is a division that fails for 0.
func (p *payload) divideFloats(x, y *ir.Value) []*ir.Value {
	p.assert(p.compareFloats(arith.UNE, y, arith.ConstFloat(p.Builder, y.Type().(*ir.FloatType), 0)),
		"Divide by zero")
	return []*ir.Value{arith.Binary(p.Builder, arith.DivF, x, y)}
}

func (p *payload) compareFloats(predicate int64, x, y *ir.Value) *ir.Value {
	return p.Op(arith.CmpF, []*ir.Value{x, y},
		ir.NamedAttr{Name: "predicate", Value: p.Ctx.Int(p.Ctx.I64, predicate)}).Result(0)
}

// casts are conversions between numbers.
var casts = map[string]func(p *payload, x *ir.Value) *ir.Value{
	"cast.i64_to_f32": func(p *payload, x *ir.Value) *ir.Value {
		return arith.Cast(p.Builder, arith.SIToFP, x, p.Ctx.F32)
	},
	"cast.i64_to_f64": func(p *payload, x *ir.Value) *ir.Value {
		return arith.Cast(p.Builder, arith.SIToFP, x, p.Ctx.F64)
	},
	"cast.f32_to_i64": (*payload).truncate, "cast.f64_to_i64": (*payload).truncate,
}

// truncate converts a float to the nearest i64 towards zero, and NaN to 0, as the executor does. What
// arith.fptosi makes of numbers out of range is not defined.
func (p *payload) truncate(x *ir.Value) *ir.Value {
	b, t := p.Builder, x.Type().(*ir.FloatType)
	high := p.compareFloats(arith.OGE, x, arith.ConstFloat(b, t, 1<<63))
	low := p.compareFloats(arith.OLE, x, arith.ConstFloat(b, t, -1<<63))
	inside := arith.Binary(b, arith.AndI, p.compareFloats(arith.OLT, x, arith.ConstFloat(b, t, 1<<63)),
		p.compareFloats(arith.OGT, x, arith.ConstFloat(b, t, -1<<63)))
	safe := arith.NewSelect(b, inside, x, arith.ConstFloat(b, t, 0))
	i64 := p.Ctx.I64
	number := arith.Cast(b, arith.FPToSI, safe, i64)
	number = arith.NewSelect(b, high, arith.ConstInt(b, i64, math.MaxInt64), number)
	return arith.NewSelect(b, low, arith.ConstInt(b, i64, math.MinInt64), number)
}

func (p *payload) assert(cond *ir.Value, message string) {
	p.Create(ir.OpState{Def: cf.Assert, Operands: []*ir.Value{cond}, Results: []ir.Type{},
		Attrs: []ir.NamedAttr{{Name: "msg", Value: p.Ctx.String(message)}}})
}

// inOrder makes the operations of a region and returns what it returns, without chains. args are the values
// of its arguments, without chains.
func (p *payload) inOrder(b *ir.Builder, r *ir.Region, args []*ir.Value) []*ir.Value {
	in := &payload{Builder: b, values: map[*ir.Value]*ir.Value{}}
	block := r.Entry()
	for _, a := range withoutChains(block.Args()) {
		in.values[a], args = args[0], args[1:]
	}
	for op := range block.OpsWithoutTerminator() {
		results := in.compute(op)
		for i, v := range withoutChains(op.Results()) {
			in.values[v] = results[i]
		}
	}
	var out []*ir.Value
	for _, v := range withoutChains(block.Terminator().Operands()) {
		out = append(out, in.values[v])
	}
	return out
}

func withoutChains(values []*ir.Value) []*ir.Value {
	var out []*ir.Value
	for _, v := range values {
		if !tfrt.IsChain(v.Type()) {
			out = append(out, v)
		}
	}
	return out
}

// payloads returns the payloads of operands without chains, from number first on.
func (p *payload) payloads(op *ir.Op, first int) []*ir.Value {
	var out []*ir.Value
	for _, v := range withoutChains(op.Operands()[first:]) {
		out = append(out, p.values[v])
	}
	return out
}

func (p *payload) branch(op *ir.Op) []*ir.Value {
	args := p.payloads(op, 1)
	types := []ir.Type{}
	for _, v := range withoutChains(op.Results()) {
		types = append(types, v.Type())
	}
	side := func(i int) func(b *ir.Builder) []*ir.Value {
		return func(b *ir.Builder) []*ir.Value { return p.inOrder(b, op.Region(i), args) }
	}
	return scf.NewIfYielding(p.Builder, p.arg(op, 0), types, side(0), side(1)).Results()
}

func (p *payload) repeat(op *ir.Op) []*ir.Value {
	return p.times(op, p.payloads(op, 1), func(b *ir.Builder, carried []*ir.Value) []*ir.Value {
		return p.inOrder(b, op.Region(0), carried)
	})
}

// times makes a loop that runs as often as the first operand of a tfrt.repeat.i32 says.
func (p *payload) times(op *ir.Op, inits []*ir.Value,
	body func(b *ir.Builder, carried []*ir.Value) []*ir.Value) []*ir.Value {
	n := p.arg(op, 0)
	zero := arith.ConstInt(p.Builder, n.Type(), 0)
	if !hasConstantCount(op) {
		p.assert(arith.Cmp(p.Builder, arith.SLE, zero, n), "the count is negative")
	}
	return scf.NewForCarrying(p.Builder, zero, n, arith.ConstInt(p.Builder, n.Type(), 1), inits,
		func(b *ir.Builder, _ *ir.Value, carried []*ir.Value) []*ir.Value {
			return body(b, carried)
		}).Results()
}
