package tfrttoasync

import (
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

// nameOf returns the name of a kernel without its dialect.
func nameOf(op *ir.Op) string { return strings.TrimPrefix(op.Name(), "tfrt.") }

// supported returns an error for a kernel that is not converted. In a region, an error is one of the whole
// region, so that no kernel in it may fail.
func supported(op *ir.Op, inRegion bool) error {
	name := nameOf(op)
	_, isComparison := comparisons[name]
	_, isPrint := printed[name]
	isDivision := name == "div.i32" || name == "div.i64"
	switch {
	case inRegion && (isDivision || op.Is(tfrt.Repeat) && !hasConstantCount(op)):
		return op.Errorf(codeUnsupported, "'%s' may fail within a region, which would fail as a whole",
			op.Name())
	case binaries[name] != nil, isComparison, isPrint, isDivision, op.Is(tfrt.NewChain),
		op.Is(tfrt.MergeChains),
		strings.HasPrefix(name, "constant.") && !strings.Contains(name, "complex"):
		return nil
	case op.Is(tfrt.If), op.Is(tfrt.Repeat):
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

// hasConstantCount reports whether a repeat certainly has a count that is not negative.
func hasConstantCount(op *ir.Op) bool {
	def := op.Operand(0).DefiningOp()
	if def == nil || def.Name() != "tfrt.constant.i32" {
		return false
	}
	n, ok := def.Attr("value").(*ir.IntegerAttr)
	return ok && n.Value >= 0
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
		p.Create(ir.OpState{Def: vector.Print, Results: []ir.Type{},
			Attrs: []ir.NamedAttr{{Name: "stringLiteral", Value: p.Ctx.String(text)}}})
		p.Create(ir.OpState{Def: vector.Print, Operands: []*ir.Value{p.arg(op, 0)}, Results: []ir.Type{}})
		return nil
	}
	switch {
	case strings.HasPrefix(name, "constant."):
		return []*ir.Value{arith.NewConstant(p.Builder, op.Attr("value"))}
	case strings.HasPrefix(name, "div."):
		return p.divide(p.arg(op, 0), p.arg(op, 1))
	case op.Is(tfrt.If):
		return p.branch(op)
	case op.Is(tfrt.Repeat):
		return p.repeat(op)
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
	n := p.arg(op, 0)
	zero := arith.ConstInt(p.Builder, n.Type(), 0)
	if !hasConstantCount(op) {
		p.assert(arith.Cmp(p.Builder, arith.SLE, zero, n), "the count is negative")
	}
	return scf.NewForCarrying(p.Builder, zero, n, arith.ConstInt(p.Builder, n.Type(), 1), p.payloads(op, 1),
		func(b *ir.Builder, _ *ir.Value, carried []*ir.Value) []*ir.Value {
			return p.inOrder(b, op.Region(0), carried)
		}).Results()
}
