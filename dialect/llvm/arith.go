package llvm

import (
	"strings"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/ir/text"
)

// Arithmetic on integers. A flag of add, sub, mul and shl makes the result poison on one kind of overflow.
// exact makes it poison if there is a remainder, and disjoint if a bit is set in both operands.
var (
	Add = intBinary("add", overflow, "$lhs `,` $rhs (`overflow` `<` $overflowFlags^ `>`)?",
		ir.Commutative|ir.Pure)
	Sub = intBinary("sub", overflow, "$lhs `,` $rhs (`overflow` `<` $overflowFlags^ `>`)?", ir.Pure)
	Mul = intBinary("mul", overflow, "$lhs `,` $rhs (`overflow` `<` $overflowFlags^ `>`)?",
		ir.Commutative|ir.Pure)
	Shl  = intBinary("shl", overflow, "$lhs `,` $rhs (`overflow` `<` $overflowFlags^ `>`)?", ir.Pure)
	UDiv = intBinary("udiv", unit("isExact"), "(`exact` $isExact^)? $lhs `,` $rhs", 0)
	SDiv = intBinary("sdiv", unit("isExact"), "(`exact` $isExact^)? $lhs `,` $rhs", 0)
	LShr = intBinary("lshr", unit("isExact"), "(`exact` $isExact^)? $lhs `,` $rhs", ir.Pure)
	AShr = intBinary("ashr", unit("isExact"), "(`exact` $isExact^)? $lhs `,` $rhs", ir.Pure)
	Or   = intBinary("or", unit("isDisjoint"), "(`disjoint` $isDisjoint^)? $lhs `,` $rhs", ir.Pure)
	URem = intBinary("urem", ir.AttrDef{}, "$lhs `,` $rhs", ir.Pure)
	SRem = intBinary("srem", ir.AttrDef{}, "$lhs `,` $rhs", ir.Pure)
	And  = intBinary("and", ir.AttrDef{}, "$lhs `,` $rhs", ir.Pure)
	XOr  = intBinary("xor", ir.AttrDef{}, "$lhs `,` $rhs", ir.Pure)
)

// Arithmetic on floating-point numbers.
var (
	FAdd = floatBinary("fadd")
	FSub = floatBinary("fsub")
	FMul = floatBinary("fmul")
	FDiv = floatBinary("fdiv")
	FRem = floatBinary("frem")
	FNeg = &ir.OpDef{
		Name:     "llvm.fneg",
		Summary:  "negation of a floating-point number",
		Operands: operands(floats, "operand"),
		Results:  result(floats),
		Attrs:    []ir.AttrDef{fastmath},
		Traits:   ir.SameOperandsAndResultType | ir.Pure,
		Format:   "$operand attr-dict `:` type($res)",
	}
)

// The comparisons. Their result is i1, in the shape of the operands.
var (
	ICmp = compare("icmp", compared, enum("predicate", ICmpPredicate, "llvm.icmp comparison predicate"))
	FCmp = compare("fcmp", floats, enum("predicate", FCmpPredicate, "llvm.fcmp comparison predicate"),
		fastmath)
)

// Select is llvm.select: a condition chooses one of two values.
var Select = &ir.OpDef{
	Name:    "llvm.select",
	Summary: "one of two values",
	Operands: []ir.OperandDef{{Name: "condition", Type: bools}, {Name: "trueValue", Type: anyLLVM},
		{Name: "falseValue", Type: anyLLVM}},
	Results: result(anyLLVM),
	Attrs:   []ir.AttrDef{fastmath},
	Traits:  ir.Pure,
	TypesMatch: []ir.TypesMatch{
		same("res", "trueValue", "trueValue, falseValue, res"),
		same("res", "falseValue", "trueValue, falseValue, res"),
	},
	InferTypes: func(_ *ir.Context, s *ir.OpState) ([]ir.Type, error) {
		return []ir.Type{s.Operands[1].Type()}, nil
	},
	Format: "$condition `,` $trueValue `,` $falseValue attr-dict `:` type($condition) `,` type($res)",
}

// Freeze is llvm.freeze: its operand or, if that is poison, any fixed value that is not.
var Freeze = &ir.OpDef{
	Name:     "llvm.freeze",
	Summary:  "some value instead of poison",
	Operands: operands(anyLLVM, "val"),
	Results:  result(anyLLVM),
	Traits:   ir.SameOperandsAndResultType | ir.Pure,
	Format:   "$val attr-dict `:` type($val)",
}

func init() {
	UDiv.Effects, UDiv.Speculate = none, dividesByConstant
	SDiv.Effects, SDiv.Speculate = none, dividesByConstant
	registerPredicate("ICmp", ICmpPredicate)
	registerPredicate("FCmp", FCmpPredicate)
}

// none is the Effects of operations without effects that must not run where the program would not run them.
func none(*ir.Op, func(ir.Effect)) {}

// dividesByConstant reports whether a division cannot fail: its divisor is a constant other than 0 and, if
// signed, other than -1.
func dividesByConstant(op *ir.Op) bool {
	c := op.Operand(1).DefinedBy(ConstantOp)
	if c == nil {
		return false
	}
	a, ok := c.Attr("value").(*ir.IntegerAttr)
	return ok && a.Value != 0 && (op.Is(UDiv) || a.Value != -1)
}

// intBinary makes the entry of an operation on integers. An attr without a name means no attribute.
func intBinary(name string, attr ir.AttrDef, format string, traits ir.Trait) *ir.OpDef {
	def := &ir.OpDef{
		Name:     "llvm." + name,
		Summary:  "LLVM's instruction " + name,
		Operands: operands(integers, "lhs", "rhs"),
		Results:  result(integers),
		Traits:   ir.SameOperandsAndResultType | traits,
		Format:   format + " attr-dict `:` type($res)",
	}
	if attr.Name != "" {
		def.Attrs = []ir.AttrDef{attr}
	}
	return def
}

func floatBinary(name string) *ir.OpDef {
	return &ir.OpDef{
		Name:     "llvm." + name,
		Summary:  "LLVM's instruction " + name,
		Operands: operands(floats, "lhs", "rhs"),
		Results:  result(floats),
		Attrs:    []ir.AttrDef{fastmath},
		Traits:   ir.SameOperandsAndResultType | ir.Pure,
		Format:   "$lhs `,` $rhs attr-dict `:` type($res)",
	}
}

func compare(name string, operand ir.TypeConstraint, attrs ...ir.AttrDef) *ir.OpDef {
	return &ir.OpDef{
		Name:     "llvm." + name,
		Summary:  "LLVM's instruction " + name,
		Operands: operands(operand, "lhs", "rhs"),
		Results:  result(bools),
		Attrs:    attrs,
		Traits:   ir.SameTypeOperands | ir.Pure,
		TypesMatch: []ir.TypesMatch{{From: "lhs", To: "res", Type: boolLike,
			Summary: "result type has i1 element type and same shape as operands"}},
		Format: "custom<LLVM" + strings.ToUpper(name[:2]) +
			"mpPredicate>($predicate) $lhs `,` $rhs attr-dict `:` type($lhs)",
	}
}

func boolLike(c *ir.Context, t ir.Type) ir.Type { return constraint.WithElement(c, t, c.I1) }

// registerPredicate registers the syntax of a predicate: its name in quotes.
func registerPredicate(name string, e *ir.EnumDef) {
	text.RegisterCustom("LLVM"+name+"Predicate", text.Custom{
		Parse: func(p ir.OpParser, b *text.Binder) error {
			off := p.Off()
			s, err := p.String()
			if err != nil {
				return err
			}
			for _, c := range e.Cases {
				if c.Name == s {
					b.Attr("predicate", p.Context().Int(p.Context().I64, c.Value))
					return nil
				}
			}
			return p.Errorf(off, "'%s' is an incorrect value of the 'predicate' attribute", s)
		},
		Print: func(p ir.OpPrinter, op *ir.Op) {
			v, _ := op.IntAttr("predicate")
			p.Write(`"` + string(ir.AppendEnum(nil, e, v)) + `"`)
		},
		Fixed: true,
	})
}

// ---- columns ----

// operands declares operands of one kind.
func operands(t ir.TypeConstraint, names ...string) []ir.OperandDef {
	list := make([]ir.OperandDef, len(names))
	for i, name := range names {
		list[i] = ir.OperandDef{Name: name, Type: t}
	}
	return list
}

// operand declares one operand, and variadic declares any number of them.
func operand(name string, t ir.TypeConstraint) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: t}
}

func variadic(name string, t ir.TypeConstraint) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: t, Arity: ir.Variadic}
}

// result declares the result of an operation. It is named res.
func result(t ir.TypeConstraint) []ir.ResultDef { return []ir.ResultDef{{Name: "res", Type: t}} }

// same is the rule that two types are equal.
func same(from, to, all string) ir.TypesMatch {
	return ir.TypesMatch{From: from, To: to, Summary: "all of {" + all + "} have same type",
		Type: func(_ *ir.Context, t ir.Type) ir.Type { return t }}
}
