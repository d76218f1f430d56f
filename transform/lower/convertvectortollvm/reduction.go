package convertvectortollvm

import (
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// kind is how one kind of reduction is lowered: the intrinsic that reduces a vector, and what combines its
// result with the operand that the reduction starts from.
type kind struct {
	intrinsic string
	combine   *ir.OpDef // an instruction
	predicate int64     // or, where there is none, the comparison that selects the operand
	function  string    // or an intrinsic
}

// integerKinds and floatKinds are the kinds of reductions of integers and of floating-point numbers.
var (
	integerKinds = map[int64]kind{
		vector.Add: {intrinsic: "add", combine: llvm.Add}, vector.Mul: {intrinsic: "mul", combine: llvm.Mul},
		vector.And: {intrinsic: "and", combine: llvm.And}, vector.Or: {intrinsic: "or", combine: llvm.Or},
		vector.Xor:   {intrinsic: "xor", combine: llvm.XOr},
		vector.MinUI: {intrinsic: "umin", predicate: llvm.ULE},
		vector.MinSI: {intrinsic: "smin", predicate: llvm.SLE},
		vector.MaxUI: {intrinsic: "umax", predicate: llvm.UGE},
		vector.MaxSI: {intrinsic: "smax", predicate: llvm.SGE},
	}
	floatKinds = map[int64]kind{
		vector.MinNumF:  {intrinsic: "fmin", function: "minnum"},
		vector.MaxNumF:  {intrinsic: "fmax", function: "maxnum"},
		vector.MinimumF: {intrinsic: "fminimum", function: "minimum"},
		vector.MaximumF: {intrinsic: "fmaximum", function: "maximum"},
	}
)

func (l *lowering) reduce(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	if llvm.IsArray(args[0].Type()) {
		return nil, false
	}
	var start *ir.Value
	if len(args) > 1 {
		start = args[1]
	}
	t := c.Types.Type(op.Result(0).Type())
	if _, ok := t.(*ir.FloatType); ok {
		return l.reduceFloat(c, op, args[0], start, t)
	}
	k, ok := integerKinds[vector.Kind(op)]
	if !ok {
		return nil, false
	}
	v := llvmtypes.Cast(c.Builder, llvm.Intrinsic("vector.reduce."+k.intrinsic), args[0], t)
	switch {
	case start == nil:
	case k.combine != nil:
		v = llvmtypes.Binary(c.Builder, k.combine, start, v)
	default:
		v = llvmtypes.Select(c.Builder, llvmtypes.ICmp(c.Builder, k.predicate, start, v), start, v)
	}
	return one(v)
}

// reduceFloat reduces in order, unless the flags allow another one, from a start value: 0 for sums and 1 for
// products where there is none.
func (l *lowering) reduceFloat(c *llvmtypes.Conversion, op *ir.Op, v, start *ir.Value,
	t ir.Type) ([]*ir.Value, bool) {
	flags := l.flags(op)
	switch vector.Kind(op) {
	case vector.Add:
		return one(reduceFrom(c, "fadd", 0, v, start, t, flags))
	case vector.Mul:
		return one(reduceFrom(c, "fmul", 1, v, start, t, flags))
	}
	k, ok := floatKinds[vector.Kind(op)]
	if !ok {
		return nil, false
	}
	out := llvmtypes.Cast(c.Builder, llvm.Intrinsic("vector.reduce."+k.intrinsic), v, t, flags)
	if start != nil {
		out = llvmtypes.Binary(c.Builder, llvm.Intrinsic(k.function), out, start)
	}
	return one(out)
}

func reduceFrom(c *llvmtypes.Conversion, name string, neutral float64, v, start *ir.Value, t ir.Type,
	flags ir.NamedAttr) *ir.Value {
	if start == nil {
		f := t.(*ir.FloatType)
		start = llvmtypes.Const(c.Builder, t, c.Ctx.FloatBits(f, ir.EncodeFloat(f.Kind, neutral)))
	}
	return c.Create(ir.OpState{Def: llvm.Intrinsic("vector.reduce." + name), Operands: []*ir.Value{start, v},
		Results: []ir.Type{t},
		Attrs:   []ir.NamedAttr{flags}}).Result(0)
}

// reassoc is the flag that allows another order.
const reassoc = 64

// flags returns the flags of a reduction, and with the option that any order is right.
func (l *lowering) flags(op *ir.Op) ir.NamedAttr {
	c := op.Context()
	value := int64(0)
	for _, a := range llvmtypes.Fastmath(nil, op) {
		value = a.Value.(*ir.EnumAttr).Value
	}
	if l.reassociate {
		value |= reassoc
	}
	return ir.NamedAttr{Name: "fastmathFlags", Value: c.Enum(llvm.FastmathFlags, value)}
}
