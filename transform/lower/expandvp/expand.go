package expandvp

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/math"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

const prefix = "llvm.intr.vp."

// elementwise are operations that compute each element alone, from operands of the result's type.
var elementwise = map[string]*ir.OpDef{
	"add": arith.AddI, "sub": arith.SubI, "mul": arith.MulI,
	"and": arith.AndI, "or": arith.OrI, "xor": arith.XOrI,
	"shl": arith.ShLI, "ashr": arith.ShRSI, "lshr": arith.ShRUI,
	"smax": arith.MaxSI, "smin": arith.MinSI, "umax": arith.MaxUI, "umin": arith.MinUI,
	"fadd": arith.AddF, "fsub": arith.SubF, "fmul": arith.MulF, "fdiv": arith.DivF, "frem": arith.RemF,
	"fneg": arith.NegF, "fma": math.Fma,
}

// divisions are those that end a program where the divisor is 0, or the quotient has no number.
var divisions = map[string]*ir.OpDef{
	"sdiv": arith.DivSI, "udiv": arith.DivUI, "srem": arith.RemSI, "urem": arith.RemUI,
}

// conversions make elements of another type.
var conversions = map[string]*ir.OpDef{
	"sext": arith.ExtSI, "zext": arith.ExtUI, "trunc": arith.TruncI, "sitofp": arith.SIToFP,
	"uitofp": arith.UIToFP, "fpext": arith.ExtF, "fptrunc": arith.TruncF, "fptosi": arith.FPToSI,
	"fptoui": arith.FPToUI,
}

// reductions are the kinds of vector.reduction. Those of floats add in the order of the elements, and of
// extrema those are meant that take a number rather than NaN (LangRef, llvm.vp.reduce.fmax).
var reductions = map[string]int64{
	"reduce.add": vector.Add, "reduce.mul": vector.Mul, "reduce.and": vector.And, "reduce.or": vector.Or,
	"reduce.xor": vector.Xor, "reduce.smax": vector.MaxSI, "reduce.smin": vector.MinSI,
	"reduce.umax": vector.MaxUI, "reduce.umin": vector.MinUI, "reduce.fadd": vector.Add,
	"reduce.fmul": vector.Mul, "reduce.fmax": vector.MaxNumF, "reduce.fmin": vector.MinNumF,
}

// choices choose between the elements of two vectors.
var choices = []string{"select", "merge"}

// Concerns reports whether an operation is predicated arithmetic of vectors whose length is known, of types
// that belong together.
func Concerns(op *ir.Op) bool {
	name, ok := strings.CutPrefix(op.Name(), prefix)
	if !ok || op.NumResults() != 1 {
		return false
	}
	var shape []int64
	for _, v := range op.Operands() {
		t, isVector := v.Type().(*ir.VectorType)
		if isVector && (slices.Contains(t.Scalable, true) || shape != nil && !slices.Equal(t.Shape, shape)) {
			return false
		}
		if isVector {
			shape = t.Shape
		}
	}
	t := op.Result(0).Type()
	switch {
	case elementwise[name] != nil || divisions[name] != nil || name == "fmuladd":
		return op.Operand(0).Type() == t
	case conversions[name] != nil:
		v, isVector := t.(*ir.VectorType)
		return isVector && slices.Equal(v.Shape, shape)
	case slices.Contains(choices, name):
		return op.Operand(1).Type() == t
	}
	_, isReduction := reductions[name]
	return isReduction && op.Operand(0).Type() == t
}

// expand makes what computes the result of an operation, in front of it.
func expand(b *ir.Builder, op *ir.Op) *ir.Value {
	name := strings.TrimPrefix(op.Name(), prefix)
	t := op.Result(0).Type()
	operands := slices.Clone(op.Operands())
	values := operands[:len(operands)-2]
	switch {
	case elementwise[name] != nil:
		return b.Op(elementwise[name], values).Result(0)
	case name == "fmuladd": // rounded once or twice, as one likes
		return arith.Binary(b, arith.AddF, arith.Binary(b, arith.MulF, values[0], values[1]), values[2])
	case divisions[name] != nil:
		one := arith.ConstInt(b, t, 1)
		divisor := arith.NewSelect(b, enabled(b, operands), values[1], one)
		return arith.Binary(b, divisions[name], values[0], divisor)
	case conversions[name] != nil:
		return arith.Cast(b, conversions[name], values[0], t)
	case name == "select": // the elements from evl on are poison
		return arith.NewSelect(b, operands[0], operands[1], operands[2])
	case name == "merge": // they are those of the second vector
		cond, evl := operands[0], operands[3]
		cond = arith.Binary(b, arith.AndI, cond, first(b, cond.Type().(*ir.VectorType), evl))
		return arith.NewSelect(b, cond, operands[1], operands[2])
	}
	return reduce(b, reductions[name], operands)
}

// enabled returns which elements are computed: those of the mask, of the first evl ones. Both are the last
// operands.
func enabled(b *ir.Builder, operands []*ir.Value) *ir.Value {
	mask, evl := operands[len(operands)-2], operands[len(operands)-1]
	return arith.Binary(b, arith.AndI, mask, first(b, mask.Type().(*ir.VectorType), evl))
}

// first returns a mask of the first n elements.
func first(b *ir.Builder, t *ir.VectorType, n *ir.Value) *ir.Value {
	return vector.NewCreateMask(b, t, arith.Cast(b, arith.IndexCastUI, n, b.Ctx.Index))
}

// reduce combines the elements that are enabled with a first value.
func reduce(b *ir.Builder, kind int64, operands []*ir.Value) *ir.Value {
	v := operands[1]
	t := v.Type().(*ir.VectorType)
	neutral := arith.NewConstant(b, b.Ctx.Splat(t, vector.Neutral(b.Ctx, kind, t.Elem)))
	chosen := arith.NewSelect(b, enabled(b, operands), v, neutral)
	return vector.NewReduction(b, kind, chosen, operands[0])
}
