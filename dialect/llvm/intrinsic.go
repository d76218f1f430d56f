package llvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// The intrinsics that compute: functions that LLVM knows, llvm.intr.NAME for @llvm.NAME.

const callFormat = "`(` operands `)` attr-dict `:` functional-type(operands, results)"

// intrinsics lists all intrinsics of this file. Most have operands and a result of one type.
var intrinsics = slices.Concat(
	each(unaryFloat, "exp", "exp2", "exp10", "fabs", "ceil", "floor", "log", "log10", "log2", "roundeven",
		"round", "trunc", "sqrt", "rint",
		"nearbyint", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh"),
	each(binaryFloat, "copysign", "pow", "maxnum", "minnum", "maximum", "minimum", "atan2"),
	each(ternaryFloat, "fma", "fmuladd"),
	each(unaryInt, "bitreverse", "bswap", "ctpop"),
	each(binaryInt, "smax", "smin", "umax", "umin", "sadd.sat", "uadd.sat", "ssub.sat", "usub.sat",
		"sshl.sat", "ushl.sat"),
	each(ternaryInt, "fshl", "fshr"),
	each(withOverflow, "sadd", "uadd", "ssub", "usub", "smul", "umul"),
	each(toInt, "lround", "llround", "lrint", "llrint"),
	each(threeWay, "scmp", "ucmp"),
	each(reduceInt, "add", "and", "mul", "or", "smax", "smin", "umax", "umin", "xor"),
	each(reduceFloat, "fmax", "fmin", "fmaximum", "fminimum"),
	each(reduceFrom, "fadd", "fmul"),
	each(withPower, "ldexp", "powi"),
	[]*ir.OpDef{
		ConstrainedFPTrunc, ConstrainedSIToFP, ConstrainedUIToFP,
		countZeros("ctlz"), countZeros("cttz"), abs, isFPClass, frexp, sincos, expect, expectWithProbability,
		isConstant, ssaCopy,
	},
)

func each(entry func(string) *ir.OpDef, names ...string) []*ir.OpDef {
	list := make([]*ir.OpDef, len(names))
	for i, name := range names {
		list[i] = entry(name)
	}
	return list
}

// intrinsic makes the entry of an intrinsic with a result.
func intrinsic(name string, operands []ir.OperandDef, res ir.TypeConstraint, traits ir.Trait, format string,
	attrs ...ir.AttrDef) *ir.OpDef {
	return &ir.OpDef{
		Name:     "llvm.intr." + name,
		Summary:  "LLVM's intrinsic " + name,
		Operands: operands,
		Results:  result(res),
		Attrs:    attrs,
		Traits:   traits,
		Format:   format,
	}
}

// alike makes the entry of an intrinsic whose operands and result have one type.
func alike(name string, t ir.TypeConstraint, operandNames []string, attrs ...ir.AttrDef) *ir.OpDef {
	return intrinsic(name, operands(t, operandNames...), anyLLVM, ir.Pure|ir.SameOperandsAndResultType,
		callFormat, attrs...)
}

var (
	oneName    = []string{"in"}
	twoNames   = []string{"a", "b"}
	threeNames = []string{"a", "b", "c"}
)

func unaryFloat(name string) *ir.OpDef   { return alike(name, floats, oneName, fastmath) }
func binaryFloat(name string) *ir.OpDef  { return alike(name, floats, twoNames, fastmath) }
func ternaryFloat(name string) *ir.OpDef { return alike(name, floats, threeNames, fastmath) }
func unaryInt(name string) *ir.OpDef     { return alike(name, integers, oneName) }
func binaryInt(name string) *ir.OpDef    { return alike(name, integers, twoNames) }
func ternaryInt(name string) *ir.OpDef   { return alike(name, integers, threeNames) }

// withOverflow makes the entry of arithmetic whose result is a struct of the number and of whether it
// overflowed. The operation has generic form only.
func withOverflow(name string) *ir.OpDef {
	def := intrinsic(name+".with.overflow", operands(integers, "lhs", "rhs"), anyLLVM, ir.Pure, "")
	def.Verify = func(op *ir.Op) error {
		if elementOf(op.Operand(0).Type()) != elementOf(op.Operand(1).Type()) {
			return op.OpErrorf(codeLLVM, "requires the same element type for all operands")
		}
		return nil
	}
	return def
}

func toInt(name string) *ir.OpDef {
	return intrinsic(name, operands(floats, "val"), anyLLVM, ir.Pure, callFormat)
}

// threeWay makes the entry of a comparison whose result is -1, 0 or 1.
func threeWay(name string) *ir.OpDef {
	return intrinsic(name, operands(integers, "a", "b"), integers, ir.Pure|ir.SameTypeOperands, callFormat)
}

func withPower(name string) *ir.OpDef {
	return intrinsic(name, []ir.OperandDef{operand("val", floats), operand("power", integer)}, anyLLVM,
		ir.Pure, callFormat, fastmath)
}

// countZeros makes the entries of ctlz and cttz. They have generic form only.
func countZeros(name string) *ir.OpDef {
	return intrinsic(name, operands(integers, "in"), anyLLVM, ir.Pure|ir.SameOperandsAndResultType, "",
		ir.AttrDef{Name: "is_zero_poison", Type: i1Attr})
}

// The reductions of vectors. Those of integers, and those with a start value, have generic form only.
func reduceInt(name string) *ir.OpDef {
	return intrinsic("vector.reduce."+name, operands(vectorOf(integer), "in"), anyLLVM,
		ir.Pure|ir.SameOperandsElement, "")
}

func reduceFloat(name string) *ir.OpDef {
	return intrinsic("vector.reduce."+name, operands(vectorOf(anyFloat), "in"), anyLLVM,
		ir.Pure|ir.SameOperandsElement, callFormat, fastmath)
}

func reduceFrom(name string) *ir.OpDef {
	return intrinsic("vector.reduce."+name,
		[]ir.OperandDef{operand("start_value", anyFloat), operand("input", vectorOf(anyFloat))}, anyLLVM,
		ir.Pure|ir.SameOperandsElement, "", fastmath)
}

var (
	abs = intrinsic("abs", operands(integers, "in"), anyLLVM, ir.Pure, "",
		ir.AttrDef{Name: "is_int_min_poison", Type: i1Attr})

	isFPClass = intrinsic("is.fpclass", operands(floats, "in"), anyLLVM, ir.Pure, "",
		ir.AttrDef{Name: "bit", Type: i32Attr})
	frexp  = intrinsic("frexp", operands(floats, "val"), anyLLVM, ir.Pure, callFormat, fastmath)
	sincos = intrinsic("sincos", operands(floats, "val"), anyLLVM, ir.Pure, callFormat, fastmath)
	expect = intrinsic("expect", operands(integer, "val", "expected"), anyLLVM,
		ir.Pure|ir.SameOperandsAndResultType,
		"$val `,` $expected attr-dict `:` type($val)")
	expectWithProbability = intrinsic("expect.with.probability", operands(integer, "val", "expected"),
		anyLLVM,
		ir.Pure|ir.SameOperandsAndResultType, "$val `,` $expected `,` $prob attr-dict `:` type($val)",
		ir.AttrDef{Name: "prob", Type: f64Attr})
	isConstant = &ir.OpDef{
		Name: "llvm.intr.is.constant", Summary: "whether a value is known while compiling",
		Operands: operands(anyLLVM, "val"),
		Results:  result(constraint.I1), Traits: ir.Pure,
	}
	ssaCopy = intrinsic("ssa.copy", operands(constraint.AnyType, "operand"), anyLLVM,
		ir.Pure|ir.SameOperandsAndResultType,
		"$operand attr-dict `:` type($operand)")
)

// ConstrainedFPTrunc, ConstrainedSIToFP and ConstrainedUIToFP are conversions with an explicit rounding mode.
var (
	ConstrainedFPTrunc = constrained("fptrunc", floats, floats)
	ConstrainedSIToFP  = constrained("sitofp", integers, floats)
	ConstrainedUIToFP  = constrained("uitofp", integers, floats)
)

// Unusual describes how a constrained conversion differs from the unconstrained one, "" if both do the same.
// The rounding mode of LangRef ("Constrained Floating-Point Intrinsics") only states which mode the program
// has set before; the conversion does not set a mode.
func Unusual(op *ir.Op) string {
	if mode, _ := op.IntAttr("roundingmode"); mode != RoundToNearest {
		return "rounds by the mode '" + string(ir.AppendEnum(nil, Rounding, mode)) +
			"', and only 'tonearest' has a form here"
	}
	if kind, _ := op.IntAttr("fpExceptionBehavior"); kind != 0 {
		return "keeps floating-point exceptions ('" + string(ir.AppendEnum(nil, ExceptionBehavior, kind)) +
			"'), which has no form here"
	}
	return ""
}

// constrained makes the entry of a conversion with an explicit rounding mode and behavior of exceptions.
func constrained(name string, from, to ir.TypeConstraint) *ir.OpDef {
	return intrinsic("experimental.constrained."+name, operands(from, "arg_0"), to, ir.Pure,
		"$arg_0 $roundingmode $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type($res)",
		enum("roundingmode", Rounding, "LLVM Rounding Mode"),
		enum("fpExceptionBehavior", ExceptionBehavior, "LLVM Exception Behavior"))
}

// Intrinsic returns the entry of llvm.intr.NAME; it panics if there is none.
func Intrinsic(name string) *ir.OpDef {
	def := byName["llvm.intr."+name]
	if def == nil {
		panic("llvm: no intrinsic " + name)
	}
	return def
}

// byName has the entry of each name. It is filled while packages are initialized, and not changed afterwards.
var byName = map[string]*ir.OpDef{}

func init() {
	for _, def := range Dialect.Ops {
		byName[def.Name] = def
	}
}
