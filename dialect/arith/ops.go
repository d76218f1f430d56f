package arith

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Dialect is the arith dialect.
var Dialect = &ir.Dialect{
	Name: "arith",
	Ops: []*ir.OpDef{
		Constant,
		AddI, SubI, MulI, ShLI,
		AddUIExtended, MulSIExtended, MulUIExtended,
		DivUI, DivSI, CeilDivUI, CeilDivSI, FloorDivSI, RemUI, RemSI,
		AndI, OrI, XOrI, ShRUI, ShRSI,
		MaxSI, MaxUI, MinSI, MinUI,
		NegF, AddF, SubF, MulF, DivF, RemF, MaximumF, MaxNumF, MinimumF, MinNumF,
		ExtUI, ExtSI, ExtF, TruncI, TruncF, UIToFP, SIToFP, FPToUI, FPToSI,
		ScalingExtF, ScalingTruncF, IndexCast, IndexCastUI, Bitcast,
		CmpI, CmpF, Select,
	},
	Enums: []*ir.EnumDef{FastMath, Overflow},
}

// elementwise is the set of traits of nearly every operation: no side effect, defined on each element.
const elementwise = ir.Pure | ir.Elementwise

var (
	// fastmath is the attribute of floating-point arithmetic. It is optional on conversions.
	fastmath = ir.AttrDef{
		Name:    "fastmath",
		Type:    constraint.Enum(FastMath, "Floating point fast math flags"),
		Default: func(c *ir.Context) ir.Attr { return c.Enum(FastMath, FastNone) },
	}
	optionalFastmath = ir.AttrDef{Name: "fastmath", Type: fastmath.Type, Optional: true}
	overflow         = ir.AttrDef{
		Name:    "overflowFlags",
		Type:    constraint.Enum(Overflow, "Integer overflow arith flags"),
		Default: func(c *ir.Context) ir.Attr { return c.Enum(Overflow, 0) },
	}
	exact    = ir.AttrDef{Name: "isExact", Type: constraint.Unit, Optional: true}
	rounding = ir.AttrDef{
		Name:     "roundingmode",
		Type:     constraint.Enum(RoundingMode, "Floating point rounding mode"),
		Optional: true,
	}
)

// Constant is arith.constant: a value that is known at compile time. The value is any typed attribute.
var Constant = &ir.OpDef{
	Name:           "arith.constant",
	Summary:        "integer or floating point constant",
	Results:        []ir.ResultDef{{Name: "result", Type: constraint.AnyType}},
	Attrs:          []ir.AttrDef{{Name: "value", Type: constraint.Typed}},
	Traits:         ir.ConstantLike | ir.Pure,
	Format:         "attr-dict $value",
	ResultNames:    constantName,
	InferTypes:     inferConstant,
	VerifiesItself: true,
	Verify:         verifyConstant,
}

// intBinary makes the entry of an operation on two integers of one type.
func intBinary(name, summary string, traits ir.Trait) *ir.OpDef {
	return &ir.OpDef{
		Name:     "arith." + name,
		Summary:  summary,
		Operands: operands(constraint.IntegerOrIndexLike, "lhs", "rhs"),
		Results:  results(constraint.IntegerOrIndexLike, "result"),
		Traits:   ir.SameOperandsAndResultType | ir.Elementwise | traits,
		Format:   "$lhs `,` $rhs attr-dict `:` type($result)",
	}
}

// withOverflow makes the entry of an integer operation with flags that exclude wraps.
func withOverflow(name, summary string, traits ir.Trait) *ir.OpDef {
	def := intBinary(name, summary, ir.Pure|traits)
	def.Attrs = []ir.AttrDef{overflow}
	def.Format = "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)"
	return def
}

// withExact makes the entry of an integer operation with a flag that excludes a remainder.
func withExact(name, summary string, traits ir.Trait) *ir.OpDef {
	def := intBinary(name, summary, traits)
	def.Attrs = []ir.AttrDef{exact}
	def.Format = "$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)"
	return def
}

// The integer operations. Divisions have no side effect but are not pure: a pass must not move one to where
// the program would not divide. As upstream, floordivsi and the remainders are pure; their Speculate says for
// which divisors they may be moved.
var (
	AddI = withOverflow("addi", "integer addition operation", ir.Commutative)
	SubI = withOverflow("subi", "integer subtraction operation", 0)
	MulI = withOverflow("muli", "integer multiplication operation", ir.Commutative)
	ShLI = withOverflow("shli", "integer left-shift", 0)

	DivUI      = withExact("divui", "unsigned integer division operation", 0)
	DivSI      = withExact("divsi", "signed integer division operation", 0)
	CeilDivUI  = intBinary("ceildivui", "unsigned ceil integer division operation", 0)
	CeilDivSI  = intBinary("ceildivsi", "signed ceil integer division operation", 0)
	FloorDivSI = intBinary("floordivsi", "signed floor integer division operation", ir.Pure)
	RemUI      = intBinary("remui", "unsigned integer division remainder operation", ir.Pure)
	RemSI      = intBinary("remsi", "signed integer division remainder operation", ir.Pure)

	AndI  = intBinary("andi", "integer binary and", ir.Pure|ir.Commutative|ir.Idempotent)
	OrI   = intBinary("ori", "integer binary or", ir.Pure|ir.Commutative|ir.Idempotent)
	XOrI  = intBinary("xori", "integer binary xor", ir.Pure|ir.Commutative)
	ShRUI = withExact("shrui", "unsigned integer right-shift", ir.Pure)
	ShRSI = withExact("shrsi", "signed integer right-shift", ir.Pure)

	MaxSI = intBinary("maxsi", "signed integer maximum operation", ir.Pure|ir.Commutative)
	MaxUI = intBinary("maxui", "unsigned integer maximum operation", ir.Pure|ir.Commutative)
	MinSI = intBinary("minsi", "signed integer minimum operation", ir.Pure|ir.Commutative)
	MinUI = intBinary("minui", "unsigned integer minimum operation", ir.Pure|ir.Commutative)
)

// AddUIExtended is arith.addui_extended: a sum and whether it overflowed.
var AddUIExtended = &ir.OpDef{
	Name:     "arith.addui_extended",
	Summary:  "extended unsigned integer addition operation returning sum and overflow bit",
	Operands: operands(constraint.IntegerOrIndexLike, "lhs", "rhs"),
	Results: []ir.ResultDef{{Name: "sum", Type: constraint.IntegerOrIndexLike},
		{Name: "overflow", Type: constraint.BoolLike}},
	Traits:      elementwise | ir.Commutative,
	Parse:       parseAddExtended,
	Print:       printAddExtended,
	InferTypes:  inferAddExtended,
	Verify:      verifyAddExtended,
	ResultNames: namedResults,
}

// mulExtended makes the entry of a multiplication that returns both halves of the product.
func mulExtended(name, summary string) *ir.OpDef {
	return &ir.OpDef{
		Name:        "arith." + name,
		Summary:     summary,
		Operands:    operands(constraint.IntegerOrIndexLike, "lhs", "rhs"),
		Results:     results(constraint.IntegerOrIndexLike, "low", "high"),
		Traits:      elementwise | ir.Commutative | ir.SameTypeOperands,
		Format:      "$lhs `,` $rhs attr-dict `:` type($lhs)",
		ResultNames: namedResults,
		InferTypes: func(_ *ir.Context, s *ir.OpState) ([]ir.Type, error) {
			return repeat(s.Operands[0].Type(), 2), nil
		},
		Verify: func(op *ir.Op) error {
			return constraint.SameType(op, "lhs, rhs, low, high", append(op.Operands(), op.Results()...)...)
		},
	}
}

// The multiplications that return the low and the high half of the product.
var (
	MulSIExtended = mulExtended("mulsi_extended", "extended signed integer multiplication operation")
	MulUIExtended = mulExtended("mului_extended", "extended unsigned integer multiplication operation")
)

// floatBinary makes the entry of an operation on two floats of one type.
func floatBinary(name, summary string, traits ir.Trait) *ir.OpDef {
	return &ir.OpDef{
		Name:     "arith." + name,
		Summary:  summary,
		Operands: operands(constraint.FloatLike, "lhs", "rhs"),
		Results:  results(constraint.FloatLike, "result"),
		Attrs:    []ir.AttrDef{fastmath},
		Traits:   elementwise | ir.SameOperandsAndResultType | traits,
		Format:   "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
	}
}

// The floating-point operations. If an operand is NaN, maximum and minimum return NaN, and maxnum and minnum
// return the other operand.
var (
	AddF     = floatBinary("addf", "floating point addition operation", ir.Commutative)
	SubF     = floatBinary("subf", "floating point subtraction operation", 0)
	MulF     = floatBinary("mulf", "floating point multiplication operation", ir.Commutative)
	DivF     = floatBinary("divf", "floating point division operation", 0)
	RemF     = floatBinary("remf", "floating point division remainder operation", 0)
	MaximumF = floatBinary("maximumf", "floating-point maximum operation", ir.Commutative)
	MaxNumF  = floatBinary("maxnumf", "floating-point maximum operation", ir.Commutative)
	MinimumF = floatBinary("minimumf", "floating-point minimum operation", ir.Commutative)
	MinNumF  = floatBinary("minnumf", "floating-point minimum operation", ir.Commutative)
)

// NegF is arith.negf.
var NegF = &ir.OpDef{
	Name:     "arith.negf",
	Summary:  "floating point negation",
	Operands: operands(constraint.FloatLike, "operand"),
	Results:  results(constraint.FloatLike, "result"),
	Attrs:    []ir.AttrDef{fastmath},
	Traits:   elementwise | ir.SameOperandsAndResultType,
	Format:   "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
}

// cast makes the entry of a conversion.
func cast(name, summary string, from, to ir.TypeConstraint, verify func(*ir.Op) error) *ir.OpDef {
	return &ir.OpDef{
		Name:     "arith." + name,
		Summary:  summary,
		Operands: operands(from, "in"),
		Results:  results(to, "out"),
		Traits:   elementwise | ir.SameOperandsShape,
		Format:   "$in attr-dict `:` type($in) `to` type($out)",
		Verify:   verify,
	}
}

// castWith adds attributes, with their syntax, to the entry of a conversion.
func castWith(def *ir.OpDef, syntax string, attrs ...ir.AttrDef) *ir.OpDef {
	def.Attrs = attrs
	def.Format = "$in " + syntax + " attr-dict `:` type($in) `to` type($out)"
	return def
}

// The conversions.
var (
	ExtUI = cast("extui", "integer zero extension operation",
		constraint.FixedIntegerLike, constraint.FixedIntegerLike, verifyWider)
	ExtSI = cast("extsi", "integer sign extension operation",
		constraint.FixedIntegerLike, constraint.FixedIntegerLike, verifyWider)
	TruncI = castWith(cast("trunci", "integer truncation operation",
		constraint.FixedIntegerLike, constraint.FixedIntegerLike, verifyNarrower),
		"(`overflow` `` $overflowFlags^)?", overflow)
	ExtF = castWith(cast("extf", "cast from floating-point to wider floating-point",
		constraint.FloatLike, constraint.FloatLike, verifyWider),
		"(`fastmath` `` $fastmath^)?", optionalFastmath)
	TruncF = castWith(cast("truncf", "cast from floating-point to narrower floating-point",
		constraint.FloatLike, constraint.FloatLike, verifyNarrower),
		"($roundingmode^)? (`fastmath` `` $fastmath^)?", rounding, optionalFastmath)

	UIToFP = cast("uitofp", "cast from unsigned integer type to floating-point",
		constraint.FixedIntegerLike, constraint.FloatLike, verifyCast)
	SIToFP = cast("sitofp", "cast from integer type to floating-point",
		constraint.FixedIntegerLike, constraint.FloatLike, verifyCast)
	FPToUI = cast("fptoui", "cast from floating-point type to integer type",
		constraint.FloatLike, constraint.FixedIntegerLike, verifyCast)
	FPToSI = cast("fptosi", "cast from floating-point type to integer type",
		constraint.FloatLike, constraint.FixedIntegerLike, verifyCast)

	IndexCast = cast("index_cast", "cast between index and integer types",
		constraint.IndexCastable, constraint.IndexCastable, verifyIndexCast)
	IndexCastUI = cast("index_castui", "unsigned cast between index and integer types",
		constraint.IndexCastable, constraint.IndexCastable, verifyIndexCast)
	Bitcast = cast("bitcast", "bitcast between values of equal bit width",
		constraint.Bitcastable, constraint.Bitcastable, verifyBitcast)
)

// ScalingExtF is arith.scaling_extf: an extension with a scale for each element, as in the OCP MX formats.
var ScalingExtF = &ir.OpDef{
	Name:     "arith.scaling_extf",
	Summary:  "upcasts input floats using provided scales values following OCP MXFP Spec",
	Operands: operands(constraint.FloatLike, "in", "scale"),
	Results:  results(constraint.FloatLike, "out"),
	Attrs:    []ir.AttrDef{optionalFastmath},
	Traits:   elementwise,
	Format: "$in `,` $scale (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `,` type($scale) " +
		"`to` type($out)",
	VerifiesItself: true,
	Verify:         verifyWider,
}

// ScalingTruncF is arith.scaling_truncf, the opposite of ScalingExtF.
var ScalingTruncF = &ir.OpDef{
	Name:     "arith.scaling_truncf",
	Summary:  "downcasts input floating point values using provided scales values following OCP MXFP Spec",
	Operands: operands(constraint.FloatLike, "in", "scale"),
	Results:  results(constraint.FloatLike, "out"),
	Attrs:    []ir.AttrDef{rounding, optionalFastmath},
	Traits:   elementwise,
	Format: "$in `,` $scale ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` " +
		"type($in) `,` type($scale) `to` type($out)",
	VerifiesItself: true,
	Verify:         verifyNarrower,
}

// CmpI is arith.cmpi.
var CmpI = &ir.OpDef{
	Name:     "arith.cmpi",
	Summary:  "integer comparison operation",
	Operands: operands(constraint.IntegerOrIndexLike, "lhs", "rhs"),
	Results:  results(constraint.BoolLike, "result"),
	Attrs: []ir.AttrDef{{Name: "predicate",
		Type: constraint.Enum(CmpIPredicate,
			"allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9")}},
	Traits:         elementwise | ir.SameTypeOperands,
	Format:         "$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)",
	InferTypes:     inferCompare,
	VerifiesItself: true,
	Verify:         verifyCompare,
}

// CmpF is arith.cmpf.
var CmpF = &ir.OpDef{
	Name:     "arith.cmpf",
	Summary:  "floating-point comparison operation",
	Operands: operands(constraint.FloatLike, "lhs", "rhs"),
	Results:  results(constraint.BoolLike, "result"),
	Attrs: []ir.AttrDef{{Name: "predicate", Type: constraint.Enum(CmpFPredicate,
		"allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15")},
		fastmath},
	Traits:         elementwise | ir.SameTypeOperands,
	Format:         "$predicate `,` $lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs)",
	InferTypes:     inferCompare,
	VerifiesItself: true,
	Verify:         verifyCompare,
}

// Select is arith.select: a condition chooses one of two values.
var Select = &ir.OpDef{
	Name:    "arith.select",
	Summary: "select operation",
	Operands: []ir.OperandDef{{Name: "condition", Type: constraint.BoolLike},
		{Name: "true_value", Type: constraint.AnyType}, {Name: "false_value", Type: constraint.AnyType}},
	Results: results(constraint.AnyType, "result"),
	Traits:  elementwise,
	Parse:   parseSelect,
	Print:   printSelect,
	InferTypes: func(_ *ir.Context, s *ir.OpState) ([]ir.Type, error) {
		return []ir.Type{s.Operands[1].Type()}, nil
	},
	VerifiesItself: true,
	Verify:         verifySelect,
}

// namedResults names the results of an operation with several results as the table does.
func namedResults(op *ir.Op, set func(*ir.Value, string)) {
	for i, r := range op.Def().Results {
		set(op.Result(i), r.Name)
	}
}

func operands(t ir.TypeConstraint, names ...string) []ir.OperandDef {
	out := make([]ir.OperandDef, len(names))
	for i, n := range names {
		out[i] = ir.OperandDef{Name: n, Type: t}
	}
	return out
}

func results(t ir.TypeConstraint, names ...string) []ir.ResultDef {
	out := make([]ir.ResultDef, len(names))
	for i, n := range names {
		out[i] = ir.ResultDef{Name: n, Type: t}
	}
	return out
}

func repeat(t ir.Type, n int) []ir.Type {
	out := make([]ir.Type, n)
	for i := range out {
		out[i] = t
	}
	return out
}
