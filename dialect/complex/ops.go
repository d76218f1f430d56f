package complex

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Dialect is the complex dialect.
var Dialect = &ir.Dialect{
	Name: "complex",
	Ops: []*ir.OpDef{
		Abs, Add, Angle, Atan2, Bitcast, Conj, Constant, Cos, Create, Div, Eq, Exp, ExpM1, Im, Log, Log1p,
		Mul, Neg, Neq,
		Pow, PowI, Re, Rsqrt, Sign, Sin, Sqrt, Sub, Tan, Tanh,
	},
}

const elementwise = ir.Pure | ir.Elementwise

var (
	number  = ir.TypeConstraint{Summary: "complex type with floating-point elements", Match: isNumber}
	integer = ir.TypeConstraint{Summary: "signless integer", Match: constraint.IsSignlessInteger}
	float   = ir.TypeConstraint{Summary: "floating-point", Match: constraint.IsFloat}
	pair    = ir.AttrConstraint{Summary: "array attribute", Match: func(a ir.Attr) bool {
		_, ok := a.(*ir.ArrayAttr)
		return ok
	}}
	fastmath = ir.AttrDef{
		Name:    "fastmath",
		Type:    constraint.Enum(arith.FastMath, "Floating point fast math flags"),
		Default: func(c *ir.Context) ir.Attr { return c.Enum(arith.FastMath, arith.FastNone) },
	}
)

// isNumber reports whether t is complex of floats.
func isNumber(t ir.Type) bool {
	ct, ok := t.(*ir.ComplexType)
	return ok && constraint.IsFloat(ct.Elem)
}

// numberOp makes the entry of a function of complex numbers of one type.
func numberOp(name, summary, syntax string, names ...string) *ir.OpDef {
	def := &ir.OpDef{
		Name:    "complex." + name,
		Summary: summary,
		Results: []ir.ResultDef{{Name: "result", Type: number}},
		Attrs:   []ir.AttrDef{fastmath},
		Traits:  elementwise | ir.SameOperandsAndResultType,
		Format:  syntax + " (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
	}
	for _, n := range names {
		def.Operands = append(def.Operands, ir.OperandDef{Name: n, Type: number})
	}
	return def
}

// unary makes the entry of a function of one complex number.
func unary(name, summary string) *ir.OpDef { return numberOp(name, summary, "$complex", "complex") }

// binary makes the entry of a function of two complex numbers.
func binary(name, summary string) *ir.OpDef {
	return numberOp(name, summary, "$lhs `,` $rhs", "lhs", "rhs")
}

// part makes the entry of a function of a complex number whose result is a float.
func part(name, summary string) *ir.OpDef {
	return &ir.OpDef{
		Name:       "complex." + name,
		Summary:    summary,
		Operands:   []ir.OperandDef{{Name: "complex", Type: number}},
		Results:    []ir.ResultDef{{Name: "result", Type: float}},
		Attrs:      []ir.AttrDef{fastmath},
		TypesMatch: []ir.TypesMatch{partOf("complex", "result", "complex element type matches result type")},
		Traits:     elementwise,
		Format:     "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)",
		InferTypes: inferPart,
	}
}

// inferPart returns the type of the parts of the operand.
func inferPart(_ *ir.Context, s *ir.OpState) ([]ir.Type, error) {
	if ct, ok := s.Operands[0].Type().(*ir.ComplexType); ok {
		return []ir.Type{ct.Elem}, nil
	}
	return []ir.Type{s.Operands[0].Type()}, nil
}

// comparison makes the entry of a comparison of two complex numbers.
func comparison(name, summary string) *ir.OpDef {
	return &ir.OpDef{
		Name:     "complex." + name,
		Summary:  summary,
		Operands: []ir.OperandDef{{Name: "lhs", Type: number}, {Name: "rhs", Type: number}},
		Results:  []ir.ResultDef{{Name: "result", Type: constraint.I1}},
		TypesMatch: []ir.TypesMatch{
			{From: "lhs", To: "rhs", Summary: "all of {lhs, rhs} have same type", Type: itself}},
		Traits:     elementwise,
		Format:     "$lhs `,` $rhs attr-dict `:` type($lhs)",
		InferTypes: func(c *ir.Context, _ *ir.OpState) ([]ir.Type, error) { return []ir.Type{c.I1}, nil },
	}
}

// The functions of one complex number.
var (
	Conj  = unary("conj", "complex conjugate")
	Cos   = unary("cos", "cosine of a complex number")
	Exp   = unary("exp", "exponential of a complex number")
	ExpM1 = unary("expm1", "exponential of a complex number minus 1")
	Log   = unary("log", "natural logarithm of a complex number")
	Log1p = unary("log1p", "natural logarithm of one plus a complex number")
	Neg   = unary("neg", "negation of a complex number")
	Rsqrt = unary("rsqrt", "reciprocal of the square root of a complex number")
	Sign  = unary("sign", "complex number divided by its absolute value")
	Sin   = unary("sin", "sine of a complex number")
	Sqrt  = unary("sqrt", "square root of a complex number")
	Tan   = unary("tan", "tangent of a complex number")
	Tanh  = unary("tanh", "hyperbolic tangent of a complex number")
)

// The functions of two complex numbers.
var (
	Add   = binary("add", "sum of complex numbers")
	Atan2 = binary("atan2", "2-argument arcus tangent of complex numbers")
	Div   = binary("div", "quotient of complex numbers")
	Mul   = binary("mul", "product of complex numbers")
	Pow   = binary("pow", "complex number raised to a complex power")
	Sub   = binary("sub", "difference of complex numbers")
)

// PowI is complex.powi: a complex number raised to an integer.
var PowI = &ir.OpDef{
	Name:     "complex.powi",
	Summary:  "complex number raised to a power that is an integer",
	Operands: []ir.OperandDef{{Name: "lhs", Type: number}, {Name: "rhs", Type: integer}},
	Results:  []ir.ResultDef{{Name: "result", Type: number}},
	// upstream's attribute has no default
	Attrs:  []ir.AttrDef{{Name: fastmath.Name, Type: fastmath.Type, Optional: true}},
	Traits: elementwise,
	TypesMatch: []ir.TypesMatch{
		{From: "lhs", To: "result", Summary: "all of {lhs, result} have same type", Type: itself}},
	Format: "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs) `,` type($rhs)",
}

// The functions whose result is a float.
var (
	Abs   = part("abs", "absolute value of a complex number")
	Angle = part("angle", "argument of a complex number")
	Im    = part("im", "imaginary part of a complex number")
	Re    = part("re", "real part of a complex number")
)

// The comparisons.
var (
	Eq  = comparison("eq", "whether complex numbers are equal")
	Neq = comparison("neq", "whether complex numbers differ")
)

// Constant is complex.constant: a complex number whose attribute has both parts.
var Constant = &ir.OpDef{
	Name:    "complex.constant",
	Summary: "complex number constant",
	Results: []ir.ResultDef{
		{Name: "complex", Type: ir.TypeConstraint{Summary: "complex-type", Match: isComplex}}},
	Attrs:       []ir.AttrDef{{Name: "value", Type: pair}},
	Traits:      ir.ConstantLike | ir.Pure,
	Format:      "$value attr-dict `:` type($complex)",
	ResultNames: func(op *ir.Op, set func(*ir.Value, string)) { set(op.Result(0), "cst") },
}

// Create is complex.create: a complex number of two parts.
var Create = &ir.OpDef{
	Name:     "complex.create",
	Summary:  "complex number of two floats",
	Operands: []ir.OperandDef{{Name: "real", Type: float}, {Name: "imaginary", Type: float}},
	Results:  []ir.ResultDef{{Name: "complex", Type: number}},
	Traits:   ir.Pure,
	TypesMatch: []ir.TypesMatch{
		partOf("complex", "real", "complex element type matches real operand type"),
		partOf("complex", "imaginary", "complex element type matches imaginary operand type"),
	},
	Format: "$real `,` $imaginary attr-dict `:` type($complex)",
}

// partOf says that the value named part has the type of the parts of the value named number.
func partOf(number, part, summary string) ir.TypesMatch {
	return ir.TypesMatch{From: number, To: part, Summary: summary,
		Type: func(_ *ir.Context, t ir.Type) ir.Type {
			if ct, ok := t.(*ir.ComplexType); ok {
				return ct.Elem
			}
			return nil
		}}
}

func itself(_ *ir.Context, t ir.Type) ir.Type { return t }

// Bitcast is complex.bitcast: the same bits as a value of another type.
var Bitcast = &ir.OpDef{
	Name:     "complex.bitcast",
	Summary:  "bits of a complex number as an integer or float, or the reverse",
	Operands: []ir.OperandDef{{Name: "operand", Type: constraint.AnyType}},
	Results:  []ir.ResultDef{{Name: "result", Type: constraint.AnyType}},
	Traits:   ir.Pure,
	Format:   "$operand attr-dict `:` type($operand) `to` type($result)",
}

func isComplex(t ir.Type) bool { _, ok := t.(*ir.ComplexType); return ok }
