package index

import (
	"fmt"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Dialect is the index dialect.
var Dialect = &ir.Dialect{
	Name: "index",
	Ops: []*ir.OpDef{
		Add, And, BoolConstant, CastS, CastU, CeilDivS, CeilDivU, Cmp, Constant, DivS, DivU, FloorDivS, MaxS,
		MaxU, MinS, MinU,
		Mul, Or, RemS, RemU, Shl, ShrS, ShrU, SizeOf, Sub, XOr,
	},
	Enums: []*ir.EnumDef{Predicate},
}

// Predicate is the enumeration of comparisons. Its numbers are those of arith.cmpi.
var Predicate = &ir.EnumDef{Dialect: "index", Mnemonic: "cmp_predicate", Width: 32, Word: true,
	Cases: []ir.EnumCase{
		{Name: "eq", Value: EQ}, {Name: "ne", Value: NE}, {Name: "slt", Value: SLT},
		{Name: "sle", Value: SLE},
		{Name: "sgt", Value: SGT},
		{Name: "sge", Value: SGE}, {Name: "ult", Value: ULT}, {Name: "ule", Value: ULE},
		{Name: "ugt", Value: UGT}, {Name: "uge", Value: UGE},
	}}

// The predicates of index.cmp.
const (
	EQ int64 = iota
	NE
	SLT
	SLE
	SGT
	SGE
	ULT
	ULE
	UGT
	UGE
)

var (
	integerOrIndex = ir.TypeConstraint{Summary: "integer or index", Match: isIntegerOrIndex}
	indexAttr      = ir.AttrConstraint{Summary: "index attribute", Match: isIndexAttr,
		ValueType: func(c *ir.Context) ir.Type { return c.Index }}
	boolAttr = ir.AttrConstraint{Summary: "bool attribute", Match: isBoolAttr}
)

func isIntegerOrIndex(t ir.Type) bool {
	_, isInteger := t.(*ir.IntegerType)
	return isInteger || constraint.IsIndex(t)
}

func isIndexAttr(a ir.Attr) bool {
	n, ok := a.(*ir.IntegerAttr)
	return ok && constraint.IsIndex(n.Type)
}

func isBoolAttr(a ir.Attr) bool {
	n, ok := a.(*ir.IntegerAttr)
	return ok && constraint.IsI1(n.Type)
}

// binary makes the entry of an operation on two values of type index.
func binary(name, summary string, traits ir.Trait) *ir.OpDef {
	return &ir.OpDef{
		Name:    "index." + name,
		Summary: summary,
		Operands: []ir.OperandDef{{Name: "lhs", Type: constraint.Index},
			{Name: "rhs", Type: constraint.Index}},
		Results: []ir.ResultDef{{Name: "result", Type: constraint.Index}},
		Traits:  traits,
		Format:  "$lhs `,` $rhs attr-dict",
	}
}

// division makes the entry of an operation that divides. It has no effect, but a pass must not run it where
// the program would not run it.
func division(name, summary string) *ir.OpDef {
	def := binary(name, summary, 0)
	def.Effects = func(*ir.Op, func(ir.Effect)) {}
	return def
}

// The operations on two values.
var (
	Add  = binary("add", "index addition", ir.Pure|ir.Commutative)
	And  = binary("and", "index bitwise and", ir.Pure|ir.Commutative)
	MaxS = binary("maxs", "index signed maximum", ir.Pure|ir.Commutative)
	MaxU = binary("maxu", "index unsigned maximum", ir.Pure|ir.Commutative)
	MinS = binary("mins", "index signed minimum", ir.Pure|ir.Commutative)
	MinU = binary("minu", "index unsigned minimum", ir.Pure|ir.Commutative)
	Mul  = binary("mul", "index multiplication", ir.Pure|ir.Commutative)
	Or   = binary("or", "index bitwise or", ir.Pure|ir.Commutative)
	Shl  = binary("shl", "index shift left", ir.Pure)
	ShrS = binary("shrs", "signed index shift right", ir.Pure)
	ShrU = binary("shru", "unsigned index shift right", ir.Pure)
	Sub  = binary("sub", "index subtraction", ir.Pure)
	XOr  = binary("xor", "index bitwise xor", ir.Pure|ir.Commutative)

	CeilDivS  = division("ceildivs", "index signed division, rounded up")
	CeilDivU  = division("ceildivu", "index unsigned division, rounded up")
	DivS      = division("divs", "index signed division, rounded toward zero")
	DivU      = division("divu", "index unsigned division")
	FloorDivS = division("floordivs", "index signed division, rounded down")
	RemS      = division("rems", "index signed remainder")
	RemU      = division("remu", "index unsigned remainder")
)

// cast makes the entry of a conversion between index and an integer type.
func cast(name, summary string) *ir.OpDef {
	return &ir.OpDef{
		Name:           "index." + name,
		Summary:        summary,
		Operands:       []ir.OperandDef{{Name: "input", Type: integerOrIndex}},
		Results:        []ir.ResultDef{{Name: "output", Type: integerOrIndex}},
		Traits:         ir.Pure,
		Format:         "$input attr-dict `:` type($input) `to` type($output)",
		VerifiesItself: true,
		Verify:         verifyCast,
	}
}

// The conversions.
var (
	CastS = cast("casts", "conversion between index and an integer type that extends by the sign")
	CastU = cast("castu", "conversion between index and an integer type that extends by zeros")
)

// Cmp is index.cmp: it tells whether a predicate holds for two values.
var Cmp = &ir.OpDef{
	Name:     "index.cmp",
	Summary:  "index comparison",
	Operands: []ir.OperandDef{{Name: "lhs", Type: constraint.Index}, {Name: "rhs", Type: constraint.Index}},
	Results:  []ir.ResultDef{{Name: "result", Type: constraint.I1}},
	Attrs: []ir.AttrDef{
		{Name: "pred", Type: constraint.Enum(Predicate, "index comparison predicate kind")}},
	Traits: ir.Pure,
	Format: "`` $pred `(` $lhs `,` $rhs `)` attr-dict",
}

// SizeOf is index.sizeof: the number of bits of the type index on the target.
var SizeOf = &ir.OpDef{
	Name:    "index.sizeof",
	Summary: "size in bits of the index type",
	Results: []ir.ResultDef{{Name: "result", Type: constraint.Index}},
	Traits:  ir.Pure,
	Format:  "attr-dict",
}

// Constant is index.constant.
var Constant = &ir.OpDef{
	Name:    "index.constant",
	Summary: "index constant",
	Results: []ir.ResultDef{{Name: "result", Type: constraint.Index}},
	Attrs:   []ir.AttrDef{{Name: "value", Type: indexAttr}},
	Traits:  ir.ConstantLike | ir.Pure,
	Format:  "attr-dict $value",
	ResultNames: func(op *ir.Op, set func(*ir.Value, string)) {
		if n, ok := op.IntAttr("value"); ok {
			set(op.Result(0), fmt.Sprintf("idx%d", n))
		}
	},
}

// BoolConstant is index.bool.constant, which comparisons fold to.
var BoolConstant = &ir.OpDef{
	Name:    "index.bool.constant",
	Summary: "boolean constant",
	Results: []ir.ResultDef{{Name: "result", Type: constraint.I1}},
	Attrs:   []ir.AttrDef{{Name: "value", Type: boolAttr}},
	Traits:  ir.ConstantLike | ir.Pure,
	Format:  "attr-dict $value",
	ResultNames: func(op *ir.Op, set func(*ir.Value, string)) {
		n, _ := op.IntAttr("value")
		set(op.Result(0), map[bool]string{false: "false", true: "true"}[n != 0])
	},
}

// PredicateOf returns the predicate of an index.cmp.
func PredicateOf(op *ir.Op) int64 {
	if p, ok := op.Attr("pred").(*ir.EnumAttr); ok {
		return p.Value
	}
	return EQ
}
