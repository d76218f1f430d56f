package math

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Dialect is the math dialect.
var Dialect = &ir.Dialect{
	Name: "math",
	Ops: []*ir.OpDef{
		AbsF, AbsI, Acos, Acosh, Asin, Asinh, Atan, Atan2, Atanh, Cbrt, Ceil, ClampF, CopySign, Cos, Cosh,
		CountLeadingZeros,
		CountTrailingZeros, CtPop, Erf, Erfc, Exp, Exp2, ExpM1, Floor, Fma, FPowI, IPowI, IsFinite, IsInf,
		IsNaN, IsNormal,
		Log, Log10, Log1p, Log2, PowF, Round, RoundEven, Rsqrt, Sin, Sincos, Sinh, Sqrt, Tan, Tanh, Trunc,
	},
}

const elementwise = ir.Pure | ir.Elementwise

var fastmath = ir.AttrDef{
	Name:    "fastmath",
	Type:    constraint.Enum(arith.FastMath, "Floating point fast math flags"),
	Default: func(c *ir.Context) ir.Attr { return c.Enum(arith.FastMath, arith.FastNone) },
}

// floatOp makes the entry of a function of floats of one type.
func floatOp(name, summary, syntax string, names ...string) *ir.OpDef {
	def := &ir.OpDef{
		Name:    "math." + name,
		Summary: summary,
		Results: []ir.ResultDef{{Name: "result", Type: constraint.FloatLike}},
		Attrs:   []ir.AttrDef{fastmath},
		Traits:  elementwise | ir.SameOperandsAndResultType,
		Format:  syntax + " (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
	}
	for _, n := range names {
		def.Operands = append(def.Operands, ir.OperandDef{Name: n, Type: constraint.FloatLike})
	}
	return def
}

// unary makes the entry of a function of one float.
func unary(name, summary string) *ir.OpDef { return floatOp(name, summary, "$operand", "operand") }

// binary makes the entry of a function of two floats.
func binary(name, summary string) *ir.OpDef {
	return floatOp(name, summary, "$lhs `,` $rhs", "lhs", "rhs")
}

// The functions of one float.
var (
	AbsF      = unary("absf", "floating point absolute-value operation")
	Acos      = unary("acos", "arcus cosine of the given value")
	Acosh     = unary("acosh", "hyperbolic arcus cosine of the given value")
	Asin      = unary("asin", "arcus sine of the given value")
	Asinh     = unary("asinh", "hyperbolic arcus sine of the given value")
	Atan      = unary("atan", "arcus tangent of the given value")
	Atanh     = unary("atanh", "hyperbolic arcus tangent of the given value")
	Cbrt      = unary("cbrt", "cube root of the specified value")
	Ceil      = unary("ceil", "ceiling of the specified value")
	Cos       = unary("cos", "cosine of the specified value")
	Cosh      = unary("cosh", "hyperbolic cosine of the specified value")
	Erf       = unary("erf", "error function of the specified value")
	Erfc      = unary("erfc", "complementary error function of the specified value")
	Exp       = unary("exp", "base-e exponential of the specified value")
	Exp2      = unary("exp2", "base-2 exponential of the specified value")
	ExpM1     = unary("expm1", "base-e exponential of the specified value minus 1")
	Floor     = unary("floor", "floor of the specified value")
	Log       = unary("log", "base-e logarithm of the specified value")
	Log10     = unary("log10", "base-10 logarithm of the specified value")
	Log1p     = unary("log1p", "natural logarithm of one plus the given value")
	Log2      = unary("log2", "base-2 logarithm of the specified value")
	Round     = unary("round", "round of the specified value, halfway cases away from zero")
	RoundEven = unary("roundeven", "round of the specified value with halfway cases to even")
	Rsqrt     = unary("rsqrt", "reciprocal of the square root of the specified value")
	Sin       = unary("sin", "sine of the specified value")
	Sinh      = unary("sinh", "hyperbolic sine of the specified value")
	Sqrt      = unary("sqrt", "square root of the specified value")
	Tan       = unary("tan", "tangent of the specified value")
	Tanh      = unary("tanh", "hyperbolic tangent of the specified value")
	Trunc     = unary("trunc", "trunc of the specified value")
)

// The functions of several floats.
var (
	Atan2    = binary("atan2", "2-argument arcus tangent of the given values")
	CopySign = binary("copysign", "a value with the sign of another")
	PowF     = binary("powf", "floating point raised to the power of operation")
	Fma      = floatOp("fma", "floating point fused multiply-add operation", "$a `,` $b `,` $c", "a", "b",
		"c")
	ClampF = floatOp("clampf", "floating point clamping operation", "$value `to` ` ` `[` $min `,` $max `]`",
		"value", "min", "max")
)

// FPowI is math.fpowi: a float raised to an integer.
var FPowI = &ir.OpDef{
	Name:    "math.fpowi",
	Summary: "floating point raised to the signed integer power",
	Operands: []ir.OperandDef{{Name: "lhs", Type: constraint.FloatLike},
		{Name: "rhs", Type: constraint.IntegerOrIndexLike}},
	Results:    []ir.ResultDef{{Name: "result", Type: constraint.FloatLike}},
	Attrs:      []ir.AttrDef{fastmath},
	Traits:     elementwise | ir.SameOperandsShape,
	Format:     "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs) `,` type($rhs)",
	InferTypes: inferFirst(1),
	Verify: func(op *ir.Op) error {
		return constraint.SameType(op, "lhs, result", op.Operand(0), op.Result(0))
	},
}

// Sincos is math.sincos: sine and cosine at once.
var Sincos = &ir.OpDef{
	Name:     "math.sincos",
	Summary:  "sine and cosine of the specified value",
	Operands: []ir.OperandDef{{Name: "operand", Type: constraint.FloatLike}},
	Results: []ir.ResultDef{{Name: "sin", Type: constraint.FloatLike},
		{Name: "cos", Type: constraint.FloatLike}},
	Attrs:      []ir.AttrDef{fastmath},
	Traits:     elementwise | ir.SameOperandsShape,
	Format:     "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($operand)",
	InferTypes: inferFirst(2),
	ResultNames: func(op *ir.Op, set func(*ir.Value, string)) {
		set(op.Result(0), "sin")
		set(op.Result(1), "cos")
	},
	Verify: func(op *ir.Op) error {
		return constraint.SameType(op, "operand, sin, cos", op.Operand(0), op.Result(0), op.Result(1))
	},
}

// inferFirst gives n results the type of the first operand.
func inferFirst(n int) func(*ir.Context, *ir.OpState) ([]ir.Type, error) {
	return func(_ *ir.Context, s *ir.OpState) ([]ir.Type, error) {
		types := make([]ir.Type, n)
		for i := range types {
			types[i] = s.Operands[0].Type()
		}
		return types, nil
	}
}

// classification makes the entry of a predicate on floats.
func classification(name, summary string) *ir.OpDef {
	return &ir.OpDef{
		Name:     "math." + name,
		Summary:  summary,
		Operands: []ir.OperandDef{{Name: "operand", Type: constraint.FloatLike}},
		Results:  []ir.ResultDef{{Name: "result", Type: constraint.BoolLike}},
		Attrs:    []ir.AttrDef{fastmath},
		Traits:   elementwise,
		Format:   "$operand attr-dict `:` type($operand)",
		InferTypes: func(c *ir.Context, s *ir.OpState) ([]ir.Type, error) {
			return []ir.Type{constraint.WithElement(c, s.Operands[0].Type(), c.I1)}, nil
		},
		Verify: func(op *ir.Op) error { return constraint.BoolShape(op, op.Operand(0), op.Result(0)) },
	}
}

// The predicates on floats.
var (
	IsFinite = classification("isfinite", "returns true if the operand classifies as finite")
	IsInf    = classification("isinf", "returns true if the operand classifies as infinite")
	IsNaN    = classification("isnan", "returns true if the operand classifies as NaN")
	IsNormal = classification("isnormal", "returns true if the operand classifies as normal")
)

// integerOp makes the entry of a function of integers of one type.
func integerOp(name, summary, syntax string, names ...string) *ir.OpDef {
	def := &ir.OpDef{
		Name:    "math." + name,
		Summary: summary,
		Results: []ir.ResultDef{{Name: "result", Type: constraint.IntegerOrIndexLike}},
		Traits:  elementwise | ir.SameOperandsAndResultType,
		Format:  syntax + " attr-dict `:` type($result)",
	}
	for _, n := range names {
		def.Operands = append(def.Operands, ir.OperandDef{Name: n, Type: constraint.IntegerOrIndexLike})
	}
	return def
}

// The functions of integers.
var (
	AbsI               = integerOp("absi", "integer absolute-value operation", "$operand", "operand")
	CountLeadingZeros  = integerOp("ctlz", "counts the leading zeros an integer value", "$operand", "operand")
	CountTrailingZeros = integerOp("cttz", "counts the trailing zeros an integer value", "$operand",
		"operand")
	CtPop = integerOp("ctpop", "counts the number of set bits of an integer value", "$operand",
		"operand")
	IPowI = integerOp("ipowi", "signed integer raised to the power of operation",
		"$lhs `,` $rhs", "lhs", "rhs")
)
